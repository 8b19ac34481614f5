"""Where a quote may begin and end.

A true quote can still lie by its edges: ``able`` of ``unable``, ``1 234`` of ``1 234,56``, ``5`` of ``-5`` or of ``5 млн``,
``вправе`` of ``не вправе``. ``cut_by`` says what an edge cuts, in words for whoever wrote the quote.
"""

import re
from typing import Final

from evidence.folding import shapes
from evidence.negations import COMPARED, denied_after, denied_before
from evidence.values import units

_LONG_DASHES: Final = "\u2014\u2015"
WINDOW: Final = 64
"""Characters on either side that decide."""

_INVISIBLE: Final = re.compile("[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff\u061c]")
_NUMBER_END: Final = re.compile(r"\d[)\"]?\Z")
_GROUP_END: Final = re.compile(r"(?<![\d.,])\d{1,3}(?:[ ']\d{3})*\Z")
_LAST_WORD: Final = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)*[.%]?\Z")
_WORDS_IN_BRACKETS: Final = re.compile(r" ?\((?=[^()\d]*[^\W\d])[^()\d]{3,160}\)")


def window(raw: str, start: int, end: int) -> tuple[str, str, str]:
    """What stands before ``raw[start:end]``, the slice, what stands behind: one plain character for each."""
    before = shapes(raw[max(0, start - WINDOW) : start])
    after = shapes(raw[end : end + WINDOW])
    return (
        _INVISIBLE.sub("", before).replace("\u2013", "-"),
        _INVISIBLE.sub("", shapes(raw[start:end])).replace("\u2013", "-"),
        _INVISIBLE.sub("", after).replace("\u2013", "-"),
    )


def cut_by(raw: str, start: int, end: int, *, parts: bool = False) -> str | None:
    """What the edges of ``raw[start:end]`` cut; None where both stand well.

    With ``parts`` the slice is a value inside a quote, not a quote: only words, numbers and signs are looked at, not the
    sentence around them.
    """
    before, inner, after = window(raw, start, end)
    if not inner:
        return "nothing"
    return (
        _cuts_word(raw, start, end, before, inner, after)
        or _cuts_number(before, inner, after)
        or _cuts_sign(before, inner, after)
        or _cuts_unit(before, inner, after)
        or (None if parts else _cuts_sense(before, inner, after))
    )


def _cuts_word(raw: str, start: int, end: int, before: str, inner: str, after: str) -> str | None:
    first, last = inner[0], inner[-1]
    if first == "'" and len(inner) > 1:
        first = inner[1] if inner[1].isalpha() and before[-1:].isalpha() else first  # oʻzbek cut behind its o
    if last == "'" and len(inner) > 1:
        last = inner[-2] if inner[-2].isalpha() and after[:1].isalpha() else last
    if (
        first.isalnum()
        and re.search(r"(?:\w|\w'|\w-(?:[ \t]*\n\s*)?)\Z", before)
        and not _dash_between(raw, start - 1, before, first)
    ):
        return f"begins inside {_tail(before)}{_head(inner)!s}".replace("\n", "")
    if (
        last.isalnum()
        and re.match(r"(?:\w|'\w|-(?:[ \t]*\n\s*)?\w)", after)
        and not _dash_between(raw, end, after, last, ahead=True)
    ):
        return f"ends inside {_tail(inner)}{_head(after)!s}".replace("\n", "")
    if (
        last in "-/"
        and len(inner) > 1
        and inner[-2].isalnum()
        and after[:1].isalnum()
        and raw[end - 1] not in _LONG_DASHES
    ):
        return f"ends inside {_tail(inner)}{_head(after)}"
    if first in "-/" and before[-1:].isalnum() and inner[1:2].isalnum() and raw[start] not in _LONG_DASHES:
        return f"begins inside {_tail(before)}{_head(inner)}"
    combining = raw[end : end + 1]
    if combining and re.match("[\u0300-\u036f\u0483-\u0487]", combining):
        return f"ends inside the letter {raw[end - 1 : end + 1]!r}"
    return None


def _dash_between(raw: str, at: int, side: str, edge: str, *, ahead: bool = False) -> bool:
    """An en or em dash between two words, unlike a hyphen, parts them; between digits it is a range."""
    if not 0 <= at < len(raw) or raw[at] not in "\u2013\u2014\u2015":
        return False
    other = side[1:2] if ahead else side[-2:-1]
    return not (edge.isdigit() and other.isdigit())


def _tail(text: str) -> str:
    match = re.search(r"[\w'.,/-]{1,24}\Z", text)
    return match[0] if match else ""


def _head(text: str) -> str:
    match = re.match(r"[\w'.,/-]{1,24}", text)
    return match[0] if match else ""


