"""Verification of one answer: every claim resolved to places, its value read from the quote, checks run. Nothing is believed.

A claim either stands, with citations made by code, or is refused, with words for the reader and words for the analyst.
"""

from collections.abc import Callable, Iterable
from datetime import date
from typing import NamedTuple

from agents.fill.case_notes import Manner
from agents.fill.cautions import cautions_of
from agents.fill.meant import place_of_value, places_meant
from agents.fill.resolve import NUMERIC, Located, Lost, Resolver, narrowed
from agents.fill.state import Judgement, Refusal, Supported
from agents.fill.surroundings import unqualified
from agents.fill.tie import Tie, can_tie, stop_label_beside, tie_of
from agents.fill.wording import Wording
from agents.orders import gives_orders
from agents.papers import speaks_of
from agents.parties.mentions import tax_numbers
from agents.parties.people import belongs_to
from agents.parties.zones import Zone
from agents.steps import Answer, Claim, SpanPointer
from evidence.checks import run_check
from evidence.citations import Citation
from evidence.fields import Column, Field, FieldType
from evidence.findings import TypedValue
from evidence.pages import OriginKind, Page
from evidence.ports import SecondLook
from evidence.reasons import Reason, because
from evidence.spans import CharSpan
from evidence.stated_units import Stated
from evidence.support import Support, supports

_NAMES = frozenset({FieldType.ORGANISATION, FieldType.PERSON})
_NAME_AND_NUMBER = Support(
    ok=False, reason=because("number_in_name", "a taxpayer's number stands in it: give the name alone")
)
_SAID = 6
"""Words of a field's papers that are named."""
_QUOTED = 300
"""Characters of a page shown back to a reader whose claim did not stand."""


class Bench(NamedTuple):
    """What judging one field needs to know."""

    field: Field
    resolver: Resolver
    wording: Wording
    today: date | None
    set_aside: frozenset[str]
    who_else: Callable[[str], str]
    """sha256 of a document set aside -> in words, whom it is about."""
    is_foreign: Callable[[TypedValue, Located], bool]
    """For a field that says who the case is about: whether the value is another party's of that document."""
    zone_of: Callable[[Located, str], Zone | None]
    """For a field about the subject: the other party's particulars in which the value stands, each time it stands there."""
    zone_of_row: Callable[[Located, Field, Iterable[str]], Zone | None]
    """For a table about the subject: as above, of the row that says so."""
    people: tuple[str, ...] | None
    """Whose the value must be; None = nobody's."""
    strangers: frozenset[str]
    """All documents about someone else, also where the field may be answered from them."""
    is_draft: Callable[[str], bool]
    manner_of: Callable[[Page], Manner]
    language_of: Callable[[Citation], str | None]
    """Of the cited page."""
    subject: str | None
    most_citations: int
    second_look: SecondLook | None = None
    row: tuple[str, ...] = ()
    """What the cells of the row being judged are claimed to say."""


def judge_scalars(answer: Answer, bench: Bench, *, repeated: bool) -> Judgement:
    """``repeated``: the reader gave the same answer before, knowing what was wrong with it."""
    values: list[Supported] = []
    refusals: list[Refusal] = []
    for claim in answer.claims:
        ruling = judge_claim(claim, bench.field, bench, repeated=repeated)
        if isinstance(ruling, Refusal):
            refusals.append(ruling)
        else:
            values.append(ruling)
    cautions = tuple(map(bench.wording.of, answer.cautions))
    return Judgement(values=tuple(values), refusals=tuple(refusals), cautions=cautions)


