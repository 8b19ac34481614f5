import pytest

from agents.parties.names import TextNames, core_words, name_spans, same_party


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("ООО «Садаф Текстиль»", '"Sadaf Tekstil" MChJ'),
        ("ООО «Садаф Текстиль»", "Sadaf Textile LLC"),
        ("ООО Садаф Текстиль", "Общество с ограниченной ответственностью «САДАФ ТЕКСТИЛЬ»"),
        ("Oʻzbekiston Havo Yoʻllari AJ", "O'zbekiston havo yo'llari"),
        ("Ўзбекистон ҳаво йўллари", "Oʻzbekiston havo yoʻllari"),
        ("Каримов Шавкат", "Shavkat Karimov"),
        ("АО «Бузгул Полимер»", "“Bo‘zgul Polimer” AJ"),
        ("Ribeiro & Filhos Ltda.", "RIBEIRO & FILHOS LTDA"),
    ],
)
def test_spellings_of_one_party_are_one(left: str, right: str) -> None:
    assert same_party(left, right)


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("ООО «Садаф Текстиль»", "ООО «Садаф Текстиль Плюс»"),
        ("ООО «Садаф Текстиль»", "ООО «Садаф Трейд»"),
        ("Каримов Шавкат", "Каримов Шерзод"),
        ("ООО «Бахор»", "ООО «Бухоро»"),
        ("ООО", "ООО"),
        ("", ""),
    ],
)
def test_a_further_or_other_word_is_another_party(left: str, right: str) -> None:
    assert not same_party(left, right)


NAME = core_words("ООО «Садаф Текстиль»")


@pytest.mark.parametrize(
    "text",
    [
        "Заёмщик: ООО «Садаф Текстиль», г. Ташкент",
        'Qarz oluvchi "Sadaf Tekstil" MChJ nomidan',
        "Садаф Текстиль обязуется вернуть заём",
        "САДАФ ТЕКСТИЛЬ\nДОГОВОР",
        "Садаф Текстиль — Заёмщик",
    ],
)
def test_a_name_is_found_in_running_text(text: str) -> None:
    assert TextNames(text).hold(NAME)


@pytest.mark.parametrize(
    "text",
    [
        "ООО «Садаф Текстиль Плюс»",
        "Садаф Текстиль Плюс обязуется",
        "Садаф-Текстиль-Плюс",
        "Садаф\nТекстиль",
        "Текстиль Садаф",
        "",
    ],
)
def test_the_beginning_of_a_longer_name_is_not_the_name(text: str) -> None:
    assert not TextNames(text).hold(NAME)


def test_an_empty_name_is_nowhere() -> None:
    assert not TextNames("ООО").hold(core_words("ООО"))


@pytest.mark.parametrize("apostrophe", ["'", "’", "‘", "ʻ", "`"])
def test_a_name_is_found_whatever_apostrophe_the_text_has(apostrophe: str) -> None:
    text = f"общим собранием акционеров\nАО «Bo{apostrophe}zgul Polimer»\nпротокол № 1"
    assert TextNames(text).hold(core_words("«BO‘ZGUL POLIMER» AJ"))


def test_a_name_is_found_with_other_vowels() -> None:
    assert TextNames("АО «Бузгул Полимер» просит").hold(core_words("«BO‘ZGUL POLIMER» AJ"))


def test_a_name_in_quotation_marks_that_goes_on_is_another_company() -> None:
    name = core_words("ООО «Садаф Текстиль»")
    assert name_spans("Поставщик ООО «Садаф Текстиль», г. Ташкент", name)
    assert not name_spans("Поставщик ООО «Садаф-Текстиль Сервис», г. Ташкент", name)
    assert not name_spans("Поставщик ООО «САДАФ ТЕКСТИЛЬ ПЛЮС»", name)
