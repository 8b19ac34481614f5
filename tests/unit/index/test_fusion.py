import pytest

from evidence.pages import Page, PageKind
from evidence.passages import Passage
from evidence.spans import CharSpan
from index.fusion import FusionWeights, fuse
from index.stores.port import Scored


def passage(name: str, language: str | None = "ru") -> Passage:
    page = Page(document=name, number=1, kind=PageKind.TEXT, text=name, language=language)
    return Passage.cut(page, CharSpan(start=0, end=len(name)))


A, B, C = passage("a"), passage("b"), passage("c")


def order(hits) -> list[str]:
    return [hit.passage.document for hit in hits]


def test_both_legs_agreeing_come_first() -> None:
    hits = fuse([Scored(A, 0.9), Scored(B, 0.8)], [Scored(A, 5.0)], language="ru", ideal=6.0)
    assert order(hits) == ["a", "b"]
    assert hits[0].dense == pytest.approx(0.9)
    assert hits[0].lexical == pytest.approx(5.0)
    assert hits[1].lexical is None


def test_a_leg_that_matched_little_hardly_moves_the_order() -> None:
    nearest = [Scored(A, 0.90), Scored(B, 0.86), Scored(C, 0.80)]
    weak = fuse(nearest, [Scored(C, 0.5)], language="ru", ideal=20.0)
    strong = fuse(nearest, [Scored(B, 19.0)], language="ru", ideal=20.0)
    assert order(weak) == ["a", "b", "c"]
    assert order(strong)[0] == "b"


def test_words_count_less_across_languages() -> None:
    nearest, matching = [Scored(A, 0.90), Scored(B, 0.89), Scored(C, 0.80)], [Scored(B, 9.0)]
    weights = FusionWeights(meaning=0.6, words=0.4, words_across=0.05)
    assert order(fuse(nearest, matching, language="ru", ideal=9.0, weights=weights))[0] == "b"
    assert order(fuse(nearest, matching, language="en", ideal=9.0, weights=weights))[0] == "a"


def test_a_foreign_passage_gains_nothing_by_having_no_words_to_miss() -> None:
    foreign = passage("x", language="pt")
    hits = fuse([Scored(A, 0.90), Scored(foreign, 0.88), Scored(C, 0.80)], [], language="ru", ideal=9.0)
    assert order(hits) == ["a", "x", "c"]


def test_the_two_scripts_of_uzbek_are_one_language() -> None:
    latin = passage("uz", language="uz-Latn")
    one = fuse([Scored(latin, 0.9)], [Scored(latin, 3.0)], language="uz-Cyrl", ideal=3.0)
    two = fuse([Scored(latin, 0.9)], [Scored(latin, 3.0)], language="uz-Latn", ideal=3.0)
    assert one[0].score == two[0].score


def test_a_passage_found_by_words_alone_is_kept() -> None:
    assert set(order(fuse([Scored(A, 0.9)], [Scored(B, 9.0)], language="ru", ideal=9.0))) == {"a", "b"}


def test_nothing_found_is_nothing() -> None:
    assert fuse([], [], language=None, ideal=0.0) == []


def test_equal_scores_come_in_one_order_always() -> None:
    one = fuse([Scored(A, 0.5), Scored(B, 0.5)], [], language=None, ideal=0.0)
    two = fuse([Scored(B, 0.5), Scored(A, 0.5)], [], language=None, ideal=0.0)
    assert order(one) == order(two) == ["a", "b"]
