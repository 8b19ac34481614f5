"""Cut page text into the units that an agent is shown and may point at: sentences, form lines and table rows.

Every character that is not white space belongs to exactly one unit, in order. A line that holds a tab is a row and is
never joined with its neighbours. Where a full stop may or may not end a sentence it does not: a unit that is too long
still quotes truly, half a sentence may not.
"""

import re
from collections.abc import Iterator
from functools import lru_cache

from evidence.abbreviations import BEFORE_NUMBER, NEVER_LAST, SENTENCE_OPENERS, SOMETIMES_LAST, forms
from evidence.spans import CharSpan

LONGEST = 700
"""Characters; longer units are cut at a semicolon, a line end or a comma."""
_WRAPPED = 0.65
"""A line at least this share of its paragraph's longest line was probably broken for want of room."""
_LONGEST_NUMBER = 24
_SHORT_LINE = 40
"""Characters; shorter lines are headings, labels and values rather than wrapped prose."""

_LINE = re.compile(r"[^\n]+")
_STOP = re.compile(r"(?<![.!?…。])[.!?…。]++[\"'»”’)\]]*+(?=\s)")
_WORD_BEFORE = re.compile(r"[^\W_](?:[\w.'’ʻ/-]*[\w])?$")
_NUMBERING = re.compile(r"^\W*(?:\d{1,3}(?:\.\d{1,3})*|[IVXLC]{1,6}|[A-Za-zА-Яа-я])$")
_LABELLED = re.compile(r"^[^\W\d_][^:.;!?\n]{0,60}:(?:\s|$)")
_LISTED = re.compile(
    r"^(?:[-–—•·▪●○*]\s|\d{1,3}[.)]\s|\d{1,3}(?:\.\d{1,3})+[.)]?\s+[^\W\d_a-zа-яё]|[a-zа-я]\)\s|\([a-zа-я]{1,4}\)\s)"
)
"""A list mark or clause number; ``2.5 percent`` and ``(12) months`` are none."""
_NUMBER_COLUMN = re.compile(
    r"^[ \u00a0]*(?:\d{1,3}(?:\.\d{1,3})*[.)]?|\(?[a-zа-яA-ZА-Я]{1,4}\)|[IVXLC]{1,6}\.|[-–—•·▪●○*])\t"
)
"""A clause number set off by a tab: the line is prose, not a row."""
_ONLY_NUMBER = re.compile(r"^\(?(?:\d{1,3}(?:\.\d{1,3})*|[a-zа-яA-ZА-Я]|[IVXLCivxlc]{1,6})[.)]{0,2}$")
_SOFT_BREAKS = (re.compile(r";\s"), re.compile(r"\n"), re.compile(r",\s"), re.compile(r"\s"))


def cut_sentences(text: str, *, language: str | None = None) -> tuple[CharSpan, ...]:
    """Spans of ``text`` in order. ``language`` (``ru``, ``uz-Latn``, …) narrows the abbreviations; None uses all."""
    spans: list[CharSpan] = []
    for start, end in _units(text):
        if is_row(text[start:end]):
            spans.extend(_fit(text, start, end))
            continue
        for first, last in _split_at_stops(text, start, end, language):
            spans.extend(_fit(text, first, last))
    return tuple(spans)


def is_row(line: str) -> bool:
    """Whether a line is a row of cells or a label and its value, joined by tabs."""
    numbered = _NUMBER_COLUMN.match(line)
    return "\t" in (line[numbered.end() :] if numbered else line)


def _units(text: str) -> Iterator[tuple[int, int]]:
    """Rows, and runs of lines that read on."""
    for first, last in _paragraphs(text):
        lines = [(match.start(), match.end()) for match in _LINE.finditer(text, first, last)]
        widest = max((end - start for start, end in lines), default=0)
        first = start = end = -1  # of the lines held: where they begin, where the last of them does, where they end
        for line_start, line_end in lines:
            if first >= 0 and _reads_on(text[start:end], text[line_start:line_end], widest):
                start, end = line_start, line_end
                continue
            if first >= 0:
                yield first, end
            first, start, end = line_start, line_start, line_end
        if first >= 0:
            yield first, end


def _paragraphs(text: str) -> Iterator[tuple[int, int]]:
    start = 0
    for gap in re.finditer(r"\n[ \t]*\n\s*", text):
        yield start, gap.start()
        start = gap.end()
    yield start, len(text)


