import io
import os
import zipfile
from email.message import EmailMessage
from pathlib import Path

import pytest

from evidence.errors import InputRefused, TooLarge
from evidence.pages import Problem
from ingest.archive import entry_name
from ingest.display_names import NameRegister, display_name, is_junk
from ingest.expand import expand
from ingest.media import MAIL, PDF, TEXT, ZIP
from ingest.options import ReadOptions
from ingest.source import SourceFile


def zipped(*entries: tuple[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in entries:
            archive.writestr(name, data)
    return buffer.getvalue()


def expanded(tmp_path: Path, path: Path, **options: object) -> list[SourceFile]:
    return list(expand(path, into=tmp_path / "unpacked", options=ReadOptions.model_validate(options)))


@pytest.fixture
def case(tmp_path: Path) -> Path:
    folder = tmp_path / "case"
    folder.mkdir()
    return folder


class TestFolders:
    def test_files_come_in_order_of_their_names_with_relative_names(self, tmp_path: Path, case: Path) -> None:
        (case / "б").mkdir()
        (case / "б" / "договор.txt").write_text("x")
        (case / "a.txt").write_text("y")
        found = expanded(tmp_path, case)
        assert [source.name for source in found] == ["a.txt", "б/договор.txt"]
        assert found[0].media_type == TEXT
        assert found[0].container is None

    def test_what_systems_leave_behind_is_skipped_aloud(self, tmp_path: Path, case: Path) -> None:
        for name in (".DS_Store", "Thumbs.db", "~$договор.docx", "._a.pdf", ".~lock.a.docx#"):
            (case / name).write_text("x")
        (case / "a.txt").write_text("y")
        skipped: list[str] = []
        found = list(
            expand(case, into=tmp_path / "u", options=ReadOptions(), on_skip=lambda name, problem: skipped.append(name))
        )
        assert [source.name for source in found] == ["a.txt"]
        assert len(skipped) == 5

    def test_links_are_not_followed_and_each_is_named(self, tmp_path: Path, case: Path) -> None:
        secret = tmp_path / "secret.txt"
        secret.write_text("тайна")
        (case / "link.txt").symlink_to(secret)
        (case / "folder").symlink_to(tmp_path, target_is_directory=True)
        (case / "lost").symlink_to(tmp_path / "nothing")
        skipped: dict[str, str] = {}

        def skip(name: str, problem: Problem) -> None:
            assert problem.severity == "warning"
            skipped[name] = problem.message

        assert not list(expand(case, into=tmp_path / "u", options=ReadOptions(), on_skip=skip))
        assert skipped.keys() == {"link.txt", "folder", "lost"}
        assert "link to a folder and was not followed" in skipped["folder"]
        assert "leads nowhere" in skipped["lost"]

    def test_links_that_lead_to_one_another_are_named(self, tmp_path: Path, case: Path) -> None:
        (case / "a").symlink_to(case / "b")
        (case / "b").symlink_to(case / "a")
        (case / "self").symlink_to(case, target_is_directory=True)
        skipped: list[str] = []
        assert not list(
            expand(case, into=tmp_path / "u", options=ReadOptions(), on_skip=lambda n, _: skipped.append(n))
        )
        assert sorted(skipped) == ["a", "b", "self"]

    def test_a_fifo_is_not_opened(self, tmp_path: Path, case: Path) -> None:
        os.mkfifo(case / "pipe.txt")
        assert expanded(tmp_path, case) == []

    def test_too_many_files_are_refused(self, tmp_path: Path, case: Path) -> None:
        for n in range(5):
            (case / f"{n}.txt").write_text("x")
        with pytest.raises(TooLarge, match="more than 3 files"):
            expanded(tmp_path, case, max_entries=3)

    def test_what_is_not_there_is_refused(self, tmp_path: Path) -> None:
        with pytest.raises(InputRefused, match="not there"):
            expanded(tmp_path, tmp_path / "none")

    def test_a_name_in_no_encoding_is_still_a_name(self, tmp_path: Path, case: Path) -> None:
        (case / os.fsdecode(b"\xd1\xff.txt")).write_text("x")
        (source,) = expanded(tmp_path, case)
        source.name.encode("utf-8")
        assert {problem.code for problem in source.problems} == {"name_changed"}


class TestArchives:
    def test_members_are_stored_under_their_hashes_and_named_below_the_archive(
        self, tmp_path: Path, case: Path
    ) -> None:
        (case / "дело.zip").write_bytes(zipped(("папка/договор.txt", "Текст.".encode()), ("b.pdf", b"%PDF-1.4")))
        found = expanded(tmp_path, case)
        assert [(s.name, s.media_type) for s in found] == [
            ("дело.zip/папка/договор.txt", TEXT),
            ("дело.zip/b.pdf", PDF),
        ]
        assert all(source.path.name == source.sha256 for source in found)
        assert len({source.container for source in found}) == 1

    def test_archives_in_archives_are_opened_to_a_depth(self, tmp_path: Path, case: Path) -> None:
        data = ("t.txt", b"x")
        for _ in range(4):
            data = ("i.zip", zipped(data))
        (case / "a.zip").write_bytes(data[1])
        assert [s.name for s in expanded(tmp_path, case)] == ["a.zip/i.zip/i.zip/i.zip/t.txt"]
        (source,) = expanded(tmp_path, case, max_depth=2)
        assert (source.media_type, source.problems[0].code) == (ZIP, "too_large")

    @pytest.mark.parametrize(
        ("stated", "shown"),
        [
            ("../../x.pdf", "x.pdf"), ("..\\..\\x.pdf", "x.pdf"), ("/etc/passwd", "etc/passwd"), ("C:\\x\\y.pdf", "x/y.pdf"),
            ("a/./b//c.pdf", "a/b/c.pdf"), ("", "unnamed"), ("..", "unnamed"), ("договор.pdf", "договор.pdf"),
            ("a\u202efdp.exe", "afdp.exe"), ("a\x00b.pdf", "ab.pdf"),
        ],
    )  # fmt: skip
    def test_a_display_name_leads_nowhere(self, stated: str, shown: str) -> None:
        assert display_name(stated) == shown

    def test_a_long_name_keeps_its_ending(self) -> None:
        name = display_name("д" * 300 + ".docx")
        assert len(name) <= 200
        assert name.endswith("….docx")

    def test_nothing_is_ever_written_outside(self, tmp_path: Path, case: Path) -> None:
        (case / "a.zip").write_bytes(
            zipped(("../../evil.txt", b"1"), ("/tmp/evil2.txt", b"2"), ("..\\evil3.txt", b"3"))
        )
        found = expanded(tmp_path, case)
        assert [s.name for s in found] == ["a.zip/evil.txt", "a.zip/tmp/evil2.txt", "a.zip/evil3.txt"]
        assert all(s.path.parent == tmp_path / "unpacked" for s in found)
        assert {problem.code for source in found for problem in source.problems} == {"name_changed"}
        assert not list(tmp_path.glob("evil*"))

    def test_two_files_of_one_name_do_not_overwrite_each_other(self, tmp_path: Path, case: Path) -> None:
        with pytest.warns(UserWarning, match="Duplicate name"):
            (case / "a.zip").write_bytes(zipped(("x.txt", b"one"), ("x.txt", b"two"), ("X.TXT", b"three")))
        found = expanded(tmp_path, case)
        assert [s.name for s in found] == ["a.zip/x.txt", "a.zip/x (2).txt", "a.zip/X (2).TXT"] or len(
            {s.name for s in found}
        ) == 3
        assert sorted(source.path.read_bytes() for source in found) == [b"one", b"three", b"two"]

    def test_links_in_archives_are_left_out(self, tmp_path: Path, case: Path) -> None:
        link = zipfile.ZipInfo("link.txt")
        link.external_attr = 0o120777 << 16
        with zipfile.ZipFile(case / "a.zip", "w") as archive:
            archive.writestr(link, "/etc/passwd")
            archive.writestr("t.txt", "x")
        member, container = expanded(tmp_path, case)
        assert member.name == "a.zip/t.txt"
        assert container.problems[0].code == "skipped"

    def test_dos_names_are_read_in_the_alphabet_they_were_written_in(self) -> None:
        for name, codec in (
            ("Договор залога.pdf", "cp866"),
            ("Certidão de nascimento.pdf", "cp850"),
            ("Справка.pdf", "utf-8"),
        ):
            info = zipfile.ZipInfo("x")
            info.filename = info.orig_filename = name.encode(codec).decode("cp437")
            assert entry_name(info) == name

    def test_a_damaged_archive_is_given_with_its_problem(self, tmp_path: Path, case: Path) -> None:
        (case / "a.zip").write_bytes(zipped(("t.txt", b"x" * 5000))[:60])
        (source,) = expanded(tmp_path, case)
        assert (source.media_type, source.problems[0].code) == (ZIP, "unreadable")

    def test_a_damaged_member_costs_itself_alone(self, tmp_path: Path, case: Path) -> None:
        data = bytearray(zipped(("a.txt", os.urandom(4000)), ("b.txt", b"fine")))
        data[1000] ^= 0xFF
        (case / "a.zip").write_bytes(bytes(data))
        member, container = expanded(tmp_path, case)
        assert member.name == "a.zip/b.txt"
        assert "'a.txt'" in container.problems[0].message

    def test_an_encrypted_archive_needs_its_password(self, tmp_path: Path, case: Path) -> None:
        path = case / "a.zip"
        path.write_bytes(ENCRYPTED_ZIP)
        (source,) = expanded(tmp_path, case)
        assert source.problems[0].code == "password_needed"
        (member,) = expanded(tmp_path, case, passwords={"a.zip": "secret"})
        assert member.path.read_bytes() == b"hello"

    def test_no_draft_is_left_behind(self, tmp_path: Path, case: Path) -> None:
        data = bytearray(zipped(("a.txt", os.urandom(4000))))
        data[1000] ^= 0xFF
        (case / "a.zip").write_bytes(bytes(data))
        expanded(tmp_path, case)
        assert list((tmp_path / "unpacked").iterdir()) == []


class TestMessages:
    def test_attachments_are_documents_of_their_own(self, tmp_path: Path, case: Path) -> None:
        message = EmailMessage()
        message["From"], message["To"], message["Subject"] = "a@b.example", "c@d.example", "s"
        message.set_content("Текст письма")
        message.add_attachment(b"%PDF-1.4 x", maintype="application", subtype="pdf", filename="договор.pdf")
        message.add_attachment(zipped(("t.txt", b"x")), maintype="application", subtype="zip", filename="../a.zip")
        (case / "m.eml").write_bytes(message.as_bytes())
        found = expanded(tmp_path, case)
        assert [(s.name, s.media_type) for s in found] == [
            ("m.eml", MAIL), ("m.eml/договор.pdf", PDF), ("m.eml/a.zip/t.txt", TEXT),
        ]  # fmt: skip
        assert found[1].container == found[0].sha256


class TestPdfAttachments:
    def test_are_documents_of_their_own(self, tmp_path: Path, case: Path) -> None:
        pikepdf = pytest.importorskip("pikepdf")
        pdf = pikepdf.new()
        pdf.add_blank_page()
        pdf.attachments["смета.txt"] = pikepdf.AttachedFileSpec(pdf, "Смета: 500".encode(), filename="смета.txt")
        pdf.save(case / "a.pdf")
        found = expanded(tmp_path, case)
        assert [(s.name, s.media_type) for s in found] == [("a.pdf", PDF), ("a.pdf/смета.txt", TEXT)]
        assert found[1].path.read_text(encoding="utf-8") == "Смета: 500"


def test_names_are_taken_once() -> None:
    names = NameRegister()
    assert [names.take(n) for n in ("a/x.pdf", "a/x.pdf", "A/X.PDF", "x")] == [
        "a/x.pdf",
        "a/x (2).pdf",
        "A/X (3).PDF",
        "x",
    ]


@pytest.mark.parametrize("name", ["__MACOSX/a/._b.pdf", "dir/.DS_Store", "dir\\Thumbs.db", "~$a.docx"])
def test_junk_is_known(name: str) -> None:
    assert is_junk(name)
    assert not is_junk("договор.docx")


@pytest.mark.parametrize("name", ["~$договор.docx", "~$b.xlsx", ".~lock.c.docx#"])
@pytest.mark.parametrize("given", ["folder", "file", "archive"])
def test_a_lock_file_of_office_is_left_out_and_named(tmp_path: Path, case: Path, name: str, given: str) -> None:
    (case / name).write_bytes(b"\x05Laylo" + bytes(150))
    path = {"folder": case, "file": case / name, "archive": tmp_path / "z.zip"}[given]
    if given == "archive":
        with zipfile.ZipFile(path, "w") as archive:
            archive.write(case / name, f"in/{name}")
    skipped: list[tuple[str, Problem]] = []
    found = list(expand(path, into=tmp_path / "u", options=ReadOptions(), on_skip=lambda *said: skipped.append(said)))
    assert not found
    ((said, problem),) = skipped
    assert said.endswith(name)
    assert (problem.code, problem.severity) == ("office_lock", "note")
    assert "Office's lock file" in problem.message


# Python's zipfile reads the old encryption and cannot write it; made with Info-ZIP: zip -P secret a.zip a.txt
ENCRYPTED_ZIP = bytes.fromhex(
    "504b03040a000900000008677e5d86a61036110000000500000005001c00612e74787455540900036f720d6b6f720d6b75780b000104000000000400"
    "000000d2a5f1a5e5e0f058866d8019d9b80cf0d4504b070886a610361100000005000000504b01021e030a000900000008677e5d86a6103611000000"
    "0500000005001800000000000100000"
    "0a48100000000612e74787455540500036f720d6b75780b000104000000000400000000504b05060000000001"
    "0001004b000000600000000000"
)
