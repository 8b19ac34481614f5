"""Does the value follow from the quote? A located quote proves that words stand there; this proves that they say the value.

What comes back is the value as the quote writes it, never the claimed string.
"""

from decimal import Decimal

from evidence.fields import Column, Field, FieldType
from evidence.findings import TypedValue
from evidence.folding import Folded, plain
from evidence.frozen import Frozen
from evidence.negations import COMPARED, denied_after, denied_before
from evidence.quotes import Quote, search
from evidence.reasons import Reason, because
from evidence.spans import CharSpan
from evidence.supported_names import find_address, find_choice, find_organisation, find_person
from evidence.values import parse_value, read_values, units
from evidence.values.identifiers import canonical_identifier, typed_identifier
from evidence.values.quantities import bare_number
from evidence.values.reading import ReadValue

__all__ = ["Support", "supports"]

_QUANTITIES = frozenset({FieldType.MONEY, FieldType.NUMBER, FieldType.PERCENT})
_NOT_ONE = {
    FieldType.MONEY: because("not_one_amount", "{claimed!r} is not one amount of money"),
    FieldType.NUMBER: because("not_one_number", "{claimed!r} is not one number"),
    FieldType.PERCENT: because("not_one_percentage", "{claimed!r} is not one percentage"),
}
_NAMES = {FieldType.PERSON: find_person, FieldType.ORGANISATION: find_organisation, FieldType.ADDRESS: find_address}


class Support(Frozen):
    ok: bool
    value: TypedValue | None = None
    """As the quote writes it."""
    reason: Reason | None = None
    """Why not."""


def supports(
    field: Field | Column, claimed: str, quote: str, *, language: str | None, context: str = "", evidence: str = ""
) -> Support:
    """Whether ``quote`` says that the field's value is ``claimed``.

    ``context`` is what stands round the quote and belongs to it: row and column headings with their units (``в тыс. сум``,
    ``Ставка, %``). ``evidence`` is other text of the same document, for its number and date conventions.
    """
    claimed = claimed.strip()
    if not any(char.isalnum() for char in claimed):
        return _refused(because("value_empty", "the value is empty"))
    if field.type in _QUANTITIES:
        return _quantity(field, claimed, quote, language=language, context=context, evidence=evidence)
    if field.type is FieldType.DATE:
        return _date(claimed, quote, language=language, evidence=f"{context}\n{evidence}")
    if field.type is FieldType.IDENTIFIER:
        return _identifier(claimed, quote, language)
    if field.type in _NAMES:
        found = _NAMES[field.type](claimed, quote)
        return _refused(found) if isinstance(found, Reason) else Support(ok=True, value=found)
    if field.type is FieldType.CHOICE and isinstance(field, Field):
        chosen = find_choice(field.choices, claimed, quote)
        return _refused(chosen) if isinstance(chosen, Reason) else Support(ok=True, value=chosen)
    return _words(field.type, claimed, quote)


def _refused(reason: Reason) -> Support:
    return Support(ok=False, reason=reason)


def _words(kind: FieldType, claimed: str, quote: str) -> Support:
    """Free text stands in the quote word for word; single words and short texts in any case."""
    found = search(Quote(claimed), Folded(quote))
    if not found.places and kind is not FieldType.LONG_TEXT and len(quote.lower()) == len(quote):
        lowered = search(Quote(claimed.lower()), Folded(quote.lower()))
        found = lowered if lowered.places or found.cut is None else found
    if not found.places:
        if found.cut:
            return _refused(because("value_cut", "in the quote, {claimed!r} {cut}", claimed=claimed, cut=found.cut))
        return _refused(because("words_not_held", "the quote does not hold {claimed!r}", claimed=claimed))
    span = found.places[0].span
    text = quote[span.start : span.end]
    return Support(ok=True, value=TypedValue(type=kind, text=text, normalised=plain(text)))


