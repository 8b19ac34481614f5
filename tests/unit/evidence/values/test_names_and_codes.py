import pytest

from evidence.fields import FieldType
from evidence.values import parse_value, read_values


def texts(text: str, kind: FieldType, language: str = "ru") -> list[tuple[str, str]]:
    return [
        (found.value.text, found.value.normalised)
        for found in read_values(text, kind, language=language)
        if found.value is not None
    ]


@pytest.mark.parametrize(
    ("text", "normalised"),
    [
        ("ИНН 301 234 567", "301234567"), ("CNPJ 12.345.678/0001-95", "12345678000195"), ("CPF 123.456.789-09", "12345678909"),
        ("р/с 20208 000 9 12345678 001", "20208000912345678001"), ("паспорт AA 1234567", "AA1234567"),
        ("тел. +998 90 123-45-67", "+998901234567"),
        ("договор № ДГ-12/24", "ДГ-12/24"), ("Contract No. 45", "45"), ("A 012-345-678", "A012345678"),
        ("receipt MSC2190012345", "MSC2190012345"),
        ("IBAN DE89 3704 0044 0532 0130 00", "DE89370400440532013000"), ("паспорт 45 08 123456", "4508123456"),
        ("кадастр 10:05:03:01:02:1234", "10:05:03:01:02:1234"), ("№ 582-Б/11-сонли шартнома", "582-Б/11"),
    ],
)  # fmt: skip
def test_codes_are_found_and_known_forms_lose_their_separators(text: str, normalised: str) -> None:
    assert [one for _, one in texts(text, FieldType.IDENTIFIER)] == [normalised]


def test_two_contracts_with_the_same_digits_stay_two() -> None:
    (first,), (second,) = texts("№ 12/3", FieldType.IDENTIFIER), texts("№ 1/23", FieldType.IDENTIFIER)
    assert first[1] != second[1]


@pytest.mark.parametrize("text", ["05.03.2024", "1 234 567,89 сум", "24 %", "36 месяцев", "10:30", "2024 год"])
def test_dates_amounts_and_times_are_no_codes(text: str) -> None:
    assert texts(text, FieldType.IDENTIFIER) == []


def test_letters_of_another_script_are_not_exchanged() -> None:
    latin, cyrillic = (parse_value(text, FieldType.IDENTIFIER, language="ru") for text in ("AB1234567", "АВ1234567"))
    assert latin is not None
    assert cyrillic is not None
    assert latin.readings[0].normalised != cyrillic.readings[0].normalised


def test_people_are_found_with_initials_patronymics_and_particles() -> None:
    text = (
        "директор Иванов Иван Иванович, О.В. Петрова и Каримов А.Б.; Karimov Alisher Baxtiyor o‘g‘li; "
        "Sr. João da Silva; John Q. Public Jr."
    )
    assert [found for found, _ in texts(text, FieldType.PERSON)] == [
        "Иванов Иван Иванович", "О.В. Петрова", "Каримов А.Б.", "Karimov Alisher Baxtiyor o‘g‘li", "João da Silva",
        "John Q. Public Jr.",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("written", "normalised"),
    [
        ("ООО «Ромашка»", "ромашка [llc]"), ("«Ромашка» МЧЖ", "ромашка [llc]"), ("OOO \"Ромашка\"", "ромашка [llc]"),
        ("Общество с ограниченной ответственностью «Ромашка»", "ромашка [llc]"), ("АО «Нур»", "нур [jsc]"),
        ("“Nur” AJ", "nur [jsc]"),
        ("Nike, Inc.", "nike [inc]"), ("Padaria Boa Ltda", "padaria boa [llc]"),
        ("АКБ «Банк «Капитал»»", "банк капитал [jscb]"),
    ],
)  # fmt: skip
def test_legal_forms_and_quotes_are_folded(written: str, normalised: str) -> None:
    assert texts(written, FieldType.ORGANISATION) == [(written, normalised)]


def test_addresses_are_whole_cells() -> None:
    text = "Адрес: г. Ташкент, ул. Навои, д. 12\tТел.: 71 200-00-00"
    assert [found for found, _ in texts(text, FieldType.ADDRESS)] == ["г. Ташкент, ул. Навои, д. 12"]


def test_free_text_has_no_shape_and_parses_whole() -> None:
    assert read_values("любой текст", FieldType.TEXT, language="ru") == ()
    parsed = parse_value("  Любой  текст ", FieldType.TEXT, language="ru")
    assert parsed is not None
    assert parsed.readings[0].text == "Любой  текст"


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("306 418 927 —", "306418927"),
        ("XT № 004817", "XT 004817"),
        ("XT No 004817", "XT 004817"),
        ("AN 0061847", "AN0061847"),
    ],
)
def test_what_only_fills_the_line_or_says_number_is_no_part_of_a_code(written: str, value: str) -> None:
    read = parse_value(written, FieldType.IDENTIFIER, language="ru")
    assert read is not None and read.value is not None
    assert read.value.normalised == value
