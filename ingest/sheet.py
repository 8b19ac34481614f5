"""Rows of a sheet become Pages: one block per cell that is not empty, with its address and what names it."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from evidence.pages import Origin, Page, PageKind, Problem, Withheld
from ingest.a1 import column_letters
from ingest.characters import clean_text
from ingest.language import guess_language
from ingest.sheet_headings import NamedRow, SheetCell, SheetNamer, SheetRow

ROWS = 200
CHARACTERS = 20_000
"""A page is closed when it holds so many rows or characters."""
_FLAT = str.maketrans("\n\t", "  ")
_VALUE = Origin()


class CellNote(NamedTuple):
    """What is particular about a cell; most have nothing."""

    origin: Origin = _VALUE
    formula: str | None = None
    unit: str | None = None
    """Currency that the number format shows."""


class SheetPages:
    """Collects one sheet's rows and gives out Pages. Pages count on from ``number``."""

    def __init__(self, document: str, *, label: str, number: int) -> None:
        self._document = document
        self._label = label
        self.number = number
        self._namer = SheetNamer()
        self._notes: dict[tuple[int, int], CellNote] = {}
        self._withheld: list[Withheld] = []
        self._problems: list[Problem] = []
        self._last_row: int | None = None
        self._start()

    def add(self, row: int, cells: Sequence[SheetCell], notes: dict[int, CellNote]) -> Iterator[Page]:
        """A row's visible cells, ascending; ``notes`` by column."""
        kept = [clean for cell in cells if (clean := _cleaned(cell)) is not None]
        if not kept:
            return
        for column, note in notes.items():
            self._notes[row, column] = note
        for named in self._namer.feed(SheetRow(row, kept)):
            yield from self._put(named)

    def annotate(self, row: int, column: int, text: str, *, origin: Origin) -> Iterator[Page]:
        """A comment or text box at a cell, set below everything that was added before."""
        yield from self._settle()
        text = clean_text(text).strip()
        if not text:
            return
        shape = {"table": 0, "row": row, "column": column, "a1": f"{column_letters(column)}{row + 1}"}
        self._append(text, "\n", {"role": "paragraph", "origin": origin, "cell": shape})

    def withhold(self, withheld: Withheld) -> None:
        if text := clean_text(withheld.text).strip():
            self._withheld.append(withheld.model_copy(update={"text": text}))

    def report(self, problem: Problem) -> None:
        self._problems.append(problem)

    def finish(self) -> Iterator[Page]:
        yield from self._settle()
        if self._blocks or self._withheld or self._problems:
            yield self._page()

    @property
    def crowded(self) -> bool:
        """Whether so much is withheld that the page should be closed for it."""
        return len(self._withheld) >= ROWS

    def close_page(self) -> Iterator[Page]:
        yield from self._settle()
        yield self._page()

    def _settle(self) -> Iterator[Page]:
        for named in self._namer.rest():
            yield from self._put(named)

    def _start(self) -> None:
        self._text: list[str] = []
        self._size = 0
        self._rows = 0
        self._blocks: list[dict[str, Any]] = []
        """Fields of Blocks; a page makes them all at once, which takes half the time."""

    def _put(self, named: NamedRow) -> Iterator[Page]:
        if self._rows >= ROWS or self._size >= CHARACTERS:
            yield self._page()
        number = named.row.number
        lead = "\n" if self._last_row is None or number <= self._last_row + 1 else "\n\n"
        self._last_row = number
        self._rows += 1
        title, notes = named.title, self._notes
        for cell, heading, name in zip(named.row.cells, named.column_headings, named.row_headings, strict=True):
            column = cell.column
            # fields that keep their default are left out: millions of cells pass here
            shape: dict[str, Any] = {
                "table": 0,
                "row": number,
                "column": column,
                "a1": f"{column_letters(column)}{number + 1}",
                "row_header": name,
                "column_header": heading,
            }
            block: dict[str, Any] = {"role": "cell", "cell": shape}
            if title is not None:
                block["heading"] = title
            if cell.down > 1 or cell.across > 1:
                shape["row_span"], shape["column_span"] = cell.down, cell.across
            if notes and (note := notes.pop((number, column), None)) is not None:
                block["origin"] = note.origin
                shape["formula"] = note.formula
                if note.unit and note.unit not in (heading or ""):
                    shape["column_header"] = f"{heading}, {note.unit}" if heading else note.unit
            self._append(cell.text, lead, block)
            lead = "\t"

    def _append(self, text: str, lead: str, block: dict[str, Any]) -> None:
        if self._size:
            self._text.append(lead)
            self._size += len(lead)
        start = self._size
        self._text.append(text)
        self._size += len(text)
        block["span"] = {"start": start, "end": self._size}
        self._blocks.append(block)

    def _page(self) -> Page:
        self.number += 1
        text = "".join(self._text)
        problems = tuple(problem.model_copy(update={"page": self.number}) for problem in self._problems)
        page = Page(
            document=self._document,
            number=self.number,
            kind=PageKind.SHEET,
            text=text,
            blocks=self._blocks,  # pydantic builds the Blocks
            label=self._label,
            language=guess_language(text),
            withheld=tuple(self._withheld),
            problems=problems,
        )
        self._withheld, self._problems = [], []
        self._start()
        return page


def _cleaned(cell: SheetCell) -> SheetCell | None:
    """On one line, without what no page may hold; None where nothing is left."""
    text = cell.text
    if not text.isprintable():
        text = clean_text(text).translate(_FLAT)
    text = text.strip()
    if text == cell.text:
        return cell
    return cell._replace(text=text) if text else None
