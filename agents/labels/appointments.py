"""Orders that appoint a director or release one: who holds the post by the papers' own words, and since when.

A later signature alone settles nothing: only an order that names who is director from when, or whose powers end.
"""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from agents.labels.found import Candidate, candidate_of
from agents.labels.layout import Layout
from agents.labels.notebook import Notebook
from agents.labels.readings import Reader, Reading, worded_value
from agents.labels.taking_office import days_of_taking_office
from agents.labels.thesaurus import thesaurus
from agents.labels.words import stems_of
from agents.parties.mentions import Own, last_before, mentions
from agents.parties.names import same_party
from evidence.fields import Field, FieldType
from evidence.findings import TypedValue
from evidence.spans import CharSpan
from evidence.values.transliteration import romanised

OUT_OF_OFFICE = 0.62
"""What is left of a score: shown, never an answer."""
_APPOINTED = 0.86
_FROM_THEN = 0.72
"""Of the day from which the post is held, where the order has a day of its own: the order's is the day of appointment."""
APPOINTMENT = "appointment"
_BEHIND = 50
"""Characters behind the post in which the day may stand from which it is held."""
_LONGEST = 400
_HEAD = 900
"""Characters above the sentence in which the order's title stands."""
_UNDER = 110
"""Characters below the title in which the order's own day stands."""
_INITIAL = 2
_OF = re.compile(r"(?<!\w)(?:от|dated)\s*\Z", re.IGNORECASE)
_OWN_NUMBER = re.compile(r"\W*(?:№|N)?\s*[\w./-]{1,12}\s*(?:от|dated)\s*", re.IGNORECASE)
_FROM = re.compile(r"[\s,]*(?:(?:общества|предприятия)\s+)?(?:с|со)\s*", re.IGNORECASE)
_CASE = re.compile(r"(?:omu|ogo|oi|om|im|ih|a|u|e|i|o)$")
_CHILD_OF = frozenset({"ogli", "qizi", "ўғли", "қизи"})
_POST_WORDS = (
    "директор",
    "руководитель",
    "direktor",
    "direktori",
    "rahbar",
    "rahbari",
    "раҳбар",
    "раҳбари",
    "директори",
)
_TITLE = re.compile(r"(?<!\w)(?:ПРИКАЗ|РЕШЕНИЕ|ПРОТОКОЛ|BUYRUQ|QAROR|BAYONNOMA|БУЙРУҚ|ҚАРОР|БАЁННОМА)(?!\w)")
_ANY = Own((), frozenset())
_CAPITAL = r"[A-ZÀ-ÞА-ЯЁЎҚҒҲ]"
_NAME = (
    rf"(?P<name>(?-i:{_CAPITAL}[\w’'ʻ‘`-]+(?:\s+(?:{_CAPITAL}[\w’'ʻ‘`-]+|o[ʻ'‘’`]g[ʻ'‘’`]li|qizi|ўғли|қизи|{_CAPITAL}\.)){{1,3}}(?:\s?{_CAPITAL}\.)?"
    rf"|{_CAPITAL}\.\s?(?:{_CAPITAL}\.\s?)?{_CAPITAL}[\w’'ʻ‘`-]+))"
)
_POST = r"(?:(?:генеральн|исполнительн)\w+\s+)?(?:директор|руководител)(?:а|я|ом|ем)?(?!\w)"
_NOT_THE_FIRM = r"(?!\s+(?:филиала|департамента|отдел\w*|управления|по\s|производств\w*|склад\w*|магазин\w*))"
_VERB = r"(?<!\w)(?:назначить|назначается|назначен[аы]?|избрать|избран[аы]?|принять|утвердить)\s+(?:гражданин\w*\s+|г-н\w*\s+)?"
_UZ_POST = r"(?:direktor|rahbar|директор|раҳбар)\w*"
_UZ_BETWEEN = r"(?:(?!o[ʻ'‘’`]rinbosar|ўринбосар|filial|филиал|bo[ʻ'‘’`]lim|бўлим)[^;]){0,70}?"
_IN_OFFICE = tuple(
    re.compile(form, re.IGNORECASE)
    for form in (
        rf"{_VERB}{_NAME}\s+на\s+должность\s+{_POST}{_NOT_THE_FIRM}",
        rf"{_VERB}{_NAME}\s+{_POST}{_NOT_THE_FIRM}",
        rf"{_VERB}(?:на\s+должность\s+)?{_POST}{_NOT_THE_FIRM}\s+(?:общества\s+|предприятия\s+)?{_NAME}",
        rf"{_NAME}\s+{_UZ_BETWEEN}{_UZ_POST}\s+(?:lavozimi\w*|vazifasi\w*|etib|лавозими\w*|вазифаси\w*|этиб)\s+"
        r"(?:[^;.]{0,60}?\s)?(?:tayinla\w+|sayla\w+|тайинла\w+|сайла\w+)",
    )
)
_RELEASED = tuple(
    re.compile(form, re.IGNORECASE)
    for form in (
        rf"(?<!\w)(?:прекращени\w+\s+полномочий|прекратить\s+полномочия|освободить|освобождени\w+|уволить|увольнени\w+|снять"
        rf"|расторгнуть\s+(?:трудов\w+\s+)?(?:договор|контракт)\s+с)\s+(?:с\s+должности\s+)?(?:{_POST}\s+)?{_NAME}",
        rf"{_NAME}\s+(?:bilan|билан)\s+tuzilgan\s+(?:mehnat\s+)?(?:shartnoma|kontrakt)\w*[^;.]{{0,60}}?bekor",
        rf"{_NAME}\s+(?:bilan|билан)\s+тузилган\s+(?:меҳнат\s+)?(?:шартнома|контракт)\w*[^;.]{{0,60}}?бекор",
        rf"{_NAME}\s+[^;.]{{0,60}}?(?:lavozimidan|vazifasidan|лавозимидан|вазифасидан)\s+(?:[^;.]{{0,110}}?\s)?(?:ozod|bo[ʻ'‘’`]shat|озод|бўшат)\w*",
    )
)
_TEMPORARY = re.compile(
    r"(?<!\w)(?:временно|на\s+время|исполняющ\w+\s+обязанност|и\.\s?о\.|vaqtincha|вақтинча|vazifasini\s+bajaruvchi)",
    re.IGNORECASE,
)


