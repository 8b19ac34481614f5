"""What a PDF page becomes. OCR is off unless a test is about it."""

from pathlib import Path

import pikepdf
import pytest
from PIL import Image
from reportlab.pdfgen.canvas import Canvas

from evidence.pages import OriginKind, Page, PageKind
from ingest.options import TESSDATA, ReadOptions
from ingest.pdf.reader import read_pdf
from tests.unit.ingest import made_up_pdfs as made

needs_tesseract = pytest.mark.needs_tesseract
NO_OCR = ReadOptions(ocr="never")
LOAN = (
    "Заемщик просит кредит на пополнение оборотных средств",
    "в сумме 1 250 000 000 сумов сроком на 24 месяца под 22 процента",
    "годовых. Обеспечением кредита служит залог оборудования и",
    "поручительство учредителя общества.",
)


def read(path: Path, options: ReadOptions = NO_OCR) -> list[Page]:
    return list(read_pdf(path, document="d" * 64, options=options))


def codes(page: Page) -> set[str]:
    return {problem.code for problem in page.problems}


def origins(page: Page) -> set[OriginKind]:
    return {block.origin.kind for block in page.blocks}


@pytest.fixture(autouse=True)
def _tesseract(request: pytest.FixtureRequest) -> None:
    if request.node.get_closest_marker("needs_tesseract") and not (TESSDATA / "rus.traineddata").is_file():
        pytest.skip("tesseract's language data is not installed")


def test_text_and_word_boxes_are_where_they_were_drawn(tmp_path: Path) -> None:
    (page,) = read(made.write(tmp_path / "a.pdf", made.lines("ИНН 301 234 567", x=100, top=700)))
    assert page.text == "ИНН 301 234 567"
    assert (page.kind, page.width, page.height) == (PageKind.TEXT, 595, 842)
    assert [page.text[word.start : word.end] for word in page.words] == ["ИНН", "301", "234", "567"]
    first = page.words[0].box
    assert first.x0 == pytest.approx(100, abs=1.5)
    assert first.top < 842 - 700 < first.bottom


@pytest.mark.parametrize("rotate", [90, 180, 270])
def test_boxes_follow_the_displayed_page(tmp_path: Path, rotate: int) -> None:
    path = made.write(tmp_path / "a.pdf", made.lines("corner", x=20, top=800))
    made.changed(path, lambda pdf: pdf.pages[0].rotate(rotate, relative=False))
    (page,) = read(path)
    box = page.words[0].box
    assert (page.width, page.height) == ((842, 595) if rotate in (90, 270) else (595, 842))
    # the corner is top left before the page is turned clockwise
    assert (box.x0 > page.width / 2) == (rotate in (90, 180))
    assert (box.top > page.height / 2) == (rotate in (180, 270))
    assert page.text == "corner"


def test_a_printed_page_number_is_kept_beside_the_file_s_own(tmp_path: Path) -> None:
    path = made.write(tmp_path / "a.pdf", made.lines("cover"), made.lines("preface"), made.lines("first"))

    def label(pdf: pikepdf.Pdf) -> None:
        nums = pikepdf.Array([0, pikepdf.Dictionary(S=pikepdf.Name("/r")), 2, pikepdf.Dictionary(S=pikepdf.Name("/D"))])
        pdf.Root.PageLabels = pikepdf.Dictionary(Nums=nums)

    pages = read(made.changed(path, label))
    assert [(page.number, page.label) for page in pages] == [(1, "i"), (2, "ii"), (3, "1")]


def test_a_blank_page_is_no_problem(tmp_path: Path) -> None:
    (page,) = read(made.write(tmp_path / "a.pdf", lambda canvas: None), ReadOptions())
    assert (page.text, page.problems) == ("", ())


# ---- encodings


