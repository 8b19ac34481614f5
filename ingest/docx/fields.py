"""Word fields: the result is text of the document, the instruction is not, and page numbers are neither."""

from evidence.pages import Origin, OriginKind
from ingest.docx.names import Element, W, child, number, switch, value
from ingest.flow import LAYOUT_NUMBER

_COMPUTED = frozenset({"PAGE", "NUMPAGES", "SECTIONPAGES", "PAGEREF", "FILENAME", "NUMWORDS", "NUMCHARS"})
"""Results that Word works out when it lays the document out; what is stored is stale and says nothing."""
_FORM = frozenset({"FORMTEXT", "FORMDROPDOWN", "FORMCHECKBOX"})
_PAGE_NUMBER = LAYOUT_NUMBER


class _Field:
    def __init__(self, begin: Element) -> None:
        self.begin = begin
        self.instruction = ""
        self.in_result = False

    @property
    def kind(self) -> str:
        words = self.instruction.split(None, 1)
        return words[0].upper() if words else ""


class Fields:
    """Which fields are open while the runs of one story are read in order."""

    def __init__(self, story: Element) -> None:
        self._open: list[_Field] = []
        marks = [value(mark, "fldCharType") for mark in story.iter(W + "fldChar")]
        self._trusted = marks.count("begin") == marks.count("end")
        """An unclosed field would swallow the rest of the document: then all text is shown."""

    def mark(self, element: Element) -> tuple[str, Origin] | None:
        """A begin, separator or end. Returns what a form field without a result shows."""
        match value(element, "fldCharType"):
            case "begin":
                self._open.append(_Field(element))
                return None
            case "separate":
                if self._open:
                    self._open[-1].in_result = True
                return None
            case "end" if self._open:
                field = self._open.pop()
                shown = _shown_by(field)
                origin = Origin(kind=OriginKind.FORM_FIELD, detail=_name(field.begin))
                return (shown, origin) if shown else None
        return None

    def instruct(self, text: str) -> None:
        if self._open:
            self._open[-1].instruction += text

    def view(self, origin: Origin) -> tuple[Origin, str | None] | None:
        """How a run's text is to be seen here: (origin, reason to keep it apart); None inside an instruction."""
        if not self._trusted:
            return origin, None
        for field in self._open:
            if not field.in_result:
                return None
        for field in self._open:
            if field.kind in _COMPUTED and field.kind != "PAGEREF":
                return Origin(kind=OriginKind.HIDDEN, detail=field.kind), _PAGE_NUMBER
            if field.kind in _FORM and origin.kind is not OriginKind.INSERTED:
                return Origin(kind=OriginKind.FORM_FIELD, detail=_name(field.begin)), None
        if any(field.kind == "PAGEREF" for field in self._open):
            return Origin(kind=OriginKind.HIDDEN, detail="PAGEREF"), _PAGE_NUMBER
        return origin, None

    def simple(self, instruction: str, origin: Origin) -> tuple[Origin, str | None]:
        words = instruction.split(None, 1)
        kind = words[0].upper() if words else ""
        if kind in _COMPUTED:
            return Origin(kind=OriginKind.HIDDEN, detail=kind), _PAGE_NUMBER
        return origin, None


def _name(begin: Element) -> str | None:
    return value(child(begin, "ffData", "name"))


def _shown_by(field: _Field) -> str | None:
    """Check boxes and drop-down lists keep their state in their properties, not in runs."""
    data = child(field.begin, "ffData")
    if data is None:
        return None
    box = child(data, "checkBox")
    if box is not None:
        ticked = switch(box, "checked")
        return "☒" if (switch(box, "default") if ticked is None else ticked) else "☐"
    choices = child(data, "ddList")
    if choices is not None and not field.in_result:
        entries = [value(entry) or "" for entry in choices.iterfind(W + "listEntry")]
        at = number(value(child(choices, "result")))
        at = at if at is not None else number(value(child(choices, "default"))) or 0
        return entries[at] if 0 <= at < len(entries) else None
    return None
