"""A stored value as text: whole, without separators, with a point, dates as ISO; never rounded where that hides a digit.

A long tail of decimals that a formula left is cut to what the format shows, two places at least.
"""

import datetime as dt
import re
from typing import Literal, NamedTuple

from openpyxl.utils.datetime import from_excel

from ingest.xlsx.formats import Format

_TAIL = 4
"""Decimals; a number with more is the outcome of a calculation."""
_PLAIN = re.compile(r"-?(?:0|[1-9]\d{0,14})(?:\.\d{0,3}[1-9])?$")
"""Most numbers: they are shown as they are stored."""
_LARGEST_DAY = 2_958_466
"""Serial number of 1 January 10000."""
Kind = Literal["text", "figure", "date", "year"]


class Shown(NamedTuple):
    text: str
    kind: Kind


def show_number(raw: str, form: Format, epoch: dt.datetime) -> Shown:
    """``raw`` as the file has it, a decimal number in XML. Text that is none is shown as it stands."""
    if form.kind == "number" and not form.zeros and _PLAIN.match(raw):
        is_year = len(raw) == 4 and form.decimals in (None, 0) and "1900" <= raw <= "2100" and raw.isdigit()
        return Shown(raw, "year" if is_year else "figure")
    try:
        value = float(raw)
    except ValueError:
        return Shown(raw, "text")
    if value != value or value in (float("inf"), float("-inf")):
        return Shown(raw, "text")
    if form.kind in ("date", "datetime", "time", "elapsed"):
        if (shown := _date(value, form, epoch)) is not None:
            return shown
    elif form.kind == "percent":
        return Shown(_percent(value, form.decimals), "figure")
    text = plain_number(raw, value, form.decimals)
    if form.zeros and value >= 0 and text.isdigit():
        return Shown(text.zfill(form.zeros), "figure")
    return Shown(text, "figure")


def plain_number(raw: str, value: float, decimals: int | None) -> str:
    """The shortest text that keeps the value."""
    if value == int(value) and abs(value) < 1e21:
        stripped = raw.strip().lstrip("+")
        return stripped if stripped.lstrip("-").isdigit() else f"{value:.0f}"
    text = raw.strip() if "e" not in raw.casefold() else repr(value)
    short = f"{value:.15g}"
    if len(short) < len(text) and "e" not in short and _places(short) <= 2:
        return short  # 12.300000000000001: the noise of binary fractions
    if _places(text) > _TAIL and decimals is not None and decimals <= 2 and "e" not in text:
        rounded = f"{value:.2f}"
        if float(rounded) != 0.0:
            return rounded
    if "e" in text.casefold() and 1e-9 < abs(value) < 1e15:
        return f"{value:.12f}".rstrip("0")
    return text


def _places(text: str) -> int:
    return len(text.partition(".")[2])


def _percent(value: float, decimals: int | None) -> str:
    share = value * 100
    text = f"{share:.{max(2, decimals or 0)}f}"
    return text.rstrip("0").rstrip(".") + "%"


def _date(value: float, form: Format, epoch: dt.datetime) -> Shown | None:
    if not 0 <= value < _LARGEST_DAY:
        return None
    if form.kind == "elapsed":
        seconds = round(value * 86400)
        return Shown(f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}", "figure")
    try:
        moment = from_excel(value, epoch)
    except (ValueError, OverflowError, TypeError):
        return None
    if isinstance(moment, dt.timedelta):
        return None
    if isinstance(moment, dt.time):
        return Shown(moment.replace(microsecond=0).isoformat(), "date")
    if not isinstance(moment, dt.datetime):
        return None
    if form.kind == "time":
        return Shown(moment.time().replace(microsecond=0).isoformat(), "date")
    if form.kind == "date" or (moment.hour, moment.minute, moment.second) == (0, 0, 0):
        return Shown(moment.date().isoformat(), "date")
    return Shown(moment.replace(microsecond=0).isoformat(" "), "date")
