"""A paper's own number and day in its first lines. All names are invented."""

import pytest

from evidence.fields import FieldType
from tests.unit.agents.labels.asking import field, values
from tests.unit.agents.labels.papers import flow

_NUMBER = field(
    FieldType.IDENTIFIER,
    "Номер справки",
    "Ma’lumotnoma №",
    question="Номер справки налогового органа?",
    about_subject=True,
)
_DAY = field(
    FieldType.DATE,
    "Дата справки",
    "Маълумотнома санаси",
    question="Дата справки налогового органа?",
    about_subject=True,
)
_EXPORT = field(FieldType.DATE, "Дата экспортного контракта", "Contract date")
_SUBJECT = "ООО «НАМУНА МЕВА», 309876543"
_TAX = ("ГОСУДАРСТВЕННАЯ НАЛОГОВАЯ ИНСПЕКЦИЯ", "№ 03-11/77", "14.03.2025 г.", "СПРАВКА о состоянии расчётов")
_BANK = ("АКБ «НАМУНА БАНК»", "№ 08/15 от 10.03.2025 г.", "СПРАВКА")


def test_a_certificates_number_and_day_stand_above_it() -> None:
    page = flow(*_TAX, "Выдана ООО «НАМУНА МЕВА» (ИНН 309876543).", name="tax", language="ru")
    assert values(_NUMBER, page, subject=_SUBJECT) == ["03-11/77"]
    assert values(_DAY, page, subject=_SUBJECT) == ["14.03.2025 г."]


def test_the_day_as_of_which_comes_before_the_day_of_writing() -> None:
    page = flow(
        *_TAX, "По состоянию на 12.03.2025 г. ООО «НАМУНА МЕВА» задолженности не имеет.", name="tax", language="ru"
    )
    assert values(_DAY, page, subject=_SUBJECT) == ["12.03.2025 г."]


def test_a_banks_certificate_is_not_the_tax_offices() -> None:
    page = flow(*_BANK, "По состоянию на 10.03.2025 г. ООО «НАМУНА МЕВА» имеет счёт.", name="bank", language="ru")
    assert values(_NUMBER, page, subject=_SUBJECT) == []
    assert values(_DAY, page, subject=_SUBJECT) == []


def test_a_certificate_made_out_to_another_taxpayer_is_not_the_subjects() -> None:
    page = flow(*_TAX, "Выдана ООО «БОШҚА ГАРОВ» (ИНН 301222333).", name="tax", language="ru")
    assert values(_NUMBER, page, subject=_SUBJECT) == []


def _contract(*, own: str, terms: str, language: str = "en") -> list[str]:
    other = {"Seller": "Buyer", "Buyer": "Seller"}[own]
    parties = (
        f"“NAMUNA MEVA” LLC, hereinafter referred to as the “{own}”, and FRUCHT MUSTER GmbH, hereinafter referred to as the "
        f"“{other}”, have concluded this Contract. {terms}"
    )
    page = flow("CONTRACT No. 7/24", "Navoi, 3 June 2024", parties, name="contract", language=language)
    return values(_EXPORT, page, subject="ООО «NAMUNA MEVA», 309876543")


def test_place_and_day_under_the_title_date_an_export_contract() -> None:
    assert _contract(own="Seller", terms="Delivery: FCA Navoi, USD 20,000.00.") == ["3 June 2024"]


@pytest.mark.parametrize(
    ("own", "terms", "language"),
    [("Buyer", "Delivery: FCA Navoi, USD 20,000.00.", "en"), ("Seller", "Delivery to Navoi.", "ru")],
)
def test_a_purchase_or_a_sale_at_home_is_no_export(own: str, terms: str, language: str) -> None:
    assert _contract(own=own, terms=terms, language=language) == []
