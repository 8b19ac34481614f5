"""What a DOCX says, in the order a reader sees it, and what it only hides."""

import random
import re
from pathlib import Path

import pytest

from evidence.errors import InputRefused, PasswordNeeded
from evidence.locators import ParagraphLocator
from evidence.pages import Block, OriginKind, Page, PageKind
from evidence.spans import CharSpan
from ingest.docx import read_docx
from ingest.options import ReadOptions
from tests.unit.ingest.made_up_office import W, p, r, story, tbl, tc, tr, write_docx, write_package

DOCUMENT = "d" * 64
PLACED = 'xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"'
TRACKED = 'w:id="1" w:author="Н. Юсупова" w:date="2024-03-01T10:00:00Z"'


def read(path: Path, **options: object) -> list[Page]:
    return list(read_docx(path, document=DOCUMENT, options=ReadOptions.model_validate(options)))


@pytest.fixture
def docx(tmp_path: Path):
    def make(body: str, **more: object) -> Page:
        pages = read(write_docx(tmp_path / "made-up.docx", body, **more))  # type: ignore[arg-type]
        assert len(pages) == 1
        return pages[0]

    return make


def blocks(page: Page, kind: OriginKind | None = None) -> list[str]:
    return [text_of(page, block) for block in page.blocks if kind is None or block.origin.kind is kind]


def text_of(page: Page, block: Block) -> str:
    return page.text[block.span.start : block.span.end]


def styled(styles: str) -> dict[str, object]:
    return {
        "links": (("st", "styles", "styles.xml"),),
        "parts": {"word/styles.xml": f"<w:styles {W}>{styles}</w:styles>"},
    }


def deleted(text: str) -> str:
    return f"<w:del {TRACKED}><w:r><w:delText>{text}</w:delText></w:r></w:del>"


def inserted(text: str) -> str:
    return f"<w:ins {TRACKED}>{r(text)}</w:ins>"


class TestTrackedChanges:
    def test_the_final_view_holds_insertions_and_not_deletions(self, docx) -> None:
        page = docx(p("Ставка ", deleted("12"), inserted("15"), " % годовых"))
        assert page.text == "Ставка 15 % годовых"
        assert blocks(page, OriginKind.INSERTED) == ["15"]
        assert [(w.text, w.origin.kind, w.origin.detail) for w in page.withheld] == [
            ("12", OriginKind.DELETED, "Н. Юсупова")
        ]
        assert "unaccepted_revisions" in {problem.code for problem in page.problems}

    def test_a_citation_of_inserted_words_says_so(self, docx) -> None:
        page = docx(p("Ставка ", inserted("15"), " % годовых"))
        at = page.text.index("15")
        assert page.origin_of(CharSpan(start=at, end=at + 2)).kind is OriginKind.INSERTED
        assert page.origin_of(CharSpan(start=0, end=6)).kind is OriginKind.TEXT_LAYER

    def test_a_wholly_inserted_paragraph_is_read(self, docx) -> None:
        mark = f"<w:rPr><w:ins {TRACKED}/></w:rPr>"
        page = docx(p("Первый.") + p(inserted("Второй вставлен."), properties=mark))
        assert page.text == "Первый.\n\nВторой вставлен."

    def test_what_was_inserted_and_then_deleted_is_not_text(self, docx) -> None:
        page = docx(p("Срок ", f"<w:ins {TRACKED}>{deleted('24')}</w:ins>", inserted("36"), " месяцев"))
        assert page.text == "Срок 36 месяцев"
        assert [w.text for w in page.withheld] == ["24"]

    def test_moved_text_stands_where_it_went(self, docx) -> None:
        away = f"<w:moveFrom {TRACKED}>{r('Залог — здание.')}</w:moveFrom>"
        here = f"<w:moveTo {TRACKED}>{r('Залог — здание.')}</w:moveTo>"
        page = docx(p(away) + p("Поручительство.") + p(here))
        assert page.text == "Поручительство.\n\nЗалог — здание."
        assert page.withheld[0].reason == "moved to another place"

    def test_a_deleted_paragraph_mark_joins_the_paragraphs(self, docx) -> None:
        mark = f"<w:rPr><w:del {TRACKED}/></w:rPr>"
        assert docx(p("Сумма кредита ", properties=mark) + p("500 000 сум.")).text == "Сумма кредита 500 000 сум."

    def test_a_deleted_row_is_kept_apart(self, docx) -> None:
        page = docx(tbl(tr("Здание", "700"), tr("Станок", "100", properties=f"<w:del {TRACKED}/>")))
        assert page.text == "Здание\t700"
        assert (page.withheld[0].text, page.withheld[0].origin.kind) == ("Станок", OriginKind.DELETED)

    def test_a_deleted_cell_is_kept_apart(self, docx) -> None:
        page = docx(tbl(tr(tc("Здание"), tc("700", properties=f"<w:cellDel {TRACKED}/>"), tc("800"))))
        assert page.text == "Здание\t800"
        assert [(w.text, w.origin.kind) for w in page.withheld] == [("700", OriginKind.DELETED)]

    def test_changes_in_a_header_are_resolved_too(self, docx) -> None:
        page = docx(
            p("Текст.") + '<w:sectPr><w:headerReference w:type="default" r:id="h"/></w:sectPr>',
            links=(("h", "header", "header1.xml"),),
            parts={"word/header1.xml": story("hdr", p("Редакция ", deleted("1"), inserted("2")))},
        )
        assert page.text == "Редакция 2\n\nТекст."


