"""Element names of SpreadsheetML."""

from collections.abc import Iterator

from lxml import etree

Element = etree._Element

S = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
R = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"


def is_on(text: str | None) -> bool:
    """An XML boolean attribute."""
    return text is not None and text.casefold() in ("1", "true", "on")


def is_struck(font: Element | None) -> bool:
    """Of a cell's font, or of a run's properties."""
    mark = font.find(S + "strike") if font is not None else None
    return mark is not None and mark.get("val") not in ("0", "false")


def plain_text(element: Element) -> str:
    """The text of a string item: its runs, without phonetic readings and without what is struck out."""
    return "".join(_runs(element, struck=False))


def struck_text(element: Element) -> str:
    """What the runs of a string item strike out."""
    return "".join(_runs(element, struck=True))


def _runs(element: Element, *, struck: bool) -> Iterator[str]:
    for item in element:
        if item.tag == S + "t" and not struck:
            yield item.text or ""
        elif item.tag == S + "r" and is_struck(item.find(S + "rPr")) is struck:
            yield from (text.text or "" for text in item.iterfind(S + "t"))
