import io
import zipfile
from pathlib import Path

import pytest

from ingest.media import (
    CSV,
    DOCX,
    EMPTY,
    HTML,
    MAIL,
    MARKDOWN,
    NOT_TEXT,
    PDF,
    PPTX,
    RTF,
    TEXT,
    UNKNOWN,
    XLSB,
    XLSX,
    ZIP,
)
from ingest.sniff import sniff
from tests.unit.ingest.made_up_office import num, p, row, rows, write_docx, write_package, write_xlsx

PNG = b"\x89PNG\r\n\x1a\n" + b"\x00" * 20


def kind(tmp_path: Path, content: bytes, name: str = "file.bin") -> str:
    path = tmp_path / "stored"
    path.write_bytes(content)
    return sniff(path, name=name).media_type


@pytest.mark.parametrize(
    ("content", "name", "expected"),
    [
        (b"%PDF-1.7\n", "a.txt", PDF),
        (b"\x1b%-12345X@PJL\r\n" + b"%PDF-1.4\n", "a.pdf", PDF),
        (b"junk " * 500 + b"%PDF-1.4\n", "a.pdf", PDF),
        ("О формате %PDF- написано много.".encode(), "a.txt", TEXT),
        (PNG, "a.jpg", "image/png"),
        (b"\xff\xd8\xff\xe0", "a", "image/jpeg"),
        (b"II*\x00\x08\x00", "a", "image/tiff"),
        (b"RIFF\x00\x00\x00\x00WEBPVP8 ", "a", "image/webp"),
        (b"\x00\x00\x00\x18ftypheic\x00\x00", "a", "image/heic"),
        (b"BM\x36\x00\x00\x00", "a", "image/bmp"),
        ("BM — это по-русски".encode(), "a.txt", TEXT),
        (b"{\\rtf1\\ansi", "a.doc", RTF),
        (b"", "a.pdf", EMPTY),
        (bytes(range(256)) * 4, "a", UNKNOWN),
        (bytes(range(256)) * 4, "a.txt", NOT_TEXT),
        (b"\x00" * 500 + b"INN", "a.txt", NOT_TEXT),
        (b"INN: 301\x00\x00234567\n" * 9, "a.txt", TEXT),
        (b"INN: 301\x00\x00234567\n" * 9, "a.md", MARKDOWN),
        (b"INN: 301\x00\x00234567\n" * 9, "a.dat", UNKNOWN),
        ("Долга нет.".encode("cp1251"), "a.txt", TEXT),
        ("Долга нет. Справка выдана.".encode("utf-16"), "a", TEXT),
        ("Долга нет. Справка выдана.".encode("utf-16-le"), "a", TEXT),
        ("# Договор".encode(), "a.md", MARKDOWN),
        (b"<!DOCTYPE html>\n<html><body>x", "a.txt", HTML),
        (b"  <!-- c --><table><tr>", "a", HTML),
        (b"From: a@b.example\r\nTo: c@d.example\r\nSubject: x\r\n\r\nbody", "a", MAIL),
        (b"Subject: note\nAuthor: me\n\nbody", "a.txt", TEXT),
        ("Год;Сумма\n2022;5\n2023;7\n".encode(), "a.csv", CSV),
        ("Просто текст, без столбцов.\nИ ещё строка.\n".encode(), "a.csv", TEXT),
        (b"7z\xbc\xaf\x27\x1c\x00", "a.zip", "application/x-7z-compressed"),
        (b"MZ\x90\x00\x03", "a.pdf", "application/x-msdownload"),
    ],
)  # fmt: skip
def test_content_decides(tmp_path: Path, content: bytes, name: str, expected: str) -> None:
    assert kind(tmp_path, content, name) == expected


def test_office_packages_are_told_apart_by_their_parts(tmp_path: Path) -> None:
    assert sniff(write_docx(tmp_path / "a.zip", p("x"))).media_type == DOCX
    assert sniff(write_xlsx(tmp_path / "b.docx", rows(row(1, num("A1", 1))))).media_type == XLSX
    assert sniff(write_package(tmp_path / "c", {"ppt/presentation.xml": "x"})).media_type == PPTX
    assert sniff(write_package(tmp_path / "d", {"xl/workbook.bin": b"x"})).media_type == XLSB
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("договор.txt", "x")
    assert kind(tmp_path, buffer.getvalue(), "e.docx") == ZIP


def test_open_documents_are_named(tmp_path: Path) -> None:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.text")
    assert kind(tmp_path, buffer.getvalue()) == "application/vnd.oasis.opendocument.text"


def test_a_cut_off_package_is_still_what_its_name_says(tmp_path: Path) -> None:
    whole = write_docx(tmp_path / "a.docx", p("x")).read_bytes()
    assert kind(tmp_path, whole[:200], "a.docx") == DOCX


def test_a_wrong_name_is_noted(tmp_path: Path) -> None:
    path = tmp_path / "a.pdf"
    path.write_bytes(PNG)
    note = sniff(path).note
    assert note is not None
    assert "image/png" in note
    path.write_bytes(b"%PDF-1.4")
    assert sniff(path).note is None
