"""Whom papers call the borrower."""

import pytest

from agents.parties.called import called_in, claimants, look_alikes, number_behind
from agents.parties.mentions import Own, holds_own
from agents.parties.surety import stands_for_another
from evidence.pages import Page, PageKind


def page(text: str, document: str = "d") -> Page:
    return Page(document=document * 64, number=1, kind=PageKind.TEXT, text=text, language="ru")


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Заёмщик: ООО «АЛЬФА»\nИНН: 306123457", "ООО «АЛЬФА»"),
        ("Наименование заёмщика\tООО «АЛЬФА», ИНН 306123457", "ООО «АЛЬФА»"),
        ("Заёмщик (полное наименование): ООО «АЛЬФА» (ИНН 306123457)", "ООО «АЛЬФА»"),
        ("Заёмщик ООО «АЛЬФА» (ИНН 306123457) просит кредит.", "ООО «АЛЬФА»"),
        ("Сведения о заёмщике\nНаименование: ООО «АЛЬФА»\nИНН: 306123457", "ООО «АЛЬФА»"),
        ("ООО «АЛЬФА» (ИНН 306123457), именуемое в дальнейшем «Заёмщик», и банк", "ООО «АЛЬФА»"),
        ("Qarz oluvchi: «ALFA» MCHJ, STIR: 306123457", "«ALFA» MCHJ"),
        ("Қарз олувчи: «АЛФА» МЧЖ, СТИР: 306123457", "«АЛФА» МЧЖ"),
        ("Borrower: ALFA TRADE LLC\nTIN: 306123457", "ALFA TRADE LLC"),
        ("Borrower ALFA TRADE LLC, TIN 306123457, applies", "ALFA TRADE LLC"),
        ("Mutuário: Alfa Trade Ltda\nCNPJ: 30.612.345/0001-57", "Alfa Trade Ltda"),
    ],
)  # fmt: skip
def test_a_name_beside_the_role_is_called_so_and_its_number_stands_behind(text: str, name: str) -> None:
    called = list(called_in([page(text)]))
    assert {one.name for one in called} == {name}
    assert all((one.number or "").startswith("30612345") for one in called)


@pytest.mark.parametrize(
    "text",
    [
        "Созаёмщик: ООО «БЕТА»",
        "Обязательства заёмщика гарантирует ООО «БЕТА»",
        "Заёмщик и поручитель: ООО «БЕТА»",
        "Qarzdor: «BETA» MCHJ",
        "Кредит предоставлен заёмщику АКБ «Дустлик»",
    ],
)
def test_another_role_near_the_word_is_no_borrower(text: str) -> None:
    assert not list(called_in([page(text)]))


def test_the_number_of_the_next_party_is_not_the_names_own() -> None:
    text = "Заёмщик: ООО «АЛЬФА»\nПоручитель: ООО «БЕТА», ИНН 302115640"
    assert number_behind(text, text.index("»") + 1) is None


def test_two_names_alike_with_two_numbers_are_two_organisations() -> None:
    one = page("ЗАЯВКА\nЗаёмщик: ООО «BARAKA TEXTILE» ИНН 306123457", "a")
    other = page("Заёмщик: ООО «BARAKA TEKSTIL» ИНН 302115640", "b")
    found = claimants([*called_in([one]), *called_in([other])])
    assert [(held.numbers, held.applies) for held in found] == [(("306123457",), True), (("302115640",), False)]


def test_a_name_alike_with_anothers_number_is_not_the_subjects() -> None:
    own = Own.of(("ООО «BARAKA TEXTILE»",), ("306123457",))
    text = "Справка выдана ООО «BARAKA TEKSTIL» (ИНН 302115640)"
    others = look_alikes([text, "ООО «BARAKA TEXTILE» ИНН 306123457"], own)
    assert others == ("ООО «BARAKA TEKSTIL»",)
    assert holds_own(text, own) and not holds_own(text, own._replace(others=others))


def test_the_beginning_of_a_longer_name_with_its_form_behind_is_another_company() -> None:
    own = Own.of(("SILK BRIDGE LLC",), ())
    assert not holds_own("We, SILK BRIDGE TRADING LLC, hereby confirm", own)
    assert holds_own("SILK BRIDGE LLC Director John", own)
    assert holds_own("SILK BRIDGE JV LLC", own)


@pytest.mark.parametrize(
    "text",
    [
        "Guarantee letter\nWe, BETA TRADING LLC, hereby guarantee the obligations of ALFA TRADE LLC.",
        "Letter\nWe, BETA TRADING LLC, hereby guarantee the obligations of the Borrower.",
        "Гарантийное письмо\nМы, ООО «БЕТА», обязуемся отвечать за ООО «АЛЬФА».",
        "Kafolat xati\nBiz, «BETA» MCHJ, «ALFA» MCHJ majburiyatlariga kafil bo‘lamiz.",
    ],
)
def test_who_stands_for_another_is_the_one_that_its_paper_names_first(text: str) -> None:
    assert "BETA" in (stands_for_another(page(text), Own.of(("ALFA TRADE LLC",), ())) or "").replace("БЕТА", "BETA")


def test_the_subjects_own_guarantee_and_a_banks_are_no_others_papers() -> None:
    own = Own.of(("ООО «АЛЬФА»",), ())
    assert stands_for_another(page("Гарантийное письмо\nМы, ООО «АЛЬФА», гарантируем оплату ООО «БЕТА»."), own) is None
    assert stands_for_another(page("Справка\nООО «БЕТА» поставляет товар."), own) is None
