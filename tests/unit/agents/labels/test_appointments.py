"""Orders about the director. All persons are invented."""

import pytest

from agents.steps import NotFound
from evidence.fields import FieldType
from evidence.pages import Page
from evidence.reasons import Reason
from tests.unit.agents.labels.asking import ask, field, values
from tests.unit.agents.labels.papers import flow

_DIRECTOR = field(FieldType.PERSON, "Директор", "Direktor", "Раҳбар", about_subject=True)
_SINCE = field(
    FieldType.DATE,
    "Дата приказа о назначении",
    "Tayinlangan sana",
    question="Когда назначен директор?",
    about_subject=True,
)
_SUBJECT = "ООО «НАМУНА САВДО», 309876543"
_FIRST = flow(
    "ООО «НАМУНА САВДО»", "ПРИКАЗ № 1", "02.03.2016 г. г. Навои",
    "Назначить Шарипова Алишера Юсуповича на должность директора с 02.03.2016 г.", "Директор ______ А.Ю. Шарипов",
    name="first", language="ru",
)  # fmt: skip
_SECOND = flow(
    "ООО «НАМУНА САВДО»", "ПРИКАЗ № 8", "11.04.2022 г. г. Навои",
    "В связи с прекращением полномочий Шарипова Алишера Юсуповича назначить Бекова Тимура Рустамовича на должность "
    "директора с 11.04.2022 г.",
    name="second", language="ru",
)  # fmt: skip
_NOW = flow("Анкета", "Директор: Беков Т.Р.", name="now", language="ru")


def test_the_director_whose_powers_an_order_ends_does_not_stand_against_the_new_one() -> None:
    assert values(_DIRECTOR, _FIRST, _SECOND, _NOW) == ["Беков Т.Р."]


def test_without_an_order_two_directors_are_a_conflict() -> None:
    assert len(values(_DIRECTOR, flow("Директор: Шарипов А.Ю.", name="a", language="ru"), _NOW)) == 2


def test_a_director_without_an_order_stands_against_an_appointed_one() -> None:
    other = flow("Директор: Умаров К.С.", name="other", language="ru")
    assert len(values(_DIRECTOR, _FIRST, _SECOND, _NOW, other)) == 2


def test_who_has_left_never_answers_alone_and_the_reason_says_so() -> None:
    decision = ask(_DIRECTOR, _FIRST, _SECOND)
    assert isinstance(decision, NotFound) and isinstance(decision.reason, Reason)
    assert decision.reason.code == "out_of_force"


def test_another_firms_order_ends_nobodys_powers() -> None:
    theirs = flow(
        "ООО «БОШҚА ГАРОВ»", "ПРИКАЗ № 3", "11.04.2023 г.",
        "Назначить Содикова Фарруха Илхомовича на должность директора с 11.04.2023 г.", name="theirs", language="ru",
    )  # fmt: skip
    assert values(_DIRECTOR, _FIRST, _SECOND, _NOW, theirs) == ["Беков Т.Р."]
    assert values(_SINCE, _FIRST, _SECOND, theirs, subject=_SUBJECT) == ["11.04.2022 г."]


@pytest.mark.parametrize(
    ("lines", "day"),
    [
        (("ПРИКАЗ № 8", "11.04.2022 г.", "Назначить Бекова Тимура Рустамовича директором с 11.04.2022 г."), "11.04.2022 г."),
        (
            ("РЕШЕНИЕ № 2", "5 мая 2022 года", "Избрать директором Общества Бекова Тимура Рустамовича с 6 мая 2022 года."),
            "5 мая 2022 года",
        ),
        (("Назначить Бекова Тимура Рустамовича на должность директора с 11.04.2022 г.",), "11.04.2022 г."),
        (
            ("BUYRUQ № 3", "Bekov Temur Rustam o‘g‘li 2022-yil 11-apreldan korxona direktori lavozimiga tayinlansin."),
            "2022-yil 11-apreldan",
        ),
        (
            ("БУЙРУҚ № 3", "2022 йил 11 апрель", "Беков Темур Рустамович 2022 йил 12 апрелдан жамият раҳбари этиб тайинлансин."),
            "2022 йил 11 апрель",
        ),
        (
            ("ПРИКАЗ № 8", "На основании протокола № 6 от 01.04.2022 г. назначить Бекова Т.Р. директором с 11.04.2022 г."),
            None,
        ),
    ],
)  # fmt: skip
def test_an_order_says_since_when(lines: tuple[str, ...], day: str | None) -> None:
    found = values(_SINCE, flow("ООО «НАМУНА САВДО»", *lines, name="order", language="ru"))
    assert found == ([day] if day else ["11.04.2022 г."])


