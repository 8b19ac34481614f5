from agents.fill.plan import make_plan
from evidence.fields import Field, FieldType, FilledBy, ReportTemplate, Subject


def computed(field_id: str, formula: str) -> Field:
    return Field(id=field_id, question="?", type=FieldType.NUMBER, filled_by=FilledBy.COMPUTED, formula=formula)


def ids(fields: tuple[Field, ...]) -> list[str]:
    return [field.id for field in fields]


def test_subject_fields_come_first_and_analyst_fields_are_left() -> None:
    plan = make_plan(
        ReportTemplate(
            id="t", title="T", sha256="0", subject=Subject(names=("name",), identifiers=("inn",)),
            fields=(
                Field(id="sum", question="?", type=FieldType.MONEY),
                Field(id="opinion", question="?", filled_by=FilledBy.ANALYST),
                Field(id="inn", question="?", type=FieldType.IDENTIFIER),
                Field(id="name", question="?", type=FieldType.ORGANISATION),
            ),
        )
    )  # fmt: skip
    assert (ids(plan.subject), ids(plan.asked), ids(plan.left)) == (["inn", "name"], ["sum"], ["opinion"])


def test_computed_fields_come_after_what_they_need() -> None:
    plan = make_plan(
        ReportTemplate(
            id="t", title="T", sha256="0",
            fields=(computed("c", "b + 1"), computed("b", "a * 2"), Field(id="a", question="?", type=FieldType.NUMBER)),
        )
    )  # fmt: skip
    assert ids(plan.computed) == ["b", "c"]


def test_a_formula_that_needs_itself_is_told_apart() -> None:
    plan = make_plan(
        ReportTemplate(
            id="t",
            title="T",
            sha256="0",
            fields=(computed("a", "b + 1"), computed("b", "a + 1"), computed("c", "1 + 1")),
        )
    )
    assert (ids(plan.computed), ids(plan.circular)) == (["c"], ["a", "b"])


def test_a_broken_formula_is_planned_so_that_its_finding_says_what_is_wrong() -> None:
    assert ids(make_plan(ReportTemplate(id="t", title="T", sha256="0", fields=(computed("a", "1 +"),))).computed) == [
        "a"
    ]


def test_a_number_of_the_subject_is_asked_after_its_holder() -> None:
    plan = make_plan(
        ReportTemplate(
            id="t", title="T", sha256="0", subject=Subject(names=("name",), identifiers=("passport",)),
            fields=(
                Field(id="passport", question="?", type=FieldType.IDENTIFIER, holder="name"),
                Field(id="name", question="?", type=FieldType.PERSON),
            ),
        )
    )  # fmt: skip
    assert (ids(plan.subject), ids(plan.held)) == (["name"], ["passport"])
