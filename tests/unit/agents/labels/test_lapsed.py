"""Papers that are expired, annulled, replaced or never signed by their own words."""

import pytest

from agents.steps import NotFound
from evidence.fields import FieldType
from evidence.reasons import Reason
from tests.unit.agents.labels.asking import ask, field, values
from tests.unit.agents.labels.papers import flow

_NUMBER = field(FieldType.IDENTIFIER, "License number")


def _licence(number: str, mark: str, name: str) -> object:
    return flow("LICENSE", mark, f"License number: {number}", name=name)


@pytest.mark.parametrize(
    "mark",
    [
        "Срок действия: до 03.07.2022 г. (истёк)", "АННУЛИРОВАНО", "Утратила силу", "Заменена на новую", "Янгисига алмаштирилган",
        "Amal qilish muddati tugagan", "EXPIRED", "Valid until 3 July 2022 (expired)", "REVOGADO",
    ],
)  # fmt: skip
def test_a_paper_out_of_force_gives_way_and_never_answers_alone(mark: str) -> None:
    old, new = _licence("4711", mark, "old.txt"), _licence("9822", "Valid until 2030", "new.txt")
    assert values(_NUMBER, old, new) == ["9822"]
    assert values(_NUMBER, old) == []


def test_that_only_a_paper_out_of_force_says_it_is_told_as_the_reason() -> None:
    decision = ask(_NUMBER, _licence("4711", "EXPIRED", "old.txt"))
    assert isinstance(decision, NotFound) and isinstance(decision.reason, Reason)
    assert decision.reason.code == "out_of_force" and decision.partial[0].value == "4711"


@pytest.mark.parametrize(
    "mark",
    [
        "Valid until 2030",
        "Срок действия не истёк",
        "Просроченная задолженность отсутствует",
        "The warranty of goods bought here is void when opened by anyone.",
    ],
)
def test_other_papers_stand(mark: str) -> None:
    assert values(_NUMBER, _licence("4711", mark, "old.txt")) == ["4711"]


def test_the_draft_of_a_contract_gives_way() -> None:
    asked = field(FieldType.MONEY, "Сумма кредита", currency="UZS")
    draft = flow("ПРОЕКТ ДОГОВОРА", "Сумма кредита: 100 000 000 сум", name="a.txt", language="ru")
    final = flow("ДОГОВОР", "Сумма кредита: 200 000 000 сум", name="b.txt", language="ru")
    assert values(asked, draft, final) == ["200 000 000 сум"]


def _permit(number: str, until: str, name: str) -> object:
    return flow("ЛИЦЕНЗИЯ", f"Номер лицензии: {number}", f"Срок действия: до {until}", name=name, language="ru")


def test_a_licence_whose_day_is_past_when_two_later_papers_were_written_is_out_of_force() -> None:
    asked = field(FieldType.IDENTIFIER, "Номер лицензии")
    old, new = _permit("4711", "03.07.2022", "old"), _permit("9822", "03.07.2032", "new")
    letters = [flow("ПИСЬМО", f"от {day}.2025 г.", name=day, language="ru") for day in ("04.02", "05.02")]
    assert values(asked, old, new, *letters) == ["9822"]
    assert values(asked, old, *letters) == []
    assert len(values(asked, old, new)) == 2  # nothing says what day it is


def test_the_day_of_a_passport_is_no_licences() -> None:
    asked = field(FieldType.DATE, "Дата выдачи лицензии", "Дата выдачи", question="Когда выдана лицензия?")
    passport = flow("ПАСПОРТ", "Дата выдачи: 05.03.2021", name="id", language="ru")
    licence = flow("ЛИЦЕНЗИЯ", "Дата выдачи: 06.04.2022", name="licence", language="ru")
    assert values(asked, passport) == []
    assert values(asked, passport, licence) == ["06.04.2022"]


def test_a_draft_stands_against_papers_of_other_kinds() -> None:
    asked = field(FieldType.MONEY, "Рыночная стоимость", currency="UZS")
    draft = flow("ПРОЕКТ", "ДОГОВОР ЗАЛОГА ТЕХНИКИ", "Рыночная стоимость: 100 000 000 сум", name="a", language="ru")
    report = flow("ОТЧЁТ ОБ ОЦЕНКЕ", "Рыночная стоимость: 200 000 000 сум", name="b", language="ru")
    signed = flow("ДОГОВОР ЗАЛОГА", "Рыночная стоимость: 200 000 000 сум", name="c", language="ru")
    lease = flow("ДОГОВОР АРЕНДЫ", "Срок: 5 лет", name="d", language="ru")
    assert sorted(values(asked, draft, report, lease)) == ["100 000 000 сум", "200 000 000 сум"]
    assert values(asked, draft, report, signed) == ["200 000 000 сум"]


def test_a_marriage_certificate_that_notes_the_divorce_names_no_spouse() -> None:
    spouse = field(FieldType.PERSON, "Nome do cônjuge")
    paper = "CERTIDÃO DE CASAMENTO", "Nome do cônjuge: Rui Dias Teles"
    assert values(spouse, flow(*paper, name="a", language="pt")) == ["Rui Dias Teles"]
    assert values(spouse, flow(*paper, "Divórcio averbado em 02/02/2022.", name="a", language="pt")) == []
