"""One story (body, header, note, text box, cell) as groups of pieces in document order."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from evidence.pages import Origin, OriginKind, Withheld
from ingest.docx.hiding import Hiding, is_coloured
from ingest.docx.names import MC, Element, R, W, child, number, switch, value
from ingest.docx.numbering import Numbering
from ingest.docx.runs import RunReader, Runs, Segment, chosen, control_view
from ingest.docx.styles import Style, Styles
from ingest.docx.tables import DELETED, Cell, Row, read_grid
from ingest.flow import BODY, FlowPages, Group, Piece, Role
from ingest.grid import GridCell, name_cells
from ingest.headings import looks_like_heading
from ingest.rows import row_groups, table_cell

AUTOMATIC = Origin(detail="automatic number")
"""Of a clause number that Word counts: it is not among the characters of the file."""
_WRAPPERS = frozenset({W + "customXml", W + "ins", W + "moveTo", W + "smartTag"})


@dataclass
class Reading:
    """What all stories of one document share while they are read."""

    styles: Styles
    numbering: Numbering
    hiding: Hiding
    pages: FlowPages
    """Only to withhold and report; text goes there through the reader."""
    heading: str | None = None
    tables: int = 0
    pictures: int = 0
    objects: int = 0
    characters: int = 0
    notes: list[tuple[str, str]] = field(default_factory=list)
    """References met and not yet answered: (kind, id)."""
    boxes: list[tuple[Element, str]] = field(default_factory=list)
    """Text boxes met and not yet read, with their paths."""
    chunks: list[str] = field(default_factory=list)
    """Relationship ids of imported parts met and not yet read."""

    @contextmanager
    def anchored_below(self) -> Iterator[None]:
        """Hold back what is anchored in a table until its last row is written."""
        held = self.notes, self.boxes, self.chunks
        self.notes, self.boxes, self.chunks = [], [], []
        try:
            yield
        finally:
            self.notes, self.boxes, self.chunks = held[0] + self.notes, held[1] + self.boxes, held[2] + self.chunks


class Story:
    """Walks block-level content. Tables, cells and boxes are stories inside the story."""

    def __init__(self, reading: Reading, element: Element, *, path: str, origin: Origin = BODY) -> None:
        self._reading = reading
        self._element = element
        self._path = path
        self._origin = origin
        self._runs = RunReader(element, hiding=reading.hiding, origin=origin)
        self._paragraphs = 0
        self._tables = 0
        self._carried: list[Segment] = []
        """Text of paragraphs whose end was deleted: it belongs to the next paragraph."""

    def groups(self) -> Iterator[Group]:
        yield from self._blocks(self._element, self._origin)
        if self._carried:
            path = f"{self._path}/p[{self._paragraphs}]"
            heading = self._reading.heading
            yield list(_pieces(self._carried, label=None, path=path, role="paragraph", heading=heading))

    def _blocks(self, element: Element, origin: Origin) -> Iterator[Group]:
        for item in element:
            if not isinstance(item.tag, str):
                continue
            if item.tag == W + "p":
                yield from self._paragraph(item, origin)
            elif item.tag == W + "tbl":
                yield from self._table(item, origin)
            elif item.tag == W + "sdt":
                yield from self._control(item, origin)
            elif item.tag in _WRAPPERS:
                yield from self._blocks(item, origin)
            elif item.tag == MC + "AlternateContent":
                yield from self._blocks(chosen(item), origin)
            elif item.tag == W + "altChunk" and (key := item.get(R + "id")):
                self._reading.chunks.append(key)

    def _control(self, item: Element, origin: Origin) -> Iterator[Group]:
        content = child(item, "sdtContent")
        if content is None:
            return
        placeholder, own = control_view(item)
        if placeholder:
            self._withhold(
                "".join(text.text or "" for text in content.iter(W + "t")),
                Origin(kind=OriginKind.HIDDEN, detail="placeholder"), "the prompt of an empty content control", self._path,
            )  # fmt: skip
            return
        yield from self._blocks(content, own or origin)

    def _paragraph(self, item: Element, origin: Origin) -> Iterator[Group]:
        self._paragraphs += 1
        path = f"{self._path}/p[{self._paragraphs}]"
        reading = self._reading
        runs = self._runs.read(item)
        self._take_apart(runs, path)
        properties = child(item, "pPr")
        mark = child(properties, "rPr")
        segments = [*self._carried, *runs.segments]
        if child(mark, "del") is not None or child(mark, "moveFrom") is not None:
            self._carried = segments
            return
        self._carried = []
        if origin is not self._origin:
            segments = [s if s.origin != self._origin else s._replace(origin=origin) for s in segments]
        style = reading.styles.paragraph(value(child(properties, "pStyle")))
        listed = _list_of(properties, style)
        label = reading.numbering.next_label(*listed) if listed is not None else None
        text = "".join(segment.text for segment in segments)
        if not text.strip():
            return
        reading.characters += len(text)
        role = self._role(item, properties, style, text=text, listed=listed is not None)
        if role == "heading":
            reading.heading = " ".join(f"{label or ''} {text}".split())[:200]
        yield list(_pieces(segments, label=label, path=path, role=role, heading=self._heading_for(label, role)))

    def _heading_for(self, label: str | None, role: Role) -> str | None:
        heading = self._reading.heading
        if label is None or role == "heading":
            return heading
        return f"{heading} › {label}" if heading else label

    def _role(self, item: Element, properties: Element | None, style: Style, *, text: str, listed: bool) -> Role:
        if self._path != "body":
            return "list_item" if listed else "paragraph"
        level = number(value(child(properties, "outlineLvl")))
        if (style.heading is not None or (level is not None and level < 9)) and len(text) <= 300:
            return "heading"
        centred = value(child(properties, "jc"))
        if looks_like_heading(
            text,
            bold=_all_bold(item, inherited=bool(style.bold)),
            centred=bool(style.centred) if centred is None else centred == "center",
        ):
            return "heading"
        return "list_item" if listed else "paragraph"

    def _take_apart(self, runs: Runs, path: str) -> None:
        for kept in runs.kept:
            self._withhold(kept.text, kept.origin, kept.reason, path)
        reading = self._reading
        reading.notes.extend(runs.notes)
        reading.boxes.extend((box, f"{path}/box[{place}]") for place, box in enumerate(runs.boxes, 1))
        reading.pictures += runs.pictures
        reading.objects += runs.objects

    def _withhold(self, text: str, origin: Origin, reason: str, path: str) -> None:
        if text.strip():
            self._reading.pages.withhold(Withheld(text=text, origin=origin, reason=reason, path=path))

    def _table(self, item: Element, origin: Origin) -> Iterator[Group]:
        self._tables += 1
        path = f"{self._path}/tbl[{self._tables}]"
        table = self._reading.tables
        self._reading.tables += 1
        rows = read_grid(item)
        read: list[tuple[Row, list[tuple[GridCell, list[Group]]]]] = []
        for row in rows:
            self._withhold_covered(row, f"{path}/r[{row.number + 1}]")
            cells = []
            for cell in row.cells:
                groups = list(self._cell(cell, f"{path}/r[{cell.row + 1}]/c[{cell.column + 1}]", origin))
                cells.append((_grid_cell(cell, groups, row), groups))
            read.append((row, cells))
        headings = name_cells([cell for _, cells in read for cell, _ in cells])
        lead = "\n\n"
        written: list[Group] = []
        for row, cells in read:
            inserted = child(row.element, "trPr", "ins")
            places = [(table_cell(cell, table=table, headings=headings), groups) for cell, groups in cells if groups]
            for group in row_groups(places, lead=lead):
                written.append([_inserted(piece, inserted) for piece in group] if inserted is not None else group)
                lead = "\n"
        with self._reading.anchored_below():
            yield from written[:-1]
        yield from written[-1:]

    def _cell(self, cell: Cell, path: str, origin: Origin) -> Iterator[Group]:
        yield from Story(self._reading, cell.element, path=path, origin=origin).groups()

    def _withhold_covered(self, row: Row, path: str) -> None:
        for cell in row.deleted:
            self._withhold(_all_text(cell), Origin(kind=OriginKind.DELETED), DELETED, path)
        for cell in row.covered:
            self._withhold(
                _all_text(cell), Origin(kind=OriginKind.HIDDEN), row.removed or "covered by a merged cell", path
            )


def _all_text(cell: Element) -> str:
    lines = ("".join(t.text or "" for t in p.iter(W + "t", W + "delText")) for p in cell.iter(W + "p"))
    return "\n".join(lines).strip()


def _grid_cell(cell: Cell, groups: list[Group], row: Row) -> GridCell:
    own = [piece.text for group in groups for piece in group if piece.cell is None and piece.origin is not AUTOMATIC]
    return GridCell(
        row=cell.row,
        column=cell.column,
        text=" ".join(" ".join(own).split()),
        row_span=cell.row_span,
        column_span=cell.column_span,
        distinct=bool(own) and (is_coloured(child(cell.element, "tcPr")) or _all_bold(cell.element)),
        marked=row.is_heading,
    )


def _pieces(
    segments: list[Segment], *, label: str | None, path: str, role: Role, heading: str | None
) -> Iterator[Piece]:
    lead = "\n\n"
    if label is not None:
        yield Piece(label, role="label", origin=AUTOMATIC, path=path, heading=heading, lead=lead)
        lead = "\n"
    for segment in segments:
        text = segment.text if lead == "" else segment.text.lstrip(" \t\n")
        if text:
            yield Piece(text, role=role, origin=segment.origin, path=path, heading=heading, lead=lead)
            lead = ""


def _inserted(piece: Piece, mark: Element) -> Piece:
    return piece._replace(origin=Origin(kind=OriginKind.INSERTED, detail=value(mark, "author")))


def _list_of(properties: Element | None, style: Style) -> tuple[int, int] | None:
    own = child(properties, "numPr")
    before = style.numbering or (0, 0)
    if own is None:
        return before if before[0] > 0 else None
    of_list = number(value(child(own, "numId")))
    level = number(value(child(own, "ilvl")))
    found = (before[0] if of_list is None else of_list, before[1] if level is None else level)
    return found if found[0] > 0 else None


def _all_bold(element: Element, *, inherited: bool = False) -> bool:
    """Whether every run with letters is bold; of a paragraph or a cell."""
    runs = [run for run in element.iter(W + "r") if any((t.text or "").strip() for t in run.iterfind(W + "t"))]
    stated = [switch(child(run, "rPr"), "b") for run in runs]
    return bool(runs) and all(inherited if bold is None else bold for bold in stated)
