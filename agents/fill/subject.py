"""Who the case is about, and which documents are about someone else.

A look-alike company's certificate in the folder must not answer for the borrower. The subject is whoever most documents
name, by identifier if there is one, else by name; a tie chooses nobody, and then nothing is set aside.
"""

import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from pydantic import Field as Constraint

from agents.fill.case_notes import CaseNotes
from agents.fill.persons import PersonInPapers, people_in_papers, whose_case
from agents.parties.mentions import Own, holds_own, last_before, tax_numbers
from agents.parties.names import TextNames, core_words, has_legal_form, same_party
from agents.parties.people import is_one_person
from agents.parties.zones import PartyZones, Zone, zones_of
from evidence.checks import run_check
from evidence.conflict import same_value
from evidence.fields import Field, FieldType, ReportTemplate
from evidence.findings import TypedValue
from evidence.frozen import Frozen
from evidence.pages import Page
from evidence.ports import PageSource
from evidence.spans import CharSpan

_NAMED_WELL = 0.7
"""Least score of a candidate that says whom a document is about."""
_MOST_VALUES = 24
"""Different values of one field that are counted."""
_LEAST_DOCUMENTS = 2
"""Documents that must name the subject where several candidates stand against each other."""
_SEPARATORS = re.compile(r"[^0-9A-Za-zА-Яа-я]+")


class KnownSubject(Frozen):
    """Given by whoever opened the case."""

    names: tuple[str, ...] = ()
    identifiers: tuple[str, ...] = ()


class CaseSubject(Frozen):
    names: tuple[str, ...] = ()
    """Spellings, most frequent first."""
    identifiers: tuple[str, ...] = ()
    set_aside: dict[str, str] = Constraint(default_factory=dict)
    """sha256 of a document about someone else -> whom, as that document writes it."""
    named_in: frozenset[str] = frozenset()
    """Documents that hold one of the names or identifiers."""
    identified_in: frozenset[str] = frozenset()
    """Documents that hold one of the identifiers."""
    rivals: tuple[str, ...] = ()
    """People of whom any may be the subject: as many papers speak of the one as of the other, and nobody is chosen."""
    zones: PartyZones = PartyZones()
    """Parts of the other documents that are somebody else's particulars."""

    @property
    def words(self) -> str | None:
        return ", ".join((*self.names[:1], *self.identifiers[:1])) or None

    @property
    def own(self) -> Own:
        return Own.of(self.names, self.identifiers)

    def is_foreign(self, value: TypedValue, *, role: str, page: Page, span: CharSpan) -> bool:
        """Whether a value for a subject field (``role``: name, identifier) is another party's of the same document.

        A different value in a document that does not also hold the subject's own is a contradiction, not a stranger;
        so is a different identifier in one that holds the name only, where no other company is named in between.
        """
        document = page.document
        if role == "name":
            return (
                document in self.named_in
                and bool(self.names)
                and not any(_is_one_name(value, name) for name in self.names)
            )
        if not self.identifiers or _bare(value.normalised) in {_bare(identifier) for identifier in self.identifiers}:
            return False
        if document in self.identified_in:
            return True
        if document not in self.named_in:
            return False
        at = page.text.find(value.text, span.start, span.end)
        named = last_before(page.text, at if at >= 0 else span.end, self.own)
        return named is not None and not named.is_own


class _Party(NamedTuple):
    """A value of one subject field, and the documents that label it so."""

    value: TypedValue
    labelled_in: frozenset[str]
    mentioned_in: frozenset[str] = frozenset()
    spellings: tuple[str, ...] = ()
    """Of a person, as the documents write the name: ``LIMA, CARLOS``, ``Carlos E. Lima``."""

    @property
    def names(self) -> tuple[str, ...]:
        return self.spellings or (self.value.text,)


def find_subject(
    template: ReportTemplate, *, source: PageSource, notes: CaseNotes, known: KnownSubject | None = None
) -> CaseSubject:
    """Goes through every page once, when the template says who its subject is."""
    by_id = {field.id: field for field in template.fields}
    numbers = [by_id[name] for name in template.subject.identifiers if name in by_id]
    # a number that belongs to a person says nothing before it is known whose it is: a spouse has a passport too
    identifiers = _strongest([field for field in numbers if field.holder is None], notes)
    is_person = any(by_id[name].type is FieldType.PERSON for name in template.subject.names if name in by_id)
    person = _of_a_person(people_in_papers(source), known, source) if is_person and not identifiers else None
    if person is not None:
        return person
    names = _parties([by_id[name] for name in template.subject.names if name in by_id], notes)
    if known is None and not identifiers and not names:
        return CaseSubject()
    wanted_names = [core_words(party.value.text) for party in names]
    wanted_names += [core_words(name) for name in (known.names if known else ())]
    bare = [_bare(party.value.normalised) for party in identifiers]
    bare += [_bare(identifier) for identifier in (known.identifiers if known else ())]
    mentions = _mentions(source, wanted_names, bare)
    identifiers = [p._replace(mentioned_in=mentions[_bare(p.value.normalised)] | p.labelled_in) for p in identifiers]
    names = [p._replace(mentioned_in=mentions[" ".join(core_words(p.value.text))] | p.labelled_in) for p in names]
    names = _each_person_once(names)
    if known is not None and (known.names or known.identifiers):
        chosen_identifiers, chosen_names = known.identifiers, known.names
    else:
        chosen_identifiers, chosen_names = _choose(identifiers, names)
    if not chosen_identifiers and not chosen_names:
        return CaseSubject()
    subject = _sorted_out(chosen_identifiers, chosen_names, (identifiers, names), mentions)
    subject = _without_others_papers(subject, source)
    if not any(by_id[name].type is FieldType.ORGANISATION for name in template.subject.names if name in by_id):
        return subject  # a person's papers are written by organisations: their particulars are what is asked
    return subject.model_copy(update={"zones": _zones(subject, source)})


