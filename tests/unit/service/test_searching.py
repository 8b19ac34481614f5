"""Search as the service does it: an index kept open on loan, and words alone while it is away."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from cases.store import CaseFiles, CaseStore
from evidence.errors import CaseBusy, IndexUnavailable
from service import searching
from service.reading import read_into
from service.search_process import SearchProcess
from service.searching import CaseSearcher
from service.settings import Settings
from service.wiring import open_index

pytestmark = pytest.mark.needs_milvus

TEXTS = {
    "lease.txt": "Lease agreement\nThe tenant pays the monthly rent of 1,250.00 USD in advance.\n",
    "loan.txt": "Loan agreement\nThe borrower repays the principal in twelve instalments.\n",
}


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(home=tmp_path / "home", index={"embedder": "hashing"}, read={"ocr": "never", "workers": 1})


@pytest.fixture
def store(settings: Settings) -> Iterator[CaseStore]:
    opened = CaseStore(settings.root)
    yield opened
    opened.close()


@pytest.fixture
def case(settings: Settings, store: CaseStore, tmp_path: Path) -> CaseFiles:
    made = store.create("Orchid")
    for name, text in TEXTS.items():
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        with open_index(settings, made.id) as index:
            read_into(made, [path], options=settings.read, index=index, on_page=lambda *_: None)
    return made


def test_an_index_is_kept_open_until_somebody_wants_it(settings: Settings, store: CaseStore, case: CaseFiles) -> None:
    searcher = CaseSearcher(settings, store, keeps=True)
    assert "monthly rent" in searcher.hits(case.id, "monthly rent", k=3)[0].passage.text
    assert list(searcher._indexes) == [case.id]
    mark = next((settings.root / "index").glob("*/owner.lock")).with_suffix(".wanted")
    mark.touch()
    searcher.rest()
    assert not searcher._indexes
    with open_index(settings, case.id) as index:
        assert index.count() > 0
        assert not mark.exists()
    assert searcher.hits(case.id, "monthly rent", k=3)
    searcher.close()


def test_without_rest_nothing_is_kept_open(settings: Settings, store: CaseStore, case: CaseFiles) -> None:
    CaseSearcher(settings, store).hits(case.id, "rent", k=3)
    with open_index(settings, case.id) as index:
        assert index.count() > 0


def test_while_a_job_has_the_index_words_alone_are_looked_for(
    settings: Settings, store: CaseStore, case: CaseFiles, monkeypatch: pytest.MonkeyPatch
) -> None:
    def busy(*_: object) -> None:
        raise CaseBusy("a job works on it")

    searcher = CaseSearcher(settings, store, keeps=True)
    monkeypatch.setattr(CaseSearcher, "_by_meaning", busy)
    [best, *_] = searcher.hits(case.id, "RENT monthly", k=3)
    assert best.score == 1
    assert "1,250.00" in best.passage.text
    monkeypatch.setattr(CaseFiles, "pages", lambda *_: pytest.fail("the texts are remembered"))
    assert searcher.hits(case.id, "principal", k=3)[0].passage.document != best.passage.document
    assert searcher.hits(case.id, "!", k=3) == ()
    monkeypatch.setattr(searching, "_IDLE_SECONDS", -1.0)
    searcher.rest()
    assert not searcher._words._held
    assert searcher._words._size == 0


def test_words_are_forgotten_when_they_are_too_many(
    settings: Settings, store: CaseStore, case: CaseFiles, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(searching, "_MOST_REMEMBERED", 10)
    words = searching._Words()
    for document in case.documents():
        assert [number for number, _ in words.of(case, document)] == [1]
    assert not words._held


def test_a_process_of_its_own_answers_and_is_started_again_when_it_was_lost(
    settings: Settings, case: CaseFiles
) -> None:
    searcher = SearchProcess(settings)
    try:
        assert "monthly rent" in searcher.hits(case.id, "monthly rent", k=3)[0].passage.text
        assert searcher._process is not None
        searcher._process.kill()
        searcher._process.wait()
        assert searcher.hits(case.id, "principal", k=3)
        with open_index(settings, case.id) as index:  # a job comes, and is waited for
            assert index.count() > 0
            assert searcher.hits(case.id, "principal", k=3)[0].score == 1
    finally:
        searcher.close()
    with pytest.raises(IndexUnavailable):
        searcher.hits(case.id, "rent", k=3)


def test_what_the_process_refuses_is_refused_here(settings: Settings, case: CaseFiles) -> None:
    other = settings.model_copy(update={"index": settings.index.model_copy(update={"embedder": "bge-m3"})})
    searcher = SearchProcess(other)
    try:
        with pytest.raises(Exception, match="model"):
            searcher.hits(case.id, "rent", k=3)
    finally:
        searcher.close()