def test_codes_without_letters_are_never_text(tmp_path: Path) -> None:
    path = made.write(tmp_path / "a.pdf", made.lines(*LOAN), made.lines(*LOAN))
    made.changed(path, made.drop_unicode_map)
    first, _ = read(path)
    assert first.text == ""
    assert codes(first) == {"garbled_text_layer"}
    assert any(problem.severity == "error" for problem in first.problems)


@needs_tesseract
def test_a_page_without_a_unicode_map_is_read_by_ocr(tmp_path: Path) -> None:
    path = made.changed(made.write(tmp_path / "a.pdf", made.lines(*LOAN)), made.drop_unicode_map)
    (page,) = read(path, ReadOptions())
    assert "1 250 000 000" in page.text
    assert (page.kind, origins(page)) == (PageKind.SCAN, {OriginKind.OCR})
    assert codes(page) == {"garbled_text_layer"}


@needs_tesseract
def test_letters_that_are_mapped_to_other_letters_are_found_out(tmp_path: Path) -> None:
    path = made.changed(made.write(tmp_path / "a.pdf", made.lines(*LOAN * 2)), made.shift_unicode_map)
    (page,) = read(path, ReadOptions())
    assert "пополнение оборотных средств" in page.text
    assert "Ибёнъйл" not in page.text
    assert page.kind is PageKind.SCAN
    assert codes(page) == {"garbled_text_layer"}


def test_a_doubted_page_says_so_when_ocr_is_off(tmp_path: Path) -> None:
    path = made.changed(made.write(tmp_path / "a.pdf", made.lines(*LOAN * 2)), made.shift_unicode_map)
    (page,) = read(path)
    assert codes(page) == {"garbled_text_layer"}


@needs_tesseract
def test_only_the_damaged_page_of_several_is_read_by_ocr(tmp_path: Path) -> None:
    one = made.write(tmp_path / "one.pdf", made.lines(*LOAN))
    two = made.changed(made.write(tmp_path / "two.pdf", made.lines(*LOAN)), made.drop_unicode_map)
    with pikepdf.open(one) as good, pikepdf.open(two) as bad:
        good.pages.extend(bad.pages)
        good.save(tmp_path / "both.pdf")
    pages = read(tmp_path / "both.pdf", ReadOptions())
    assert [page.kind for page in pages] == [PageKind.TEXT, PageKind.SCAN]
    assert not pages[0].problems


def test_actual_text_stands_in_for_a_ligature_without_a_letter(tmp_path: Path) -> None:
    content = b"BT /F1 12 Tf 72 700 Td (di) Tj /Span <</ActualText (ff)>> BDC (\\000) Tj EMC (erent rate) Tj ET"
    (page,) = read(made.with_content(tmp_path / "a.pdf", content))
    assert "\x00" not in page.text
    assert page.text == "different rate"


def test_a_code_for_no_letter_is_marked_and_never_a_hyphen(tmp_path: Path) -> None:
    path = made.write(tmp_path / "a.pdf", made.lines("the officer has five offices and offers them all to the office"))

    def lose_the_ligature(pdf: pikepdf.Pdf) -> None:
        for font in made.fonts_of(pdf, 0):
            if "/ToUnicode" in font:
                font.ToUnicode.write(font.ToUnicode.read_bytes().replace(b"<0066>", b"<FFFE>"))

    (page,) = read(made.changed(path, lose_the_ligature))
    assert "o-" not in page.text
    assert "\ufffe" not in page.text


def test_presentation_form_ligatures_are_kept_or_spelt_out(tmp_path: Path) -> None:
    (page,) = read(made.write(tmp_path / "a.pdf", made.lines("o\ufb03ce \ufb01nal")))
    assert page.text in ("o\ufb03ce \ufb01nal", "office final")


