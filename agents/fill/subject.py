"""Who the case is about, and which documents are about someone else.

A look-alike company's certificate in the folder must not answer for the borrower. The subject is whom the papers call so
(``Заёмщик: …``), else whoever most documents name, by identifier if there is one, else by name; a tie chooses nobody, and
then nothing is set aside.
"""

from collections.abc import Iterable, Mapping

from pydantic import Field as Constraint

from agents.fill.case_notes import CaseNotes
from agents.fill.persons import PersonInPapers, people_in_papers, whose_case
from agents.fill.subject_claims import all_names, called_so, claimants_of
from agents.fill.subject_parties import (
    Party,
    bare_of,
    choose_party,
    each_person_once,
    is_one_name,
    parties_of,
    strongest,
)
from agents.parties.called import look_alikes
from agents.parties.mentions import Own, holds_own, last_before, tax_numbers
from agents.parties.names import TextNames, core_words, has_legal_form
from agents.parties.people import is_one_person
from agents.parties.surety import stands_for_another
from agents.parties.zones import PartyZones, Zone, zones_of
from evidence.fields import FieldType, ReportTemplate
from evidence.findings import TypedValue
from evidence.frozen import Frozen
from evidence.pages import Page
from evidence.ports import PageSource
from evidence.spans import CharSpan


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
    look_alikes: tuple[str, ...] = ()
    """Names nearly its own, behind which another's taxpayer number stands."""
    zones: PartyZones = PartyZones()
    """Parts of the other documents that are somebody else's particulars."""

    @property
    def words(self) -> str | None:
        return ", ".join((*self.names[:1], *self.identifiers[:1])) or None

    @property
    def own(self) -> Own:
        return Own.of(self.names, self.identifiers, others=self.look_alikes)

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
                and (
                    core_words(value.text) in map(core_words, self.look_alikes)
                    or not any(is_one_name(value, name) for name in self.names)
                )
            )
        if not self.identifiers or bare_of(value.normalised) in {
            bare_of(identifier) for identifier in self.identifiers
        }:
            return False
        if document in self.identified_in:
            return True
        if document not in self.named_in:
            return False
        at = page.text.find(value.text, span.start, span.end)
        named = last_before(page.text, at if at >= 0 else span.end, self.own)
        return named is not None and not named.is_own


def find_subject(
    template: ReportTemplate, *, source: PageSource, notes: CaseNotes, known: KnownSubject | None = None
) -> CaseSubject:
    """Goes through every page once, when the template says who its subject is."""
    by_id = {field.id: field for field in template.fields}
    numbers = [by_id[name] for name in template.subject.identifiers if name in by_id]
    # a number that belongs to a person says nothing before it is known whose it is: a spouse has a passport too
    identifiers = strongest([field for field in numbers if field.holder is None], notes)
    is_person = any(by_id[name].type is FieldType.PERSON for name in template.subject.names if name in by_id)
    person = _of_a_person(people_in_papers(source), known, source) if is_person and not identifiers else None
    if person is not None:
        return person
    asked_names = [by_id[name] for name in template.subject.names if name in by_id]
    names = parties_of(asked_names, notes)
    said_so = known is not None and bool(known.names or known.identifiers)
    claimed = [] if said_so else claimants_of(asked_names, source)
    if known is None and not identifiers and not names and not claimed:
        return CaseSubject()
    wanted_names = [core_words(party.value.text) for party in names]
    wanted_names += [core_words(name) for name in (*(known.names if known else ()), *all_names(claimed))]
    bare = [bare_of(party.value.normalised) for party in identifiers]
    bare += [bare_of(identifier) for identifier in (known.identifiers if known else ())]
    bare += [number for one in claimed for number in one.numbers]
    mentions = _mentions(source, wanted_names, bare)
    identifiers = [p._replace(mentioned_in=mentions[bare_of(p.value.normalised)] | p.labelled_in) for p in identifiers]
    names = [p._replace(mentioned_in=mentions[" ".join(core_words(p.value.text))] | p.labelled_in) for p in names]
    names = each_person_once(names)
    if known is not None and said_so:
        chosen_identifiers, chosen_names = known.identifiers, known.names
    else:
        chosen_identifiers, chosen_names = choose_party(identifiers, names)
        settled = called_so(claimed, (chosen_identifiers, chosen_names), (identifiers, names), mentions)
        if settled is None:
            return CaseSubject(rivals=tuple(dict.fromkeys((*chosen_names[:1], *(one.names[0] for one in claimed)))))
        chosen_identifiers, chosen_names = settled
    if not chosen_identifiers and not chosen_names:
        return CaseSubject()
    subject = _sorted_out(chosen_identifiers, chosen_names, (identifiers, names), mentions)
    subject = _without_others_papers(_without_look_alikes(subject, source), source)
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
    held = _mentions(source, (), map(bare_of, known.identifiers))
    documents = frozenset[str]().union(*held.values())
    theirs = [person for person in people if person.opened & documents]
    return theirs[0] if len(theirs) == 1 else None


