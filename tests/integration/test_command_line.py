"""The commands as a person types them, from an empty home to a verified report."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

FIELDS = """\
id: company
title: Company card
languages: [en]
fields:
- {id: name, question: "What is the company called?", type: organisation, labels: [Company]}
- {id: capital, question: "What is its capital?", type: money, labels: [Authorised capital]}
- {id: founded, question: "When was it founded?", type: date, labels: [Date of registration]}
- {id: rating, question: "What is its credit rating?", labels: [Credit rating]}
"""
CARD = """\
Company: Blue Heron Textiles LLC
Authorised capital: USD 4,500,000
Date of registration: 12 March 2019
The company spins cotton yarn.
"""


def lastro(*arguments: str, home: Path, expect: int = 0) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "service.cli.app", *arguments],
        env={**os.environ, "LASTRO_HOME": str(home), "LASTRO_INDEX__EMBEDDER": "hashing", "LASTRO_TRACEBACK": "1"},
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )
    assert done.returncode == expect, done.stdout + done.stderr
    return done.stdout if expect in (0, 1) else done.stderr


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("cli")
    (place / "files").mkdir()
    (place / "files" / "card.txt").write_text(CARD, encoding="utf-8")
    (place / "fields.yaml").write_text(FIELDS, encoding="utf-8")
    return place


@pytest.fixture(scope="module")
def filled(place: Path) -> Path:
    lastro(
        "fill", "--template", str(place / "fields.yaml"), "--files", str(place / "files"), "--out",
        str(place / "report.docx"), "--trace", str(place / "trace.json"), home=place / "home", expect=1,
    )  # fmt: skip
    return place


@pytest.mark.needs_milvus
def test_what_a_command_writes_is_its_owners_alone_to_read(filled: Path) -> None:
    written = [filled / "report.docx", filled / "trace.json", *(filled / "home").rglob("*")]
    assert [str(path) for path in written if path.stat().st_mode & 0o077] == []


def test_no_command_writes_a_core_file_or_one_that_others_can_read() -> None:
    """Its memory holds text of documents and, for a while, passwords. What it starts inherits both."""
    ask = (
        "import os, resource; from service.cli import app;"
        "app.app = lambda: print(resource.getrlimit(resource.RLIMIT_CORE), oct(os.umask(0)));"
        "app.main()"
    )
    said = subprocess.run([sys.executable, "-c", ask], capture_output=True, text=True, check=True, timeout=60)
    assert said.stdout.strip() == "(0, 0) 0o77"


@pytest.mark.needs_milvus
def test_one_command_from_a_folder_to_a_report(filled: Path) -> None:
    trace = json.loads((filled / "trace.json").read_text(encoding="utf-8"))
    fields = {field["id"]: field for field in trace["fields"]}
    assert trace["schema"] == "lastro.trace/1"
    assert fields["capital"]["value"]["normalised"] == "4500000"
    assert fields["founded"]["value"]["normalised"] == "2019-03-12"
    assert fields["rating"]["status"] == "not_found"
    assert fields["rating"]["value"] is None
    assert all(citation["page"] is None for field in trace["fields"] for citation in field["citations"])


@pytest.mark.needs_milvus
def test_a_temporary_case_leaves_nothing_behind(filled: Path) -> None:
    assert json.loads(lastro("case", "list", "--json", home=filled / "home")) == []
    assert not list((filled / "home" / "files").glob("*/*/*"))


@pytest.mark.needs_milvus
def test_a_report_verifies_and_a_changed_digit_is_named(filled: Path, tmp_path: Path) -> None:
    assert "hold" in lastro("verify", str(filled / "report.docx"), "--files", str(filled / "files"), home=tmp_path)
    given = ("verify", str(filled / "report.docx"), "--files", str(filled / "files"), "--head")
    head = json.loads((filled / "trace.json").read_text(encoding="utf-8"))["chain"]["head"]
    assert "is the one noted elsewhere" in lastro(*given, head, home=tmp_path)
    assert "is not the one whose head was noted" in lastro(*given, "0" * 64, home=tmp_path, expect=1)
    lastro(*given, head[:10], home=tmp_path, expect=3)
    changed = tmp_path / "files"
    changed.mkdir()
    (changed / "card.txt").write_text(CARD.replace("4,500,000", "4,600,000"), encoding="utf-8")
    said = lastro("verify", str(filled / "report.docx"), "--files", str(changed), home=tmp_path, expect=1)
    assert "'capital'" in said


@pytest.mark.needs_milvus
def test_step_by_step_with_everything_kept(place: Path, tmp_path: Path) -> None:
    home = tmp_path / "home"
    lastro("case", "new", "Blue Heron", home=home)
    first = json.loads(lastro("ingest", "Blue Heron", str(place / "files"), "--json", home=home))
    again = json.loads(lastro("ingest", "Blue Heron", str(place / "files"), "--json", home=home))
    assert (first["files"], first["unchanged"], again["unchanged"]) == (1, 0, 1)
    assert "card.txt" in lastro("search", "Blue Heron", "cotton yarn", home=home)
    out = str(tmp_path / "r.docx")
    filled = json.loads(
        lastro("fill", "--case", "Blue Heron", "--template", str(place / "fields.yaml"), "--out", out, "--json",
               home=home, expect=1)
    )  # fmt: skip
    assert filled["found"] == 3
    assert filled["citations_verified"] == filled["citations"]
    receipt = json.loads(lastro("case", "rm", "Blue Heron", "--yes", "--json", home=home))
    assert not any(receipt["left"].values())


def test_whom_a_case_is_about_is_said_shown_and_taken_back(tmp_path: Path) -> None:
    lastro("case", "new", "A", "--subject", "OOO Zamin", "--subject-number", "301234567", home=tmp_path)
    assert "about OOO Zamin, 301234567" in lastro("case", "show", "A", home=tmp_path)
    assert lastro("case", "subject", "A", "--name", "OOO Navruz", home=tmp_path) == "OOO Navruz\n"
    said = json.loads(lastro("case", "subject", "A", "--json", home=tmp_path))
    assert said == {"name": "OOO Navruz", "number": None}
    assert "papers decide" in lastro("case", "subject", "A", "--clear", home=tmp_path)
    assert "--clear" in lastro("case", "subject", "A", "--clear", "--name", "B", home=tmp_path, expect=3)
    assert "no number" in lastro("case", "new", "B", "--subject-number", "INN", home=tmp_path, expect=3)


@pytest.mark.needs_milvus
def test_one_command_fills_for_the_one_of_two_companies_that_is_named(tmp_path: Path) -> None:
    (tmp_path / "files").mkdir()
    for name, street in (("Blue Heron LLC", "1 Lake Street"), ("Grey Gull LLC", "2 Sea Road")):
        (tmp_path / "files" / f"{name}.txt").write_text(f"Company: {name}\nAddress: {street}\n", encoding="utf-8")
    (tmp_path / "fields.yaml").write_text(
        "id: t\ntitle: T\nlanguages: [en]\nsubject: {names: [name]}\nfields:\n"
        "- {id: name, question: 'Name?', type: organisation, labels: [Company], about_subject: true}\n"
        "- {id: address, question: 'Address?', labels: [Address], about_subject: true}\n",
        encoding="utf-8",
    )
    given = ("--template", str(tmp_path / "fields.yaml"), "--out", str(tmp_path / "r.docx"), "--json")
    files = ("--files", str(tmp_path / "files"))
    open_ = json.loads(lastro("fill", *given, *files, home=tmp_path / "home", expect=1))
    assert (open_["found"], open_["conflict"], open_["not_found"]) == (0, 1, 1)
    trace = ("--trace", str(tmp_path / "trace.json"), "--subject", "Grey Gull LLC")
    lastro("fill", *given, *files, *trace, home=tmp_path / "home")
    fields = {field["id"]: field for field in json.loads((tmp_path / "trace.json").read_text("utf-8"))["fields"]}
    assert fields["address"]["value"]["text"] == "2 Sea Road"


def test_what_cannot_be_done_says_what_to_do(place: Path, tmp_path: Path) -> None:
    assert "lastro case list" in lastro("case", "show", "nothing", home=tmp_path, expect=3)
    assert "give a path" in lastro("template", "lint", "nothing", home=tmp_path, expect=3)
    assert "--files" in lastro("fill", "--template", str(place / "fields.yaml"), home=tmp_path, expect=3)
    assert "no lastro.trace/1 trace" in lastro(
        "verify", str(place / "fields.yaml"), "--files", str(place), home=tmp_path, expect=3
    )
    lastro("fill", home=tmp_path, expect=2)


def test_help_needs_none_of_the_heavy_parts() -> None:
    heavy = ("pydantic", "sqlalchemy", "langgraph", "pymilvus", "numpy", "onnxruntime", "httpx")
    code = f"import sys, service.cli.app; print([name for name in {heavy} if name in sys.modules])"
    said = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, cwd=Path(__file__).parents[2], check=True
    )
    assert said.stdout.strip() == "[]"


def test_outputs_have_a_place_of_their_own(place: Path, tmp_path: Path) -> None:
    def said(*rest: str) -> str:
        fields = str(place / "fields.yaml")
        return lastro("fill", "--template", fields, "--files", str(place / "files"), *rest, home=tmp_path, expect=3)

    assert "ends in .docx" in said("--out", str(tmp_path / "r.pdf"))
    assert "another name" in said("--out", str(tmp_path / "r.docx"), "--trace", str(tmp_path / "r.docx"))
    assert "among the documents" in said("--out", str(place / "files" / "card.docx"))
    assert "is a folder" in said("--out", str(tmp_path / "r.docx"), "--trace", str(tmp_path))


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--run", "01J"), "name that case with --case"),
        (("--title", ""), "a case needs a title"),
        (("--title", " \t"), "a case needs a title"),
        (("--title", "T", "--case", "C"), "give one of the two"),
        (("--case", "C", "--run", "01J"), "no run '01J' in this case"),
        (("--password", "secret"), "is not NAME=PASSWORD"),
    ],
)
def test_options_that_cannot_go_together_are_refused_before_a_file_is_read(
    place: Path, tmp_path: Path, options: tuple[str, ...], said: str
) -> None:
    if "--case" in options:
        lastro("case", "new", "C", home=tmp_path)
    before = lastro("case", "list", "--json", home=tmp_path)
    given = (
        "--template",
        str(place / "fields.yaml"),
        "--files",
        str(place / "files"),
        "--out",
        str(tmp_path / "r.docx"),
    )
    heard = lastro("fill", *given, *options, home=tmp_path, expect=3)
    assert said in heard
    assert "read card.txt" not in heard and "kept so far" not in heard
    assert lastro("case", "list", "--json", home=tmp_path) == before


def test_a_wrong_setting_or_database_is_said_plainly(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LASTRO_DATABASE", "rubbish")
    assert "database address" in lastro("case", "list", home=tmp_path, expect=3)
    monkeypatch.delenv("LASTRO_DATABASE")
    monkeypatch.setenv("LASTRO_READ__LANGUAGES", "ru")
    assert "JSON" in lastro("case", "list", home=tmp_path, expect=3)
    monkeypatch.delenv("LASTRO_READ__LANGUAGES")
    monkeypatch.setenv("LASTRO_CONFIG", str(tmp_path / "none.toml"))
    assert "no such file" in lastro("case", "list", home=tmp_path, expect=3)


def test_a_model_that_is_not_there_is_noticed_before_a_file_is_read(
    place: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LASTRO_MODEL__KIND", "openai")
    monkeypatch.setenv("LASTRO_MODEL__BASE_URL", "http://127.0.0.1:9/v1")
    said = lastro(
        "fill", "--template", str(place / "fields.yaml"), "--files", str(place / "files"), "--out",
        str(tmp_path / "r.docx"), home=tmp_path, expect=4,
    )  # fmt: skip
    assert "is it running" in said
    assert "read card.txt" not in said
    assert not list((tmp_path / "files").glob("*/*/*"))


@pytest.mark.needs_milvus
def test_a_receipt_counts_checkpoints_and_vectors_that_are_really_there(tmp_path: Path) -> None:
    from service import wiring
    from service.settings import Settings

    settings = Settings(home=tmp_path, index={"embedder": "hashing"})
    case = wiring.open_store(settings).create("C")
    run = case.new_run(template="t@1", template_sha256="0", model="labels")
    (tmp_path / "checkpoints").mkdir()
    for name in (f"{run.id}.db", f"{run.id}.db-wal", f"{run.id}.db.lock"):
        (tmp_path / "checkpoints" / name).touch()
    assert len(wiring.checkpoints_of(settings, (run.id,))) == 3
    receipt = wiring.remove_case(settings, case)
    assert receipt.removed["checkpoints"] == 3
    assert receipt.proved
    assert not list((tmp_path / "checkpoints").iterdir())
    assert not [path for path in (tmp_path / "index").rglob("*") if path.is_file() and case.id in str(path)]


@pytest.mark.needs_milvus
def test_a_folder_with_nothing_to_read_is_refused_and_links_are_named(place: Path, tmp_path: Path) -> None:
    (tmp_path / "files").mkdir()
    (tmp_path / "files" / "card.txt").symlink_to(place / "files" / "card.txt")
    said = lastro(
        "fill", "--template", str(place / "fields.yaml"), "--files", str(tmp_path / "files"), "--out",
        str(tmp_path / "r.docx"), home=tmp_path / "home", expect=3,
    )  # fmt: skip
    assert "'card.txt' is a link and was not followed" in said
    assert "holds no file to read (1 things in it were left out)" in said
    assert json.loads(lastro("case", "list", "--json", home=tmp_path / "home")) == []


@pytest.mark.needs_milvus
def test_a_paragraph_typed_into_the_report_needs_a_look(filled: Path, tmp_path: Path) -> None:
    import docx

    report = docx.Document(str(filled / "report.docx"))
    report.paragraphs[0].insert_paragraph_before("The company is rated AAA.")
    report.save(str(tmp_path / "edited.docx"))
    said = lastro(
        "verify", str(tmp_path / "edited.docx"), "--files", str(filled / "files"), home=tmp_path / "home", expect=1
    )
    assert "text outside the fields was added, and now reads 'The company is rated AAA.'" in said
    assert "citations hold; text was changed or added outside the fields: look at it" in said