def judge_claim(claim: Claim, asked: Field | Column, bench: Bench, *, repeated: bool = False) -> Supported | Refusal:
    own = _stated(claim, bench)
    if isinstance(own, Refusal):
        return own
    supporting, support = _support(claim, asked, own, bench)
    if support.value is None or not support.ok:
        return _unsupported(claim, own, support, bench)
    belonging = _belonging(support.value, supporting, bench, asked=asked)
    if isinstance(belonging, Refusal):
        return belonging
    supporting = belonging
    meant, said = places_meant(support.value.text, supporting, asked, bench.field, resolver=bench.resolver)
    if said is not None:
        return _said_elsewhere(support.value, supporting, said, bench)
    supporting = meant
    if support.value.type in _NAMES and tax_numbers(support.value.text):
        return _unsupported(claim, supporting, _NAME_AND_NUMBER, bench)
    supporting, why = unqualified(support.value, meant, asked, bench.field)
    if why is not None:
        return _unsupported(claim, meant, Support(ok=False, reason=why), bench)
    problem = _unfit(support.value, supporting, claim, bench, asked=asked, repeated=repeated)
    if problem is not None:
        return problem
    pictures = [_other_digits(support.value.text, place, asked, bench) for place in supporting]
    if all(pictures):
        return _not_as_drawn(support.value, supporting, str(pictures[0]), bench)
    supporting = [place for place, other in zip(supporting, pictures, strict=True) if other is None]
    supporting = [governing(place, claim, asked, bench) for place in supporting]
    cautions = [caution for place in supporting for caution in cautions_of(place, bench.wording)]
    if isinstance(asked, Field) and _is_untied(claim, supporting, bench):
        cautions.append(bench.wording.say("untied_caution"))
    text = support.value.text
    citations = distinct(tuple(citation for place in supporting for citation in narrowed(place, text).citations()))
    return Supported(
        value=support.value,
        citations=citations[: bench.most_citations],
        cautions=tuple(dict.fromkeys(cautions)),
    )


def _stated(claim: Claim, bench: Bench) -> list[Located] | Refusal:
    """The places pointed at that papers of the case state openly."""
    places = [bench.resolver.locate(pointer) for pointer in claim.evidence]
    lost = [place for place in places if isinstance(place, Lost)]
    located = [place for place in places if isinstance(place, Located)]
    if not located:
        files = ", ".join(dict.fromkeys(one.file for one in lost if one.file)) or "?"
        return Refusal(
            feedback="; ".join(dict.fromkeys(one.feedback for one in lost)),
            why=bench.wording.say("quote_absent", file=files),
        )
    located = [place for place in located if not _is_withheld(place)]
    if not located:
        return Refusal(feedback="what was pointed at is hidden or deleted text", why=bench.wording.say("withheld"))
    stated = [place for place in located if not _gives_orders(place)]
    if not stated:
        return Refusal(
            feedback="that paragraph gives orders to whoever reads it; it states nothing. Look for another place",
            why=bench.wording.say("gives_orders"),
            citations=_citations(located),
        )
    own = [place for place in stated if place.document.sha256 not in bench.set_aside]
    return own or _about_someone_else(stated, bench)


def _belonging(
    value: TypedValue, supporting: list[Located], bench: Bench, *, asked: Field | Column
) -> list[Located] | Refusal:
    """The places at which the value is the subject's, its holder's, and in a paper that speaks of what is asked."""
    if isinstance(asked, Field):
        zones = [bench.zone_of(place, value.text) for place in supporting]
    else:
        zones = [bench.zone_of_row(place, bench.field, bench.row) for place in supporting]
    if all(zones):
        return _in_particulars(value, supporting, zones[0], bench)
    left = [place for place, zone in zip(supporting, zones, strict=True) if zone is None]
    if bench.people is not None:
        left, of_another = [place for place in left if _is_theirs(place, value.text, bench)], left
        if not left:
            return _of_another_person(value, of_another, bench)
    if bench.field.papers:
        left, off_topic = [place for place in left if _is_on_topic(place, value.text, bench)], left
        if not left:
            return _off_topic(value, off_topic, bench)
    return left


def _said_elsewhere(value: TypedValue, located: list[Located], said: str, bench: Bench) -> Refusal:
    return Refusal(
        feedback=f"beside {value.text!r} stands {said!r}: it is not what is asked; look for another, or say not found",
        why=bench.wording.say("said_elsewhere", said=said),
        citations=_citations(located),
    )


def _support(
    claim: Claim, asked: Field | Column, located: list[Located], bench: Bench
) -> tuple[list[Located], Support]:
    """The quotes that support the value by themselves, or all of them where only together they do."""
    rulings = [(place, supported_by(place.quote, claim, asked, place=place, bench=bench)) for place in located]
    alone = [(place, ruling) for place, ruling in rulings if ruling.ok and ruling.value is not None]
    if alone:
        return [place for place, _ in alone], alone[0][1]
    if len(located) > 1:
        quote = "\n".join(place.quote for place in located)
        context = "\n".join(filter(None, (governing(place, claim, asked, bench).context for place in located)))
        manner = bench.manner_of(located[0].page)
        together = supports(
            asked, claim.value, quote, language=manner.language, context=context, evidence=manner.evidence
        )
        if together.ok:
            return located, together
    return located, rulings[0][1]


