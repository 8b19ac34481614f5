"""Pieces of a document without pages become Pages: runs of about a screenful, cut between rows and paragraphs."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal, NamedTuple

from evidence.pages import Block, Origin, OriginKind, Page, PageKind, Problem, TableCell, Withheld
from evidence.sentences import cut_sentences
from evidence.spans import CharSpan
from ingest.characters import clean_text
from ingest.language import guess_language
from ingest.struck import STRUCK, struck_problem

PAGE_CHARACTERS = 4000
Role = Literal["paragraph", "heading", "list_item", "cell", "label", "line"]
BODY = Origin()
LAYOUT_NUMBER = "a number that the layout gives, not the document"
"""Reason for withholding page numbers; nothing a person has to look at."""


class Piece(NamedTuple):
    """One block to be. Pieces of one group stay on one page if they fit on any."""

    text: str
    role: Role = "paragraph"
    origin: Origin = BODY
    path: str | None = None
    cell: TableCell | None = None
    """``cell.table`` numbers the tables of the document; the page counts its own."""
    heading: str | None = None
    lead: str = "\n\n"
    """What separates it from the piece before: nothing, a space, a tab, one or two line breaks."""


Group = list[Piece]
"""A paragraph with its label, or one visual row."""


class FlowPages:
    """Collects groups of pieces and gives out full pages. What is withheld or wrong goes on the page being filled."""

    def __init__(self, document: str, *, kind: PageKind = PageKind.FLOW, limit: int = PAGE_CHARACTERS) -> None:
        self._document = document
        self._kind = kind
        self._limit = limit
        self._number = 0
        self._label: str | None = None
        self._start()

    def add(self, group: Iterable[Piece]) -> Iterator[Page]:
        """Take one row, paragraph or other group; yields the page before it when that is full."""
        pieces = [clean for piece in group if (clean := _cleaned(piece)) is not None]
        if not pieces:
            return
        size = sum(len(piece.text) + len(piece.lead) for piece in pieces)
        if size > self._limit:
            for piece in pieces:
                for part in _parts(piece, self._limit):
                    if self._size and self._size + len(part.text) > self._limit:
                        yield self._page()
                    self._put(part)
            return
        if self._size and self._size + size > self._limit:
            yield self._page()
        for piece in pieces:
            self._put(piece)

    def withhold(self, withheld: Withheld) -> None:
        if text := clean_text(withheld.text).strip():
            self._withheld.append(withheld.model_copy(update={"text": text}))

    def report(self, problem: Problem) -> None:
        self._problems.append(problem)

    def finish(self) -> Iterator[Page]:
        """The last page; a document without any text still gives one, which says so."""
        if not self._number and not self._size and not self._problems:
            self.report(
                Problem(code="no_text", message="It holds no text; if it shows any, save it as PDF and add that.")
            )
        if self._size or self._withheld or self._problems or not self._number:
            yield self._page()

    def _start(self) -> None:
        self._text: list[str] = []
        self._size = 0
        self._blocks: list[Block] = []
        self._withheld: list[Withheld] = []
        self._problems: list[Problem] = []
        self._tables: dict[int, int] = {}

    def _put(self, piece: Piece) -> None:
        if self._size:
            self._text.append(piece.lead)
            self._size += len(piece.lead)
        start = self._size
        self._text.append(piece.text)
        self._size += len(piece.text)
        cell = piece.cell
        if cell is not None:
            table = self._tables.setdefault(cell.table, len(self._tables))
            cell = cell.model_copy(update={"table": table})
        self._blocks.append(
            Block(
                span=CharSpan(start=start, end=self._size),
                role=piece.role,
                origin=piece.origin,
                path=piece.path,
                cell=cell,
                heading=piece.heading,
            )
        )

    def _all_problems(self) -> list[Problem]:
        hidden = sum(1 for w in self._withheld if w.origin.kind is OriginKind.HIDDEN and w.reason != LAYOUT_NUMBER)
        struck = sum(1 for w in self._withheld if w.reason == STRUCK)
        problems = list(self._problems)
        if hidden:
            message = f"{hidden} stretches of text that a reader does not see are kept apart and never cited."
            problems.append(Problem(code="hidden_text", message=message))
        if struck:
            problems.append(struck_problem(f"{struck} stretches of text"))
        return problems

    def _page(self) -> Page:
        self._number += 1
        text = "".join(self._text)
        page = Page(
            document=self._document,
            number=self._number,
            kind=self._kind,
            text=text,
            blocks=tuple(self._blocks),
            language=guess_language(text),
            withheld=tuple(self._withheld),
            problems=tuple(p.model_copy(update={"page": self._number}) for p in self._all_problems()),
        )
        self._start()
        return page


def _cleaned(piece: Piece) -> Piece | None:
    """Without characters that no page may hold; None where nothing visible is left and nothing depends on it."""
    text = clean_text(piece.text)
    if piece.lead not in ("", " "):
        text = text.lstrip(" \n\t")
    if not text:
        return None
    return piece if text == piece.text else piece._replace(text=text)


def _parts(piece: Piece, limit: int) -> Sequence[Piece]:
    """A piece that is longer than a page, cut at sentences."""
    if len(piece.text) <= limit:
        return (piece,)
    parts: list[Piece] = []
    start = 0
    end = 0
    for span in cut_sentences(piece.text):
        if span.end - start > limit and end > start:
            parts.append(piece._replace(text=piece.text[start:end].rstrip(), lead=piece.lead if not parts else " "))
            start = span.start
        end = span.end
    parts.append(piece._replace(text=piece.text[start:].rstrip(), lead=piece.lead if not parts else " "))
    return parts