def _identifier(claimed: str, quote: str, language: str | None) -> Support:
    wanted = canonical_identifier(claimed)
    codes = read_values(quote, FieldType.IDENTIFIER, language=language)
    for code in codes:
        if code.value is not None and code.value.normalised == wanted:
            return Support(ok=True, value=code.value)
    found = search(Quote(claimed), Folded(quote))
    if found.places and any(char.isdigit() for char in claimed):
        span = found.places[0].span
        inside = [code for code in codes if code.span.overlaps(span) and len(code.span) > len(span)]
        if not inside:
            return Support(ok=True, value=typed_identifier(quote[span.start : span.end]))
    seen = ", ".join(repr(code.value.text) for code in codes[:4] if code.value is not None)
    if not seen:
        return _refused(because("code_not_held", "the quote does not hold the number {claimed!r}", claimed=claimed))
    why = "the quote does not hold the number {claimed!r}; it holds {seen}"
    return _refused(because("other_codes_held", why, claimed=claimed, seen=seen))


def _date(claimed: str, quote: str, *, language: str | None, evidence: str) -> Support:
    whole = parse_value(claimed, FieldType.DATE, language=language, evidence=f"{quote}\n{evidence}")
    if whole is None:
        inside = read_values(claimed, FieldType.DATE, language=language, evidence=f"{quote}\n{evidence}")
        whole = inside[0] if len(inside) == 1 else None
    if whole is None:
        return _refused(because("not_one_date", "{claimed!r} is not one date", claimed=claimed))
    wanted = {reading.normalised for reading in whole.readings}
    found = read_values(quote, FieldType.DATE, language=language, evidence=evidence)
    return _pick([(read, read.readings) for read in found], wanted, quote)


def _pick(found: list[tuple[ReadValue, tuple[TypedValue, ...]]], wanted: set[str], quote: str) -> Support:
    doubtful: ReadValue | None = None
    for read, readings in found:
        if not wanted & {reading.normalised for reading in readings}:
            continue
        if len(readings) > 1:
            doubtful = doubtful or read
            continue
        denial = denied_before(quote[: read.span.start])
        if denial and not COMPARED.search(Folded(quote[: read.span.start]).key):
            return _refused(because("denied_before", "the quote says {denial!r} before it", denial=denial))
        if denied_after(quote[read.span.end :], ""):
            return _refused(because("denied_after", "the quote denies it"))
        return Support(ok=True, value=readings[0])
    if doubtful is not None:
        ways = " / ".join(dict.fromkeys(reading.normalised for reading in doubtful.readings))
        written = quote[doubtful.span.start : doubtful.span.end]
        why = "{written!r} can be read as {ways}; a person has to decide"
        return _refused(because("ambiguous_value", why, written=written, ways=ways))
    seen = ", ".join(repr(quote[read.span.start : read.span.end]) for read, _ in found[:4])
    if not seen:
        return _refused(because("nothing_of_the_kind", "the quote says no value of this kind"))
    return _refused(because("other_values_said", "the quote does not say this value; it says {seen}", seen=seen))


def _quantity(
    field: Field | Column, claimed: str, quote: str, *, language: str | None, context: str, evidence: str
) -> Support:
    kind = field.type
    claim = _claim(claimed, kind, language=language, evidence=f"{quote}\n{evidence}")
    if claim is None:
        return _refused(_NOT_ONE[kind].about(claimed=claimed))
    wanted, unit = claim
    found = [
        _with_context(read, field, context)
        for read in (
            *read_values(quote, kind, language=language, evidence=evidence),
            *_bare(kind, quote, context, language),
        )
    ]
    bound = _bound(claimed)
    matching = []
    for read, readings in found:
        if not wanted & {reading.normalised for reading in readings} and not wanted & {
            r.normalised for r in read.readings
        }:
            continue
        wrong = _unit_fault(kind, unit, readings[0].unit, field, context)
        if wrong is not None:
            return _refused(wrong)
        if bound and _bound_before(quote, read.span) != bound:
            return _refused(because("bound_unsaid", "the quote does not say {bound!r}", bound=bound))
        matching.append((read, readings))
    if matching:
        every = {reading.normalised for _, readings in matching for reading in readings}
        return _pick(matching, every, quote)
    return _pick(found, set(), quote)


