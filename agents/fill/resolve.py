"""From what a reader points at to places on pages. Code decides where a quote stands; the reader only says where to look."""

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from rapidfuzz import fuzz

from agents.steps import Line, LinePointer, Pointer, QuotePointer, SpanPointer
from agents.tools.files import FileNames
from agents.tools.lines import UnitCache
from evidence.citations import Citation, Match
from evidence.errors import NotKept
from evidence.fields import FieldType
from evidence.pages import Document, Page
from evidence.ports import PageSource
from evidence.spans import CharSpan
from evidence.stated_units import Stated, head_of, stated_over
from evidence.verify import PageSpan, verify

_ELSEWHERE_PAGES = 400
"""Pages of a document that are gone through for a quote whose page is not named or wrong."""
_SHOWN_LINES = 2


class Located(NamedTuple):
    """One pointed-at quote: its page or, where it runs on, pages in order."""

    parts: tuple[tuple[Page, CharSpan], ...]
    document: Document
    match: Match
    context: str = ""
    """Headings that the tools showed beside it, copied from the page."""

    @property
    def page(self) -> Page:
        return self.parts[0][0]

    @property
    def span(self) -> CharSpan:
        return self.parts[0][1]

    @property
    def quote(self) -> str:
        return "\n".join(page.text[span.start : span.end] for page, span in self.parts)

    def citations(self) -> tuple[Citation, ...]:
        count = len(self.parts)
        return tuple(
            Citation.of(
                self.document, page, span, match=self.match, context=self.context or None,
                part=(number, count) if count > 1 else None,
            )
            for number, (page, span) in enumerate(self.parts, start=1)
        )  # fmt: skip


class Lost(NamedTuple):
    """A pointer that leads nowhere."""

    feedback: str
    file: str | None = None


class Resolver:
    """Bound to one field's pages and the lines it was shown."""

    def __init__(
        self, source: PageSource, files: FileNames, *, lines: Callable[[], Mapping[int, Line]], units: UnitCache
    ) -> None:
        self._source = source
        self._files = files
        self._lines = lines
        self._units = units

    def locate(self, pointer: Pointer) -> Located | Lost:
        match pointer:
            case LinePointer(id=number):
                return self._line(number)
            case SpanPointer():
                return self._span(pointer)
            case QuotePointer():
                return self._quote(pointer)

    def stated_over(self, place: Located, value: str) -> Stated:
        """The unit that rows, columns and heads give to the amount ``value`` in the place."""
        page, span = place.parts[-1]
        at = page.text.find(value, span.start, span.end)
        if at >= 0:
            span = CharSpan(start=at, end=at + len(value))
        return stated_over(page, span, before=lambda: map(head_of, self._before(place.document, page.number)))

    def _before(self, document: Document, number: int) -> Iterator[Page]:
        for earlier in range(number - 1, 0, -1):
            page = self._named_page(document, earlier)
            if page is None:
                return
            yield page

    def first_page(self, place: Located) -> Page:
        return self._named_page(place.document, 1) or place.page

    def _line(self, number: int) -> Located | Lost:
        lines = self._lines()
        if number not in lines:
            shown = f"lines {min(lines)} to {max(lines)} were shown" if lines else "no lines were shown yet"
            return Lost(f"there is no line {number}; {shown}")
        line = lines[number]
        page = self._source.page(line.document, line.page)
        return Located(((page, line.span),), self._source.document(line.document), Match.EXACT, line.context)

    def _span(self, pointer: SpanPointer) -> Located | Lost:
        try:
            document = self._source.document(pointer.document)
            page = self._source.page(pointer.document, pointer.page)
        except NotKept as problem:
            return Lost(str(problem))
        if pointer.span.end > len(page.text) or not page.text[pointer.span.start : pointer.span.end].strip():
            return Lost(f"{document.name!r} page {pointer.page} has no text at {pointer.span.start}-{pointer.span.end}")
        context = next((unit.context for unit in self._units.units(page) if unit.span.overlaps(pointer.span)), "")
        return Located(((page, whole_token(page.text, pointer.span)),), document, Match.EXACT, context)

    def _quote(self, pointer: QuotePointer) -> Located | Lost:
        document = self._files.find(pointer.file)
        if document is None:
            return Lost(self._files.unknown(pointer.file))
        page = self._named_page(document, pointer.page)
        if page is None:
            return self._anywhere(pointer, document)
        neighbours = [near for near in (self._named_page(document, page.number + step) for step in (-1, 1)) if near]
        verdict = verify(pointer.quote, page, neighbours=neighbours)
        if verdict.match is None:
            elsewhere = self._anywhere(pointer, document)
            if isinstance(elsewhere, Located):
                return elsewhere
            said = "; ".join(self._nearest(pointer.quote, page)) or "no readable text"
            why = f" ({verdict.reason})" if verdict.reason else ""
            return Lost(
                f"{pointer.file!r} page {page.number} does not hold {pointer.quote!r}{why}; it really says: {said}",
                file=document.name,
            )
        return self._located(document, verdict.spans, verdict.match)

    def _located(self, document: Document, spans: tuple[PageSpan, ...], match: Match) -> Located:
        pages = ((self._source.page(place.document, place.page), place.span) for place in spans)
        parts = tuple((page, whole_token(page.text, span)) for page, span in pages)
        return Located(parts, document, match, self._context(*parts[0]))

    def _anywhere(self, pointer: QuotePointer, document: Document) -> Located | Lost:
        before: tuple[Page, ...] = ()
        for page in self._pages(document):
            verdict = verify(pointer.quote, page, neighbours=before)
            if verdict.match is not None:
                return self._located(document, verdict.spans, verdict.match)
            before = (page,)
        return Lost(f"{pointer.quote!r} does not stand in {pointer.file!r}", file=document.name)

    def _pages(self, document: Document) -> Iterator[Page]:
        for count, page in enumerate(self._source.pages(document.sha256)):
            if count == _ELSEWHERE_PAGES:
                return
            yield page

    def _named_page(self, document: Document, number: int | None) -> Page | None:
        if number is None or not 1 <= number <= document.page_count:
            return None
        try:
            return self._source.page(document.sha256, number)
        except NotKept:
            return None

    def _nearest(self, quote: str, page: Page) -> Iterator[str]:
        texts = [page.text[unit.span.start : unit.span.end] for unit in self._units.units(page)]
        ranked = sorted(texts, key=lambda text: fuzz.partial_ratio(quote, text), reverse=True)
        return (repr(text[:300]) for text in ranked[:_SHOWN_LINES])

    def _context(self, page: Page, span: CharSpan) -> str:
        return next((unit.context for unit in self._units.units(page) if unit.span.overlaps(span)), "")


