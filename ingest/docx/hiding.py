"""Text that a reader of the printed page does not see, or sees struck out."""

import re

from ingest.docx.names import PLACED, VML, Element, W, child, number, switch, value
from ingest.docx.styles import Styles, is_struck
from ingest.struck import STRUCK

_SMALLEST = 4
"""Half points: two points and less cannot be read."""
_WHITE = frozenset({"FFFFFF", "FEFEFE", "FDFDFD", "FCFCFC", "FBFBFB", "FAFAFA"})


_FAR_LEFT, _FAR_RIGHT = -3_600_000, 22_000_000
"""EMU, 360,000 to the centimetre: ten to the left of where it is anchored, more than an A2 page to the right."""
_MARGIN = re.compile(r"(?:margin-)?(?:left|top):\s*(-?\d+(?:\.\d+)?)(pt|in|cm|mm|px)?")
_POINTS = {"in": 72.0, "cm": 28.35, "mm": 2.835, "px": 0.75}


def why_box_is_unseen(content: Element) -> str | None:
    """Why nobody sees a text box, by where it is placed; None where it may be seen."""
    for above in content.iterancestors():
        if above.tag == PLACED + "anchor":
            properties = above.find(PLACED + "docPr")
            if properties is not None and properties.get("hidden") in ("1", "true"):
                return "hidden drawing"
            for offset in above.iter(PLACED + "posOffset"):
                place = number((offset.text or "").strip())
                if place is not None and not _FAR_LEFT < place < _FAR_RIGHT:
                    return "outside the page"
            return None
        style = above.get("style") if above.tag.startswith(VML) else None
        if style is not None:
            if "visibility:hidden" in style.replace(" ", ""):
                return "hidden drawing"
            for found in _MARGIN.finditer(style):
                points = float(found.group(1)) * _POINTS.get(found.group(2) or "pt", 1.0)
                if "absolute" in style and not _FAR_LEFT / 12_700 < points < _FAR_RIGHT / 12_700:
                    return "outside the page"
        if above.tag == W + "p":
            return None
    return None


class Hiding:
    """Decides run by run. ``coloured_page``: the page itself has a colour, so white letters may show."""

    def __init__(self, styles: Styles, *, coloured_page: bool) -> None:
        self._styles = styles
        self._coloured_page = coloured_page

    def of_run(self, run: Element, properties: Element | None) -> str | None:
        """Why this run is kept apart; None where it is seen and stands."""
        if self._is_vanished(run, properties):
            return "hidden text"
        if self._is_struck(run, properties):
            return STRUCK
        if properties is None:
            return None
        size = number(value(child(properties, "sz")))
        if size is not None and 0 < size <= _SMALLEST:
            return "letters too small to read"
        if (value(child(properties, "color")) or "").upper() in _WHITE and not self._is_shaded(run, properties):
            return "white letters"
        return None

    def _is_vanished(self, run: Element, properties: Element | None) -> bool:
        stated = switch(properties, "vanish")
        if stated is not None:
            return stated
        by_style = self._styles.run(value(child(properties, "rStyle"))).hidden
        if by_style is not None:
            return by_style
        paragraph = next(run.iterancestors(W + "p"), None)
        return bool(self._styles.paragraph(value(child(paragraph, "pPr", "pStyle"))).hidden)

    def _is_struck(self, run: Element, properties: Element | None) -> bool:
        stated = is_struck(properties)
        if stated is not None:
            return stated
        by_style = self._styles.run(value(child(properties, "rStyle"))).struck
        if by_style is not None:
            return by_style
        paragraph = next(run.iterancestors(W + "p"), None)
        return bool(self._styles.paragraph(value(child(paragraph, "pPr", "pStyle"))).struck)

    def _is_shaded(self, run: Element, properties: Element) -> bool:
        """Whether white letters stand on anything but white; in doubt they do."""
        if self._coloured_page or is_coloured(properties) or child(properties, "highlight") is not None:
            return True
        for above in run.iterancestors():
            if above.tag == W + "p" and is_coloured(child(above, "pPr")):
                return True
            if above.tag == W + "p" and value(child(above, "pPr", "pStyle")) is not None and self._is_heading(above):
                return True  # styles shade headings, and say so where it is not looked up here
            if above.tag == W + "tc":
                shading = child(above, "tcPr", "shd")
                if shading is not None:
                    return is_coloured(child(above, "tcPr"))
            if above.tag == W + "tbl" and (
                is_coloured(child(above, "tblPr")) or value(child(above, "tblPr", "tblStyle")) is not None
            ):
                return True
            if above.tag == W + "txbxContent":
                return True
        return False

    def _is_heading(self, paragraph: Element) -> bool:
        return self._styles.paragraph(value(child(paragraph, "pPr", "pStyle"))).heading is not None


def is_coloured(properties: Element | None) -> bool:
    """Whether a run, paragraph or cell is shaded in anything but white."""
    shading = child(properties, "shd")
    if shading is None:
        return False
    if value(shading, "themeFill") is not None:
        return True
    fill = (value(shading, "fill") or "auto").upper()
    return fill not in ("AUTO", "") and fill not in _WHITE
