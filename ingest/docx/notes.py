"""Footnotes, endnotes and comments: read where they are referred to, and those nobody refers to at the end."""

from collections.abc import Iterator

from evidence.pages import Origin, OriginKind
from ingest.docx.names import Element, W, value
from ingest.docx.story import Reading, Story
from ingest.flow import Group
from ingest.ooxml import Package

_KINDS = {"footnote": ("footnotes", "footnote"), "endnote": ("endnotes", "endnote"), "comment": ("comments", "comment")}
_NOT_NOTES = frozenset({"separator", "continuationSeparator", "continuationNotice"})


class Notes:
    """The notes of one document, by kind and id."""

    def __init__(self, package: Package, document_part: str) -> None:
        self._notes: dict[tuple[str, str], Element] = {}
        self._given: set[tuple[str, str]] = set()
        self._numbers: dict[str, int] = {}
        for kind, (relation, element_name) in _KINDS.items():
            for part in package.related(document_part, relation):
                tree = package.tree(part)
                for element in tree.iterfind(W + element_name) if tree is not None else ():
                    key = value(element, "id")
                    if key is not None and value(element, "type") not in _NOT_NOTES:
                        self._notes.setdefault((kind, key), element)

    def trees(self) -> Iterator[Element]:
        yield from self._notes.values()

    def answer(self, reading: Reading) -> Iterator[Group]:
        """The notes referred to since the last call."""
        references, reading.notes = reading.notes, []
        for kind, key in references:
            yield from self._note(reading, kind, key)

    def rest(self, reading: Reading) -> Iterator[Group]:
        for kind, key in self._notes:
            yield from self._note(reading, kind, key)

    def _note(self, reading: Reading, kind: str, key: str) -> Iterator[Group]:
        element = self._notes.get((kind, key))
        if element is None or (kind, key) in self._given:
            return
        self._given.add((kind, key))
        self._numbers[kind] = self._numbers.get(kind, 0) + 1
        if kind == "comment":
            origin = Origin(kind=OriginKind.ANNOTATION, detail=f"comment by {value(element, 'author') or 'unknown'}")
        else:
            origin = Origin(kind=OriginKind.FOOTNOTE, detail=f"{kind} {self._numbers[kind]}")
        yield from Story(reading, element, path=f"{kind}[{key}]", origin=origin).groups()