def supported_by(text: str, claim: Claim, asked: Field | Column, *, place: Located, bench: Bench) -> Support:
    """Whether ``text`` of the place's page says what is claimed, read in the manner of its document."""
    manner = bench.manner_of(place.page)
    context = governing(place, claim, asked, bench).context
    ruling = supports(asked, claim.value, text, language=manner.language, context=context, evidence=manner.evidence)
    if ruling.ok and asked.type is FieldType.MONEY and _is_bare(ruling.value):
        stated = bench.resolver.stated_over(place, claim.value)
        if stated.is_doubtful:
            return Support(ok=False, reason=_which_unit(stated))
    return ruling


def governing(place: Located, claim: Claim, asked: Field | Column, bench: Bench) -> Located:
    """The place with what gives an amount its unit as its context: the heading of another column says nothing of it."""
    if asked.type is not FieldType.MONEY:
        return place
    stated = bench.resolver.stated_over(place, claim.value)
    return place._replace(context=" / ".join(stated.notes)) if stated.notes else place


def _is_bare(value: TypedValue | None) -> bool:
    return value is not None and not any(letter.isalpha() for letter in value.text)


def _which_unit(stated: Stated) -> Reason:
    notes = "; ".join(repr(note) for note in stated.notes)
    return because("units_unclear", "in which unit it is given is not certain: {notes}", notes=notes)


def _unfit(
    value: TypedValue, located: list[Located], claim: Claim, bench: Bench, *, asked: Field | Column, repeated: bool
) -> Refusal | None:
    """What speaks against a value that its quote supports."""
    citations = _citations(located)
    if not isinstance(asked, Field):
        return None
    for check in asked.checks:
        result = run_check(check, value, today=bench.today)
        if result.reason is not None:
            return Refusal(
                feedback=f"{value.text!r} cannot be right: {result.reason}; look for another, or say not found",
                why=bench.wording.say("check_failed", check=check, detail=bench.wording.within(result.reason)),
                citations=citations,
            )
    if all(bench.is_foreign(value, place) for place in located):
        return Refusal(
            feedback=f"the case is about {bench.subject}; {value.text!r} belongs to someone else",
            why=bench.wording.say("not_this_subject", subject=bench.subject),
            citations=citations,
        )
    stops = [stop_label_beside(asked, place) for place in located]
    if all(stops):
        return Refusal(
            feedback=f"the quote is labelled {stops[0]!r}, which is not what is asked",
            why=bench.wording.say("beside_stop_label", label=stops[0]),
            citations=citations,
        )
    if _is_untied(claim, located, bench) and (not repeated or asked.type in NUMERIC):
        return Refusal(
            feedback=f"nothing in or right above {_shown(located)} names what is asked. If the documents do not say "
            "it, answer not found; if they do, point at the line that says it",
            why=bench.wording.say("untied"),
            citations=citations,
        )
    return None


def _other_digits(text: str, place: Located, asked: Field | Column, bench: Bench) -> str | None:
    """What the page's picture shows instead of the value's digits; None where it speaks for them or says nothing."""
    if bench.second_look is None or asked.type not in NUMERIC:
        return None
    for page, span in place.parts:
        at = page.text.find(text, span.start, span.end)
        if at >= 0:
            return bench.second_look.other_digits(page, CharSpan(start=at, end=at + len(text)))
    return None


def _not_as_drawn(value: TypedValue, located: list[Located], shown: str, bench: Bench) -> Refusal:
    return Refusal(
        feedback=f"the text says {value.text!r} and the picture of the page shows the digits {shown!r}; look for another "
        "place, or say not found",
        why=bench.wording.say("picture_differs", value=value.text, shown=shown),
        citations=_citations(located),
    )


