"""``lastro audit`` and ``lastro case member``, from a home as they find it: one changed byte is found and named."""

import hashlib
import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from cases.access import Role
from cases.store import CaseStore
from evidence.errors import InputRefused, NotKept, WrongState
from evidence.pages import Document
from service.cli.app import app

PASSWORD = "a long sentence for tests"


def lastro(*arguments: str, home: Path, expect: int = 0) -> str:
    done: Result = CliRunner().invoke(app, arguments, env={"LASTRO_HOME": str(home)}, catch_exceptions=True)
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    assert done.exit_code == expect, done.output
    return done.output


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A case of the command line, two people, a file."""
    home = tmp_path / "home"
    store = CaseStore(home)
    store.people.add("dilnoza", name="Dilnoza Karimova", role=Role.ANALYST, by="tests", password=PASSWORD)
    store.people.add("jasur", name="Jasur Rahimov", role=Role.REVIEWER, by="tests", password=PASSWORD)
    case = store.create("Navruz")
    given = tmp_path / "note.txt"
    given.write_text("The capital is USD 4,500,000.", encoding="utf-8")
    sha256 = hashlib.sha256(given.read_bytes()).hexdigest()
    case.vault.put(given, sha256=sha256)
    document = Document(sha256=sha256, name="note.txt", media_type="text/plain", page_count=0, size=29)
    case.begin_file(document, reader="tests")
    case.finish_file(document)
    store.close()
    return home


def test_a_case_of_the_command_line_gets_members_who_see_it(home: Path) -> None:
    assert "nobody sees 'Navruz' in the browser yet" in lastro("case", "member", "list", "Navruz", home=home)
    said = lastro("case", "member", "add", "Navruz", "dilnoza", "--role", "owner", home=home)
    assert "Dilnoza Karimova (dilnoza) is owner of 'Navruz'" in said
    lastro("case", "member", "add", "Navruz", "jasur", home=home)
    members = json.loads(lastro("case", "member", "list", "Navruz", "--json", home=home))
    assert [(member["login"], member["role"]) for member in members] == [("dilnoza", "owner"), ("jasur", "analyst")]
    store = CaseStore(home)
    assert [record.title for record in store.list(to=store.people.by_login("jasur").actor)] == ["Navruz"]
    lastro("case", "member", "rm", "Navruz", "jasur", home=home)
    assert store.list(to=store.people.by_login("jasur").actor) == ()
    assert [(entry.actor, entry.action) for entry in store.audit.entries(limit=1)] == [("command line", "case.member")]
    store.close()
    with pytest.raises(WrongState, match="owner"):
        lastro("case", "member", "rm", "Navruz", "dilnoza", home=home)
    with pytest.raises(NotKept, match="lastro user list"):
        lastro("case", "member", "add", "Navruz", "nobody", home=home)
    with pytest.raises(InputRefused, match="give one of: reader"):
        lastro("case", "member", "add", "Navruz", "jasur", "--role", "king", home=home)


def test_the_audit_holds_and_names_who_acted(home: Path) -> None:
    store = CaseStore(home)
    jasur = store.people.by_login("jasur")
    token = store.tokens.issue("nightly import", user=jasur.id, role=Role.SERVICE, by=jasur.id).token
    store.audit.record(actor=f"token:{token.id}", action="file.download", subject="file x")
    store.close()
    said = lastro("audit", "list", home=home)
    assert "Jasur Rahimov (nightly import)" in said and "command line" in said
    assert f"token {token.id} (nightly import)" in said.replace("\n", "")
    head = lastro("audit", "head", home=home).strip()
    assert "5 entries hold" in lastro("audit", "verify", "--anchor", head, "--files", home=home)
    said = lastro("audit", "verify", "--anchor", head[:-64] + "0" * 64, home=home, expect=1)
    assert "entry 5 does not hold: it is another entry than the one noted as the anchor" in said
    assert "Jasur Rahimov (nightly import), file.download, file x" in said
    with pytest.raises(InputRefused, match="NUMBER:HASH"):
        lastro("audit", "verify", "--anchor", "5", home=home)


@pytest.mark.parametrize("bytes_of", ["case.create", '{"data_class":"confidential"}', "hash"])
def test_one_byte_flipped_in_the_store_is_found_and_named(home: Path, bytes_of: str) -> None:
    store = CaseStore(home)
    entry = next(entry for entry in store.audit.entries() if entry.action == "case.create")
    store.close()
    wanted = entry.hash if bytes_of == "hash" else bytes_of
    _flip(home / "lastro.db", wanted.encode())
    said = json.loads(lastro("audit", "verify", "--json", home=home, expect=1))
    assert said["broken_at"] in (entry.number, entry.number + 1)
    plain = lastro("audit", "verify", home=home, expect=1)
    assert f"entry {said['broken_at']} does not hold" in plain
    assert f"{said['broken_at'] - 1} entries before it hold" in plain


def _flip(path: Path, wanted: bytes) -> None:
    """One bit of one byte, past the database: as a disk, or somebody with an editor, would."""
    content = bytearray(path.read_bytes())
    at = content.rindex(wanted) + len(wanted) // 2
    content[at] ^= 1
    path.write_bytes(content)


def test_one_byte_flipped_in_a_kept_file_is_found_and_named(home: Path) -> None:
    assert "is as it was given" in lastro("audit", "verify", "--files", home=home)
    (kept,) = [path for path in (home / "files").rglob("*") if path.is_file()]
    _flip(kept, b"4,500,000")
    said = lastro("audit", "verify", "--files", home=home, expect=1)
    assert "file 'note.txt'" in said and "of case 'Navruz' was changed after it was given" in said
    kept.unlink()
    assert "is gone from the vault" in lastro("audit", "verify", "--files", home=home, expect=1)