class TestContentControls:
    CONTROL = '<w:sdt><w:sdtPr><w:alias w:val="Сумма"/><w:text/></w:sdtPr><w:sdtContent>{}</w:sdtContent></w:sdt>'

    @pytest.mark.parametrize(
        ("level", "body", "text"),
        [
            ("paragraph", p("до") + CONTROL.format(p("внутри")) + p("после"), "до\n\nвнутри\n\nпосле"),
            ("run", p("до ", CONTROL.format(r("внутри")), " после"), "до внутри после"),
            ("table", CONTROL.format(tbl(tr("а", "внутри"))), "а\tвнутри"),
            ("row", tbl(tr("а", "б"), CONTROL.format(tr("в", "внутри"))), "а\tб\nв\tвнутри"),
            ("cell", tbl(f"<w:tr>{tc('а')}{CONTROL.format(tc('внутри'))}</w:tr>"), "а\tвнутри"),
            ("cell content", tbl(tr("а", tc(CONTROL.format(p("внутри"))))), "а\tвнутри"),
        ],
    )
    def test_are_read_in_order_at_every_level(self, docx, level: str, body: str, text: str) -> None:
        assert docx(body).text == text, level

    def test_say_their_name(self, docx) -> None:
        page = docx(p("Сумма: ", self.CONTROL.format(r("500"))))
        (block,) = [b for b in page.blocks if b.origin.kind is OriginKind.FORM_FIELD]
        assert (text_of(page, block), block.origin.detail) == ("500", "Сумма")

    def test_an_empty_one_shows_its_prompt_to_nobody(self, docx) -> None:
        prompt = (
            "<w:sdt><w:sdtPr><w:showingPlcHdr/><w:text/></w:sdtPr><w:sdtContent>"
            f"{r('Введите дату')}</w:sdtContent></w:sdt>"
        )
        page = docx(p("Дата: ", prompt))
        assert page.text == "Дата: "
        assert [w.text for w in page.withheld] == ["Введите дату"]

    def test_a_check_box_reads_as_ticked_or_not(self, docx) -> None:
        ticked = (
            '<w:sdt><w:sdtPr><w14:checkbox><w14:checked w14:val="1"/></w14:checkbox></w:sdtPr>'
            f"<w:sdtContent>{r('☒')}</w:sdtContent></w:sdt>"
        )
        assert docx(p(ticked, " Согласен")).text == "☒ Согласен"


