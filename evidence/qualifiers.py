"""Words round a value that make it say something else than the value by itself.

``до 36 месяцев`` is no term of 36 months, ``20 % в первый год, далее 26 %`` no rate of 20, ``EURIBOR + 4 %`` no rate of 4, and
``absence of debts is not confirmed`` no absence. What is looked at is the page, not the quote: a quote may leave such words out.
"""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from evidence.fields import Column, Field, FieldType
from evidence.findings import TypedValue
from evidence.folding import shapes
from evidence.qualifying_words import (
    ABSENT,
    ALTERNATIVELY,
    APPROXIMATE,
    ASIDE,
    ASKS_A_LIMIT,
    ASKS_A_MARGIN,
    ASKS_A_PROPOSAL,
    ASKS_A_UNIT,
    BOUND_BEFORE,
    BOUND_BEHIND,
    CHANGING,
    DENIED_BEFORE,
    DENIED_BEHIND,
    EXCEPTED,
    FIRST_OF_STEPS,
    FORMER,
    LATER,
    MARGIN_BEFORE,
    MARGIN_BEHIND,
    NO_VALUE,
    OF_THEM,
    PENDING,
    PER_MONTH,
    PER_UNIT,
    PER_YEAR,
    PLUS_TAX,
    PROPOSED,
    RANGE_BEFORE,
    RANGE_BEHIND,
    UNCONFIRMED,
    UNTIL,
)
from evidence.reasons import Reason, because
from evidence.spans import CharSpan
from evidence.values import read_values

__all__ = ["asks_for_a_plan", "qualified"]

_BEFORE: Final = 160
_BEHIND: Final = 140
_QUANTITIES: Final = frozenset({FieldType.MONEY, FieldType.NUMBER, FieldType.PERCENT})
_SHORTEST_LABEL: Final = 4
_NAMES: Final = frozenset({FieldType.PERSON, FieldType.ORGANISATION})
_STOP: Final = re.compile(r"\t|\n\s*\n|[!?…]\s|(?<=[\w)»\"'%])(?<![\s.][\w])\.\s+(?=[^\W\d_a-zа-яё])")
"""Where a sentence or a cell ends; a stop behind one letter is an initial or a short form."""


class _Asked(NamedTuple):
    kind: FieldType
    words: str
    """What the field and its column call it, in one string."""
    choices: tuple[str, ...]
    """Labels of all choices."""


def qualified(text: str, span: CharSpan, value: TypedValue, *, asked: Field | Column, field: Field) -> Reason | None:
    """Why ``text[span]`` does not say ``value`` without more; None where it does.

    ``asked`` is the field or its column. A limit, a margin or a price for one is the value where that is what is asked.
    """
    text = shapes(text)
    before, behind = _before(text, span.start), _behind(text, span.end)
    wanted = _asked(asked, field)
    said = text[span.start : span.end]
    for found in _findings(before, said, behind, value=value, asked=wanted):
        return found
    return None


def asks_for_a_plan(asked: Field | Column, field: Field) -> bool:
    return _asks(ASKS_A_PROPOSAL, _asked(asked, field))


def _asked(asked: Field | Column, field: Field) -> _Asked:
    words = [*asked.labels, *asked.hints] if isinstance(asked, Column) else [field.question, *field.labels]
    choices = tuple(label for choice in field.choices for label in choice.labels) if asked is field else ()
    return _Asked(asked.type, " | ".join(words), choices)


def _before(text: str, start: int) -> str:
    piece = text[max(0, start - _BEFORE) : start]
    cut = max((stop.end() for stop in _STOP.finditer(piece)), default=0)
    piece = piece[cut:]
    for line in reversed([found.start() for found in re.finditer(r"\n", piece)]):
        if not _reads_on(piece[:line], piece[line + 1 :]):
            return piece[line + 1 :]
    return piece


