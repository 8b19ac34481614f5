"""The tools bound to one case. Every call answers with an Observation; a wrong call is answered by a note that teaches.

Document text is data: it is cut, numbered and passed on, never read as an instruction. Withheld text is never shown.
"""

import threading
import time
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from agents.steps import WHOLE_CASE, Line, Observation, ToolCall
from agents.tools.catalogue import (
    Arguments,
    BadArguments,
    BashRun,
    FsGrep,
    FsList,
    FsReadPage,
    RagQuery,
    read_arguments,
    spec_of,
)
from agents.tools.files import FileNames
from agents.tools.grep import Pattern
from agents.tools.lines import Unit, UnitCache
from agents.tools.sandbox import SandboxLimits, why_absent
from agents.tools.shell import CaseShell, PathOf
from agents.tools.withheld import WithheldText
from evidence.errors import InputRefused, LastroError, NotKept
from evidence.folding import Folded
from evidence.frozen import Frozen
from evidence.pages import Document, Page
from evidence.ports import PageSource, Searcher
from evidence.spans import CharSpan


class ToolLimits(Frozen):
    characters: int = 6_000
    """Of document text in one observation."""
    lines: int = 80
    grep_lines: int = 30
    grep_seconds: float = 10.0
    listed_files: int = 60
    sandbox: SandboxLimits = SandboxLimits()


class Look(NamedTuple):
    """An observation, and what of the case was gone through for it."""

    observation: Observation
    pages: frozenset[tuple[str, int]] = frozenset()
    """(sha256, page) read or matched against."""
    documents: frozenset[str] = frozenset()
    """Documents of which every page was matched against."""
    query: str | None = None


class Place(NamedTuple):
    """A unit on its page."""

    page: Page
    unit: Unit


