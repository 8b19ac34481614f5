import pytest

from index.lexical import keys


@pytest.mark.parametrize("apostrophe", ["'", "‘", "’", "ʻ", "ʼ", "`", "´"])
def test_every_apostrophe_of_uzbek_gives_one_key(apostrophe: str) -> None:
    assert keys.fold(keys.prepare(f"O{apostrophe}zbekiston")) == "ozbekiston"
    assert keys.fold(keys.prepare(f"ma{apostrophe}no")) == "mano"


def test_yo_meets_ye_and_a_decomposed_letter_its_whole_self() -> None:
    assert keys.fold("Всё") == keys.fold("все")
    assert keys.fold(keys.prepare("и\u0306")) == "й"
    assert keys.fold("й") != keys.fold("и")


def test_an_article_is_not_part_of_the_word() -> None:
    assert keys.fold("d'água") == "água"
    assert keys.fold("o'zbek") == "ozbek"


@pytest.mark.parametrize(
    ("mixed", "whole"),
    [
        ("CКЛАД", "СКЛАД"),
        ("дoговор", "договор"),
        ("Вank", "Bank"),
        ("склад", "склад"),
        ("Bank", "Bank"),
        ("Жbank", "Жbank"),
    ],
)
def test_a_word_in_two_scripts_takes_that_of_its_unmistakable_letters(mixed: str, whole: str) -> None:
    assert keys.unmix(mixed) == whole


def test_a_code_has_one_look_in_both_scripts() -> None:
    assert keys.code_key("АВ") == keys.code_key("AB") == "AB"
    assert keys.code_key("ГОСТ") is None
    assert keys.code_key("ав") is None
    assert keys.code_key("123") is None


@pytest.mark.parametrize(
    ("cyrillic", "latin"),
    [
        ("ўзбекистон", "ozbekiston"), ("шартнома", "shartnoma"), ("ер", "yer"), ("еттинчи", "yettinchi"), ("ғалла", "galla"),
        ("қишлоқ", "qishloq"), ("ҳақида", "haqida"), ("маъно", "mano"), ("юридик", "yuridik"), ("поезд", "poyezd"),
    ],
)  # fmt: skip
def test_uzbek_cyrillic_meets_its_latin_spelling(cyrillic: str, latin: str) -> None:
    assert keys.uzbek_latin(cyrillic) == latin


def test_accents_go_from_latin_and_stay_in_cyrillic() -> None:
    assert keys.strip_accents("locação") == "locacao"
    assert keys.strip_accents("йод") == "йод"


def test_what_is_invisible_inside_a_word_goes() -> None:
    assert keys.prepare("дого\u00adвор\u200b") == "договор"
