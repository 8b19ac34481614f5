"""What a paragraph or run inherits from its style: heading level, numbering, hiding, striking out, weight."""

import re
from typing import NamedTuple

from ingest.docx.names import Element, W, child, number, switch, value

_HEADING = re.compile(r"^(?:heading|заголовок|título|titulo|sarlavha|überschrift|titre)\s*(\d)$", re.I)
_TITLE = re.compile(r"^(?:title|название|заглавие|subtitle|подзаголовок)$", re.I)


class Style(NamedTuple):
    heading: int | None = None
    """Outline level from 0."""
    numbering: tuple[int, int] | None = None
    """Number of the list and level."""
    hidden: bool | None = None
    struck: bool | None = None
    bold: bool | None = None
    centred: bool | None = None


def is_struck(properties: Element | None) -> bool | None:
    """Struck out by one line or two; None where neither is stated."""
    stated = (switch(properties, "strike"), switch(properties, "dstrike"))
    return True if True in stated else False if False in stated else None


class Styles:
    """The style sheet of one document. Styles that inherit from themselves or from nothing are harmless."""

    def __init__(self, tree: Element | None) -> None:
        self._elements: dict[str, Element] = {}
        self._read: dict[str, Style] = {}
        self._default: str | None = None
        defaults = child(tree, "docDefaults", "rPrDefault", "rPr")
        self._base = Style(hidden=switch(defaults, "vanish"), struck=is_struck(defaults), bold=switch(defaults, "b"))
        for element in tree.iterfind(W + "style") if tree is not None else ():
            style_id = value(element, "styleId")
            if style_id is None:
                continue
            self._elements.setdefault(style_id, element)
            if value(element, "type") == "paragraph" and value(element, "default") in ("1", "true", "on"):
                self._default = style_id

    def paragraph(self, style_id: str | None) -> Style:
        style_id = style_id if style_id in self._elements else self._default
        return self._style(style_id) if style_id is not None else self._base

    def run(self, style_id: str | None) -> Style:
        """Only what the style itself says; nothing for text without one."""
        return self._style(style_id) if style_id in self._elements and style_id is not None else Style()

    def numbered_style(self, numbering_id: int) -> str | None:
        """The style that owns a list, for lists that are defined through styles."""
        for style_id, element in self._elements.items():
            if number(value(child(element, "pPr", "numPr", "numId"))) == numbering_id:
                return style_id
        return None

    def numbering_of(self, style_id: str) -> int | None:
        """The list that a numbering style points at."""
        element = self._elements.get(style_id)
        return number(value(child(element, "pPr", "numPr", "numId")))

    def _style(self, style_id: str) -> Style:
        if style_id not in self._read:
            self._read[style_id] = self._resolve(style_id)
        return self._read[style_id]

    def _resolve(self, style_id: str) -> Style:
        chain: list[Element] = []
        seen: set[str] = set()
        at: str | None = style_id
        while at is not None and at not in seen and at in self._elements:
            seen.add(at)
            chain.append(self._elements[at])
            at = value(child(self._elements[at], "basedOn"))
        style = self._base if value(chain[0], "type") != "character" else Style()
        for element in reversed(chain):
            style = _over(style, element)
        return style


def _over(style: Style, element: Element) -> Style:
    paragraph, run = child(element, "pPr"), child(element, "rPr")
    name = value(child(element, "name")) or ""
    heading = style.heading
    if (level := number(value(child(paragraph, "outlineLvl")))) is not None:
        heading = level if level < 9 else None
    elif found := _HEADING.match(name):
        heading = int(found.group(1)) - 1
    elif _TITLE.match(name):
        heading = 0
    numbering = style.numbering
    numbered = child(paragraph, "numPr")
    if numbered is not None:
        of_list = number(value(child(numbered, "numId")))
        level = number(value(child(numbered, "ilvl")))
        before = numbering or (0, 0)
        numbering = (before[0] if of_list is None else of_list, before[1] if level is None else level)
    hidden, struck, bold = switch(run, "vanish"), is_struck(run), switch(run, "b")
    alignment = value(child(paragraph, "jc"))
    return Style(
        heading=heading,
        numbering=numbering,
        hidden=style.hidden if hidden is None else hidden,
        struck=style.struck if struck is None else struck,
        bold=style.bold if bold is None else bold,
        centred=style.centred if alignment is None else alignment == "center",
    )