@pytest.mark.parametrize(
    "order",
    [
        "Назначить Бекова Тимура Рустамовича на должность директора филиала с 11.04.2022 г.",
        "Назначить Бекова Тимура Рустамовича на должность заместителя директора с 11.04.2022 г.",
        "На время отпуска назначить Бекова Тимура Рустамовича директором с 11.04.2022 г.",
        "Принять Бекову Нодиру Рустамовну на должность главного бухгалтера с 11.04.2022 г.",
        "Bekov Temur 2022-yil 11-apreldan direktor o‘rinbosari lavozimiga tayinlansin.",
    ],
)
def test_other_posts_and_stand_ins_are_no_appointment(order: str) -> None:
    page: Page = flow("ООО «НАМУНА САВДО»", "ПРИКАЗ № 8", "10.04.2022 г.", order, name="order", language="ru")
    assert values(_SINCE, page) == []


def test_an_order_in_uzbek_may_say_for_how_long_and_why() -> None:
    order = flow(
        "«NAMUNA SAVDO» MChJ", "BUYRUQ", "2023-yil 4-may",
        "1. Sharipov Alisher Yusupovich 2023-yil 3-maydan direktor lavozimidan o‘z arizasiga binoan ozod qilinsin.",
        "2. Bekov Temur Rustamovich 2023-yil 4-maydan «NAMUNA SAVDO» MChJ direktori lavozimiga 2 yil muddatga tayinlansin.",
        name="order", language="uz-Latn",
    )  # fmt: skip
    old = flow("Баланс", "Руководитель ______ Шарипов А.Ю.", name="old", language="ru")
    assert values(_DIRECTOR, order, old, _NOW) == ["Беков Т.Р."]
    assert values(_SINCE, order) == ["2023-yil 4-may"]


_ELECTED = flow(
    "ВЫПИСКА ИЗ ПРОТОКОЛА № 3", "ПОСТАНОВИЛИ: избрать генеральным директором Общества Бекова Тимура Рустамовича.",
    name="elected", language="ru",
)  # fmt: skip


def _takes(day: str, *said: str) -> Page:
    text = said or ("С указанного дня приступаю к исполнению обязанностей генерального директора ООО «НАМУНА САВДО».",)
    return flow("ООО «НАМУНА САВДО»", "ПРИКАЗ", f"{day} № 4-л/с", *text, name=f"takes {day}", language="ru")


def test_who_takes_office_himself_says_since_when() -> None:
    assert values(_SINCE, _ELECTED, _takes("14.02.2021"), subject=_SUBJECT) == ["14.02.2021"]
    assert values(_SINCE, _takes("14.02.2019"), _takes("14.02.2021"), subject=_SUBJECT) == ["14.02.2021"]


def test_a_later_appointment_outdoes_who_took_office_before() -> None:
    assert values(_SINCE, _SECOND, _takes("14.02.2019"), subject=_SUBJECT) == ["11.04.2022 г."]


def test_a_stand_in_takes_no_office() -> None:
    said = "На время отпуска директора приступаю к исполнению обязанностей директора."
    assert values(_SINCE, _takes("14.02.2021", said), subject=_SUBJECT) == []
    branch = "Приступаю к исполнению обязанностей директора филиала."
    assert values(_SINCE, _takes("14.02.2021", branch), subject=_SUBJECT) == []
