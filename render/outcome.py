"""What re-verification of a report found, as values and as lines for a person."""

from collections.abc import Iterator
from enum import StrEnum

from evidence.frozen import Frozen
from render.looks import Looks

_QUOTE_SHOWN = 90
_PARTS_SHOWN = 2


class CheckState(StrEnum):
    HOLDS = "holds"
    """The same characters at the same place of the same file."""
    MOVED = "moved"
    """The same file, read anew: the quote stands at another place of it."""
    GONE = "gone"
    FILE_MISSING = "file_missing"
    FILE_CHANGED = "file_changed"
    """A file of that name with another content; the quote is still in it."""

    @property
    def is_good(self) -> bool:
        return self in (CheckState.HOLDS, CheckState.MOVED)


class CitationCheck(Frozen):
    field: str
    file: str
    place: str
    """In words: ``p. 3``, ``sheet 'Balance' cell B7``."""
    quote: str
    number: int | None = None
    """In the report's appendix."""
    near_miss: bool = False
    """Shown to the person beside an open field; no value rests on it."""
    state: CheckState
    detail: str = ""

    def __str__(self) -> str:
        quote = " ".join(self.quote.split())
        quote = quote if len(quote) <= _QUOTE_SHOWN else quote[: _QUOTE_SHOWN - 1] + "…"
        at = f"{self.file!r}, {self.place}"
        said = {
            CheckState.HOLDS: f'the quote "{quote}" stands in {at}',
            CheckState.MOVED: f'the quote "{quote}" of {at} has moved',
            CheckState.GONE: f'the quote "{quote}" is no longer in {at}',
            CheckState.FILE_MISSING: f"{self.file!r} is not among the files",
            CheckState.FILE_CHANGED: f'{self.file!r} is another file than the one cited; the quote "{quote}" is still in it',
        }[self.state]
        return f"field {self.field!r}: {said}" + (f" ({self.detail})" if self.detail else "")


class FieldCheck(Frozen):
    field: str
    citations: tuple[CitationCheck, ...] = ()
    faults: tuple[str, ...] = ()
    """The value doesn't follow from its quotes, or the document reads something else."""
    remarks: tuple[str, ...] = ()
    """Worth knowing and no fault: edited by the reviewer, filled in by the analyst."""

    @property
    def ok(self) -> bool:
        return not self.faults and all(check.state.is_good for check in self.citations)


class Covers(StrEnum):
    """How much of what a reader sees was looked at."""

    TRACE = "trace"
    """A trace without its document."""
    FIELDS = "fields"
    """A document whose trace says nothing about the text outside of its fields."""
    DOCUMENT = "document"

    @property
    def words(self) -> str:
        return {
            Covers.TRACE: "checked: the trace alone; what the document reads was not looked at, so give the DOCX for that",
            Covers.FIELDS: "checked: values and quotes in the fields; other text of the document was not looked at",
            Covers.DOCUMENT: "checked: values and quotes in the fields against the files; other text only for being as it was "
            "written, for no quote proves it",
        }[self]


