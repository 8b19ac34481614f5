"""Names of people: initials, word order, particles, Russian cases where the patronymic settles the gender."""

import re
from collections.abc import Iterator
from typing import Final

from evidence.fields import FieldType
from evidence.findings import TypedValue
from evidence.folding import Folded
from evidence.values.reading import ReadValue

_PARTICLES: Final = frozenset({"da", "de", "do", "dos", "das", "di", "van", "von", "der", "e", "la", "del"})
_TITLES: Final = frozenset(
    {"mr", "mrs", "ms", "dr", "prof", "sr", "sra", "dona", "г-н", "г-жа", "гр", "господин", "госпожа", "janob", "жаноб"}
)
_GENERATION: Final = frozenset({"jr", "sr", "ii", "iii", "iv", "filho", "neto", "júnior", "junior", "sobrinho"})
_PATRONYMIC: Final = re.compile(r"(?:ович|евич|[иь]ич|овн|евн|иничн)(?:а|у|ем|ом|е|ы|ой|ою)?\Z")
_FEMALE: Final = re.compile(r"(?:овн|евн|иничн)(?:а|у|е|ы|ой|ою)\Z")
_CASE_ENDING: Final = re.compile(r"(?:ого|ому|ими|ой|ою|ая|ую|ым|им|ом|ем|ём|ей|ью|ий|ый|ии|а|я|у|ю|е|ы|и|й|ь)\Z")
_UPPER: Final = "A-ZÀ-ÖØ-ÞА-ЯЁЎҚҒҲ"
_LOWER: Final = "a-zß-öø-ÿа-яёўқғҳ"
_WORD: Final = (
    rf"(?:[{_UPPER}](?:'?[{_LOWER}]|')[{_LOWER}']*(?:-[{_UPPER}][{_LOWER}']+)?"
    rf"|[{_UPPER}][{_UPPER}']{{2,}}(?:-[{_UPPER}]{{2,}})?)"
)
_INITIAL: Final = rf"(?!(?:Mr|Ms|Dr|Sr|Jr|St|Av|Гр|Ул)\.)[{_UPPER}][{_LOWER}]?\."
_SON_OF: Final = r"(?:o'g'li|qizi|ўғли|қизи|угли|кизи|оглы|кызы|O'G'LI|QIZI|ЎҒЛИ|ҚИЗИ)"
_NAME: Final = re.compile(
    rf"(?<![\w'.-])(?:{_WORD}(?: (?:da|de|do|dos|das|van|von|del|DA|DE|DO|DOS|DAS|VAN|VON|DEL) | ){_WORD}"
    rf"(?: (?:(?:da|de|do|dos|das|DA|DE|DO|DOS|DAS) )?{_WORD}){{0,3}}(?: {_SON_OF})?"
    rf"|{_WORD} {_INITIAL} {_WORD}(?:,? (?:Jr|Sr)\.)?"
    rf"|{_WORD} {_INITIAL} ?(?:{_INITIAL})?"
    rf"|{_INITIAL} ?(?:{_INITIAL} ?)?{_WORD})(?![\w'-])"
)


def typed_person(written: str) -> TypedValue:
    return TypedValue(type=FieldType.PERSON, text=written, normalised=" ".join(name_parts(written)))


def name_parts(written: str) -> tuple[str, ...]:
    """Lower-case words in their order; initials are single letters; titles are gone."""
    text = Folded(written).key.casefold().replace(",", " ").replace(".", ". ")
    parts = [part.strip(".") for part in text.split()]
    return tuple(part for index, part in enumerate(parts) if part and not (part in _TITLES and index == 0))


def read_persons(folded: Folded) -> Iterator[ReadValue]:
    """Everything shaped like a name; a label or a question decides which one is meant."""
    for match in _NAME.finditer(folded.key):
        span = folded.raw_span(*match.span())
        yield ReadValue.of(span, (typed_person(folded.raw[span.start : span.end]),))


def same_person(first: str, second: str, *, inflected: bool = False) -> bool:
    """Whether two names, as ``normalised``, may stand for one person and nothing speaks against it.

    ``inflected`` lets Russian cases pass, and only where both names carry a patronymic: it alone tells
    ``Иванова Александра`` the man (of Иванов Александр) from the woman.
    """
    one, two = _split(first), _split(second)
    if one is None or two is None or one[1] != two[1]:
        return False
    left, right = one[0], two[0]
    if left == right:
        return True
    if _orders_fit(left, right, inflected=False):
        return True
    return inflected and _genders_agree(left, right) and _orders_fit(left, right, inflected=True)


def _split(normalised: str) -> tuple[tuple[str, ...], frozenset[str]] | None:
    parts = normalised.split()
    generation = frozenset(part for part in parts[1:] if part in _GENERATION)
    names = tuple(part for part in parts if part not in _PARTICLES and part not in generation)
    return (names, generation) if names else None


def _orders_fit(left: tuple[str, ...], right: tuple[str, ...], *, inflected: bool) -> bool:
    """One surname in common, written out; the other parts agree in their order, the shorter may leave some out."""
    for at, part in enumerate(left):
        if len(part) < 2:
            continue
        for other_at, other in enumerate(right):
            if _agree(part, other, inflected=inflected) and len(other) > 1:
                rest, other_rest = left[:at] + left[at + 1 :], right[:other_at] + right[other_at + 1 :]
                if rest and other_rest and _rests_fit(rest, other_rest, inflected=inflected):
                    return True
    return False


def _rests_fit(left: tuple[str, ...], right: tuple[str, ...], *, inflected: bool) -> bool:
    shorter, longer = sorted((left, right), key=len)
    if len(left) == len(right) and all(len(part) > 1 for part in (*left, *right)):
        return sorted(left) == sorted(right) or all(
            _agree(a, b, inflected=inflected) for a, b in zip(left, right, strict=True)
        )
    # initials and left-out middle names: the given name, which comes first, must be there
    if not _agree(shorter[0], longer[0], inflected=inflected):
        return False
    at = 0
    left_out = expanded = False
    for part in shorter:
        while at < len(longer) and not _agree(part, longer[at], inflected=inflected):
            left_out = left_out or len(longer[at]) > 1
            at += 1
        if at == len(longer):
            return False
        expanded = expanded or len(longer[at]) != len(part) or len(part) > 1
        at += 1
    left_out = left_out or any(len(part) > 1 for part in longer[at:])
    # "John A." says nothing of a "John A. Smith": what was left out may be the surname
    return expanded or not left_out


def _agree(one: str, two: str, *, inflected: bool) -> bool:
    if one == two:
        return True
    if len(one) == 1 or len(two) == 1:
        return one[0] == two[0]
    return inflected and len(one) > 3 and len(two) > 3 and _CASE_ENDING.sub("", one) == _CASE_ENDING.sub("", two)


def _genders_agree(left: tuple[str, ...], right: tuple[str, ...]) -> bool:
    mine = [part for part in left if _PATRONYMIC.search(part)]
    theirs = [part for part in right if _PATRONYMIC.search(part)]
    return bool(mine and theirs) and bool(_FEMALE.search(mine[-1])) == bool(_FEMALE.search(theirs[-1]))
