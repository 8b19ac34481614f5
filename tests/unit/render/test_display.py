from decimal import Decimal

import pytest
from babel import Locale
from hypothesis import given
from hypothesis import strategies as st

from evidence.fields import FieldType
from evidence.findings import TypedValue
from render.display import legal, shown_text

RU, PT, EN = Locale("ru"), Locale("pt"), Locale("en")


def shown(kind: FieldType, text: str, normalised: str | None = None, locale: Locale = RU) -> str:
    return shown_text(TypedValue(type=kind, text=text, normalised=normalised or text), locale)


def test_a_document_is_shown_in_its_own_words() -> None:
    assert shown(FieldType.MONEY, "1 250 000,50 сум", "1250000.50") == "1 250 000,50 сум"
    assert shown(FieldType.DATE, "«14» февраля 2019 г.", "2019-02-14") == "«14» февраля 2019 г."
    assert shown(FieldType.IDENTIFIER, "0012345", "0012345") == "0012345"
    assert shown(FieldType.TEXT, "1234567") == "1234567"


def test_what_a_sheet_stores_is_shown_in_the_readers_notation() -> None:
    assert shown(FieldType.MONEY, "1234567.50", "1234567.5") == "1\u00a0234\u00a0567,50"
    assert shown(FieldType.MONEY, "-1234567", locale=PT) == "-1.234.567"
    assert shown(FieldType.MONEY, "1234567.5", locale=EN) == "1,234,567.5"
    assert shown(FieldType.DATE, "2019-02-14") == "14.02.2019"
    assert shown(FieldType.DATE, "2019-02-14", locale=PT) == "14/02/2019"
    assert shown(FieldType.DATE, "2019-02-14", locale=EN) == "14 February 2019"
    assert shown(FieldType.MONEY, "1250000 UZS", "1250000") == "1\u00a0250\u00a0000\u00a0UZS"


def test_a_bare_percent_gets_its_sign_once() -> None:
    assert shown(FieldType.PERCENT, "12.5", "12.5") == "12,5\u00a0%"
    assert shown(FieldType.PERCENT, "12.5%", "12.5") == "12,5\u00a0%"
    assert shown(FieldType.PERCENT, "12,5 %", "12.5") == "12,5 %"
    assert shown(FieldType.PERCENT, "12.5", locale=EN) == "12.5%"


def test_a_year_and_a_code_are_left_alone() -> None:
    assert shown(FieldType.NUMBER, "2023") == "2023"
    assert shown(FieldType.NUMBER, "0012", "12") == "0012"
    assert shown(FieldType.DATE, "2019-02-31") == "2019-02-31"


def test_an_amount_in_thousands_is_written_out() -> None:
    def amount(text: str, normalised: str, locale: Locale = RU) -> str:
        return shown_text(TypedValue(type=FieldType.MONEY, text=text, normalised=normalised, unit="UZS"), locale)

    assert amount("1234.5", "1234500") == "1\u00a0234\u00a0500\u00a0UZS"
    assert amount("1 234,5", "1234500") == "1\u00a0234\u00a0500\u00a0UZS"
    assert amount("1 234,5 тыс. сум", "1234500") == "1 234,5 тыс. сум"
    assert amount("1.250", "1250", RU) == "1250\u00a0UZS"  # a Portuguese thousand would read as one and a quarter


@given(st.decimals(allow_nan=False, allow_infinity=False, places=2, min_value=-(10**15), max_value=10**15))
def test_no_digit_is_lost_or_rounded(number: Decimal) -> None:
    text = f"{number:f}"
    said = shown(FieldType.MONEY, text)
    assert Decimal(said.replace("\u00a0", "").replace(",", ".")) == number


@given(st.text(st.characters(codec=None, categories=["L", "N", "P", "Zs", "Cc", "Cn", "Co", "Cs"]), max_size=40))
def test_only_what_xml_cannot_hold_is_left_out(text: str) -> None:
    from lxml import etree

    clean, gone = legal(text)
    etree.Element("t").text = clean
    kept = text.replace("\r\n", "\n").replace("\r", "\n")
    assert clean == "".join(letter for letter in kept if f"U+{ord(letter):04X}" not in gone)


@pytest.mark.parametrize(("text", "gone"), [("a\x00b", ("U+0000",)), ("a\x0bb\uffff", ("U+000B", "U+FFFF"))])
def test_names_what_was_left_out(text: str, gone: tuple[str, ...]) -> None:
    assert legal(text)[1] == gone


def test_a_number_of_many_digits_is_written_in_full() -> None:
    assert shown(FieldType.NUMBER, "1" * 40, locale=EN).replace(",", "") == "1" * 40