def _cuts_number(before: str, inner: str, after: str) -> str | None:
    if inner[0].isdigit():
        if re.search(r"\d[.,:/]\Z", before) or re.search(r"[^\W_]/\Z", before):
            return f"begins inside the number {_tail(before)}{_head(inner)}"
        if re.search(r"(?<![\d.,])\d{1,3}(?:[ ']\d{3})*[ ']\Z", before) and re.match(r"\d{3}(?!\d)", inner):
            return f"begins inside the number {before.split(chr(10))[-1][-12:]}{_head(inner)}"
    if inner[0] in ".," and inner[1:2].isdigit() and before[-1:].isdigit():
        return f"begins inside the number {_tail(before)}{_head(inner)}"
    if inner[-1].isdigit():
        if re.match(r"[.,:/]\d", after) or re.match(r"/[^\W_]", after):
            return f"ends inside the number {_tail(inner)}{_head(after)}"
        if re.match(r"[ ']\d{3}(?!\d)", after) and _GROUP_END.search(inner):
            return f"ends inside the number {_tail(inner)}{after[:8].rstrip()}"
    if inner[-1] in ".," and inner[-2:-1].isdigit() and after[:1].isdigit():
        return f"ends inside the number {_tail(inner)}{_head(after)}"
    return None


def _cuts_sign(before: str, inner: str, after: str) -> str | None:
    number = re.match(r"[^\w\s(+-]{0,3} ?\d[\d.,' ]*", inner)
    if number:
        if re.search(r"(?<![\w)])[-+]\Z", before):
            return f"leaves out the sign of {before[-1]}{_head(inner)}"
        if re.search(r"(?:^|\t)- ?\Z", before):
            return f"leaves out the minus before {_head(inner)}"
        if (
            before.endswith("(")
            and re.match(r"[^()]{0,12}\)", (inner[number.end() :] + after))
            and _in_accounts(inner, after)
        ):
            return f"leaves out the brackets of ({_head(inner)}), which may mean a negative number"
    if inner[-1].isdigit():
        if re.match(r"-(?=[\s)]|\Z)", after):
            return f"leaves out the minus behind {_tail(inner)}"
        opened = re.search(r"\(([\d.,' ]+)\Z", before + inner)
        if after.startswith(")") and opened and "(" not in inner:
            return "leaves out the brackets of a number, which may mean that it is negative"
    return None


def _in_accounts(inner: str, after: str) -> bool:
    """Brackets close right behind the number itself."""
    return bool(re.match(r"[^\w\s]{0,3} ?\d[\d.,' ]*(?: ?[^\W\d]{1,6}\.?)?\)", inner + after[:2]))


def _cuts_unit(before: str, inner: str, after: str) -> str | None:
    if _NUMBER_END.search(inner) or inner[-1] == ")":
        text = after
        words = _WORDS_IN_BRACKETS.match(text)
        at = words.end() if words else 0
        if inner[-1] != ")" or re.search(r"\d ?\([^()\d]+\)\Z", inner):
            unit = _unit_at(text, at)
            if unit:
                return f"ends before the unit of its number: {unit!r} follows"
    word = _LAST_WORD.search(inner)
    if word and re.search(r"\d[\d.,' ]*\Z", inner[: word.start()]):
        scale = units.scale_at(word[0], 0)
        if scale is not None:
            following = units.currency_at(after, 1) if after[:1] in " \n" else units.currency_at(after, 0)
            if following is not None:
                return f"ends before the currency of its amount: {after[: following[1]].strip()!r} follows"
        if re.fullmatch(
            r"процентн\w+|percentage|foizli|foizlik|фоизли|фоизлик|pontos?", word[0], re.IGNORECASE
        ) and re.match(r"[ \n](?:пункт|punkt|point|percentua)", after, re.IGNORECASE):
            return "ends inside 'percentage points'"
    if inner[-1] == "%" and re.match(r"[ -]{0,2}(?:н\w+ )?(?:пункт|punkt|point)", after, re.IGNORECASE):
        return "ends inside 'percentage points'"
    if inner[0].isdigit():
        named = units.currency_before(before, len(before))
        if named is not None:
            return f"leaves out the currency {before[named[1] :].strip()!r} before its number"
    return None


def _unit_at(text: str, at: int) -> str | None:
    low = at + 1 if text[at : at + 1] in (" ", "\n") else at
    for read in (units.scale_at, units.percent_at, units.currency_at):
        found = read(text, low)
        if found is not None:
            return text[low : found[1]]
    return None


def _cuts_sense(before: str, inner: str, after: str) -> str | None:
    denial = denied_before(before) if inner[0].isalnum() else None
    if denial:
        return f"leaves out {denial!r}, which stands directly before it"
    if inner[0].isdigit():
        bound = COMPARED.search(before)
        if bound:
            return f"leaves out {bound[0].strip()!r}, which stands directly before its number"
    word = _LAST_WORD.search(inner)
    denial = denied_after(after, word[0] if word else "")
    if denial and inner[-1].isalnum():
        return f"leaves out {denial!r}, which stands directly behind it"
    return None
