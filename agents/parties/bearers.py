"""Of whom the lines of a page speak, by what forms, certificates and letters in Latin script write beside and before names.

A name under *Name*, *Nubente* or *Employee* opens particulars that run on until the next such name; a mother's or an
official's opens none.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from agents.parties.bearer_words import Says, bearer_words

_KEPT = 128
"""Pages whose bearers are kept: each is asked for many times while its fields are judged."""
_HEADING = 70
_HEADING_WORDS = 9
_PAIR = 2
_SURNAMES = 4
"""Words from which what stands before a comma is more than a surname."""
_LINES_OF_A_NAME = 4
"""Between its surname and its given names."""
_NEXT_LINE = 2
"""Line breaks, a blank line between paragraphs included."""
_UP = "A-ZÀ-ÖØ-Þ"
_LOW = "a-zß-öø-ÿ"
_NAME_WORD = rf"(?:[{_UP}](?:[’'][{_UP}])?[{_LOW}]+(?:[-’'][{_UP}]?[{_LOW}]+)*|[{_UP}][{_UP}’'-]+|[{_UP}]\.?(?![\w’']))"
_JOINED = r"(?:da|de|do|das|dos|del|de la|de los|e|y|van|von|van der|bin|DA|DE|DO|DAS|DOS|DEL|DE LA|E|Y)"
_RUN = re.compile(rf"{_NAME_WORD}(?:,? (?:{_JOINED} )?{_NAME_WORD}){{0,7}}")
_LABELLED = re.compile(r"(?P<label>[^\t\n:;|]{2,70}):(?P<gap>[ \u00a0_]*\t?[ \u00a0_]*)")
_FIRST_PERSON = re.compile(r"(?:I|Eu|Yo),? +")
_AND = re.compile(r"\s+(?:e|y|and|&|E|Y|AND)\s+")
_ENDS_NAME = re.compile(r"\s*(?:$|[\t\n;,.()/|–—-]|[^\W\d_]*[a-zß-öø-ÿ])")
_PIECES = re.compile(r"[^\t\n]+")


class Bearer(NamedTuple):
    start: int
    end: int
    names: tuple[str, ...]
    """Several where a label names two; none where a heading doesn't say the name of whom it speaks."""
    is_opened: bool
    """Whether a label or a heading opens particulars, which run on; a name in running text reaches less far."""
    is_aside: bool = False
    """A parent, an official, an earlier name: no particulars follow."""
    is_relative: bool = False
    is_passing: bool = False
    """Named in a declaration of somebody who speaks in the first person: what stands below is the speaker's."""
    is_subject: bool = False
    """Whose case it is, by the label."""


@lru_cache(maxsize=_KEPT)
def bearers_in(text: str) -> tuple[Bearer, ...]:
    """In order, without overlaps; what a label names goes before what the text seems to."""
    found = _joined(sorted(_labelled(text), key=lambda part: (part.start, -part.end)), text)
    prose = [one for one in _in_prose(text) if not any(held.start < one.end and one.start < held.end for held in found)]
    for one in prose:
        line = text.rfind("\n", 0, one.start) + 1
        is_aside = one.is_aside or any(held.is_aside and line <= held.start < one.start for held in found)
        found.append(one._replace(is_aside=is_aside))
    return tuple(sorted(found))


class _Part(NamedTuple):
    start: int
    end: int
    names: tuple[str, ...]
    says: Says
    label: str = ""


def _labelled(text: str) -> Iterator[_Part]:
    rows = _rows(text)
    for index, row in enumerate(rows):
        below = rows[index + 1] if index + 1 < len(rows) else []
        for place, (start, end) in enumerate(row):
            yield from _within(text, start, end)
            says = bearer_words().says(text[start:end].rstrip(" :"))
            if says is Says.NOTHING:
                continue
            beside = _beside(text, row[place + 1 :])
            names = beside or _under(text, row, place, below)
            if names is not None:
                yield _Part(*names, says, text[start:end])
            elif says in (Says.RELATIVE, Says.OWN) and len(row) == 1 and _is_heading(text[start:end]):
                yield _Part(start, end, (), says)
        if (
            len(row) == 1
            and bearer_words().speaks_of_relative(text[slice(*row[0])])
            and _is_heading(text[slice(*row[0])])
        ):
            start, end = row[0]
            yield _Part(start, end, (), Says.RELATIVE)


def _rows(text: str) -> list[list[tuple[int, int]]]:
    """Lines that hold something, each as the places of its cells."""
    rows: list[list[tuple[int, int]]] = []
    at = 0
    for line in text.split("\n"):
        cells = [(at + match.start(), at + match.end()) for match in _PIECES.finditer(line)]
        cells = [(start, end) for start, end in cells if re.search(r"\w", text[start:end])]
        if cells:
            rows.append(cells)
        at += len(line) + 1
    return rows


def _within(text: str, start: int, end: int) -> Iterator[_Part]:
    """``Nubente: PEDRO …, CPF …``: labels with a colon inside one cell."""
    for match in _LABELLED.finditer(text, start, end):
        label = re.split(r"(?<=\w\w)[.,]\s|\s{2,}|[)]\s", match["label"])[-1]
        says = bearer_words().says(label)
        if says is Says.NOTHING:
            continue
        run = _RUN.match(text, match.end(), end)
        if run is None:
            continue
        names = _names(text, *run.span(), end)
        if names is not None:
            yield _Part(*names, says, label)


def _beside(text: str, cells: list[tuple[int, int]]) -> tuple[int, int, tuple[str, ...]] | None:
    return _whole(text, *cells[0]) if cells else None


