"""The case as the labels reader holds it: every key text and every word once, pages opened again only when needed."""

import threading
from array import array
from bisect import bisect_left
from collections import OrderedDict, defaultdict
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import NamedTuple

from agents.labels.conventions import MOST, is_american, shown_in
from agents.labels.editions import Editions
from agents.labels.issues import Issues
from agents.labels.keys import KeyText, keys_of, other_names
from agents.labels.kinds import (
    is_draft,
    is_draft_name,
    is_lapsed,
    is_old_name,
    kinds_named,
    kinds_of_labels,
    title_of,
    valid_until,
    written_on,
)
from agents.labels.layout import Layout
from agents.labels.retrieval import Sentences
from agents.labels.words import stem_of, words_of
from evidence.errors import NotKept
from evidence.pages import Document, PageKind
from evidence.ports import PageSource
from evidence.spans import CharSpan
from evidence.stated_units import Head, Stated, head_of, stated_over
from evidence.values.numerals import SHEET

_OPEN_PAGES = 384
"""Layouts kept at once; a case may be larger than memory."""

_NUMBER_MISREAD = frozenset({"ne", "nе", "nо", "nº", "n", "nq", "мо", "ме"})
"""What OCR makes of №."""


class Leaf(NamedTuple):
    """One readable page, without its text."""

    document: str
    number: int
    kind: PageKind
    language: str | None
    length: int
    is_ocr: bool


class PlacedKey(NamedTuple):
    leaf: int
    key: KeyText


class HeldNotebook:
    """The notebook of one source, built when first asked for. Whoever uses it holds the lock: it keeps pages open."""

    def __init__(self, source: PageSource) -> None:
        self.source = source
        self.lock = threading.RLock()
        self._notebook: Notebook | None = None

    def notebook(self) -> "Notebook":
        with self.lock:
            if self._notebook is None:
                self._notebook = Notebook(self.source)
            return self._notebook