def _behind(text: str, end: int) -> str:
    piece = text[end : end + _BEHIND]
    stop = _STOP.search(piece)
    piece = piece[: stop.start()] if stop is not None else piece
    for line in re.finditer(r"\n", piece):
        if not _reads_on(piece[: line.start()], piece[line.end() :]):
            return piece[: line.start()]
    return piece


def _reads_on(above: str, below: str) -> bool:
    """Whether a line's end only broke a line."""
    following = below.lstrip(" ")[:1]
    return above.rstrip()[-1:] in (",", "(") or following.islower() or not below.strip()


def _findings(before: str, said: str, behind: str, *, value: TypedValue, asked: _Asked) -> Iterator[Reason]:
    measured = asked.kind in _QUANTITIES or (asked.kind is FieldType.TEXT and said[:1].isdigit())
    if measured:
        yield from _bounds(before, behind, asked)
        yield from _several(before, behind, value, asked)
    if asked.kind is FieldType.PERCENT and not _asks(ASKS_A_MARGIN, asked):
        yield from _said_by(MARGIN_BEFORE.search(before), MARGIN_BEHIND.match(behind))
    if asked.kind is FieldType.MONEY:
        yield from _rates(before, behind, asked)
    if asked.kind is FieldType.CHOICE:
        yield from _absence(before, said, behind, asked)
    else:
        yield from _standing(before, said, behind, asked)


def _asks(words: re.Pattern[str], asked: _Asked) -> bool:
    return words.search(asked.words) is not None


def _said_by(*found: re.Match[str] | None) -> Iterator[Reason]:
    for match in found:
        if match is not None:
            why = "{words!r} beside it changes what it says"
            yield because("said_otherwise", why, words=_shown(match[0]))


def _shown(words: str) -> str:
    return " ".join(words.split()).strip(" ,;:([")


def _bounds(before: str, behind: str, asked: _Asked) -> Iterator[Reason]:
    if _asks(ASKS_A_LIMIT, asked):
        return
    bound = BOUND_BEFORE.search(before)
    if bound is not None and CHANGING.search(before) is not None:
        bound = None  # "увеличен с 400 до 900": what it was changed to
    for match in (bound, BOUND_BEHIND.match(behind), APPROXIMATE.search(before)):
        if match is not None:
            why = "{words!r} beside it makes it a bound or an estimate, not the value"
            yield because("bounded", why, words=_shown(match[0]))


def _several(before: str, behind: str, value: TypedValue, asked: _Asked) -> Iterator[Reason]:
    changed = CHANGING.search(before) is not None
    for pattern in (RANGE_BEHIND, ALTERNATIVELY, LATER):
        match = pattern.match(behind)
        if match is None or (changed and pattern is RANGE_BEHIND):
            continue
        other = _first(behind[match.end("lead") :], value, asked)
        if other is not None and _joins(match["lead"], other):
            yield _one_of(f"{match['lead']}{other}")
    for pattern in (RANGE_BEFORE, ALTERNATIVELY, LATER):
        # ``before`` read as what stands behind the other value
        for other, rest in _others(before, value, asked):
            match = pattern.match(rest)
            if match is None or match.end() < len(rest.rstrip(' («"')) or (changed and pattern is RANGE_BEFORE):
                continue
            if _joins(match["lead"], other):
                yield _one_of(f"{other}{match['lead']}")
    if asked.kind is FieldType.PERCENT:
        yield from _said_by(FIRST_OF_STEPS.match(behind))


def _joins(lead: str, other: str) -> bool:
    """A dash between blanks parts more often than it joins: ``2024 - 35 500``; with a unit on its other side it is a range."""
    is_spaced = lead.strip() in ("-", "\u2013") and lead.startswith(" ")
    return not is_spaced or any(not char.isdigit() and char not in " .,'" for char in other)


def _one_of(words: str) -> Reason:
    return because("one_of_several", "the sentence gives another value with it: {words!r}", words=_shown(words))


