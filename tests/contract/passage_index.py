"""What any PassageIndex must do. Backends inherit it in test_passage_index.py."""

import hashlib
import threading

import numpy as np
import pytest

from evidence.errors import IndexUnavailable, InputRefused
from evidence.pages import Page, PageKind
from evidence.passages import Passage
from evidence.ports import PassageIndex
from evidence.spans import CharSpan
from index.embedders.hashing import HashingEmbedder

TEXTS = {
    "ru": "Арендная плата составляет 1 250 000 сум в месяц и вносится до пятого числа.",
    "en": "The tenant shall pay rent of 1,250,000 soums per month before the fifth day.",
    "pt": "O locatário pagará o aluguel mensal até o quinto dia de cada mês.",
    "uz-Latn": "Ijarachi ijara haqini har oyning beshinchi kunigacha to‘laydi.",
    "uz-Cyrl": "Ижарачи ижара ҳақини ҳар ойнинг бешинчи кунигача тўлайди.",
}


def document_id(name: str) -> str:
    return hashlib.sha256(name.encode()).hexdigest()


def passage(name: str, text: str, *, language: str | None = None, number: int = 1, context: str = "") -> Passage:
    page = Page(document=document_id(name), number=number, kind=PageKind.TEXT, text=text, language=language)
    return Passage.cut(page, CharSpan(start=0, end=len(text)), context=context)


PASSAGES = tuple(passage(code, text, language=code, context=f"{code}.pdf › Rent") for code, text in TEXTS.items())


class NotANumber(HashingEmbedder):
    """An embedder whose weights are damaged."""

    def embed_passages(self, texts):
        vectors = super().embed_passages(texts)
        vectors[0, 0] = np.nan
        return vectors