class Notebook:
    """Built once per run from a PageSource, in one pass, one page in memory at a time."""

    def __init__(self, source: PageSource) -> None:
        self._source = source
        self.documents: dict[str, Document] = {document.sha256: document for document in source.documents()}
        self.leaves: list[Leaf] = []
        self.keys: list[PlacedKey] = []
        self.pages_total = 0
        self.pages_unreadable = 0
        self._keys_by_stem: dict[str, array[int]] = {}
        self._leaves_by_stem: dict[str, array[int]] = {}
        self._by_document: dict[str, list[int]] = defaultdict(list)
        self._conventions: dict[str, list[str]] = defaultdict(list)
        self._numbers: dict[tuple[str, int], int] = {}
        self._documents_by_stem: dict[str, frozenset[str]] = {}
        self.ocr_stems: set[str] = set()
        """Words of key texts on pages read by OCR: a letter of them may be wrong."""
        self._drafts: set[str] = set()
        self._lapsed: set[int] = set()
        self._valid_until: dict[int, str] = {}
        self._days: dict[str, str] = {}
        self._american: set[str] = set()
        self._kinds: dict[str, frozenset[str]] = {}
        self._titles: dict[str, tuple[frozenset[str], frozenset[str]]] = {}
        self._issues = Issues()
        self._editions = Editions()
        self._outdone: frozenset[int] = frozenset()
        self.sentences = Sentences(self)
        self._heads: dict[int, Head] = {}
        self._open: OrderedDict[int, Layout] = OrderedDict()
        for document in self.documents:
            for page in source.pages(document):
                self.pages_total += 1
                if not page.text.strip():
                    self.pages_unreadable += 1
                    continue
                self._take(Layout(page))
        self._end_papers()

    def _end_papers(self) -> None:
        """Papers that held until a day after which two papers of the case or more were written."""
        self._outdone = self._issues.outdone()
        self._lapsed |= self._editions.outdone()
        latest = sorted(self._days.values(), reverse=True)[1:2]
        self._lapsed |= {leaf for leaf, until in self._valid_until.items() if latest and until < latest[0]}

    def day_of(self, document: str) -> str | None:
        """The first day, as ``2024-01-31``, that the first lines of the document name; None where they name none."""
        return self._days.get(document)

    def _take(self, layout: Layout) -> None:
        page = layout.page
        number = len(self.leaves)
        if page.document not in self._by_document:
            self._kinds[page.document] = kinds_named(layout) or kinds_of_labels(layout)
            self._titles[page.document] = title_of(layout)
            if is_draft(layout) or is_draft_name(self.documents[page.document].name):
                self._drafts.add(page.document)
        self._by_document[page.document].append(number)
        self._numbers[page.document, page.number] = number
        if page.language in ("en", None) and is_american(page.text):
            self._american.add(page.document)
        self._issues.take(layout, number)
        self._editions.take(layout, number)
        if is_lapsed(layout) or is_old_name(self.documents[page.document].name):
            self._lapsed.add(number)
        until = valid_until(layout)
        if until is not None:
            self._valid_until[number] = until
        day = written_on(layout) if number == self._by_document[page.document][0] else None
        if day is not None:
            self._days[page.document] = day
        held = self._conventions[page.document]
        if len(held) < MOST:
            held.extend(islice(shown_in(page.text), MOST - len(held)))
        self.leaves.append(
            Leaf(
                page.document,
                page.number,
                page.kind,
                page.language,
                len(page.text),
                page.kind in (PageKind.SCAN, PageKind.IMAGE, PageKind.MIXED),
            )
        )
        is_ocr = self.leaves[number].is_ocr
        for segment in layout.segments:
            for key in keys_of(layout, segment):
                if is_ocr and key.kind in ("inline", "whole") and key.stems[-1] in _NUMBER_MISREAD:
                    key = key._replace(stems=(*key.stems[:-1], "№"))
                self._take_key(number, key)
                if is_ocr:
                    self.ocr_stems.update(stem for stem in key.stems if stem.isalpha())
                for part in other_names(layout, key):
                    self._take_key(number, part)
        for stem in {stem_of(word.key) for word in words_of(page.text)}:
            self._leaves_by_stem.setdefault(stem, array("I")).append(number)
        if len(self._open) < _OPEN_PAGES:
            self._open[number] = layout

    def _take_key(self, leaf: int, key: KeyText) -> None:
        place = len(self.keys)
        self.keys.append(PlacedKey(leaf, key))
        for stem in set(key.stems):
            self._keys_by_stem.setdefault(stem, array("I")).append(place)

    def keys_with(self, stems: Iterable[str]) -> set[int]:
        """Numbers of the keys that hold any of the stems."""
        found: set[int] = set()
        for stem in stems:
            found.update(self._keys_by_stem.get(stem, ()))
        return found

    def leaves_with(self, stems: Iterable[str]) -> list[int]:
        """Numbers of the leaves that hold all of the stems, in order."""
        held: set[int] | None = None
        for stem in stems:
            here = set(self._leaves_by_stem.get(stem, ()))
            held = here if held is None else held & here
            if not held:
                return []
        return sorted(held or ())

    def documents_with(self, stem: str) -> frozenset[str]:
        """Documents in which the stem stands."""
        held = self._documents_by_stem.get(stem)
        if held is None:
            held = frozenset(self.leaves[leaf].document for leaf in self._leaves_by_stem.get(stem, ()))
            self._documents_by_stem[stem] = held
        return held

    def frequency(self, stem: str) -> int:
        """On how many leaves the stem stands."""
        return len(self._leaves_by_stem.get(stem, ()))

    def layout(self, leaf: int) -> Layout:
        held = self._open.get(leaf)
        if held is not None:
            self._open.move_to_end(leaf)
            return held
        where = self.leaves[leaf]
        opened = Layout(self._source.page(where.document, where.number))
        self._open[leaf] = opened
        while len(self._open) > _OPEN_PAGES:
            self._open.popitem(last=False)
        return opened

    def stated_over(self, leaf: int, span: CharSpan) -> Stated:
        """The unit in which a bare amount of the leaf is given."""
        return stated_over(self.layout(leaf).page, span, before=lambda: self._before(leaf))

    def _before(self, leaf: int) -> Iterator[Head]:
        """Each page's head is looked at once, however many figures ask for it."""
        leaves = self._by_document[self.leaves[leaf].document]
        for place in range(bisect_left(leaves, leaf) - 1, -1, -1):
            earlier = leaves[place]
            if earlier not in self._heads:
                self._heads[earlier] = head_of(self.layout(earlier).page)
            yield self._heads[earlier]

    def leaves_of(self, document: str) -> list[int]:
        return self._by_document.get(document, [])

    def leaf_of(self, document: str, page: int) -> int:
        """Number of the leaf; raises NotKept."""
        try:
            return self._numbers[document, page]
        except KeyError:
            raise NotKept(f"{document!r} has no readable page {page}") from None

    def kinds_of(self, document: str) -> frozenset[str]:
        """What the document's own heading calls it, as word groups: ``invoice``, ``contract``."""
        return self._kinds.get(document, frozenset())

    def language_of(self, leaf: Leaf) -> str | None:
        """The page's language, with the country where the document shows it (``en-US``)."""
        return "en-US" if leaf.language in ("en", None) and leaf.document in self._american else leaf.language

    def reads_in(self, leaf: Leaf) -> str | None:
        """The language to read the page's values in: a sheet's own numbers have a point whatever its language."""
        return f"{leaf.language or 'und'}{SHEET}" if leaf.kind is PageKind.SHEET else self.language_of(leaf)

    def conventions_of(self, document: str) -> str:
        """Dates and amounts of the document that can be read in one way only."""
        return "\n".join(self._conventions.get(document, ()))

    def is_lapsed(self, leaf: int) -> bool:
        """A page that is expired, annulled or replaced by its own words."""
        return leaf in self._lapsed

    def is_outdone(self, leaf: int) -> bool:
        """A page of which the same office wrote a later one."""
        return leaf in self._outdone

    def is_draft(self, document: str) -> bool:
        """Whether the document says of itself that it is a draft or unsigned."""
        return document in self._drafts

    def has_final_of(self, draft: str) -> bool:
        """Whether a paper of the draft's kind, about the same as far as headings tell, stands beside it that is no draft."""
        kinds, subject = self._titles.get(draft, (frozenset(), frozenset()))
        if not kinds or not subject:
            return True  # what it is a draft of is not known
        finals = (titled for one, titled in self._titles.items() if one not in self._drafts)
        return any(kinds & other and subject & its for other, its in finals)

    def file_name(self, document: str) -> str:
        try:
            return self.documents[document].name
        except KeyError:
            raise NotKept(f"no document {document!r} in this case; was it removed?") from None
