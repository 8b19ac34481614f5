"""Whose a number is that belongs to one person: a passport's, a personal number.

Papers of a case hold several people's; the director's is the one beside which the director is named.
"""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from rapidfuzz import fuzz

from agents.parties.asides import is_said_of_another
from agents.parties.bearer_names import BearerName, bearer_name, holds_bearer, same_bearer
from agents.parties.bearer_words import bearer_words
from agents.parties.bearers import bearers_in
from agents.parties.names import same_party
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
_KEPT = 128
"""Pages whose people are kept."""
_LABEL = 7
"""Words."""
_NEXT_TO = 8
"""Characters between a surname and its initials."""
_WORD = re.compile(r"[^\W\d_]+(?:[’'ʻ‘`ʼ´][^\W\d_]+)*")
_APOSTROPHES = re.compile(r"[ʻʼ‘’`´']")
_SON_OF = frozenset({"ogli", "kizi", "agli"})
"""As heard."""
_OF_THE_REGION = re.compile(
    r"[^\W\d_]{2}(?:[оеё]в|[оеё]в[ау]|[оеё]в(?:ой|ым|у|е)|ин[ау]?|иной|ск(?:ий|ая|ого|ому|ой)"
    r"|[ое]вич\w{0,2}|[ое]вн\w{1,2}|[оeо]v|[oe]v[a]?|[oe]vich|[oe]vna|yeva?|skiy|skaya)(?!\w)"
    r"|(?:o[ʻ'‘’`]g[ʻ'‘’`]li|qizi|ўғли|қизи|угли|кизи|оглы|кызы)(?!\w)",
    re.IGNORECASE,
)
"""A patronymic, a surname of the region: two words in capitals may also be a bank or a street."""
_INITIAL_LETTER = re.compile(r"(?<!\w)[^\W\d_]\.")
_NO_INITIALS = re.compile(r"(?<!\w)(?:D\.\s?C|U\.\s?S|S\.\s?A|N\.\s?Y|P\.\s?O)\.")
_STREET = re.compile(
    r"\w*(?:[ ]\w+)?[ ](?:street|st|avenue|ave|road|rd|blvd|boulevard|drive|suite)(?!\w)", re.IGNORECASE
)


class _Holder(NamedTuple):
    parts: tuple[str, ...]
    bearer: BearerName | None
    """Of a name that isn't from the region of Russian and Uzbek: every word counts, since relatives share most of them."""

    @classmethod
    def of(cls, person: str) -> "_Holder":
        is_regional = _OF_THE_REGION.search(person) is not None
        return cls(_parts(person), None if is_regional else bearer_name(person))

    def is_named_by(self, name: str) -> bool:
        """Whether ``name`` is one person's name, and this one's."""
        if self.bearer is None:
            return _names(name, self.parts)
        other = bearer_name(name)
        return other is not None and same_bearer(self.bearer, other)

    def may_be(self, name: str) -> bool:
        """Also of a surname alone, behind a title."""
        other = bearer_name(name)
        if self.bearer is None or other is None:
            return _names(name, self.parts) or bool(set(_parts(name)) & set(self.parts))
        return set(other.words) <= set(self.bearer.words) or same_bearer(self.bearer, other)

    def is_in(self, text: str) -> bool:
        return _names(text, self.parts) if self.bearer is None else holds_bearer(text, self.bearer)


def is_one_person(one: str, other: str) -> bool:
    """Whether two names may be one person's: ``LIMA, CARLOS`` and ``Carlos E. Lima``; a lone word names nobody."""
    mine, theirs = _Holder.of(one).bearer, _Holder.of(other).bearer
    if mine is None or theirs is None:
        return same_party(one, other)
    return min(len(mine.words), len(theirs.words)) > 1 and same_bearer(mine, theirs)


class _Named(NamedTuple):
    start: int
    end: int
    is_theirs: bool
    reaches: int
    """Characters behind it up to which it says whose a line is."""
    decides_above: bool
    """Whether it also says whose the lines above it are, where nobody is named there."""
    is_known: bool
    """False for a heading that doesn't name whom it speaks of."""


def belongs_to(text: str, span: CharSpan, people: Sequence[str], *, kind: FieldType | None = None) -> bool:
    """``span`` counts in a page's ``text``; ``kind`` is of the value there. Whether it is one of the people's, as the page
    shows it: by its label, by the name in its line, else by the name that stands last before it, else by the first one
    below, else by the names of a page that names nobody near it (a passport). A person is nobody's own mother or spouse.
    """
    holders = [holder for holder in map(_Holder.of, people) if holder.parts]
    line = _line(text, span)
    row = text[line.start : line.end]
    if kind is FieldType.PERSON:
        if any(holder.is_named_by(text[span.start : span.end]) for holder in holders) or _is_the_papers_own(text, span):
            return False
    elif _is_of_relative(text, span) and not any(holder.is_in(row) for holder in holders):
        return False
    if is_said_of_another(text, span, is_theirs=lambda name: any(holder.may_be(name) for holder in holders)):
        return False
    named = [one for one in _named(text, holders) if one.end <= span.start or span.end <= one.start]
    beside = [one for one in named if line.start <= one.start < line.end and one.is_known]
    if any(one.is_theirs for one in beside) or (not _has_bearer(beside, holders) and _is_in(row, holders)):
        return _nearest_is(span, beside)
    if beside:
        return False
    if kind is not FieldType.PERSON and bearer_words().is_of_couple(text[line.start : span.start]):
        return any(one.is_theirs for one in named) or _is_in(text, holders)
    before = [one for one in named if one.end <= line.start and line.start - one.start <= one.reaches]
    if before and (before[-1].is_known or not before[-1].decides_above):
        return before[-1].is_theirs
    after = [one for one in named if line.end <= one.start]
    owner = next((one for one in after if one.decides_above and one.is_known), None)
    if owner is not None and not before:
        return owner.is_theirs
    if after and after[0].is_theirs and after[0].start - line.end <= _AFTER:
        return True
    return _is_in(text, holders)


