"""Removal through the real index and real checkpoints' files."""

import hashlib
from pathlib import Path

import pytest

from cases.store import CaseFiles, CaseStore
from evidence.errors import IndexUnavailable, NotKept
from evidence.pages import Document, Page, PageKind
from evidence.ports import RemovalScope
from ingest.passages import cut_passages
from service import wiring
from service.settings import Settings

pytestmark = pytest.mark.needs_milvus
NAMES = ("lease.txt", "card.txt")


def sha_of(name: str) -> str:
    return hashlib.sha256(name.encode()).hexdigest()


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(home=tmp_path / "home", index={"embedder": "hashing"})


@pytest.fixture
def store(settings: Settings) -> CaseStore:
    return wiring.open_store(settings)


@pytest.fixture
def case(settings: Settings, store: CaseStore, tmp_path: Path) -> CaseFiles:
    case = store.create("C")
    with wiring.open_index(settings, case.id) as index:
        for name in NAMES:
            given = tmp_path / name
            given.write_text(name)
            case.vault.put(given, sha256=sha_of(name))
            document = Document(sha256=sha_of(name), name=name, media_type="text/plain", page_count=1)
            page = Page(
                document=sha_of(name), number=1, kind=PageKind.FLOW, text=f"The rent in {name} is 1,250 a month."
            )
            case.begin_file(document, reader="r")
            case.keep_pages([page])
            case.finish_file(document)
            index.put(cut_passages(page, name=name))
    run = case.new_run(template="t@1", template_sha256="0", model="labels")
    (settings.root / "checkpoints").mkdir()
    (settings.root / "checkpoints" / f"{run.id}.db").touch()
    return case


def test_one_file_leaves_the_index_and_the_other_is_still_found(
    settings: Settings, store: CaseStore, case: CaseFiles
) -> None:
    begun = store.deletions.begin_file(case.id, sha_of("lease.txt"), by="ann")
    receipt = store.deletions.finish(begun.id, remains=wiring.remains_of(settings))
    assert receipt.proved
    assert (receipt.removed["passages"], receipt.removed["checkpoints"]) == (1, 1)
    with wiring.open_index(settings, case.id) as index:
        assert {hit.passage.document for hit in index.search("rent", 5)} == {sha_of("card.txt")}


def test_a_case_leaves_no_file_of_the_index_and_looking_makes_none(
    settings: Settings, store: CaseStore, case: CaseFiles
) -> None:
    receipt = wiring.remove_case(settings, case)
    assert receipt.proved
    assert receipt.removed["passages"] == 2
    assert not [path for path in (settings.root / "index").rglob("*") if path.is_file()]
    scope = RemovalScope(case=case.id)
    assert all(set(kept.count(scope).values()) == {0} for kept in wiring.remains_of(settings))
    assert not [path for path in (settings.root / "index").rglob("*") if path.is_file()]


def test_a_removal_that_the_index_broke_off_is_finished_at_the_next_start(
    settings: Settings, store: CaseStore, case: CaseFiles, monkeypatch: pytest.MonkeyPatch
) -> None:
    def down(*_: object) -> None:
        raise IndexUnavailable("the index is down")

    with monkeypatch.context() as broken:
        broken.setattr(wiring._Vectors, "remove", down)
        with pytest.raises(IndexUnavailable):
            wiring.remove_case(settings, case)
    with pytest.raises(NotKept, match="being removed"):
        store.open(case.id)
    (receipt,) = wiring.finish_removals(settings)
    assert receipt.proved
    assert receipt.removed["passages"] == 2
    assert wiring.finish_removals(settings) == ()


def test_a_case_whose_index_does_not_open_is_not_marked(
    settings: Settings, store: CaseStore, case: CaseFiles, monkeypatch: pytest.MonkeyPatch
) -> None:
    def down(*_: object) -> None:
        raise IndexUnavailable("the index is down")

    monkeypatch.setattr(wiring._Vectors, "count", down)
    with pytest.raises(IndexUnavailable):
        wiring.remove_case(settings, case)
    assert store.open(case.id).id == case.id
    assert store.unfinished_deletions() == ()
