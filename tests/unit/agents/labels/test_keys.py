"""Labels inside a piece: several values in one cell, and letters that belong to a number."""

import pytest

from evidence.fields import FieldType
from tests.unit.agents.labels.asking import field, values
from tests.unit.agents.labels.papers import flow


def test_a_second_value_of_one_piece_has_its_own_label() -> None:
    page = flow("Реквизиты: р/с 20208000905123456001 в АКБ «Пример», МФО 01188", language="ru")
    assert values(field(FieldType.IDENTIFIER, "МФО"), page) == ["01188"]


def test_the_letters_of_a_policy_belong_to_its_number() -> None:
    page = flow("Страховой полис № IP-2025/00781", language="ru")
    assert values(field(FieldType.IDENTIFIER, "Страховой полис №", "Номер страхового полиса"), page) == [
        "IP-2025/00781"
    ]


def test_the_series_of_a_passport_belongs_to_its_number() -> None:
    page = flow("Документ: паспорт AC 2841967, выдан 19.07.2017 г.", language="ru")
    assert values(field(FieldType.IDENTIFIER, "Паспорт", checks=("passport",)), page) == ["AC 2841967"]


def test_a_tax_number_is_no_series() -> None:
    assert values(field(FieldType.IDENTIFIER, "ИНН"), flow("Номер ИНН 305418726", language="ru")) == ["305418726"]


@pytest.mark.parametrize("label", ["Cadastral number", "Kadastr raqami"])
def test_a_number_with_colons_is_no_label_of_its_own_end(label: str) -> None:
    asked = field(FieldType.IDENTIFIER, label)
    paper = flow("PLEDGE AGREEMENT No. 7", f"{label}: 12:07:04:02:03:0148")
    assert values(asked, paper) == ["12:07:04:02:03:0148"]


@pytest.mark.parametrize(
    "label",
    ["Среднесписочная численность за 2025 год", "Среднесписочная численность на 01.01.2026 г."],
)
def test_the_year_behind_a_label_is_no_part_of_it(label: str) -> None:
    asked = field(FieldType.NUMBER, "Среднесписочная численность", "Headcount")
    assert values(asked, flow(f"{label} — 49", language="ru")) == ["49"]
