"""Does what was asked stand near the quote? A true quote of the wrong place is the commonest invention of a small model."""

import re
import unicodedata
from enum import IntEnum
from functools import lru_cache

from agents.fill.resolve import Located
from evidence.fields import Column, Field
from evidence.pages import Page

_BEFORE = 240
"""Characters of the quote's own paragraph before it that count as near."""
_SHORT = 100
"""Characters; a line no longer than this right above the paragraph is its heading or label."""
_STEM = 5
"""Letters by which two inflected forms are taken as one word; shorter words must be equal."""
_WORD = re.compile(r"[^\W_]+")
_QUESTION_WORDS = frozenset(
    """what which when where who whom whose why how many much does did are is was were the and for from with this that
    has have had its into about been being any each per
    что какой какая какое какие каков какова каковы когда где кто кого кому чей чья чьи почему сколько как для или его
    был была было были это этого этой при над под есть каким какого какую каком
    qual quais quando onde quem quanto quantos quantas como por que para com uma dos das foi são foram este esta seu sua
    qanday qaysi qachon qayerda kim nima necha nechta uchun bilan bu va қандай қайси қачон ким нима неча учун билан""".split()
)


class Tie(IntEnum):
    NONE = 0
    QUESTION = 1
    """A content word of the question."""
    LABEL = 2
    """A label of the field."""


def tie_of(asked: Field | Column, field: Field, located: Located, *, reader_context: str | None = None) -> Tie:
    """The strongest tie between what was asked and the quote with its surroundings."""
    near = _stems(_surroundings(located, reader_context))
    labels = (*asked.labels, *field.labels)
    if any(_is_named(label, near) for label in labels):
        return Tie.LABEL
    question = _stems(field.question) - _question_stems()
    return Tie.QUESTION if question & near else Tie.NONE


def can_tie(field: Field, page: Page) -> bool:
    """Whether the field's words and the page are written in one script; across scripts no word can be in common."""
    asked = " ".join((field.question, *field.labels))
    return bool(_scripts(asked) & _scripts(page.text[:4000]))


def stop_label_beside(field: Field, located: Located) -> str | None:
    """A label that means something else, in the quote or right before it, with no label of the field nearer."""
    text = _fold(f"{located.context}\n{_before(located, 80)}\n{located.quote}")
    ours = [_fold(label) for label in field.labels]
    for stop in field.stop_labels:
        key = _fold(stop)
        if key and key in text and not any(label in text.replace(key, " ") for label in ours if label):
            return stop
    return None


def _surroundings(located: Located, reader_context: str | None) -> str:
    page_text = " ".join(page.text for page, _ in located.parts)
    parts = [located.quote, located.context, _before(located, _BEFORE)]
    for block in located.page.blocks_in(located.span):
        parts.append(block.heading or "")
        if block.cell is not None:
            parts.extend((block.cell.row_header or "", block.cell.column_header or ""))
    if reader_context and _fold(reader_context) in _fold(page_text):
        parts.append(reader_context)
    return "\n".join(parts)


def _before(located: Located, length: int) -> str:
    """What leads to the quote: its paragraph so far, and a short line above the paragraph."""
    page, start = located.page, located.span.start
    own = next(iter(page.blocks_in(located.span)), None)
    gap = page.text.rfind("\n\n", 0, start)
    opening = own.span.start if own is not None else gap + 2 if gap >= 0 else 0
    opening = min(max(opening, start - length), start)
    lead = page.text[opening:start]
    above = page.text[:opening].rstrip().rsplit("\n", 1)[-1]
    return f"{above}\n{lead}" if opening > start - length and len(above) <= _SHORT else lead


def _is_named(label: str, near: frozenset[str]) -> bool:
    """At least half of the label's words are near, and one of them says more than a preposition."""
    stems = _stems(label)
    return bool(stems) and len(stems & near) * 2 >= len(stems) and any(len(stem) > 2 for stem in stems & near)


def _stems(text: str) -> frozenset[str]:
    return frozenset(_stem(word) for word in _WORD.findall(_fold(text)) if len(word) > 2)


def _stem(word: str) -> str:
    return word[:_STEM]


@lru_cache(maxsize=1)
def _question_stems() -> frozenset[str]:
    return _stems(" ".join(_QUESTION_WORDS))


def _fold(text: str) -> str:
    folded = unicodedata.normalize("NFKC", text).casefold().replace("ё", "е").replace("\u00ad", "")
    return re.sub(r"[ʻʼ‘’`´]", "'", re.sub(r"\s+", " ", folded)).strip()


def _scripts(text: str) -> frozenset[str]:
    counts: dict[str, int] = {}
    for word in _WORD.findall(text):
        if word[0].isalpha():
            script = "cyrillic" if "\u0400" <= word[0] <= "\u04ff" else "other" if word[0] > "\u024f" else "latin"
            counts[script] = counts.get(script, 0) + 1
    total = sum(counts.values())
    return frozenset(script for script, count in counts.items() if count * 10 >= total)
