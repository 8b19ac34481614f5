"""CSV and its relatives: read as a sheet, each value with the address it would have in Excel."""

import csv
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

from evidence.pages import Page
from ingest.decoding import decode_text
from ingest.grid import is_figure
from ingest.options import ReadOptions
from ingest.sheet import SheetPages
from ingest.sheet_headings import SheetCell
from ingest.text import encoding_problem, read_text

LABEL = "CSV"
"""Sheet name in locators: the format has none."""
_LOOKED_AT = 40
_CANDIDATES = ";\t,|"
_YEAR = re.compile(r"(?:19|20)\d\d$")
_DATE = re.compile(r"\d{1,2}[./-]\d{1,2}[./-]\d{2,4}$|\d{4}-\d\d-\d\d(?:[ T]\d\d:\d\d.*)?$")
_LONGEST_FIELD = 10 * 2**20


def read_csv(path: Path, *, document: str, options: ReadOptions) -> Iterator[Page]:
    """SHEET pages; FLOW pages of lines where the columns do not hold together."""
    decoded = decode_text(path.read_bytes())
    delimiter = delimiter_of(decoded.text)
    if delimiter is None:
        yield from read_text(path, document=document, options=options)
        return
    pages = SheetPages(document, label=LABEL, number=0)
    if (problem := encoding_problem(decoded)) is not None:
        pages.report(problem)
    csv.field_size_limit(_LONGEST_FIELD)
    lines = decoded.text.splitlines(keepends=True)
    for row, values in enumerate(csv.reader(lines, delimiter=delimiter)):
        cells = [SheetCell(column, value, _kind(value.strip())) for column, value in enumerate(values) if value.strip()]
        yield from pages.add(row, cells, {})
    yield from pages.finish()


def delimiter_of(text: str) -> str | None:
    """The sign that parts every line into the same number of columns, two or more; None where none does."""
    lines = [line for line in text.splitlines()[:_LOOKED_AT] if line.strip()]
    if len(lines) > 1 and len(text) > 4096:
        lines = lines[:-1] or lines  # the sample may end inside a line
    best: tuple[float, int, str] | None = None
    for delimiter in _CANDIDATES:
        try:
            counts = Counter(len(row) for row in csv.reader(lines, delimiter=delimiter) if row)
        except csv.Error:
            continue
        if not counts:
            continue
        width, rows = max(counts.items(), key=lambda item: (item[1], item[0]))
        share = rows / sum(counts.values())
        if width >= 2 and share >= 0.7 and (best is None or (share, width) > best[:2]):
            best = (share, width, delimiter)
    return best[2] if best is not None else None


def _kind(value: str) -> Literal["text", "figure", "date", "year"]:
    if _YEAR.match(value):
        return "year"
    if _DATE.match(value):
        return "date"
    return "figure" if is_figure(value) else "text"
