from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evidence.pages import Block, Page, PageKind
from evidence.passages import Passage
from evidence.spans import CharSpan
from ingest.docx import read_docx
from ingest.options import ReadOptions
from ingest.passages import LARGEST, LONGEST, cut_passages
from ingest.xlsx import read_xlsx
from tests.unit.ingest.made_up_office import num, p, r, row, rows, text, write_docx, write_xlsx

WORDS = "Заёмщик обязуется возвратить кредит в срок, установленный договором, и уплатить проценты."


def page(text: str, **more: object) -> Page:
    return Page.model_validate({"document": "f" * 64, "number": 1, "kind": PageKind.FLOW, "text": text, **more})


def check(page: Page, passages: tuple[Passage, ...]) -> None:
    last = 0
    for passage in passages:
        start, end = passage.span.start, passage.span.end
        assert page.text[start:end] == passage.text
        assert start >= last
        assert not page.text[last:start].strip(), "text between passages is lost"
        assert len(passage.text) <= LONGEST
        assert len(passage.text.encode("utf-8", "replace")) <= LARGEST
        last = end
    assert not page.text[last:].strip()


def test_spans_are_exact_and_nothing_is_lost() -> None:
    made = page("\n\n".join(f"{n}. {WORDS} {WORDS}" for n in range(40)))
    passages = cut_passages(made, name="договор.docx")
    check(made, passages)
    assert len(passages) < 20, "small paragraphs are put together"


def test_sentences_are_not_cut_and_abbreviations_do_not_end_them() -> None:
    made = page(
        " ".join(
            f"Согласно ст. {n} ГК РФ и п. 2 договора ООО «Альфа» (г. Ташкент) платит {n} руб. в месяц."
            for n in range(60)
        )
    )
    passages = cut_passages(made, name="x")
    check(made, passages)
    assert all(passage.text.startswith("Согласно") and passage.text.endswith("месяц.") for passage in passages)


def test_size_counts_bytes_too() -> None:
    made = page("😀 " * 3000)
    check(made, cut_passages(made, name="x"))


def test_one_endless_word_is_still_cut() -> None:
    made = page("я" * 5000)
    check(made, cut_passages(made, name="x"))


def test_a_heading_opens_a_passage_and_names_it(tmp_path: Path) -> None:
    body = "".join(p(r(f"{n}. РАЗДЕЛ {n}", "<w:b/>")) + p(f"{WORDS} " * 7) for n in range(1, 5))
    for made in read_docx(write_docx(tmp_path / "a.docx", body), document="f" * 64, options=ReadOptions()):
        passages = cut_passages(made, name="a.docx")
        check(made, passages)
        assert all(passage.text.index("РАЗДЕЛ") < 5 for passage in passages if "РАЗДЕЛ" in passage.text)
        assert passages[0].context == "a.docx · 1. РАЗДЕЛ 1"


def test_rows_stay_whole_and_their_headings_are_context(tmp_path: Path) -> None:
    lines = [row(1, text("A1", "Показатель"), text("B1", "2022 год"), text("C1", "2023 год"))]
    lines += [
        row(n, text(f"A{n}", f"Статья расходов номер {n}"), num(f"B{n}", n), num(f"C{n}", 2 * n)) for n in range(2, 120)
    ]
    path = write_xlsx(tmp_path / "a.xlsx", rows(*lines), names=("Отчёт",))
    (made,) = read_xlsx(path, document="f" * 64, options=ReadOptions())
    passages = cut_passages(made, name="a.xlsx")
    check(made, passages)
    assert len(passages) > 3
    for passage in passages:
        assert all(line.count("\t") == 2 for line in passage.text.split("\n"))
        assert passage.context.startswith("a.xlsx · Отчёт · ")
        assert "2023 год" in passage.context


def test_the_same_text_cut_again_is_the_same_passage() -> None:
    made = page(WORDS)
    assert cut_passages(made, name="x")[0].id == cut_passages(made, name="y")[0].id


def test_an_empty_page_gives_none() -> None:
    assert cut_passages(page(" \n"), name="x") == ()


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.text(alphabet=st.sampled_from("абв Xyz. \t;0"), min_size=1, max_size=400), max_size=12),
    st.integers(0, 3),
)
def test_any_text_is_covered_in_order(parts: list[str], gap: int) -> None:
    whole = ("\n" * (gap % 2 + 1)).join(parts)
    blocks = []
    at = 0
    for part in parts:
        if part:
            blocks.append(Block(span=CharSpan(start=at, end=at + len(part))))
        at += len(part) + gap % 2 + 1
    made = page(whole, blocks=tuple(blocks))
    check(made, cut_passages(made, name="x"))


@pytest.mark.parametrize("size", [899, 900, 901, 1800, 2700])
def test_borders_of_size(size: int) -> None:
    made = page(("слово " * 600)[:size])
    check(made, cut_passages(made, name="x"))
