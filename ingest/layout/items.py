"""What a page consists of once it is in reading order: paragraphs and rows."""

from dataclasses import dataclass, field
from typing import Literal

from evidence.pages import TableCell
from ingest.layout.face import Word

Role = Literal["paragraph", "heading", "list_item", "cell", "label", "line"]


@dataclass(slots=True)
class Piece:
    """What becomes one Block: lines of words, all of one origin."""

    lines: list[list[Word]]
    role: Role = "paragraph"
    cell: TableCell | None = None

    @property
    def text(self) -> str:
        return " ".join(word.text for line in self.lines for word in line)


@dataclass(slots=True)
class Row:
    """Pieces that stand beside each other and are read as one line, left to right. A paragraph is a row of one."""

    pieces: list[Piece] = field(default_factory=list)
    inline: bool = False
    """Lines inside a piece are joined by a space: the row stays one line of the page's text."""