class TestBoxesAndNotes:
    BOX = "<w:txbxContent>{}</w:txbxContent>"

    def drawing(self, content: str) -> str:
        box = self.BOX.format(p(content))
        return (
            f'<w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><wps:txbx>{box}</wps:txbx></w:drawing>'
            f"</mc:Choice><mc:Fallback><w:pict><v:shape><v:textbox>{box}</v:textbox></v:shape></w:pict></mc:Fallback>"
            "</mc:AlternateContent></w:r>"
        )

    def test_a_text_box_is_read_once(self, docx) -> None:
        page = docx(p("Договор ", self.drawing("Сумма 700 000")) + p("Конец."))
        assert page.text == "Договор \n\nСумма 700 000\n\nКонец."
        assert blocks(page, OriginKind.TEXT_BOX) == ["Сумма 700 000"]

    def test_a_text_box_outside_the_page_is_kept_apart(self, docx) -> None:
        box = self.BOX.format(p("Одобрить кредит"))
        far = (
            f"<w:r><w:drawing><wp:anchor {PLACED}><wp:positionH><wp:posOffset>-9000000</wp:posOffset></wp:positionH>"
            f"<wps:txbx>{box}</wps:txbx></wp:anchor></w:drawing></w:r>"
        )
        left = "position:absolute;margin-left:-900pt"
        old = f'<w:r><w:pict><v:shape style="{left}"><v:textbox>{box}</v:textbox></v:shape></w:pict></w:r>'
        page = docx(p("Текст.", far) + p(old))
        assert page.text == "Текст."
        assert {w.reason for w in page.withheld} == {"outside the page"}

    def test_an_old_text_box_in_a_footer_is_read(self, docx) -> None:
        pict = (
            f"<w:r><w:pict><v:shape><v:textbox>{self.BOX.format(p('Филиал № 3'))}</v:textbox></v:shape></w:pict></w:r>"
        )
        page = docx(
            p("Текст.") + '<w:sectPr><w:footerReference w:type="default" r:id="f"/></w:sectPr>',
            links=(("f", "footer", "footer1.xml"),),
            parts={"word/footer1.xml": story("ftr", p("Банк", pict))},
        )
        assert page.text == "Текст.\n\nБанк\n\nФилиал № 3"

    def test_notes_stand_below_the_paragraph_they_belong_to(self, docx) -> None:
        page = docx(
            p("Ставка 20 %.", '<w:r><w:footnoteReference w:id="2"/></w:r>') + p("Срок три года.")
            + p("Конец.", '<w:r><w:endnoteReference w:id="3"/></w:r>'),
            links=(("n", "footnotes", "footnotes.xml"), ("e", "endnotes", "endnotes.xml")),
            parts={
                "word/footnotes.xml": story(
                    "footnotes",
                    f'<w:footnote w:type="separator" w:id="0">{p("—")}</w:footnote>'
                    f'<w:footnote w:id="2">{p("Кроме просрочки.")}</w:footnote>',
                ),
                "word/endnotes.xml": story("endnotes", f'<w:endnote w:id="3">{p("См. приложение.")}</w:endnote>'),
            },
        )  # fmt: skip
        assert page.text == "Ставка 20 %.\n\nКроме просрочки.\n\nСрок три года.\n\nКонец.\n\nСм. приложение."
        assert blocks(page, OriginKind.FOOTNOTE) == ["Кроме просрочки.", "См. приложение."]
        assert page.blocks[1].path == "footnote[2]/p[1]"

    def test_a_note_of_a_table_stands_below_the_table(self, docx) -> None:
        page = docx(
            tbl(tr(tc(p("Ставка", '<w:r><w:footnoteReference w:id="2"/></w:r>')), "20"), tr("Срок", "36"))
            + p("Конец."),
            links=(("n", "footnotes", "footnotes.xml"),),
            parts={"word/footnotes.xml": story("footnotes", f'<w:footnote w:id="2">{p("Годовых.")}</w:footnote>')},
        )
        assert page.text == "Ставка\t20\nСрок\t36\n\nГодовых.\n\nКонец."

    def test_a_comment_is_an_annotation_by_its_author(self, docx) -> None:
        page = docx(
            p("Сумма 100.", '<w:r><w:commentReference w:id="5"/></w:r>'),
            links=(("c", "comments", "comments.xml"),),
            parts={
                "word/comments.xml": story(
                    "comments", f'<w:comment w:id="5" w:author="Аудитор">{p("Проверить")}</w:comment>'
                )
            },
        )
        (block,) = [b for b in page.blocks if b.origin.kind is OriginKind.ANNOTATION]
        assert (text_of(page, block), block.origin.detail) == ("Проверить", "comment by Аудитор")

    def test_a_note_that_nobody_refers_to_is_still_read(self, docx) -> None:
        page = docx(
            p("Текст."),
            links=(("n", "footnotes", "footnotes.xml"),),
            parts={"word/footnotes.xml": story("footnotes", f'<w:footnote w:id="7">{p("Осталась.")}</w:footnote>')},
        )
        assert page.text == "Текст.\n\nОсталась."


