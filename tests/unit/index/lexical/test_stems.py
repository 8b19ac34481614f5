import threading

import pytest

from index.lexical.stems import stem


@pytest.mark.parametrize(
    ("one", "other", "language"),
    [
        ("договорами", "договора", "ru"), ("contratos", "contrato", "pt"), ("agreements", "agreement", "en"),
        ("shartnomalarning", "shartnoma", "uz-Latn"), ("kreditlari", "kredit", "uz-Latn"), ("bankdan", "bank", "uz-Latn"),
    ],
)  # fmt: skip
def test_forms_share_a_stem(one: str, other: str, language: str) -> None:
    assert stem(one, language) == stem(other, language)


@pytest.mark.parametrize("word", ["инн", "ооо", "mfo", "da"])
def test_short_words_are_left_alone(word: str) -> None:
    assert all(stem(word, language) == word for language in ("ru", "en", "pt", "uz-Latn"))


def test_a_language_without_a_stemmer_keeps_the_word() -> None:
    assert stem("wörter", "de") == "wörter"


def test_stems_are_the_same_from_every_thread() -> None:
    words = [f"договор{ending}" for ending in ("а", "у", "ом", "е", "ы", "ов", "ам", "ами", "ах")] * 50
    stems: list[set[str]] = []
    threads = [
        threading.Thread(target=lambda: stems.append({stem.__wrapped__(word, "ru") for word in words}))
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert stems == [{"договор"}] * 4
