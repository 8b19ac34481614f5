import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evidence.folding import fold, plain, shapes

PIECES = (
    "слово", "o'zbek", "oʻz", "ﬁn", "eﬃ", "й", "и\u0306", "ё", "é", "e\u0301", "10", "²", "1", "234,56", "-", "–", "—", "\u00ad",
    "\u200b", "\ufeff", " ", "  ", "\n", "\t", "\u00a0", "\u202f", "«", "»", "“", '"', "'", "’", "''", "...", "…", ". . . .",
    "№", "½", "|", "<<", ",,", "(", ")", "%", ".", ",", ":", "A", "Ａ", "Ⅳ", "\u0301",
)  # fmt: skip
TEXTS = st.lists(st.sampled_from(PIECES), max_size=24).map("".join) | st.text(max_size=40)


@pytest.mark.parametrize(
    ("written", "key"),
    [
        ("обяза-\nтельство", "обязательство"),
        ("обяза\u00ad\nтельство", "обязательство"),
        ("обяза\n\u00ad\nтельство", "обязательство"),
        ("масла\u00adхат", "маслахат"),
        ("01\u00ad2301\u00adXXX", "01-2301-XXX"),
        ("2019–\n2020", "2019-2020"),
        ("eﬃcient ﬁnal", "efficient final"),
        ("и\u0306од е\u0308лка", "йод ёлка"),
        ("oʻz o‘z o’z oʼz o`z o'z", "o'z o'z o'z o'z o'z o'z"),
        ("«а» “б” „в“ ''г''", '"а" "б" "в" "г"'),
        ("a\u00a0b\u202fc\td\n\ne | f", "a b c d e f"),
        ("сло\u200bво", "слово"),
        ("5\u200b10", "5 10"),
        ("Итого .......... 5", "Итого ... 5"),
        ("ＡＢ１２ Ⅳ", "AB12 IV"),
        ("100 м² и 5 m³", "100 м2 и 5 m3"),
    ],
)
def test_folds_presentation(written: str, key: str) -> None:
    assert fold(written).key == key


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("10²", "102"), ("все", "всё"), ("не большой", "небольшой"), ("1 5", "15"), ("Банк", "банк"), ("АВ", "AB"),
        ("½", "1/2"),
        ("кочан", "ко чан"), ("-5", "5"), ("№ 5", "No 5"),
    ],
)  # fmt: skip
def test_keeps_meaning_apart(one: str, other: str) -> None:
    assert fold(one).key != fold(other).key
    assert fold(one).loose != fold(other).loose


@given(TEXTS)
def test_folding_twice_changes_nothing(text: str) -> None:
    key = fold(text).key
    assert fold(key).key == key


@given(TEXTS, st.data())
def test_every_offset_maps_back_to_the_text_that_made_it(text: str, data: st.DataObject) -> None:
    folded = fold(text)
    if not folded.key.strip():
        return
    start = data.draw(st.integers(0, len(folded.key) - 1))
    end = data.draw(st.integers(start + 1, len(folded.key)))
    span = folded.raw_span(start, end)
    assert 0 <= span.start < span.end <= len(text)
    around = text[max(0, span.start - 3) : span.end + 3]  # what a soft hyphen is, its neighbours decide
    assert folded.key[start:end].strip() in fold(around).key


@given(TEXTS)
def test_the_whole_key_maps_to_a_slice_that_folds_to_it(text: str) -> None:
    folded = fold(text)
    if not folded.key:
        return
    span = folded.raw_span(0, len(folded.key))
    assert fold(text[span.start : span.end]).key.strip() == folded.key.strip()


@given(TEXTS, st.data())
def test_the_loose_key_maps_back_too(text: str, data: st.DataObject) -> None:
    folded = fold(text)
    if not folded.loose.strip():
        return
    start = data.draw(st.integers(0, len(folded.loose) - 1))
    end = data.draw(st.integers(start + 1, len(folded.loose)))
    low, high = folded.key_span(start, end)
    assert (
        folded.loose[start:end].strip() in folded.key[low:high]
        or folded.loose[start:end].strip() in fold(folded.key[low:high]).loose
    )


@given(st.text(max_size=60))
def test_the_first_pass_keeps_offsets(text: str) -> None:
    assert len(shapes(text)) == len(text)


@given(st.text(alphabet="абвгдеёжйъэюяўқғҳçãéoʻabc 1234567890.,-", max_size=60))
def test_composed_and_decomposed_fold_alike(text: str) -> None:
    assert fold(unicodedata.normalize("NFD", text)).key == fold(unicodedata.normalize("NFC", text)).key


def test_cells_stay_apart_where_numbers_are_read() -> None:
    assert fold("1\t234\n5", cells=True).key == "1\t234\n5"
    assert fold("a  \t b\n\n c", cells=True).key == "a\tb\nc"


def test_plain_compares_short_texts_without_case_and_quotes() -> None:
    assert plain("«Ромашка»  Плюс.") == plain("ромашка плюс") == "ромашка плюс"
