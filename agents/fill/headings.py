"""Columns that hold numbers of people and companies: nine digits under *ИНН* are no amount, however well they read as one."""

import re

from evidence.pages import Page
from evidence.spans import CharSpan

_NUMBERS = re.compile(
    r"(?<![^\W\d_])(?:инн|стир|stir|inn|tin|vat|cnpj|cpf|пинфл|жшшир|jshshir|pinfl|мфо|mfo|огрн|окпо|окэд|oked|ifut|ифут|swift|iban"
    r"|р/с|х/р|ҳ/р|h/r|расч[её]тный сч[её]т|hisob ?raqam\w*|ҳисоб ?рақам\w*|телефон|telefon|phone|паспорт|pasport|passport"
    r"|кадастр\w*|kadastr\w*)(?![^\W\d_])",
    re.IGNORECASE,
)
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