def _of_a_person(
    people: tuple[PersonInPapers, ...], known: KnownSubject | None, source: PageSource
) -> CaseSubject | None:
    """None where no paper says of whom it is."""
    if known is not None and known.names:
        chosen = next((one for one in people if any(is_one_person(one.names[0], name) for name in known.names)), None)
    elif known is not None and known.identifiers:
        chosen = _whose_number(people, known, source)
    else:
        chosen, rivals = whose_case(people)
        if chosen is None and rivals:
            return CaseSubject(rivals=tuple(one.names[0] for one in rivals))
    if chosen is None:
        return None
    others: dict[str, list[str]] = {}
    for person in people:
        for document in person.opened - chosen.named if person is not chosen else ():
            others.setdefault(document, []).append(person.names[0])
    return CaseSubject(
        names=tuple(dict.fromkeys((*(known.names if known else ()), *chosen.names))),
        identifiers=known.identifiers if known else (),
        set_aside={document: ", ".join(who) for document, who in others.items()},
        named_in=chosen.named,
    )


def _whose_number(people: tuple[PersonInPapers, ...], known: KnownSubject, source: PageSource) -> PersonInPapers | None:
    """The only one with papers in which the number stands: a form of a couple does not say whose it is."""
    held = _mentions(source, (), map(_bare, known.identifiers))
    documents = frozenset[str]().union(*held.values())
    theirs = [person for person in people if person.opened & documents]
    return theirs[0] if len(theirs) == 1 else None


def _without_others_papers(subject: CaseSubject, source: PageSource) -> CaseSubject:
    """Papers made out to other taxpayers, in which neither the subject's name nor its number stands anywhere."""
    own = subject.own
    if not own.numbers:
        return subject
    others: dict[str, str] = {}
    for document in source.documents():
        if document.sha256 in subject.named_in or document.sha256 in subject.set_aside:
            continue
        pages = [page.text for page in source.pages(document.sha256)]
        numbers = list(dict.fromkeys(number for text in pages for number in tax_numbers(text)))
        if numbers and not any(holds_own(text, own) for text in pages):
            others[document.sha256] = ", ".join(numbers[:2])
    return subject.model_copy(update={"set_aside": {**subject.set_aside, **others}})


def _zones(subject: CaseSubject, source: PageSource) -> PartyZones:
    held: dict[tuple[str, int], tuple[Zone, ...]] = {}
    for document in source.documents():
        if document.sha256 not in subject.set_aside:
            held |= zones_of(source.pages(document.sha256), subject.own)
    return PartyZones(held=held)


def _strongest(fields: Iterable[Field], notes: CaseNotes) -> list[_Party]:
    """Parties by the first identifier that the documents label at all: a tax number before an account."""
    return next((parties for field in fields if (parties := _parties([field], notes))), [])


def _parties(fields: Iterable[Field], notes: CaseNotes) -> list[_Party]:
    parties: list[_Party] = []
    for field in fields:
        for candidate in notes.candidates(field):
            if candidate.score < _NAMED_WELL or not candidate.certain:
                continue
            if not all(run_check(check, candidate.value).ok for check in field.checks):
                continue
            for index, party in enumerate(parties):
                if same_value(party.value, candidate.value) or _is_one_number(party.value, candidate.value):
                    parties[index] = party._replace(labelled_in=party.labelled_in | {candidate.document})
                    break
            else:
                if len(parties) < _MOST_VALUES:
                    parties.append(_Party(candidate.value, frozenset({candidate.document})))
    return parties


def _is_one_number(one: TypedValue, other: TypedValue) -> bool:
    """In groups or not."""
    return one.type is FieldType.IDENTIFIER and _bare(one.normalised) == _bare(other.normalised)


def _is_one_name(value: TypedValue, name: str) -> bool:
    """Whether the value names the party called so; a person's name may be given in part, or surname first."""
    return is_one_person(value.text, name) if value.type is FieldType.PERSON else same_party(value.text, name)


