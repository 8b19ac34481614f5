"""Fail closed, whatever is handed over: findings here are built past their own validators on purpose."""

import tempfile
from collections import Counter
from pathlib import Path

import pytest
from babel import Locale
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from evidence.citations import Citation, Match
from evidence.fields import Column, Field, FieldType, ReportTemplate
from evidence.findings import Finding, FoundValue, ReviewState, Row, SearchProof, Status, TypedValue
from evidence.pages import Origin, OriginKind
from evidence.spans import CharSpan
from render.admit import Held, admit
from render.body import read_controls
from render.package import Package
from render.report import render_report
from tests.unit.render import samples

RU = Locale("ru")
SCALAR = Field(id="x", question="q")
LIST = Field(id="x", question="q", list=True)
TABLE = Field(id="x", question="q", type=FieldType.TABLE, columns=(Column(id="a"), Column(id="b")))
GOOD = samples.cite("charter.pdf", "ИНН 301 234 567")


def broken(**changes: object) -> Citation:
    return Citation.model_construct(**{**dict(GOOD), **changes})


BROKEN = [
    broken(quote=""),
    broken(quote=" \n"),
    broken(quote="ИНН 301 234 56"),
    broken(file=""),
    broken(sha256=""),
    broken(match="guessed"),
    broken(origin=Origin(kind=OriginKind.HIDDEN)),
    broken(origin=Origin(kind=OriginKind.DELETED)),
]
UNWRITABLE = broken(quote="ИНН 301 234 \ud8007")
REPLACED = [
    broken(quote="ИНН 301 234 568"),
    broken(sha256="f" * 64),
    broken(page=9),
    broken(span=CharSpan(start=1, end=16)),
]


def finding(
    *citations: Citation, indexes: tuple[int, ...] = (0,), text: str = "301 234 567", **more: object
) -> Finding:
    typed = TypedValue.model_construct(type=FieldType.TEXT, text=text, normalised=text, unit=None)
    value = FoundValue.model_construct(value=typed, citations=indexes)
    given = {"values": (value,), "status": Status.FOUND, "review": ReviewState.PROPOSED, **more}
    return Finding.model_construct(
        field="x", citations=citations, producer=samples.PRODUCER, search=SearchProof(), **given
    )


def test_a_value_with_its_quote_is_let_in() -> None:
    entry = admit(SCALAR, finding(GOOD), locale=RU, source=samples.source())
    assert entry.held is None and entry.values[0].text == "301 234 567" and entry.values[0].citations == (GOOD,)


@pytest.mark.parametrize("citation", [*BROKEN, UNWRITABLE])
def test_a_citation_that_proves_nothing_keeps_the_value_out(citation: Citation) -> None:
    entry = admit(SCALAR, finding(citation), locale=RU)
    assert entry.held is Held.UNVERIFIED and entry.why is not None and not entry.values


@pytest.mark.parametrize("citation", REPLACED)
def test_with_the_pages_at_hand_the_quote_must_stand_there(citation: Citation) -> None:
    assert admit(SCALAR, finding(citation), locale=RU).held is None
    assert admit(SCALAR, finding(citation), locale=RU, source=samples.source()).held is Held.UNVERIFIED


@pytest.mark.parametrize("indexes", [(), (1,), (-1,), (0, 7)])
def test_a_value_without_a_citation_is_kept_out(indexes: tuple[int, ...]) -> None:
    assert admit(SCALAR, finding(GOOD, indexes=indexes), locale=RU).held is Held.UNVERIFIED


@pytest.mark.parametrize("text", ["", "  \n", "\x00", "\ud800"])
def test_an_empty_or_broken_value_is_kept_out(text: str) -> None:
    assert admit(SCALAR, finding(GOOD, text=text), locale=RU).held is Held.UNVERIFIED


def test_one_bad_citation_among_good_ones_keeps_the_value_out() -> None:
    assert admit(SCALAR, finding(GOOD, BROKEN[0], indexes=(0, 1)), locale=RU).held is Held.UNVERIFIED


def test_several_values_for_one_place_go_to_a_person() -> None:
    two = finding(GOOD).values * 2
    assert admit(SCALAR, finding(GOOD, values=two), locale=RU).held is Held.UNVERIFIED
    assert admit(LIST, finding(GOOD, values=two), locale=RU).held is None


