"""What differs on a server, on a client that remembers what it was asked. The rest is in the contract, on milvus-lite."""

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from evidence.errors import IndexUnavailable, InputRefused
from index.embedders.hashing import HashingEmbedder
from index.embedders.port import EmbedderIdentity
from index.stores import milvus
from index.stores.milvus import MilvusStore
from index.stores.port import StoredPassage
from tests.contract.passage_index import passage

IDENTITY = HashingEmbedder(dim=8).identity


class Server:
    """As much of a Milvus server as the store uses; keeps rows by key and a list of calls."""

    def __init__(self) -> None:
        self.rows: dict[str, dict[str, Any]] = {}
        self.calls: list[str] = []
        self.description: str | None = None
        self.index_type = "FLAT"

    def has_collection(self, name: str) -> bool:
        return self.description is not None

    def create_schema(self, **options: Any) -> Any:
        self.asked = options
        return SimpleNamespace(add_field=lambda *_, **__: None)

    def create_collection(self, name: str, *, schema: Any, consistency_level: str) -> None:
        assert consistency_level == "Strong"
        self.description = self.asked["description"]

    def prepare_index_params(self) -> Any:
        chosen: list[tuple[str, str]] = []
        return SimpleNamespace(
            add_index=lambda field, index_type, **_: chosen.append((field, index_type)), chosen=chosen
        )

    def create_index(self, name: str, indexes: Any, **_: Any) -> None:
        self.calls.append(f"create_index {indexes.chosen}")
        self.index_type = dict(indexes.chosen).get("dense", self.index_type)

    def describe_collection(self, name: str) -> dict[str, Any]:
        return {"description": self.description}

    def describe_index(self, name: str, field: str) -> dict[str, Any]:
        return {"index_type": self.index_type}

    def upsert(self, name: str, rows: list[dict[str, Any]]) -> None:
        self.calls.append(f"upsert {len(rows)}")
        self.rows.update((row["id"], row) for row in rows)

    def query(self, name: str, *, filter: str, output_fields: list[str]) -> list[dict[str, int]]:
        wanted = filter.partition('== "')[2].rstrip('"')
        return [{"count(*)": sum(not wanted or row["document"] == wanted for row in self.rows.values())}]

    def search(self, name: str, **options: Any) -> list[list[Any]]:
        self.searched = options
        return [[]]

    def __getattr__(self, call: str) -> Any:
        return lambda *_, **__: self.calls.append(call)


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Server:
    held = Server()
    monkeypatch.setattr(milvus, "_client", lambda folder, uri, token: held)
    return held


def store(**more: Any) -> MilvusStore:
    return MilvusStore("case_x", IDENTITY, uri="http://milvus:19530", token="user:secret", **more)


def rows(count: int, *, text: str = "words") -> list[StoredPassage]:
    vector = np.zeros(8, np.float32)
    vector[0] = 1.0
    return [StoredPassage(passage("doc", text, number=at + 1), vector, {1: 1.0}) for at in range(count)]


def test_the_embedder_is_kept_in_the_collections_description(server: Server) -> None:
    store().open()
    assert server.description is not None
    assert EmbedderIdentity.model_validate_json(server.description) == IDENTITY
    with pytest.raises(InputRefused, match="reindex"):
        MilvusStore("case_x", HashingEmbedder(dim=16).identity, uri="http://milvus:19530").open()


def test_a_collection_that_is_not_ours_is_refused(server: Server) -> None:
    server.description = "somebody else's"
    with pytest.raises(InputRefused, match="does not say which embedder"):
        store().open()


def test_a_server_is_never_asked_to_flush(server: Server) -> None:
    opened = store()
    opened.upsert(rows(3))
    opened.nearest(np.ones(8, np.float32), 5)
    assert "flush" not in server.calls
    assert server.searched["consistency_level"] == "Strong"


def test_a_large_collection_moves_to_a_graph_once(server: Server) -> None:
    opened = store(hnsw_above=10)
    opened.upsert(rows(10))
    assert server.index_type == "FLAT"
    opened.upsert(rows(11))
    assert server.index_type == "HNSW"
    first = sum(call.startswith("create_index") for call in server.calls)
    opened.upsert(rows(20))
    assert sum(call.startswith("create_index") for call in server.calls) == first
    opened.nearest(np.ones(8, np.float32), 100)
    assert server.searched["search_params"]["params"]["ef"] >= 200
    again = store(hnsw_above=10)
    again.nearest(np.ones(8, np.float32), 5)
    assert "params" in server.searched["search_params"]


def test_many_rows_go_in_several_writes(server: Server) -> None:
    store().upsert(rows(600))
    assert [call for call in server.calls if call.startswith("upsert")] == ["upsert 256", "upsert 256", "upsert 88"]


def test_a_text_is_measured_in_bytes(server: Server) -> None:
    opened = store()
    opened.upsert(rows(1, text="Ж" * 32_000))
    huge = rows(1, text="Ж" * 33_000)
    with pytest.raises(InputRefused, match=huge[0].passage.id):
        opened.upsert(huge)


def test_what_the_server_refuses_is_an_unavailable_index(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    from pymilvus.exceptions import MilvusException

    def refuse(*_: Any, **__: Any) -> None:
        raise MilvusException(code=1, message="no space left")

    opened = store()
    opened.open()
    monkeypatch.setattr(server, "upsert", refuse, raising=False)
    with pytest.raises(IndexUnavailable, match="no space left"):
        opened.upsert(rows(1))


def test_a_store_has_one_place(tmp_path) -> None:
    with pytest.raises(ValueError, match="either"):
        MilvusStore("case_x", IDENTITY)
    with pytest.raises(ValueError, match="either"):
        MilvusStore("case_x", IDENTITY, folder=tmp_path, uri="http://milvus:19530")
