"""Put admitted values into a template's tags, and a visible mark wherever there is none."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from docx.oxml.ns import qn

from evidence.fields import Field, FieldType
from render.admit import Entry, Shown
from render.ledger import Ledger
from render.package import Package, Story
from render.phrases import Phrases
from render.runs import can_link, cut_out, fill, open_control, place_of, properties_at, twin
from render.styles import BODY_CELL, BODY_HEAD, REFERENCE, TABLE
from render.tags import TR, FoundTag, P, all_controls, cell_of, in_fallback, row_of, tags_in
from render.targets import Part, Special, Target, Targets, UnknownName
from render.wordml import paragraph as new_paragraph
from render.wordml import run as new_run
from render.wordml import table as new_table

_ROW = "lastro-row"
_OPEN = "—"
_MAY_BREAK = "\u200b"
"""Between a value and its source numbers in a table cell: a narrow column would break the value itself otherwise."""
_ROOM_FOR_WORDS = 2200
"""Width of a cell, in twentieths of a point, from which on a mark is written out."""


@dataclass
class Placer:
    """Fills one opened template. ``sections`` collects where the generated sections go; the caller fills them."""

    package: Package
    entries: Mapping[str, Entry]
    ledger: Ledger
    specials: Mapping[Special, str]
    phrases: Phrases
    width: int
    """Of the text column, in twentieths of a point."""

    def __post_init__(self) -> None:
        self.sections: dict[Special, Any] = {}
        self._targets = Targets([entry.field for entry in self.entries.values()])
        self._marked: list[Any] = []
        """Paragraphs that carry the one mark of a row whose table has no value."""

    def place(self) -> None:
        self._open_controls()
        for story in self.package.stories:
            for row in list(story.root.iter(TR)):
                self._repeat(row, story)
            for paragraph in list(story.root.iter(P)):
                self._paragraph(paragraph, story)

    def _open_controls(self) -> None:
        for control in list(all_controls(self.package)):
            if any(tags_in(paragraph, control.story) for paragraph in control.sdt.iter(P)):
                continue
            for name in filter(None, (control.tag, control.alias)):
                if self._resolve(name) is not None:
                    open_control(control.sdt, f"{{{{ {name} }}}}")
                    break

    def _resolve(self, name: str) -> Target | Special | None:
        try:
            return self._targets.resolve(name)
        except UnknownName:
            return None

    # rows that repeat

    def _repeat(self, row: Any, story: Story) -> None:
        own = [p for p in row.iter(P) if row_of(p) is row]
        repeated = next((target for p in own for target in self._repeating(p, story)), None)
        if repeated is None:
            return
        entry = self.entries[repeated.field.id]
        if entry.held is not None:
            asking = [p for p in own if any(t.part is not Part.ROW for t in self._repeating(p, story))]
            self._marked.append(_widest(asking or own))
        count = self._row_count(entry)
        copies = [row, *(twin(row) for _ in range(count - 1))]
        for number, copied in enumerate(copies):
            for p in copied.iter(P):
                p.set(_ROW, str(number))
            if number:
                copies[number - 1].addnext(copied)

    def _repeating(self, paragraph: Any, story: Story) -> list[Target]:
        resolved = (self._resolve(tag.tag.name) for tag in tags_in(paragraph, story))
        return [target for target in resolved if isinstance(target, Target) and target.part.repeats]

    def _row_count(self, entry: Entry) -> int:
        if entry.field.type is FieldType.TABLE:
            return max(1, len(entry.rows) + len(_absent(entry)))
        return max(1, len(entry.values))

    # tags

    def _paragraph(self, paragraph: Any, story: Story) -> None:
        row = paragraph.attrib.pop(_ROW, None)
        tags = tags_in(paragraph, story)
        known = [(tag, target) for tag in tags if (target := self._resolve(tag.tag.name)) is not None]
        if not known:
            return
        alone = known[0][0].alone
        for number, (tag, _) in reversed(list(enumerate(known))):
            cut_out(paragraph, tag.start, tag.end, key=str(number))
        for number, (tag, target) in enumerate(known):
            place = place_of(paragraph, str(number))
            if in_fallback(paragraph):
                self._plainly(place, target, row)
            elif isinstance(target, Special):
                self._special(target, tag, place)
            elif target.part.repeats:
                self._cell(target, place, int(row or 0))
            else:
                self._whole(target, place, alone=alone)

    def _special(self, special: Special, tag: FoundTag, place: Any) -> None:
        if special.is_section:
            self.sections[special] = tag.paragraph
            fill(place, [])
        else:
            fill(place, [new_run(self.specials[special], properties=properties_at(place))])

    def _whole(self, target: Target, place: Any, *, alone: bool) -> None:
        entry = self.entries[target.field.id]
        if entry.held is not None:
            self._mark(target, entry, place)
        elif target.field.type is FieldType.TABLE:
            self._whole_table(target.field, entry, place)
        elif alone and len(entry.values) > 1:
            self._paragraphs(target, entry, place)
        else:
            self._in_line(target, entry, place)

    def _in_line(self, target: Target, entry: Entry, place: Any) -> None:
        content: list[Any] = []
        behind: list[Any] = []
        linked = can_link(place)
        for number, shown in enumerate(entry.values):
            if number:
                content.append(new_run("; ", properties=properties_at(place)))
            item = number if target.field.list else None
            inside, references = self._one(target, entry, shown, place, item=item)
            content += [*inside, *references] if linked else inside
            behind += [] if linked else references
        fill(place, content, behind)

    def _one(
        self, target: Target, entry: Entry, shown: Shown | None, place: Any, *, item: int | None = None,
        row: int | None = None,
    ) -> tuple[list[Any], list[Any]]:  # fmt: skip
        letters = properties_at(place)
        if shown is not None:
            content, references = self.ledger.value(target, shown, properties=letters, item=item, row=row)
            if references and row_of(place) is not None:
                references.insert(0, new_run(_MAY_BREAK, style=REFERENCE))
            return content, references
        linked = can_link(place)
        mark = self.ledger.mark(target, entry, properties=letters, short=True, linked=linked, item=item, row=row)
        return mark, []

    def _mark(self, target: Target, entry: Entry, place: Any, *, short: bool = False) -> None:
        letters, linked = properties_at(place), can_link(place)
        fill(place, self.ledger.mark(target, entry, properties=letters, short=short, linked=linked))

    def _paragraphs(self, target: Target, entry: Entry, place: Any) -> None:
        """One paragraph for each item of a list, numbered or bulleted as the template's own."""
        key = place.get("lastro-place")
        first = next(place.iterancestors(P))
        copies = [first, *(twin(first) for _ in entry.values[1:])]
        for before, copied in pairwise(copies):
            before.addnext(copied)
        for number, (copied, shown) in enumerate(zip(copies, entry.values, strict=True)):
            here = place_of(copied, key)
            content, references = self._one(target, entry, shown, here, item=number)
            fill(here, content, references)

    def _cell(self, target: Target, place: Any, row: int) -> None:
        entry = self.entries[target.field.id]
        letters = properties_at(place)
        if entry.held is not None:
            paragraph = next(place.iterancestors(P))
            chosen = next((at for at, held in enumerate(self._marked) if held is paragraph), None)
            if chosen is not None and target.part is not Part.ROW:
                del self._marked[chosen]
                self._mark(target, entry, place, short=_cell_width(paragraph) < _ROOM_FOR_WORDS)
            else:
                fill(place, [new_run(_OPEN, properties=letters)])
        elif target.part is Part.ROW:
            fill(place, [new_run(str(row + 1), properties=letters)])
        elif target.part is Part.ITEM:
            fill(place, *self._one(target, entry, entry.values[row], place, item=row))
        elif row < len(entry.rows):
            assert target.column is not None  # Part.COLUMN has one
            fill(place, *self._one(target, entry, entry.rows[row][target.column.id], place, row=row))
        else:
            heading = _absent(entry)[row - len(entry.rows)]
            is_first = target.column is not None and target.column.id == target.field.columns[0].id
            said = [new_run(f"{heading} ", properties=letters)] if is_first else []
            fill(place, [*said, *self._one(target, entry, None, place, row=row)[0]])

    def _whole_table(self, wanted: Field, entry: Entry, place: Any) -> None:
        """A table field whose tag stands alone: laid out before its paragraph, which stays and is empty."""
        paragraph = next(place.iterancestors(P))
        fill(place, [])
        columns = wanted.columns
        width = self.width if row_of(paragraph) is None else self.width // 2
        rows = []
        for number in range(self._row_count(entry)):
            cells = []
            for column in columns:
                at = new_run("")
                cell = new_paragraph(BODY_CELL, at)
                self._cell(Target(wanted, Part.COLUMN, column), at, number)
                cells.append(cell)
            rows.append(cells)
        headings = [new_paragraph(BODY_HEAD, new_run(column.title)) for column in columns]
        paragraph.addprevious(new_table([width // len(columns)] * len(columns), headings, rows, style=TABLE))

    def _plainly(self, place: Any, target: Target | Special, row: str | None) -> None:
        """Word's second copy of a text box, for versions of 2007 and older: text only."""
        letters = properties_at(place)
        if isinstance(target, Special):
            fill(place, [new_run(self.specials.get(target, ""), properties=letters)])
            return
        entry, number = self.entries[target.field.id], int(row or 0)
        shown: Sequence[Shown | None] = entry.values
        if target.column is not None and number < len(entry.rows):
            shown = [entry.rows[number][target.column.id]]
        elif target.part is Part.ITEM and number < len(entry.values):
            shown = [entry.values[number]]
        text = "; ".join(value.text for value in shown if value is not None)
        fill(place, [new_run(text or self.phrases("⚑ needs verification"), properties=letters)])


def _widest(paragraphs: Sequence[Any]) -> Any:
    """The paragraph in the widest cell, the first of equals."""
    return max(paragraphs, key=_cell_width)


def _cell_width(paragraph: Any) -> int:
    """In twentieths of a point; a cell that names no width counts as wide enough."""
    cell = cell_of(paragraph)
    width = cell.find(f"{qn('w:tcPr')}/{qn('w:tcW')}") if cell is not None else None
    given = (width.get(qn("w:w")) or "") if width is not None and width.get(qn("w:type")) == "dxa" else ""
    return int(given) if given.isdigit() else _ROOM_FOR_WORDS


def _absent(entry: Entry) -> list[str]:
    return [gap.heading for gap in entry.gaps if gap.heading is not None]
