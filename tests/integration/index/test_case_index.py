"""A case's index in milvus-lite: who owns it, what survives, and that no case reaches another."""

import hashlib
import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
from pathlib import Path

import pytest

from evidence.errors import CaseBusy, IndexUnavailable, InputRefused
from index.embedders.hashing import HashingEmbedder
from index.open import collection_of, index_folder, open_case_index, release_idle
from index.stores.milvus import MilvusStore
from tests.contract.passage_index import PASSAGES, TEXTS, passage

pytestmark = pytest.mark.needs_milvus

OPEN_ELSEWHERE = """
    import sys, time
    from pathlib import Path
    from index.embedders.hashing import HashingEmbedder
    from index.open import open_case_index
    from tests.contract.passage_index import passage
    index = open_case_index(Path(sys.argv[1]), sys.argv[2], embedder=HashingEmbedder())
"""


def elsewhere(home: Path, case: str, more: str, **options) -> "subprocess.Popen[str]":
    code = textwrap.dedent(OPEN_ELSEWHERE) + textwrap.dedent(more)
    return subprocess.Popen(
        [sys.executable, "-c", code, str(home), case], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        cwd=Path(__file__).parents[3], env={**os.environ, "PYTHONPATH": "."}, **options,
    )  # fmt: skip


@pytest.fixture
def embedder() -> HashingEmbedder:
    return HashingEmbedder()


def test_a_second_process_is_told_who_owns_the_index(tmp_path: Path, embedder: HashingEmbedder) -> None:
    index = open_case_index(tmp_path, "case", embedder=embedder)
    try:
        other = elsewhere(tmp_path, "case", "print('opened')")
        _, errors = other.communicate(timeout=60)
        assert other.returncode != 0
        assert f"another Lastro process owns this index (process {os.getpid()}" in errors
        assert "move" not in errors  # no destructive advice
    finally:
        index.close()


def test_another_case_stays_open_to_another_process(tmp_path: Path, embedder: HashingEmbedder) -> None:
    index = open_case_index(tmp_path, "case", embedder=embedder)
    try:
        other = elsewhere(tmp_path, "other case", "print(index.count())")
        assert other.communicate(timeout=60)[0].strip() == "0"
    finally:
        index.close()


def test_closing_hands_the_index_over(tmp_path: Path, embedder: HashingEmbedder) -> None:
    index = open_case_index(tmp_path, "case", embedder=embedder)
    index.put(PASSAGES)
    index.close()
    other = elsewhere(tmp_path, "case", "print(index.count())")
    assert other.communicate(timeout=60)[0].strip() == str(len(PASSAGES))


def test_a_killed_owner_leaves_no_lock_and_no_loss(tmp_path: Path, embedder: HashingEmbedder) -> None:
    owner = elsewhere(
        tmp_path,
        "case",
        """
        for at in range(10_000):
            index.put([passage("doc", f"line {at} of the document", number=at + 1)])
            print(at, flush=True)
        """,
    )
    assert owner.stdout is not None
    acknowledged = -1
    while acknowledged < 25:
        acknowledged = int(owner.stdout.readline())
    with pytest.raises(CaseBusy, match=str(owner.pid)):
        open_case_index(tmp_path, "case", embedder=embedder)
    owner.send_signal(signal.SIGKILL)
    rest = owner.communicate()[0].split()
    acknowledged = int(rest[-1]) if rest else acknowledged
    index = open_case_index(tmp_path, "case", embedder=embedder)
    try:
        assert index.count() in (acknowledged + 1, acknowledged + 2)
        assert index.search(f"line {acknowledged} of the document", 1)[0].passage.page == acknowledged + 1
    finally:
        index.close()


def test_another_embedder_is_refused_with_what_to_do(tmp_path: Path, embedder: HashingEmbedder) -> None:
    index = open_case_index(tmp_path, "case", embedder=embedder)
    index.put(PASSAGES)
    with pytest.raises(InputRefused, match="reindex"):
        open_case_index(tmp_path, "case", embedder=HashingEmbedder(dim=64))
    index.close()
    with pytest.raises(InputRefused, match="reindex"):
        open_case_index(tmp_path, "case", embedder=HashingEmbedder(dim=64))
    again = open_case_index(tmp_path, "case", embedder=embedder)
    again.drop()
    fresh = open_case_index(tmp_path, "case", embedder=HashingEmbedder(dim=64))
    assert fresh.put(PASSAGES) == len(PASSAGES)
    fresh.close()


@pytest.mark.parametrize(
    "pair", [("A-1", "A_1"), ("Дело 5", "Дело 6"), ("1", "01"), ("x" * 300, "x" * 301), ("a", "A")]
)
def test_no_two_cases_share_a_collection(tmp_path: Path, embedder: HashingEmbedder, pair: tuple[str, str]) -> None:
    one, two = (open_case_index(tmp_path, case, embedder=embedder) for case in pair)
    try:
        one.put(PASSAGES)
        assert two.count() == 0
        assert list(two.search(TEXTS["ru"], 5)) == []
    finally:
        one.close()
        two.close()


