"""The numbers of one report: its sources, its open questions, its slots, and every text that must read back."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from evidence.citations import Citation
from evidence.frozen import Frozen
from render.admit import Entry, Shown
from render.display import legal
from render.phrases import Phrases
from render.styles import MARK, QUOTE, REFERENCE
from render.tags import QUOTE_TAG, VALUE_TAG
from render.targets import Target
from render.wordml import Ids, hyperlink, run

SLOT_MARK, QUOTE_MARK = "_Lastro_v", "_Lastro_q"
"""Beginnings of the bookmarks around values and quotes; the same number as in the content control follows."""
SourceKey = tuple[str, int, int, int]


def source_key(citation: Citation) -> SourceKey:
    """One entry of the appendix: file, page and the quote's offsets, so that no second quote is swallowed."""
    return citation.sha256, citation.page, citation.span.start, citation.span.end


class Slot(Frozen):
    """One place in the report's body: what stands there, and for which part of which field."""

    number: int
    kind: str
    """``value``, or ``mark`` where a person has to look."""
    text: str
    """What the place reads, character by character."""
    item: int | None = None
    """Zero-based value of a list."""
    row: int | None = None
    """Zero-based row of a table."""
    column: str | None = None


@dataclass
class Ledger:
    ids: Ids
    marks: dict[str, str]
    """``full``, ``short``, ``analyst`` and ``analyst_short``: the marks' wordings with ``{number}``."""
    sources: dict[SourceKey, Citation] = field(default_factory=dict)
    """In the order of their numbers, which count from 1."""
    numbers: dict[SourceKey, int] = field(default_factory=dict)
    uses: dict[int, list[tuple[str, int]]] = field(default_factory=dict)
    """Source number to the fields it carries, each with the slot it first stands in."""
    needs: dict[str, int] = field(default_factory=dict)
    """Field id to its number in the section of open questions."""
    slots: dict[str, list[Slot]] = field(default_factory=dict)
    expected: dict[str, str] = field(default_factory=dict)
    """Content-control tag to the text that must stand in it when the file is opened again."""
    notes: list[str] = field(default_factory=list)
    statements: dict[str, int] = field(default_factory=dict)
    """Field id to the number of the analyst's own statement."""
    _slot_count: int = 0
    _quote_count: int = 0

    def number_of(self, citation: Citation) -> int:
        key = source_key(citation)
        self.sources.setdefault(key, citation)
        return self.numbers.setdefault(key, len(self.sources))

    def need_of(self, field_id: str) -> int:
        return self.needs.setdefault(field_id, len(self.needs) + 1)

    def note_removed(self, removed: Iterable[str], field_id: str) -> None:
        gone = ", ".join(removed)
        if gone:
            note = f"field {field_id!r}: characters that a report cannot hold were left out: {gone}"
            if note not in self.notes:
                self.notes.append(note)

    def value(
        self, target: Target, shown: Shown, *, properties: Any, item: int | None = None, row: int | None = None
    ) -> tuple[list[Any], list[Any]]:
        """The value in its content control, and the numbers of its sources to put behind it."""
        self.note_removed(shown.removed, target.field.id)
        slot = self._slot("value", shown.text, target, item=item, row=row)
        tag = f"{VALUE_TAG}{slot.number}"
        self.expected[tag] = shown.text
        inside = self.ids.control(tag, _title(target, row, item), run(shown.text, properties=properties))
        references = []
        if shown.is_stated:
            number = self.statements.setdefault(target.field.id, len(self.statements) + 1)
            references.append(hyperlink(statement_anchor(number), run(f"[✎{number}]", style=REFERENCE)))
        for citation in dict.fromkeys(shown.citations):
            number = self.number_of(citation)
            held = self.uses.setdefault(number, [])
            if all(field_id != target.field.id for field_id, _ in held):
                held.append((target.field.id, slot.number))
            references.append(hyperlink(source_anchor(number), run(f"[{number}]", style=REFERENCE)))
        return self.ids.bookmarked(slot_anchor(slot.number), inside), references

    def mark(
        self, target: Target, entry: Entry, *, properties: Any, short: bool, linked: bool,
        item: int | None = None, row: int | None = None,
    ) -> list[Any]:  # fmt: skip
        """The visible mark, in a content control so that what a person writes over it is found again."""
        number = self.need_of(target.field.id)
        analyst = entry.held is not None and entry.held.value == "analyst"
        wording = ("analyst" if analyst else "full") if not short else ("analyst_short" if analyst else "short")
        text = self.marks[wording].format(number=number)
        slot = self._slot("mark", text, target, item=item, row=row)
        tag = f"{VALUE_TAG}{slot.number}"
        self.expected[tag] = text
        words: Any = run(text, properties=properties, style=MARK)
        content = hyperlink(need_anchor(number), words) if linked else words
        return self.ids.bookmarked(slot_anchor(slot.number), self.ids.control(tag, _title(target, row, item), content))

    def quoted(self, quote: str, field_id: str) -> list[Any]:
        """A quote in a content control of its own; it is compared again after the file is written."""
        text, removed = legal(quote)
        self.note_removed(removed, field_id)
        self._quote_count += 1
        tag = f"{QUOTE_TAG}{self._quote_count}"
        self.expected[tag] = text
        name = quote_anchor(self._quote_count)
        return self.ids.bookmarked(name, self.ids.control(tag, "", run(text, style=QUOTE)))

    def first_slot(self, field_id: str) -> int | None:
        held = self.slots.get(field_id)
        return held[0].number if held else None

    def _slot(self, kind: str, text: str, target: Target, *, item: int | None, row: int | None) -> Slot:
        self._slot_count += 1
        column = target.column.id if target.column else None
        slot = Slot(number=self._slot_count, kind=kind, text=text, item=item, row=row, column=column)
        self.slots.setdefault(target.field.id, []).append(slot)
        return slot


def _title(target: Target, row: int | None, item: int | None) -> str:
    number = row if row is not None else item
    return target.title if number is None else f"{target.title} ({number + 1})"


def source_anchor(number: int) -> str:
    """Bookmark of an entry in the appendix. A leading underscore keeps it out of Word's list of bookmarks."""
    return f"_Lastro_s{number}"


def statement_anchor(number: int) -> str:
    return f"_Lastro_o{number}"


def need_anchor(number: int) -> str:
    return f"_Lastro_n{number}"


def slot_anchor(number: int) -> str:
    return f"{SLOT_MARK}{number}"


def quote_anchor(number: int) -> str:
    return f"{QUOTE_MARK}{number}"


def marks_of(say: Phrases) -> dict[str, str]:
    """The wordings of the marks, with ``{number}`` under "needs verification"."""
    return {
        "full": say("⚑ needs verification no. {number}"),
        "short": say("⚑ no. {number}"),
        "analyst": say("✎ for the analyst to fill in, no. {number}"),
        "analyst_short": say("✎ no. {number}"),
    }
