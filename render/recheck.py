"""Does a value in a trace still follow from its own quotes? Typed values by support, computed ones by doing the sum."""

from collections.abc import Callable, Iterator
from decimal import Decimal, InvalidOperation

from evidence.fields import Column, Field, FieldType
from evidence.findings import ReviewState
from evidence.pages import Page
from evidence.support import supports
from render.formula import FormulaWrong, work_out
from render.trace import Trace, TraceCitation, TraceField, TraceValue

PageOf = Callable[[TraceCitation], Page | None]


def value_faults(field: TraceField, trace: Trace, page_of: PageOf) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Faults and remarks about the values that stand in the report."""
    if not field.in_report:
        return (), ()
    if field.review == ReviewState.EDITED:
        return (), ("the reviewer edited this value; its quotes are checked, its wording is theirs",)
    if field.computation is not None:
        return tuple(_sum_faults(field, trace)), ()
    wanted = field.wanted()
    columns: dict[str, Field | Column] = {column.id: column for column in wanted.columns}
    faults = []
    for column, value in field.values():
        asked = columns.get(column, wanted)
        citations = [field.citations[index] for index in value.citations if index < len(field.citations)]
        if not citations:
            faults.append(f"the value {value.text!r} has no citation")
        elif not _is_supported(asked, value, citations=citations, trace=trace, page_of=page_of):
            faults.append(f"the value {value.text!r} does not follow from its quotes")
    return tuple(faults), ()


def _is_supported(
    asked: Field | Column, value: TraceValue, *, citations: list[TraceCitation], trace: Trace, page_of: PageOf
) -> bool:
    for citation in citations:
        page = page_of(citation)
        language = (page.language if page is not None else None) or trace.language
        support = supports(asked, value.text, citation.quote, language=language, context=citation.context or "")
        if support.ok or _is_heading(value, citation, page):
            return True
    joined = "\n".join(citation.quote for citation in citations)
    return supports(asked, value.text, joined, language=trace.language).ok


def _is_heading(value: TraceValue, citation: TraceCitation, page: Page | None) -> bool:
    """A row's key may be the heading of the quoted cell instead of part of the quote."""
    wanted = _plain(value.text)
    headings = [citation.context or ""]
    if page is not None:
        for block in page.blocks:
            if block.cell is not None and block.span.start < citation.end and citation.start < block.span.end:
                headings += [block.cell.row_header or "", block.cell.column_header or ""]
    return value.type is FieldType.TEXT and any(f" {wanted} " in f" {_plain(heading)} " for heading in headings)


def _plain(text: str) -> str:
    return " ".join(text.replace("/", " ").split()).casefold()


def _sum_faults(field: TraceField, trace: Trace) -> Iterator[str]:
    computation, value = field.computation, field.value
    if computation is None or not isinstance(value, TraceValue):
        yield "a computed value without its sum"
        return
    for name, used in computation.operands.items():
        known = _operand(name, trace)
        if known is not None and not _same(known, used):
            yield f"the sum uses {name} = {used}, and the report gives {known}"
    try:
        result, shown = work_out(computation.formula, computation.operands), Decimal(value.normalised)
    except (FormulaWrong, InvalidOperation) as wrong:
        yield f"the sum cannot be done again: {wrong}"
        return
    places = -min(0, int(shown.as_tuple().exponent))
    if abs(result - shown) > Decimal(1).scaleb(-places) / 2:
        yield f"the sum gives {result:.6f}, and the report says {value.text!r}"


def _operand(name: str, trace: Trace) -> str | None:
    """The scalar that the report gives for an operand; a cell of a table is compared through its citations only."""
    field = trace.field(name)
    return field.value.normalised if field is not None and isinstance(field.value, TraceValue) else None


def _same(left: str, right: str) -> bool:
    try:
        return Decimal(left) == Decimal(right)
    except InvalidOperation:
        return left == right