class ToolBox:
    """Read-only, safe to call from several threads; knows one case and cannot name another."""

    def __init__(
        self,
        source: PageSource,
        searcher: Searcher | None = None,
        *,
        path_of: PathOf | None = None,
        limits: ToolLimits | None = None,
    ) -> None:
        """``path_of`` gives the stored bytes of a file for ``bash.run``; without it the tool is absent."""
        self._source = source
        self._searcher = searcher
        self._limits = limits or ToolLimits()
        self.files = FileNames(source.documents())
        self._units = UnitCache()
        self._shell: CaseShell | None = None
        self._shell_lock = threading.Lock()
        absent: dict[str, str] = {}
        if searcher is None:
            absent["rag.query"] = "no index was opened for this case"
        if path_of is None:
            absent["bash.run"] = "the files' bytes are not at hand"
        elif (why := why_absent()) is not None:
            absent["bash.run"] = why
        else:
            self._shell = CaseShell(self.files, path_of, withheld=WithheldText(source), limits=self._limits.sandbox)
        self.absent: Mapping[str, str] = absent
        """Tool name -> why this case has to do without it; for doctor, logs and the run's record."""

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(
            name for name in ("rag.query", "fs.list", "fs.read_page", "fs.grep", "bash.run") if name not in self.absent
        )

    def call(self, call: ToolCall, *, first_line: int = 1, set_aside: frozenset[str] = frozenset()) -> Observation:
        return self.look(call, first_line=first_line, set_aside=set_aside).observation

    def look(self, call: ToolCall, *, first_line: int = 1, set_aside: frozenset[str] = frozenset()) -> Look:
        """Lines are numbered from ``first_line``. Searches leave out documents that are ``set_aside`` and say so."""
        spec = spec_of(call.tool)
        if spec is None or call.tool in self.absent:
            why = self.absent.get(call.tool, "no tool has this name")
            return _taught(call, f"{call.tool!r} is not here: {why}. There are {', '.join(self.names)}.")
        arguments = read_arguments(spec, call.arguments)
        if isinstance(arguments, BadArguments):
            return _taught(call, arguments.note)
        try:
            return self._run(call, arguments, first_line, set_aside)
        except LastroError as problem:
            return _taught(call, str(problem))

    def whole_case(self, most: int, *, set_aside: frozenset[str] = frozenset()) -> Look | None:
        """Every line of every page, in order, numbered from 1; None where that is more than ``most`` characters."""
        documents = [document for document in self.files.documents if document.sha256 not in set_aside]
        lines: list[Line] = []
        pages: set[tuple[str, int]] = set()
        whole: set[str] = set()
        context = ""
        for page in self._pages_of(documents, whole):
            pages.add((page.document, page.number))
            for unit in self._units.units(page):
                line = self._line(len(lines) + 1, Place(page, unit))
                most -= len(line.text) + (len(line.context) if line.context != context else 0)
                if most < 0:
                    return None
                context = line.context
                lines.append(line)
        notes = [] if lines else ["the files hold no readable text"]
        if set_aside:
            notes.append(_left_out(self.files, set_aside, set_aside))
        observation = Observation(tool=WHOLE_CASE, arguments={}, lines=tuple(lines), note=_joined(notes))
        return Look(observation, pages=frozenset(pages), documents=frozenset(whole))

    def lines_at(self, places: Iterable[tuple[str, int, CharSpan]], *, first_line: int) -> tuple[Line, ...]:
        """Numbered lines of known places, such as those that a reader proposed by itself."""
        return tuple(
            self._line(number, self._place(sha256, page, span))
            for number, (sha256, page, span) in enumerate(places, start=first_line)
        )

    def places_over(self, sha256: str, page: int, span: CharSpan) -> tuple[tuple[str, int, CharSpan], ...]:
        """The sentences and rows that a span touches."""
        return tuple((sha256, page, place.unit.span) for place in self._units_over(sha256, page, span))

    def _run(self, call: ToolCall, arguments: Arguments, first_line: int, set_aside: frozenset[str]) -> Look:
        match arguments:
            case RagQuery():
                return self._query(call, arguments, first_line, set_aside)
            case FsList():
                return self._list(call, arguments, set_aside)
            case FsReadPage():
                return self._read_page(call, arguments, first_line, set_aside)
            case FsGrep():
                return self._grep(call, arguments, first_line, set_aside)
            case BashRun():
                return self._bash(call, arguments)

    def _query(self, call: ToolCall, asked: RagQuery, first_line: int, set_aside: frozenset[str]) -> Look:
        if self._searcher is None:
            raise InputRefused("no index was opened for this case; use fs.grep")
        hits = self._searcher.search(asked.q, asked.k + (5 if set_aside else 0))
        fitting = [hit for hit in hits if hit.passage.document not in set_aside]
        kept = fitting[: asked.k]
        places: dict[tuple[str, int, int], Place] = {}
        for hit in kept:
            for place in self._units_over(hit.passage.document, hit.passage.page, hit.passage.span):
                places.setdefault((place.page.document, place.page.number, place.unit.span.start), place)
        notes = [f"{len(kept)} passages, best first"] if kept else ["no passage was found; try other words, or fs.grep"]
        if len(fitting) < len(hits):
            notes.append(_left_out(self.files, (hit.passage.document for hit in hits), set_aside))
        return self._show(
            call,
            places.values(),
            first_line,
            notes,
            pages=frozenset((hit.passage.document, hit.passage.page) for hit in kept),
            query=asked.q,
        )

    def _list(self, call: ToolCall, asked: FsList, set_aside: frozenset[str]) -> Look:
        documents = self.files.documents
        shown = documents[asked.after : asked.after + self._limits.listed_files]
        rows = [f"{len(documents)} files: name, type, pages"]
        rows += [self._listing(document, set_aside) for document in shown]
        left = len(documents) - asked.after - len(shown)
        if left > 0:
            rows.append(f"({left} more: fs.list with after={asked.after + len(shown)})")
        return Look(Observation(tool=call.tool, arguments=call.arguments, note="\n".join(rows)))

    def _listing(self, document: Document, set_aside: frozenset[str]) -> str:
        row = f"{self.files.label(document.sha256)}\t{document.media_type}\t{document.page_count}"
        if not document.is_paged:
            row += " (parts, not printed pages)"
        if document.sha256 in set_aside:
            row += "\t(about someone else: not to be used for this field)"
        errors = [problem.message for problem in document.problems if problem.severity == "error"]
        return row + (f"\t({errors[0]})" if errors else "")

    def _read_page(self, call: ToolCall, asked: FsReadPage, first_line: int, set_aside: frozenset[str]) -> Look:
        document = self.files.find(asked.file)
        if document is None:
            raise NotKept(self.files.unknown(asked.file))
        if asked.page > document.page_count:
            raise NotKept(f"{asked.file!r} has {document.page_count} pages; there is no page {asked.page}")
        page = self._source.page(document.sha256, asked.page)
        units = self._units.units(page)
        notes = [problem.message for problem in page.problems if problem.severity == "error"]
        if not units:
            notes.append("the page holds no readable text")
        elif asked.start > len(units):
            notes.append(f"the page has {len(units)} units; start={asked.start} is past its end")
        if document.sha256 in set_aside:
            notes.append("this document is about someone else and cannot answer this field")
        look = self._show(
            call,
            (Place(page, unit) for unit in units[asked.start - 1 :]),
            first_line,
            notes,
            pages=frozenset({(document.sha256, page.number)}),
        )
        left = len(units) - (asked.start - 1) - len(look.observation.lines)
        if left <= 0 or not look.observation.lines:
            return look
        more = f"{left} more units: fs.read_page with start={asked.start + len(look.observation.lines)}"
        return look._replace(observation=look.observation.model_copy(update={"note": _joined([*notes, more])}))

    def _grep(self, call: ToolCall, asked: FsGrep, first_line: int, set_aside: frozenset[str]) -> Look:
        pattern = Pattern(asked.pattern)
        if asked.file.strip() == "*":
            documents = [document for document in self.files.documents if document.sha256 not in set_aside]
        elif (one := self.files.find(asked.file)) is not None:
            documents = [one]
        else:
            raise NotKept(self.files.unknown(asked.file) + '; file="*" looks in all')
        deadline = time.monotonic() + self._limits.grep_seconds
        places: list[Place] = []
        pages: set[tuple[str, int]] = set()
        whole: set[str] = set()
        for page in self._pages_of(documents, whole):
            if time.monotonic() > deadline or len(places) > self._limits.grep_lines:
                break
            pages.add((page.document, page.number))
            places.extend(self._matching(page, pattern, self._limits.grep_lines + 1 - len(places)))
        notes = [f"{len(places[: self._limits.grep_lines])} lines match" if places else "nothing matches"]
        if len(whole) < len(documents):
            of = sum(document.page_count for document in documents)
            notes.append(f"stopped after {len(pages)} of {of} pages; name one file or narrow the pattern")
        if asked.file.strip() == "*" and set_aside:
            notes.append(_left_out(self.files, set_aside, set_aside))
        return self._show(
            call, places[: self._limits.grep_lines], first_line, notes,
            pages=frozenset(pages), documents=frozenset(whole),
        )  # fmt: skip

    def _bash(self, call: ToolCall, asked: BashRun) -> Look:
        if self._shell is None:
            raise InputRefused("bash.run is not here; use fs.read_page")
        with self._shell_lock:  # one confined program at a time, however many fields run
            said = self._shell.run(asked.cmd)
        return Look(Observation(tool=call.tool, arguments=call.arguments, note=said))

    def _pages_of(self, documents: Iterable[Document], whole: set[str]) -> Iterator[Page]:
        """Pages in order; a document enters ``whole`` once its last page was taken and the next is asked for."""
        for document in documents:
            yield from self._source.pages(document.sha256)
            whole.add(document.sha256)

    def _matching(self, page: Page, pattern: Pattern, limit: int) -> Iterator[Place]:
        matches = pattern.spans(page.text, limit=limit) or _folded_matches(page.text, pattern, limit)
        if not matches:
            return
        for unit in self._units.units(page):
            if any(unit.span.overlaps(match) for match in matches):
                yield Place(page, unit)

    def _units_over(self, sha256: str, number: int, span: CharSpan) -> Iterator[Place]:
        page = self._source.page(sha256, number)
        return (Place(page, unit) for unit in self._units.units(page) if unit.span.overlaps(span))

    def _place(self, sha256: str, number: int, span: CharSpan) -> Place:
        page = self._source.page(sha256, number)
        known = next((unit for unit in self._units.units(page) if unit.span == span), None)
        return Place(page, known or Unit(span=span))

    def _line(self, number: int, place: Place) -> Line:
        page, unit = place
        return Line(
            id=number,
            document=page.document,
            file=self.files.label(page.document),
            page=page.number,
            span=unit.span,
            text=page.text[unit.span.start : unit.span.end],
            context=unit.context,
        )

    def _show(
        self,
        call: ToolCall,
        places: Iterable[Place],
        first_line: int,
        notes: list[str],
        *,
        pages: frozenset[tuple[str, int]],
        documents: frozenset[str] = frozenset(),
        query: str | None = None,
    ) -> Look:
        lines: list[Line] = []
        room = self._limits.characters
        for place in places:
            line = self._line(first_line + len(lines), place)
            room -= len(line.text) + len(line.context)
            if lines and (room < 0 or len(lines) == self._limits.lines):
                notes = [*notes, "cut for length"]
                break
            lines.append(line)
        observation = Observation(tool=call.tool, arguments=call.arguments, lines=tuple(lines), note=_joined(notes))
        return Look(observation, pages=pages, documents=documents, query=query)


def _folded_matches(text: str, pattern: Pattern, limit: int) -> tuple[CharSpan, ...]:
    """Matches in the text without soft hyphens, ligatures, line-break hyphens and odd spaces, placed in the raw text."""
    folded = Folded(text)
    if folded.key == text:
        return ()
    return tuple(folded.raw_span(span.start, span.end) for span in pattern.spans(folded.key, limit=limit))


def _taught(call: ToolCall, note: str) -> Look:
    return Look(Observation(tool=call.tool, arguments=call.arguments, note=note))


def _joined(notes: Iterable[str]) -> str | None:
    return "; ".join(notes) or None


def _left_out(files: FileNames, documents: Iterable[str], set_aside: frozenset[str]) -> str:
    names = sorted({repr(files.label(sha256)) for sha256 in documents if sha256 in set_aside})
    return f"left out, being about someone else: {', '.join(names)}"
