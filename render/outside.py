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
from render.ledger import QUOTE_MARK, SLOT_MARK
from render.package import Package, Story
from render.tags import OUR_TAGS, QUOTE_TAG, SDT, VALUE_TAG, P, in_fallback
from render.wordml import READABLE, text_at

CHAIN_PLACE = "0" * 64
"""Stands for the chain's head while the digests are made: the head is printed in the report and covers them."""
_BODY = ("body", "footnotes", "endnotes")
_DIGITS = 16
_SHOWN = 100
"""Characters of a paragraph."""
_LINES = 6
_START, _END, _TAG = qn("w:bookmarkStart"), qn("w:bookmarkEnd"), qn("w:tag")
_UNSEEN = dict.fromkeys(map(ord, "\u200b\u00ad"))
_TAG_OF = {SLOT_MARK: VALUE_TAG, QUOTE_MARK: QUOTE_TAG}
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
    return OutsideText(body=tuple(map(text_digest, read.body)), around=tuple(sorted({*map(text_digest, read.around)})))


def changes_outside(package: Package, written: OutsideText, *, head: str) -> tuple[str, ...]:
    """One line for each paragraph that was added, changed or taken away. ``head`` of the trace's chain."""
    read = _read(package)
    lines = list(_body_changes(read.body, written.body, head))
    around = {text_digest(text, head): text for text in read.around}
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
    now = [text_digest(text, head) for text in read]
    for kind, was_from, was_to, from_, to in SequenceMatcher(None, written, now, autojunk=False).get_opcodes():
        if kind == "equal":
            continue
        was = was_to - was_from
        for number, text in enumerate(read[from_:to]):
            yield f"{'changed' if number < was else 'added'}, and now reads {_short(text)}"
        if (gone := was - (to - from_)) > 0:
            before = f" after {_short(read[to - 1])}" if to else " at the beginning"
            yield f"taken away{before} (paragraphs: {gone})"


def _read(package: Package) -> _Read:
    body: list[str] = []
    around: list[str] = []
    for story in package.stories:
        texts = (text for _, text in own_texts(story))
        (body if story.kind in _BODY else around).extend(text for text in texts if plain_letters(text))
    return _Read(tuple(body), tuple(around))


def own_texts(story: Story) -> Iterator[tuple[Any, str]]:
    """Each paragraph and its own text without our values and marks, and without what a word processor renews by itself."""
    texts: dict[Any, list[str]] = {}
    for paragraph, tags, text in pieces(story):
        held = texts.setdefault(paragraph, [])
        if not any(tag.startswith(VALUE_TAG) for tag in tags):
            held.append(text)
    return ((paragraph, "".join(held)) for paragraph, held in texts.items())


def pieces(story: Story) -> Iterator[tuple[Any, frozenset[str], str]]:
    """Every piece of text with its paragraph and the tags of our values and quotes that it stands in; first of each paragraph
    an empty piece. What a word processor renews by itself is left out, and so is its second copy of a text box."""
    ours = OurPlaces(story.root)
    renewed = _Renewed()
    for element in story.root.iter():
        ours.pass_by(element)
        renewed.pass_by(element)
        if element.tag == P:
            if not in_fallback(element):
                yield element, frozenset(), ""
        elif element.tag in READABLE:
            paragraph = next(element.iterancestors(P), None)
            tags = ours.tags_of(element)
            if paragraph is not None and not in_fallback(paragraph) and (tags or not renewed.holds(element)):
                yield paragraph, tags, text_at(element)


class OurPlaces:
    """Knows in which of our values and quotes an element stands: in its content control, or between its bookmarks."""

    def __init__(self, root: Any) -> None:
        self._inside: dict[Any, set[str]] = {}
        self.names: list[str] = []
        """Tags of the content controls."""
        for sdt in root.iter(SDT):
            for tag in sdt.iterfind(f"{qn('w:sdtPr')}/{_TAG}"):
                name = tag.get(qn("w:val")) or ""
                if name.startswith(OUR_TAGS):
                    self.names.append(name)
                    for element in sdt.iter(*READABLE):
                        self._inside.setdefault(element, set()).add(name)
        self._begun: dict[str, str] = {}

    def pass_by(self, element: Any) -> None:
        if element.tag == _START:
            if (tag := self.tag_named(element)) is not None:
                self._begun[element.get(qn("w:id")) or ""] = tag
        elif element.tag == _END:
            self._begun.pop(element.get(qn("w:id")) or "", None)

    def tag_named(self, bookmark: Any) -> str | None:
        """The tag of the place that a bookmark surrounds."""
        name = bookmark.get(qn("w:name")) or ""
        return next((tag + name.removeprefix(mark) for mark, tag in _TAG_OF.items() if name.startswith(mark)), None)

    def tags_of(self, element: Any) -> frozenset[str]:
        return frozenset((*self._begun.values(), *self._inside.get(element, ())))


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


def plain_letters(text: str) -> str:
    """Letters only: how a paragraph is spaced and broken into lines is not what it says."""
    return "".join(unicodedata.normalize("NFC", text).split()).translate(_UNSEEN)


def text_digest(text: str, head: str = CHAIN_PLACE) -> str:
    plain = plain_letters(text).replace(head, CHAIN_PLACE) if head else plain_letters(text)
    return hashlib.sha256(plain.encode("utf-8", "surrogatepass")).hexdigest()[:_DIGITS]


def _short(text: str) -> str:
    words = " ".join(text.split())
    return repr(words if len(words) <= _SHOWN else words[: _SHOWN - 1] + "…")
