"""0 done, 1 a person has to look, 2 usage, 3 input refused, 4 a service is missing, 5 a fault of ours."""

import errno
import sys
from pathlib import Path

import docx
import pytest

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
