"""Whom the case is about where a paper calls somebody the borrower: the label goes before the number of papers."""

from collections.abc import Iterable, Mapping

from agents.fill.subject_parties import Party, bare_of, choose_party
from agents.parties.called import Claimant, called_in, claimants
from agents.parties.names import core_words, mostly_shared, same_party
from agents.parties.words import party_words
from evidence.fields import Field
from evidence.ports import PageSource

_OUTWEIGHS = 3
"""Times as many documents name another than call somebody the borrower, outside of an application: then it is the other."""

Chosen = tuple[tuple[str, ...], tuple[str, ...]]
"""Identifiers, names."""


def claimants_of(fields: Iterable[Field], source: PageSource) -> list[Claimant]:
    """Whom the papers call borrower, of a template whose subject is one."""
    asked = " ".join(said for field in fields for said in (field.question, *field.labels))
    if party_words().own.search(asked) is None:
        return []
    return claimants(
        called for document in source.documents() for called in called_in(tuple(source.pages(document.sha256)))
    )


def all_names(claimed: Iterable[Claimant]) -> tuple[str, ...]:
    return tuple(name for one in claimed for name in one.names)


def called_so(
    claimed: list[Claimant], counted: Chosen, parties: tuple[list[Party], list[Party]],
    mentions: Mapping[str, frozenset[str]],
) -> Chosen | None:  # fmt: skip
    """Whom the case is about by its label, or ``counted`` where no paper labels anybody so; None where the two cannot be told
    apart: in a contract in which the borrower stands for another's loan that other is the borrower.
    """
    applying = [one for one in claimed if one.applies] or claimed
    if not applying:
        return counted
    first, *others = applying
    if others and len(first.documents) <= len(others[0].documents):
        return None if counted == ((), ()) or not _is_among(counted, applying) else counted
    if _is_among(counted, [first]) or first.applies or counted == ((), ()):
        return _of_claimant(first, counted, parties)
    weight = len(frozenset[str]().union(*(mentions.get(_key(one), frozenset()) for one in (*counted[0], *counted[1]))))
    return counted if weight >= _OUTWEIGHS * len(first.documents) else None


def _is_among(counted: Chosen, claimed: Iterable[Claimant]) -> bool:
    numbers = {bare_of(number) for number in counted[0]}
    for one in claimed:
        if one.numbers and numbers:
            if numbers & set(one.numbers):
                return True
        elif any(same_party(ours, name) for ours in one.names for name in counted[1]):
            return True
    return False


def _of_claimant(one: Claimant, counted: Chosen, parties: tuple[list[Party], list[Party]]) -> Chosen:
    """With the other spellings that the papers give under its number."""
    if _is_among(counted, [one]):
        return counted[0] or one.numbers[:1], tuple(dict.fromkeys((*one.names, *counted[1])))
    own = [party for party in parties[0] if bare_of(party.value.normalised) in one.numbers]
    identifiers, names = choose_party(own, parties[1]) if own else (one.numbers[:1], ())
    names = tuple(name for name in names if any(mostly_shared(name, ours) for ours in one.names))
    return identifiers, tuple(dict.fromkeys((*one.names, *names)))


def _key(said: str) -> str:
    words = " ".join(core_words(said))
    return words if any(letter.isalpha() for letter in words) else bare_of(said)
