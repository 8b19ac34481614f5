"""Does a value in a trace still follow from its own quotes? Typed values by support, computed ones by doing the sum."""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from decimal import Decimal, InvalidOperation
from itertools import islice, takewhile

from evidence.fields import Column, Field, FieldType
from evidence.findings import Computation, ReviewState, TypedValue
from evidence.folding import Folded
from evidence.formula import FormulaInvalid, evaluate, parse_formula
from evidence.pages import Page
from evidence.periods import year_closed, year_meant
from evidence.support import supports
from evidence.values import units
from render.quoted_whole import cut_quote, year_faults
from render.trace import Trace, TraceCitation, TraceField, TraceValue

_READ = (FieldType.MONEY, FieldType.NUMBER, FieldType.PERCENT, FieldType.DATE, FieldType.IDENTIFIER)
"""Types whose ``normalised`` is read from the quote by a parser."""
_NOT_WORDS = re.compile(r"[\W_]+")
_SCALES = (1_000, 1_000_000, 1_000_000_000)
_CELL = re.compile(r"(?P<table>.+)\.(?P<column>[^.\[\]]+)\[.*\]$", re.S)
"""An operand that is a cell, as it is written in full: ``table.column[row]``."""
PageOf = Callable[[TraceCitation], Page | None]


def value_faults(field: TraceField, trace: Trace, page_of: PageOf) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Faults and remarks about the values that stand in the report."""
    if not field.in_report:
        shown = [slot.text for slot in field.slots if slot.kind == "value"]
        return tuple(f"{text!r} stands in the report, and the trace says that this field is open" for text in shown), ()
    if field.decision is not None and field.decision.own_statement:
        return (), tuple(_stated_remarks(field, who=f"{field.decision.by}, {field.decision.at}"))
    if field.review == ReviewState.EDITED:
        whose = (field.decision.by if field.decision is not None else trace.reviewed_by) or "nobody is named"
        said = f"the reviewer edited this value ({whose}); its quotes are checked, its wording is theirs and no quote proves it"
        return (), (said,)
    if field.computation is not None:
        stated = field.computation.stated
        remarks = [
            f"computed with the analyst's own statement of {name}; no document is cited for it" for name in stated
        ]
        return tuple(_sum_faults(field, trace)), tuple(remarks)
    wanted = field.wanted()
    columns: dict[str, Field | Column] = {column.id: column for column in wanted.columns}
    faults = list(year_faults(field, page_of))
    if not any(True for _ in field.values()):
        faults.append("the trace says that this field is filled, and gives no value")
    for column, value in field.values():
        asked = columns.get(column, wanted)
        citations = [field.citations[index] for index in value.citations if index < len(field.citations)]
        if value.type is not asked.type:
            faults.append(
                f"the value {value.text!r} is kept as {value.type.value}, and the field asks for {asked.type.value}"
            )
        elif not citations:
            faults.append(f"the value {value.text!r} has no citation")
        elif (fault := _fault(asked, value, citations=citations, trace=trace, page_of=page_of)) is not None:
            faults.append(fault)
    return tuple(faults), ()


def _stated_remarks(field: TraceField, *, who: str) -> Iterator[str]:
    values = [value for _, value in field.values()]
    stated = [value for value in values if not value.citations]
    if len(stated) == len(values):
        yield f"the analyst's own statement ({who}); no document is cited for it, so nothing can be checked"
        return
    yield (
        f"the reviewer edited this table ({who}): {len(stated)} of {len(values)} cells are their own statement, so nothing of "
        "them can be checked; the quotes of the others are checked, their wording is the reviewer's"
    )


def _fault(
    asked: Field | Column, value: TraceValue, *, citations: list[TraceCitation], trace: Trace, page_of: PageOf
) -> str | None:
    """What is wrong with a value, or None. It may follow from one of its quotes or from all of them together."""
    said: TypedValue | None = None
    cuts = [cut_quote(citation, page_of(citation)) for citation in citations]
    citations = [citation for citation, cut in zip(citations, cuts, strict=True) if cut is None]
    if not citations:
        return f"the quote of the value {value.text!r} {next(filter(None, cuts))}"
    for citation in [*citations, _joined(citations)]:
        page = page_of(citation)
        language = (page.language if page is not None else None) or trace.language
        headings = _headings(citation, page)
        # the page's other numbers settle a doubtful one; most need no such help, and it is slow
        for evidence in ("", page.text) if page is not None else ("",):
            for context in dict.fromkeys(
                ("\n".join(headings), *headings)
            ):  # a row may name another unit than its table
                support = supports(
                    asked, value.text, citation.quote, language=language, context=context, evidence=evidence
                )
                if support.ok and _agrees(support.value, value):
                    return _other_currency(asked, value, said=support.value, citations=citations, page_of=page_of)
                said = said or support.value
        if _is_heading(value, headings):
            return None
    quotes = [citation.quote for citation in citations]
    if value.type is FieldType.TEXT and quotes and is_year_meant(value.text, quotes):
        return None
    if said is not None:
        kept, found = (" ".join(filter(None, (one.normalised, one.unit))) for one in (value, said))
        return f"the value {value.text!r} is kept as {kept!r}, and its quotes say {found!r}"
    return f"the value {value.text!r} does not follow from its quotes"


def is_year_meant(year: str, quotes: Sequence[str]) -> bool:
    """Of a statement whose column says *opening* or *last year* and whose title, quoted first, says of which year it is; or whose
    column is headed by the day that closes the year."""
    meant = year_meant(quotes[0], quotes[-1]) if len(quotes) > 1 else year_closed(quotes[0])
    return meant is not None and str(meant) == year.strip()


def _joined(citations: list[TraceCitation]) -> TraceCitation:
    quote = "\n".join(citation.quote for citation in citations)
    context = "\n".join(citation.context for citation in citations if citation.context)
    return citations[0].model_copy(update={"quote": quote, "context": context or None})


def _agrees(said: TypedValue | None, value: TraceValue) -> bool:
    """Whether the quote's own reading is the trace's. A scale that stands in a heading out of reach is forgiven."""
    if said is not None and said.unit and value.unit and said.unit != value.unit:
        return False
    if said is None or value.type not in _READ or said.normalised == value.normalised:
        return True
    try:
        left, right = Decimal(said.normalised), Decimal(value.normalised)
    except InvalidOperation:
        return False
    return left == right or any(left * scale == right for scale in _SCALES)


def _other_currency(
    asked: Field | Column,
    value: TraceValue,
    *,
    said: TypedValue | None,
    citations: list[TraceCitation],
    page_of: PageOf,
) -> str | None:
    """Where the quote and its headings name no currency, it is stated further off: on the cited page or one before it."""
    given = asked.currency if isinstance(asked, Field) else None
    if value.type is not FieldType.MONEY or value.unit in (None, given) or (said is not None and said.unit):
        return None
    named: set[str] = set()
    for citation in citations:
        for ordinal in range(citation.ordinal, 0, -1):
            page = page_of(citation.model_copy(update={"ordinal": ordinal}))
            named |= units.currencies_in(Folded(page.text).key) if page is not None else frozenset()
            if value.unit in named:
                return None
    names = f"{' and '.join(sorted(named))} only" if named else "no currency"
    return f"the value {value.text!r} is kept in {value.unit}, and its file names {names}"


def _headings(citation: TraceCitation, page: Page | None) -> list[str]:
    """What stands beside the quote and belongs to it."""
    found = [citation.context or ""]
    blocks = page.blocks if page is not None else ()
    first = max(0, bisect_right(blocks, citation.start, key=lambda block: block.span.start) - 1)
    for block in takewhile(lambda block: block.span.start < citation.end, islice(blocks, first, None)):
        if block.cell is not None and citation.start < block.span.end:
            found += [block.cell.row_header or "", block.cell.column_header or ""]
    return list(dict.fromkeys(heading for heading in found if heading))


def _is_heading(value: TraceValue, headings: list[str]) -> bool:
    """A row's key may be the heading of the quoted cell instead of part of the quote."""
    wanted = _plain(value.text)
    return value.type is FieldType.TEXT and any(f" {wanted} " in f" {_plain(heading)} " for heading in headings)


