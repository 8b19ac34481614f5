from agents.fill.recompute import recompute
from evidence.citations import Citation
from evidence.fields import Field, FieldType, FilledBy, ReportTemplate
from evidence.findings import Finding, FoundValue, Producer, ReviewState, Status, TypedValue
from evidence.pages import Document, Page, PageKind
from evidence.reviews import OwnStatement
from evidence.spans import CharSpan

PAGE = Page(document="a" * 64, number=1, kind=PageKind.TEXT, text="Rent 100 USD, tax 20 USD, tax 30 USD")
DOCUMENT = Document(sha256="a" * 64, name="lease.pdf", media_type="application/pdf", page_count=1)
WHO = Producer(agent="a", model="m", template="t@1")
TEMPLATE = ReportTemplate(
    id="t", title="T", sha256="0",
    fields=(
        Field(id="rent", question="Rent?", type=FieldType.MONEY),
        Field(id="tax", question="Tax?", type=FieldType.MONEY),
        Field(id="left", question="Left?", type=FieldType.MONEY, filled_by=FilledBy.COMPUTED, formula="rent - tax"),
    ),
)  # fmt: skip


def found(field: str, quote: str, *, review: ReviewState = ReviewState.PROPOSED) -> Finding:
    start = PAGE.text.index(quote)
    value = TypedValue(type=FieldType.MONEY, text=quote, normalised=quote.split()[0], unit="USD")
    citation = Citation.of(DOCUMENT, PAGE, CharSpan(start=start, end=start + len(quote)))
    return Finding(
        field=field, status=Status.FOUND, values=(FoundValue(value=value, citations=(0,)),), citations=(citation,),
        producer=WHO, review=review,
    )  # fmt: skip


def standing(tax: str, **more: Finding) -> dict[str, Finding]:
    return {"rent": found("rent", "100 USD"), "tax": found("tax", tax), **more}


def test_a_sum_follows_an_edited_operand() -> None:
    before = recompute(TEMPLATE, standing("20 USD"))
    assert before["left"].values[0].value.normalised == "80"
    after = recompute(TEMPLATE, standing("30 USD", **before))
    assert after["left"].values[0].value.normalised == "70"


def test_a_rejected_operand_takes_the_sum_along() -> None:
    state = standing("20 USD")
    state["tax"] = found("tax", "20 USD", review=ReviewState.REJECTED)
    assert recompute(TEMPLATE, state)["left"].status is Status.NOT_FOUND


def test_an_approval_holds_for_the_sum_that_was_approved() -> None:
    approved = recompute(TEMPLATE, standing("20 USD"))["left"].model_copy(update={"review": ReviewState.APPROVED})
    assert recompute(TEMPLATE, standing("20 USD", left=approved))["left"] == approved
    assert recompute(TEMPLATE, standing("30 USD", left=approved))["left"].review is ReviewState.PROPOSED


def test_what_a_person_put_in_its_place_stays() -> None:
    edited = found("left", "20 USD", review=ReviewState.EDITED)
    assert recompute(TEMPLATE, standing("30 USD", left=edited))["left"] == edited


def stated(amount: str) -> OwnStatement:
    return OwnStatement(values=(TypedValue(type=FieldType.MONEY, text=f"{amount} USD", normalised=amount, unit="USD"),))


def bare(field: str) -> Finding:
    """What the store keeps beside a statement."""
    return Finding(field=field, status=Status.NOT_FOUND, producer=WHO, review=ReviewState.EDITED)


def test_a_stated_operand_is_computed_with_and_named() -> None:
    held = standing("20 USD") | {"tax": bare("tax")}
    left = recompute(TEMPLATE, held, {"tax": stated("25")})["left"]
    assert left.values[0].value.normalised == "75"
    assert left.computation is not None and left.computation.stated == ("tax",)
    assert "'Tax?' is the analyst's own statement" in left.cautions[0]
    assert [citation.quote for citation in left.citations] == ["100 USD"]


def test_a_sum_of_statements_alone_is_said_and_not_found() -> None:
    held = {"rent": bare("rent"), "tax": bare("tax")}
    left = recompute(TEMPLATE, held, {"rent": stated("100"), "tax": stated("25")})["left"]
    assert left.status is Status.NOT_FOUND and left.reason is not None and "75 USD" in left.reason


def test_a_statement_that_was_rejected_is_not_computed_with() -> None:
    held = standing("20 USD") | {"tax": bare("tax").model_copy(update={"review": ReviewState.REJECTED})}
    left = recompute(TEMPLATE, held)["left"]
    assert left.reason is not None and "rejected" in left.reason


def test_a_sum_without_statements_is_written_as_before() -> None:
    left = recompute(TEMPLATE, standing("20 USD"))["left"]
    assert left.computation is not None and "stated" not in left.computation.model_dump_json()
