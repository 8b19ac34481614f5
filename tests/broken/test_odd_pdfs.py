"""PDFs that people make every day and that read wrongly elsewhere: a page in several directions, a ligature in its own font."""

import re
from pathlib import Path

import pikepdf
import pytest
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from evidence.errors import InputRefused
from evidence.pages import OriginKind, Page
from evidence.verify import Outcome, verify
from ingest.options import TESSDATA, ReadOptions
from ingest.pdf.facts import facts_of
from ingest.pdf.reader import read_pdf
from tests.unit.ingest import made_up_pdfs as made

NO_OCR = ReadOptions(ocr="never")
LOAN = (
    "Заемщик просит кредит на пополнение оборотных средств",
    "в сумме 1 250 000 000 сумов сроком на 24 месяца под 22 процента",
    "годовых. Обеспечением кредита служит залог оборудования и",
    "поручительство учредителя общества.",
    "Кредит выдается двумя частями в течение месяца.",
    "Проценты платятся ежемесячно, штраф за просрочку 0,1 процента.",
    "Договор вступает в силу с подписания.",
)


def read(path: Path, options: ReadOptions = NO_OCR) -> list[Page]:
    return list(read_pdf(path, document="d" * 64, options=options))


def test_upright_text_stays_whole_beside_stamps_that_run_up_and_down(tmp_path: Path) -> None:
    def turned(canvas: Canvas, x: float, y: float, degrees: int, *texts: str) -> None:
        canvas.saveState()
        canvas.translate(x, y)
        canvas.rotate(degrees)
        made.lines(*texts, x=0, top=0)(canvas)
        canvas.restoreState()

    def draw(canvas: Canvas) -> None:
        made.lines("Договор займа № 5", "Сумма 500 000 сум")(canvas)
        turned(canvas, 560, 300, 90, "Копия верна, нотариус Каримова", "Реестр № 12")
        turned(canvas, 300, 300, -90, "Строка, идущая вниз")

    (page,) = read(made.write(tmp_path / "a.pdf", draw))
    assert "Договор займа № 5\nСумма 500 000 сум" in page.text
    assert "Копия верна, нотариус Каримова\nРеестр № 12" in page.text
    assert "Строка, идущая вниз" in page.text


@pytest.mark.parametrize("rotate", [0, 90, 270])
def test_a_landscape_table_drawn_turned_reads_in_rows_however_the_page_is_shown(tmp_path: Path, rotate: int) -> None:
    def draw(canvas: Canvas) -> None:
        made.lines("Баланс", x=72, top=800)(canvas)
        canvas.saveState()
        canvas.translate(200, 80)
        canvas.rotate(90)
        made.cyrillic(canvas)
        for number, cells in enumerate(
            (("Статья", "2023", "2024"), ("Активы", "1 500", "1 700"), ("Касса", "200", "310"))
        ):
            for x, cell in zip((0, 250, 400), cells, strict=True):
                canvas.drawString(x, -20 * number, cell)
        canvas.restoreState()

    path = made.write(tmp_path / "a.pdf", draw)
    made.changed(path, lambda pdf: pdf.pages[0].rotate(rotate, relative=False))
    (page,) = read(path)
    assert "Статья\t2023\t2024\nАктивы\t1 500\t1 700\nКасса\t200\t310" in page.text
    assert "Баланс" in page.text


def test_a_ligature_in_a_font_of_its_own_does_not_split_its_word(tmp_path: Path) -> None:
    pdfmetrics.registerFont(TTFont("Ligatures", str(made.font_path())))

    def draw(canvas: Canvas) -> None:
        made.cyrillic(canvas)
        x = 72.0
        for font, text in (
            ("Cyrillic", "the "),
            ("Ligatures", "\ufb01"),
            ("Cyrillic", "nal o"),
            ("Ligatures", "\ufb03"),
            ("Cyrillic", "ce"),
        ):
            canvas.setFont(font, 11)
            canvas.drawString(x, 700, text)
            x += canvas.stringWidth(text, font, 11)

    (page,) = read(made.write(tmp_path / "a.pdf", draw))
    verdict = verify("the final office", page)
    assert verdict.outcome is Outcome.LOCATED
    assert len(page.text.split()) == 3


@pytest.mark.needs_tesseract
@pytest.mark.skipif(not (TESSDATA / "rus.traineddata").is_file(), reason="tesseract's Russian is not installed")
def test_a_layer_of_which_a_third_is_sound_is_not_believed_for_the_rest(tmp_path: Path) -> None:
    spaced = ["".join(f"{char} " for char in line) if number < 5 else line for number, line in enumerate(LOAN)]

    def layer(canvas: Canvas) -> None:
        made.cyrillic(canvas, 12)
        for number, text in enumerate(spaced):
            hidden = canvas.beginText(50.4, canvas._pagesize[1] - 43 - 23.3 * number)
            hidden.setTextRenderMode(3)
            hidden.textLine(text)
            canvas.drawText(hidden)

    path = made.scan_page(tmp_path / "a.pdf", made.written(LOAN), over=layer)
    (page,) = read(path, ReadOptions())
    assert "пополнение оборотных средств" in page.text
    assert "штраф за просрочку 0,1 процента" in page.text
    assert {block.origin.kind for block in page.blocks} == {OriginKind.OCR}
    assert [problem.code for problem in page.problems] == ["garbled_text_layer"]
    said = re.search(r"and (\d+) of its (\d+) words are not in the picture", page.problems[0].message)
    assert said is not None
    assert 0.5 < int(said[1]) / int(said[2]) < 1
    assert "embedded" not in {block.origin.engine for block in page.blocks}


def test_a_form_whose_fields_only_a_script_would_show_says_so(tmp_path: Path) -> None:
    path = made.write(tmp_path / "a.pdf", made.lines("Please wait while this form is loading."))

    def xfa(pdf: pikepdf.Pdf) -> None:
        packet = b'<xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/"><template/><datasets/></xdp:xdp>'
        pdf.Root.AcroForm = pdf.make_indirect(pikepdf.Dictionary(Fields=pikepdf.Array(), XFA=pdf.make_stream(packet)))
        pdf.Root.NeedsRendering = True

    (problem,) = facts_of(made.changed(path, xfa), options=NO_OCR).problems
    assert problem.code == "xfa_form"
    assert "print it to PDF" in problem.message


@pytest.mark.parametrize("handler", ["/Adobe.PubSec", "/Some.Rights.Server"])
def test_a_protection_that_is_not_known_is_told_apart_from_damage(tmp_path: Path, handler: str) -> None:
    whole, locked = made.write(tmp_path / "whole.pdf", made.lines("Text")), tmp_path / "locked.pdf"
    with pikepdf.open(whole) as pdf:
        pdf.save(locked, encryption=pikepdf.Encryption(owner="x", user="x", R=4))
    locked.write_bytes(locked.read_bytes().replace(b"/Filter /Standard", f"/Filter {handler}".encode()))
    with pytest.raises(InputRefused, match="print it to a new PDF"):
        read(locked)
