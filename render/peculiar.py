"""What can make a document read otherwise than its text: hidden, struck and lost letters, drawings, formulas, list labels…

A template may have some of it, and then the trace knows; what stands in a report and did not when it was written is named.
"""

import hashlib
from collections.abc import Iterator
from typing import Any, NamedTuple

from lxml import etree

from render.field_codes import peculiar_fields
from render.labels import Labels
from render.letters import Letters, Level, Look, is_on, number_of, qn
from render.outside import own_texts, plain_letters
from render.package import Package, Story
from render.tags import TC, TR, P, R, T, in_fallback
from render.wordml import READABLE

_W = qn("w:p")[:-1]
_M = "{http://schemas.openxmlformats.org/officeDocument/2006/math}"
_MC = "{http://schemas.openxmlformats.org/markup-compatibility/2006}"
_V = "{urn:schemas-microsoft-com:vml}"
_R = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
_W14 = "{http://schemas.microsoft.com/office/word/2010/wordml}"
_PLAIN = frozenset(
    _W + name
    for name in (
        "body p r t tab br cr noBreakHyphen softHyphen tbl tr tc sdt sdtContent hyperlink ins moveTo smartTag customXml "
        "bookmarkStart bookmarkEnd proofErr lastRenderedPageBreak fldChar instrText fldSimple fldData footnote endnote "
        "footnoteRef endnoteRef footnoteReference endnoteReference separator continuationSeparator permStart permEnd "
        "commentRangeStart commentRangeEnd commentReference annotationRef moveToRangeStart moveToRangeEnd "
        "moveFromRangeStart moveFromRangeEnd delText delInstrText ptab customXmlInsRangeStart customXmlInsRangeEnd"
    ).split()
)
"""Elements that add nothing to what is compared as text anyway."""
_PROPERTIES = frozenset(
    _W + name
    for name in "pPr rPr tblPr tblGrid trPr tcPr sectPr sdtPr sdtEndPr smartTagPr customXmlPr tblPrEx background".split()
)
_DRAWN = frozenset(_W + name for name in ("drawing", "pict", "object", "control", "contentPart", "movie"))
_GONE = frozenset((qn("w:del"), qn("w:moveFrom")))
_COMMENTS = "application/vnd.openxmlformats-officedocument.wordprocessingml.comments+xml"
_POINTS = (f"{_R}embed", f"{_R}link", f"{_R}id", f"{_R}pict", f"{_R}dm", f"{_R}href")
_TINY, _FLAT, _FAR, _BEFORE = 10, 100, 9_000, -1_500
"""Half points; twentieths of a point."""


class Peculiar(NamedTuple):
    what: str
    """In words, as the end of "… stands in the document"."""
    text: str
    """That a reader sees so, or doesn't."""
    is_ever: bool = True
    """Whether it is worth a look in a report whose trace does not say what its template had."""
    around: bool = False
    """In a header or footer."""

    @property
    def key(self) -> str:
        return f"{'around' if self.around else 'body'}|{self.what}|{plain_letters(self.text)}"


def peculiarities(package: Package) -> Iterator[Peculiar]:
    letters = Letters(package)
    for story in package.stories:
        around = story.kind in ("header", "footer")
        labels = Labels(package, letters)
        found = (
            *_elements(story.root, story),
            *_letters(story, letters),
            *_paragraphs(story, letters, labels),
            *_tables(story),
            *(Peculiar(what, text, is_ever=False) for what, text in peculiar_fields(story.root, around=around)),
        )
        yield from (entry._replace(around=around) for entry in found)
    yield from _parts(package)