def _is_untied(claim: Claim, located: list[Located], bench: Bench) -> bool:
    if all(isinstance(pointer, SpanPointer) for pointer in claim.evidence):
        return False  # code that counts characters found the place by its label or heading, be it far from the value
    ties = [tie_of(bench.field, bench.field, place, reader_context=claim.context) for place in located]
    return max(ties) is Tie.NONE and any(can_tie(bench.field, place.page) for place in located)


def _gives_orders(place: Located) -> bool:
    return any(gives_orders(page.text, span) for page, span in place.parts)


def _is_withheld(place: Located) -> bool:
    """Page text never holds hidden or deleted text; should a reader of a format slip, it is still no evidence."""
    origins = {block.origin.kind for page, span in place.parts for block in page.blocks_in(span)}
    return bool(origins & {OriginKind.HIDDEN, OriginKind.DELETED})


def _about_someone_else(located: list[Located], bench: Bench) -> Refusal:
    document = located[0].document
    who = bench.who_else(document.sha256)
    return Refusal(
        feedback=f"{document.name!r} is about someone else ({who}); the case is about {bench.subject}",
        why=bench.wording.say("someone_else", file=document.name, who=who),
        citations=_citations(located),
    )


def _in_particulars(value: TypedValue, located: list[Located], zone: Zone | None, bench: Bench) -> Refusal:
    owner = zone.owner if zone is not None else None
    whose = f"the particulars of {owner}" if owner else "particulars of one of several parties, which one isn't shown"
    why = bench.wording.say("other_particulars", owner=owner) if owner else bench.wording.say("unclear_particulars")
    return Refusal(
        feedback=f"{value.text!r} stands in {whose}; the case is about {bench.subject}",
        why=why,
        citations=_citations(located),
    )


def _is_on_topic(place: Located, value: str, bench: Bench) -> bool:
    first = bench.resolver.first_page(place)
    return any(
        speaks_of(bench.field.papers, page=page, span=place_of_value(page, span, value), first=first)
        for page, span in place.parts
    )


def _off_topic(value: TypedValue, located: list[Located], bench: Bench) -> Refusal:
    words = ", ".join(bench.field.papers[:_SAID])
    return Refusal(
        feedback=f"neither the title nor the heading nor the line of {value.text!r} speaks of what is asked ({words}); look "
        "for another, or say not found",
        why=bench.wording.say("off_topic", words=words),
        citations=_citations(located),
    )


def _is_theirs(place: Located, value: str, bench: Bench) -> bool:
    people, kind = bench.people or (), bench.field.type
    return any(
        belongs_to(page.text, place_of_value(page, span, value), people, kind=kind) for page, span in place.parts
    )


def _of_another_person(value: TypedValue, located: list[Located], bench: Bench) -> Refusal:
    people = ", ".join(bench.people or ())
    why = bench.wording.say("another_person", people=people) if people else bench.wording.say("holder_unknown")
    feedback = f"beside {value.text!r} the page does not name {people}" if people else "whose it must be is not known"
    return Refusal(feedback=f"{feedback}; look for another, or say not found", why=why, citations=_citations(located))


def _unsupported(claim: Claim, located: list[Located], support: Support, bench: Bench) -> Refusal:
    detail = support.reason or because("not_in_quote", "it is not in the quote")
    return Refusal(
        feedback=f"{_shown(located)} does not support the value {claim.value!r}: {detail}",
        why=bench.wording.say("value_unsupported", value=claim.value, detail=bench.wording.within(detail)),
        citations=_citations(located),
    )


def _shown(located: list[Located]) -> str:
    place = located[0]
    where = f"{place.document.name!r}" + (f" page {place.page.number}" if place.page.kind.is_paged else "")
    return f"the quote in {where}, which says {place.quote[:_QUOTED]!r},"


def _citations(located: list[Located]) -> tuple[Citation, ...]:
    return distinct(tuple(citation for place in located for citation in place.citations()))


def distinct(citations: tuple[Citation, ...]) -> tuple[Citation, ...]:
    seen: dict[tuple[str, int, int, int], Citation] = {}
    for citation in citations:
        seen.setdefault((citation.sha256, citation.page, citation.span.start, citation.span.end), citation)
    return tuple(seen.values())


def is_single(field: Field) -> bool:
    return not field.list and field.type is not FieldType.TABLE
