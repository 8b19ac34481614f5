"""One paragraph's runs: what is shown, where each stretch came from, and what is only kept apart."""

from collections.abc import Iterator
from typing import NamedTuple

from evidence.pages import Origin, OriginKind
from ingest.docx.fields import Fields
from ingest.docx.hiding import Hiding, why_box_is_unseen
from ingest.docx.names import CHART, DIAGRAM, MATH, MC, OFFICE, PICTURE, VML, W14, Element, R, W, child, switch, value
from ingest.docx.symbols import symbol
from ingest.struck import origin_of

_THROUGH = frozenset({
    "hyperlink", "smartTag", "customXml", "dir", "bdo", "sdtContent", "ruby", "rubyBase", "rt",
})  # fmt: skip
_CONTROLS = ("text", "date", "dropDownList", "comboBox", "checkbox", "richText")


class Segment(NamedTuple):
    text: str
    origin: Origin


class Kept(NamedTuple):
    """Text that is not part of the final view."""

    text: str
    origin: Origin
    reason: str


class Runs(NamedTuple):
    """What one paragraph holds, in order of appearance."""

    segments: list[Segment]
    kept: list[Kept]
    notes: list[tuple[str, str]]
    """(``footnote`` | ``endnote`` | ``comment``, id)."""
    boxes: list[Element]
    """Contents of text boxes anchored here."""
    pictures: int
    objects: int

    @property
    def text(self) -> str:
        return "".join(segment.text for segment in self.segments)


class _View(NamedTuple):
    """How the runs below an element are to be seen."""

    origin: Origin
    kept: str | None = None
    """Why they are not shown."""


class RunReader:
    """Reads the paragraphs of one story (body, header, note) in order: fields may begin in one and end in another."""

    def __init__(self, story: Element, *, hiding: Hiding, origin: Origin) -> None:
        self._fields = Fields(story)
        self._hiding = hiding
        self._origin = origin

    def read(self, paragraph: Element) -> Runs:
        runs = Runs([], [], [], [], 0, 0)
        view = _View(self._origin)
        counts = [0, 0]
        self._walk(paragraph, view, runs, counts)
        return runs._replace(pictures=counts[0], objects=counts[1])

    def _walk(self, element: Element, view: _View, runs: Runs, counts: list[int]) -> None:
        for item in element:
            if not isinstance(item.tag, str):
                continue
            space, _, name = item.tag.rpartition("}")
            if space == W[:-1]:
                self._walk_word(item, name, view, runs=runs, counts=counts)
            elif item.tag == MC + "AlternateContent":
                self._walk(chosen(item), view, runs, counts)
            elif space == MATH[:-1] and name in ("oMath", "oMathPara"):
                self._put("".join(text.text or "" for text in item.iter(MATH + "t")), view, runs)

    def _walk_word(self, item: Element, name: str, view: _View, *, runs: Runs, counts: list[int]) -> None:
        if name == "r":
            self._run(item, view, runs, counts)
        elif name in _THROUGH:
            if name != "rt":
                self._walk(item, view, runs, counts)
        elif name in ("ins", "moveTo"):
            inserted = Origin(kind=OriginKind.INSERTED, detail=value(item, "author"))
            self._walk(item, view._replace(origin=inserted), runs, counts)
        elif name in ("del", "moveFrom"):
            deleted = Origin(kind=OriginKind.DELETED, detail=value(item, "author"))
            reason = "a deletion that nobody has accepted" if name == "del" else "moved to another place"
            self._walk(item, _View(deleted, reason), runs, counts)
        elif name == "fldSimple":
            seen = self._fields.simple(value(item, "instr") or "", view.origin)
            self._walk(item, view if view.kept else _View(*seen), runs, counts)
        elif name == "sdt":
            self._control(item, view, runs, counts)

    def _control(self, item: Element, view: _View, runs: Runs, counts: list[int]) -> None:
        content = child(item, "sdtContent")
        if content is None:
            return
        placeholder, origin = control_view(item)
        if placeholder:
            view = _View(Origin(kind=OriginKind.HIDDEN, detail="placeholder"), "the prompt of an empty content control")
        elif origin is not None and view.kept is None and view.origin.kind is not OriginKind.INSERTED:
            view = view._replace(origin=origin)
        self._walk(content, view, runs, counts)

    def _run(self, run: Element, view: _View, runs: Runs, counts: list[int]) -> None:
        properties = child(run, "rPr")
        if view.kept is None and (reason := self._hiding.of_run(run, properties)) is not None:
            view = _View(origin_of(reason), reason)
        for item in run:
            if not isinstance(item.tag, str):
                continue
            if item.tag == MC + "AlternateContent":
                self._drawing(chosen(item), runs, counts)
                continue
            if not item.tag.startswith(W):
                continue
            self._run_item(item, item.tag[len(W) :], view, runs=runs, counts=counts)

    def _run_item(self, item: Element, name: str, view: _View, *, runs: Runs, counts: list[int]) -> None:
        match name:
            case "t" | "delText":
                self._put(item.text or "", view, runs)
            case "tab" | "ptab":
                self._put("\t", view, runs)
            case "br" | "cr":
                self._put("\n", view, runs)
            case "noBreakHyphen":
                self._put("\u2011", view, runs)
            case "softHyphen":
                self._put("\u00ad", view, runs)
            case "sym":
                self._put(symbol(value(item, "font"), value(item, "char")), view, runs)
            case "fldChar":
                if (state := self._fields.mark(item)) is not None:
                    text, origin = state
                    self._put(text, view if view.kept else view._replace(origin=origin), runs)
            case "instrText":
                self._fields.instruct(item.text or "")
            case "footnoteReference" | "endnoteReference" | "commentReference":
                if (key := value(item, "id")) is not None and view.origin.kind is not OriginKind.DELETED:
                    runs.notes.append((name.removesuffix("Reference"), key))
            case "drawing" | "pict" | "object":
                self._drawing(item, runs, counts)
            case "ruby":
                base = child(item, "rubyBase")
                if base is not None:
                    self._walk(base, view, runs, counts)

    def _drawing(self, item: Element, runs: Runs, counts: list[int]) -> None:
        """Text boxes, and how many pictures and embedded objects stand here."""
        for found in _outermost(item):
            if found.tag == W + "txbxContent":
                if (reason := why_box_is_unseen(found)) is not None:
                    lines = ("".join(t.text or "" for t in p.iter(W + "t")) for p in found.iter(W + "p"))
                    runs.kept.append(Kept("\n".join(lines), Origin(kind=OriginKind.HIDDEN, detail=reason), reason))
                else:
                    runs.boxes.append(found)
            elif found.tag == OFFICE + "OLEObject":
                counts[1] += 1
            elif found.tag == VML + "textpath":
                if text := found.get("string"):
                    runs.kept.append(
                        Kept(
                            text,
                            Origin(kind=OriginKind.ANNOTATION, detail="word art"),
                            "drawn as word art or watermark",
                        )
                    )
            else:
                counts[0] += 1

    def _put(self, text: str, view: _View, runs: Runs) -> None:
        if not text:
            return
        if view.kept is None:
            seen = self._fields.view(view.origin)
            if seen is None:
                return  # part of a field's instruction
            view = _View(*seen)
        if view.kept is not None:
            last = runs.kept[-1] if runs.kept else None
            if last is not None and (last.origin, last.reason) == (view.origin, view.kept):
                runs.kept[-1] = last._replace(text=last.text + text)
            else:
                runs.kept.append(Kept(text, view.origin, view.kept))
            return
        last_shown = runs.segments[-1] if runs.segments else None
        if last_shown is not None and last_shown.origin == view.origin:
            runs.segments[-1] = Segment(last_shown.text + text, view.origin)
        else:
            runs.segments.append(Segment(text, view.origin))


