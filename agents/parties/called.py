"""Whom the papers themselves call the one who asks for the loan: ``Заёмщик: ООО «…»``, ``Borrower``, *details of the borrower*.

A guarantor may be named in more papers than the borrower, and with more particulars; the label decides all the same.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from agents.papers import opening_of
from agents.parties.clauses import roles_given
from agents.parties.mentions import Mention, Own, mentions, tax_numbers
from agents.parties.names import core_words, same_party
from agents.parties.words import is_bank, party_words
from evidence.pages import Page

NOBODY = Own((), frozenset())
_BELOW = 4
"""Lines under the heading of a section in which its party is named."""
_BESIDE = 260
"""Characters behind a name in which its taxpayer number stands."""
_HEADING = 90
_REACH = 22
"""Characters between *details* and the role that they are of."""
_DEBTOR = re.compile(r"қарздор|qarzdor|devedor", re.IGNORECASE)
"""Of any debt, before a court too."""
_FILLERS = (
    r"полн\w*|сокращ\w*|наименовани\w*|названи\w*|юридическ\w*|лиц\w|организаци\w*|предприяти\w*|компани\w*"
    r"|full|legal|name|company|nom[ie]|номи|to.liq|тўлиқ|korxona\w*|корхона\w*|nome|empresa"
)
_GAP = re.compile(
    rf"\w*(?:[^\S\n]*\([^()\n]{{0,60}}\))?(?:[^\S\n]+(?:{_FILLERS})(?!\w)|[^\S\n]*[/,])*[\s:;=–—|\t-]*", re.IGNORECASE
)


class Called(NamedTuple):
    """One organisation that a paper calls so."""

    document: str
    name: str
    number: str | None
    """Digits of the taxpayer number that stands behind it, before anybody else is named."""
    applies: bool
    """Whether the paper is an application or a questionnaire."""


class Claimant(NamedTuple):
    """All that is called so of one organisation."""

    names: tuple[str, ...]
    numbers: tuple[str, ...]
    documents: frozenset[str]
    applies: bool


def called_in(pages: Sequence[Page]) -> Iterator[Called]:
    """Of one document."""
    if not pages:
        return
    applies = party_words().application.search(opening_of(pages[0])) is not None
    for page in pages:
        for name, at in _named(page.text):
            yield Called(page.document, name, number_behind(page.text, at), applies)


def _named(text: str) -> Iterator[tuple[str, int]]:
    words = party_words()
    found = mentions(text, NOBODY)
    for role in words.own.finditer(text):
        if _DEBTOR.match(role.group()) is not None:
            continue
        gap = _GAP.match(text, role.end())
        at = gap.end() if gap is not None else role.end()
        one = next((one for one in found if one.start == at or one.start <= role.start() < at < one.end), None)
        if one is not None:
            if not is_bank(one.name):
                yield " ".join(text[at : one.end].split()), one.end
            continue
        below = _under_heading(text, role, found)
        if below is not None:
            yield below.name, below.end
    for short, owner in roles_given(text, NOBODY).items():
        is_borrower = words.own.match(short) is not None and _DEBTOR.match(short) is None
        if is_borrower and owner.name is not None and not is_bank(owner.name):
            yield owner.name, text.find(owner.name) + len(owner.name)


def _under_heading(text: str, role: re.Match[str], found: tuple[Mention, ...]) -> Mention | None:
    start = text.rfind("\n", 0, role.start()) + 1
    end = text.find("\n", role.end())
    line = text[start : end if end >= 0 else len(text)]
    said = party_words().section.search(line)
    if end < 0 or said is None or len(line) > _HEADING or ":" in line.rstrip(": "):
        return None
    if max(role.start() - start - said.end(), said.start() - (role.end() - start)) > _REACH:
        return None
    lines = [one for one in re.finditer(r"[^\n]+", text[end:]) if one.group().strip()][:_BELOW]
    limit = end + lines[-1].end() if lines else end
    return next((one for one in found if end <= one.start < limit), None)


def number_behind(text: str, at: int) -> str | None:
    """The taxpayer number that stands behind a name, before another organisation or role."""
    others = [one.start for one in mentions(text, NOBODY) if one.start >= at]
    said = text[at : min([*others[:1], at + _BESIDE, len(text)])]
    role = party_words().role.search(said)
    return next(iter(tax_numbers(said[: role.start()] if role else said)), None)


def claimants(called: Iterable[Called]) -> list[Claimant]:
    """Most papers first. Two spellings are one organisation unless different numbers stand behind them."""
    found: list[Claimant] = []
    for one in called:
        for place, held in enumerate(found):
            apart = one.number is not None and bool(held.numbers) and one.number not in held.numbers
            if not apart and any(same_party(one.name, name) for name in held.names):
                found[place] = _joined(held, one)
                break
        else:
            found.append(_joined(Claimant((), (), frozenset(), False), one))
    return sorted(found, key=lambda held: -len(held.documents))


def _joined(held: Claimant, one: Called) -> Claimant:
    return Claimant(
        names=tuple(dict.fromkeys((*held.names, one.name))),
        numbers=tuple(dict.fromkeys((*held.numbers, *((one.number,) if one.number else ())))),
        documents=held.documents | {one.document},
        applies=held.applies or one.applies,
    )


def look_alikes(texts: Iterable[str], own: Own) -> tuple[str, ...]:
    """Names that differ from the subject's first one by a letter or two and have another's taxpayer number behind them."""
    exact = {core_words(name) for name in own.names[:1]}
    lengths = set(map(len, own.numbers))
    numbers: dict[str, set[str]] = {}
    for text in texts:
        for one in mentions(text, NOBODY):
            if core_words(one.name) in exact or not any(same_party(one.name, name) for name in own.names):
                continue
            number = number_behind(text, one.end)
            if number is not None and len(number) in lengths:
                numbers.setdefault(one.name, set()).add(number)
    return tuple(name for name, held in numbers.items() if not held & own.numbers)
