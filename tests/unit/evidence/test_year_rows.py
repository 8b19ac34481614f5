import pytest
from pydantic import ValidationError

from evidence.fields import Column, Field, FieldType, ReportTemplate
from evidence.findings import Finding, Producer, Status
from evidence.year_rows import with_rows_asked, with_years_to

COLUMNS = (Column(id="year"), Column(id="revenue", type=FieldType.MONEY))
FIGURES = Field(id="figures", question="?", type=FieldType.TABLE, years=3, columns=COLUMNS)


def finding(*rows: str) -> Finding:
    producer = Producer(agent="a", model="m", template="t")
    return Finding(field="figures", status=Status.NOT_FOUND, reason="?", rows_asked=rows, producer=producer)


def test_the_rows_are_the_years_up_to_the_last() -> None:
    assert with_years_to(FIGURES, 2024).rows == ("2022", "2023", "2024")


def test_a_template_asks_what_its_findings_say_was_asked() -> None:
    template = ReportTemplate(id="t", title="T", fields=(FIGURES,), sha256="0")
    assert with_rows_asked(template, {}).fields == (FIGURES,)
    asked = with_rows_asked(template, {"figures": finding("2023", "2024", "2025")})
    assert asked.field("figures").rows == ("2023", "2024", "2025")


@pytest.mark.parametrize(
    "wrong", [{"rows": ("2022",)}, {"columns": (), "type": "number"}, {"years": -1}, {"years": 99}]
)
def test_years_are_for_a_table_without_rows_of_its_own(wrong: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        Field.model_validate(FIGURES.model_dump() | wrong)
