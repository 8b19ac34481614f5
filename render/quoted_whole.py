"""Does a quote stand on its page as a whole, and under the year that its row is of? The trace's own word for it is not taken."""

import re
from collections.abc import Callable, Iterator

from evidence.borders import cut_by
from evidence.pages import Page
from render.trace import TraceCitation, TraceField, TraceValue

_YEAR = re.compile(
    r"\W*(?:(?:за|в|for|fy|em|ano|year)\W*)?((?:19|20)\d\d)\W*(?:г|год|года|году|yil|yili|йил|й|year|ano)?\W*",
    re.IGNORECASE,
)
"""A heading that is a year and no date: a column headed by the first of January is of the year before."""
PageOf = Callable[[TraceCitation], Page | None]


def cut_quote(citation: TraceCitation, page: Page | None) -> str | None:
    """What the quote's edges cut, where it stands in running text: ``200 000`` of ``1 200 000``."""
    if page is None or page.text[citation.start : citation.end] != citation.quote:
        return None  # another check says what is wrong with it
    quote = citation.quote.strip()
    for block in page.blocks:
        if block.span.start <= citation.start and citation.end <= block.span.end:
            if page.text[block.span.start : block.span.end].strip() == quote:
                return None
            start, end = block.span.start, block.span.end
            inside = page.text[start:end]
            return cut_by(inside, citation.start - start, citation.end - start, parts=True)
    line = max(page.text.rfind(edge, 0, citation.start) for edge in "\n\t") + 1
    ends = [at for edge in "\n\t" if (at := page.text.find(edge, citation.end)) >= 0]
    inside = page.text[line : min(ends, default=len(page.text))]
    return cut_by(inside, citation.start - line, citation.end - line, parts=True)


def year_faults(field: TraceField, page_of: PageOf) -> Iterator[str]:
    """Cells of a row that is of one year, cited from a column or row that is headed by another."""
    columns = field.wanted().columns
    for row in field.value if isinstance(field.value, tuple) and columns else ():
        if isinstance(row, TraceValue):
            continue
        key = row.get(columns[0].id)
        match = _YEAR.fullmatch(key.text) if key is not None else None
        for column, value in row.items() if match is not None else ():
            cited = [field.citations[index] for index in value.citations] if value is not None else []
            years = {year for citation in cited for year in _years_over(citation, page_of(citation))}
            if match is not None and value is not None and value is not key and years and match[1] not in years:
                said = " or ".join(sorted(years))
                yield f"the value {value.text!r} ({column}) is given for {match[1]}, and its heading says {said}"


def _years_over(citation: TraceCitation, page: Page | None) -> Iterator[str]:
    for block in page.blocks if page is not None else ():
        if block.cell is None or not (block.span.start <= citation.start and citation.end <= block.span.end):
            continue
        for heading in (block.cell.row_header, block.cell.column_header):
            for piece in (heading or "").split("/"):
                if (match := _YEAR.fullmatch(piece)) is not None:
                    yield match[1]
