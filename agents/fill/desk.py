"""What the nodes of one field's graph work with, besides the state that is checkpointed."""

import dataclasses
import time
from collections.abc import Iterable, Mapping
from datetime import date

from agents.fill.case_notes import CaseNotes
from agents.fill.judge import Bench
from agents.fill.limits import FillLimits
from agents.fill.resolve import Located, Resolver
from agents.fill.row_owners import zone_of_row
from agents.fill.state import Progress, Searched, Seen
from agents.fill.subject import CaseSubject
from agents.fill.wording import Wording
from agents.parties.zones import PartyZones, Zone
from agents.steps import Line, Observation, Reader
from agents.tools.lines import UnitCache
from agents.tools.toolbox import Look, ToolBox
from evidence.fields import Field, ReportTemplate
from evidence.findings import Producer, SearchProof
from evidence.ports import PageSource, SecondLook
from evidence.spans import CharSpan


@dataclasses.dataclass(frozen=True)
class Shelf:
    """One body of documents to answer from: the case's own, or a reference collection."""

    source: PageSource
    tools: ToolBox
    notes: CaseNotes
    reader: Reader
    units: UnitCache
    second_look: SecondLook | None = None


@dataclasses.dataclass
class Desk:
    """One field's; lives as long as its graph runs, so nothing here may be needed after a restart."""

    field: Field
    template: ReportTemplate
    shelf: Shelf
    limits: FillLimits
    wording: Wording
    producer: Producer
    subject: CaseSubject
    today: date | None = None
    people: tuple[str, ...] | None = None
    """Whose the value must be, as the field's holder was found."""
    hint: str | None = None
    opened: float = dataclasses.field(default_factory=time.monotonic)
    _shown: list[Observation] = dataclasses.field(default_factory=list)

    @property
    def set_aside(self) -> frozenset[str]:
        return frozenset(self.subject.set_aside) if self.field.about_subject else frozenset()

    def remembers(self, progress: Progress) -> bool:
        """Whether all that was seen is in memory still; if not, ``observations`` reads pages."""
        return len(self._shown) >= len(progress.seen)

    def observations(self, progress: Progress) -> tuple[Observation, ...]:
        """What was seen so far, with its text; after a restart the text is read from the pages again."""
        for seen in progress.seen[len(self._shown) :]:
            self._shown.append(self._observation(seen))
        return tuple(self._shown[: len(progress.seen)])

    def take(self, progress: Progress, look: Look) -> Progress:
        """The progress with one more observation in it."""
        self.observations(progress)
        self._shown[len(progress.seen) :] = [look.observation]
        return progress.model_copy(
            update={
                "seen": (*progress.seen, Seen.of(look.observation)),
                "searched": _searched(progress.searched, look),
            }
        )

    def bench(self, progress: Progress) -> Bench:
        subject = self.subject
        role = self._role()
        return Bench(
            field=self.field,
            resolver=Resolver(
                self.shelf.source, self.shelf.tools.files, lines=lambda: self._lines(progress), units=self.shelf.units
            ),
            wording=self.wording,
            today=self.today,
            set_aside=self.set_aside,
            who_else=lambda sha256: subject.set_aside.get(sha256, "?"),
            is_foreign=lambda value, place: (
                role is not None and subject.is_foreign(value, role=role, page=place.page, span=place.span)
            ),
            zone_of=self._zone_of,
            zone_of_row=self._zone_of_row,
            people=self.people,
            strangers=frozenset(subject.set_aside),
            is_draft=self.shelf.notes.is_draft,
            manner_of=self.shelf.notes.manner_of,
            language_of=lambda citation: self.shelf.source.page(citation.sha256, citation.page).language,
            subject=subject.words,
            most_citations=self.limits.citations,
            second_look=self.shelf.second_look,
        )

    def proof(self, progress: Progress) -> SearchProof:
        searched = progress.searched
        counts = {document.sha256: document.page_count for document in self.shelf.source.documents()}
        read = sum(counts.get(sha256, 0) for sha256 in searched.whole)
        read += sum(len(pages) for sha256, pages in searched.pages.items() if sha256 not in searched.whole)
        queries = searched.queries
        if searched.by_reader is not None:
            read = max(read, searched.by_reader.pages_read)
            queries = tuple(dict.fromkeys((*queries, *searched.by_reader.queries)))
        total = self.shelf.notes.pages_total
        return SearchProof(
            queries=queries,
            pages_read=min(read, total),
            pages_total=total,
            pages_unreadable=self.shelf.notes.pages_unreadable,
        )

    def _role(self) -> str | None:
        if self.field.id in self.template.subject.names:
            return "name"
        return "identifier" if self.field.id in self.template.subject.identifiers[:1] else None

    @property
    def zones(self) -> PartyZones | None:
        """Where no value about the subject is taken from; None for a field that isn't about it."""
        return self.subject.zones if self.field.about_subject else None

    def _zone_of(self, place: Located, value: str) -> Zone | None:
        return self.zones.of_value(place.page, place.span, value) if self.zones is not None else None

    def _zone_of_row(self, place: Located, field: Field, said: Iterable[str]) -> Zone | None:
        if self.zones is None:
            return None
        return zone_of_row(place, field, said, zones=self.zones, own=self.subject.own)

    def _lines(self, progress: Progress) -> Mapping[int, Line]:
        return {line.id: line for observation in self.observations(progress) for line in observation.lines}

    def _observation(self, seen: Seen) -> Observation:
        places = [
            (run.document, run.page, CharSpan(start=start, end=end)) for run in seen.runs for start, end in run.spans
        ]
        return Observation(
            tool=seen.tool,
            arguments=seen.arguments,
            lines=self.shelf.tools.lines_at(places, first_line=seen.first_line),
            note=seen.note,
        )


def _searched(searched: Searched, look: Look) -> Searched:
    whole = tuple(dict.fromkeys((*searched.whole, *sorted(look.documents))))
    pages = {sha256: set(numbers) for sha256, numbers in searched.pages.items()}
    for sha256, number in look.pages:
        pages.setdefault(sha256, set()).add(number)
    queries = (*searched.queries, look.query) if look.query and look.query not in searched.queries else searched.queries
    return searched.model_copy(
        update={
            "queries": queries,
            "whole": whole,
            "pages": {
                sha256: tuple(sorted(numbers)) for sha256, numbers in sorted(pages.items()) if sha256 not in whole
            },
        }
    )