@pytest.mark.parametrize("case", ["../../etc", "a/b", 'x"; drop', "дело", "", "x" * 5000, "\x00"])
def test_a_collection_name_is_made_of_a_hash_alone(tmp_path: Path, case: str) -> None:
    name = collection_of(case)
    assert name == "case_" + hashlib.sha256(case.encode()).hexdigest()[:32]
    assert index_folder(tmp_path, case).parent == tmp_path / "index"


def test_no_call_takes_a_case(tmp_path: Path, embedder: HashingEmbedder) -> None:
    index = open_case_index(tmp_path, "case", embedder=embedder)
    index.close()
    for name in ("put", "search", "delete", "count", "close", "drop"):
        assert "case" not in getattr(index, name).__code__.co_varnames


def test_idle_stores_are_closed_and_open_again_by_themselves(tmp_path: Path, embedder: HashingEmbedder) -> None:
    index = open_case_index(tmp_path, "case", embedder=embedder)
    index.put(PASSAGES)
    assert release_idle(3600) == 0
    assert release_idle(0) == 1
    other = elsewhere(tmp_path, "case", "print(index.count())")
    assert other.communicate(timeout=60)[0].strip() == str(len(PASSAGES))
    assert index.search(TEXTS["en"], 1)[0].passage == PASSAGES[1]
    index.close()


def test_two_openings_in_one_process_see_each_others_writes(tmp_path: Path, embedder: HashingEmbedder) -> None:
    one = open_case_index(tmp_path, "case", embedder=embedder)
    two = open_case_index(tmp_path, "case", embedder=embedder)
    one.put(PASSAGES)
    assert two.count() == len(PASSAGES)
    assert two.search("ijara haqi", 1)
    two.put([passage("new", "Совсем новая редкость: хризоберилл", language="ru")])
    assert one.search("хризоберилл", 1)[0].passage.text.endswith("хризоберилл")
    assert one.count() == len(PASSAGES) + 1
    two.delete(PASSAGES[0].document)
    assert one.count() == len(PASSAGES)
    one.close()


def test_dropping_leaves_nothing_on_disk(tmp_path: Path, embedder: HashingEmbedder) -> None:
    index = open_case_index(tmp_path, "case", embedder=embedder)
    index.put(PASSAGES)
    assert index_folder(tmp_path, "case").is_dir()
    index.drop()
    assert not index_folder(tmp_path, "case").exists()


def test_the_store_listens_on_loopback_only_and_not_at_all_when_closed(
    tmp_path: Path, embedder: HashingEmbedder
) -> None:
    import psutil

    def listening() -> set[str]:
        connections = psutil.Process().net_connections(kind="tcp")
        addresses = (str(at.laddr.ip) for at in connections if at.status == psutil.CONN_LISTEN)
        return {address.removeprefix("::ffff:") for address in addresses}

    before = listening()
    index = open_case_index(tmp_path, "case", embedder=embedder)
    assert listening() - before <= {"127.0.0.1"}
    index.close()
    deadline = time.monotonic() + 10
    while listening() - before and time.monotonic() < deadline:
        time.sleep(0.1)
    assert listening() <= before


def test_readers_and_a_writer_at_once(tmp_path: Path, embedder: HashingEmbedder) -> None:
    index = open_case_index(tmp_path, "case", embedder=embedder)
    index.put(PASSAGES)
    failures: list[BaseException] = []

    def ask() -> None:
        try:
            for _ in range(10):
                assert index.search(TEXTS["ru"], 1)[0].passage == PASSAGES[0]
        except Exception as error:  # noqa: BLE001 - a thread's failure has to reach the test
            failures.append(error)

    readers = [threading.Thread(target=ask) for _ in range(4)]
    for reader in readers:
        reader.start()
    for at in range(10):
        index.put([passage("other", f"неважная строка номер {at}", number=at + 1)])
    for reader in readers:
        reader.join()
    assert not failures
    index.close()


def test_a_lost_row_is_noticed(tmp_path: Path, embedder: HashingEmbedder, monkeypatch: pytest.MonkeyPatch) -> None:
    index = open_case_index(tmp_path, "case", embedder=embedder)
    whole = MilvusStore.upsert
    monkeypatch.setattr(MilvusStore, "upsert", lambda self, rows: whole(self, rows[:-1]))
    with pytest.raises(IndexUnavailable, match="lost 1 of them"):
        index.put(PASSAGES)
    index.close()


def test_a_server_that_is_not_there_is_named(tmp_path: Path, embedder: HashingEmbedder) -> None:
    with pytest.raises(IndexUnavailable, match="Milvus"):
        open_case_index(tmp_path, "case", embedder=embedder, uri="http://127.0.0.1:9")


def test_a_damaged_store_is_an_unavailable_index(tmp_path: Path, embedder: HashingEmbedder) -> None:
    folder = index_folder(tmp_path, "case")
    folder.mkdir(parents=True)
    (folder / "vectors.db").write_text("not a directory")
    with pytest.raises(IndexUnavailable):
        open_case_index(tmp_path, "case", embedder=embedder)
    other = elsewhere(tmp_path, "case", "")
    assert "owns this index" not in other.communicate(timeout=60)[1]
