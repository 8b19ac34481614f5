"""Whose a number is that belongs to one person: a passport's, a personal number.

Papers of a case hold several people's; the director's is the one beside which the director is named.
"""

import re
from collections.abc import Iterable, Sequence

from rapidfuzz import fuzz

from evidence.fields import FieldType
from evidence.spans import CharSpan
from evidence.values import read_values
from evidence.values.transliteration import heard

_LIKE = 84.0
"""Of 100: one word of a name, declined or misread by OCR."""
_INITIAL = 2
"""Letters: a shorter word of a name says only how it begins."""
_BEFORE = 320
"""Characters of running text before a number in which its owner is named."""
_AFTER = 160
_NEXT_TO = 8
"""Characters between a surname and its initials."""
_WORD = re.compile(r"[^\W\d_]+(?:[’'ʻ‘`ʼ´][^\W\d_]+)*")
_APOSTROPHES = re.compile(r"[ʻʼ‘’`´']")
_SON_OF = frozenset({"ogli", "kizi", "agli"})
"""As heard."""
_SOUNDS_LIKE_A_PERSON = re.compile(
    r"(?<!\w)[^\W\d_]\.|[^\W\d_]{2}(?:[оеё]в|[оеё]в[ау]|[оеё]в(?:ой|ым|у|е)|ин[ау]?|иной|ск(?:ий|ая|ого|ому|ой)"
    r"|[ое]вич\w{0,2}|[ое]вн\w{1,2}|[оeо]v|[oe]v[a]?|[oe]vich|[oe]vna|yeva?|skiy|skaya)(?!\w)"
    r"|(?:o[ʻ'‘’`]g[ʻ'‘’`]li|qizi|ўғли|қизи|угли|кизи|оглы|кызы)(?!\w)",
    re.IGNORECASE,
)
"""Initials, a patronymic, a surname of the region: two words in capitals may also be a bank or a street."""


def belongs_to(text: str, span: CharSpan, people: Sequence[str]) -> bool:
    """``span`` counts in a page's ``text``. Whether the number there is one of the people's, as the page shows it: by the
    name in its line, else by the name that stands last before it, else by the names of a page that names nobody near it
    (a passport).
    """
    wanted = [_parts(person) for person in people]
    wanted = [name for name in wanted if name]
    line = _line(text, span)
    row = text[line.start : line.end]
    if _names_one_of(row, wanted):
        return _nearest_is(text, span, line, wanted)
    if _people_in(row):
        return False
    before = text[max(0, line.start - _BEFORE) : line.start]
    named = _people_in(before)
    if named:
        return _names_one_of(before[named[-1].start : named[-1].end], wanted)
    after = text[line.end : line.end + _AFTER]
    named = _people_in(after)
    if named and _names_one_of(after[named[0].start : named[0].end], wanted):
        return True
    return _names_one_of(text, wanted)


def _nearest_is(text: str, span: CharSpan, line: CharSpan, wanted: Iterable[tuple[str, ...]]) -> bool:
    """In a line of several people, the one named last before the number; the first one behind it where none is before."""
    row = text[line.start : line.end]
    named = _people_in(row)
    if len(named) < 2:
        return True
    before = [one for one in named if line.start + one.end <= span.start]
    nearest = before[-1] if before else named[0]
    return _names_one_of(row[nearest.start : nearest.end], list(wanted))


def _line(text: str, span: CharSpan) -> CharSpan:
    start = text.rfind("\n", 0, span.start) + 1
    end = text.find("\n", span.end)
    return CharSpan(start=start, end=len(text) if end < 0 else end)


def _people_in(text: str) -> list[CharSpan]:
    read = (one.span for one in read_values(text, FieldType.PERSON, language=None))
    # initials behind two words in capitals (``Бухгалтер Ким С.А.``) are left over by the reader of names
    return [span for span in read if _SOUNDS_LIKE_A_PERSON.search(text[span.start : span.end + _NEXT_TO])]


def _names_one_of(text: str, wanted: Sequence[tuple[str, ...]]) -> bool:
    return any(_names(text, name) for name in wanted)


def _names(text: str, name: tuple[str, ...]) -> bool:
    """The full words of the name, two of them where it has two; a surname alone only with an initial at its side."""
    words = [(match, _heard(match.group())) for match in _WORD.finditer(text)]
    full = [part for part in name if len(part) > _INITIAL]
    met = {part for part in full if any(_is_like(word, part) for _, word in words)}
    if not met:
        return False
    if len(met) >= _INITIAL or len(name) == 1:
        return True
    (surname,) = met
    given = next((part for part in name if part != surname), surname)
    first = {given[0]}
    is_short = first if len(given) <= _INITIAL else set()
    places = [match for match, word in words if _is_like(word, surname)]
    initials = [
        match
        for match, word in words
        if (len(word) <= _INITIAL and word[0] in first) or (word[0] in is_short and match.group()[0].isupper())
    ]
    return any(
        0 <= max(initial.start() - place.end(), place.start() - initial.end()) <= _NEXT_TO
        for place in places
        for initial in initials
    )


def _is_like(word: str, part: str) -> bool:
    return len(word) > _INITIAL and word[0] == part[0] and (word.startswith(part) or fuzz.ratio(word, part) >= _LIKE)


def _parts(person: str) -> tuple[str, ...]:
    return tuple(
        heard_word
        for match in _WORD.finditer(person)
        if (heard_word := _heard(match.group())) and heard_word not in _SON_OF
    )


def _heard(word: str) -> str:
    return heard(_APOSTROPHES.sub("'", word).casefold())