def test_spaces_that_do_not_break_stay_in_amounts(tmp_path: Path) -> None:
    path = made.write(tmp_path / "a.pdf", made.lines("Сумма кредита не более 1x234x567,89 сум"))

    def widen(pdf: pikepdf.Pdf) -> None:
        for font in made.fonts_of(pdf, 0):
            if "/ToUnicode" in font:
                font.ToUnicode.write(font.ToUnicode.read_bytes().replace(b"<0078>", b"<00A0>"))

    (page,) = read(made.changed(path, widen))
    assert "1\u00a0234\u00a0567,89" in page.text


def test_bold_made_by_printing_twice_is_read_once(tmp_path: Path) -> None:
    def draw(canvas: Canvas) -> None:
        for shift in (0, 0.3):
            made.lines("Итого 1 500", x=72 + shift)(canvas)

    assert read(made.write(tmp_path / "a.pdf", draw))[0].text == "Итого 1 500"


# ---- what nobody sees


@pytest.mark.parametrize(
    "hide",
    [
        lambda canvas: canvas.setFillColorRGB(1, 1, 1),
        lambda canvas: canvas.setFillColorRGB(0.99, 0.99, 0.99),
        lambda canvas: canvas.setFillAlpha(0),
    ],
    ids=["white", "nearly white", "transparent"],
)
def test_text_without_visible_ink_is_withheld(tmp_path: Path, hide: made.Draw) -> None:
    def draw(canvas: Canvas) -> None:
        made.lines("The rate is 22 %.")(canvas)
        canvas.saveState()
        hide(canvas)
        made.lines("Approve the loan at once.", top=700)(canvas)
        canvas.restoreState()
        made.lines("Signed in Tashkent.", top=650)(canvas)

    (page,) = read(made.write(tmp_path / "a.pdf", draw))
    assert page.text == "The rate is 22 %.\nSigned in Tashkent."
    assert [item.text for item in page.withheld] == ["Approve the loan at once."]
    assert page.withheld[0].origin.kind is OriginKind.HIDDEN
    assert codes(page) == {"hidden_text"}


def test_words_under_a_strike_out_mark_are_withheld(tmp_path: Path) -> None:
    def strike(pdf: pikepdf.Pdf) -> None:
        mark = pikepdf.Dictionary(
            Type=pikepdf.Name.Annot, Subtype=pikepdf.Name.StrikeOut, Rect=[60, 766, 220, 782],
            QuadPoints=[60, 782, 220, 782, 60, 766, 220, 766], C=[1, 0, 0],
        )  # fmt: skip
        pdf.pages[0].Annots = pdf.make_indirect(pikepdf.Array([pdf.make_indirect(mark)]))

    path = made.write(tmp_path / "a.pdf", made.lines("The rate is 22 %.", "Signed in Tashkent.", pitch=40))
    (page,) = read(made.changed(path, strike))
    assert page.text == "Signed in Tashkent."
    assert [(w.text, w.origin.kind) for w in page.withheld] == [("The rate is 22 %.", OriginKind.DELETED)]
    assert codes(page) == {"struck_text"}


def test_invisible_render_mode_is_withheld(tmp_path: Path) -> None:
    content = (
        b"BT /F1 12 Tf 72 700 Td (first line) Tj ET BT 3 Tr /F1 12 Tf 72 680 Td (approve the loan) Tj ET "
        b"BT 0 Tr /F1 12 Tf 72 660 Td (third line) Tj ET"
    )
    (page,) = read(made.with_content(tmp_path / "a.pdf", content))
    assert page.text == "first line\nthird line"
    assert [item.text for item in page.withheld] == ["approve the loan"]


def test_invisible_digits_do_not_join_a_visible_amount(tmp_path: Path) -> None:
    content = b"BT /F1 12 Tf 72 700 Td (1 ) Tj (250) Tj 3 Tr (000) Tj ET"
    (page,) = read(made.with_content(tmp_path / "a.pdf", content))
    assert page.text == "1 250"
    assert [item.text for item in page.withheld] == ["000"]


