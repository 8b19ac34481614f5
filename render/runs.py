"""Cut a tag out of a paragraph, leaving an empty run in its place and everything around it as it was."""

import copy
from collections.abc import Sequence
from typing import Any

from docx.oxml.ns import qn
from docx.oxml.parser import OxmlElement

from render.tags import SDT_CONTENT, P, R, pieces_of

_PLACE = "lastro-place"
"""Attribute on the empty run; gone once it is filled."""
_SPACE = "{http://www.w3.org/XML/1998/namespace}space"
_W14 = "{http://schemas.microsoft.com/office/word/2010/wordml}"
_RPR = qn("w:rPr")
_WRAPPERS = {qn(f"w:{name}") for name in ("hyperlink", "ins", "moveTo", "smartTag", "fldSimple")}
_ONCE_ONLY = [qn(f"w:{name}") for name in ("bookmarkStart", "bookmarkEnd", "commentRangeStart", "commentRangeEnd")]


def cut_out(paragraph: Any, start: int, end: int, *, key: str) -> None:
    """Replaces the characters ``start:end`` of the paragraph's text by one empty run marked ``key``.

    The run takes the first character's formatting. Cut tags from last to first: earlier ones keep their places.
    """
    _split_at(paragraph, start)
    _split_at(paragraph, end)
    inside = [piece for piece in pieces_of(paragraph) if start <= piece.start and piece.end <= end and piece.text]
    first = inside[0].element.getparent()
    place = OxmlElement("w:r")
    place.set(_PLACE, key)
    properties = first.find(_RPR)
    if properties is not None:
        place.append(copy.deepcopy(properties))
    first.addprevious(place)
    for piece in inside:
        run = piece.element.getparent()
        run.remove(piece.element)
        if all(child.tag == _RPR for child in run):
            run.getparent().remove(run)


def _split_at(paragraph: Any, offset: int) -> None:
    """Makes a run begin at this character of the paragraph's text."""
    for piece in pieces_of(paragraph):
        if piece.start <= offset < piece.end:
            break
    else:
        return  # the paragraph's end
    run, within = piece.element.getparent(), offset - piece.start
    siblings = list(run)
    position = siblings.index(piece.element)
    if within == 0 and all(child.tag == _RPR for child in siblings[:position]):
        return
    tail = OxmlElement("w:r")
    properties = run.find(_RPR)
    if properties is not None:
        tail.append(copy.deepcopy(properties))
    if within:
        text = piece.element.text or ""
        rest = OxmlElement("w:t")
        _set_text(rest, text[within:])
        _set_text(piece.element, text[:within])
        tail.append(rest)
        position += 1
    for child in siblings[position:]:
        tail.append(child)
    run.addnext(tail)


def _set_text(element: Any, text: str) -> None:
    element.text = text
    element.set(_SPACE, "preserve")


def place_of(paragraph: Any, key: str) -> Any:
    return next(run for run in paragraph.iter(R) if run.get(_PLACE) == key)


def properties_at(place: Any) -> Any | None:
    return place.find(_RPR)


def can_link(place: Any) -> bool:
    """A link cannot stand inside a link, nor inside an insertion that waits to be accepted."""
    return next(_wrappers(place), None) is None


def fill(place: Any, content: Sequence[Any], behind: Sequence[Any] = ()) -> None:
    """Puts ``content`` where the tag stood; ``behind`` after it, outside any link or insertion around it."""
    outermost = place
    for wrapper in _wrappers(place):
        outermost = wrapper
    for node in reversed(behind):
        outermost.addnext(node)
    for node in content:
        place.addprevious(node)
    place.getparent().remove(place)


def _wrappers(place: Any) -> Any:
    for parent in place.iterancestors():
        if parent.tag in (P, SDT_CONTENT):
            return
        if parent.tag in _WRAPPERS:
            yield parent


def twin(element: Any) -> Any:
    """A copy that can stand in the same document: no bookmark, comment range or paragraph id twice."""
    copied = copy.deepcopy(element)
    for node in list(copied.iter(*_ONCE_ONLY)):
        node.getparent().remove(node)
    for node in copied.iter():
        for name in [name for name in node.attrib if name.startswith(_W14)]:
            del node.attrib[name]
    for properties in copied.iter(qn("w:sdtPr")):
        for number in properties.findall(qn("w:id")):
            properties.remove(number)
    return copied


def open_control(sdt: Any, text: str) -> None:
    """Makes a content control hold one plain run of ``text``, so that it can be filled like any other tag.

    Its placeholder, its list or calendar, and its link to a data part go: Word would write over the value otherwise.
    """
    properties, content = sdt.find(qn("w:sdtPr")), sdt.find(SDT_CONTENT)
    had_placeholder = properties.find(qn("w:showingPlcHdr")) is not None
    kept = {qn(f"w:{name}") for name in ("rPr", "alias", "tag", "id", "lock")}
    for child in list(properties):
        if child.tag not in kept and not child.tag.startswith("{http://schemas.microsoft.com/office/word/2012"):
            properties.remove(child)
    for lock in properties.findall(qn("w:lock")):
        properties.remove(lock)
    run = OxmlElement("w:r")
    letters = next((found for found in _run_properties(content) if found is not None), properties.find(_RPR))
    if letters is not None:
        copied = copy.deepcopy(letters)
        for style in copied.findall(qn("w:rStyle")) if had_placeholder else ():
            copied.remove(style)  # the grey of a placeholder
        run.append(copied)
    holder = OxmlElement("w:t")
    _set_text(holder, text)
    run.append(holder)
    paragraphs = list(content.iter(P))
    target = paragraphs[0] if paragraphs else content
    for child in [child for child in target if child.tag != qn("w:pPr")]:
        target.remove(child)
    for other in paragraphs[1:]:
        if other.getparent() is target.getparent():
            other.getparent().remove(other)
    target.append(run)


def _run_properties(content: Any) -> Any:
    return (run.find(_RPR) for run in content.iter(R))
