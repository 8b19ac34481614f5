"""What a paper is about, by its title, its heading and the line itself: a lease has a cadastral number too."""

import re
from functools import lru_cache

from evidence.pages import Page
from evidence.spans import CharSpan

_OPENING_LINES = 8
_OPENING = 600
"""Characters."""
_SPACED = re.compile(r"(?<![^\W_])(?:[^\W\d_] ){3,}[^\W\d_](?![^\W_])")
"""``А Р И З А``, ``У С Т А В``: a title whose letters are set apart."""
_CREDENTIALS = re.compile(
    r"(?<=[,·;|(])[ \t]*(?:лицензи|сертификат|полис|аккредитац|litsenzi|sertifikat|polis|licen[cs]e|certificate|policy)"
    r"[^,·;|()\n]*?(?:№\s*|\s)[A-ZА-Я]{0,4}[ -]?\d[^,·;|()\n]*",
    re.IGNORECASE,
)
"""``LLC X, appraisers, licence BL-001933``: who may write such a paper, in its letterhead; the paper itself is no licence."""
_BEFORE = 200
"""Characters of running text before a value in which its own sentence may say what it is about."""


def opening_of(page: Page) -> str:
    """The lines at the top, in which a paper gives its title."""
    label = page.label or ""
    written = [line for line in page.text[:_OPENING].split("\n") if line.strip()]
    lines = "\n".join((label, *written[:_OPENING_LINES]))
    return _SPACED.sub(lambda word: word.group().replace(" ", ""), _CREDENTIALS.sub("", lines))


def speaks_of(words: tuple[str, ...], *, page: Page, span: CharSpan, first: Page) -> bool:
    """Whether one of the words (beginnings of words, in any case) stands in the value's line or sentence, in the heading over
    it, at the top of its page, or at the top of the document's ``first`` page.
    """
    pattern = _beginnings(words)
    headings = (block.heading or "" for block in page.blocks_in(span))
    said = (_line(page.text, span), *headings, opening_of(page), opening_of(first))
    return any(pattern.search(text) for text in said)


def _line(text: str, span: CharSpan) -> str:
    """The row of a table or form; of running text also what stands before it in its paragraph."""
    start = text.rfind("\n", 0, span.start) + 1
    end = text.find("\n", span.end)
    row = text[start : len(text) if end < 0 else end]
    if "\t" in row:
        return row
    paragraph = text.rfind("\n\n", max(0, span.start - _BEFORE), span.start)
    return text[max(paragraph, span.start - _BEFORE, 0) : start] + row


@lru_cache(maxsize=256)
def _beginnings(words: tuple[str, ...]) -> re.Pattern[str]:
    forms = (re.sub(r"['’‘ʻʼ`]", "['’‘ʻʼ`]", re.escape(word).replace(r"\ ", r"\s+")) for word in words)
    return re.compile(rf"(?<!\w)(?:{'|'.join(forms)})", re.IGNORECASE)