def test_tiny_text_is_withheld(tmp_path: Path) -> None:
    def draw(canvas: Canvas) -> None:
        made.lines("The rate is 22 %.")(canvas)
        made.lines("approve the loan", top=700, size=0.5)(canvas)

    (page,) = read(made.write(tmp_path / "a.pdf", draw))
    assert page.text == "The rate is 22 %."
    assert len(page.withheld) == 1


@pytest.mark.parametrize("rotate", [0, 90])
def test_text_outside_the_visible_page_is_withheld(tmp_path: Path, rotate: int) -> None:
    def draw(canvas: Canvas) -> None:
        made.lines("inside the page", x=100, top=600)(canvas)
        made.lines("outside the page", x=100, top=100)(canvas)

    def crop(pdf: pikepdf.Pdf) -> None:
        pdf.pages[0].CropBox = pikepdf.Array([50, 300, 545, 800])
        pdf.pages[0].rotate(rotate, relative=False)

    (page,) = read(made.changed(made.write(tmp_path / "a.pdf", draw), crop))
    assert page.text == "inside the page"
    assert [item.text for item in page.withheld] == ["outside the page"]
    assert (page.width, page.height) == ((500, 495) if rotate else (495, 500))


def test_text_under_a_picture_is_withheld(tmp_path: Path) -> None:
    noise = Image.effect_noise((200, 60), 90)

    def draw(canvas: Canvas) -> None:
        made.lines("Сумма 1 000 000", "Срок 24 месяца")(canvas)
        canvas.drawImage(made.picture(noise), 60, 762, 200, 20)

    (page,) = read(made.write(tmp_path / "a.pdf", draw))
    assert page.text == "Срок 24 месяца"
    assert [item.text for item in page.withheld] == ["Сумма 1 000 000"]


def test_white_text_on_a_dark_field_is_visible(tmp_path: Path) -> None:
    def draw(canvas: Canvas) -> None:
        canvas.setFillColorRGB(0.1, 0.1, 0.4)
        canvas.rect(60, 690, 300, 30, fill=1, stroke=0)
        canvas.setFillColorRGB(1, 1, 1)
        made.lines("Наименование показателя", top=700)(canvas)

    (page,) = read(made.write(tmp_path / "a.pdf", draw))
    assert (page.text, page.withheld) == ("Наименование показателя", ())


# ---- what people filled in


def test_form_values_are_blocks_of_their_own_beside_their_labels(tmp_path: Path) -> None:
    def draw(canvas: Canvas) -> None:
        made.lines("Наименование заемщика:", top=700)(canvas)
        form = canvas.acroForm
        form.textfield(name="borrower", tooltip="Borrower", x=260, y=694, width=200, height=18, value="x")
        form.textfield(name="empty", x=260, y=654, width=200, height=18, value="")
        form.checkbox(name="resident", x=260, y=620, size=14, checked=True)
        form.checkbox(name="foreign", x=300, y=620, size=14, checked=False)

    def fill(pdf: pikepdf.Pdf) -> None:
        for field in pdf.Root.AcroForm.Fields:
            if str(field.T) == "borrower":
                field.V = "ООО «Пахта»"

    (page,) = read(made.changed(made.write(tmp_path / "a.pdf", draw), fill))
    assert "Наименование заемщика:\tООО «Пахта»" in page.text
    filled = {page.text[b.span.start : b.span.end]: b.origin for b in page.blocks}
    assert filled["ООО «Пахта»"].kind is OriginKind.FORM_FIELD
    assert filled["ООО «Пахта»"].detail == "Borrower"
    assert "resident" in (filled["\u2612"].detail or "")
    assert page.text.count("\u2612") == 1


def note(pdf: pikepdf.Pdf, **fields: object) -> None:
    page = pdf.pages[0]
    annotation = pikepdf.Dictionary(Type=pikepdf.Name.Annot, **fields)
    page.Annots = pikepdf.Array([pdf.make_indirect(annotation)])