class TestTables:
    def test_stand_between_their_paragraphs(self, docx) -> None:
        page = docx(p("до") + tbl(tr("ИНН", "301234567")) + p("после"))
        assert page.text == "до\n\nИНН\t301234567\n\nпосле"

    def test_each_physical_cell_is_read_once_with_its_spans(self, docx) -> None:
        page = docx(
            tbl(
                tr(
                    tc("Заёмщик", properties='<w:vMerge w:val="restart"/>'),
                    tc("Итого", properties='<w:gridSpan w:val="2"/>'),
                ),
                tr(tc("", properties="<w:vMerge/>"), "10", "20"),
            )
        )
        shapes = {
            text_of(page, b): (b.cell.row, b.cell.column, b.cell.row_span, b.cell.column_span)
            for b in page.blocks
            if b.cell
        }
        assert shapes == {"Заёмщик": (0, 0, 2, 1), "Итого": (0, 1, 1, 2), "10": (1, 1, 1, 1), "20": (1, 2, 1, 1)}
        assert page.text == "Заёмщик\tИтого\n10\t20"

    def test_text_under_a_merge_is_kept_apart(self, docx) -> None:
        page = docx(
            tbl(tr(tc("А", properties='<w:vMerge w:val="restart"/>')), tr(tc("спрятано", properties="<w:vMerge/>")))
        )
        assert page.text == "А"
        assert [w.text for w in page.withheld] == ["спрятано"]

    def test_a_nested_table_stays_between_its_neighbours(self, docx) -> None:
        inner = tbl(tr("вид", "сумма"), tr("кредит", "5"))
        page = docx(tbl(tr(tc(p("до"), inner, p("после")), "рядом")))
        assert page.text == "до\n\nвид\tсумма\nкредит\t5\n\nпосле\nрядом" or page.text.split() == (
            "до вид сумма кредит 5 после рядом".split()
        )
        assert (
            page.text.index("до") < page.text.index("кредит\t5") < page.text.index("после") < page.text.index("рядом")
        )

    def test_cells_carry_the_headings_above_and_beside_them(self, docx) -> None:
        page = docx(
            tbl(
                tr(
                    tc("Показатель", properties='<w:vMerge w:val="restart"/>'),
                    tc("Год", properties='<w:gridSpan w:val="2"/>'),
                ),
                tr(tc("", properties="<w:vMerge/>"), "2022", "2023"),
                tr("Выручка", "100", "120"),
                tr("Прибыль", "7", "9"),
            )
        )
        (cell,) = [b.cell for b in page.blocks if text_of(page, b) == "9" and b.cell]
        assert (cell.row_header, cell.column_header) == ("Прибыль", "Год / 2023")

    def test_a_form_without_column_headings_gets_none(self, docx) -> None:
        page = docx(tbl(tr("ИНН", "301234567"), tr("Адрес", "г. Ташкент"), tr("Руководитель", "Каримов А.")))
        assert {b.cell.column_header for b in page.blocks if b.cell} == {None}
        assert {b.cell.row_header for b in page.blocks if b.cell and b.cell.column == 1} == {
            "ИНН",
            "Адрес",
            "Руководитель",
        }

    def test_a_cell_that_is_a_form_of_its_own_is_read_line_by_line(self, docx) -> None:
        page = docx(tbl(tr(tc(p("Банк:"), p("ИНН: 200000001")), tc(p("Заёмщик:"), p("ИНН: 300000002")))))
        assert page.text == "Банк:\nИНН: 200000001\nЗаёмщик:\nИНН: 300000002"

    def test_a_name_on_two_lines_stays_on_its_row(self, docx) -> None:
        page = docx(tbl(tr("Заёмщик", tc(p("ООО «Альфа»"), p("г. Ташкент")))))
        assert page.text == "Заёмщик\tООО «Альфа» г. Ташкент"


