"""Whose passport a number is: the name in its line, the name before it, or the names of its page."""

import pytest

from agents.parties.people import belongs_to
from evidence.fields import FieldType
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


MARIANA = ("Mariana Costa Pereira",)
CHILD = "CERTIDÃO DE NASCIMENTO\nNome: Lucas Pereira Dias\nData de nascimento: 05/05/2018\nNome da mãe: Mariana Costa Pereira"
OWN_BIRTH = "CERTIDÃO DE NASCIMENTO\nNome\tMariana Costa\nNome da mãe\tHelena Costa\nData de nascimento\t03/04/1990"
MARRIAGE = (
    "Nome do cônjuge\tPedro Henrique Pereira\nCPF do cônjuge\t529.982.247-25\nNome da contraente\tMariana Costa\n"
    "CPF da contraente\t038.417.265-26\nData do casamento\t13/06/2015"
)
ARRIVAL = (
    "Record Number: 12345678A01\nFamily Name: PEREIRA\nFirst Name: PEDRO\nClass: F-2\nPrincipal: MARIANA C. PEREIRA"
)
FAMILY = "Name\tRelationship\tDate of birth\nPedro Pereira\tSpouse\t01/02/1988\nLia Pereira\tDaughter\t05/05/2018"


@pytest.mark.parametrize(
    ("text", "value", "theirs"),
    [
        (CHILD, "05/05/2018", False),
        (OWN_BIRTH, "03/04/1990", True),
        (MARRIAGE, "529.982.247-25", False),
        (MARRIAGE, "038.417.265-26", True),
        (MARRIAGE, "13/06/2015", True),
        ("Bride\tMariana Costa\nGroom\tPedro Lima\nDate of marriage\t13/06/2015", "13/06/2015", True),
        ("Eu, João Pereira, declaro ser pai de Mariana Costa.\n\nCargo\tDiretor", "Diretor", False),
        (ARRIVAL, "12345678A01", False),
        (ARRIVAL, "F-2", False),
        (FAMILY, "01/02/1988", False),
        ("Nubente: PEDRO PEREIRA, nascido em 01/02/1988, filho de ANA LIMA; com Mariana Costa", "01/02/1988", False),
        ("Beneficiary: Mariana Costa Pereira\nSpouse's date of birth: 01/02/1988", "01/02/1988", False),
        ("Beneficiary: Mariana Costa Pereira\nDependents\nPassport: AB123456", "AB123456", False),
        ("Passaporte Nº\nGB482917\nSobrenome / Surname\nPEREIRA\nNome / Given names\nMARIANA", "GB482917", True),
        ("Acme Corp., 400 S. Main Street, Washington D.C.\nDear Mariana Pereira,\nSalary: 98,500", "98,500", True),
        ("Employee: Pedro Pereira\nEmployer: Delta Foods LLC\nWages: 61,250.00", "61,250.00", False),
    ],
)
def test_forms_and_certificates_say_whose_a_value_is(text: str, value: str, theirs: bool) -> None:
    at = text.index(value)
    assert belongs_to(text, CharSpan(start=at, end=at + len(value)), MARIANA) is theirs


def test_nobody_is_their_own_mother_or_spouse() -> None:
    for text, value, theirs in (
        (CHILD, "Mariana Costa Pereira", False),
        (OWN_BIRTH, "Helena Costa", True),
        (MARRIAGE, "Pedro Henrique Pereira", True),
        (MARRIAGE, "Mariana Costa", False),
    ):
        at = text.index(value)
        assert belongs_to(text, CharSpan(start=at, end=at + len(value)), MARIANA, kind=FieldType.PERSON) is theirs, (
            value
        )


MARIA = ("Maria Eduarda Souza Lima",)


@pytest.mark.parametrize(
    ("text", "value", "kind", "theirs"),
    [
        ("Passport\n\nFull name: ANTONIO SILVA\n\nPassport No: GA445566", "ANTONIO SILVA", FieldType.PERSON, False),
        ("Passaporte\n\nNome: ANTONIO SILVA", "ANTONIO SILVA", FieldType.PERSON, False),
        ("Noiva: ANTONIO SILVA JUNIOR\n\nNoivo: ANTONIO SILVA", "ANTONIO SILVA", FieldType.PERSON, True),
    ],
)
def test_the_bearer_of_a_like_named_paper_is_no_relative(text: str, value: str, kind: FieldType, theirs: bool) -> None:
    at = text.rindex(value)
    span = CharSpan(start=at, end=at + len(value))
    assert belongs_to(text, span, ("ANTONIO SILVA JUNIOR",), kind=kind) is theirs


COUPLE = "Noivo: JOÃO PEDRO LIMA\n\nNoiva: MARIA EDUARDA SOUZA LIMA\n\nNome da mãe: TERESA LIMA (mãe {of})"


@pytest.mark.parametrize(("of", "theirs"), [("do noivo", False), ("da noiva", True), ("da Maria Eduarda", True)])
def test_a_mother_is_whose_the_line_says(of: str, theirs: bool) -> None:
    text = COUPLE.format(of=of)
    at = text.index("TERESA LIMA")
    assert belongs_to(text, CharSpan(start=at, end=at + 11), MARIA, kind=FieldType.PERSON) is theirs


@pytest.mark.parametrize(
    ("text", "value", "theirs"),
    [
        ("Annual salary\nMs. Gomes: $71,000 (CEO $98,500)\nMaria Eduarda Souza Lima", "$98,500", False),
        ("Annual salary\nMs. Gomes: $71,000 (CEO $98,500)\nMaria Eduarda Souza Lima", "$71,000", False),
        ("Annual salary\nMs. Lima: $71,000 (CEO $98,500)\nMaria Eduarda Souza Lima", "$71,000", True),
        ("Annual salary\nMs. Lima: $71,000 (CEO $98,500)\nMaria Eduarda Souza Lima", "$98,500", False),
        ("Maria Eduarda Souza Lima\nAs agreed with Mr. Brown, the annual salary is $95,000", "$95,000", True),
    ],
)
def test_a_salary_is_whose_the_line_says(text: str, value: str, theirs: bool) -> None:
    at = text.index(value)
    assert belongs_to(text, CharSpan(start=at, end=at + len(value)), MARIA, kind=FieldType.MONEY) is theirs