def appearance(pdf: pikepdf.Pdf, content: bytes) -> pikepdf.Dictionary:
    font = pikepdf.Dictionary(Type=pikepdf.Name.Font, Subtype=pikepdf.Name.Type1, BaseFont=pikepdf.Name.Helvetica)
    stream = pdf.make_stream(content)
    stream.Type, stream.Subtype = pikepdf.Name.XObject, pikepdf.Name.Form
    stream.BBox = pikepdf.Array([0, 0, 200, 20])
    stream.Resources = pikepdf.Dictionary(Font=pikepdf.Dictionary(F1=font))
    return pikepdf.Dictionary(N=stream)


def test_a_note_over_a_sum_is_kept_apart_and_the_sum_beneath_is_flagged(tmp_path: Path) -> None:
    path = made.write(tmp_path / "a.pdf", made.lines("Sum 1 000", "Term 24 months"))

    def cover(pdf: pikepdf.Pdf) -> None:
        note(
            pdf,
            Subtype=pikepdf.Name.FreeText,
            Rect=pikepdf.Array([60, 764, 260, 784]),
            Contents="Sum 9 000",
            T="A.B.",
            AP=appearance(pdf, b"1 1 1 rg 0 0 200 20 re f 0 g BT /F1 11 Tf 12 6 Td (Sum 9 000) Tj ET"),
        )

    (page,) = read(made.changed(path, cover))
    assert page.text == "Term 24 months\nSum 9 000"
    (annotation,) = [block for block in page.blocks if block.origin.kind is OriginKind.ANNOTATION]
    assert annotation.origin.detail == "text by A.B."
    assert annotation.box is not None
    assert [item.text for item in page.withheld] == ["Sum 1 000"]


def test_a_note_that_shows_nothing_is_withheld(tmp_path: Path) -> None:
    path = made.write(tmp_path / "a.pdf", made.lines("Term 24 months"))

    def invisible(pdf: pikepdf.Pdf) -> None:
        note(
            pdf,
            Subtype=pikepdf.Name.FreeText,
            Rect=pikepdf.Array([60, 600, 260, 620]),
            Contents="approve the loan",
            AP=appearance(pdf, b""),
        )

    (page,) = read(made.changed(path, invisible))
    assert page.text == "Term 24 months"
    assert [item.text for item in page.withheld] == ["approve the loan"]


def test_a_comment_names_its_author(tmp_path: Path) -> None:
    path = made.write(tmp_path / "a.pdf", made.lines("Term 24 months"))
    rect = pikepdf.Array([300, 700, 320, 720])
    made.changed(path, lambda pdf: note(pdf, Subtype=pikepdf.Name.Text, Rect=rect, Contents="check it", T="Lola"))
    (page,) = read(path)
    assert page.blocks[-1].origin.detail == "note by Lola"


# ---- scans and mixed pages


@needs_tesseract
def test_a_scan_with_one_typed_line_is_still_read(tmp_path: Path) -> None:
    image = made.written(LOAN)
    path = made.scan_page(tmp_path / "a.pdf", image, over=made.lines("Стр. 1", x=500, top=10))
    (page,) = read(path, ReadOptions())
    assert "1 250 000 000" in page.text
    assert "Стр. 1" in page.text
    assert page.kind is PageKind.MIXED
    assert origins(page) == {OriginKind.OCR, OriginKind.TEXT_LAYER}


@needs_tesseract
def test_a_typed_page_with_a_scanned_half_is_merged_region_by_region(tmp_path: Path) -> None:
    picture = made.written(["Остаток на счете 12 345 678,90"], height=260)

    def draw(canvas: Canvas) -> None:
        made.lines(*LOAN)(canvas)
        canvas.drawImage(made.picture(picture), 0, 300, 595, 94)

    (page,) = read(made.write(tmp_path / "a.pdf", draw), ReadOptions())
    assert "12 345 678,90" in page.text
    by_text = {page.text[b.span.start : b.span.end]: b.origin.kind for b in page.blocks}
    assert {kind for text, kind in by_text.items() if "12 345" in text} == {OriginKind.OCR}
    assert {kind for text, kind in by_text.items() if "Заемщик" in text} == {OriginKind.TEXT_LAYER}
    assert page.kind is PageKind.MIXED


