"""Candidates that stand beside a label."""

import re
from collections.abc import Iterable, Iterator

from agents.labels.beside import Region, part_meant, regions_of, table_row, totals_under
from agents.labels.columns import caption_above, heads_several_values
from agents.labels.durations import unit_asked
from agents.labels.found import Candidate, candidate_of
from agents.labels.keys import KeyText
from agents.labels.kinds import kinds_in
from agents.labels.layout import Layout
from agents.labels.matching import NamedKey, Vetoes, named_keys
from agents.labels.notebook import Notebook
from agents.labels.officers import of_officers
from agents.labels.readings import Reader, Reading, looks_like_money, names_its_currency, says_another
from agents.labels.shapes import reads_as_a_sentence
from agents.labels.thesaurus import thesaurus
from agents.labels.topic import topic_share
from agents.labels.wordings import wordings_of
from agents.labels.words import stems_of
from agents.parties.words import party_words
from evidence.fields import Field, FieldType
from evidence.spans import CharSpan
from evidence.values.units import currency_in, scaled

_LEAST = 0.4
_WORTH_A_LOOK = 0.6
"""Share of the best score below which a key's value is not looked for."""
_STACKED = 0.84
"""Least fit of a cell's first line: half a wrapped label names nothing."""
_LONGEST_EVIDENCE = 240
_OF_TWO = 0.95
_PERCENT = re.compile(r"%|процент|foiz|фоиз|percent", re.IGNORECASE)
"""In a label: the number beside it needs no sign of its own."""
_DRAFT = 0.87
"""A paper that calls itself a draft gives way to the signed one, and still answers where nothing else does."""
_ONLY_DRAFT = 0.95
"""A draft of which no signed one is known: what it says otherwise than papers of other kinds, a person must see."""
_LAPSED = 0.62
"""An expired, annulled or replaced paper never answers: what it says is shown, and a person decides."""
_ANOTHER_PAPER = 0.84
"""A label that names a paper of another kind than the document is: its order number on an invoice."""
_OF_THE_PAPER = frozenset({FieldType.IDENTIFIER, FieldType.DATE})
_PARAGRAPH = 0.6
"""A paragraph under a heading is about the subject; it is seldom the value itself."""
_NAMED_AGAIN = 0.95
_AGAIN = re.compile(r"(?P<said>[^–—:;.]{3,80}?)\s*[–—:]\s*")
_YEARS = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_MANY = frozenset({"in column", "in table row"})
"""Of these regions every one is a candidate: which of them is meant, the label does not say."""
_OF_COLUMN = frozenset({"below label", "in column", "total of column"})
_SUMMED = frozenset({FieldType.MONEY, FieldType.NUMBER, FieldType.PERCENT})
_ALTERNATIVE = frozenset({FieldType.MONEY, FieldType.NUMBER, FieldType.PERCENT})
_OR = re.compile(r"\A[^;]{0,40};|(?<!\w)(?:или|либо|or|ou|yoki|ёки)(?!\w)", re.IGNORECASE)
_NARROW = frozenset({FieldType.DATE, FieldType.MONEY, FieldType.NUMBER, FieldType.PERCENT, FieldType.IDENTIFIER})


def beside_labels(field: Field, notebook: Notebook, *, set_aside: frozenset[str]) -> list[Candidate]:
    found: list[Candidate] = []
    best = 0.0
    for named in _one_reading(named_keys(notebook, wordings_of(field), kind=field.type, vetoes=vetoes_of(field))):
        leaf = notebook.leaves[named.place.leaf]
        if leaf.document in set_aside:
            continue
        if named.fit < _WORTH_A_LOOK * best:
            break  # sorted: nothing that follows can be an answer or a rival
        for candidate in _values_of(field, named, notebook):
            found.append(candidate)
            best = max(best, candidate.score)
    return [*found, *of_officers(field, notebook, set_aside=set_aside)]


def _one_reading(named: list[NamedKey]) -> list[NamedKey]:
    """A cell of two lines is a label over a value, or one label: whichever names the field better."""
    whole = {
        (one.place.leaf, one.place.key.start): one.fit for one in named if one.place.key.kind in ("whole", "colon")
    }
    stacked = {(one.place.leaf, one.place.key.start): one.fit for one in named if one.place.key.kind == "stacked"}
    kept = []
    for one in named:
        place = one.place.leaf, one.place.key.start
        if one.place.key.kind == "stacked" and (one.fit < _STACKED or whole.get(place, 0.0) >= one.fit):
            continue
        if one.place.key.kind in ("whole", "inline") and stacked.get(place, 0.0) > max(one.fit, _STACKED):
            continue
        kept.append(one)
    return kept


def vetoes_of(field: Field) -> Vetoes:
    own = wordings_of(field)
    asked = frozenset(stem for wording in own if wording.strength > 0.94 for stem in wording.stems)
    stops = tuple(frozenset(wording) for wording in (_stems(label) for label in field.stop_labels) if wording)
    return Vetoes(stops, asked)


