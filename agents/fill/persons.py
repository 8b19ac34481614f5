"""Whose case it is, where it is a person's: a folder holds a spouse's and children's papers of the same kinds.

Counted are the papers that name somebody. A label that says it (*Beneficiary*) settles it; else one person must be named in
clearly more papers than anybody else, or have clearly more papers to herself. Otherwise nobody is chosen.
"""

from collections.abc import Iterable
from typing import NamedTuple

from agents.parties.bearers import bearers_in
from agents.parties.names import TextNames, core_words
from agents.parties.people import is_one_person
from evidence.ports import PageSource

_MORE_NAMED = 1.5
_MORE_ALONE = 2
"""Times as many."""
_MOST_PEOPLE = 24
_LEAST = 2
"""Papers of one's own, where they decide."""


class PersonInPapers(NamedTuple):
    names: tuple[str, ...]
    """Spellings, the fullest first."""
    opened: frozenset[str]
    """Documents (sha256) of which some lines are this person's by a label."""
    named: frozenset[str]
    is_subject: bool
    """By a label."""


class Standing(NamedTuple):
    chosen: PersonInPapers | None
    rivals: tuple[PersonInPapers, ...]
    """Who it may be where nobody is chosen."""


def people_in_papers(source: PageSource) -> tuple[PersonInPapers, ...]:
    """Of whom some lines are, by a label; those first who are named in most documents. Goes through every page twice."""
    met: dict[str, PersonInPapers] = {}
    for document in source.documents():
        for page in source.pages(document.sha256):
            for bearer in bearers_in(page.text):
                for name in map(_given_first, bearer.names):
                    here = frozenset({document.sha256})
                    is_opened = bearer.is_opened and not bearer.is_relative
                    held = met.get(name, PersonInPapers((name,), frozenset(), frozenset(), False))
                    met[name] = held._replace(
                        opened=held.opened | (here if is_opened else frozenset()),
                        named=held.named | here,
                        is_subject=held.is_subject or bearer.is_subject,
                    )
    people = _each_once(met.values())
    opening = [person for person in people if person.opened or person.is_subject][:_MOST_PEOPLE]
    said = {core_words(person.names[0]): set(person.named) for person in opening}
    for document in source.documents():
        for page in source.pages(document.sha256):
            text = TextNames(page.text)
            for words, named in said.items():
                if document.sha256 not in named and text.hold(words):
                    named.add(document.sha256)
    found = [person._replace(named=frozenset(said[core_words(person.names[0])])) for person in opening]
    return tuple(sorted(found, key=lambda one: (-len(one.named), one.names)))


def whose_case(people: Iterable[PersonInPapers]) -> Standing:
    own = list(people)
    labelled = [person for person in own if person.is_subject]
    if len(labelled) == 1:
        return Standing(labelled[0], ())
    if len(own) < 2:
        return Standing(own[0] if own else None, ())
    first, second = own[0], own[1]
    if len(first.named) >= _LEAST and len(first.named) >= _MORE_NAMED * len(second.named):
        return Standing(first, ())
    alone = {person: len(person.named - frozenset().union(*_others(person, own))) for person in own}
    first, second = sorted(own, key=lambda person: -alone[person])[:2]
    most = max(len(person.named) for person in own)
    if len(first.named) == most and alone[first] >= max(_LEAST, _MORE_ALONE * alone[second]):
        return Standing(first, ())
    return Standing(None, tuple(own[:2]))


def _others(person: PersonInPapers, people: Iterable[PersonInPapers]) -> Iterable[frozenset[str]]:
    return (one.named for one in people if one is not person)


def _given_first(name: str) -> str:
    """``LIMA, CARLOS`` as ``CARLOS LIMA``."""
    surname, comma, given = name.partition(",")
    return f"{given.strip()} {surname.strip()}" if comma else name


def _each_once(people: Iterable[PersonInPapers]) -> list[PersonInPapers]:
    """Spellings of one person joined; a name so short that it may be either of two stays by itself."""
    joined: list[PersonInPapers] = []
    for person in sorted(people, key=lambda one: (-len(one.names[0]), -len(one.named), one.names)):
        if len(person.names[0].split()) < _LEAST:
            continue
        alike = [index for index, held in enumerate(joined) if is_one_person(person.names[0], held.names[0])]
        if len(alike) != 1:
            joined.append(person)
            continue
        held = joined[alike[0]]
        joined[alike[0]] = PersonInPapers(
            (*held.names, *person.names), held.opened | person.opened, held.named | person.named,
            held.is_subject or person.is_subject,
        )  # fmt: skip
    return joined
