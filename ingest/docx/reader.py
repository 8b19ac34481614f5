"""Reads one DOCX: headers, then the body with its notes and boxes where they are anchored, then footers."""

from collections.abc import Iterator
from pathlib import Path

from evidence.errors import InputRefused
from evidence.pages import Origin, OriginKind, Page, Problem, Withheld
from ingest.docx.chunks import read_chunk
from ingest.docx.hiding import Hiding
from ingest.docx.names import Element, R, W, child, switch, value
from ingest.docx.notes import Notes
from ingest.docx.numbering import Numbering
from ingest.docx.story import Reading, Story
from ingest.docx.styles import Styles
from ingest.flow import FlowPages, Group
from ingest.ooxml import Package
from ingest.options import ReadOptions

_MAIN = "word/document.xml"
_REVISIONS = ("ins", "del", "moveFrom", "moveTo")
_LITTLE_TEXT = 200
"""Characters; a document with fewer and with pictures is probably a scan pasted into Word."""


def read_docx(path: Path, *, document: str, options: ReadOptions) -> Iterator[Page]:
    """FLOW pages. Raises PasswordNeeded, TooLarge, InputRefused (damaged, or no Word document)."""
    with Package(path, options=options) as package:
        yield from _Document(package, document).pages()


class _Document:
    def __init__(self, package: Package, document: str) -> None:
        part = package.main_part(_MAIN)
        tree = package.tree(part) if part is not None else None
        body = child(tree, "body")
        if part is None or tree is None or body is None:
            raise InputRefused(
                "it holds a workbook; name it .xlsx and add it again"
                if package.has("xl/workbook.xml")
                else "it holds no Word document; open it in Word, save it as DOCX and add that"
            )
        self._package = package
        self._part = part
        self._body = body
        self._out = FlowPages(document)
        styles = Styles(self._optional("styles"))
        settings = self._optional("settings")
        coloured = child(tree, "background") is not None and bool(switch(settings, "displayBackgroundShape"))
        self._even_headers = bool(switch(settings, "evenAndOddHeaders"))
        self._notes = Notes(package, part)
        self._reading = Reading(
            styles=styles,
            numbering=Numbering(self._optional("numbering"), styles),
            hiding=Hiding(styles, coloured_page=coloured),
            pages=self._out,
        )

    def pages(self) -> Iterator[Page]:
        headers, footers = self._margins("header"), self._margins("footer")
        self._note_revisions([self._body, *self._notes.trees(), *(tree for _, tree, _ in (*headers, *footers))])
        for group in self._groups(headers, footers):
            yield from self._out.add(group)
        self._note_what_is_not_read()
        yield from self._out.finish()

    def _groups(self, headers: list["_Margin"], footers: list["_Margin"]) -> Iterator[Group]:
        yield from self._margin(headers, OriginKind.HEADER)
        for group in Story(self._reading, self._body, path="body").groups():
            yield group
            yield from self._anchored()
        yield from self._anchored()
        yield from self._notes.rest(self._reading)
        yield from self._anchored()
        yield from self._margin(footers, OriginKind.FOOTER)
        yield from self._anchored()

    def _anchored(self) -> Iterator[Group]:
        """Notes, text boxes and imported parts that the last block refers to; each may refer to more."""
        reading = self._reading
        while reading.notes or reading.boxes or reading.chunks:
            yield from self._notes.answer(reading)
            boxes, reading.boxes = reading.boxes, []
            for box, path in boxes:
                yield from Story(reading, box, path=path, origin=Origin(kind=OriginKind.TEXT_BOX)).groups()
            chunks, reading.chunks = reading.chunks, []
            for key in chunks:
                yield from self._chunk(key)

    def _chunk(self, key: str) -> Iterator[Group]:
        relation = self._package.relationships(self._part).get(key)
        part = relation.target if relation is not None and not relation.external else None
        groups = read_chunk(self._package, part) if part is not None and self._package.has(part) else None
        if groups is None:
            self._out.report(
                Problem(
                    code="unread_part",
                    message=f"It imports another file ({part or key}) that is not read here; open it in Word, save it and "
                    "add it again.",
                )
            )
            return
        yield from groups

    def _margin(self, margins: list["_Margin"], kind: OriginKind) -> Iterator[Group]:
        seen: set[str] = set()
        for part, tree, shown in margins:
            name = part.rsplit("/", 1)[-1].removesuffix(".xml")
            groups = list(Story(self._reading, tree, path=name, origin=Origin(kind=kind)).groups())
            for group in groups:
                text = " ".join(piece.text.strip() for piece in group)
                if text in seen:
                    continue
                seen.add(text)
                if shown:
                    yield group
                    continue
                self._out.withhold(
                    Withheld(
                        text=text,
                        origin=Origin(kind=OriginKind.HIDDEN, detail=kind.value),
                        path=group[0].path,
                        reason=f"a {kind.value} that no page shows",
                    )
                )

    def _margins(self, kind: str) -> list["_Margin"]:
        """Header or footer parts in the order of their sections; those that show come first."""
        found: dict[str, bool] = {}
        relations = self._package.relationships(self._part)
        for section in self._body.iter(W + "sectPr"):
            title_page = bool(switch(section, "titlePg"))
            for reference in section.iterfind(f"{W}{kind}Reference"):
                relation = relations.get(reference.get(R + "id") or "")
                if relation is None or relation.external or not self._package.has(relation.target):
                    continue
                which = value(reference, "type") or "default"
                shown = which == "default" or (title_page if which == "first" else self._even_headers)
                found[relation.target] = found.get(relation.target, False) or shown
        margins: list[_Margin] = []
        for part, shown in sorted(found.items(), key=lambda item: not item[1]):
            tree = self._package.tree(part)
            if tree is not None:
                margins.append((part, tree, shown))
        return margins

    def _optional(self, kind: str) -> Element | None:
        """A side part; a broken one costs what it describes, not the text."""
        for part in self._package.related(self._part, kind):
            try:
                return self._package.tree(part)
            except InputRefused as refused:
                self._out_of_order(part, refused)
        return None

    def _out_of_order(self, part: str, refused: InputRefused) -> None:
        self._out.report(
            Problem(
                code="unread_part", message=f"{part} could not be read, so the document is read without it: {refused}"
            )
        )

    def _note_revisions(self, trees: list[Element]) -> None:
        count = sum(1 for tree in trees for name in _REVISIONS for _ in tree.iter(W + name))
        if count:
            self._out.report(
                Problem(
                    code="unaccepted_revisions",
                    message=f"It holds {count} tracked changes that nobody has accepted. The text is read as if all were "
                    "accepted; deleted text is shown apart and is not cited.",
                )
            )

    def _note_what_is_not_read(self) -> None:
        reading = self._reading
        if reading.pictures:
            alone = reading.characters < _LITTLE_TEXT
            message = f"It shows {reading.pictures} pictures, and text in them is not read."
            if alone:
                message = (
                    f"It shows {reading.pictures} pictures, and text in them is not read; save it as PDF and add that, so "
                    "that the pictures are read by OCR."
                )
            self._out.report(
                Problem(code="pictures_not_read", message=message, severity="warning" if alone else "note")
            )
        if reading.objects:
            self._out.report(
                Problem(
                    code="attachments",
                    message=f"It embeds {reading.objects} other files, which are not read; save each and add it.",
                )
            )


_Margin = tuple[str, Element, bool]
"""Part name, its tree, whether any page shows it."""