def _names_a_stop(caption: str, field: Field) -> bool:
    said = frozenset(stems_of(caption)) if caption else frozenset()
    return any(stop <= said for stop in vetoes_of(field).stop) if said else False


def _stems(label: str) -> tuple[str, ...]:
    known = thesaurus()
    return tuple(stem for stem in stems_of(label) if stem not in known.empty)


def standing(notebook: Notebook, leaf: int) -> float:
    """What is left of a score on a page that is no valid paper, 1 on all others."""
    if notebook.is_lapsed(leaf):
        return _LAPSED
    document = notebook.leaves[leaf].document
    if not notebook.is_draft(document):
        return 1.0
    return _DRAFT if notebook.has_final_of(document) else _ONLY_DRAFT


def _values_of(field: Field, named: NamedKey, notebook: Notebook) -> Iterator[Candidate]:
    leaf = notebook.leaves[named.place.leaf]
    layout = notebook.layout(named.place.leaf)
    reader = Reader(
        field.type,
        named.facet,
        notebook.reads_in(leaf),
        field.currency,
        field.choices,
        notebook.conventions_of(leaf.document),
        unit_asked(field),
    )
    key = named.place.key
    if field.about_subject and _is_of_another_role(layout.text[key.start : key.end], field):
        return
    label = layout.text[key.start : key.end].strip()
    share = named.fit * standing(notebook, named.place.leaf)
    share *= topic_share(field, named, notebook)
    if field.type in _OF_THE_PAPER and kinds_in(tuple(vetoes_of(field).asked)):
        share *= _kind_share(key.stems, notebook.kinds_of(leaf.document))
    is_elsewhere = _names_a_stop(caption_above(layout, key), field)
    heads_many = not field.list and heads_several_values(layout, key, reader)
    for region, reading in _best_readings(field.type, layout, key, reader):
        if heads_many and region.how == "below label":
            continue  # which row of the column is meant, its heading does not say
        if is_elsewhere and region.how in _OF_COLUMN:
            continue  # a table of something else
        score = (
            share
            * region.closeness
            * max(reading.fit, _NAMED_AGAIN if _is_named_again(field, layout, region, reading) else 0.0)
        )
        if field.type is FieldType.MONEY:
            reading = _in_units(reading, layout, named.place.leaf, notebook)
        if field.type is FieldType.CHOICE and says_another(
            field.choices, layout.text, start=region.start, end=region.end, chosen=reading
        ):
            reading = reading._replace(certain=False)
        if field.type is FieldType.TEXT and _stands_around(layout, key, region, reading):
            score *= _PARAGRAPH
        if score < _LEAST:
            continue
        cut = (
            key.kind == "inline" and region.how != "same line"
        )  # "Turnover for 12 months, USD": all of it is the label
        yield candidate_of(
            reading,
            page=layout.page,
            evidence=_evidence(key, region, reading),
            label=layout.of(layout.at(key.start)) if cut else label,
            score=score,
            why=f"{region.how} {label!r}",
            in_force=not notebook.is_lapsed(named.place.leaf),
            further=region.more,
        )
        if region.how not in _MANY:
            return


def _is_named_again(field: Field, layout: Layout, region: Region, reading: Reading) -> bool:
    """``Staff | on average in 2021: staff – 37``: the words before the value in its own cell are the label once more."""
    if field.type not in _NARROW or region.how != "right of label":
        return False
    before = _AGAIN.fullmatch(layout.text[region.start : reading.start])
    if before is None or any(letter.isdigit() for letter in _YEARS.sub("", before["said"])):
        return False
    said, vetoes = frozenset(stems_of(before["said"])), vetoes_of(field)
    return bool(said & vetoes.asked) and not any(stop <= said for stop in vetoes.stop)


def _is_of_another_role(label: str, field: Field) -> bool:
    """``Просроченная задолженность поручителя``: a label that says whose it is, and the field does not ask about them."""
    words = party_words()
    asked = " ".join((field.question, *field.labels))
    return any(
        match.group().casefold() not in asked.casefold() and words.own.match(match.group()) is None
        for match in words.role.finditer(label)
    )


def _in_units(reading: Reading, layout: Layout, leaf: int, notebook: Notebook) -> Reading:
    """A bare amount of a table in thousands by what it comes to; where two units may be meant, it is no certain one."""
    if any(letter.isalpha() for letter in layout.text[reading.start : reading.end]):
        return reading
    stated = notebook.stated_over(leaf, CharSpan(start=reading.start, end=reading.end))
    if stated.is_doubtful:
        return reading._replace(certain=False)
    value = reading.value.model_copy(update={"normalised": scaled(reading.value.normalised, stated.scale)})
    return reading._replace(value=value)


def _stands_around(layout: Layout, key: KeyText, region: Region, reading: Reading) -> bool:
    """Running text under a heading, or under ``As used in this Agreement, the terms:``, which is no label."""
    segment = layout.at(key.start)
    if key.kind == "colon":
        cut_out = region.how == "below label" and key.start > segment.start
        return cut_out and reads_as_a_sentence(layout.of(segment))
    running = region.how == "below label" and layout.at(region.start).cell is None
    return running and reads_as_a_sentence(reading.value.text)


