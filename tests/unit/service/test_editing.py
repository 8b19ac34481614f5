"""An analyst's edit is held against its quotes like a machine's answer."""

from datetime import date

import pytest

from evidence.errors import InputRefused
from evidence.fields import Choice, Column, Field, FieldType
from evidence.findings import Finding, Status
from evidence.memory import MemoryPages
from evidence.pages import Document, Page, PageKind
from service.editing import (
    EditedRow,
    EditedValue,
    OwnWords,
    StatedCell,
    ValueNotSupported,
    edited_finding,
    has_quotes,
    own_statement,
    stated_cells,
)
from service.picking import Place

SHA = "a" * 64
TEXT = "Amount: 1 200 000.00 USD\nFee: 3 500.00 USD\nDate: 12 March 2024\nINN 301234567\nStatus: in arrears"
AMOUNT = Field(id="amount", question="How much?", type=FieldType.MONEY, labels=("Amount",))
TABLE = Field(
    id="sums",
    question="Which sums?",
    type=FieldType.TABLE,
    columns=(Column(id="sum", type=FieldType.MONEY), Column(id="on", type=FieldType.DATE)),
)


def source() -> MemoryPages:
    document = Document(sha256=SHA, name="a.pdf", media_type="application/pdf", page_count=1)
    return MemoryPages([document], [Page(document=SHA, number=1, kind=PageKind.TEXT, text=TEXT, language="en")])


def value(text: str, *quotes: str) -> EditedValue:
    places = [
        Place(sha256=SHA, page=1, start=TEXT.index(quote), end=TEXT.index(quote) + len(quote)) for quote in quotes
    ]
    return EditedValue(value=text, citations=tuple(places))


def edit(asked: Field, *values: EditedValue, rows: tuple[EditedRow, ...] = ()) -> Finding:
    return edited_finding(asked, values=values, rows=rows, source=source(), stood=None, today=date(2026, 1, 1))


def test_a_value_is_kept_as_its_quote_writes_it() -> None:
    finding = edit(AMOUNT, value("1200000 USD", "Amount: 1 200 000.00 USD"))
    held = finding.values[0].value
    assert (finding.status, held.text, held.normalised) == (Status.FOUND, "1 200 000.00 USD", "1200000")
    assert finding.citations[0].quote == "Amount: 1 200 000.00 USD"


def test_a_value_that_no_quote_says_is_refused_with_what_it_says() -> None:
    with pytest.raises(ValueNotSupported, match=r"cannot be .* by that quote"):
        edit(AMOUNT, value("1 300 000 USD", "Amount: 1 200 000.00 USD"))


def test_one_of_several_quotes_is_enough() -> None:
    finding = edit(AMOUNT, value("3500 USD", "Amount: 1 200 000.00 USD", "Fee: 3 500.00 USD"))
    assert finding.values[0].citations == (0, 1)


def test_a_list_takes_several_values_and_one_value_takes_one() -> None:
    both = (value("1200000 USD", "1 200 000.00 USD"), value("3500 USD", "3 500.00 USD"))
    assert len(edit(AMOUNT.model_copy(update={"list": True}), *both).values) == 2
    with pytest.raises(InputRefused, match="one value"):
        edit(AMOUNT, *both)


def test_rows_of_a_table_are_held_cell_by_cell() -> None:
    row = EditedRow(cells={"sum": value("3500 USD", "3 500.00 USD"), "on": None})
    finding = edit(TABLE, rows=(row,))
    assert finding.rows[0].cells["on"] is None
    assert finding.rows[0].cells["sum"] is not None
    with pytest.raises(ValueNotSupported):
        edit(TABLE, rows=(EditedRow(cells={"on": value("13 March 2024", "Date: 12 March 2024")}),))


@pytest.mark.parametrize(
    "rows", [(), (EditedRow(cells={"other": None}),), (EditedRow(cells={"sum": None, "on": None}),)]
)
def test_a_table_of_another_shape_is_refused(rows: tuple[EditedRow, ...]) -> None:
    with pytest.raises(InputRefused):
        edit(TABLE, rows=rows)


def test_a_check_that_fails_is_a_caution_and_no_refusal() -> None:
    inn = Field(id="inn", question="INN?", type=FieldType.IDENTIFIER, labels=("INN",), checks=("cnpj",))
    finding = edit(inn, value("301234567", "INN 301234567"))
    assert finding.values[0].value.normalised == "301234567"
    assert finding.cautions


def test_a_choice_is_one_that_the_quote_supports() -> None:
    choices = (Choice(id="late", labels=("in arrears",)), Choice(id="good", labels=("in good standing",)))
    asked = Field(id="state", question="State?", type=FieldType.CHOICE, choices=choices)
    assert edit(asked, value("late", "Status: in arrears")).values[0].value.normalised == "late"
    with pytest.raises(ValueNotSupported):
        edit(asked, value("good", "Status: in arrears"))


def test_a_statement_is_a_value_of_the_fields_type() -> None:
    said = own_statement(AMOUNT, OwnWords(values=("1 200 USD",), basis="on the phone"), language="en")
    assert (said.values[0].normalised, said.values[0].unit, said.basis) == ("1200", "USD", "on the phone")
    with pytest.raises(InputRefused, match="as the report should read"):
        own_statement(AMOUNT, OwnWords(values=("a lot",)), language="en")


def test_a_table_is_stated_by_cells() -> None:
    with pytest.raises(InputRefused, match="state cells of it"):
        own_statement(TABLE, OwnWords(values=("see the annex",)), language="en")
    rows = [EditedRow(cells={"sum": StatedCell(stated="1,200 USD"), "on": None})]
    said = stated_cells(TABLE, rows, basis="on the phone", language="en")
    assert said is not None and not has_quotes(rows)
    assert {name: cell.normalised for name, cell in said.rows[0].cells.items()} == {"sum": "1200"}
    with pytest.raises(InputRefused, match="as the report should read"):
        stated_cells(TABLE, [EditedRow(cells={"on": StatedCell(stated="a lot")})], basis=None, language="en")
