"""Organisations named in a text."""

import pytest

from agents.parties.mentions import Own, mentions

OWN = Own.of(("ООО «Намуна Текс»",), ("301234567",))


@pytest.mark.parametrize(
    "written",
    [
        "ООО Аудиторская организация «Тая»", "АО Страховая компания «Карвон»", "«Karvon» auditorlik tashkiloti MChJ",
        "ООО Торговый дом «Бухара»", "«Қамар» аксиядорлик жамияти",
    ],
)  # fmt: skip
def test_what_a_company_does_may_stand_between_its_form_and_its_name(written: str) -> None:
    assert [(one.name, one.is_own) for one in mentions(f"{written}\nг. Самарканд", OWN)] == [(written, False)]


def test_a_sentence_between_a_form_and_a_name_makes_no_company() -> None:
    assert not mentions("АО обращается в компанию «Тая»", OWN)