class PassageIndexContract:
    """``index`` is empty and embeds with HashingEmbedder; ``open_with`` opens another empty one."""

    def test_gives_back_what_was_put(self, index: PassageIndex) -> None:
        assert index.put(PASSAGES) == len(PASSAGES)
        for held in PASSAGES:
            assert index.search(held.text, 1)[0].passage == held

    def test_finds_at_once_what_was_just_put(self, index: PassageIndex) -> None:
        for at, held in enumerate(PASSAGES, start=1):
            index.put([held])
            assert index.count() == at
            assert held in [hit.passage for hit in index.search(held.text, 3)]

    def test_putting_a_passage_again_replaces_it(self, index: PassageIndex) -> None:
        index.put(PASSAGES)
        assert index.put([PASSAGES[0]]) == 1
        assert index.count() == len(PASSAGES)

    def test_put_counts_what_is_held_for_the_documents_put(self, index: PassageIndex) -> None:
        assert index.put([passage("a", "first page of a", number=1), passage("b", "first page of b")]) == 2
        assert index.put([passage("a", "second page of a", number=2)]) == 2

    def test_best_comes_first_and_no_more_than_asked(self, index: PassageIndex) -> None:
        index.put(PASSAGES)
        hits = index.search("rent per month", 3)
        assert len(hits) == 3
        assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)
        assert hits[0].passage.language == "en"

    def test_deletes_one_document_and_nothing_else(self, index: PassageIndex) -> None:
        index.put(PASSAGES)
        gone = PASSAGES[1].document
        assert index.delete(gone) == 1
        assert index.count(gone) == 0
        assert index.count() == len(PASSAGES) - 1
        assert gone not in {hit.passage.document for hit in index.search(TEXTS["en"], 10)}

    def test_deleting_what_is_not_held_removes_nothing(self, index: PassageIndex) -> None:
        index.put(PASSAGES)
        assert index.delete(document_id("never put")) == 0
        assert index.count() == len(PASSAGES)

    def test_identical_text_of_two_documents_stays_two_passages(self, index: PassageIndex) -> None:
        index.put([passage("one", TEXTS["en"]), passage("two", TEXTS["en"])])
        assert {hit.passage.document for hit in index.search(TEXTS["en"], 5)} == {
            document_id("one"),
            document_id("two"),
        }

    def test_an_empty_index_finds_nothing(self, index: PassageIndex) -> None:
        assert list(index.search("anything", 5)) == []
        assert index.count() == 0

    def test_an_empty_question_finds_nothing(self, index: PassageIndex) -> None:
        index.put(PASSAGES)
        assert list(index.search(" \n ", 5)) == []
        assert list(index.search("rent", 0)) == []

    def test_putting_nothing_is_no_error(self, index: PassageIndex) -> None:
        assert index.put([]) == 0

    def test_a_text_without_a_single_word_can_be_held(self, index: PassageIndex) -> None:
        assert index.put([passage("dots", "… — …")]) == 1

    @pytest.mark.parametrize("asked", ["301234567", "301 234 567", "ИНН 301-234-567"])
    def test_a_number_is_found_however_it_is_grouped(self, index: PassageIndex, asked: str) -> None:
        wanted = passage("inn", "ООО «Пример», ИНН 301 234 567, г. Ташкент", language="ru")
        index.put([*PASSAGES, wanted])
        assert index.search(asked, 1)[0].passage == wanted

    @pytest.mark.parametrize("apostrophe", ["‘", "'", "ʻ", "’", "`"])
    def test_uzbek_is_found_under_every_apostrophe_and_script(self, index: PassageIndex, apostrophe: str) -> None:
        index.put(PASSAGES)
        found = index.search(f"ijara haqini to{apostrophe}laydi", 2)
        assert {hit.passage.language for hit in found} == {"uz-Latn", "uz-Cyrl"}

    def test_forty_thousand_cyrillic_letters_are_refused_by_name_or_held_whole(self, index: PassageIndex) -> None:
        huge = passage("huge", "Ж" * 40_000, language="ru")
        try:
            index.put([huge])
        except InputRefused as refusal:
            assert huge.id in str(refusal)
            assert index.count() == 0
        else:
            assert index.search("Ж" * 40_000, 1)[0].passage == huge

    def test_half_a_character_is_refused_before_anything_is_stored(self, index: PassageIndex) -> None:
        with pytest.raises(InputRefused, match="half a character"):
            index.put([PASSAGES[0], passage("broken", "abc \ud800 def")])
        assert index.count() == 0

    @pytest.mark.parametrize("text", ['" or id != "', "\\", 'a\nb\t"c"', "{}[]%", "ё’`"])
    def test_no_character_of_a_text_is_an_instruction(self, index: PassageIndex, text: str) -> None:
        odd = passage("odd", text, context=text)
        index.put([*PASSAGES, odd])
        assert odd in [hit.passage for hit in index.search(text, 10)]
        assert index.delete(odd.document) == 1
        assert index.count() == len(PASSAGES)

    @pytest.mark.parametrize("document", ['" or id != "', "../x", "", "a" * 200])
    def test_what_is_no_document_id_is_refused(self, index: PassageIndex, document: str) -> None:
        index.put(PASSAGES)
        with pytest.raises(InputRefused, match="document id"):
            index.delete(document)
        with pytest.raises(InputRefused, match="document id"):
            index.count(document)
        assert index.count() == len(PASSAGES)

    def test_a_vector_that_is_not_a_number_is_refused(self, open_with) -> None:
        index = open_with(NotANumber())
        with pytest.raises(IndexUnavailable, match="not a number"):
            index.put(PASSAGES)
        assert index.count() == 0

    def test_writers_in_threads_lose_nothing(self, index: PassageIndex) -> None:
        def write(name: str) -> None:
            for number in range(1, 6):
                index.put(
                    [
                        passage(name, f"page {number} of {name}, line {line}", number=number * 100 + line)
                        for line in range(20)
                    ]
                )

        threads = [threading.Thread(target=write, args=(f"writer {at}",)) for at in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert index.count() == 400

    def test_dropping_leaves_an_index_that_can_be_used_again(self, index) -> None:
        index.put(PASSAGES)
        index.drop()
        assert index.count() == 0
        assert index.put(PASSAGES) == len(PASSAGES)

    def test_closing_loses_nothing(self, index) -> None:
        index.put(PASSAGES)
        index.close()
        assert index.count() == len(PASSAGES)
        assert index.search(TEXTS["pt"], 1)[0].passage == PASSAGES[2]