def _each_person_once(names: Iterable[_Party]) -> list[_Party]:
    """Spellings of one person counted as one, the fullest first."""
    merged: list[_Party] = []
    for party in sorted(names, key=lambda party: -len(core_words(party.value.text))):
        if party.value.type is not FieldType.PERSON:
            merged.append(party)
            continue
        alike = [index for index, held in enumerate(merged) if _is_one_name(party.value, held.value.text)]
        if len(alike) != 1:
            merged.append(party)  # short enough to be either of two
            continue
        held = merged[alike[0]]
        merged[alike[0]] = held._replace(
            labelled_in=held.labelled_in | party.labelled_in,
            mentioned_in=held.mentioned_in | party.mentioned_in,
            spellings=(*held.names, party.value.text),
        )
    return merged


def _mentions(
    source: PageSource, names: Iterable[tuple[str, ...]], identifiers: Iterable[str]
) -> Mapping[str, frozenset[str]]:
    """Key of a name or identifier -> documents in which it stands."""
    found: dict[str, set[str]] = {key: set() for key in (*map(" ".join, names), *identifiers)}
    wanted_names = [tuple(key.split()) for key in found if key and not _is_identifier(key)]
    wanted_identifiers = [key for key in found if key and _is_identifier(key)]
    for document in source.documents():
        for page in source.pages(document.sha256):
            text = TextNames(page.text)
            bare = _bare(page.text)
            for name in wanted_names:
                if document.sha256 not in found[" ".join(name)] and text.hold(name):
                    found[" ".join(name)].add(document.sha256)
            for key in wanted_identifiers:
                if key in bare:
                    found[key].add(document.sha256)
    return {key: frozenset(documents) for key, documents in found.items()}


def _is_identifier(key: str) -> bool:
    return any(character.isdigit() for character in key) and " " not in key


def _choose(identifiers: list[_Party], names: list[_Party]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    identifier = _most_mentioned(identifiers)
    # beside a label may stand any word; where some names carry a legal form, the others are no companies
    names = [party for party in names if _is_full_name(party.value)] or names
    if identifier is None:
        name = _most_mentioned(names)
        return (), name.names if name is not None else ()
    beside = [party for party in names if party.labelled_in & identifier.mentioned_in]
    # a document that labels one name and holds the identifier says that the two are one party
    sure = [
        party
        for party in beside
        if any(
            document in identifier.mentioned_in and sum(document in other.labelled_in for other in names) == 1
            for document in party.labelled_in
        )
    ]
    ranked = sorted(sure or beside[:1], key=lambda party: -len(party.mentioned_in))
    return (identifier.value.text,), tuple(name for party in ranked for name in party.names)


def _is_full_name(value: TypedValue) -> bool:
    return value.type is not FieldType.ORGANISATION or has_legal_form(value.text)


def _most_mentioned(parties: list[_Party]) -> _Party | None:
    ranked = sorted(parties, key=lambda party: (-len(party.mentioned_in), -len(party.labelled_in)))
    if not ranked:
        return None
    if len(ranked) == 1:
        return ranked[0]
    first, second = len(ranked[0].mentioned_in), len(ranked[1].mentioned_in)
    return ranked[0] if first > second and first >= _LEAST_DOCUMENTS else None


def _sorted_out(
    identifiers: tuple[str, ...],
    names: tuple[str, ...],
    parties: tuple[list[_Party], list[_Party]],
    mentions: Mapping[str, frozenset[str]],
) -> CaseSubject:
    own_identifiers = {_bare(identifier) for identifier in identifiers}
    identified = frozenset[str]().union(*(mentions.get(key, frozenset()) for key in own_identifiers))
    named = frozenset[str]().union(*(mentions.get(" ".join(core_words(name)), frozenset()) for name in names))
    own = (party for party in parties[1] if any(_is_one_name(party.value, name) for name in names))
    named = named.union(*(party.mentioned_in for party in own))
    strangers: dict[str, list[str]] = {}
    misfits: dict[str, list[str]] = {}
    for party in parties[0]:
        if _bare(party.value.normalised) not in own_identifiers:
            for document in party.labelled_in - identified - named:
                strangers.setdefault(document, []).append(party.value.text)
    for party in parties[1]:
        # a word beside a label may be anything; a company without its legal form sets nothing aside
        is_sure = party.value.type is not FieldType.ORGANISATION or has_legal_form(party.value.text)
        if is_sure and not any(_is_one_name(party.value, name) for name in names):
            for document in party.labelled_in - identified - named:
                misfits.setdefault(document, []).append(party.value.text)
    for document, who in misfits.items():
        # without an identifier of its own, a document under another name is a stranger only if names are known at all
        if names:
            strangers[document] = [*who, *strangers.get(document, [])]
    return CaseSubject(
        names=names,
        identifiers=identifiers,
        set_aside={document: ", ".join(dict.fromkeys(who)) for document, who in strangers.items()},
        named_in=named | identified,
        identified_in=identified,
    )


def _bare(text: str) -> str:
    return _SEPARATORS.sub("", text).casefold()
