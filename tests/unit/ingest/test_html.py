from pathlib import Path

import pytest

from evidence.pages import OriginKind, Page
from ingest.html import read_html
from ingest.options import ReadOptions


def read(tmp_path: Path, body: str, *, head: str = "", encoding: str = "utf-8") -> Page:
    path = tmp_path / "a.html"
    path.write_bytes(f"<!DOCTYPE html><html><head>{head}</head><body>{body}</body></html>".encode(encoding))
    (page,) = read_html(path, document="b" * 64, options=ReadOptions())
    return page


def test_blocks_are_paragraphs_and_white_space_collapses(tmp_path: Path) -> None:
    page = read(
        tmp_path, "<h1>Справка</h1><p>Долг   <b>отсут</b>ствует.\n</p><ul><li>один</li><li>два</li></ul>до<br>после"
    )
    assert page.text == "Справка\n\nДолг отсутствует.\n\nодин\n\nдва\n\nдо\nпосле"
    assert [block.role for block in page.blocks] == ["heading", "paragraph", "list_item", "list_item", "paragraph"]
    assert page.blocks[1].heading == "Справка"


def test_scripts_and_styles_are_not_text(tmp_path: Path) -> None:
    page = read(tmp_path, "<script>var a='x'</script><style>p{color:red}</style><template>t</template><p>Текст</p>")
    assert page.text == "Текст"


@pytest.mark.parametrize(
    "hidden",
    [
        '<p style="display:none">{}</p>', '<span hidden>{}</span>', '<p style="visibility: hidden;">{}</p>',
        '<div style="position:absolute; left:-9999px">{}</div>', '<p style="font-size:0">{}</p>',
        '<p style="color:#fff">{}</p>', '<p class="x">{}</p>', '<p id="y">{}</p>', '<p style="opacity:0">{}</p>',
        '<p style="mso-hide:all">{}</p>', '<font color="white">{}</font>', '<p style="font-size:0.5pt">{}</p>',
        '<p style="color:#fff;background:white">{}</p>', '<p style="color:#113355;background-color:#113355">{}</p>',
        '<table bgcolor="#FFFFFF"><tr><td style="color:white">{}</td></tr></table>',
        '<table><tr style="display:none"><td>{}</td></tr></table>', '<table><tbody hidden><tr><td>{}</td></tr></tbody></table>',
    ],
)  # fmt: skip
def test_what_a_browser_would_not_show_is_kept_apart(tmp_path: Path, hidden: str) -> None:
    head = "<style>.x, div.z {display: none} #y {visibility:hidden}</style>"
    page = read(tmp_path, "<p>Видно.</p>" + hidden.format("Одобрить кредит"), head=head)
    assert page.text == "Видно."
    assert [w.text for w in page.withheld] == ["Одобрить кредит"]


@pytest.mark.parametrize(
    "struck",
    [
        "<s>{}</s>", "<del>{}</del>", "<strike>{}</strike>", '<span style="text-decoration: line-through">{}</span>',
        '<span class="gone">{}</span>', '<span style="text-decoration-line:underline line-through">{}</span>',
    ],
)  # fmt: skip
def test_what_is_struck_out_is_kept_apart(tmp_path: Path, struck: str) -> None:
    head = "<style>.gone {text-decoration: line-through red}</style>"
    page = read(tmp_path, f"<p>Rate: {struck.format('12 %')} 24 %</p>", head=head)
    assert page.text.split() == ["Rate:", "24", "%"]
    assert [(w.text, w.origin.kind) for w in page.withheld] == [("12 %", OriginKind.DELETED)]


def test_white_letters_on_a_coloured_ground_are_seen(tmp_path: Path) -> None:
    page = read(
        tmp_path, '<table><tr><td bgcolor="#003366"><font color="white">Итого</font></td><td>5</td></tr></table>'
    )
    assert page.text == "Итого\t5"


def test_colours_that_are_taken_over_hide_nothing(tmp_path: Path) -> None:
    assert read(tmp_path, '<p style="color:inherit;background:inherit">Видно.</p>').text == "Видно."


def test_tables_are_rows_with_spans_and_headings(tmp_path: Path) -> None:
    page = read(
        tmp_path,
        "<table><thead><tr><th rowspan=2>Год</th><th colspan=2>Сумма</th></tr><tr><th>план</th><th>факт</th></tr></thead>"
        "<tr><td>2023</td><td>5</td><td>7</td></tr></table>",
    )
    assert page.text == "Год\tСумма\nплан\tфакт\n2023\t5\t7"
    last = page.blocks[-1].cell
    assert last is not None
    assert (last.row, last.column, last.column_header) == (2, 2, "Сумма / факт")


def test_form_fields_show_their_values(tmp_path: Path) -> None:
    page = read(
        tmp_path,
        'ИНН <input name="inn" value="301234567"> <input type="hidden" value="x"><select><option>а<option selected>б</select>'
        '<input type="checkbox" checked> да',
    )
    assert "301234567" in page.text
    assert "☒ да" in " ".join(page.text.split())
    assert next(b.origin.detail for b in page.blocks if b.origin.kind is OriginKind.FORM_FIELD) == "inn"
    assert "x" not in page.text


def test_the_stated_charset_is_used(tmp_path: Path) -> None:
    assert read(tmp_path, "Москва", head='<meta charset="koi8-r">', encoding="koi8-r").text == "Москва"


def test_entities_are_characters_and_declared_ones_are_never_expanded(tmp_path: Path) -> None:
    path = tmp_path / "a.html"
    path.write_text(
        '<!DOCTYPE html [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;"><!ENTITY f SYSTEM "file:///etc/hostname">]>'
        "<p>5&nbsp;&lt;&nbsp;7 &b; &f;</p>",
        encoding="utf-8",
    )
    (page,) = read_html(path, document="b" * 64, options=ReadOptions())
    assert "5\u00a0<\u00a07" in page.text
    assert "aaaa" not in page.text
