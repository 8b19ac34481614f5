"""An analyst's edit becomes a finding: each value is held against the quotes that were chosen for it, like a machine's."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Annotated, ClassVar

from pydantic import BaseModel, ConfigDict, Field

from evidence.checks import run_check
from evidence.citations import Citation
from evidence.errors import InputRefused
from evidence.fields import Column, FieldType
from evidence.fields import Field as Asked
from evidence.findings import Finding, FoundValue, Producer, Row, SearchProof, Status, TypedValue
from evidence.ports import PageSource
from evidence.reasons import Reason
from evidence.reviews import OwnStatement, StatedRow
from evidence.support import supports
from service.picking import Picked, Place, pick

_EVIDENCE = 20_000
"""Characters of the page that are looked through for how it writes dates and numbers."""


class ValueNotSupported(InputRefused):
    """The chosen quotes do not say the value that was typed."""

    code: ClassVar[str] = "value_not_supported"

    def __init__(self, message: str, *, why: Reason | None = None) -> None:
        super().__init__(message)
        self.why = why
        """Part of the message; in other languages it has words of its own."""


class NoSuchValue(InputRefused):
    """What was typed as a statement is no value of the field's type."""

    def __init__(self, message: str, *, why: Reason | None) -> None:
        super().__init__(message)
        self.why = why


class EditedValue(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    value: Annotated[str, Field(min_length=1, max_length=20_000, examples=["1 200 000.00 USD"])]
    citations: Annotated[tuple[Place, ...], Field(min_length=1, max_length=20)]


class StatedCell(BaseModel):
    """Of a table, what the analyst says without a quote."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    stated: Annotated[str, Field(min_length=1, max_length=20_000, examples=["1 200 000"])]


class EditedRow(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    cells: dict[str, EditedValue | StatedCell | None]
    """Column id to a value with the places that say it, or to one that you state yourself; null = left open."""


class OwnWords(BaseModel):
    """Said by the analyst, with no quote behind it; the report marks it as that."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    values: Annotated[
        tuple[Annotated[str, Field(min_length=1, max_length=20_000)], ...], Field(min_length=1, max_length=200)
    ]
    basis: Annotated[str | None, Field(max_length=2000)] = None
    """Why the analyst says so."""


def edited_finding(
    asked: Asked,
    *,
    values: Sequence[EditedValue],
    rows: Sequence[EditedRow],
    source: PageSource,
    stood: Finding | None,
    today: date,
) -> Finding:
    """Of a table the cells with quotes; those that are stated stay open in it. Raises ValueNotSupported, InputRefused where the
    shape is not the field's, NotKept where a place is not there."""
    _must_fit(asked, values=values, rows=rows)
    desk = _Desk(source, today)
    found = tuple(desk.take(asked, value) for value in values)
    table = tuple(_row(asked, row, desk) for row in rows)
    return Finding(
        field=asked.id,
        status=Status.FOUND,
        values=found,
        rows=table,
        rows_asked=stood.rows_asked if stood is not None else (),
        citations=tuple(desk.citations),
        search=stood.search if stood is not None else SearchProof(),
        cautions=tuple(dict.fromkeys(desk.cautions)),
        producer=stood.producer if stood is not None else Producer(agent="analyst", model="none", template="none"),
    )


def own_statement(asked: Asked, words: OwnWords, *, language: str | None) -> OwnStatement:
    """Raises InputRefused for what is no value of the field's type."""
    if asked.type is FieldType.TABLE:
        raise InputRefused(f'{asked.title!r} is a table: give `rows`, and state cells of it as {{"stated": "…"}}')
    if not asked.list and len(words.values) != 1:
        raise InputRefused(f"{asked.title!r} takes one value, and {len(words.values)} were given")
    return OwnStatement(
        values=tuple(_stated(asked, text, language) for text in words.values), basis=words.basis or None
    )


def stated_cells(
    asked: Asked, rows: Sequence[EditedRow], *, basis: str | None, language: str | None
) -> OwnStatement | None:
    """Those cells of an edited table that the analyst states; None = there are none. Raises InputRefused as above."""
    _must_fit(asked, values=(), rows=rows)
    columns: Mapping[str, Column] = {column.id: column for column in asked.columns}
    said = tuple(
        StatedRow(
            cells={
                name: _stated(columns[name], cell.stated, language)
                for name, cell in row.cells.items()
                if isinstance(cell, StatedCell)
            }
        )
        for row in rows
    )
    return OwnStatement(rows=said, basis=basis or None) if any(row.cells for row in said) else None