def _under(
    text: str, row: list[tuple[int, int]], place: int, below: list[tuple[int, int]]
) -> tuple[int, int, tuple[str, ...]] | None:
    """In the cell below a heading, of a form that writes its labels over its values."""
    if len(below) != len(row) or ":" in text[slice(*row[place])]:
        return None
    if len(row) == _PAIR and place and bearer_words().says(text[slice(*row[0])]) is Says.NOTHING:
        return None  # the value beside a label
    return _whole(text, *below[place])


def _whole(text: str, start: int, end: int) -> tuple[int, int, tuple[str, ...]] | None:
    run = _RUN.match(text, start, end)
    return _names(text, *run.span(), end) if run is not None else None


def _names(text: str, start: int, end: int, limit: int) -> tuple[int, int, tuple[str, ...]] | None:
    """The run as one name, or as two with *and* between; None where it reads as something else."""
    written = _until_comma(text[start:end])
    end = start + len(written)
    if not _ENDS_NAME.match(text, end, limit):
        return None
    names = tuple(part for part in _AND.split(written) if bearer_words().may_be_a_name(part))
    return (start, end, names) if names and bearer_words().may_be_a_name(names[0]) else None


def _until_comma(run: str) -> str:
    """``LIMA, CARLOS`` is one name; what stands behind another comma is not: ``PEDRO PEREIRA, CPF``, ``M. LIMA, F-1``."""
    before, comma, behind = run.partition(",")
    is_name = len(before.split()) < _SURNAMES and bearer_words().may_be_a_name(behind.split(",")[0])
    if not comma or (is_name and "," not in behind and len(behind.strip()) > 1 and run[-1] != "-"):
        return run
    return before


def _is_heading(piece: str) -> bool:
    stripped = piece.strip()
    words = stripped.split()
    return (
        len(stripped) <= _HEADING
        and len(words) <= _HEADING_WORDS
        and stripped[-1] not in ".,;"
        and ":" not in stripped[:-1]
    )


def _joined(parts: list[_Part], text: str) -> list[Bearer]:
    """Surname and given name, which stand beside or below one another, as one name."""
    kept = _without_overlaps(parts)
    found: list[Bearer] = []
    at = 0
    while at < len(kept):
        part = kept[at]
        end, names = part.end, part.names
        if at + 1 < len(kept) and _are_one_name(part, kept[at + 1], kept[at + 2 : at + 3], text):
            at += 1
            end, names = kept[at].end, (f"{part.names[0]} {kept[at].names[0]}",)
        at += 1
        is_aside = part.says in (Says.BESIDE, Says.ALIAS)
        is_subject = bearer_words().names_subject(part.label)
        found.append(
            Bearer(
                part.start, end, names, not is_aside, is_aside,
                is_relative=part.says is Says.RELATIVE, is_subject=is_subject and len(names) == 1,
            )
        )  # fmt: skip
    return found


def _without_overlaps(parts: list[_Part]) -> list[_Part]:
    kept: list[_Part] = []
    for part in parts:
        if not kept or part.start >= kept[-1].end:
            kept.append(part)
    return kept


def _are_one_name(part: _Part, following: _Part, then: list[_Part], text: str) -> bool:
    """*Surname* with *Given names*, or with a bare *Nome* beside it; a whole name before two parts is another's."""
    if len(part.names) != 1 or len(following.names) != 1:
        return False
    lines = text.count("\n", part.end, following.start)
    match part.says, following.says:
        case Says.PART, Says.PART:
            return lines <= _LINES_OF_A_NAME
        case Says.PART, Says.OWN:
            return lines <= _NEXT_LINE
        case Says.OWN, Says.PART:
            return lines <= _NEXT_LINE and not any(one.says is Says.PART for one in then)
        case _:
            return False


def _in_prose(text: str) -> Iterator[Bearer]:
    words = bearer_words()
    spoken = _Speaker(text)
    for match in _RUN.finditer(text):
        start, run = _begin(match), _until_comma(match.group()[_begin(match) - match.start() :])
        end = start + len(run)
        before, behind = text[max(0, start - 40) : start], text[end : end + 40]
        if words.no_name_before.search(before):
            continue
        is_speaker = spoken.begins_at(start)
        offset = 0
        for name in _AND.split(run):
            at = start + run.index(name, offset)
            offset = at - start + len(name)
            if len([word for word in name.split() if len(word.strip(".")) > 1]) < 2 or not words.may_be_a_name(name):
                continue
            is_cued = words.before.search(before) is not None or words.behind.match(behind) is not None
            if not is_cued and not is_speaker and not words.begins_as_a_name(name):
                continue
            is_aside = words.is_child_of(text[max(0, at - 120) : at]) or (is_speaker and spoken.vouches(end))
            is_opened = is_speaker and not is_aside
            yield Bearer(at, at + len(name), (name,), is_opened, is_aside, is_passing=spoken.speaks_at(at))
            if is_opened:
                spoken.opens(at + len(name))


def _begin(match: re.Match[str]) -> int:
    """Without the ``I,`` or ``Eu,`` that reads like the first word of the name."""
    first = _FIRST_PERSON.match(match.group())
    return match.start() + (first.end() if first is not None else 0)


class _Speaker:
    """Whose declaration, in the first person, the running text of a page is."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._spoken: tuple[int, int] | None = None

    def begins_at(self, start: int) -> bool:
        return bearer_words().speaker.search(self._text[max(0, start - 12) : start]) is not None

    def vouches(self, end: int) -> bool:
        return bearer_words().vouches.search(self._text, end, self._paragraph_end(end)) is not None

    def opens(self, end: int) -> None:
        self._spoken = (end, self._paragraph_end(end))

    def speaks_at(self, at: int) -> bool:
        return self._spoken is not None and self._spoken[0] <= at < self._spoken[1]

    def _paragraph_end(self, end: int) -> int:
        found = self._text.find("\n\n", end)
        return len(self._text) if found < 0 else found
