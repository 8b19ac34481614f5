"""What a report reads outside of its fields: the template's own words, the appendix, and whatever was typed in later.

No citation proves these words. What can be said is whether they are still those that were written: the trace keeps a
digest of each paragraph, so that a text added or changed in Word is pointed at.
"""

import hashlib
import unicodedata
from collections.abc import Iterator
from difflib import SequenceMatcher
from typing import Any, NamedTuple

from docx.oxml.ns import qn

from evidence.frozen import Frozen
from render.ledger import SLOT_MARK
from render.package import Package, Story
from render.tags import SDT, VALUE_TAG, P, in_fallback
from render.wordml import READABLE, text_at

CHAIN_PLACE = "0" * 64
"""Stands for the chain's head while the digests are made: the head is printed in the report and covers them."""
_BODY = ("body", "footnotes", "endnotes")
_DIGITS = 16
_SHOWN = 100
"""Characters of a paragraph."""
_LINES = 6
_START, _END, _TAG = qn("w:bookmarkStart"), qn("w:bookmarkEnd"), qn("w:tag")
_FIELD, _CODE, _SIMPLE = qn("w:fldChar"), qn("w:instrText"), qn("w:fldSimple")
_RENEWED = frozenset(
    "PAGE NUMPAGES SECTION SECTIONPAGES PAGEREF TOC INDEX DATE TIME SAVEDATE PRINTDATE CREATEDATE EDITTIME FILENAME "
    "FILESIZE NUMWORDS NUMCHARS REVNUM USERNAME LASTSAVEDBY".split()
)
"""Word and LibreOffice write the results of these fields anew by themselves."""


class OutsideText(Frozen):
    """Digests of paragraphs, the first 16 digits of sha256; see docs/trace.md for what goes in."""

    body: tuple[str, ...]
    """Body, footnotes and endnotes, in order."""
    around: tuple[str, ...]
    """Headers and footers, each text once, sorted: word processors copy them from section to section."""


class _Read(NamedTuple):
    body: tuple[str, ...]
    around: tuple[str, ...]


def digest_outside(package: Package) -> OutsideText:
    read = _read(package)
    return OutsideText(body=tuple(map(_digest, read.body)), around=tuple(sorted({*map(_digest, read.around)})))


def changes_outside(package: Package, written: OutsideText, *, head: str) -> tuple[str, ...]:
    """One line for each paragraph that was added, changed or taken away. ``head`` of the trace's chain."""
    read = _read(package)
    lines = list(_body_changes(read.body, written.body, head))
    around = {_digest(text, head): text for text in read.around}
    lines += [
        f"added or changed in a header or footer, which now reads {_short(text)}"
        for key, text in around.items()
        if key not in written.around
    ]
    gone = sum(key not in around for key in written.around)
    lines += [f"taken away from headers and footers ({gone} paragraphs)"] if gone else []
    if len(lines) > _LINES:
        lines[_LINES:] = [f"changed at {len(lines) - _LINES} more places"]
    return tuple(lines)


def _body_changes(read: tuple[str, ...], written: tuple[str, ...], head: str) -> Iterator[str]:
    now = [_digest(text, head) for text in read]
    for kind, was_from, was_to, from_, to in SequenceMatcher(None, written, now, autojunk=False).get_opcodes():
        if kind == "equal":
            continue
        was = was_to - was_from
        for number, text in enumerate(read[from_:to]):
            yield f"{'changed' if number < was else 'added'}, and now reads {_short(text)}"
        if (gone := was - (to - from_)) > 0:
            before = f" after {_short(read[to - 1])}" if to else " at the beginning"
            yield f"taken away{before} ({gone} paragraph{'s' if gone > 1 else ''})"


def _read(package: Package) -> _Read:
    body: list[str] = []
    around: list[str] = []
    for story in package.stories:
        (body if story.kind in _BODY else around).extend(text for text in _paragraphs(story) if _plain(text))
    return _Read(tuple(body), tuple(around))


def _paragraphs(story: Story) -> Iterator[str]:
    """Each paragraph's own text without our values and marks, and without what a word processor renews by itself."""
    texts: dict[Any, list[str]] = {}
    ours = _Ours(story.root)
    renewed = _Renewed()
    for element in story.root.iter():
        ours.pass_by(element)
        renewed.pass_by(element)
        if element.tag == P:
            texts[element] = []
        elif element.tag in READABLE and not ours.holds(element) and not renewed.holds(element):
            paragraph = next(element.iterancestors(P), None)
            if paragraph in texts:
                texts[paragraph].append(text_at(element))
    return ("".join(pieces) for paragraph, pieces in texts.items() if not in_fallback(paragraph))


class _Ours:
    """Knows whether an element stands in one of our values: in its content control, or between its bookmarks."""

    def __init__(self, root: Any) -> None:
        self._inside = {
            element
            for sdt in root.iter(SDT)
            if any(
                (tag.get(qn("w:val")) or "").startswith(VALUE_TAG) for tag in sdt.iterfind(f"{qn('w:sdtPr')}/{_TAG}")
            )
            for element in sdt.iter(*READABLE)
        }
        self._begun: set[str] = set()

    def pass_by(self, element: Any) -> None:
        if element.tag == _START and (element.get(qn("w:name")) or "").startswith(SLOT_MARK):
            self._begun.add(element.get(qn("w:id")) or "")
        elif element.tag == _END:
            self._begun.discard(element.get(qn("w:id")) or "")

    def holds(self, element: Any) -> bool:
        return bool(self._begun) or element in self._inside


class _Renewed:
    """Knows whether an element stands in the result of a page number, a date, a table of contents and the like."""

    def __init__(self) -> None:
        self._codes: list[str] = []

    def pass_by(self, element: Any) -> None:
        if element.tag == _CODE and self._codes:
            self._codes[-1] += element.text or ""
        elif element.tag == _FIELD:
            kind = element.get(qn("w:fldCharType"))
            if kind == "begin":
                self._codes.append("")
            elif kind == "end" and self._codes:
                self._codes.pop()

    def holds(self, element: Any) -> bool:
        simple = (field.get(qn("w:instr")) or "" for field in element.iterancestors(_SIMPLE))
        return any((code.split() or [""])[0].upper() in _RENEWED for code in (*self._codes, *simple))


def _plain(text: str) -> str:
    """Letters only: how a paragraph is spaced and broken into lines is not what it says."""
    return "".join(
        letter for letter in unicodedata.normalize("NFC", text) if not letter.isspace() and letter not in "\u200b\u00ad"
    )


def _digest(text: str, head: str = CHAIN_PLACE) -> str:
    plain = _plain(text).replace(head, CHAIN_PLACE) if head else _plain(text)
    return hashlib.sha256(plain.encode("utf-8", "surrogatepass")).hexdigest()[:_DIGITS]


def _short(text: str) -> str:
    words = " ".join(text.split())
    return repr(words if len(words) <= _SHOWN else words[: _SHOWN - 1] + "…")
