"""The id of a section from how its heading cites it, and one key for all the ways of writing that id.

``INA § 204 (8 U.S.C. § 1154). Procedure…`` names ``INA 204``, also known as ``8USC1154``: a code that begins with its
title's number is written without spaces, as lawyers do.
"""

import re

_CODE = r"(?:\d{1,3}\s+)?[^\W\d_][\w.]*(?:\s[A-Z][\w.]*)?"
_NUMBER = r"\d[\w.\-–]*"
_SIGNED = re.compile(rf"(?P<code>{_CODE})?\s*§+\s*(?P<number>{_NUMBER})")
_TITLED = re.compile(
    rf"\b(?P<code>\d{{1,3}}\s*(?:U\.?\s?S\.?\s?C|C\.?\s?F\.?\s?R)\.?)\s*(?:[Pp]art\s+)?(?P<number>{_NUMBER})"
)
_LOOSE = re.compile(r"\b(?P<code>[A-ZА-ЯЎҚҒҲ]{2,10})\s+(?P<number>\d[\w.\-]*)")
_ENUMERATORS = re.compile(r"(?:\s?\(\w{1,5}\))+")
_NOT_CODES = {"see", "section", "under", "the", "and", "of", "in", "sec", "sections"}


def citations(heading: str, *, code: str | None = None) -> tuple[str, ...]:
    """The ids that a heading gives itself, the first one first; empty for a heading in plain words.

    ``code`` stands in where a heading has only the sign: ``§ 204.5`` in a file of ``8 CFR`` is ``8CFR204.5``.
    """
    found: dict[str, None] = {}
    spans: list[tuple[int, str]] = []
    for pattern in (_SIGNED, _TITLED):
        for match in pattern.finditer(heading):
            spans.append((match.start(), _written(match["code"] or code, match["number"])))
    for _, written in sorted(spans):
        found.setdefault(written)
    return tuple(found)


def cited_in(question: str) -> tuple[str, ...]:
    """Every id that a question mentions, with its enumerators: ``INA 204(b)(1)``."""
    found: dict[str, None] = {}
    for pattern in (_SIGNED, _TITLED, _LOOSE):
        for match in pattern.finditer(question):
            tail = _ENUMERATORS.match(question, match.end())
            found.setdefault(_written(match["code"], match["number"]) + (tail.group().replace(" ", "") if tail else ""))
    return tuple(found)


def key(section: str) -> str:
    """Equal for ``INA § 204(b)(1)``, ``ina 204(b)(1)`` and ``INA204(b)(1)``; enumerators keep their case."""
    base, bracket, rest = section.partition("(")
    return re.sub(r"[\s.§]+(?!\d)|[\s§]+", "", base).casefold() + bracket + re.sub(r"\s+", "", rest)


def slug(words: str) -> str:
    """A plain heading as part of an id."""
    return re.sub(r"[^\w]+", "-", words.casefold()).strip("-")[:60]


def _written(code: str | None, number: str) -> str:
    number = number.rstrip(".-–")
    words = [word for word in (code or "").split() if word.casefold().strip(".") not in _NOT_CODES]
    if not words:
        return f"§{number}"
    compact = "".join(words).replace(".", "")
    return f"{compact}{number}" if compact[0].isdigit() else f"{compact} {number}"