NUMBERING = """<w:abstractNum w:abstractNumId="1">
  <w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/></w:lvl>
  <w:lvl w:ilvl="1"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1.%2."/></w:lvl>
  <w:lvl w:ilvl="2"><w:start w:val="1"/><w:numFmt w:val="russianLower"/><w:lvlText w:val="%3)"/></w:lvl>
</w:abstractNum>
<w:abstractNum w:abstractNumId="2"><w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/><w:lvlText w:val="•"/></w:lvl></w:abstractNum>
<w:abstractNum w:abstractNumId="3"><w:lvl w:ilvl="0"><w:start w:val="4"/><w:numFmt w:val="upperRoman"/>
<w:lvlText w:val="Глава %1"/></w:lvl></w:abstractNum>
<w:num w:numId="1"><w:abstractNumId w:val="1"/></w:num>
<w:num w:numId="2"><w:abstractNumId w:val="2"/></w:num>
<w:num w:numId="3"><w:abstractNumId w:val="3"/></w:num>
<w:num w:numId="4"><w:abstractNumId w:val="1"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/></w:lvlOverride></w:num>"""


class TestAutomaticNumbers:
    def item(self, text: str, level: int = 0, of_list: int = 1) -> str:
        return p(text, properties=f'<w:numPr><w:ilvl w:val="{level}"/><w:numId w:val="{of_list}"/></w:numPr>')

    def labels(self, docx, body: str) -> list[str]:
        page = docx(
            body,
            links=(("n", "numbering", "numbering.xml"),),
            parts={"word/numbering.xml": story("numbering", NUMBERING)},
        )
        return [text_of(page, block) for block in page.blocks if block.role == "label"]

    def test_are_counted_as_word_counts_them(self, docx) -> None:
        body = "".join(
            [self.item("Предмет"), self.item("Сумма", 1), self.item("Срок", 1), self.item("первое", 2), self.item("второе", 2),
             self.item("Права"), self.item("Банк", 1), self.item("третье", 2)]
        )  # fmt: skip
        assert self.labels(docx, body) == ["1.", "1.1.", "1.2.", "а)", "б)", "2.", "2.1.", "а)"]

    def test_are_blocks_of_their_own_so_that_quotes_stay_verbatim(self, docx) -> None:
        page = docx(
            self.item("Предмет договора"),
            links=(("n", "numbering", "numbering.xml"),),
            parts={"word/numbering.xml": story("numbering", NUMBERING)},
        )
        assert [(text_of(page, b), b.role, b.origin.detail) for b in page.blocks] == [
            ("1.", "label", "automatic number"), ("Предмет договора", "list_item", None),
        ]  # fmt: skip
        assert page.blocks[1].heading == "1."

    def test_bullets_say_nothing(self, docx) -> None:
        assert self.labels(docx, self.item("пункт", of_list=2)) == []

    def test_start_and_form_are_the_lists_own(self, docx) -> None:
        assert self.labels(docx, self.item("а", of_list=3) + self.item("б", of_list=3)) == ["Глава IV", "Глава V"]

    def test_a_list_that_restarts_restarts(self, docx) -> None:
        body = self.item("а") + self.item("б") + self.item("в", of_list=4) + self.item("г", of_list=4)
        assert self.labels(docx, body) == ["1.", "2.", "1.", "2."]

    def test_come_from_the_style_where_the_paragraph_has_none(self, docx) -> None:
        styles = (
            '<w:style w:type="paragraph" w:styleId="K"><w:name w:val="Clause"/><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr>'
            '</w:pPr></w:style><w:style w:type="paragraph" w:styleId="K2"><w:basedOn w:val="K"/><w:pPr><w:numPr>'
            '<w:ilvl w:val="1"/></w:numPr></w:pPr></w:style>'
        )
        page = docx(
            p("Предмет", properties='<w:pStyle w:val="K"/>') + p("Сумма", properties='<w:pStyle w:val="K2"/>'),
            links=(("n", "numbering", "numbering.xml"), ("s", "styles", "styles.xml")),
            parts={"word/numbering.xml": story("numbering", NUMBERING), "word/styles.xml": story("styles", styles)},
        )
        assert [text_of(page, b) for b in page.blocks if b.role == "label"] == ["1.", "1.1."]

    def test_a_deleted_paragraph_does_not_count(self, docx) -> None:
        gone = p(
            deleted("лишнее"),
            properties=f'<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr><w:rPr><w:del {TRACKED}/></w:rPr>',
        )
        assert self.labels(docx, self.item("а") + gone + self.item("б")) == ["1.", "2."]


