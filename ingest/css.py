"""Which HTML elements a browser would not show, or shows struck out.

Reads what mail programs and word processors write, not all of CSS.
"""

import re

from lxml import etree

from ingest.struck import STRUCK

_SIMPLE = re.compile(r"^(?P<tag>[a-z][\w-]*)?(?P<marks>(?:[.#][\w-]+)*)$", re.I)
_LENGTH = re.compile(r"^(-?\d*\.?\d+)\s*(px|pt|em|rem|ex|%|in|cm|mm)?$")
_FAR = -500.0
_STRUCK_TAGS = frozenset({"s", "strike", "del"})
_WHITE = re.compile(r"^(?:white|#fff(?:fff)?|rgba?\(\s*255\s*,\s*255\s*,\s*255\b.*\)|transparent)$")
_GROUND = re.compile(r"background(?:-color)?\s*:\s*([^;}]*)", re.I)
_PLAIN_GROUNDS = frozenset({"", "none", "inherit", "initial", "unset"})


class HiddenRules:
    """Rules of the page's style sheets with one plain selector each; inline styles are read as they are met."""

    def __init__(self, sheet: str) -> None:
        self._rules: list[tuple[str | None, frozenset[str], str]] = []
        sheet = _without_comments(sheet)
        self._coloured = _has_colour(sheet)
        for rule in sheet.split("}"):
            before, _, body = rule.rpartition("{")
            selectors = before.rpartition("{")[2]  # within @media
            if (reason := _hides(_declarations(body), on_colour=True)) is None:
                continue
            for selector in selectors.split(","):
                if (found := _SIMPLE.match(selector.strip())) is not None and selector.strip():
                    marks = frozenset(re.findall(r"[.#][\w-]+", found["marks"] or ""))
                    self._rules.append((found["tag"] and found["tag"].casefold(), marks, reason))

    def why_hidden(self, element: etree._Element) -> str | None:
        if element.get("hidden") is not None:
            return "hidden element"
        if element.tag in _STRUCK_TAGS:
            return STRUCK
        stated = _declarations(element.get("style") or "")
        if stated and (reason := _hides(stated, on_colour=self._coloured or _on_colour(element))) is not None:
            return reason
        if element.tag == "font" and _WHITE.match((element.get("color") or "").strip().casefold()):
            return None if self._coloured or _on_colour(element) else "white letters"
        if not self._rules or stated.get("display") not in (None, "none"):
            return None
        own = {f".{name}" for name in (element.get("class") or "").split()}
        if (key := element.get("id")) is not None:
            own.add(f"#{key}")
        for tag, marks, reason in self._rules:
            if (tag is None or tag == element.tag) and marks <= own and (tag or marks):
                return reason
        return None


def _without_comments(sheet: str) -> str:
    kept = []
    at = 0
    while (start := sheet.find("/*", at)) >= 0:
        kept.append(sheet[at:start])
        end = sheet.find("*/", start + 2)
        if end < 0:
            return "".join(kept)
        at = end + 2
    return "".join([*kept, sheet[at:]])


def _declarations(body: str) -> dict[str, str]:
    found = {}
    for declaration in body.split(";"):
        name, colon, value = declaration.partition(":")
        if colon:
            found[name.strip().casefold()] = value.replace("!important", "").strip().casefold()
    return found


def _hides(stated: dict[str, str], *, on_colour: bool) -> str | None:
    if stated.get("display") == "none" or stated.get("visibility") in ("hidden", "collapse"):
        return "hidden element"
    if "line-through" in stated.get("text-decoration", "") or "line-through" in stated.get("text-decoration-line", ""):
        return STRUCK
    if stated.get("mso-hide") == "all":
        return "hidden element"
    if stated.get("opacity") in ("0", "0.0", "0%"):
        return "transparent text"
    size = _length(stated.get("font-size"))
    if size is not None and size < 2 and not (stated.get("font-size") or "").endswith(("em", "%")):
        return "letters too small to read"
    if size == 0:
        return "letters too small to read"
    if stated.get("position") in ("absolute", "fixed"):
        if any((_length(stated.get(side)) or 0) < _FAR for side in ("left", "top", "right", "bottom")):
            return "outside the page"
        if stated.get("clip", "").replace(" ", "").startswith(("rect(0,0,0,0", "rect(0000")):
            return "clipped away"
    if (_length(stated.get("text-indent")) or 0) < _FAR:
        return "outside the page"
    if stated.get("overflow") == "hidden" and any(
        _length(stated.get(side)) == 0 for side in ("height", "max-height", "width")
    ):
        return "clipped away"
    colour = stated.get("color", "")
    ground = stated.get("background-color", stated.get("background", ""))
    if colour == ground and colour not in _PLAIN_GROUNDS:
        return "letters in the colour of their ground"
    if _WHITE.match(colour) and not on_colour and _is_plain(ground):
        return "white letters"
    return None


def _is_plain(ground: str) -> bool:
    """Whether a background is the white of the page."""
    return ground.strip() in _PLAIN_GROUNDS or bool(_WHITE.match(ground.strip()))


def _has_colour(style: str) -> bool:
    grounds = (found.replace("!important", "").strip() for found in _GROUND.findall(style.casefold()))
    return any(not _is_plain(ground) for ground in grounds)


def _on_colour(element: etree._Element) -> bool:
    """Whether anything around the element has a background of its own."""
    for above in (element, *element.iterancestors()):
        if not _is_plain((above.get("bgcolor") or "").casefold()) or _has_colour(above.get("style") or ""):
            return True
    return False


def _length(text: str | None) -> float | None:
    found = _LENGTH.match(text) if text else None
    return float(found.group(1)) if found else None
