"""What is embedded, and in which language a question is taken to be."""

import numpy as np
import pytest

from index.case_index import embedded
from index.embedders.hashing import HashingEmbedder
from index.open import open_embedder, open_memory_index
from tests.contract.passage_index import passage


class Recording(HashingEmbedder):
    def __init__(self) -> None:
        super().__init__()
        self.seen: list[str] = []

    def embed_passages(self, texts):
        self.seen += texts
        return super().embed_passages(texts)


def test_context_is_embedded_with_the_text() -> None:
    embedder = Recording()
    embedded([passage("d", "40 units", context="lease.pdf › Rent")], embedder)
    assert embedder.seen == ["lease.pdf › Rent\n40 units"]


@pytest.mark.parametrize(
    "name",
    [
        "0179ed96-6b64-eb8b-07c1-3214262dec0c.pdf",
        "00a1d238e37ac225b8045a97953e845d.pdf",
        "00A1D238E37AC225B8045A97953E845D",
    ],
)
def test_a_file_name_that_is_a_hash_says_nothing(name: str) -> None:
    embedder = Recording()
    embedded([passage("d", "40 units", context=f"{name}\nRent")], embedder)
    assert embedder.seen == ["Rent\n40 units"]


def test_many_passages_are_embedded_in_batches() -> None:
    calls: list[int] = []

    class Counting(HashingEmbedder):
        def embed_passages(self, texts):
            calls.append(len(texts))
            return super().embed_passages(texts)

    index = open_memory_index(Counting())
    assert index.put([passage("d", f"line {at}", number=at + 1) for at in range(300)]) == 300
    assert max(calls) <= 128


def test_a_question_in_another_language_finds_by_name_and_number() -> None:
    index = open_memory_index(HashingEmbedder())
    right = passage("a", "Договор № 01-2301 с компанией Silk Road Logistics подписан в марте.", language="ru")
    index.put([right, *(passage(f"{at}", f"Прочие условия договора, пункт {at}.", language="ru") for at in range(20))])
    assert index.search("When was contract 01-2301 with Silk Road Logistics signed?", 1)[0].passage == right


def test_an_embedder_of_another_width_is_noticed() -> None:
    class Short(HashingEmbedder):
        def embed_passages(self, texts):
            return np.ascontiguousarray(super().embed_passages(texts)[:, :10])

    with pytest.raises(Exception, match="shape"):
        open_memory_index(Short()).put([passage("d", "x")])


def test_embedders_are_opened_by_kind(tmp_path) -> None:
    assert open_embedder("hashing").identity.name == "hashing"
    assert open_embedder("e5", home=tmp_path, threads=1).identity.dim == 384
    assert (tmp_path / "models").is_dir()
