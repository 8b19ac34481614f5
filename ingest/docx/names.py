"""Element names of WordprocessingML and its neighbours, and the small readings that every module here needs."""

from lxml import etree

Element = etree._Element

WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
W = f"{{{WORD}}}"
R = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
MC = "{http://schemas.openxmlformats.org/markup-compatibility/2006}"
W14 = "{http://schemas.microsoft.com/office/word/2010/wordml}"
MATH = "{http://schemas.openxmlformats.org/officeDocument/2006/math}"
VML = "{urn:schemas-microsoft-com:vml}"
PICTURE = "{http://schemas.openxmlformats.org/drawingml/2006/picture}"
CHART = "{http://schemas.openxmlformats.org/drawingml/2006/chart}chart"
DIAGRAM = "{http://schemas.openxmlformats.org/drawingml/2006/diagram}relIds"
PLACED = "{http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing}"
OFFICE = "{urn:schemas-microsoft-com:office:office}"

_OFF = frozenset({"0", "false", "off", "none"})


def value(element: Element | None, attribute: str = "val") -> str | None:
    return None if element is None else element.get(W + attribute)


def child(element: Element | None, *path: str) -> Element | None:
    """Follow element names of the main namespace."""
    for name in path:
        if element is None:
            return None
        element = element.find(W + name)
    return element


def switch(properties: Element | None, name: str) -> bool | None:
    """An on/off property: None where it is not stated."""
    found = child(properties, name)
    if found is None:
        return None
    return (value(found) or "1").casefold() not in _OFF


def number(text: str | None) -> int | None:
    try:
        return int(text) if text is not None else None
    except ValueError:
        return None