def control_view(control: Element) -> tuple[bool, Origin | None]:
    """Whether a content control shows only its prompt, and the origin of what is typed into it.

    A control that merely wraps prose (a table of contents, a whole contract) has no origin of its own.
    """
    properties = child(control, "sdtPr")
    if properties is None:
        return False, None
    placeholder = bool(switch(properties, "showingPlcHdr"))
    is_field = any(child(properties, kind) is not None for kind in _CONTROLS[:-1])
    is_field = is_field or properties.find(W14 + "checkbox") is not None
    if not is_field:
        return placeholder, None
    name = value(child(properties, "alias")) or value(child(properties, "tag"))
    return placeholder, Origin(kind=OriginKind.FORM_FIELD, detail=name)


def chosen(alternatives: Element) -> Element:
    """The one branch of AlternateContent that is read: the same content stands in each."""
    for branch in alternatives:
        if branch.tag == MC + "Choice":
            return branch
    fallback = alternatives.find(MC + "Fallback")
    return fallback if fallback is not None else alternatives


def _outermost(element: Element) -> Iterator[Element]:
    """Text boxes and pictures, without those inside another text box."""
    stack = [element]
    while stack:
        at = stack.pop()
        if not isinstance(at.tag, str):
            continue
        if at.tag == MC + "AlternateContent":
            stack.append(chosen(at))
            continue
        if at is not element and _is_drawn(at):
            yield at
            continue
        stack.extend(reversed(at))


def _is_drawn(element: Element) -> bool:
    tag = element.tag
    if tag in (W + "txbxContent", PICTURE + "pic", OFFICE + "OLEObject", VML + "textpath", CHART, DIAGRAM):
        return True
    return tag == VML + "imagedata" and element.get(R + "id") is not None
