from agents.labels.words import key_of, stem_of, stems_of, words_of


def test_apostrophes_of_uzbek_letters_compare_alike() -> None:
    assert len({key_of(f"to{mark}liq") for mark in "ʻ'’‘`"}) == 1


def test_yo_compares_as_ye() -> None:
    assert key_of("Заёмщик") == key_of("заемщик")


def test_number_signs_are_one() -> None:
    assert key_of("№") == key_of("#")


def test_inflected_forms_share_a_stem() -> None:
    assert stem_of("договора") == stem_of("договор")
    assert stem_of("parties") == stem_of("party")
    assert stem_of("universidades") == stem_of("universidade")


def test_words_with_digits_are_not_stemmed() -> None:
    assert stem_of("2024s") == "2024s"


def test_words_know_where_they_stand() -> None:
    text = "Order № 15"
    assert [text[word.start : word.end] for word in words_of(text)] == ["Order", "№", "15"]


def test_a_soft_hyphen_does_not_split_a_word() -> None:
    assert stems_of("дого\u00adвор") == stems_of("договор")
