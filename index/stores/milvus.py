"""A case's collection in Milvus: milvus-lite inside this process, or a server.

What milvus-lite needs and a server does not: one owner process, ``load_collection`` after a restart, a flush before the
first search (unsealed rows are scored one by one in Python: 1 s against 5 ms at 4,000 passages), and an explicit release
(``close()`` alone keeps its port and lock until the process ends).
"""

import logging
import shutil
import threading
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from evidence.errors import IndexUnavailable, InputRefused
from evidence.passages import Passage
from evidence.spans import CharSpan
from index.embedders.port import EmbedderIdentity, Vectors
from index.stores import filters
from index.stores.ownership import OwnerLock
from index.stores.port import Scored, StoredPassage

log = logging.getLogger("lastro.index")

_MOST_BYTES = 65_535  # of a VARCHAR on a server; milvus-lite counts characters and takes more
_PER_WRITE = 256
_PER_READ = 1024
_FIELDS = ["id", "document", "page", "start", "end", "text", "context", "language"]
# pymilvus pings every ten seconds, and milvus-lite's server hangs up on a client that pings it so often while idle
_NO_PINGS = {"grpc.keepalive_time_ms": 2**31 - 1, "grpc.keepalive_permit_without_calls": False}
HNSW_ABOVE = 20_000
"""Passages from which a server's exact search is slower than a graph's. milvus-lite stays exact: its HNSW is not faster."""