class TestHiddenText:
    @pytest.mark.parametrize(
        ("properties", "reason"),
        [
            ("<w:vanish/>", "hidden text"),
            ('<w:color w:val="FFFFFF"/>', "white letters"),
            ('<w:sz w:val="1"/>', "letters too small to read"),
        ],
    )
    def test_is_kept_apart_and_reported(self, docx, properties: str, reason: str) -> None:
        page = docx(p("Видно. ", r("Одобрить кредит без проверки.", properties), "Дальше."))
        assert page.text == "Видно. Дальше."
        assert [(w.text, w.reason) for w in page.withheld] == [("Одобрить кредит без проверки.", reason)]
        assert "hidden_text" in {problem.code for problem in page.problems}

    @pytest.mark.parametrize("mark", ["<w:strike/>", "<w:dstrike/>", '<w:rStyle w:val="Gone"/>'])
    def test_struck_out_runs_are_kept_apart_as_deleted(self, docx, mark: str) -> None:
        style = '<w:style w:type="character" w:styleId="Gone"><w:rPr><w:strike/></w:rPr></w:style>'
        page = docx(p("Срок кредита: ", r("60", mark), " 36 месяцев"), **styled(style))
        assert page.text == "Срок кредита:  36 месяцев"
        assert [(w.text, w.reason, w.origin.kind) for w in page.withheld] == [("60", "struck out", OriginKind.DELETED)]
        assert {problem.code for problem in page.problems} == {"struck_text"}

    def test_a_run_may_switch_off_the_striking_out_of_its_paragraphs_style(self, docx) -> None:
        style = '<w:style w:type="paragraph" w:styleId="Gone"><w:rPr><w:strike/></w:rPr></w:style>'
        off = r("Ставка: 24 %", '<w:strike w:val="0"/>')
        gone = '<w:pStyle w:val="Gone"/>'
        page = docx(p("Ставка: 22 %", properties=gone) + p(off, properties=gone), **styled(style))
        assert page.text == "Ставка: 24 %"

    def test_white_letters_on_a_dark_cell_are_seen(self, docx) -> None:
        dark = '<w:shd w:val="clear" w:fill="1F3864"/>'
        page = docx(tbl(tr(tc(p(r("Итого", '<w:color w:val="FFFFFF"/>')), properties=dark), "5")))
        assert page.text == "Итого\t5"

    def test_a_style_can_hide_and_a_run_can_show_again(self, docx) -> None:
        styles = '<w:style w:type="character" w:styleId="H"><w:name w:val="h"/><w:rPr><w:vanish/></w:rPr></w:style>'
        page = docx(
            p(r("нет ", '<w:rStyle w:val="H"/>'), r("да", '<w:rStyle w:val="H"/><w:vanish w:val="0"/>')),
            links=(("s", "styles", "styles.xml"),),
            parts={"word/styles.xml": story("styles", styles)},
        )
        assert page.text == "да"

    def test_a_header_that_no_page_shows_is_kept_apart(self, docx) -> None:
        page = docx(
            p("Текст.") + '<w:sectPr><w:headerReference w:type="first" r:id="h"/></w:sectPr>',
            links=(("h", "header", "header1.xml"),),
            parts={"word/header1.xml": story("hdr", p("Старый проект"))},
        )
        assert page.text == "Текст."
        assert [w.reason for w in page.withheld] == ["a header that no page shows"]