def _first(text: str, value: TypedValue, asked: _Asked) -> str | None:
    """The value of the same kind that opens ``text`` and is another one."""
    for other, start in _read(text, value, asked):
        return other if start <= 2 else None
    return None


def _others(text: str, value: TypedValue, asked: _Asked) -> Iterator[tuple[str, str]]:
    """Other values of the kind in ``text``, each with what stands behind it."""
    for other, start in _read(text, value, asked):
        yield other, text[start + len(other) :]


def _read(text: str, value: TypedValue, asked: _Asked) -> Iterator[tuple[str, int]]:
    kind = asked.kind if asked.kind in _QUANTITIES else FieldType.NUMBER
    for read in read_values(text, kind, language=None):
        first = read.readings[0]
        if value.unit and first.unit and value.unit != first.unit:
            continue  # the same in another currency or another unit
        if value.normalised in {reading.normalised for reading in read.readings}:
            continue
        yield text[read.span.start : read.span.end], read.span.start


def _rates(before: str, behind: str, asked: _Asked) -> Iterator[Reason]:
    """An amount for one of something, for another time than is asked, or to which a tax comes."""
    yield from _said_by(PLUS_TAX.match(behind))
    if not _asks(ASKS_A_UNIT, asked):
        yield from _said_by(PER_UNIT.match(behind))
    a_year, a_month = PER_YEAR.search(asked.words), PER_MONTH.search(asked.words)
    label = before.rsplit(";", 1)[-1][-60:]
    if a_year is not None or PER_YEAR.search(label) is not None:
        yield from _said_by(_near(PER_MONTH, behind), None if a_month else PER_MONTH.search(label))
    elif a_month is not None or PER_MONTH.search(label) is not None:
        yield from _said_by(_near(PER_YEAR, behind), None if a_year else PER_YEAR.search(label))


def _near(pattern: re.Pattern[str], behind: str) -> re.Match[str] | None:
    """Right behind the amount, before another number."""
    piece = re.split(r"[;\d]", behind, maxsplit=1)[0][:40]
    return pattern.search(piece)


def _standing(before: str, said: str, behind: str, asked: _Asked) -> Iterator[Reason]:
    """Denied, refused, no longer or not yet so."""
    yield from _said_by(DENIED_BEFORE.search(before))
    if asked.kind is not FieldType.ORGANISATION:  # a company of which a sentence denies something is still named
        yield from _said_by(DENIED_BEHIND.match(behind))
    if not _asks(ASKS_A_PROPOSAL, asked):
        yield from _said_by(PROPOSED.match(behind))
    yield from _said_by(ASIDE.match(behind))
    if asked.kind is FieldType.DATE and not _asks(PENDING, asked):
        yield from _said_by(PENDING.search(before[-40:]))
    if asked.kind in _NAMES:
        yield from _said_by(FORMER.search(before), UNTIL.match(behind))
    if asked.kind is FieldType.TEXT:
        yield from _said_by(NO_VALUE.match(said))


def _absence(before: str, said: str, behind: str, asked: _Asked) -> Iterator[Reason]:
    """Of a choice between yes and no: a denial that is itself denied, holds for a part, or has an exception."""
    if not any(ABSENT.match(shapes(label)) for label in asked.choices):
        return
    yield from _said_by(
        UNCONFIRMED.search(before), UNCONFIRMED.search(behind), EXCEPTED.match(behind), OF_THEM.match(behind)
    )
    denies, rest = ABSENT.match(said) is not None, re.split(r"[.;]\s", behind)[0]
    for label in sorted({shapes(label) for label in asked.choices}, key=len, reverse=True):
        if (ABSENT.match(label) is not None) is denies or len(label) < _SHORTEST_LABEL:
            continue
        match = re.search(rf"(?<!\w){re.escape(label)}(?!\w)", rest, re.IGNORECASE)
        if match is not None and ABSENT.search(rest[max(0, match.start() - 5) : match.end() + 5]) is None:
            yield _one_of(match[0])
