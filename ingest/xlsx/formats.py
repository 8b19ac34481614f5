"""How a cell style shows its values: as dates, shares, plain numbers, or not at all."""

import re
from collections.abc import Sequence
from typing import Literal, NamedTuple, TypeVar

from openpyxl.styles.numbers import BUILTIN_FORMATS

from ingest.struck import STRUCK
from ingest.xlsx.names import Element, S, is_struck

T = TypeVar("T")

_IGNORED = re.compile(r"\"[^\"]*\"|\\.|_.|\*.|\[[^\]]*\]")
"""Literals, escapes, padding, colours and locales: they hold letters that mean nothing."""
_ELAPSED = re.compile(r"\[(?:h+|m+|s+)\]", re.I)
_CURRENCY = re.compile(r"\[\$([^\]\-]*)(?:-[^\]]*)?\]|([$€£₽¥₸₴])|\"\s*([^\"]{1,16}?)\s*\"")
_UNIT = re.compile(
    r"sum|so.?m\b|uzs|usd|eur|rub|gbp|kzt|brl|r\$|сум|сўм|руб|^р\.?$|долл|евро|тыс|млн|млрд|ming|mln|mlrd|mil\b|[$€£₽¥₸₴]",
    re.I,
)
_WHITE = frozenset({"FFFFFFFF", "00FFFFFF"})


class Format(NamedTuple):
    kind: Literal["number", "date", "time", "datetime", "elapsed", "percent", "text", "nothing"] = "number"
    decimals: int | None = None
    """Places that the format fixes; None where it does not."""
    zeros: int = 0
    """Least count of digits before the point, for codes kept as numbers (``00000``)."""
    unit: str | None = None
    """Currency or other word beside the number."""
    hidden: str | None = None
    """Why it is kept apart: a reader of the sheet does not see it, or sees it struck out."""
    distinct: bool = False


PLAIN = Format()


def read_formats(styles: Element | None) -> list[Format]:
    """One Format per cell style, in the order of ``cellXfs``."""
    if styles is None:
        return [PLAIN]
    codes = dict(BUILTIN_FORMATS)
    for element in styles.iter(S + "numFmt"):
        key = element.get("numFmtId") or ""
        if key.isdigit():
            codes[int(key)] = element.get("formatCode") or "General"
    fonts = [_Font(element) for element in styles.iterfind(f"{S}fonts/{S}font")]
    filled = [_is_filled(element) for element in styles.iterfind(f"{S}fills/{S}fill")]
    formats = []
    for element in styles.iterfind(f"{S}cellXfs/{S}xf"):
        code = codes.get(_index(element, "numFmtId"), "General")
        font = _at(fonts, _index(element, "fontId"))
        fill = bool(_at(filled, _index(element, "fillId")))
        shown = read_format(code)
        if font is not None:
            hidden = shown.hidden
            if font.white and not fill:
                hidden = hidden or "white letters"
            if font.struck:
                hidden = hidden or STRUCK
            if font.tiny:
                hidden = hidden or "letters too small to read"
            shown = shown._replace(distinct=font.bold or fill, hidden=hidden)
        formats.append(shown)
    return formats or [PLAIN]


def read_format(code: str) -> Format:
    """What a format code like ``#,##0.00 "сум";[Red]-#,##0.00`` makes of a positive number."""
    sections = code.split(";")
    first = sections[0]
    if code.count(";") >= 2 and not any(section.strip() for section in sections[:3]):
        return Format("nothing", hidden="a number format that shows nothing")
    bare = _IGNORED.sub("", first).casefold()
    if "general" in bare or (not bare and "@" not in first):
        return Format(unit=_unit(first))
    if "@" in bare:
        return Format("text")
    if _ELAPSED.search(first):
        return Format("elapsed")
    has_date = bool(re.search(r"[dyg]|mmm", bare)) or ("m" in bare and not re.search(r"[hs]", bare))
    has_time = bool(re.search(r"[hs]", bare))
    if has_date:
        return Format("datetime" if has_time else "date")
    if has_time:
        return Format("time")
    places = re.search(r"\.([0#?]+)", bare)
    decimals = len(places.group(1)) if places else 0
    if "%" in bare:
        return Format("percent", decimals)
    whole = re.match(r"[^0#?]*(0{2,})$", bare)
    fixed = None if "e" in bare or "/" in bare else decimals
    return Format("number", fixed, zeros=len(whole.group(1)) if whole else 0, unit=_unit(first))


def _unit(section: str) -> str | None:
    for found in _CURRENCY.finditer(section):
        unit = next((group for group in found.groups() if group), "").strip()
        if unit and (found.group(1) or _UNIT.search(unit)):
            return unit
    return None


class _Font:
    def __init__(self, element: Element) -> None:
        bold = element.find(S + "b")
        self.bold = bold is not None and bold.get("val") not in ("0", "false")
        color = element.find(S + "color")
        self.white = color is not None and (
            (color.get("rgb") or "").upper() in _WHITE or (color.get("theme") == "0" and color.get("tint") is None)
        )
        self.struck = is_struck(element)
        size = element.find(S + "sz")
        try:
            self.tiny = size is not None and float(size.get("val") or 11) < 2
        except ValueError:
            self.tiny = False


def _is_filled(element: Element) -> bool:
    pattern = element.find(S + "patternFill")
    if pattern is None:
        return element.find(S + "gradientFill") is not None
    if pattern.get("patternType") in (None, "none"):
        return False
    colour = pattern.find(S + "fgColor")
    if colour is None:
        return pattern.get("patternType") not in ("solid",)
    return (colour.get("rgb") or "").upper() not in _WHITE and not (
        colour.get("theme") == "0" and colour.get("tint") is None
    )


def _index(element: Element, attribute: str) -> int:
    stated = element.get(attribute) or "0"
    return int(stated) if stated.isdigit() else 0


def _at(items: Sequence[T], place: int) -> T | None:
    return items[place] if 0 <= place < len(items) else None
