"""Every store behind the same contract: memory, milvus-lite, and a Milvus server where one is given."""

import os
import uuid

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


@pytest.mark.needs_milvus_server
class TestMilvusServerIndex(PassageIndexContract):
    """LASTRO_TEST_MILVUS is the server's address, LASTRO_TEST_MILVUS_TOKEN its token. What is made is dropped again."""

    @pytest.fixture
    def open_with(self, tmp_path):
        opened = []

        def open_it(embedder):
            address, token = os.environ["LASTRO_TEST_MILVUS"], os.environ.get("LASTRO_TEST_MILVUS_TOKEN")
            index = open_case_index(tmp_path, f"test {uuid.uuid4()}", embedder=embedder, uri=address, token=token)
            opened.append(index)
            return index

        yield open_it
        for index in opened:
            index.drop()
            index.close()

    @pytest.fixture
    def index(self, open_with):
        return open_with(HashingEmbedder())