class MilvusStore:
    """Opens on first use and again after ``close``; calls may come from any thread."""

    def __init__(
        self, collection: str, identity: EmbedderIdentity, *, folder: Path | None = None, uri: str | None = None,
        token: str | None = None, hnsw_above: int = HNSW_ABOVE, on_loan: bool = False,
    ) -> None:  # fmt: skip
        """``folder`` for milvus-lite, or ``uri`` (and ``token``) of a server. ``on_loan``: as OwnerLock has it."""
        if (folder is None) == (uri is None):
            raise ValueError("a Milvus store has either a folder or a uri")
        self._collection, self._identity = collection, identity
        self._folder, self._uri, self._token = folder, uri, token
        self._owner = OwnerLock(folder / "owner.lock", on_loan=on_loan) if folder else None
        self._hnsw_above = hnsw_above
        self._client: Any = None  # pymilvus has no type information
        self._writing = threading.RLock()  # concurrent writers of one collection lose acknowledged rows in milvus-lite
        self._guard = threading.RLock()
        self._idle = threading.Condition(self._guard)
        self._users = 0
        self._unsealed = False
        self._graph = False
        self._counts: dict[str | None, int] = {}
        self.generation = 0
        self.last_used = time.monotonic()

    # -- the port ---------------------------------------------------------------------------------

    def upsert(self, rows: Sequence[StoredPassage]) -> None:
        records = [_record(row) for row in rows]
        with self._writing, self._using() as client:
            self.generation += 1
            self._unsealed = True
            self._count_new(rows)
            try:
                for at in range(0, len(records), _PER_WRITE):
                    client.upsert(self._collection, records[at : at + _PER_WRITE])
            except BaseException:  # whatever it was, it is not known how many rows went in
                self._counts.clear()
                raise
            if self._uri is not None and not self._graph and self.count() > self._hnsw_above:
                self._index_by_graph(client)

    def nearest(self, dense: Vectors, limit: int) -> Sequence[Scored]:
        return self._search("dense", dense, limit)

    def matching(self, lexical: Mapping[int, float], limit: int) -> Sequence[Scored]:
        return self._search("lexical", dict(lexical), limit) if lexical else ()

    def lexical_vectors(self) -> Iterator[Mapping[int, float]]:
        with self._using() as client:
            pages = client.query_iterator(
                self._collection, batch_size=_PER_READ, filter=filters.anything("id"), output_fields=["lexical"]
            )
            while batch := pages.next():
                yield from (row["lexical"] for row in batch)
            pages.close()

    def missing(self, ids: Sequence[str]) -> Sequence[str]:
        held: set[str] = set()
        with self._using() as client:
            for at in range(0, len(ids), _PER_READ):
                rows = client.get(self._collection, ids=list(ids[at : at + _PER_READ]), output_fields=["id"])
                held.update(row["id"] for row in rows)
        return [key for key in ids if key not in held]

    def count(self, document: str | None = None) -> int:
        wanted = filters.anything("id") if document is None else filters.equals("document", document)
        with self._writing:
            if document in self._counts:
                return self._counts[document]
            with self._using() as client:
                counted = int(client.query(self._collection, filter=wanted, output_fields=["count(*)"])[0]["count(*)"])
            if self._folder is not None:  # nobody else writes here; a server may have other writers
                self._counts[document] = counted
            return counted

    def _count_new(self, rows: Sequence[StoredPassage]) -> None:
        """Keeps the known counts right without another pass over every row, which milvus-lite makes of each count."""
        if not self._counts:
            return
        new = set(self.missing([row.passage.id for row in rows]))
        counts = Counter(
            row.passage.document for row in {row.passage.id: row for row in rows if row.passage.id in new}.values()
        )
        for document, more in ((None, counts.total()), *counts.items()):
            if document in self._counts:
                self._counts[document] += more

    def delete(self, document: str) -> None:
        with self._writing, self._using() as client:
            self.generation += 1
            self._unsealed = True
            self._counts.clear()
            client.delete(self._collection, filter=filters.equals("document", document))

    def close(self) -> None:
        with self._guard:
            while self._users:
                self._idle.wait()
            self._disconnect()

    def drop(self) -> None:
        with self._writing:
            with self._using() as client:
                self.generation += 1
                client.drop_collection(self._collection)
                gone = not client.has_collection(self._collection)
            if not gone:
                raise IndexUnavailable(
                    f"Milvus still holds collection {self._collection!r} after dropping it; try again"
                )
            with self._guard:
                while self._users:
                    self._idle.wait()
                self._disconnect(deleting=True)

    @property
    def identity(self) -> EmbedderIdentity:
        return self._identity

    @property
    def is_open(self) -> bool:
        with self._guard:
            return self._client is not None

    def close_if_idle(self, seconds: float) -> bool:
        """Whether it was open, unused for that long, and is now closed."""
        with self._guard:
            if self._client is None or self._users or time.monotonic() - self.last_used < seconds:
                return False
            self._disconnect()
            return True

    def close_if_wanted(self) -> bool:
        """Whether another process waited for it, and it is closed now: after the calls that were being answered."""
        if self._owner is None or not self.is_open or not self._owner.is_wanted:
            return False
        self.close()
        return True

    # -- connection -------------------------------------------------------------------------------

    def open(self) -> None:
        """Raises CaseBusy, IndexUnavailable, or InputRefused for another embedder's collection."""
        with self._using():
            pass

    @contextmanager
    def _using(self) -> Iterator[Any]:
        with self._guard:
            if self._client is None:
                self._connect()
            client = self._client
            self._users += 1
        try:
            with _answering(self._collection):
                yield client
        finally:
            with self._guard:
                self._users -= 1
                self.last_used = time.monotonic()
                self._idle.notify_all()

    def _connect(self) -> None:
        if self._owner is not None:
            self._owner.acquire()
        try:
            with _answering(self._collection):
                self._client = _client(self._folder, self._uri, self._token)
                self._prepare_collection()
        except BaseException:  # whatever it was, the lock must not stay behind
            self._disconnect()
            raise

    def _disconnect(self, *, deleting: bool = False) -> None:
        client, self._client = self._client, None
        self._counts.clear()
        if client is not None:
            client.close()
        if self._folder is not None and client is not None:
            from milvus_lite.server_manager import server_manager_instance

            server_manager_instance.release_server(str(_database(self._folder)))
        if self._folder is not None and deleting:
            _delete_folder(self._folder)
        if self._owner is not None:
            self._owner.release()

    def _prepare_collection(self) -> None:
        client = self._client
        if client.has_collection(self._collection):
            self._check_identity(client)
        else:
            self._create(client)
        client.load_collection(self._collection)
        self._unsealed = True

    def _create(self, client: Any) -> None:
        from pymilvus import DataType

        schema = client.create_schema(
            auto_id=False, enable_dynamic_field=False, description=self._identity.model_dump_json()
        )
        schema.add_field("id", DataType.VARCHAR, max_length=64, is_primary=True)
        schema.add_field("document", DataType.VARCHAR, max_length=128)
        for number in ("page", "start", "end"):
            schema.add_field(number, DataType.INT64)
        schema.add_field("text", DataType.VARCHAR, max_length=_MOST_BYTES)
        schema.add_field("context", DataType.VARCHAR, max_length=_MOST_BYTES)
        schema.add_field("language", DataType.VARCHAR, max_length=32)
        schema.add_field("dense", DataType.FLOAT_VECTOR, dim=self._identity.dim)
        schema.add_field("lexical", DataType.SPARSE_FLOAT_VECTOR)
        if self._folder is not None:  # milvus-lite does not keep a collection's description
            self._identity_file.write_text(self._identity.model_dump_json() + "\n", "utf-8")
        client.create_collection(self._collection, schema=schema, consistency_level="Strong")
        indexes = client.prepare_index_params()
        indexes.add_index("dense", index_type="FLAT", metric_type="IP")
        indexes.add_index("lexical", index_type="SPARSE_INVERTED_INDEX", metric_type="IP")
        client.create_index(self._collection, indexes, sync=False)  # waiting costs half a second per index

    def _check_identity(self, client: Any) -> None:
        if self._folder is not None:
            kept = self._identity_file.read_text("utf-8") if self._identity_file.is_file() else ""
        else:
            kept = client.describe_collection(self._collection).get("description", "")
            # a collection that already went to the graph index stays there
            self._graph = client.describe_index(self._collection, "dense").get("index_type") == "HNSW"
        refuse_other_embedder(kept, self._identity)

    def _index_by_graph(self, client: Any) -> None:
        log.info("collection %s holds more than %d passages: indexing it by HNSW", self._collection, self._hnsw_above)
        with self._guard:  # keeps new calls out while the collection is not loaded
            while self._users > 1:
                self._idle.wait()
            client.release_collection(self._collection)
            client.drop_index(self._collection, "dense")
            indexes = client.prepare_index_params()
            indexes.add_index("dense", index_type="HNSW", metric_type="IP", params={"M": 16, "efConstruction": 200})
            client.create_index(self._collection, indexes)
            client.load_collection(self._collection)
            self._graph = True

    @property
    def _identity_file(self) -> Path:
        assert self._folder is not None
        return self._folder / "embedder.json"

    # -- reading ----------------------------------------------------------------------------------

    def _search(self, field: str, vector: Any, limit: int) -> Sequence[Scored]:
        with self._using() as client:
            params: dict[str, Any] = {"metric_type": "IP"}
            if field == "dense" and self._graph:  # known once connected
                params["params"] = {"ef": max(128, 2 * limit)}
            self._seal(client)
            found = client.search(
                self._collection, data=[vector], anns_field=field, limit=limit, search_params=params,
                output_fields=_FIELDS, consistency_level="Strong",
            )  # fmt: skip
        return [Scored(_passage(hit["entity"]), float(hit["distance"])) for hit in found[0]]

    def _seal(self, client: Any) -> None:
        if self._folder is None:
            return
        with self._guard:
            if self._unsealed:
                client.flush(self._collection)
                self._unsealed = False