def _without_others_papers(subject: CaseSubject, source: PageSource) -> CaseSubject:
    """Papers made out to other taxpayers, in which neither the subject's name nor its number stands anywhere."""
    own = subject.own
    others: dict[str, str] = {}
    for document in source.documents():
        if document.sha256 in subject.named_in or document.sha256 in subject.set_aside:
            continue
        pages = list(source.pages(document.sha256))
        if any(holds_own(page.text, own) for page in pages):
            continue
        numbers = list(dict.fromkeys(number for page in pages for number in tax_numbers(page.text)))
        surety = stands_for_another(pages[0], own) if pages and own.names else None
        if surety is not None or (numbers and own.numbers):
            others[document.sha256] = surety or ", ".join(numbers[:2])
    return subject.model_copy(update={"set_aside": {**subject.set_aside, **others}})


def _without_look_alikes(subject: CaseSubject, source: PageSource) -> CaseSubject:
    """Papers that name only somebody nearly called so, with another's number, are not about the subject."""
    documents = [document.sha256 for document in source.documents()]
    others = look_alikes((page.text for sha256 in documents for page in source.pages(sha256)), subject.own)
    if not others:
        return subject
    names = tuple(name for name in subject.names if core_words(name) not in map(core_words, others))
    subject = subject.model_copy(update={"look_alikes": others, "names": names})
    named = frozenset(
        sha256
        for sha256 in subject.named_in
        if sha256 in subject.identified_in or any(holds_own(page.text, subject.own) for page in source.pages(sha256))
    )
    return subject.model_copy(update={"named_in": named})


def _zones(subject: CaseSubject, source: PageSource) -> PartyZones:
    held: dict[tuple[str, int], tuple[Zone, ...]] = {}
    for document in source.documents():
        if document.sha256 not in subject.set_aside:
            held |= zones_of(source.pages(document.sha256), subject.own)
    return PartyZones(held=held)


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
            bare = bare_of(page.text)
            for name in wanted_names:
                if document.sha256 not in found[" ".join(name)] and text.hold(name):
                    found[" ".join(name)].add(document.sha256)
            for key in wanted_identifiers:
                if key in bare:
                    found[key].add(document.sha256)
    return {key: frozenset(documents) for key, documents in found.items()}


def _is_identifier(key: str) -> bool:
    return any(character.isdigit() for character in key) and " " not in key


def _sorted_out(
    identifiers: tuple[str, ...],
    names: tuple[str, ...],
    parties: tuple[list[Party], list[Party]],
    mentions: Mapping[str, frozenset[str]],
) -> CaseSubject:
    own_identifiers = {bare_of(identifier) for identifier in identifiers}
    identified = frozenset[str]().union(*(mentions.get(key, frozenset()) for key in own_identifiers))
    named = frozenset[str]().union(*(mentions.get(" ".join(core_words(name)), frozenset()) for name in names))
    own = (party for party in parties[1] if any(is_one_name(party.value, name) for name in names))
    named = named.union(*(party.mentioned_in for party in own))
    strangers: dict[str, list[str]] = {}
    misfits: dict[str, list[str]] = {}
    for party in parties[0]:
        if bare_of(party.value.normalised) not in own_identifiers:
            for document in party.labelled_in - identified - named:
                strangers.setdefault(document, []).append(party.value.text)
    for party in parties[1]:
        # a word beside a label may be anything; a company without its legal form sets nothing aside
        is_sure = party.value.type is not FieldType.ORGANISATION or has_legal_form(party.value.text)
        if is_sure and not any(is_one_name(party.value, name) for name in names):
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
