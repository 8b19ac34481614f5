"""Whether a table is the subject's own or another party's."""

import re
from collections.abc import Iterable
from typing import NamedTuple

from agents.labels.found import Candidate
from agents.labels.grids import Grid
from agents.labels.kinds import is_lapsed
from agents.labels.layout import Layout
from agents.labels.notebook import Notebook
from agents.labels.thesaurus import thesaurus
from agents.labels.words import stems_of
from agents.papers import opening_of
from agents.parties.mentions import Own, foreign_number, holds_own, mentions, tax_numbers
from agents.parties.words import party_words
from agents.parties.zones import PartyZones
from agents.steps import Turn
from evidence.fields import Field, FieldType
from evidence.spans import CharSpan

_SENTENCE = 260
"""Characters before a value in which its sentence begins."""
_SENTENCE_END = re.compile(r"(?<=[^\W\d_]{3})[.;](?=\s)|(?<=[)»”])[.;](?=\s)|\n\s*\n|\t")
_SIGNED = re.compile(r"_{3,}|\.{6,}|(?<!\w)(?:подпись|имзо|imzo|М\.\s?П\.|M\.\s?O)", re.IGNORECASE)
_LEAST_DIGITS = 6
"""Of an identifier."""


class Subject(NamedTuple):
    """Whom the case is about, as far as a turn says."""

    own: Own | None = None
    zones: PartyZones | None = None

    @classmethod
    def of(cls, turn: Turn) -> "Subject":
        return cls(own_of(turn.subject) if turn.field.about_subject else None, turn.zones)

    def owns(self, field: Field, grid: Grid, layout: Layout) -> bool:
        """False where the table's headings stand in another party's particulars, or the line above names only another."""
        first = grid.squares[0]
        if is_lapsed(layout):
            return False
        zone = None
        if self.zones is not None:
            span = CharSpan(start=first.start, end=first.end)
            zone = self.zones.at(layout.page.document, layout.page.number, span)
        if zone is not None and not opens_with(field, layout.text[zone.start : zone.end]):
            return False
        return self.own is None or not is_of_another(grid.caption, self.own)


def own_of(subject: str | None) -> Own | None:
    """Of a turn's subject: a name, a number, or both with a comma between."""
    if subject is None:
        return None
    parts = subject.split(", ")
    names = tuple(part for part in parts if any(letter.isalpha() for letter in part))
    numbers = tuple(part for part in parts if sum(letter.isdigit() for letter in part) >= _LEAST_DIGITS)
    return Own.of(names, numbers)


def papers_of(field: Field, candidates: Iterable[Candidate], own: Own | None, notebook: Notebook) -> list[Candidate]:
    """Of a field about the subject: without papers made out to another taxpayer, in which the subject does not stand."""
    kept = list(candidates)
    if own is None or not field.about_subject:
        return kept
    held = {document: _holds(document, own, notebook) for document in {one.document for one in kept}}
    kept = [one for one in kept if held[one.document] or not _is_anothers(one, own, notebook)]
    if field.type is FieldType.PERSON:
        kept = [one for one in kept if not _signs_for_another(one, own, notebook)]
    if field.type is FieldType.ORGANISATION:
        return kept  # the other company is what the sentence answers
    return [one for one in kept if one.label is not None or not _is_said_of_another(one, own, notebook)]


def _signs_for_another(candidate: Candidate, own: Own, notebook: Notebook) -> bool:
    """Whether the name stands by the place for a signature under a paper whose first lines begin with another organisation:
    the appraiser's director signs his report.
    """
    leaf = notebook.leaf_of(candidate.document, candidate.page)
    page = notebook.layout(leaf).page
    start = page.text.rfind("\n", 0, candidate.value_span.start) + 1
    end = page.text.find("\n", candidate.value_span.end)
    line = page.text[start : len(page.text) if end < 0 else end]
    if _SIGNED.search(line) is None or holds_own(line, own):
        return False
    first = notebook.layout(notebook.leaves_of(candidate.document)[0]).page
    for opening in (opening_of(first), opening_of(page)):
        named = mentions(opening, own)
        if named:
            return not named[0].is_own
    return False


def _is_said_of_another(candidate: Candidate, own: Own, notebook: Notebook) -> bool:
    """Whether the sentence up to the value names another company and not the subject; a bank lends to both."""
    text = notebook.layout(notebook.leaf_of(candidate.document, candidate.page)).text
    at = candidate.value_span
    before = text[max(0, at.start - _SENTENCE) : at.start]
    ends = [match.end() for match in _SENTENCE_END.finditer(before)]
    said = before[ends[-1] if ends else 0 :] + text[at.start : at.end]
    if holds_own(said, own):
        return False
    bank = party_words().bank
    return any(bank.search(one.name) is None for one in mentions(said, own))


def _holds(document: str, own: Own, notebook: Notebook) -> bool:
    return any(holds_own(notebook.layout(leaf).text, own) for leaf in notebook.leaves_of(document))


def _is_anothers(candidate: Candidate, own: Own, notebook: Notebook) -> bool:
    """A taxpayer's number in it, a company in the first lines of the paper, or, where no label ties the value to anybody, a
    company anywhere on the page."""
    text = notebook.layout(notebook.leaf_of(candidate.document, candidate.page)).text
    if tax_numbers(text) or (candidate.label is None and mentions(text, own)):
        return True
    first = notebook.layout(notebook.leaves_of(candidate.document)[0]).page
    bank = party_words().bank
    return any(bank.search(one.name) is None for one in mentions(opening_of(first), own))


def opens_with(field: Field, zone: str) -> bool:
    """Whether the section about others is the one asked for: *Сведения об аффилированных лицах*."""
    said = frozenset(stems_of(zone.split("\n", 1)[0]))
    names = (frozenset(stems_of(label)) - thesaurus().empty for label in field.labels)
    return any(name and name <= said for name in names)


def is_of_another(said: str, own: Own) -> bool:
    """Whether the words name a company or a taxpayer, and not the subject."""
    if holds_own(said, own):
        return False
    return bool(mentions(said, own)) or foreign_number(said, own) is not None
