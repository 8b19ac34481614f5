"""Whether two values are one and the same, however they were written."""

from evidence.fields import FieldType
from evidence.findings import TypedValue
from evidence.misreadings import skeleton
from evidence.values.organisations import same_organisation
from evidence.values.persons import same_person
from evidence.values.transliteration import heard, romanised

_NAMES_IN_FULL = 3
"""Words of a name with both initials or both names."""
_QUANTITIES = frozenset({FieldType.MONEY, FieldType.NUMBER, FieldType.PERCENT})


def same_value(a: TypedValue, b: TypedValue) -> bool:
    """Equal beyond doubt for a report: two documents that say this say the same.

    A unit that only one of the two names does not part them; two different units do. Names in another script are only
    ``similar_value``.
    """
    if a.type is not b.type:
        return False
    if a.type in _QUANTITIES:
        return a.normalised == b.normalised and (a.unit is None or b.unit is None or a.unit == b.unit)
    if a.type is FieldType.PERSON:
        return same_person(a.normalised, b.normalised)
    if a.type is FieldType.ORGANISATION:
        return same_organisation(a.normalised, b.normalised)
    return a.normalised == b.normalised


def similar_value(a: TypedValue, b: TypedValue) -> bool:
    """Equal but for script, transliteration or look-alike letters: worth showing to a person, never the same silently."""
    if a.type is not b.type:
        return False
    if same_value(a, b):
        return True
    if a.type in _QUANTITIES or a.type is FieldType.DATE:
        return False
    if a.type is FieldType.IDENTIFIER:
        return skeleton(a.normalised).upper() == skeleton(b.normalised).upper()
    one, two = romanised(a.normalised), romanised(b.normalised)
    if a.type is FieldType.PERSON:
        return same_person(one, two, inflected=True) or _sound_alike(a.normalised, b.normalised)
    return same_organisation(one, two) if a.type is FieldType.ORGANISATION else one == two


def _sound_alike(one: str, two: str) -> bool:
    """One person in Russian and Uzbek spellings: a surname that sounds alike, and a given name and a father's name that agree."""
    ours, theirs = (tuple(map(heard, name.split())) for name in (one, two))
    if min(len(ours), len(theirs)) < _NAMES_IN_FULL:
        return False
    return same_person(" ".join(ours), " ".join(theirs), inflected=True)
