"""What may stand in the report. Fail closed: a value without a citation that holds is not let in, whoever says so."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from babel import Locale

from evidence.citations import Citation, Match
from evidence.errors import NotKept
from evidence.fields import Field, FieldType, FilledBy
from evidence.findings import Finding, FoundValue, ReviewState, Status, TypedValue
from evidence.pages import OriginKind
from evidence.ports import PageSource
from evidence.reviews import Decision, OwnStatement
from render.display import legal, shown_text

_BY_A_PERSON = (ReviewState.APPROVED, ReviewState.EDITED)
_NEVER_CITABLE = (OriginKind.DELETED, OriginKind.HIDDEN)


class Held(StrEnum):
    """Why a field has no value in the report."""

    NOT_FOUND = "not_found"
    CONFLICT = "conflict"
    FAILED = "failed"
    REJECTED = "rejected"
    """By a reviewer."""
    UNVERIFIED = "unverified"
    """The finding holds a value whose evidence does not hold."""
    NO_FINDING = "no_finding"
    """The run ended before it came to this field."""
    ANALYST = "analyst"
    """Never filled by an agent."""

    @property
    def phrase(self) -> str:
        return _PHRASES[self]


_PHRASES = {
    Held.NOT_FOUND: "not found in the documents",
    Held.CONFLICT: "the documents disagree",
    Held.FAILED: "could not be worked out",
    Held.REJECTED: "rejected by the reviewer",
    Held.UNVERIFIED: "the evidence does not hold",
    Held.NO_FINDING: "not processed",
    Held.ANALYST: "for the analyst to fill in",
}


@dataclass(frozen=True)
class Why:
    """A phrase of the catalogue with what goes into it."""

    phrase: str
    given: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True)
class Shown:
    """A value as it reads in the report, with the citations that carry it."""

    value: TypedValue
    text: str
    citations: tuple[Citation, ...]
    indexes: tuple[int, ...]
    """Of the citations within their finding."""
    removed: tuple[str, ...] = ()
    """Characters that no XML can hold, as ``U+0000``."""
    is_stated: bool = False
    """Said by the analyst, with no citation; the report marks it as that."""


@dataclass(frozen=True)
class Gap:
    """A place in a list or table that stays open."""

    why: Why
    row: int | None = None
    """Zero-based row of the table or item of the list; None = a wanted row that is not there at all."""
    column: str | None = None
    heading: str | None = None
    """Of a wanted row that is not there."""


@dataclass(frozen=True)
class Entry:
    """One field's place in the report. ``held`` and values exclude each other."""

    field: Field
    finding: Finding | None
    held: Held | None = None
    why: Why | None = None
    values: tuple[Shown | None, ...] = ()
    """Those of a list that were refused come last, as None."""
    rows: tuple[Mapping[str, Shown | None], ...] = ()
    gaps: tuple[Gap, ...] = ()
    decision: Decision | None = None
    """Of a person; ``by`` is a name."""

    @property
    def needs_a_person(self) -> bool:
        return self.held is not None or bool(self.gaps)

    def shown(self) -> Iterable[Shown]:
        yield from (value for value in self.values if value is not None)
        for row in self.rows:
            yield from (cell for cell in row.values() if cell is not None)


def admit(
    wanted: Field,
    finding: Finding | None,
    *,
    locale: Locale,
    source: PageSource | None = None,
    decision: Decision | None = None,
) -> Entry:
    """With ``source`` every quote is also compared with the page it was copied from. ``decision``: a person's, which may be a
    statement of their own."""
    statement = None if decision is None else decision.statement
    if statement is not None and (statement.values or wanted.type is not FieldType.TABLE):
        return replace(_stated(wanted, finding, statement, locale), decision=decision)
    if statement is not None and finding is not None:
        entry = _Gate(finding, locale, source).table(wanted, statement.over(finding.rows))
        return replace(entry, decision=decision)
    held = _held(wanted, finding)
    if held is not None or finding is None:
        return Entry(wanted, finding, held or Held.NO_FINDING, decision=decision)
    gate = _Gate(finding, locale, source)
    is_table = wanted.type is FieldType.TABLE
    entry = gate.table(wanted, [row.cells for row in finding.rows]) if is_table else gate.values(wanted)
    return replace(entry, decision=decision)


def _stated(wanted: Field, finding: Finding | None, statement: OwnStatement, locale: Locale) -> Entry:
    """What the analyst says stands for itself: it is let in without evidence, and marked."""
    if wanted.type is FieldType.TABLE:
        return Entry(wanted, finding, Held.UNVERIFIED, Why("a statement of the analyst does not fill a table"))
    if not wanted.list and len(statement.values) > 1:
        return Entry(wanted, finding, Held.UNVERIFIED, Why("one value is asked for and there are several"))
    shown = []
    for value in statement.values:
        let_in = _as_stated(value, locale)
        if isinstance(let_in, Why):
            return Entry(wanted, finding, Held.UNVERIFIED, let_in)
        shown.append(let_in)
    return Entry(wanted, finding, values=tuple(shown))


def _as_stated(value: TypedValue, locale: Locale) -> Shown | Why:
    if not _is_text(value.text) or not _is_text(value.normalised):
        return Why("the value holds broken characters")
    text, removed = legal(shown_text(value, locale))
    return Shown(value, text, (), (), removed, is_stated=True) if text.strip() else Why("the value is empty")


