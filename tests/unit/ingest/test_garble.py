import random

import pytest

from ingest.garble import familiarity, judge, recoded, refutes

TEXTS = {
    "ru": """Общество с ограниченной ответственностью создано в соответствии с законодательством и действует на
        основании устава. Высшим органом общества служит собрание участников""",
    "en": """The parties agree that the receiving party shall hold the information in confidence and shall not disclose
        it to any other person without the written consent of the owner""",
    "pt": """As partes declaram que o presente contrato foi lavrado em duas vias de igual teor e que a obrigação será
        cumprida no prazo fixado, salvo prorrogação por escrito""",
    "uz-Latn": """Qarz oluvchi o‘z majburiyatlarini har oyda bajaradi va bank oldidagi qarzni to‘liq qoplaydi, kredit
        hajmi va muddati shartnomada belgilanadi""",
    "uz-Cyrl": """Қарз олувчи ўз мажбуриятларини ҳар ойда бажаради ва банк олдидаги қарзни тўлиқ қоплайди, кредит
        ҳажми ва муддати шартномада белгиланади""",
}


@pytest.mark.parametrize("language", TEXTS)
def test_real_language_is_believed(language: str) -> None:
    verdict = judge(TEXTS[language].split())
    assert not verdict.condemned
    assert not verdict.doubtful


@pytest.mark.parametrize(("one", "other"), [("ru", "en"), ("uz-Cyrl", "pt"), ("pt", "en"), ("uz-Latn", "ru")])
def test_a_page_in_two_languages_is_believed(one: str, other: str) -> None:
    pairs = zip(TEXTS[one].split(), TEXTS[other].split(), strict=False)
    assert not judge((TEXTS[one] + TEXTS[other]).split()).doubtful
    if {one, other} != {"pt", "en"}:  # in one script they may not take turns word by word
        assert not judge([word for pair in pairs for word in pair]).doubtful


@pytest.mark.parametrize("language", TEXTS)
@pytest.mark.parametrize("seed", range(5))
def test_letters_that_stand_for_other_letters_are_doubted(language: str, seed: int) -> None:
    text = TEXTS[language].casefold()
    letters = sorted({char for char in text if char.isalpha()})
    other = letters[:]
    random.Random(seed).shuffle(other)
    verdict = judge(text.translate(dict(zip(map(ord, letters), other, strict=True))).split())
    assert verdict.doubtful


@pytest.mark.parametrize(
    "words",
    [
        ["(cid:12)(cid:98)(cid:7)", "(cid:44)", "и", "далее"],
        ["\ue001\ue002\ue003\ue004", "слово", "\ue005\ue006"],
        ["Ðåêëàìà", "çàåìùèêà", "íà", "ïîïîëíåíèå", "îáîðîòíûõ", "ñðåäñòâ"],
        list("Обществосограниченнойответственностьюсоздано"),
    ],
    ids=["cid tokens", "private use", "wrong code page", "letters apart"],
)
def test_sure_signs_condemn(words: list[str]) -> None:
    damaged = sum(char >= "\ue000" for word in words for char in word)
    assert judge(words, damaged=damaged).condemned


@pytest.mark.parametrize(
    "words",
    [
        ["1 250 000", "3,5", "22", "%", "2024", "1.1", "(12)", "-", "45"],
        ["WAOW", "KBJR", "CBS", "NBJR", "ABC", ":30", "MTWTF--", "6:00:02A-"],
        ["ИНН", "301", "234", "567", "МФО", "00450"],
        ["М", "П", "1", "2", "a", "b"],
        [],
    ],
    ids=["figures", "codes", "identifiers", "few letters", "nothing"],
)
def test_pages_without_prose_are_not_doubted(words: list[str]) -> None:
    verdict = judge(words)
    assert not verdict.condemned
    assert not verdict.doubtful


def test_signs_in_place_of_words_are_doubted() -> None:
    assert judge(['"7+%-']).doubtful


def test_scripts_that_nobody_expects_are_doubted() -> None:
    assert judge(["킜킰톁톁킰", "킜킰톁톈톂킰킱", "킛킸톁톂", "킴킾킺톃킼"] * 5).doubtful


def test_two_bytes_taken_for_one_letter_are_put_right() -> None:
    meant = ["Масса", "Масштаб", "№", "докум.", "1:1"]
    wrong = [
        "".join(chr(int.from_bytes(c.encode(), "big")) if "а" <= c.lower() <= "я" else c for c in w) for w in meant
    ]
    assert wrong[0].startswith("\ud09c")
    assert recoded(wrong) == meant
    assert recoded(["대한민국의", "주권은", "국민에게", "있고"]) is None
    assert recoded(["plain", "text"]) is None


def test_other_scripts_have_no_familiarity() -> None:
    assert familiarity(["الشمالية", "أفريقية"]) is None


SEEN = [(word, 95.0) for word in TEXTS["ru"].split()]


def test_ocr_refutes_a_layer_that_says_something_else() -> None:
    assert refutes(TEXTS["en"].split(), SEEN) is True
    assert refutes(TEXTS["ru"].split(), SEEN) is False


def test_ocr_that_reads_nonsense_refutes_nothing() -> None:
    nonsense = [("ждщцж", 95.0), ("цщжкх", 95.0), ("хжцщф", 95.0)] * 8
    assert refutes(TEXTS["ru"].split(), nonsense) is None


def test_a_single_sure_word_refutes_signs() -> None:
    assert refutes(['"7+%-'], [("Phone", 96.0)]) is True
    assert refutes(["Phone"], [("Phone", 96.0)]) is None
    assert refutes(["слово"], []) is None
