"""0 done, 1 a person has to look, 2 usage, 3 input refused, 4 a service is missing, 5 a fault of ours."""

import errno
import io
import json
import sqlite3
import sys
from pathlib import Path

import docx
import pytest

from evidence.errors import NotSignedIn
from service.cli import app


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):  # type: ignore[no-untyped-def]  # a callable, plain to read
    monkeypatch.setenv("LASTRO_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("LASTRO_TRACEBACK", raising=False)

    def run(*arguments: str) -> int:
        monkeypatch.setattr(sys, "argv", ["lastro", *arguments])
        with pytest.raises(SystemExit) as ended:
            app.main()
        return int(ended.value.code or 0)

    return run


def template(folder: Path, text: str, fields: str | None = None) -> str:
    folder.mkdir()
    document = docx.Document()
    document.add_paragraph(text)
    document.save(str(folder / "template.docx"))
    if fields is not None:
        (folder / "fields.yaml").write_text(fields, encoding="utf-8")
    return str(folder)


FIELDS = (
    "id: t\ntitle: T\nlanguages: [en]\nfields:\n- {id: share, question: 'Share?', type: percent, labels: [Share]}\n"
)


def test_lint_ends_with_what_fill_would_do(run, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    assert run("template", "lint", template(tmp_path / "good", "{{ share }}", FIELDS)) == 0
    assert run("template", "lint", template(tmp_path / "doubtful", "{{ share }} %", FIELDS)) == 1
    assert run("template", "lint", template(tmp_path / "wrong", "{{ shore }}", FIELDS)) == 3


def test_a_folder_in_place_of_a_report_is_refused_in_words(run, tmp_path: Path, capsys) -> None:  # type: ignore[no-untyped-def]
    assert run("verify", str(tmp_path), "--files", str(tmp_path)) == 3
    assert "is a folder; give the report" in capsys.readouterr().err


def test_what_is_not_there_is_usage(run, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    assert run("verify", str(tmp_path / "none.docx"), "--files", str(tmp_path)) == 2
    assert run("nothing") == 2


@pytest.mark.parametrize(
    ("number", "code"),
    [
        (errno.ENOSPC, 4),
        (errno.EROFS, 4),
        (errno.EACCES, 3),
        (errno.ENOENT, 3),
        (errno.EISDIR, 3),
        (errno.ENAMETOOLONG, 3),
    ],
)
def test_faults_of_the_machine_are_told_from_faults_of_the_file(run, monkeypatch, number: int, code: int) -> None:  # type: ignore[no-untyped-def]
    def broken() -> None:
        raise OSError(number, "said the system", "a.pdf")

    monkeypatch.setattr(app, "app", broken)
    assert run() == code


def test_a_fault_of_the_database_is_a_missing_service(run, monkeypatch, capsys) -> None:  # type: ignore[no-untyped-def]
    import sqlite3

    def broken() -> None:
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr(app, "app", broken)
    assert run() == 4
    assert "free some space" in capsys.readouterr().err


def test_a_case_is_not_removed_where_nobody_can_confirm(run, monkeypatch, capsys) -> None:  # type: ignore[no-untyped-def]
    assert run("case", "new", "Acme") == 0
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    assert run("case", "rm", "Acme") == 2
    said = capsys.readouterr().err
    assert "nobody is here to confirm, so nothing was removed; with --yes" in " ".join(said.split())
    monkeypatch.setattr(sys, "stdin", io.StringIO("n\n"))
    assert run("case", "rm", "Acme") == 1
    assert "nothing was removed" in capsys.readouterr().err
    assert run("case", "show", "Acme") == 0


def test_a_number_of_passages_that_makes_no_sense_is_usage(run, capsys) -> None:  # type: ignore[no-untyped-def]
    assert run("search", "Acme", "capital", "--k", "-5") == 2
    assert "--k" in capsys.readouterr().err


def test_an_unknown_language_is_refused_before_anything_is_read(run, tmp_path: Path, capsys) -> None:  # type: ignore[no-untyped-def]
    fields = tmp_path / "fields.yaml"
    fields.write_text(FIELDS, encoding="utf-8")
    assert run("fill", "--template", str(fields), "--files", str(tmp_path), "--language", "xx") == 3
    assert "language 'xx' is not known; a report is written in one of: ru, pt, en, uz" in capsys.readouterr().err


def test_an_empty_report_is_refused_by_its_name(run, tmp_path: Path, capsys) -> None:  # type: ignore[no-untyped-def]
    (tmp_path / "report.docx").touch()
    assert run("verify", str(tmp_path / "report.docx"), "--files", str(tmp_path)) == 3
    assert "'report.docx' is empty; give the report" in capsys.readouterr().err


def test_lint_notes_a_reference_collection_that_is_not_here(run, tmp_path: Path, capsys) -> None:  # type: ignore[no-untyped-def]
    fields = tmp_path / "fields.yaml"
    fields.write_text(FIELDS.replace("type: percent", "reference: laws"), encoding="utf-8")
    assert run("template", "lint", str(fields)) == 0
    said = capsys.readouterr().out
    assert "note: fields.yaml: reference collection 'laws' is not on this machine" in said
    assert "lastro reference add laws --from FOLDER" in said and "these fields stay open: share" in said


def test_a_lost_password_is_replaced_by_a_new_one_time_password(run, tmp_path: Path, capsys) -> None:  # type: ignore[no-untyped-def]
    from cases.store import CaseStore

    assert run("user", "password", "admin") == 3
    assert "lastro user list" in capsys.readouterr().err
    people = CaseStore(tmp_path / "home").people
    first = people.first_admin()
    assert first is not None
    assert run("user", "password", "Admin", "--json") == 0
    given = json.loads(capsys.readouterr().out)["password"]
    assert given != first[1] and people.sign_in("admin", given).must_change
    with pytest.raises(NotSignedIn):
        people.sign_in("admin", first[1])
    assert run("user", "list") == 0
    assert capsys.readouterr().out.splitlines()[1] == "admin\tAdministrator\tadmin\tactive"


@pytest.mark.parametrize(
    ("error", "code", "exit_code"),
    [
        (NotSignedIn("who?"), "not_signed_in", 3),
        (OSError(errno.ENOSPC, "said the system", "a.pdf"), "service_missing", 4),
        (OSError(errno.ENOENT, "said the system", "a.pdf"), "input_refused", 3),
        (ExceptionGroup("fields", [OSError(errno.ENOSPC, "said the system")]), "service_missing", 4),
        (sqlite3.OperationalError("database or disk is full"), "store_unavailable", 4),
        (ValueError("odd"), "lastro", 5),
    ],
)
def test_a_refusal_is_json_for_who_asked_for_json(run, monkeypatch, capsys, error, code, exit_code) -> None:  # type: ignore[no-untyped-def]
    def broken() -> None:
        raise error

    monkeypatch.setattr(app, "app", broken)
    assert run("case", "show", "Acme", "--json") == exit_code
    said = capsys.readouterr()
    problem = json.loads(said.out)["error"]
    assert problem["code"] == code
    assert said.err == f"lastro: {problem['message']}\n"
    assert run("case", "show", "Acme") == exit_code
    assert capsys.readouterr().out == ""


def test_a_command_that_is_refused_prints_one_json_object(run, capsys) -> None:  # type: ignore[no-untyped-def]
    assert run("case", "show", "Nobody", "--json") == 3
    assert json.loads(capsys.readouterr().out)["error"]["code"] == "not_kept"


def test_a_reference_that_is_not_here_is_said_before_reading_and_at_the_end(  # type: ignore[no-untyped-def]
    run, monkeypatch, tmp_path: Path, capsys
) -> None:
    monkeypatch.setenv("LASTRO_INDEX__EMBEDDER", "hashing")
    fields = tmp_path / "fields.yaml"
    fields.write_text(FIELDS.replace("type: percent", "reference: laws"), encoding="utf-8")
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.txt").write_text("Share: 5 %", encoding="utf-8")
    assert (
        run("fill", "--template", str(fields), "--files", str(tmp_path / "in"), "--out", str(tmp_path / "r.docx")) == 1
    )
    said = capsys.readouterr().err.splitlines()
    told = [at for at, line in enumerate(said) if "lastro reference add laws --from FOLDER" in line]
    assert said[told[0]].startswith("warning: ") and said[told[1]].startswith("note: ") and len(told) == 2
    assert told[0] < next(at for at, line in enumerate(said) if "read a.txt" in line) < told[1]
