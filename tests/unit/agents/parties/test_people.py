"""Whose passport a number is: the name in its line, the name before it, or the names of its page."""

import pytest

from agents.parties.people import belongs_to
from evidence.spans import CharSpan

FULL, SHORT = ("Собиров Акмал Тохирович",), ("Собиров А.Т.",)
OFFICERS = (
    "Bosh direktor\tSobirov Akmal Toxirovich\tID-karta AE 1058347\n"
    "Bosh buxgalter\tKim Svetlana Andreyevna\tpasport AC 5530176\n"
    "Kuzatuv kengashi raisi\tRahimov Jahongir Shavkatovich\tpasport AA 9902417"
)
FORM = "Руководитель: Собиров А.Т.\nПаспорт: AE 1058347\nБухгалтер Ким С.А.\nПаспорт: AC 5530176"


@pytest.mark.parametrize(
    ("text", "number", "people", "theirs"),
    [
        (OFFICERS, "AE 1058347", FULL, True),
        (OFFICERS, "AE 1058347", SHORT, True),
        (OFFICERS, "AC 5530176", FULL, False),
        (OFFICERS, "AA 9902417", FULL, False),
        (FORM, "AE 1058347", FULL, True),
        (FORM, "AC 5530176", FULL, False),
        ("ПАСПОРТ\nAE 1058347\nSOBIROV\nAKMAL\nTOXIR O‘G‘LI", "AE 1058347", FULL, True),
        ("ПАСПОРТ\nAA 9902417\nRAHIMOV\nJAHONGIR", "AA 9902417", FULL, False),
        ("в лице директора Собирова Акмала Тохировича, паспорт AE 1058347, выдан", "AE 1058347", FULL, True),
        ("Паспорт: AE 1058347\nФ.И.О.: Собиров Акмал Тохирович", "AE 1058347", FULL, True),
        ("Поручитель Собирова Акида Тохировна, паспорт AB 3382016", "AB 3382016", FULL, False),
        ("Паспорт: AE 1058347", "AE 1058347", FULL, False),
        ("участник Назаров Шерзод Бахтиёрович, паспорт AB 3382016", "AB 3382016", ("Г. Б. Назарова",), False),
        ("директор Назарова Гулчехра Бахтиёровна, паспорт AB 3382016", "AB 3382016", ("Г. Б. Назарова",), True),
        (OFFICERS, "AE 1058347", (), False),
    ],
)
def test_a_number_is_its_owners(text: str, number: str, people: tuple[str, ...], theirs: bool) -> None:
    at = text.index(number)
    assert belongs_to(text, CharSpan(start=at, end=at + len(number)), people) is theirs


def test_one_sentence_with_two_people_gives_each_their_own() -> None:
    text = "Собиров Акмал Тохирович (паспорт AE 1058347) и Ким Светлана Андреевна (паспорт AC 5530176)"
    places = {number: text.index(number) for number in ("AE 1058347", "AC 5530176")}
    own = {number: belongs_to(text, CharSpan(start=at, end=at + 10), FULL) for number, at in places.items()}
    assert own == {"AE 1058347": True, "AC 5530176": False}