def _elements(element: Any, story: Story) -> Iterator[Peculiar]:
    for child in element:
        if not isinstance(child.tag, str) or child.tag in _PROPERTIES:
            if child.tag == qn("w:sdtPr") and any(True for _ in child.iter("{*}dataBinding")):
                yield Peculiar(
                    "text that another part of the file writes over", _text(child.getparent()), is_ever=False
                )
        elif child.tag in _DRAWN:
            yield _drawing(child, story)
        elif child.tag == f"{_MC}AlternateContent":
            yield from _alternatives(child, story)
        elif child.tag.startswith(_M):
            yield Peculiar("a formula", "".join(child.itertext()))
        elif child.tag in _GONE:
            if said := "".join(text.text or "" for text in child.iter(T)):
                yield Peculiar("text marked as deleted", said)
        elif child.tag in _PLAIN:
            yield from _elements(child, story)
        else:
            name = etree.QName(child).localname
            what = {"sym": "a symbol", "altChunk": "another document put in"}.get(
                name, f"something that is no text ({name})"
            )
            yield Peculiar(what, _text(child) or (child.get(qn("w:char")) or ""))


def _drawing(element: Any, story: Story) -> Peculiar:
    """A drawing by the words in it and by what it shows."""
    words = [_text(element), *(shape.get("string") or "" for shape in element.iter(f"{_V}textpath"))]
    words += [
        "".join(text.itertext()) for text in element.iter("{http://schemas.openxmlformats.org/drawingml/2006/main}t")
    ]
    shown = sorted(
        _shown(story, value) for node in element.iter() for key, value in node.attrib.items() if key in _POINTS
    )
    has_words = any(shape.get("string") for shape in element.iter(f"{_V}textpath"))
    return Peculiar("a drawing or picture", " ".join(filter(None, (*words, *shown))), is_ever=has_words)


def _shown(story: Story, relation: str) -> str:
    found = story.part.rels.get(relation)
    if found is None:
        return ""
    if found.is_external:
        return str(found.target_ref)
    return f"#{hashlib.sha256(found.target_part.blob).hexdigest()[:12]}"


def _alternatives(element: Any, story: Story) -> Iterator[Peculiar]:
    """Programs choose one of the readings; only the first is compared as text."""
    branches = [child for child in element if isinstance(child.tag, str)]
    drawn = [list(branch.iter(*_DRAWN)) for branch in branches]
    if branches and all(drawn):
        first = _drawing(drawn[0][0], story)
        yield first
        texts = {plain_letters(_text(branch)) for branch in branches}
        if len(texts) > 1:
            yield Peculiar(
                "a drawing that reads otherwise in other programs", " / ".join(map(_text, branches)), is_ever=False
            )
        return
    yield Peculiar("text with several readings, of which each program chooses one", " / ".join(map(_text, branches)))


def _letters(story: Story, letters: Letters) -> Iterator[Peculiar]:
    """Text that a reader does not see as it is, put together by paragraphs."""
    said: dict[tuple[Any, str], list[str]] = {}
    for text in story.root.iter(*READABLE):
        run = text.getparent()
        if run.tag != R or text.tag != T or not plain_letters(text.text or "") or in_fallback(text):
            continue
        look = letters.of(run)
        paragraph = next(run.iterancestors(P), None)
        for what in _faults(look, letters, text.text or ""):
            said.setdefault((paragraph, what), []).append(text.text or "")
    yield from (Peculiar(what, "".join(pieces)) for (_, what), pieces in said.items())


def _faults(look: Look, letters: Letters, text: str) -> Iterator[str]:
    if any(look.says(f"w:{name}") for name in ("vanish", "webHidden", "specVanish")):
        yield "hidden text"
    if any(look.says(f"w:{name}") for name in ("strike", "dstrike")):
        yield "text that is struck out"
    if letters.is_lost(look):
        yield "text in the colour of its background"
    if f"{_W14}textFill" in look.own:
        yield "text with a fill of its own"
    if letters.in_symbols(look):
        yield "text in a font of symbols"
    size, wide = number_of(look.of("w:sz")), number_of(look.of("w:w"))
    gap, height = number_of(look.of("w:spacing")), number_of(look.of("w:position"))
    squeezed = (wide is not None and wide < 34) or (gap is not None and gap < -60) or look.of("w:fitText") is not None
    if (size is not None and size < _TINY) or squeezed:
        yield "text too small to be read"
    if height is not None and abs(height) > 60:
        yield "text moved out of its line"
    turned = look.of("w:eastAsianLayout") is not None or is_on(look.of("w:rtl"))
    if turned and not any("\u0590" <= letter <= "\u08ff" for letter in text):
        yield "text turned round"


