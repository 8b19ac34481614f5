import pytest

from ingest.decoding import decode_text

RUSSIAN = "Общество с ограниченной ответственностью «Альфа» зарегистрировано в городе Ташкенте 12 марта 2019 года."
PORTUGUESE = "O requerente não possui antecedentes e reside no município de São João há três anos, conforme declaração."


@pytest.mark.parametrize(
    "encoding", ["cp1251", "koi8-r", "cp866", "mac_cyrillic", "utf-8", "utf-16", "utf-8-sig", "utf-16-le"]
)
def test_russian_is_read_in_any_of_its_encodings(encoding: str) -> None:
    text = RUSSIAN if encoding not in ("koi8-r", "cp866") else RUSSIAN.replace("«", '"').replace("»", '"')
    assert decode_text(text.encode(encoding)).text == text


@pytest.mark.parametrize("text", ["ИНН: 301234567", "ПРИКАЗ О НАЗНАЧЕНИИ", "Договор № 5"])
def test_short_russian_is_read_as_windows_text(text: str) -> None:
    assert decode_text(text.encode("cp1251")).text == text


@pytest.mark.parametrize("encoding", ["cp1252", "utf-8"])
def test_portuguese_is_not_taken_for_russian(encoding: str) -> None:
    assert decode_text(PORTUGUESE.encode(encoding)).text == PORTUGUESE


def test_a_guess_says_that_it_is_one() -> None:
    assert decode_text(RUSSIAN.encode("cp1251")).guessed
    assert not decode_text(RUSSIAN.encode()).guessed


def test_a_stated_charset_is_believed_where_it_decodes() -> None:
    assert decode_text("Москва".encode("koi8-r"), stated="koi8-r").text == "Москва"
    assert decode_text("Москва".encode(), stated="ascii").text == "Москва"
    assert decode_text("Москва".encode(), stated="no-such-charset").text == "Москва"


def test_any_bytes_become_some_text() -> None:
    assert decode_text(bytes(range(256))).text
    assert decode_text(b"").text == ""
