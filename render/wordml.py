"""Small makers of WordprocessingML. Text always enters as an element's text, so nothing in it can be markup."""

import copy
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any

from docx.oxml.ns import nsmap, qn
from docx.oxml.parser import oxml_parser

from render.display import legal
from render.package import Package
from render.tags import SDT_CONTENT, P, R, T

_NAMESPACES = {"w": nsmap["w"]}
_SPACE = "{http://www.w3.org/XML/1998/namespace}space"
READABLE = (T, *(qn(f"w:{name}") for name in ("br", "cr", "tab", "noBreakHyphen")))
"""Elements that are characters on the page."""
_KEPT_BREAKS = {"\n": "w:br", "\t": "w:tab"}
_ALIAS_LENGTH = 64
"""Word cuts a content control's title there."""


def element(name: str, *children: Any, **attributes: str) -> Any:
    """``element("w:tblW", w_w="0")``: attribute prefixes are written with an underscore."""
    made = oxml_parser.makeelement(_clark(name), nsmap=_NAMESPACES)
    for key, value in attributes.items():
        made.set(_clark(key.replace("_", ":", 1)), value)
    for child in children:
        made.append(child)
    return made


@lru_cache(maxsize=256)
def _clark(name: str) -> str:
    return qn(name)


def run(text: str, *, properties: Any = None, style: str | None = None) -> Any:
    """A run that reads ``text`` as far as XML can hold it; line ends are ``w:br`` and tabs ``w:tab``."""
    text = legal(text)[0]
    made = element("w:r")
    if properties is not None or style is not None:
        made.append(_run_properties(properties, style))
    rest = ""
    for character in text:
        if character in _KEPT_BREAKS:
            _add_text(made, rest)
            made.append(element(_KEPT_BREAKS[character]))
            rest = ""
        else:
            rest += character
    _add_text(made, rest)
    return made


def _add_text(into: Any, text: str) -> None:
    if text:
        made = element("w:t")
        made.text = text
        made.set(_SPACE, "preserve")
        into.append(made)


def _run_properties(properties: Any, style: str | None) -> Any:
    made = copy.deepcopy(properties) if properties is not None else element("w:rPr")
    if style is not None:
        for old in made.findall(qn("w:rStyle")):
            made.remove(old)
        made.insert(0, element("w:rStyle", w_val=style))
    return made


def paragraph(style: str | None, *content: Any, keep_next: bool = False, align: str | None = None) -> Any:
    properties = element("w:pPr")
    if style:
        properties.append(element("w:pStyle", w_val=style))
    if keep_next:
        properties.append(element("w:keepNext"))
    if align:
        properties.append(element("w:jc", w_val=align))
    return element("w:p", properties, *content)


def hyperlink(anchor: str, *runs: Any) -> Any:
    return element("w:hyperlink", *runs, w_anchor=anchor, w_history="1")


def control(tag: str, title: str, *content: Any, control_id: int) -> Any:
    """A run-level content control: Word shows its title, and its tag finds the value again after edits."""
    named = legal(title)[0][:_ALIAS_LENGTH]
    properties = element(
        "w:sdtPr",
        *([element("w:alias", w_val=named)] if named else []),
        element("w:tag", w_val=tag),
        element("w:id", w_val=str(control_id)),
    )
    return element("w:sdt", properties, element("w:sdtContent", *content))


class Ids:
    """Bookmark and content-control numbers that the package does not use yet."""

    def __init__(self, package: Package) -> None:
        roots = [story.root for story in package.stories]
        self._bookmark = max(_numbers(roots, "w:bookmarkStart", "w:id"), default=0)
        self._control = max(_numbers(roots, "w:sdtPr/w:id", "w:val"), default=0)
        self._control = min(max(self._control, 10_000), 2_000_000_000)

    def bookmarked(self, name: str, *content: Any) -> list[Any]:
        self._bookmark += 1
        number = str(self._bookmark)
        start = element("w:bookmarkStart", w_id=number, w_name=name)
        return [start, *content, element("w:bookmarkEnd", w_id=number)]

    def control(self, tag: str, title: str, *content: Any) -> Any:
        self._control += 1
        return control(tag, title, *content, control_id=self._control)


def _numbers(roots: Iterable[Any], path: str, attribute: str) -> Iterator[int]:
    name = path.rpartition("/")[2]
    for root in roots:
        for found in root.iter(qn(name)):
            given = found.get(qn(attribute)) or ""
            if given.lstrip("-").isdigit():
                yield int(given)


def table(widths: Sequence[int], heading: Sequence[Any], rows: Iterable[Sequence[Any]], *, style: str) -> Any:
    """Cells are paragraphs or lists of them; widths in twentieths of a point. The heading row repeats on each page."""
    made = element(
        "w:tbl",
        element(
            "w:tblPr",
            element("w:tblStyle", w_val=style),
            element("w:tblW", w_w=str(sum(widths)), w_type="dxa"),
            element("w:tblLayout", w_type="fixed"),
            element(
                "w:tblLook", w_val="0420" if heading else "0400", w_firstRow="1" if heading else "0", w_noVBand="1"
            ),
        ),
        element("w:tblGrid", *(element("w:gridCol", w_w=str(width)) for width in widths)),
    )
    if heading:
        made.append(_row(widths, heading, is_heading=True))
    for cells in rows:
        made.append(_row(widths, cells, is_heading=False))
    return made


def _row(widths: Sequence[int], cells: Sequence[Any], *, is_heading: bool) -> Any:
    properties = element("w:trPr", element("w:cantSplit"))
    if is_heading:
        properties.append(element("w:tblHeader"))
    made = element("w:tr", properties)
    for width, content in zip(widths, cells, strict=True):
        paragraphs = content if isinstance(content, list) else [content]
        cell = element("w:tc", element("w:tcPr", element("w:tcW", w_w=str(width), w_type="dxa")), *paragraphs)
        made.append(cell)
    return made


def control_text(sdt: Any) -> str:
    """What a content control reads, line breaks as ``\\n``; several paragraphs are joined by ``\\n``."""
    content = sdt.find(SDT_CONTENT)
    if content is None:
        return ""
    paragraphs = list(content.iter(P))
    if not paragraphs:
        return run_text(content)
    return "\n".join(run_text(p) for p in paragraphs)


def run_text(content: Any) -> str:
    """The characters of every run inside, in order; deleted text and field codes are left out."""
    return "".join(text_at(child) for child in content.iter(*READABLE))


def text_at(child: Any) -> str:
    """What one element of a run reads; a ``w:tab`` among paragraph properties is no character."""
    if child.tag == T:
        return child.text or ""
    if child.getparent().tag != R:
        return ""
    return {qn("w:tab"): "\t", qn("w:noBreakHyphen"): "-"}.get(child.tag, "\n")
