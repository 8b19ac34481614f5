"""Values of the fields that say whom a case is about, and the documents that give them."""

import re
from collections.abc import Iterable
from typing import NamedTuple

from agents.fill.case_notes import CaseNotes
from agents.parties.names import core_words, has_legal_form, same_party
from agents.parties.people import is_one_person
from evidence.checks import run_check
from evidence.conflict import same_value
from evidence.fields import Field, FieldType
from evidence.findings import TypedValue

_NAMED_WELL = 0.7
"""Least score of a candidate that says whom a document is about."""
_MOST_VALUES = 24
"""Different values of one field that are counted."""
_LEAST_DOCUMENTS = 2
"""Documents that must name the subject where several candidates stand against each other."""
_SEPARATORS = re.compile(r"[^0-9A-Za-zА-Яа-я]+")


class Party(NamedTuple):
    """A value of one subject field, and the documents that label it so."""

    value: TypedValue
    labelled_in: frozenset[str]
    mentioned_in: frozenset[str] = frozenset()
    spellings: tuple[str, ...] = ()
    """Of a person, as the documents write the name: ``LIMA, CARLOS``, ``Carlos E. Lima``."""

    @property
    def names(self) -> tuple[str, ...]:
        return self.spellings or (self.value.text,)


def strongest(fields: Iterable[Field], notes: CaseNotes) -> list[Party]:
    """Parties by the first identifier that the documents label at all: a tax number before an account."""
    return next((parties for field in fields if (parties := parties_of([field], notes))), [])


def parties_of(fields: Iterable[Field], notes: CaseNotes) -> list[Party]:
    parties: list[Party] = []
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
                    parties.append(Party(candidate.value, frozenset({candidate.document})))
    return parties


def is_one_name(value: TypedValue, name: str) -> bool:
    """Whether the value names the party called so; a person's name may be given in part, or surname first."""
    return is_one_person(value.text, name) if value.type is FieldType.PERSON else same_party(value.text, name)


def each_person_once(names: Iterable[Party]) -> list[Party]:
    """Spellings of one person counted as one, the fullest first."""
    merged: list[Party] = []
    for party in sorted(names, key=lambda party: -len(core_words(party.value.text))):
        if party.value.type is not FieldType.PERSON:
            merged.append(party)
            continue
        alike = [index for index, held in enumerate(merged) if is_one_name(party.value, held.value.text)]
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


def choose_party(identifiers: list[Party], names: list[Party]) -> tuple[tuple[str, ...], tuple[str, ...]]:
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


def _is_one_number(one: TypedValue, other: TypedValue) -> bool:
    """In groups or not."""
    return one.type is FieldType.IDENTIFIER and bare_of(one.normalised) == bare_of(other.normalised)


def _is_full_name(value: TypedValue) -> bool:
    return value.type is not FieldType.ORGANISATION or has_legal_form(value.text)


def _most_mentioned(parties: list[Party]) -> Party | None:
    ranked = sorted(parties, key=lambda party: (-len(party.mentioned_in), -len(party.labelled_in)))
    if not ranked:
        return None
    if len(ranked) == 1:
        return ranked[0]
    first, second = len(ranked[0].mentioned_in), len(ranked[1].mentioned_in)
    return ranked[0] if first > second and first >= _LEAST_DOCUMENTS else None


def bare_of(text: str) -> str:
    return _SEPARATORS.sub("", text).casefold()