class TestFieldsAndCharacters:
    def field(self, instruction: str, result: str) -> str:
        mark = '<w:r><w:fldChar w:fldCharType="{}"/></w:r>'
        return (
            mark.format("begin") + f"<w:r><w:instrText>{instruction}</w:instrText></w:r>" + mark.format("separate")
            + r(result) + mark.format("end")
        )  # fmt: skip

    def test_a_fields_result_is_text_and_its_instruction_is_not(self, docx) -> None:
        assert docx(p("См. ", self.field(" REF _r1 \\h ", "пункт 3.2"), ".")).text == "См. пункт 3.2."

    def test_no_page_number_is_read(self, docx) -> None:
        page = docx(
            p(
                "Стр. ",
                self.field(" PAGE ", "7"),
                " из ",
                '<w:fldSimple w:instr=" NUMPAGES ">' + r("12") + "</w:fldSimple>",
            )
        )
        assert page.text == "Стр.  из "
        assert not page.problems

    def test_a_field_that_never_ends_does_not_swallow_the_text(self, docx) -> None:
        open_field = '<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> IF </w:instrText></w:r>'
        assert docx(p("до ", open_field, "после") + p("дальше")).text == "до после\n\nдальше"

    def test_an_old_check_box_shows_its_state(self, docx) -> None:
        box = (
            '<w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:checkBox><w:default w:val="0"/><w:checked/></w:checkBox>'
            "</w:ffData></w:fldChar></w:r><w:r><w:instrText> FORMCHECKBOX </w:instrText></w:r>"
            '<w:r><w:fldChar w:fldCharType="end"/></w:r>'
        )
        assert docx(p(box, " резидент")).text == "☒ резидент"

    def test_tabs_breaks_and_special_hyphens(self, docx) -> None:
        run = (
            "<w:r><w:t>ИНН</w:t><w:tab/><w:t>01</w:t><w:noBreakHyphen/><w:t>2</w:t><w:br/><w:t>да</w:t><w:softHyphen/>"
            "<w:t>та</w:t></w:r>"
        )
        assert docx(p(run)).text == "ИНН\t01\u20112\nда\u00adта"

    def test_symbols_are_what_they_look_like(self, docx) -> None:
        fonts = (("Wingdings", "F0FE"), ("Symbol", "F0B3"), ("X", "F041"))
        run = "".join(f'<w:r><w:sym w:font="{font}" w:char="{code}"/></w:r>' for font, code in fonts)
        assert docx(p(run)).text == "☑≥\N{REPLACEMENT CHARACTER}"

    def test_formulas_are_read(self, docx) -> None:
        assert docx(p("x = ", "<m:oMath><m:r><m:t>a+b</m:t></m:r></m:oMath>")).text == "x = a+b"

    def test_a_hyperlinks_words_are_text(self, docx) -> None:
        assert docx(p("см. ", f'<w:hyperlink r:id="x">{r("договор")}</w:hyperlink>')).text == "см. договор"


class TestPlaces:
    def test_no_page_is_ever_invented(self, docx) -> None:
        page = docx(
            p("Первый.", "<w:r><w:lastRenderedPageBreak/></w:r>") + p('<w:r><w:br w:type="page"/></w:r>', "Второй.")
        )
        assert page.kind is PageKind.FLOW
        assert isinstance(page.locator_of(page.blocks[-1].span), ParagraphLocator)
        assert page.blocks[-1].path == "body/p[2]"

    def test_headings_are_tracked_by_style_and_by_looks(self, docx) -> None:
        styles = '<w:style w:type="paragraph" w:styleId="1"><w:name w:val="heading 1"/></w:style>'
        page = docx(
            p("Предмет", properties='<w:pStyle w:val="1"/>') + p("Сумма 5.") + p(r("2. ОБЕСПЕЧЕНИЕ", "<w:b/>")) + p("Залог.")
            + p("Статья 5") + p("Срок."),
            links=(("s", "styles", "styles.xml"),),
            parts={"word/styles.xml": story("styles", styles)},
        )  # fmt: skip
        assert [b.heading for b in page.blocks if b.role == "paragraph"] == ["Предмет", "2. ОБЕСПЕЧЕНИЕ", "Статья 5"]

    def test_long_documents_are_cut_between_paragraphs(self, tmp_path: Path) -> None:
        pages = read(write_docx(tmp_path / "long.docx", "".join(p(f"Абзац {n}. " + "слово " * 60) for n in range(60))))
        assert len(pages) > 3
        assert [page.number for page in pages] == list(range(1, len(pages) + 1))
        assert all(len(page.text) <= 4000 for page in pages)
        assert re.findall(r"Абзац (\d+)", " ".join(page.text for page in pages)) == [str(n) for n in range(60)]