class VerifyOutcome(Frozen):
    broken_at: str | None
    """The first entry of the chain that was changed after writing; None when the chain holds."""
    head: str = ""
    """Of the trace's chain."""
    noted_head: str | None = None
    """As somebody kept it elsewhere; None where it was not compared."""
    fields: tuple[FieldCheck, ...]
    files: tuple[str, ...] = ()
    """About files as a whole: missing, changed, not cited."""
    outside: tuple[str, ...] = ()
    """Text of the document outside of its fields that is not as it was written."""
    covers: Covers = Covers.TRACE
    looks: Looks = Looks.NOT_LOOKED
    changed_parts: tuple[str, ...] = ()
    """Parts of the DOCX that are not those that were written."""
    look_faults: tuple[str, ...] = ()
    """What a reader of the document sees otherwise than it was written."""

    @property
    def ok(self) -> bool:
        """Nothing needs a person's look: the fields hold, and nothing was written around them."""
        unharmed = self.broken_at is None and not self.outside and not self.look_faults
        return unharmed and not self.is_another and all(check.ok for check in self.fields)

    @property
    def is_another(self) -> bool:
        """Whether the trace is another one than the one whose head was noted."""
        return self.noted_head is not None and self.noted_head != self.head

    @property
    def citations(self) -> tuple[CitationCheck, ...]:
        return tuple(check for field in self.fields for check in field.citations)

    @property
    def failed(self) -> tuple[str, ...]:
        """Ids of the fields that no longer hold."""
        return tuple(check.field for check in self.fields if not check.ok)

    def lines(self, *, everything: bool = False) -> Iterator[str]:
        """What fails, then remarks; with ``everything`` also what holds."""
        if self.broken_at is not None:
            yield f"the trace was changed after it was written: {self.broken_at} breaks the chain"
        if self.noted_head is not None:
            yield self._head_words()
        yield from self.files
        for field in self.fields:
            for check in field.citations:
                if everything or check.state is not CheckState.HOLDS:
                    yield str(check)
            yield from (f"field {field.field!r}: {fault}" for fault in field.faults)
        for field in self.fields:
            yield from (f"field {field.field!r}: note: {remark}" for remark in field.remarks)
        yield from (f"text outside the fields was {change}" for change in self.outside)
        yield from self.look_faults
        yield from self._look_words()
        yield self.covers.words
        yield self._summary()

    def _head_words(self) -> str:
        if self.is_another:
            return (
                f"the head of the trace's chain is {self.head}, and the one noted elsewhere is {self.noted_head}: this is not "
                "the trace that was noted, or it was rewritten whole"
            )
        return "the head of the trace's chain is the one noted elsewhere"

    def _look_words(self) -> Iterator[str]:
        if self.looks is Looks.AS_WRITTEN:
            yield "the document is the very file that was written, with its layout and pictures"
        elif self.looks is Looks.SAVED_AGAIN:
            shown = ", ".join(self.changed_parts[:_PARTS_SHOWN])
            more = len(self.changed_parts) - _PARTS_SHOWN
            others = f" and {more} more parts" if more > 0 else ""
            yield (
                f"the document was saved again by another program ({shown}{others} differ): its words and the places of its "
                "values were compared, and it was searched for hidden, struck, unreadable or drawn text; how it is laid out "
                "otherwise cannot be vouched for"
            )
        elif self.looks is Looks.NOT_KEPT:
            yield (
                "the trace does not keep how the document looked when it was written: it was searched for hidden, struck and "
                "unreadable text; pictures, lists and computed fields were not looked at"
            )

    def _summary(self) -> str:
        count = self._count()
        if self.ok and self.looks is Looks.SAVED_AGAIN:
            return f"{count}, and every value follows from its quotes: what it says stands; its layout is another program's"
        if self.ok:
            return f"{count}, and every value follows from its quotes: the report stands"
        wrong = []
        if self.broken_at is not None:
            wrong.append("the trace was changed after it was written")
        if self.is_another:
            wrong.append("the trace is not the one whose head was noted")
        if self.failed:
            # a quote may hold and its field not: the value may say something else than the quote
            wrong.append(f"{len(self.failed)} of {len(self.fields)} fields do not stand: {', '.join(self.failed)}")
        if self.outside:
            wrong.append("text was changed or added outside the fields: look at it")
        if self.look_faults:
            wrong.append("a reader sees the document otherwise than it was written: look at it")
        return f"{count}; {'; '.join(wrong)}"

    def _count(self) -> str:
        """Those that values rest on, as many as `fill` counted; the near misses apart."""
        of_values = [check for check in self.citations if not check.near_miss]
        near = [check for check in self.citations if check.near_miss]
        count = f"{sum(check.state.is_good for check in of_values)} of {len(of_values)} citations hold"
        if not near:
            return count
        return f"{count} ({sum(check.state.is_good for check in near)} of {len(near)} near misses too, on which no value rests)"
