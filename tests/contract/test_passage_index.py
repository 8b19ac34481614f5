"""Both stores behind the same contract."""

import pytest

from index.embedders.hashing import HashingEmbedder
from index.open import open_case_index, open_memory_index
from tests.contract.passage_index import PassageIndexContract


class TestMemoryIndex(PassageIndexContract):
    @pytest.fixture
    def open_with(self):
        return open_memory_index

    @pytest.fixture
    def index(self):
        return open_memory_index(HashingEmbedder())


@pytest.mark.needs_milvus
class TestMilvusIndex(PassageIndexContract):
    @pytest.fixture
    def open_with(self, tmp_path):
        opened = []

        def open_it(embedder):
            opened.append(open_case_index(tmp_path, f"case {len(opened)}", embedder=embedder))
            return opened[-1]

        yield open_it
        for index in opened:
            index.close()

    @pytest.fixture
    def index(self, open_with):
        return open_with(HashingEmbedder())
