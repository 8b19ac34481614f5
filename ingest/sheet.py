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
        kept = [cell._replace(text=text) for cell in cells if (text := clean_text(cell.text).translate(_FLAT).strip())]
        if not kept:
            return
        for column, note in notes.items():
            self._notes[row, column] = note
        for named in self._namer.feed(SheetRow(row, kept)):
            yield from self._put(named)

    def annotate(self, row: int, column: int, text: str, *, author: str | None) -> Iterator[Page]:
        """A comment on a cell, set below everything that was added before."""
        yield from self._settle()
        text = clean_text(text).strip()
        if not text:
            return
        origin = Origin(kind="annotation", detail=f"comment by {author}" if author else "comment")
        self._append(text, "\n", {"role": "paragraph", "origin": origin, "cell": self._place(row, column, None, None)})

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
        for place, cell in enumerate(named.row.cells):
            note = self._notes.pop((number, cell.column), None)
            heading = named.column_headings[place]
            if note is not None and note.unit and note.unit not in (heading or ""):
                heading = f"{heading}, {note.unit}" if heading else note.unit
            shape = self._place(number, cell.column, named.row_headings[place], heading, cell=cell, note=note)
            fields = {"role": "cell", "origin": note.origin if note is not None else _VALUE, "cell": shape}
            self._append(cell.text, lead, {**fields, "heading": named.title})
            lead = "\t"

    def _place(
        self, row: int, column: int, row_header: str | None, column_header: str | None, *,
        cell: SheetCell | None = None, note: CellNote | None = None,
    ) -> dict[str, Any]:  # fmt: skip  # of TableCell
        return {
            "table": 0,
            "row": row,
            "column": column,
            "row_span": cell.down if cell is not None else 1,
            "column_span": cell.across if cell is not None else 1,
            "a1": f"{column_letters(column)}{row + 1}",
            "formula": note.formula if note is not None else None,
            "row_header": row_header,
            "column_header": column_header,
        }

    def _append(self, text: str, lead: str, fields: dict[str, Any]) -> None:  # of Block
        if self._size:
            self._text.append(lead)
            self._size += len(lead)
        start = self._size
        self._text.append(text)
        self._size += len(text)
        self._blocks.append({"span": {"start": start, "end": self._size}, **fields})

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
