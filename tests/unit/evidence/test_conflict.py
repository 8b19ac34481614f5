import pytest

from evidence.conflict import same_value, similar_value
from evidence.fields import FieldType
from evidence.findings import TypedValue
from evidence.values import parse_value


def value(text: str, kind: FieldType, language: str = "ru") -> TypedValue:
    parsed = parse_value(text, kind, language=language)
    assert parsed is not None
    return parsed.readings[0]


@pytest.mark.parametrize(
    ("kind", "one", "other", "same"),
    [
        (FieldType.MONEY, "1,5 млн сум", "1 500 000 UZS", True), (FieldType.MONEY, "500", "500 сум", True),
        (FieldType.MONEY, "500 сум", "500 USD", False), (FieldType.PERCENT, "24 %", "24 % годовых", True),
        (FieldType.PERCENT, "24 % в месяц", "24 % годовых", False), (FieldType.DATE, "05.03.2024", "5 марта 2024 г.", True),
        (FieldType.DATE, "05.03.2024", "06.03.2024", False), (FieldType.IDENTIFIER, "301 234 567", "301234567", True),
        (FieldType.IDENTIFIER, "12/3", "1/23", False), (FieldType.IDENTIFIER, "AB1234567", "АВ1234567", False),
        (FieldType.PERSON, "Иванов И.И.", "Иванов Иван Иванович", True),
        (FieldType.PERSON, "И. И. Иванов", "ИВАНОВ ИВАН ИВАНОВИЧ", True),
        (FieldType.PERSON, "Иванов П.И.", "Иванов Иван Петрович", False),
        (FieldType.PERSON, "Иванова И.И.", "Иванов И.И.", False),
        (FieldType.PERSON, "Karimov A. B.", "Karimov Alisher Baxtiyorovich", True),
        (FieldType.PERSON, "Alisher Karimov", "Karimov Alisher", True),
        (FieldType.PERSON, "John A.", "John A. Smith", False), (FieldType.PERSON, "John Smith Jr.", "John Smith", False),
        (FieldType.PERSON, "Karimov Alisher", "Каримов Алишер", False),
        (FieldType.PERSON, "Семёнов Пётр", "Семенов Петр", False),
        (FieldType.ORGANISATION, "ООО «Ромашка»", "\"Ромашка\" МЧЖ", True),
        (FieldType.ORGANISATION, "Ромашка", "ООО Ромашка", True),
        (FieldType.ORGANISATION, "АО Ромашка", "ООО Ромашка", False),
        (FieldType.ORGANISATION, "Ромашка", "Ромашка Плюс", False),
        (FieldType.ADDRESS, "г. Ташкент, ул. Навои, д. 12", "город Ташкент, улица Навои, дом 12", True),
        (FieldType.ADDRESS, "ул. Навои, д. 12", "ул. Навои, д. 21", False), (FieldType.TEXT, "«Срочный»", "срочный", True),
    ],
)  # fmt: skip
def test_same_value_looks_through_spelling_and_at_nothing_else(
    kind: FieldType, one: str, other: str, same: bool
) -> None:
    assert same_value(value(one, kind), value(other, kind)) is same
    assert same_value(value(other, kind), value(one, kind)) is same


def test_values_of_two_types_are_never_the_same() -> None:
    assert not same_value(value("500", FieldType.MONEY), value("500", FieldType.NUMBER))


@pytest.mark.parametrize(
    ("kind", "one", "other", "similar"),
    [
        (FieldType.PERSON, "Karimov Alisher", "Каримов Алишер", True),
        (FieldType.PERSON, "Каримов Алишер", "Karimov Anvar", False),
        (FieldType.ORGANISATION, "ООО «Зарафшан Текстиль»", "Zarafshan Tekstil LLC", True),
        (FieldType.IDENTIFIER, "AB1234567", "АВ1234567", True),
        (FieldType.IDENTIFIER, "AB1234567", "AB1234568", False), (FieldType.MONEY, "500", "501", False),
    ],
)  # fmt: skip
def test_another_script_is_similar_and_no_more(kind: FieldType, one: str, other: str, similar: bool) -> None:
    assert similar_value(value(one, kind), value(other, kind)) is similar


@pytest.mark.parametrize(
    ("one", "other", "similar"),
    [
        ("Собиров Н.К.", "Сабыров Н.К.", True), ("Собиров Н.К.", "Sobirov Nodir Kamolovich", True),
        ("Қобилов Жасур Олимович", "Кабылов Джасур Олимович", True), ("Йўлчиев Т.А.", "Юлчиев Т.А.", True),
        ("Yo‘lchiyev T.A.", "Юлчиев Т.А.", True), ("Собиров Н.К.", "Собиров К.Н.", False),
        ("Собиров А.К.", "Сабыров О.К.", False), ("Олимов А.К.", "Алимов О.К.", False), ("Собиров Н.К.", "Сабирова Н.К.", False),
        ("Собиров", "Сабыров", False), ("Сабитов Н.К.", "Собиров Н.К.", False),
    ],
)  # fmt: skip
def test_one_person_in_russian_and_uzbek_spellings_is_similar_and_never_the_same(
    one: str, other: str, similar: bool
) -> None:
    left, right = value(one, FieldType.PERSON), value(other, FieldType.PERSON)
    assert similar_value(left, right) is similar and similar_value(right, left) is similar
    assert not same_value(left, right)
