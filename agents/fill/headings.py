"""Columns that hold numbers of people and companies: nine digits under *ИНН* are no amount, however well they read as one."""

import re
from collections.abc import Iterator

from evidence.pages import Page
from evidence.periods import says_expected
from evidence.spans import CharSpan

_NUMBERS = re.compile(
    r"(?<![^\W\d_])(?:инн|стир|stir|inn|tin|vat|cnpj|cpf|пинфл|жшшир|jshshir|pinfl|мфо|mfo|огрн|окпо|окэд|oked|ifut|ифут|swift|iban"
    r"|р/с|х/р|ҳ/р|h/r|расч[её]тный сч[её]т|hisob ?raqam\w*|ҳисоб ?рақам\w*|телефон|telefon|phone|паспорт|pasport|passport"
    r"|кадастр\w*|kadastr\w*)(?![^\W\d_])",
    re.IGNORECASE,
)
_ACTUAL = re.compile(
    r"(?<!\w)(?:факт\w*|отчёт\w*|отчет\w*|actuals?|fact|fakt\w*|realizad\w+|efetiv\w+|haqiqat\w*|haqiqiy|amalda\w*|ҳақиқ\w*|амалда\w*)(?!\w)",
    re.IGNORECASE,
)
_LONGEST = 60
"""Characters of a heading."""
_ROWS = 40
"""Lines above a value among which its column's heading stands."""


def numbers_heading(page: Page, span: CharSpan) -> str | None:
    """The heading over the value's column, where it says that identifiers stand below it."""
    heading = _of_cell(page, span) or _of_tabs(page.text, span)
    return heading if heading is not None and _NUMBERS.search(heading) is not None else None


def _of_cell(page: Page, span: CharSpan) -> str | None:
    headings = (block.cell.column_header for block in page.blocks_in(span) if block.cell is not None)
    return next((heading for heading in headings if heading), None)


def _of_tabs(text: str, span: CharSpan) -> str | None:
    """In rows of pieces set apart, the piece of the same place in the topmost row of as many."""
    lines = text[: span.start].split("\n")
    place, above = lines[-1].count("\t"), lines[-2 : -2 - _ROWS : -1]
    end = text.find("\n", span.end)
    width = (lines[-1] + text[span.start : len(text) if end < 0 else end]).count("\t")
    if width < 1:
        return None
    heading = None
    for line in above:
        if line.count("\t") != width:
            break
        heading = line.split("\t")[place]
    return heading


def planned_heading(page: Page, span: CharSpan) -> str | None:
    """The heading over or before the value that says that it is a plan's or a forecast's; an *actual* nearer by wins."""
    for heading in _above(page, span):
        if _ACTUAL.search(heading) is not None:
            return None
        if says_expected(heading):
            return " ".join(heading.split())
    return None


def _above(page: Page, span: CharSpan) -> Iterator[str]:
    """What the column says above the value, the nearest first: short words, of which a merged cell covers several columns."""
    own = next((block for block in page.blocks_in(span) if block.cell is not None), None)
    if own is None or own.cell is None:
        yield from _pieces_above(page.text, span)
        return
    place = own.cell
    over = [
        (block.cell.row, page.text[block.span.start : block.span.end])
        for block in page.blocks
        if block.cell is not None
        and block.cell.table == place.table
        and block.cell.row < place.row
        and block.cell.column <= place.column < block.cell.column + block.cell.column_span
    ]
    yield from (text for _, text in sorted(over, reverse=True) if _heads(text))
    if place.column_header:
        yield from reversed(place.column_header.split(" / "))


def _pieces_above(text: str, span: CharSpan) -> Iterator[str]:
    """In rows of pieces set apart, the pieces of the same place in the rows above that have as many."""
    lines = text[: span.start].split("\n")
    place = lines[-1].count("\t")
    end = text.find("\n", span.end)
    width = (lines[-1] + text[span.start : len(text) if end < 0 else end]).count("\t")
    for line in lines[-2 : -2 - _ROWS : -1] if width else ():
        if line.count("\t") != width:
            return
        if _heads(piece := line.split("\t")[place]):
            yield piece


def _heads(text: str) -> bool:
    return len(text) <= _LONGEST and any(letter.isalpha() for letter in text)