def _reads_on(before: str, line: str, widest: int) -> bool:
    """Whether the break between two lines only broke a line."""
    last, following = before.strip(), line.lstrip()
    if not last or not following or is_row(last) or "\t" in line:
        return False
    if _LISTED.match(following) or _ONLY_NUMBER.match(last):
        return False
    if not following[0].islower() and _LABELLED.match(following):
        return False
    if last[-1] in ".!?…;:":
        # a stop at the line's end may belong to an abbreviation: the sentence rules decide, if this looks like prose
        return last[-1] == "." and len(last) >= max(_SHORT_LINE, _WRAPPED * widest)
    if last[-1] in ",(-\u00ad‐–—«„“" or following[0].islower():
        return True
    return len(last) >= max(_SHORT_LINE, _WRAPPED * widest)


def _split_at_stops(text: str, start: int, end: int, language: str | None) -> Iterator[tuple[int, int]]:
    begin = start
    for stop in _STOP.finditer(text, start, end):
        if _ends_a_sentence(text, begin, stop, end, language):
            yield begin, stop.end()
            begin = stop.end()
    yield begin, end


def _ends_a_sentence(text: str, begin: int, stop: re.Match[str], end: int, language: str | None) -> bool:
    following = text[stop.end() : min(end, stop.end() + 60)].lstrip()
    if not following or following[0].islower() or following[0] in "№,;:)]}%":
        return False
    if not stop.group().startswith("."):
        return True
    if stop.group().rstrip("\"'»”’)]") == "...":
        return True
    before = text[max(begin, stop.start() - 40) : stop.start()]
    if stop.start() - begin <= _LONGEST_NUMBER and _NUMBERING.match(text[begin : stop.start()].strip()):
        return False  # "1.2. Subject of the contract": the number is the sentence's own
    word = _WORD_BEFORE.search(before)
    return word is None or not _is_abbreviation(word.group(), following, language)


def _is_abbreviation(word: str, following: str, language: str | None) -> bool:
    key = word.casefold().replace(" ", "")
    never, numbered, sometimes = _tables(language)
    if len(word) == 1 and word.isalpha() and word.isupper():
        return True  # an initial
    if key in never:
        return True
    if key in numbered and (following[0].isdigit() or following[0] in "№#º"):
        return True
    dotted = "." in key and all(len(part) <= 2 for part in key.split(".")) and not any(c.isdigit() for c in key)
    if key in sometimes or dotted:
        return not _opens_a_sentence(following, strictly=dotted or word[0].isupper())
    return len(word) == 1 and word.isalpha() and not following[0].isalpha()


def _opens_a_sentence(following: str, *, strictly: bool) -> bool:
    """``strictly``: only a word that commonly opens one; a name follows ``Inc.`` as often as a sentence does."""
    word = re.match(r"[\"'«“„(]*([^\W\d_]+)", following)
    if word is None:
        return False
    first = word.group(1)
    if strictly:
        return first[0].isupper() and first.casefold() in SENTENCE_OPENERS
    return first[0].isupper() and (len(first) == 1 or first[1:].islower())


@lru_cache(maxsize=32)
def _tables(language: str | None) -> tuple[frozenset[str], frozenset[str], frozenset[str]]:
    return forms(NEVER_LAST, language), forms(BEFORE_NUMBER, language), forms(SOMETIMES_LAST, language)


def _fit(text: str, start: int, end: int) -> Iterator[CharSpan]:
    """Trim white space; cut what is too long to show."""
    while end > start and text[end - 1].isspace():
        end -= 1
    while True:
        while start < end and text[start].isspace():
            start += 1
        if start == end:
            return
        if end - start <= LONGEST:
            yield CharSpan(start=start, end=end)
            return
        cut = stop = _soft_break(text, start)
        while text[stop - 1].isspace():
            stop -= 1
        yield CharSpan(start=start, end=stop)
        start = cut


def _soft_break(text: str, start: int) -> int:
    """The last good place within reach, never inside a word unless one word is longer than the limit."""
    reach = start + LONGEST
    if (tab := text.rfind("\t", start + LONGEST // 4, reach)) > 0:
        return tab
    for pattern in _SOFT_BREAKS:
        places = [match.end() for match in pattern.finditer(text, start + LONGEST // 3, reach)]
        if places:
            return places[-1]
    return reach