class TestOddPackages:
    def test_dangling_relationships_are_tolerated(self, docx) -> None:
        page = docx(
            p("Текст."),
            links=(
                ("a", "hyperlink", "NULL"),
                ("b", "hyperlink", "#_top"),
                ("c", "numbering", "missing.xml"),
                ("d", "styles", ""),
            ),
        )
        assert page.text == "Текст."

    def test_strict_namespaces_are_read_like_any(self, tmp_path: Path) -> None:
        strict = "http://purl.oclc.org/ooxml/wordprocessingml/main"
        body = f'<w:document xmlns:w="{strict}"><w:body><w:p><w:r><w:t>Строго.</w:t></w:r></w:p></w:body></w:document>'
        links = (
            '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r" '
            'Type="http://purl.oclc.org/ooxml/officeDocument/relationships/officeDocument" Target="word/document.xml"/>'
            "</Relationships>"
        )
        path = write_package(tmp_path / "strict.docx", {"_rels/.rels": links, "word/document.xml": body})
        assert read(path)[0].text == "Строго."

    def test_imported_html_is_read_and_other_imports_are_reported(self, docx) -> None:
        page = docx(
            '<w:altChunk r:id="a"/><w:altChunk r:id="b"/>',
            links=(("a", "aFChunk", "chunk.htm"), ("b", "aFChunk", "chunk.rtf")),
            parts={"word/chunk.htm": "<html><body><p>Из HTML</p></body></html>", "word/chunk.rtf": "{\\rtf1 x}"},
        )
        assert page.text == "Из HTML"
        assert "unread_part" in {problem.code for problem in page.problems}

    def test_a_document_of_pictures_says_that_they_are_not_read(self, docx) -> None:
        picture = '<w:r><w:pict><v:shape><v:imagedata r:id="i"/></v:shape></w:pict></w:r>'
        (problem,) = docx(p(picture)).problems
        assert (problem.code, problem.severity) == ("pictures_not_read", "warning")

    def test_an_empty_document_is_a_page_that_says_so(self, docx) -> None:
        page = docx("")
        assert (page.text, [problem.code for problem in page.problems]) == ("", ["no_text"])

    def test_control_characters_never_reach_the_page(self, tmp_path: Path) -> None:
        from ingest.characters import clean_text

        assert clean_text("a\x00b\x0bc\ud800d\ufffee\r\nf") == "ab\ncde\nf"

    def test_an_encrypted_file_needs_its_password(self, tmp_path: Path) -> None:
        import msoffcrypto.format.ooxml as ooxml

        filler = {"word/filler.bin": random.Random(1).randbytes(9000)}  # the library seals small files wrongly
        plain = write_docx(tmp_path / "plain.docx", p("Тайна."), parts=filler)
        sealed = tmp_path / "sealed.docx"
        with plain.open("rb") as source, sealed.open("wb") as target:
            ooxml.OOXMLFile(source).encrypt("пароль", target)
        with pytest.raises(PasswordNeeded):
            read(sealed)
        with pytest.raises(PasswordNeeded):
            read(sealed, passwords={"sealed.docx": "другой"})
        assert read(sealed, passwords={"sealed.docx": "пароль"})[0].text == "Тайна."

    def test_a_file_cut_off_or_of_another_kind_is_refused_in_words(self, tmp_path: Path) -> None:
        whole = write_docx(tmp_path / "whole.docx", p("Текст.")).read_bytes()
        (tmp_path / "cut.docx").write_bytes(whole[: len(whole) // 2])
        with pytest.raises(InputRefused, match="damaged"):
            read(tmp_path / "cut.docx")
        (tmp_path / "other.docx").write_bytes(write_package(tmp_path / "x", {"a.txt": "b"}).read_bytes())
        with pytest.raises(InputRefused, match="no Word document"):
            read(tmp_path / "other.docx")