class Order(NamedTuple):
    """One sentence that puts a person into office."""

    leaf: int
    person: TypedValue
    firm: str | None
    """The organisation named last before it."""
    days: tuple[Reading, ...]
    """The order's own day, and from which day, as far as they are said; equal days once."""
    start: int

    @property
    def first_day(self) -> str:
        return max((day.value.normalised for day in self.days), default="")


class _Release(NamedTuple):
    person: TypedValue
    firm: str | None


def by_orders(field: Field, candidates: Sequence[Candidate], notebook: Notebook) -> list[Candidate]:
    """Persons whom the orders say to have left the post are kept as what was found and is not taken."""
    if field.type is not FieldType.PERSON or not _asks_for_director(field) or not candidates:
        return list(candidates)
    orders, releases = orders_of(notebook), _releases_of(notebook)
    kept = []
    for one in candidates:
        if _has_left(one.value, orders, releases):
            one = one.model_copy(update={"score": round(one.score * OUT_OF_OFFICE, 4), "in_force": False})
        kept.append(one)
    return kept


def appointments(field: Field, notebook: Notebook, *, set_aside: frozenset[str]) -> list[Candidate]:
    """Days on which the present director of each firm was appointed."""
    if field.type is not FieldType.DATE or not _asks_for_appointment(field):
        return []
    orders, releases = orders_of(notebook), _releases_of(notebook)
    found = []
    for order in orders:
        document = notebook.leaves[order.leaf].document
        if document in set_aside or _has_left(order.person, orders, releases) or notebook.is_lapsed(order.leaf):
            continue
        layout = notebook.layout(order.leaf)
        for place, day in enumerate(order.days):
            near = 0 < day.start - order.start < _LONGEST
            evidence = CharSpan(start=order.start if near else day.start, end=day.end)
            found.append(
                candidate_of(
                    day,
                    page=layout.page,
                    evidence=evidence,
                    label=None,
                    why=APPOINTMENT,
                    score=_APPOINTED if place == 0 else _FROM_THEN,
                )
            )
    last = max((order.first_day for order in orders), default="")
    own_hand = days_of_taking_office(notebook, _leaves(notebook), after=last, set_aside=set_aside, why=APPOINTMENT)
    if own_hand:  # whoever was elected before wrote it: the order is the later paper
        found = [one.model_copy(update={"score": round(one.score * OUT_OF_OFFICE, 4)}) for one in found]
    return found + own_hand


def of_the_subjects_orders(candidates: Sequence[Candidate], own: Own | None, notebook: Notebook) -> list[Candidate]:
    """Without days from another firm's orders."""
    return [one for one in candidates if one.why != APPOINTMENT or own is None or not _is_foreign(one, own, notebook)]


def _is_foreign(candidate: Candidate, own: Own, notebook: Notebook) -> bool:
    text = notebook.layout(notebook.leaf_of(candidate.document, candidate.page)).text
    named = last_before(text, candidate.evidence_span.start, own)
    return named is not None and not named.is_own


def orders_of(notebook: Notebook) -> tuple[Order, ...]:
    return tuple(order for leaf in _leaves(notebook) for order in _orders_on(leaf, notebook))


