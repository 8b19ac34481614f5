"""The subject of a case is not its own counterparty, and a purchase of its own is not its export."""

import pytest

from agents.labels.counterparties import is_the_subject
from evidence.fields import FieldType
from tests.unit.agents.labels.asking import field, values
from tests.unit.agents.labels.papers import flow

_BUYING = flow(
    "PURCHASE CONTRACT No. 14", "The Seller: Merolin Systems Ltd.", "The Buyer: Alfa LLC", "Contract date: 3 March 2025"
)
_SELLING = flow(
    "CONTRACT No. 15", "The Seller: Alfa LLC", "The Buyer: Merolin Trade Ltd.", "Contract date: 4 March 2025"
)


def test_the_subject_is_not_its_own_buyer() -> None:
    asked = field(FieldType.ORGANISATION, "Buyer")
    assert values(asked, _BUYING, subject="Alfa LLC, 305418726") == []
    assert values(asked, _SELLING, subject="Alfa LLC") == ["Merolin Trade Ltd."]


def test_a_contract_in_which_the_subject_buys_is_no_export_contract() -> None:
    asked = field(FieldType.DATE, "Contract date", question="When was the export contract made?")
    assert values(asked, _BUYING, subject="Alfa LLC") == []
    assert values(asked, _SELLING, subject="Alfa LLC") == ["4 March 2025"]


@pytest.mark.parametrize("written", ["ООО «АЛЬФА»", "ALFA LLC", "“Alfa” MCHJ"])
def test_the_subject_is_known_in_another_script_and_form(written: str) -> None:
    assert is_the_subject(written, "ООО «Альфа»")
    assert not is_the_subject(written, "ООО «Бета»")


def test_the_subject_is_known_as_it_is_written_abroad() -> None:
    assert is_the_subject('"SHIFONUR PHARMACEUTICS" LLC', "«SHIFO NUR FARMATSEVTIKA» MChJ") is False
    assert is_the_subject('"SHIFA NUR FARMACEVTICA" LLC', "«SHIFO NUR FARMATSEVTIKA» MChJ")
    assert not is_the_subject('"SHIFO NUR TEKSTIL" LLC', "«SHIFO NUR FARMATSEVTIKA» MChJ")


def test_a_lease_in_a_questionnaire_dates_no_export_contract() -> None:
    asked = field(FieldType.DATE, "Дата контракта", question="Какой датой заключён экспортный контракт?")
    page = flow("АНКЕТА КЛИЕНТА", "Склад: аренда, договор № 4 от 05.03.2023; счёт в USD открыт", language="ru")
    assert values(asked, page, subject="Alfa LLC") == []