def _plain(text: str) -> str:
    """Words and figures with single blanks between: ``31.12.2024`` names the year 2024."""
    return " ".join(_NOT_WORDS.sub(" ", text).split()).casefold()


def _sum_faults(field: TraceField, trace: Trace) -> Iterator[str]:
    computation, value = field.computation, field.value
    if computation is None or not isinstance(value, TraceValue):
        yield "a computed value without its sum"
        return
    for name, used in computation.operands.items():
        known = _operand(name, trace)
        if not any(_same(given, used) for given in known):
            yield f"the sum uses {name} = {used}, and the report gives {' or '.join(known[:3]) or 'no such value'}"
    try:
        result, shown = _result(computation, trace), _decimal(value.normalised)
    except FormulaInvalid as wrong:
        yield f"the sum cannot be done again: {wrong}"
        return
    places = -min(0, int(shown.as_tuple().exponent))
    if abs(result - shown) > Decimal(1).scaleb(-places) / 2:
        yield f"the sum gives {result:.6f}, and the report says {value.text!r}"


def _result(computation: Computation, trace: Trace) -> Decimal:
    node = parse_formula(computation.formula, tuple(field.wanted() for field in trace.fields))
    return evaluate(node, {name: _decimal(used) for name, used in computation.operands.items()})


def _decimal(text: str) -> Decimal:
    try:
        number = Decimal(text)
    except InvalidOperation:
        raise FormulaInvalid(f"{text!r} is no number") from None
    if not number.is_finite():
        raise FormulaInvalid(f"{text!r} is no number")
    return number


def _operand(name: str, trace: Trace) -> tuple[str, ...]:
    """What the report gives for an operand: a field's value, or every value of a table's column."""
    field = trace.field(name)
    if field is not None and isinstance(field.value, TraceValue):
        return (field.value.normalised,)
    if (cell := _CELL.match(name)) is None or (field := trace.field(cell["table"])) is None:
        return ()
    return tuple(value.normalised for column, value in field.values() if column == cell["column"])


def _same(left: str, right: str) -> bool:
    try:
        return Decimal(left) == Decimal(right)
    except InvalidOperation:
        return left == right