def _held(wanted: Field, finding: Finding | None) -> Held | None:
    by_a_person = finding is not None and finding.review in _BY_A_PERSON
    if wanted.filled_by is FilledBy.ANALYST and not by_a_person:
        return Held.ANALYST
    if finding is None:
        return Held.NO_FINDING
    if finding.review is ReviewState.REJECTED:
        return Held.REJECTED
    if finding.status is Status.FOUND or (by_a_person and (finding.values or finding.rows)):
        return None
    return Held(finding.status.value)


class _Gate:
    """Lets the values of one finding through, or says why not."""

    def __init__(self, finding: Finding, locale: Locale, source: PageSource | None) -> None:
        self._finding, self._locale, self._source = finding, locale, source

    def values(self, wanted: Field) -> Entry:
        finding = self._finding
        if not wanted.list and len(finding.values) > 1:
            held = Held.CONFLICT if finding.status is Status.CONFLICT else Held.UNVERIFIED
            return Entry(wanted, finding, held, Why("one value is asked for and there are several"))
        let_in = [self._let_in(value) for value in finding.values]
        if not any(isinstance(value, Shown) for value in let_in):
            why = next((value for value in let_in if isinstance(value, Why)), Why("there is no value"))
            return Entry(wanted, finding, Held.UNVERIFIED, why)
        shown = tuple(value for value in let_in if isinstance(value, Shown))
        refused = [value for value in let_in if isinstance(value, Why)]
        gaps = tuple(Gap(why, row=len(shown) + number) for number, why in enumerate(refused))
        return Entry(wanted, finding, values=(*shown, *(None for _ in refused)), gaps=gaps)

    def table(self, wanted: Field, held: Sequence[Mapping[str, FoundValue | TypedValue | None]]) -> Entry:
        rows: list[dict[str, Shown | None]] = []
        gaps: list[Gap] = []
        for number, row in enumerate(held):
            cells: dict[str, Shown | None] = {}
            for column in wanted.columns:
                let_in = self._cell(row.get(column.id))
                cells[column.id] = let_in if isinstance(let_in, Shown) else None
                if isinstance(let_in, Why):
                    gaps.append(Gap(let_in, row=number, column=column.id))
            rows.append(cells)
        if not any(cell is not None for row in rows for cell in row.values()):
            why = next((gap.why for gap in gaps), Why("there is no value"))
            return Entry(wanted, self._finding, Held.UNVERIFIED, why)
        gaps += [Gap(Why("the documents give no such row"), heading=heading) for heading in _missing(wanted, rows)]
        return Entry(wanted, self._finding, rows=tuple(rows), gaps=tuple(gaps))

    def _cell(self, value: FoundValue | TypedValue | None) -> Shown | Why:
        if isinstance(value, TypedValue):
            return _as_stated(value, self._locale)
        return self._let_in(value) if value is not None else Why("the documents leave it open")

    def _let_in(self, value: FoundValue) -> Shown | Why:
        if not value.value.text.strip():
            return Why("the value is empty")
        if not _is_text(value.value.text) or not _is_text(value.value.normalised):
            return Why("the value holds broken characters")
        if not value.citations:
            return Why("no source is given")
        held = self._finding.citations
        if any(not 0 <= index < len(held) for index in value.citations):
            return Why("no source is given")
        citations = tuple(held[index] for index in value.citations)
        for citation in citations:
            if why := self._objection(citation):
                return why
        text, removed = legal(shown_text(value.value, self._locale))
        if not text.strip():
            return Why("the value is empty")
        return Shown(value.value, text, citations, tuple(value.citations), removed)

    def _objection(self, citation: Citation) -> Why | None:
        quote = citation.quote
        if not quote.strip() or not citation.file or not citation.sha256:
            return Why("no source is given")
        if citation.match not in tuple(Match) or len(quote) != citation.span.end - citation.span.start:
            return Why("the quote does not fit its place")
        if not _is_text(quote):
            return Why("the quote holds broken characters")
        if citation.origin.kind in _NEVER_CITABLE:
            return Why("the quoted text is hidden or deleted in {file}", {"file": citation.file})
        if self._source is None:
            return None
        try:
            page = self._source.page(citation.sha256, citation.page)
        except NotKept:
            return Why("{file} is no longer in the case", {"file": citation.file})
        if page.text[citation.span.start : citation.span.end] != quote:
            return Why("the quote no longer stands in {file}", {"file": citation.file})
        return None


def _missing(wanted: Field, rows: list[dict[str, Shown | None]]) -> list[str]:
    """Wanted row headings that stand in no row's first column."""
    keys = [row.get(wanted.columns[0].id) for row in rows]
    seen = {
        _key(part) for cell in keys if cell is not None for part in (cell.text, cell.value.text, cell.value.normalised)
    }
    return [heading for heading in wanted.rows if _key(heading) not in seen]


def _is_text(text: str) -> bool:
    """Half a character pair (a lone surrogate) has no bytes, so nothing that holds one can be written down."""
    return not any("\ud800" <= letter <= "\udfff" for letter in text)


def _key(text: str) -> str:
    return " ".join(text.split()).casefold()
