"""Signatures under older and newer papers. All persons are invented."""

from evidence.fields import FieldType
from evidence.pages import Page
from tests.unit.agents.labels.asking import field, values
from tests.unit.agents.labels.papers import flow

_ACCOUNTANT = field(FieldType.PERSON, "Главный бухгалтер", about_subject=True)


def _statement(day: str, name: str, signed: str) -> Page:
    return flow("БАЛАНС", f"на {day} г.", f"Главный бухгалтер ________ {signed}", name=name, language="ru")


_OLD = _statement("01.01.2021", "old", "Азимова Р.С.")
_NEW = _statement("01.01.2024", "new", "Юнусов К.Д.")
_FORM = flow("АНКЕТА", "Главный бухгалтер: Юнусов Камол Давронович", name="form", language="ru")


def test_who_signed_the_older_statement_gives_way_to_who_signs_now_and_is_named_elsewhere() -> None:
    assert values(_ACCOUNTANT, _OLD, _NEW, _FORM) == ["Юнусов Камол Давронович"]


def test_a_later_signature_alone_settles_nothing() -> None:
    assert len(values(_ACCOUNTANT, _OLD, _NEW)) == 2


def test_two_who_signed_side_by_side_stand_against_each_other() -> None:
    assert len(values(_ACCOUNTANT, _OLD, _NEW, _FORM, _statement("01.01.2020", "older", "Юнусов К.Д."))) == 2


def test_who_is_named_in_the_post_by_a_form_has_not_left_by_signatures() -> None:
    other = flow("СПРАВКА", "Главный бухгалтер: Азимова Р.С.", name="other", language="ru")
    assert len(values(_ACCOUNTANT, _OLD, _NEW, _FORM, other)) == 2


def test_a_row_of_the_accountant_gives_nothing_of_the_director() -> None:
    asked = field(FieldType.IDENTIFIER, "Паспорт директора", "Паспорт", checks=("passport",))
    page = flow("Директор\tБеков Т.Р.\tпаспорт AB 1234567", "Бухгалтер\tЮнусов К.Д.\tпаспорт AC 7654321", language="ru")
    assert values(asked, page) == ["AB 1234567"]


def test_a_passport_of_a_pledgor_is_not_the_directors() -> None:
    asked = field(FieldType.IDENTIFIER, "Паспорт директора", "Паспорт", checks=("passport",))
    theirs = flow("Залогодатель Юнусов Камол Давронович, паспорт AC 7654321, выдан 04.05.2020", name="a", language="ru")
    ours = flow("Директор Беков Темур Рустамович, паспорт AB 1234567, выдан 04.05.2021", name="b", language="ru")
    assert values(asked, theirs) == []
    assert values(asked, theirs, ours) == ["AB 1234567"]
