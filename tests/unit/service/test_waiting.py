"""`lastro review`: what waits for a person, held against the pages as they are now."""

import json
import sys
from pathlib import Path

import pytest

from cases.store import CaseFiles
from evidence.pages import Document, Page, PageKind
from service import filling
from service.cli import app
from service.settings import Settings
from service.wiring import open_store
from tests.unit.service.test_filling import free  # noqa: F401  # a fixture

SHA = "a" * 64
TEXT = "Company: Blue Heron LLC"
FIELDS = (
    "id: t\ntitle: T\nlanguages: [en]\nfields:\n"
    "- {id: name, question: 'Name?', type: organisation, labels: [Company]}\n"
    "- {id: rate, question: 'Rate?', type: percent, labels: [Rate]}\n"
    "- {id: opinion, question: 'Opinion?', type: text, filled_by: analyst}\n"
)


@pytest.fixture
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setenv("LASTRO_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("LASTRO_INDEX__EMBEDDER", "hashing")
    return tmp_path / "home"


def keep(case: CaseFiles, text: str) -> None:
    document = Document(sha256=SHA, name="card.txt", media_type="text/plain", page_count=1)
    case.begin_file(document, reader="r", anew=True)
    case.keep_pages([Page(document=SHA, number=1, kind=PageKind.FLOW, text=text, language="en")])
    case.finish_file(document)


@pytest.fixture
def case(home: Path, tmp_path: Path, free: None) -> CaseFiles:  # noqa: F811
    settings = Settings(home=home)
    case = open_store(settings).create("Heron")
    keep(case, TEXT)
    (tmp_path / "fields.yaml").write_text(FIELDS, encoding="utf-8")
    from render.template import load_template

    filling.fill_case(settings, case, load_template(tmp_path / "fields.yaml"), out=tmp_path / "r.docx")
    return case


@pytest.fixture
def review(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path):  # type: ignore[no-untyped-def]
    def run(*arguments: str) -> tuple[int, dict[str, tuple[str, str, list[str]]]]:
        given = ["lastro", "review", *arguments, "--template", str(tmp_path / "fields.yaml"), "--json"]
        monkeypatch.setattr(sys, "argv", given)
        capsys.readouterr()
        with pytest.raises(SystemExit) as ended:
            app.main()
        said = json.loads(capsys.readouterr().out)
        waiting = {one["field"]: (one["status"], one["reason"], one["read_anew"]) for one in said.get("waiting", [])}
        return int(ended.value.code or 0), waiting

    return run


def test_what_waits_for_a_person_is_listed_with_why(case: CaseFiles, review) -> None:  # type: ignore[no-untyped-def]
    code, waiting = review("--case", "Heron")
    assert code == 1
    assert {field: status for field, (status, _, _) in waiting.items()} == {"rate": "not_found", "opinion": "analyst"}
    assert waiting["rate"][1]
    assert review(case.runs()[-1].id) == (code, waiting)


def test_a_finding_whose_page_was_read_anew_is_verified_again_and_says_so(case: CaseFiles, review) -> None:  # type: ignore[no-untyped-def]
    keep(case, TEXT + "\nAnother line that the second reading found")
    _, waiting = review("--case", "Heron")
    assert waiting["name"][0] == "found" and waiting["name"][2] == ["card.txt, page 1"]
    assert "still stands" in waiting["name"][1]
    keep(case, "Company: Grey Heron LLC")
    _, waiting = review("--case", "Heron")
    assert waiting["name"][0] == "unverified" and waiting["name"][2] == ["card.txt, page 1"]
    keep(case, TEXT)
    _, waiting = review("--case", "Heron")
    assert "name" not in waiting


def test_a_run_that_is_nowhere_is_refused(case: CaseFiles, review) -> None:  # type: ignore[no-untyped-def]
    assert review("0" * 26)[0] == 3
    assert review()[0] == 3
