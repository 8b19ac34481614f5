import subprocess
import sys

import pytest

from index.lexical.bm25 import DocumentFrequencies, passage_vector, term_id

DOCS = ["договор аренды склада", "договор поставки", "договор займа на пять лет", "письмо банка"]


def counted(vectors) -> DocumentFrequencies:
    frequencies = DocumentFrequencies()
    frequencies.add(vectors)
    return frequencies


def score(vector, query) -> float:
    return sum(weight * vector.get(term, 0.0) for term, weight in query.items())


def test_the_rare_word_weighs_more_than_the_one_everywhere() -> None:
    vectors = [passage_vector(text, "ru") for text in DOCS]
    query, _ = counted(vectors).query_vector("договор аренды", "ru")
    scores = [score(vector, query) for vector in vectors]
    assert scores[0] == max(scores)
    assert scores[3] == 0


def test_a_word_said_often_is_worth_more_but_not_without_end() -> None:
    once, thrice, many = (passage_vector("аренда " * times, "ru") for times in (1, 3, 300))
    term = next(iter(once))
    assert once[term] < thrice[term] < 2.2
    assert many[term] < 2.2


def test_the_ideal_is_what_a_passage_with_every_word_would_get() -> None:
    vectors = [passage_vector(text, "ru") for text in DOCS]
    _, ideal = counted(vectors).query_vector("договор аренды склада", "ru")
    query, _ = counted(vectors).query_vector("договор аренды склада", "ru")
    assert score(vectors[0], query) == pytest.approx(ideal, rel=0.5)
    _, with_unknown = counted(vectors).query_vector("договор аренды склада Нептун", "ru")
    assert with_unknown > ideal


def test_removing_a_document_undoes_adding_it() -> None:
    vectors = [passage_vector(text, "ru") for text in DOCS]
    frequencies = counted(vectors)
    frequencies.remove([vectors[3]])
    assert frequencies.query_vector("письмо", "ru") == counted(vectors[:3]).query_vector("письмо", "ru")


def test_no_vector_is_empty() -> None:
    assert passage_vector("…", None)
    assert passage_vector("", "ru")


def test_ids_are_the_same_in_every_process() -> None:
    code = "from index.lexical.bm25 import term_id; print(term_id('аренда'))"
    other = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env={"PYTHONHASHSEED": "7"}
    )
    assert int(other.stdout) == term_id("аренда")
    assert 0 <= term_id("аренда") < 2**31


def test_a_very_long_question_keeps_its_rarest_words() -> None:
    vectors = [passage_vector(f"слово{at} общее", "ru") for at in range(200)]
    query, _ = counted(vectors).query_vector(" ".join(f"слово{at}" for at in range(200)) + " общее", "ru")
    assert len(query) <= 64
    assert term_id("общ") not in query
