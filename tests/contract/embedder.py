"""What any Embedder must do. Engines inherit it in test_embedder.py."""

import numpy as np
import pytest

from index.embedders.port import Embedder

TEXTS = (
    "Арендная плата составляет 1 250 000 сум в месяц.",
    "The tenant shall pay rent of 1,250,000 soums per month.",
    "O locatário pagará o aluguel mensal até o quinto dia.",
    "Ijarachi ijara haqini har oyning beshinchi kunigacha to‘laydi.",
    "x",
)


class EmbedderContract:
    """Subclasses give ``embedder``, and say whether it understands (``needs_meaning``)."""

    reads_meaning = True

    def test_rows_are_unit_float32_of_the_stated_width(self, embedder: Embedder) -> None:
        vectors = embedder.embed_passages(TEXTS)
        assert vectors.dtype == np.float32
        assert vectors.shape == (len(TEXTS), embedder.identity.dim)
        assert np.linalg.norm(vectors, axis=1) == pytest.approx(1.0, abs=1e-5)
        query = embedder.embed_query(TEXTS[0])
        assert query.shape == (embedder.identity.dim,)
        assert np.linalg.norm(query) == pytest.approx(1.0, abs=1e-5)

    def test_the_same_text_gives_the_same_vector_every_time(self, embedder: Embedder) -> None:
        assert np.array_equal(embedder.embed_passages(TEXTS), embedder.embed_passages(TEXTS))

    def test_a_vector_does_not_depend_on_what_stands_beside_it(self, embedder: Embedder) -> None:
        together = embedder.embed_passages([*TEXTS, TEXTS[1] * 20])
        alone = np.stack([embedder.embed_passages([text])[0] for text in TEXTS])
        assert together[: len(TEXTS)] == pytest.approx(alone, abs=1e-5)

    def test_order_is_kept(self, embedder: Embedder) -> None:
        forward, backward = embedder.embed_passages(TEXTS), embedder.embed_passages(TEXTS[::-1])
        assert forward == pytest.approx(backward[::-1], abs=1e-5)

    def test_no_texts_give_no_rows(self, embedder: Embedder) -> None:
        assert embedder.embed_passages([]).shape == (0, embedder.identity.dim)

    @pytest.mark.parametrize("text", ["", " ", "\n\t", "…", "\u0000", "a\u0000b", "😀", "字" * 50, "\ufffd"])
    def test_every_text_has_a_finite_vector(self, embedder: Embedder, text: str) -> None:
        assert np.isfinite(embedder.embed_passages([text])).all()
        assert np.isfinite(embedder.embed_query(text)).all()

    def test_the_last_sentence_of_a_very_long_text_counts(self, embedder: Embedder) -> None:
        filler = "Условия оплаты согласованы сторонами и изменению не подлежат. " * 150
        without, within = embedder.embed_passages([filler, filler[:-2000] + "Гарантом выступает завод Прогресс. " * 55])
        assert float(np.abs(without - within).max()) > 1e-6

    def test_two_identities_are_equal_only_for_the_same_model(self, embedder: Embedder) -> None:
        assert len(embedder.identity.sha256) == 64
        assert embedder.identity.name in str(embedder.identity)

    def test_a_question_is_nearest_to_its_answer(self, embedder: Embedder) -> None:
        if not self.reads_meaning:
            pytest.skip("counts letters only")
        answers = (
            "Директором общества назначена Каримова Дилноза Рустамовна.",
            "The goods are stored in a warehouse near the railway station.",
            "A audiência foi marcada para o dia 14 de março.",
            "Kredit besh yil muddatga berildi.",
        )
        questions = (
            "Кто руководит компанией?",
            "Where are the products kept?",
            "Quando é a sessão do tribunal?",
            "Qarz qancha vaqtga olingan?",
        )
        vectors = embedder.embed_passages(answers)
        for place, question in enumerate(questions):
            assert int(np.argmax(vectors @ embedder.embed_query(question))) == place, question