def test_a_list_shows_what_holds_and_marks_what_does_not() -> None:
    good, bad = finding(GOOD).values[0], finding(GOOD, indexes=(5,)).values[0]
    entry = admit(LIST, finding(GOOD, values=(bad, good)), locale=RU)
    assert [value and value.text for value in entry.values] == ["301 234 567", None]
    assert [gap.row for gap in entry.gaps] == [1]


@pytest.mark.parametrize(
    ("status", "held"),
    [(Status.NOT_FOUND, Held.NOT_FOUND), (Status.CONFLICT, Held.CONFLICT), (Status.FAILED, Held.FAILED)],
)
def test_what_is_not_found_is_held(status: Status, held: Held) -> None:
    assert admit(SCALAR, finding(GOOD, status=status), locale=RU).held is held
    assert admit(SCALAR, None, locale=RU).held is Held.NO_FINDING


TEXTS = st.text(max_size=12) | st.sampled_from(["301 234 567", "\x00", "{{ x }}", "<b>&amp;", "a\nb", ""])
CITATIONS = st.sampled_from([GOOD, samples.cite("scan.pdf", "СПРАВКА", match=Match.OCR_NEAR), *BROKEN, *REPLACED])
VALUES = st.builds(
    lambda text, indexes: finding(indexes=tuple(indexes), text=text).values[0],
    TEXTS,
    st.lists(st.integers(-2, 4), max_size=3),
)
ROWS = st.builds(
    lambda a, b: Row.model_construct(cells={"a": a, "b": b, "stray": a}), st.none() | VALUES, st.none() | VALUES
)
FINDINGS = st.builds(
    lambda citations, values, rows, status, review: Finding.model_construct(
        field="x", citations=tuple(citations), values=tuple(values), rows=tuple(rows), status=status, review=review,
        producer=samples.PRODUCER, search=SearchProof(), reason=None,
    ),
    st.lists(CITATIONS, max_size=4),
    st.lists(VALUES, max_size=3),
    st.lists(ROWS, max_size=3),
    st.sampled_from(Status),
    st.sampled_from(ReviewState),
)  # fmt: skip


def stands(citation: Citation) -> bool:
    """Said independently of the gate: the quote is the page's own characters."""
    pages = {(page.document, page.number): page.text for page in samples.pages()}
    text = pages.get((citation.sha256, citation.page), "")
    return bool(citation.quote.strip()) and text[citation.span.start : citation.span.end] == citation.quote


@given(FINDINGS, st.sampled_from([SCALAR, LIST, TABLE]))
def test_nothing_is_let_in_without_a_quote_that_stands(made: Finding, wanted: Field) -> None:
    entry = admit(wanted, made, locale=RU, source=samples.source())
    for shown in entry.shown():
        assert shown.citations and all(stands(citation) for citation in shown.citations)
        assert made.review is not ReviewState.REJECTED
        assert made.status is Status.FOUND or made.review in (ReviewState.APPROVED, ReviewState.EDITED)
    assert (entry.held is None) == any(True for _ in entry.shown())


@settings(max_examples=25, suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(FINDINGS, st.sampled_from([SCALAR, LIST, TABLE]))
def test_a_report_shows_every_value_with_a_number_that_leads_to_its_quote(made: Finding, wanted: Field) -> None:
    template = ReportTemplate(id="t", title="T", languages=("ru",), fields=(wanted,), sha256="0" * 64)
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "out.docx"
        result = render_report(
            template, (made,), case_id="c", case_title="C", documents=samples.documents(), out=out, now=samples.NOW,
            source=samples.source(),
        )  # fmt: skip
        controls = read_controls(Package(out.read_bytes(), name="out"))
    field = result.trace.fields[0]
    kinds = Counter(slot.kind for slot in field.slots)
    assert kinds["value"] == len(list(admit(wanted, made, locale=RU, source=samples.source()).shown()))
    for slot in field.slots:
        assert controls[f"lastro.v:{slot.number}"] == slot.text
    for _, value in field.values() if field.in_report else ():
        assert all(field.citations[index].number is not None for index in value.citations)
