"""Reference collections on disk: made whole, read by all, written by none."""

import json
from pathlib import Path

import pytest

from evidence.citations import Citation
from evidence.errors import InputRefused, NotKept
from evidence.pages import Page, PageKind
from evidence.spans import CharSpan
from index.embedders.hashing import HashingEmbedder
from index.references import add_reference, list_references, open_reference, read_folder, remove_reference

LAW = """# XAA § 10 (5 U.S.C. § 77). Permits

(a) Who may apply

(1) A person who holds a licence may apply for a permit to store grain.

(2) A company may apply through its director.

(b) The fee is 40 units and is paid before the permit is issued.
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    place = tmp_path / "law"
    (place / "more").mkdir(parents=True)
    (place / "permits.md").write_text(LAW, "utf-8")
    (place / "more" / "guide.html").write_text("<h1>Guide</h1><p>Bring a photograph of the warehouse.</p>", "utf-8")
    (place / "index.csv").write_text("a,b\n", "utf-8")
    (place / ".hidden.md").write_text("# Secret\n", "utf-8")
    return place


@pytest.fixture
def embedder() -> HashingEmbedder:
    return HashingEmbedder()


@pytest.fixture
def home(tmp_path: Path, folder: Path, embedder: HashingEmbedder) -> Path:
    add_reference(tmp_path / "home", "xaa", read_folder(folder)[0], embedder=embedder)
    return tmp_path / "home"


def test_says_which_files_it_cannot_use(folder: Path) -> None:
    files, passed_over = read_folder(folder)
    assert [file.name for file in files] == ["more/guide.html", "permits.md"]
    assert passed_over == ["index.csv"]


def test_a_quote_from_a_section_is_cited_by_its_id(home: Path, embedder: HashingEmbedder) -> None:
    reference = open_reference(home, "xaa", embedder=embedder)
    hit = reference.search("how much is the fee for a permit", 1)[0]
    page = reference.page(hit.passage.document, hit.passage.page)
    assert page.kind is PageKind.SECTION
    assert page.label == "xaa:XAA 10(b)"
    start = page.text.index("The fee is 40 units")
    citation = Citation.of(reference.document(page.document), page, CharSpan(start=start, end=start + 19))
    assert (citation.locator.reference, citation.locator.section) == ("xaa", "XAA 10(b)")
    assert citation.quote == "The fee is 40 units"
    assert citation.page_sha256 == page.sha256


def test_documents_belong_to_the_reference_and_pages_come_in_order(home: Path, embedder: HashingEmbedder) -> None:
    reference = open_reference(home, "xaa", embedder=embedder)
    assert {document.reference for document in reference.documents()} == {"xaa"}
    for document in reference.documents():
        pages = list(reference.pages(document.sha256))
        assert [page.number for page in pages] == list(range(1, document.page_count + 1))
        assert all(reference.page(document.sha256, page.number) == page for page in pages)


@pytest.mark.parametrize("written", ["XAA 10(a)(2)", "xaa § 10(a)(2)", "5 U.S.C. § 77(a)(2)", "5USC77 (a)(2)"])
def test_a_section_is_found_by_any_of_its_citations(home: Path, embedder: HashingEmbedder, written: str) -> None:
    assert "through its director" in open_reference(home, "xaa", embedder=embedder).section(written).text


def test_a_question_that_cites_a_section_gets_it_first(home: Path, embedder: HashingEmbedder) -> None:
    reference = open_reference(home, "xaa", embedder=embedder)
    hit = reference.search("permit to store grain under XAA 10(b)", 2)[0]
    assert reference.page(hit.passage.document, hit.passage.page).label == "xaa:XAA 10(b)"


def test_what_is_not_there_is_said(home: Path, embedder: HashingEmbedder) -> None:
    reference = open_reference(home, "xaa", embedder=embedder)
    with pytest.raises(NotKept, match=r"XAA 99"):
        reference.section("XAA 99")
    with pytest.raises(NotKept):
        reference.document("0" * 64)
    with pytest.raises(NotKept, match="no section 900"):
        reference.page(reference.documents()[0].sha256, 900)
    with pytest.raises(NotKept, match="there is: xaa"):
        open_reference(home, "other", embedder=embedder)


def test_the_handle_has_no_call_that_writes(home: Path, embedder: HashingEmbedder) -> None:
    reference = open_reference(home, "xaa", embedder=embedder)
    offered = {name for name in dir(reference) if not name.startswith("_")}
    assert offered == {"document", "documents", "info", "page", "pages", "search", "section"}


def test_the_same_files_are_the_same_version_and_are_not_embedded_again(home: Path, folder: Path) -> None:
    class Counting(HashingEmbedder):
        calls = 0

        def embed_passages(self, texts):
            Counting.calls += 1
            return super().embed_passages(texts)

    before = list_references(home)[0]
    assert add_reference(home, "xaa", read_folder(folder)[0], embedder=Counting()) == before
    assert Counting.calls == 0


def test_replacing_switches_whole_versions_and_an_open_reader_reads_on(
    home: Path, folder: Path, embedder: HashingEmbedder
) -> None:
    old = open_reference(home, "xaa", embedder=embedder)
    assert old.search("fee", 1)
    (folder / "permits.md").write_text(LAW.replace("40 units", "55 units"), "utf-8")
    info = add_reference(home, "xaa", read_folder(folder)[0], embedder=embedder)
    assert info.version != old.info.version
    assert "40 units" in old.section("XAA 10(b)").text
    assert "55 units" in open_reference(home, "xaa", embedder=embedder).section("XAA 10(b)").text


def test_a_broken_off_replacement_leaves_the_old_version(home: Path, folder: Path, embedder: HashingEmbedder) -> None:
    class Dying(HashingEmbedder):
        def embed_passages(self, texts):
            raise KeyboardInterrupt

    (folder / "permits.md").write_text("# XAA § 11. Other\n\nWords.", "utf-8")
    with pytest.raises(KeyboardInterrupt):
        add_reference(home, "xaa", read_folder(folder)[0], embedder=Dying())
    assert "40 units" in open_reference(home, "xaa", embedder=embedder).section("XAA 10(b)").text
    assert not [path for path in (home / "references" / "xaa").iterdir() if path.name.startswith(".")]


def test_another_embedder_is_refused_with_what_to_do(home: Path) -> None:
    with pytest.raises(InputRefused, match="lastro reference add xaa"):
        open_reference(home, "xaa", embedder=HashingEmbedder(dim=64))


@pytest.mark.parametrize("name", ["../x", "A", "", "a b", "x" * 40, "a:b", "дело"])
def test_names_that_are_no_folder_names_are_refused(tmp_path: Path, folder: Path, embedder, name: str) -> None:
    with pytest.raises(InputRefused, match="cannot name"):
        add_reference(tmp_path / "home", name, read_folder(folder)[0], embedder=embedder)


def test_an_empty_folder_and_a_missing_one_are_refused(tmp_path: Path, embedder: HashingEmbedder) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(InputRefused, match="no Markdown"):
        add_reference(tmp_path, "x", read_folder(tmp_path / "empty")[0], embedder=embedder)
    with pytest.raises(InputRefused, match="not a folder"):
        read_folder(tmp_path / "nowhere")


def test_files_of_other_formats_come_through_the_callers_reader(tmp_path: Path, embedder: HashingEmbedder) -> None:
    (tmp_path / "law").mkdir()
    (tmp_path / "law" / "act.pdf").write_bytes(b"%PDF-1.7")

    def pages_of(path: Path) -> list[Page]:
        assert path.name == "act.pdf"
        return [Page(document="0" * 64, number=1, kind=PageKind.TEXT, text="(a) First rule.\n\n(b) Second rule.")]

    files, passed_over = read_folder(tmp_path / "law", pages_of=pages_of)
    assert passed_over == []
    add_reference(tmp_path / "home", "act", files, embedder=embedder)
    assert open_reference(tmp_path / "home", "act", embedder=embedder).section("act(b)").text == "(b) Second rule."


def test_removing_takes_everything_away(home: Path, embedder: HashingEmbedder) -> None:
    remove_reference(home, "xaa")
    assert list_references(home) == ()
    assert not (home / "references" / "xaa").exists()
    with pytest.raises(NotKept):
        remove_reference(home, "xaa")


def test_a_line_separator_inside_a_section_is_no_new_record(tmp_path: Path, embedder: HashingEmbedder) -> None:
    (tmp_path / "law").mkdir()
    (tmp_path / "law" / "x.md").write_text('# XAA § 1. A\n\nOne\u2028two\u0085three "q" \\ done', "utf-8")
    add_reference(tmp_path / "home", "x", read_folder(tmp_path / "law")[0], embedder=embedder)
    page = open_reference(tmp_path / "home", "x", embedder=embedder).section("XAA 1")
    assert page.text.endswith('One\u2028two\u0085three "q" \\ done')


def test_the_manifest_says_what_it_is(home: Path) -> None:
    version = (home / "references" / "xaa" / "current").read_text().strip()
    manifest = json.loads((home / "references" / "xaa" / version / "manifest.json").read_text())
    assert manifest["name"] == "xaa"
    assert manifest["documents"] == 2


@pytest.mark.needs_shared_data
def test_a_whole_act_gets_one_id_per_section(shared_data: Path, tmp_path: Path, embedder: HashingEmbedder) -> None:
    files, _ = read_folder(shared_data / "ina")
    info = add_reference(tmp_path, "act", files, embedder=embedder)
    reference = open_reference(tmp_path, "act", embedder=embedder)
    labels = [page.label for document in reference.documents() for page in reference.pages(document.sha256)]
    assert len(labels) == len(set(labels)) == info.sections > 3000
    assert sum("~" in label for label in labels) < 20


def test_a_second_writer_is_refused_and_readers_are_not(home: Path, folder: Path, embedder: HashingEmbedder) -> None:
    from evidence.errors import CaseBusy
    from index.stores.ownership import OwnerLock

    lock = OwnerLock(home / "references" / "xaa" / "writer.lock")
    lock.acquire()
    (folder / "permits.md").write_text("# XAA § 11. Other\n\nWords.", "utf-8")
    with pytest.raises(CaseBusy):
        add_reference(home, "xaa", read_folder(folder)[0], embedder=embedder)
    assert open_reference(home, "xaa", embedder=embedder).search("fee", 1)
    lock.release()
    assert add_reference(home, "xaa", read_folder(folder)[0], embedder=embedder)


def test_an_old_encoding_is_read_by_its_letters(tmp_path: Path) -> None:
    (tmp_path / "law").mkdir()
    text = "<h1>Постановление</h1><p>Арендная плата вносится ежемесячно не позднее десятого числа.</p>" * 3
    (tmp_path / "law" / "old.html").write_bytes(text.encode("windows-1251"))
    assert "Арендная плата вносится" in read_folder(tmp_path / "law")[0][0].content
