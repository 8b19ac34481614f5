from pathlib import Path

import pytest

from cases.records import DataClass
from cases.store import CaseStore
from evidence.citations import Citation
from evidence.errors import InputRefused, NotKept
from evidence.fields import FieldType
from evidence.findings import Finding, FoundValue, Producer, Status, TypedValue
from evidence.pages import Document, Page, PageKind
from evidence.spans import Box, CharSpan, WordBox

SHA = "a" * 64


def document(name: str = "a.pdf", sha256: str = SHA) -> Document:
    return Document(sha256=sha256, name=name, media_type="application/pdf", page_count=2)


def page(number: int, text: str = "ИНН 301 234 567", sha256: str = SHA) -> Page:
    return Page(
        document=sha256,
        number=number,
        kind=PageKind.TEXT,
        text=text,
        words=(WordBox(0, 3, Box(1, 2, 3, 4)), WordBox(4, 15, Box(4, 2, 9, 4), 88.0)),
    )


def finding(field: str) -> Finding:
    cited = Citation.of(document(), page(1), CharSpan(start=4, end=15))
    value = TypedValue(type=FieldType.IDENTIFIER, text="301 234 567", normalised="301234567")
    return Finding(
        field=field,
        status=Status.FOUND,
        values=(FoundValue(value=value, citations=(0,)),),
        citations=(cited,),
        producer=Producer(agent="agent.report.fill", model="labels", template="t@1"),
    )


@pytest.fixture
def store(tmp_path: Path) -> CaseStore:
    return CaseStore(tmp_path)


def read_in(store: CaseStore, title: str = "Case") -> str:
    case = store.create(title)
    assert case.begin_file(document(), reader="r1")
    case.keep_pages([page(1), page(2)])
    case.finish_file(document())
    return case.id


def test_gives_back_pages_as_they_were_kept(store: CaseStore) -> None:
    case = store.open(read_in(store))
    assert case.page(SHA, 2) == page(2)
    assert [kept.number for kept in case.pages(SHA)] == [1, 2]
    assert case.documents() == (document(),)


def test_a_file_still_being_read_is_not_a_document(store: CaseStore) -> None:
    case = store.create("Half")
    case.begin_file(document(), reader="r1")
    case.keep_pages([page(1)])
    assert case.documents() == ()
    with pytest.raises(NotKept):
        case.document(SHA)


def test_a_read_file_is_not_read_again_unless_the_options_changed(store: CaseStore) -> None:
    case = store.open(read_in(store))
    assert not case.begin_file(document(), reader="r1")
    assert case.begin_file(document(), reader="r2")
    assert list(case.pages(SHA)) == []


def test_one_case_never_sees_the_pages_of_another(store: CaseStore) -> None:
    read_in(store, "A")
    other = store.create("B")
    assert list(other.pages(SHA)) == []
    with pytest.raises(NotKept):
        other.page(SHA, 1)
    with pytest.raises(NotKept):
        other.document(SHA)


def test_findings_survive_and_the_newest_of_a_field_stands(store: CaseStore) -> None:
    case = store.open(read_in(store))
    run = case.new_run(template="t@1", template_sha256="0", model="labels")
    run.keep(finding("inn"))
    run.keep(finding("inn"))
    run.keep(finding("kpp"))
    assert [kept.field for kept in case.run(run.id).kept()] == ["inn", "kpp"]
    assert case.run(run.id).kept()[0] == finding("inn")


def test_a_run_of_another_case_is_not_opened(store: CaseStore) -> None:
    run = store.open(read_in(store, "A")).new_run(template="t@1", template_sha256="0", model="labels")
    with pytest.raises(NotKept):
        store.create("B").run(run.id)


def test_removal_leaves_nothing_and_says_so(store: CaseStore, tmp_path: Path) -> None:
    case = store.open(read_in(store))
    source = tmp_path / "given.bin"
    source.write_bytes(b"content")
    import hashlib

    case.vault.put(source, sha256=hashlib.sha256(b"content").hexdigest())
    case.new_run(template="t@1", template_sha256="0", model="labels").keep(finding("inn"))
    receipt = store.remove(case.id)
    assert receipt.proved
    counted = {name: count for name, count in receipt.removed.items() if name not in ("events", "page_states")}
    assert counted == {"stored_files": 1, "findings": 1, "runs": 1, "pages": 2, "files": 1, "cases": 1}
    with pytest.raises(NotKept):
        store.open(case.id)


def test_removing_one_file_keeps_the_others(store: CaseStore) -> None:
    case = store.open(read_in(store))
    other = "b" * 64
    case.begin_file(document("b.pdf", other), reader="r1")
    case.keep_pages([page(1, sha256=other)])
    case.finish_file(document("b.pdf", other))
    assert case.remove_file(SHA).proved
    assert [held.name for held in case.documents()] == ["b.pdf"]


def test_a_title_that_two_cases_share_must_be_told_apart(store: CaseStore) -> None:
    store.create("Same")
    store.create("Same")
    with pytest.raises(InputRefused, match="2 cases are titled 'Same'"):
        store.open("Same")


def test_a_case_without_a_title_is_refused(store: CaseStore) -> None:
    with pytest.raises(InputRefused):
        store.create("  ")


def test_a_case_is_confidential_unless_said(store: CaseStore) -> None:
    assert store.create("A").record.data_class is DataClass.CONFIDENTIAL


def test_a_name_that_is_no_hash_reaches_no_path(store: CaseStore) -> None:
    with pytest.raises(NotKept):
        store.create("A").vault.path_of("../../etc/passwd")


def test_a_file_whose_reading_was_interrupted_is_named(store: CaseStore) -> None:
    case = store.create("Half")
    case.begin_file(document(), reader="r1")
    assert case.unfinished() == ("a.pdf",)
    case.finish_file(document())
    assert case.unfinished() == ()
