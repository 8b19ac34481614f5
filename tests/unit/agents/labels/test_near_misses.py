import pytest

from agents.labels.found import Candidate
from agents.labels.near_misses import is_near
from evidence.fields import Field, FieldType
from evidence.findings import TypedValue
from evidence.spans import CharSpan
from tests.unit.agents.labels.asking import field

RATING = field(FieldType.TEXT, "Внешний кредитный рейтинг", "Рейтинг заёмщика")
LAWSUIT = field(FieldType.TEXT, "Судебные дела", "Номер дела", "Дело №")
BORROWER = field(FieldType.ORGANISATION, "Заёмщик")
LICENCE = field(FieldType.IDENTIFIER, "Номер лицензии", "Licence number")


def candidate(label: str | None, score: float) -> Candidate:
    span = CharSpan(start=0, end=1)
    return Candidate(
        document="a" * 64, page=1, value_span=span, evidence_span=span, label=label, score=score, why="",
        value=TypedValue(type=FieldType.TEXT, text="x", normalised="x"),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("asked", "label", "score"),
    [
        (RATING, "Рейтинг банка", 0.55),
        (LAWSUIT, "Дело", 0.55),
        (LICENCE, "Licence SF no.", 0.45),  # all that the label says, and the quote alone does not prove the value
        (BORROWER, "Заёмщик", 0.45),  # a label of nothing but a role is told by it
        (LICENCE, None, 0.6),
    ],
)
def test_what_names_the_field_in_part_is_near(asked: Field, label: str | None, score: float) -> None:
    assert is_near(candidate(label, score), asked)


@pytest.mark.parametrize(
    ("asked", "label", "score"),
    [
        (RATING, "Заёмщик", 0.55),
        (LAWSUIT, "№", 0.57),
        (LICENCE, "Номер договора", 0.6),
        (RATING, "Кредитный договор", 0.45),
        (LICENCE, None, 0.45),
    ],
)
def test_a_word_that_stands_in_every_paper_is_not_near(asked: Field, label: str | None, score: float) -> None:
    assert not is_near(candidate(label, score), asked)