def has_quotes(rows: Sequence[EditedRow]) -> bool:
    return any(isinstance(cell, EditedValue) for row in rows for cell in row.cells.values())


def _stated(asked: Asked | Column, text: str, language: str | None) -> TypedValue:
    if asked.type is FieldType.LONG_TEXT:
        return TypedValue(type=FieldType.LONG_TEXT, text=text.strip(), normalised=text.strip())
    read = supports(asked, text, text, language=language)
    if not read.ok or read.value is None:
        raise NoSuchValue(
            f"{text!r} is no value of {asked.title!r} ({read.reason}); write it as the report should read",
            why=read.reason,
        )
    return read.value


def _must_fit(asked: Asked, *, values: Sequence[EditedValue], rows: Sequence[EditedRow]) -> None:
    if asked.type is FieldType.TABLE:
        known = {column.id for column in asked.columns}
        strange = sorted({column for row in rows for column in row.cells} - known)
        if values or not rows or strange:
            said = f"; it has no column {', '.join(strange)}" if strange else ""
            raise InputRefused(
                f"{asked.title!r} is a table: give `rows` with cells of {', '.join(sorted(known))}{said}"
            )
        if not any(cell for row in rows for cell in row.cells.values()):
            raise InputRefused(f"every cell of {asked.title!r} is left open; reject the finding instead")
    elif rows or not values:
        raise InputRefused(f"{asked.title!r} is no table: give `values`, each with its citations")
    elif len(values) > 1 and not asked.list:
        raise InputRefused(f"{asked.title!r} takes one value, and {len(values)} were given")


def _row(asked: Asked, row: EditedRow, desk: "_Desk") -> Row:
    columns: Mapping[str, Column] = {column.id: column for column in asked.columns}
    return Row(
        cells={
            name: desk.take(columns[name], cell) if isinstance(cell, EditedValue) else None
            for name, cell in ((column, row.cells.get(column)) for column in columns)
        }
    )


class _Desk:
    """One edit being written: its citations so far."""

    def __init__(self, source: PageSource, today: date) -> None:
        self.citations: list[Citation] = []
        self.cautions: list[str] = []
        self._source = source
        self._today = today

    def take(self, asked: Asked | Column, edited: EditedValue) -> FoundValue:
        picked = [pick(self._source, place) for place in edited.citations]
        value = _read(asked, edited.value, picked)
        if isinstance(asked, Asked):
            self._check(asked, value)
        return FoundValue(value=value, citations=tuple(self._number(one.citation) for one in picked))

    def _number(self, citation: Citation) -> int:
        if citation not in self.citations:
            self.citations.append(citation)
        return self.citations.index(citation)

    def _check(self, asked: Asked, value: TypedValue) -> None:
        """A person may know better than a check digit; whoever reads on is told."""
        for name in asked.checks:
            reason = run_check(name, value, today=self._today).reason
            if reason is not None:
                self.cautions.append(f"{value.text}: {reason}")


def _read(asked: Asked | Column, claimed: str, picked: Sequence[Picked]) -> TypedValue:
    """As the quotes write it: one of them alone, or all of them together."""
    reasons = []
    for one in picked:
        support = _support(asked, claimed, [one])
        if isinstance(support, TypedValue):
            return support
        reasons.append(support)
    together = _support(asked, claimed, picked) if len(picked) > 1 else None
    if isinstance(together, TypedValue):
        return together
    reason = next((reason for reason in reasons if reason is not None), None)
    why = "the quote does not say it" if reason is None else str(reason)
    # what to do stands in the advice of its code
    raise ValueNotSupported(f"{asked.title!r} cannot be {claimed!r} by that quote: {why}", why=reason)


def _support(asked: Asked | Column, claimed: str, picked: Sequence[Picked]) -> TypedValue | Reason | None:
    support = supports(
        asked,
        claimed,
        "\n".join(one.citation.quote for one in picked),
        language=picked[0].page.language,
        context="\n".join(one.citation.context for one in picked if one.citation.context),
        evidence=picked[0].page.text[:_EVIDENCE],
    )
    if support.ok and support.value is not None:
        return support.value
    return support.reason