def narrowed(place: Located, value: str) -> Located:
    """A table row with cells of several lines, cut to the cells around the value that stand in one line.

    On the page the lines of such a cell have their neighbours between them: the row as one string is in no other reading
    of the file, and a person who looks for it does not find it.
    """
    if len(place.parts) != 1:
        return place
    page, span = place.parts[0]
    cells = [block for block in page.blocks_in(span) if block.role == "cell"]
    flat = [len(page.boxes_of(block.span)) <= 1 for block in cells]
    holding = [at for at, block in enumerate(cells) if value in page.text[block.span.start : block.span.end]]
    if all(flat) or not holding:
        return place
    first = last = holding[0]
    if flat[first]:
        while first and flat[first - 1]:
            first -= 1
        while last + 1 < len(cells) and flat[last + 1]:
            last += 1
    cut = CharSpan(start=max(span.start, cells[first].span.start), end=min(span.end, cells[last].span.end))
    return place._replace(parts=((page, cut),))


def whole_token(text: str, span: CharSpan) -> CharSpan:
    """The span with the bracket that it closes or opens, where that stands in the same word: ``a+)`` of ``(a+)``."""
    start, end = span.start, span.end
    for opening, closing in _BRACKETS.items():
        depth = least = 0
        for letter in text[span.start : span.end]:
            depth += (letter == opening) - (letter == closing)
            least = min(least, depth)
        for _ in range(-least):
            start = _within_word(text, start, opening, step=-1)
        for _ in range(depth - least):
            end = _within_word(text, end, closing, step=1)
    return CharSpan(start=start, end=end)


def _within_word(text: str, edge: int, bracket: str, *, step: int) -> int:
    """The edge moved over ``bracket``, or unmoved where a blank or the text's end comes first."""
    at = edge - 1 if step < 0 else edge
    while 0 <= at < len(text) and not text[at].isspace():
        if text[at] == bracket:
            return at if step < 0 else at + 1
        at += step
    return edge


_BRACKETS = {"(": ")", "[": "]", "{": "}", "<": ">", "«": "»"}
NUMERIC = frozenset({FieldType.DATE, FieldType.MONEY, FieldType.NUMBER, FieldType.PERCENT, FieldType.IDENTIFIER})
"""Types whose values are read by a parser rather than compared as words."""