def _orders_on(leaf: int, notebook: Notebook) -> Iterator[Order]:
    layout = notebook.layout(leaf)
    seen: set[int] = set()
    for pattern in _IN_OFFICE:
        for match in pattern.finditer(layout.flat):
            start, end = match.span("name")
            if start in seen or _TEMPORARY.search(layout.flat, max(0, match.start() - 60), match.end() + 60):
                continue
            seen.add(start)
            person = worded_value(FieldType.PERSON, layout.flat[start:end])
            days = tuple(_days(layout, match, notebook, leaf))
            yield Order(leaf, person, _firm_before(layout, match.start()), days, match.start())


def _days(layout: Layout, match: re.Match[str], notebook: Notebook, leaf: int) -> Iterator[Reading]:
    """The order's own day, then the one that its sentence names, where they are two."""
    where = notebook.leaves[leaf]
    reader = Reader(
        FieldType.DATE, language=notebook.language_of(where), conventions=notebook.conventions_of(where.document)
    )
    flat = layout.flat
    inside = [one for one in reader.read(flat, match.start(), match.end() + _BEHIND) if _is_day(one)]
    said = [one for one in inside if one.start < match.end() or _FROM.search(flat, match.end(), one.start)]
    title = next(reversed(list(_TITLE.finditer(flat, max(0, match.start() - _HEAD), match.start()))), None)
    own: list[Reading] = []
    if title is not None:
        under = reader.read(flat, title.end(), min(title.end() + _UNDER, match.start()))
        own = [one for one in under if _is_day(one) and not _is_anothers(flat, title.end(), one.start)]
    yield from own[:1]
    if said and said[0].value.normalised not in {one.value.normalised for one in own[:1]}:
        yield said[0]


def _is_anothers(flat: str, title: int, day: int) -> bool:
    """``на основании протокола № 6 от 03.09.2021``: the title's own number stands right behind it."""
    return _OF.search(flat, title, day) is not None and _OWN_NUMBER.fullmatch(flat, title, day) is None


def _is_day(reading: Reading) -> bool:
    return reading.certain and len(reading.value.normalised) == len("2024-01-31")


def _firm_before(layout: Layout, position: int) -> str | None:
    before = [one for one in mentions(layout.text, _ANY) if one.end <= position]
    return before[-1].name if before else None


def _releases_of(notebook: Notebook) -> tuple[_Release, ...]:
    found = []
    for leaf in _leaves(notebook):
        layout = notebook.layout(leaf)
        for pattern in _RELEASED:
            for match in pattern.finditer(layout.flat):
                person = worded_value(FieldType.PERSON, layout.flat[slice(*match.span("name"))])
                found.append(_Release(person, _firm_before(layout, match.start())))
    return tuple(found)


def _leaves(notebook: Notebook) -> list[int]:
    """On which somebody is put into a post."""
    stems = {stem for word in _POST_WORDS for stem in stems_of(word)}
    return sorted({leaf for stem in stems for leaf in notebook.leaves_with((stem,))})


def _has_left(person: TypedValue, orders: Sequence[Order], releases: Sequence[_Release]) -> bool:
    """By an order that ends their powers, or by another's later appointment where their own is dated."""
    own = [order for order in orders if alike(order.person, person)]
    for release in releases:
        if alike(release.person, person):
            return not any(_is_of(order.firm, release.firm) and _is_latest(order, orders) for order in own)
    return bool(own) and not any(_is_latest(order, orders) for order in own)


def _is_latest(order: Order, orders: Sequence[Order]) -> bool:
    """Without a day on both sides nobody comes after anybody."""
    return not any(
        _is_of(other.firm, order.firm)
        and not alike(other.person, order.person)
        and order.first_day
        and other.first_day > order.first_day
        for other in orders
    )


def _is_of(one: str | None, other: str | None) -> bool:
    return one is None or other is None or same_party(one, other)


def alike(one: TypedValue, other: TypedValue) -> bool:
    """One person in any case and script, with names or initials: a surname in common, and no initial that differs."""
    ours, theirs = _words(one.text), _words(other.text)
    for mine in ours:
        for its in theirs:
            if len(mine) > _INITIAL and len(its) > _INITIAL and _CASE.sub("", mine) == _CASE.sub("", its):
                rest = [word[0] for word in ours if word is not mine]
                other_rest = [word[0] for word in theirs if word is not its]
                shorter, longer = sorted((rest, other_rest), key=len)
                if shorter and shorter == longer[: len(shorter)]:
                    return True
    return False


def _words(name: str) -> list[str]:
    plain = re.sub(r"[ʻʼ‘’`´']", "", name).casefold()
    return [romanised(word) for word in re.findall(r"[^\W\d_]+", plain) if word not in _CHILD_OF]


def _asks_for_director(field: Field) -> bool:
    known = thesaurus().members["director"]
    return any(stem in known for label in field.labels[:1] for stem in stems_of(label))


def _asks_for_appointment(field: Field) -> bool:
    said = {stem for label in field.labels for stem in stems_of(label)}
    known = thesaurus()
    return bool(said & known.members["appointed"]) and bool(said & known.members["director"] or field.about_subject)