def _paragraphs(story: Story, letters: Letters, labels: Labels) -> Iterator[Peculiar]:
    texts = dict(own_texts(story))
    for paragraph in story.root.iter(P):
        if in_fallback(paragraph):
            continue
        label = labels.of(paragraph)
        if label:
            yield Peculiar(f"the list label {label!r}", texts.get(paragraph, ""), is_ever=False)
        reads = "".join(text.text or "" for text in paragraph.iter(T))
        if plain_letters(reads):
            yield from (Peculiar(what, reads) for what in _placed(letters.paragraph(paragraph), paragraph, reads))


def _placed(levels: tuple[Level, ...], paragraph: Any, reads: str) -> Iterator[str]:
    def of(name: str) -> Any | None:
        return next((given[qn(name)] for given in levels if qn(name) in given), None)

    spacing, indent = of("w:spacing"), of("w:ind")
    height = number_of(spacing, "w:line")
    if spacing is not None and spacing.get(qn("w:lineRule")) == "exact" and height is not None and height < _FLAT:
        yield "text in lines too low to be read"
    for side in ("left", "start", "right", "end", "firstLine", "hanging"):
        width = number_of(indent, f"w:{side}")
        if width is not None and not _BEFORE < width < _FAR:
            yield "text moved out of the page"
            break
    if (frame := of("w:framePr")) is not None and not frame.get(qn("w:dropCap")):
        yield "text in a frame"
    if is_on(of("w:bidi")) and not any("\u0590" <= letter <= "\u08ff" for letter in reads):
        yield "text turned round"
    mark = paragraph.find(f"{qn('w:pPr')}/{qn('w:rPr')}/{qn('w:vanish')}")
    if is_on(mark):
        yield "a paragraph whose end is hidden"


def _tables(story: Story) -> Iterator[Peculiar]:
    for row in story.root.iter(TR):
        properties = row.find(qn("w:trPr"))
        height = properties.find(qn("w:trHeight")) if properties is not None else None
        low = height is not None and height.get(qn("w:hRule")) == "exact" and (number_of(height) or 0) < _FLAT
        hidden = properties is not None and is_on(properties.find(qn("w:hidden")))
        if (low or hidden) and (said := _text(row)):
            yield Peculiar("a hidden row of a table", said)
    for cell in story.root.iter(TC):
        properties = cell.find(qn("w:tcPr"))
        for name in ("w:vMerge", "w:hMerge"):
            merge = properties.find(qn(name)) if properties is not None else None
            goes_on = merge is not None and merge.get(qn("w:val")) != "restart"
            if goes_on and (said := _text(cell)):
                yield Peculiar("text in a cell that is merged away", said)
    for table in story.root.iter(qn("w:tblpPr")):
        yield Peculiar("a table placed freely on the page", _text(table.getparent().getparent()), is_ever=False)


def _parts(package: Package) -> Iterator[Peculiar]:
    for part in package.document.part.package.iter_parts():
        if part.content_type == _COMMENTS:
            root: Any = etree.fromstring(part.blob, etree.XMLParser(resolve_entities=False, no_network=True))
            for comment in root.iter(qn("w:comment")):
                yield Peculiar("a comment", _text(comment))
    for element in package.document.element:
        if element.tag == qn("w:background"):
            yield Peculiar("a background of the page", element.get(qn("w:color")) or "")
    for style in package.document.styles.element.iter(qn("w:tblStylePr")):
        letters = style.find(qn("w:rPr"))
        names = ("w:vanish", "w:webHidden", "w:specVanish", "w:strike", "w:dstrike")
        if letters is not None and any(is_on(letters.find(qn(name))) for name in names):
            yield Peculiar("a table style that hides or strikes text", style.getparent().get(qn("w:styleId")) or "")
    for part in package.document.part.package.iter_parts():
        for relation in getattr(part, "rels", {}).values():
            if relation.reltype.endswith("/font") and not relation.is_external:
                yield Peculiar("a font that came with the file", "")


def _text(element: Any) -> str:
    return "".join(text.text or "" for text in element.iter(T))