def refuse_other_embedder(kept: str, asked: EmbedderIdentity) -> None:
    """``kept`` is the JSON stored with the vectors. Raises InputRefused unless it is the same model."""
    try:
        identity = EmbedderIdentity.model_validate_json(kept)
    except ValueError:
        raise InputRefused(
            "this index does not say which embedder made it; delete it and read the case's files again (lastro ingest)"
        ) from None
    if identity != asked:
        raise InputRefused(
            f"this index was made by the embedder {identity}, and the settings ask for {asked}; "
            "set the embedder back, or reindex the case: delete its index and run lastro ingest again"
        )


def _client(folder: Path | None, uri: str | None, token: str | None) -> Any:
    logging.getLogger("pymilvus").setLevel(logging.CRITICAL)  # it logs a traceback for each refusal that we handle
    from pymilvus import MilvusClient

    if folder is not None:
        logging.getLogger("milvus_lite").setLevel(logging.CRITICAL)
        folder.mkdir(parents=True, exist_ok=True)
        return MilvusClient(str(_database(folder)), grpc_options=_NO_PINGS)
    return MilvusClient(uri=uri, token=token or "", timeout=30)


def _delete_folder(folder: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    if folder.exists():
        raise IndexUnavailable(
            f"{str(folder)!r} could not be deleted; delete it by hand, it still holds passages of a case"
        )


def _database(folder: Path) -> Path:
    return (folder / "vectors.db").absolute()


@contextmanager
def _answering(collection: str) -> Iterator[None]:
    from pymilvus.exceptions import MilvusException

    try:
        yield
    except MilvusException as error:
        raise IndexUnavailable(
            f"the vector store refused or did not answer for collection {collection!r}: {error.message or error}; "
            "is Milvus running, and is there room on the disk? (lastro doctor)"
        ) from error


def _record(row: StoredPassage) -> dict[str, Any]:
    passage = row.passage
    for name, value in (("text", passage.text), ("context", passage.context)):
        size = len(value.encode("utf-8"))
        if size > _MOST_BYTES:
            raise InputRefused(
                f"passage {passage.id!r} (page {passage.page}) has a {name} of {size} bytes, and the vector store holds "
                f"{_MOST_BYTES}; cut it into smaller passages"
            )
    return {
        "id": passage.id,
        "document": passage.document,
        "page": passage.page,
        "start": passage.span.start,
        "end": passage.span.end,
        "text": passage.text,
        "context": passage.context,
        "language": passage.language or "",
        "dense": row.dense,
        "lexical": row.lexical,
    }


def _passage(entity: Mapping[str, Any]) -> Passage:
    return Passage(
        id=entity["id"],
        document=entity["document"],
        page=entity["page"],
        span=CharSpan(start=entity["start"], end=entity["end"]),
        text=entity["text"],
        context=entity["context"],
        language=entity["language"] or None,
    )
