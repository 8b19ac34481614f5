"""Element names of SpreadsheetML."""

from lxml import etree

Element = etree._Element

S = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
R = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"


def is_on(text: str | None) -> bool:
    """An XML boolean attribute."""
    return text is not None and text.casefold() in ("1", "true", "on")


def plain_text(element: Element) -> str:
    """The text of a string item: its runs, without phonetic readings."""
    parts = []
    for item in element:
        if item.tag == S + "t":
            parts.append(item.text or "")
        elif item.tag == S + "r":
            parts.extend(text.text or "" for text in item.iterfind(S + "t"))
    return "".join(parts)