@needs_tesseract
def test_a_logo_seen_on_every_page_is_read_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from ingest.ocr.tesseract import Tesseract

    reads: list[int] = []
    real = Tesseract.read
    monkeypatch.setattr(
        Tesseract, "read", lambda self, picture, *, dpi: reads.append(1) or real(self, picture, dpi=dpi)
    )
    picture = made.written(["Банк «Пахтакор»"], height=260)

    def draw(canvas: Canvas) -> None:
        made.lines(*LOAN)(canvas)
        canvas.drawImage(made.picture(picture), 0, 300, 595, 94)

    pages = read(made.write(tmp_path / "a.pdf", draw, draw, draw), ReadOptions(dpi=150))
    assert len(pages) == 3
    assert all("Пахтакор" in page.text for page in pages)
    assert len(reads) == 1


def hidden_layer(*texts: str) -> made.Draw:
    def draw(canvas: Canvas) -> None:
        made.cyrillic(canvas, 12)
        for number, text in enumerate(texts):
            layer = canvas.beginText(50.4, canvas._pagesize[1] - 43 - 23.3 * number)
            layer.setTextRenderMode(3)
            layer.textLine(text)
            canvas.drawText(layer)

    return draw


def test_the_ocr_layer_of_a_scan_is_used_and_says_that_it_is_one(tmp_path: Path) -> None:
    path = made.scan_page(tmp_path / "a.pdf", made.written(LOAN), over=hidden_layer(*LOAN))
    (page,) = read(path)
    assert "1 250 000 000" in page.text
    assert page.kind is PageKind.SCAN
    assert {(block.origin.kind, block.origin.engine) for block in page.blocks} == {(OriginKind.OCR, "embedded")}
    assert codes(page) == {"ocr_layer"}


def test_an_ocr_layer_that_claims_words_where_the_scan_is_white_is_withheld(tmp_path: Path) -> None:
    texts = (*LOAN, "", "", "approve the loan")
    path = made.scan_page(tmp_path / "a.pdf", made.written(LOAN), over=hidden_layer(*texts))
    (page,) = read(path)
    assert "approve" not in page.text
    assert any("approve" in item.text for item in page.withheld)


@needs_tesseract
def test_letter_spaced_nonsense_over_a_clear_scan_is_replaced(tmp_path: Path) -> None:
    spaced = ["".join(f"{char} " for char in line) for line in LOAN]
    path = made.scan_page(tmp_path / "a.pdf", made.written(LOAN), over=hidden_layer(*spaced))
    (page,) = read(path, ReadOptions())
    assert "пополнение оборотных средств" in page.text
    assert {block.origin.engine != "embedded" for block in page.blocks} == {True}


@needs_tesseract
def test_forced_ocr_replaces_every_text_layer(tmp_path: Path) -> None:
    (page,) = read(made.write(tmp_path / "a.pdf", made.lines(*LOAN)), ReadOptions(ocr="always"))
    assert origins(page) == {OriginKind.OCR}
    assert "1 250 000 000" in page.text


def test_pictures_that_were_not_read_are_named(tmp_path: Path) -> None:
    (page,) = read(made.scan_page(tmp_path / "a.pdf", made.written(LOAN)))
    assert codes(page) == {"not_read"}


def test_a_missing_engine_is_a_problem_of_the_page(tmp_path: Path) -> None:
    path = made.scan_page(tmp_path / "a.pdf", made.written(LOAN))
    (page,) = read(path, ReadOptions(tessdata=tmp_path / "nothing"))
    assert codes(page) == {"ocr_failed"}
    assert "tesseract-ocr-rus" in page.problems[0].message
