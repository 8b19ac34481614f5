"""Rows -> the text of a page, its blocks and its word boxes."""

from collections.abc import Sequence
from typing import NamedTuple

from evidence.pages import Block, Withheld
from evidence.spans import Box, CharSpan, WordBox
from ingest.layout.face import Face, Word
from ingest.layout.items import Piece, Row
from ingest.layout.read import back_to_page, read_rows
from ingest.struck import origin_of

HYPHENS = ("-", "\u00ad", "\u2010")


class Composed(NamedTuple):
    text: str
    blocks: tuple[Block, ...]
    words: tuple[WordBox, ...]
    withheld: tuple[Withheld, ...]


def compose(face: Face, *, after: Sequence[Piece] = ()) -> Composed:
    """Visible words as text in reading order, then ``after``, each a block; hidden words never in the text."""
    shown = [word for word in face.words if word.hidden is None]
    writer = _Writer(face)
    for row in read_rows(shown, face):
        writer.write(row)
    for piece in after:
        writer.write(Row([piece]))
    return Composed("".join(writer.parts), tuple(writer.blocks), tuple(writer.words), withheld_of(face))


class _Writer:
    def __init__(self, face: Face) -> None:
        self.face = face
        self.parts: list[str] = []
        self.at = 0
        self.blocks: list[Block] = []
        self.words: list[WordBox] = []
        self.heading: str | None = None
        self.last: Row | None = None

    def write(self, row: Row) -> None:
        if self.last is not None:
            self._put(_between(self.last, row))
        self.last = row
        for index, piece in enumerate(row.pieces):
            if index:
                self._put("\t")
            self._piece(piece, inline=row.inline)

    def _piece(self, piece: Piece, *, inline: bool) -> None:
        start, first = self.at, len(self.words)
        ended = ""
        for number, line in enumerate(piece.lines):
            if number:
                # a word broken at the line's end stays broken, so that it can be told from a hyphenated one
                self._put(" " if inline and not ended.endswith(HYPHENS) else "\n")
            for index, word in enumerate(line):
                if index:
                    self._put(" ")
                place = word.box if word.direction <= 0 else back_to_page(word, self.face)
                end = self.at + len(word.text)
                self.words.append(WordBox(self.at, end, place, word.confidence))
                self.parts.append(word.text)
                self.at = end
                ended = word.text
        origin = piece.lines[0][0].origin
        heading = None if piece.role == "heading" else self.heading
        self.blocks.append(
            Block(
                span=CharSpan(start=start, end=self.at),
                role=piece.role,
                origin=origin,
                box=_around([word.box for word in self.words[first:]]),
                cell=piece.cell,
                heading=heading,
            )
        )
        if piece.role == "heading":
            self.heading = piece.text[:200]

    def _put(self, text: str) -> None:
        self.parts.append(text)
        self.at += len(text)


def _around(boxes: Sequence[Box]) -> Box:
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return Box(min(lefts), min(tops), max(rights), max(bottoms))


def _between(last: Row, row: Row) -> str:
    """A blank line between paragraphs of prose, a line break between anything else."""
    prose = [len(r.pieces) == 1 and r.pieces[0].role in ("paragraph", "heading", "list_item") for r in (last, row)]
    return "\n\n" if all(prose) else "\n"


def withheld_of(face: Face) -> tuple[Withheld, ...]:
    """Hidden words, one entry per line and reason."""
    found = []
    reasons: dict[str, list[Word]] = {}
    for word in face.words:
        if word.hidden is not None:
            reasons.setdefault(word.hidden, []).append(word)
    for reason, words in reasons.items():
        for line in _hidden_lines(words, face):
            box = back_to_page(line[0], face)
            for word in line[1:]:
                box = box.union(back_to_page(word, face))
            text = " ".join(word.text for word in line)
            found.append(Withheld(text=text, origin=origin_of(reason), box=box, reason=reason))
    return tuple(found)


def _hidden_lines(words: Sequence[Word], face: Face) -> list[list[Word]]:
    rows = read_rows(words, Face(face.width, face.height))
    return [line for row in rows for piece in row.pieces for line in piece.lines]
