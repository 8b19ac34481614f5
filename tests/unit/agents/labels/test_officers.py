"""Tables of officers. All persons and numbers are invented."""

import pytest

from evidence.checks import pinfl_check_digit
from evidence.fields import Field, FieldType
from evidence.pages import Page
from tests.unit.agents.labels.asking import field, values
from tests.unit.agents.labels.papers import form, sheet


def pinfl(digits: str) -> str:
    return digits + str(pinfl_check_digit(digits))


HEAD, CLERK, CHAIR = pinfl("3010170123456"), pinfl("4020280123457"), pinfl("3030360123458")
TABLE = [
    ["Mansabdor shaxslar", "F.I.Sh.", "Hujjat", "JSHSHIR"],
    ["Bosh direktor", "Azimov Umid Toxirovich", "ID-karta AB 7654321", HEAD],
    ["Bosh buxgalter", "Pak Inna Sergeyevna", "pasport AC 1234567", CLERK],
    ["Kuzatuv kengashi raisi", "Nazarov Jasur Shavkatovich", "pasport AA 1112223", CHAIR],
]


def asked(kind: str, post: str) -> Field:
    label = {"pinfl": "ПИНФЛ", "passport": "Паспорт"}[kind]
    return field(
        FieldType.IDENTIFIER, f"{label} {post}", label, question=f"Каков {label} {post}?", checks=(kind,),
        about_subject=True,
    )  # fmt: skip


def printed(table: list[list[str]]) -> Page:
    return form(*[[(30.0 * place, said) for place, said in enumerate(row)] for row in table], language="uz-Latn")


@pytest.mark.parametrize("page", [sheet(TABLE, language="uz-Latn"), printed(TABLE)])
def test_the_row_says_whose_number_it_is(page: Page) -> None:
    assert values(asked("pinfl", "директора"), page) == [HEAD]
    assert values(asked("pinfl", "бухгалтера"), page) == [CLERK]
    assert values(asked("passport", "директора"), page) == ["AB 7654321"]


def test_a_deputys_row_is_not_the_directors() -> None:
    deputy = [TABLE[0], ["Direktor o‘rinbosari", *TABLE[1][1:]], *TABLE[2:]]
    assert values(asked("pinfl", "директора"), printed(deputy)) == []


def test_a_row_without_a_name_says_nothing() -> None:
    nameless = [TABLE[0], ["Bosh direktor", "—", "ID-karta AB 7654321", HEAD], *TABLE[2:]]
    assert values(asked("pinfl", "директора"), printed(nameless)) == []


def test_a_number_that_fails_its_check_digit_is_none() -> None:
    wrong = HEAD[:-1] + str((int(HEAD[-1]) + 1) % 10)
    table = [TABLE[0], [*TABLE[1][:3], wrong], *TABLE[2:]]
    assert values(asked("pinfl", "директора"), printed(table)) == []