def _claim(claimed: str, kind: FieldType, *, language: str | None, evidence: str) -> tuple[set[str], str | None] | None:
    """The readings of a claim and its unit. A claim may also be written locale-free (``1234.5``)."""
    whole = parse_value(claimed, kind, language=language, evidence=evidence)
    if whole is None:
        inside = read_values(claimed, kind, language=language, evidence=evidence)
        whole = inside[0] if len(inside) == 1 else bare_number(claimed, kind, language=language, evidence=evidence)
    if whole is None:
        return None
    wanted = {reading.normalised for reading in whole.readings}
    free = bare_number(claimed, kind, language="en")
    if free is not None:
        wanted.update(reading.normalised for reading in free.readings)
    return wanted, whole.readings[0].unit


def _bare(kind: FieldType, quote: str, context: str, language: str | None) -> tuple[ReadValue, ...]:
    """Numbers without a sign under a heading that has the per cent sign."""
    if kind is not FieldType.PERCENT or not _names_percent(context):
        return ()
    found = []
    for read in read_values(quote, FieldType.NUMBER, language=language):
        if all(reading.unit is None for reading in read.readings):
            readings = tuple(reading.model_copy(update={"type": FieldType.PERCENT}) for reading in read.readings)
            found.append(ReadValue.of(read.span, readings))
    return tuple(found)


def _names_percent(context: str) -> bool:
    text = Folded(context).key
    places = (
        0,
        *(at + 1 for at, char in enumerate(text) if not char.isalnum()),
        *(at for at, char in enumerate(text) if char == "%"),
    )
    return any((found := units.percent_at(text, at)) is not None and found[0] == "percent" for at in places)


def _with_context(read: ReadValue, field: Field | Column, context: str) -> tuple[ReadValue, tuple[TypedValue, ...]]:
    """A bare number with the scale and the currency that its headings give it."""
    kind = field.type
    if kind is FieldType.PERCENT:
        return read, read.readings
    heading = Folded(context).key
    bare = not any(char.isalpha() for char in read.readings[0].text)
    scales = (units.scales_in(heading) if bare and context else ()) or (Decimal(1),)
    readings = []
    for reading in read.readings:
        unit = reading.unit
        if kind is FieldType.MONEY and unit is None:
            unit = units.currency_in(heading) or (field.currency if isinstance(field, Field) else None)
        readings += [
            reading.model_copy(update={"unit": unit, "normalised": units.scaled(reading.normalised, scale)})
            for scale in scales
        ]
    return read, tuple(readings)


def _unit_fault(
    kind: FieldType, claimed: str | None, quoted: str | None, field: Field | Column, context: str
) -> Reason | None:
    if claimed is None or claimed == quoted:
        return None
    if quoted is not None:
        return because("other_unit", "the quote says {quoted}, not {claimed}", quoted=quoted, claimed=claimed)
    if kind is FieldType.PERCENT:
        return None
    if kind is FieldType.MONEY:
        return because("no_currency", "the quote names no currency, so it does not say {claimed}", claimed=claimed)
    measured = units.measure_in(Folded(context).key)
    why = because("no_unit", "the quote names no unit, so it does not say {claimed}", claimed=claimed)
    return None if measured == claimed else why


def _bound(claimed: str) -> str | None:
    """A bound such as ``не более`` that the claim itself sets."""
    for at, char in enumerate(claimed):
        if char.isdigit():
            return _bound_before(claimed, CharSpan(start=at, end=at + 1))
    return None


def _bound_before(text: str, span: CharSpan) -> str | None:
    match = COMPARED.search(Folded(text[: span.start]).key)
    return None if match is None else match[0].strip().casefold()