def _best_readings(kind: FieldType, layout: Layout, key: KeyText, reader: Reader) -> list[tuple[Region, Reading]]:
    """The fitting values of the label's surroundings, nearest first."""
    narrow = kind in _NARROW
    found = _readings_in(table_row(layout, key), layout, key, reader, stop_early=False) if narrow else []
    if not found:
        found = _readings_in(regions_of(layout, key, worded=not narrow), layout, key, reader, stop_early=not narrow)
    if kind in _SUMMED and (not found or found[0][0].how == "below label"):
        column = list(_column_readings(layout, key, reader))
        found = column or found
    if kind is FieldType.MONEY:
        found = _in_asked_currency(found, layout, reader)
        for alike in (names_its_currency, looks_like_money):
            most_like = [pair for pair in found if alike(layout.text, pair[1])]
            if most_like:
                return most_like
    return found


def _in_asked_currency(
    found: list[tuple[Region, Reading]], layout: Layout, reader: Reader
) -> list[tuple[Region, Reading]]:
    """Of several rows those in the asked currency, where one of them names it and another names another."""
    if reader.currency is None or len(found) < 2:
        return found
    named = [_currencies_beside(layout, reading) for _, reading in found]
    if not any(reader.currency in said for said in named):
        return found
    return [pair for pair, said in zip(found, named, strict=True) if not said or reader.currency in said]


def _currencies_beside(layout: Layout, reading: Reading) -> frozenset[str]:
    """That the row of the value names, the value included."""
    row = layout.row_of(layout.at(reading.start))
    said = (currency_in(layout.of(segment)) for segment in row)
    return frozenset(currency for currency in said if currency is not None)


def _readings_in(
    regions: Iterable[Region], layout: Layout, key: KeyText, reader: Reader, *, stop_early: bool
) -> list[tuple[Region, Reading]]:
    """``stop_early``: words fit anywhere, so only the nearest region counts."""
    found: list[tuple[Region, Reading]] = []
    for region in regions:
        start, end = part_meant(layout, key, region)
        readings = _over_lines(region, layout, reader) if region.more else reader.read(layout.text, start, end)
        if not readings and reader.kind is FieldType.PERCENT and _PERCENT.search(layout.text, key.start, key.end):
            readings = reader._replace(kind=FieldType.NUMBER).read(layout.text, start, end)
        is_part = key.is_half or (start, end) != (region.start, region.end)
        if is_part and len(readings) == 1:
            readings = [readings[0]._replace(fit=max(readings[0].fit, _OF_TWO))]  # the rest is what else was asked
        if readings:
            best = max(readings, key=lambda one: one.fit)
            found.append(
                (region, best._replace(certain=best.certain and not _gives_another(layout.text, readings, best)))
            )
        if stop_early:
            break
    return found


def _gives_another(text: str, readings: list[Reading], best: Reading) -> bool:
    """Whether the piece gives a second value of the kind beside it: ``12 % in USD or 23 % in UZS``."""
    if best.value.type not in _ALTERNATIVE:
        return False
    others = (one for one in readings if one.value.normalised != best.value.normalised)
    return any(
        (best.value.type is not FieldType.MONEY or one.value.unit == best.value.unit)
        and _OR.search(text[min(one.end, best.end) : max(one.start, best.start)]) is not None
        for one in others
    )


def _over_lines(region: Region, layout: Layout, reader: Reader) -> list[Reading]:
    """The value as its lines make it together; its place is the first line's."""
    lines = (CharSpan(start=region.start, end=region.end), *region.more)
    joined = " ".join(layout.text[line.start : line.end] for line in lines)
    whole = [one for one in reader.read(joined, 0, len(joined)) if one.start == 0 and one.end >= len(joined) - 1]
    return [one._replace(start=region.start, end=region.end) for one in whole]


def _column_readings(layout: Layout, key: KeyText, reader: Reader) -> Iterator[tuple[Region, Reading]]:
    for region in totals_under(layout, key):
        readings = reader.read(layout.text, region.start, region.end)
        if readings:
            yield region, max(readings, key=lambda one: one.fit)


def _kind_share(stems: tuple[str, ...], own: frozenset[str]) -> float:
    named = kinds_in(stems)
    if not named or not own or named & own:
        return 1.0
    return _ANOTHER_PAPER


def _evidence(key: KeyText, region: Region, reading: Reading) -> CharSpan:
    """The label is quoted along where it stands on the same line; across lines other columns may have come between."""
    on_one_line = region.how == "same line" and key.kind != "stacked"
    if on_one_line and key.start < reading.start and reading.end - key.start <= _LONGEST_EVIDENCE:
        return CharSpan(start=key.start, end=reading.end)
    return CharSpan(start=reading.start, end=reading.end)
