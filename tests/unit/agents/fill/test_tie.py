import pytest

from agents.fill.resolve import Located
from agents.fill.tie import Tie, can_tie, stop_label_beside, tie_of
from evidence.citations import Match
from evidence.fields import Field
from evidence.pages import Block, Document, Page, PageKind, TableCell
from evidence.spans import CharSpan

DOCUMENT = Document(sha256="a" * 64, name="a.pdf", media_type="application/pdf", page_count=1)


def located(text: str, quote: str, *, context: str = "", blocks: tuple[Block, ...] = ()) -> Located:
    page = Page(document="a" * 64, number=1, kind=PageKind.TEXT, text=text, blocks=blocks)
    start = text.index(quote)
    return Located(((page, CharSpan(start=start, end=start + len(quote))),), DOCUMENT, Match.EXACT, context)


RATE = Field(id="rate", question="Какова процентная ставка по кредиту?", labels=("Процентная ставка", "Foiz stavkasi"))


@pytest.mark.parametrize(
    ("text", "quote", "tie"),
    [
        ("Процентной ставкой признаётся 18 %.", "Процентной ставкой признаётся 18 %.", Tie.LABEL),
        ("Процентная ставка\n18 %", "18 %", Tie.LABEL),
        ("Кредит выдан под 18 %.", "Кредит выдан под 18 %.", Tie.QUESTION),
        ("Скидка 18 %.", "Скидка 18 %.", Tie.NONE),
        ("Foiz stavkasi 18 %", "Foiz stavkasi 18 %", Tie.LABEL),
    ],
)
def test_a_quote_is_tied_by_a_label_or_by_words_of_the_question(text: str, quote: str, tie: Tie) -> None:
    assert tie_of(RATE, RATE, located(text, quote)) is tie


def test_headings_of_row_and_column_tie() -> None:
    cell = TableCell(table=0, row=1, column=1, row_header="Процентная ставка", column_header="2024")
    blocks = (Block(span=CharSpan(start=0, end=4), cell=cell),)
    assert tie_of(RATE, RATE, located("18 %", "18 %", blocks=blocks)) is Tie.LABEL


def test_a_paragraph_far_above_does_not_tie() -> None:
    above = "Процентная ставка определяется договором и может быть изменена сторонами по соглашению, о чём говорится в разделе 5."
    assert tie_of(RATE, RATE, located(f"{above}\n\nСкидка 18 %.", "Скидка 18 %.")) is Tie.NONE


def test_what_the_reader_calls_context_counts_only_where_the_page_says_it() -> None:
    place = located("18 %\n\nПриложение. Процентная ставка указана выше.", "18 %")
    assert tie_of(RATE, RATE, place, reader_context="Процентная ставка") is Tie.LABEL
    assert tie_of(RATE, RATE, place, reader_context="Процентная ставка банка") is Tie.NONE


def test_question_words_alone_tie_nothing() -> None:
    field = Field(id="f", question="What is the rate?")
    assert tie_of(field, field, located("What is this? 18 %", "What is this? 18 %")) is Tie.NONE


def test_across_scripts_nothing_can_be_in_common() -> None:
    english = Field(id="f", question="What is the interest rate?")
    assert not can_tie(english, located("Ставка 18 %", "18 %").page)
    assert can_tie(RATE, located("Ставка 18 %", "18 %").page)


INN = Field(id="inn", question="ИНН?", labels=("ИНН",), stop_labels=("ИНН банка",))


@pytest.mark.parametrize(
    ("text", "quote", "stop"),
    [
        ("ИНН банка\t207", "ИНН банка\t207", "ИНН банка"),
        ("ИНН банка\n207", "207", "ИНН банка"),
        ("ИНН\t301", "ИНН\t301", None),
        ("ИНН банка 207, ИНН 301", "ИНН банка 207, ИНН 301", None),
    ],
)
def test_a_label_that_means_something_else_is_seen(text: str, quote: str, stop: str | None) -> None:
    assert stop_label_beside(INN, located(text, quote)) == stop