def _is_the_papers_own(text: str, span: CharSpan) -> bool:
    """A name beside a bare *Full name*, in a paper that speaks of no relative up to there, is of whoever bears the paper."""
    start = text.rfind("\n", 0, span.start) + 1
    label = re.split(r"[\t;|]", text[start : span.start].rstrip(" \t"))[-1].strip()
    if not label.endswith(":") and text[: span.start].rstrip(" ").endswith("\n"):
        return False
    words = bearer_words()
    return words.is_bare_name(label) and not words.speaks_of_kin(text[:start])


def _is_in(text: str, holders: Iterable[_Holder]) -> bool:
    return any(holder.is_in(text) for holder in holders)


def _has_bearer(beside: Sequence[_Named], holders: Iterable[_Holder]) -> bool:
    """Whether who is named in the row settles it: names of the region are also told by words that the reader leaves over."""
    return bool(beside) and any(holder.bearer is not None for holder in holders)


def _named(text: str, holders: Sequence[_Holder]) -> list[_Named]:
    """Everybody whom the page names, in order, and parents and officials left out."""
    bearers = bearers_in(text)
    found = [
        _Named(
            one.start, one.end, any(holder.is_named_by(name) for name in one.names for holder in holders),
            len(text) if one.is_opened else 0 if one.is_passing else _BEFORE,
            one.is_opened and not one.is_relative, bool(one.names),
        )
        for one in bearers
        if not one.is_aside
    ]  # fmt: skip
    for span in _people_in(text):
        if not any(one.start < span.end and span.start < one.end for one in bearers):
            name = text[span.start : span.end]
            is_theirs = any(holder.is_named_by(name) for holder in holders)
            found.append(_Named(span.start, span.end, is_theirs, _BEFORE, False, True))
    return sorted(found)


def _is_of_relative(text: str, span: CharSpan) -> bool:
    """``CPF do cônjuge``, a row that begins with *Son*: what is said there is not of whom the paper speaks."""
    line = _line(text, span)
    start, end = line.start, line.end
    words = bearer_words()
    cell = max(start, text.rfind("\t", start, span.start) + 1)
    before = re.split(r"[;|]|(?<=\w\w)[.,]\s|\s{2,}", text[cell : span.start])[-1].strip()
    cells = text[start:cell].strip("\t").split("\t") if cell > start else []
    if before:
        is_label = before.endswith(":") or (before == text[cell : span.start].strip() and len(before.split()) <= _LABEL)
        if is_label and words.is_of_relative(before):
            return True
    elif cells and words.is_of_relative(cells[-1]):
        return True
    elif not cells and start:
        above = text[text.rfind("\n", 0, start - 1) + 1 : start - 1].strip()
        if len(above.split()) <= _LABEL and "\t" not in above and words.is_of_relative(above):
            return True
    return any(words.is_relation(one) for one in text[start:end].split("\t"))


def _nearest_is(span: CharSpan, beside: Sequence[_Named]) -> bool:
    """In a line of several people, the one named last before the number; the first one behind it where none is before."""
    if len(beside) < 2:
        return True
    before = [one for one in beside if one.end <= span.start]
    return (before[-1] if before else beside[0]).is_theirs


def _line(text: str, span: CharSpan) -> CharSpan:
    start = text.rfind("\n", 0, span.start) + 1
    end = text.find("\n", span.end)
    return CharSpan(start=start, end=len(text) if end < 0 else end)


@lru_cache(maxsize=_KEPT)
def _people_in(text: str) -> tuple[CharSpan, ...]:
    read = (one.span for one in read_values(text, FieldType.PERSON, language=None))
    return tuple(span for span in read if _sounds_like_a_person(text, span))


def _sounds_like_a_person(text: str, span: CharSpan) -> bool:
    # initials behind two words in capitals (``Бухгалтер Ким С.А.``) are left over by the reader of names
    written = text[span.start : span.end + _NEXT_TO]
    if _OF_THE_REGION.search(written):
        return True
    is_address = (
        _NO_INITIALS.search(written) or _STREET.match(text, span.end) or _STREET.search(text, span.start, span.end)
    )
    return _INITIAL_LETTER.search(written) is not None and not is_address


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
