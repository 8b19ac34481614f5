"""Office files, archives and messages that are made to hurt: refused in words, in bounded memory and time."""

import io
import struct
import zipfile
from email.message import EmailMessage
from pathlib import Path

import pytest

from evidence.errors import InputRefused, TooLarge
from evidence.pages import Page
from ingest.docx import read_docx
from ingest.expand import expand
from ingest.media import DOCX, XLSX
from ingest.options import ReadOptions
from ingest.pipeline import read
from ingest.source import SourceFile
from ingest.workers import WorkerPool
from ingest.xlsx import read_xlsx
from tests.unit.ingest.made_up_office import (
    S,
    num,
    p,
    r,
    relationships,
    row,
    rows,
    story,
    tbl,
    tc,
    text,
    tr,
    write_docx,
    write_package,
    write_xlsx,
)

pytestmark = pytest.mark.timeout(120)
OPTIONS = ReadOptions()
BILLION_LAUGHS = (
    '<!DOCTYPE lolz [<!ENTITY a "lol"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;">]>'
)


def docx(path: Path, options: ReadOptions = OPTIONS) -> list[Page]:
    return list(read_docx(path, document="0" * 64, options=options))


def xlsx(path: Path, options: ReadOptions = OPTIONS) -> list[Page]:
    return list(read_xlsx(path, document="0" * 64, options=options))


def write_repeated(path: Path, part: str, head: bytes, unit: bytes, tail: bytes, megabytes: int) -> Path:
    """A package with one part of repeated text, written without ever holding it."""
    others = {
        "_rels/.rels": relationships(("r1", "officeDocument", part if part.startswith("word") else "xl/workbook.xml")),
        "xl/workbook.xml": f'<workbook {S} xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships">'
        '<sheets><sheet name="a" sheetId="1" r:id="s1"/></sheets></workbook>',
        "xl/_rels/workbook.xml.rels": relationships(("s1", "worksheet", "worksheets/sheet1.xml")),
    }
    block = unit * (2**20 // len(unit))
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as package:
        for name, data in others.items():
            package.writestr(name, data)
        with package.open(part, "w", force_zip64=True) as stream:
            stream.write(head)
            for _ in range(megabytes):
                stream.write(block)
            stream.write(tail)
    return path


class TestBombs:
    def test_a_document_of_half_a_gigabyte_of_repeated_text_is_refused(self, tmp_path: Path) -> None:
        head = b'<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>'
        path = write_repeated(
            tmp_path / "a.docx",
            "word/document.xml",
            head,
            b"<w:p><w:r><w:t>aaaaaaaa</w:t></w:r></w:p>",
            b"</w:body></w:document>",
            500,
        )
        assert path.stat().st_size < 4 * 2**20
        with pytest.raises(TooLarge, match=r"zip bomb|larger than"):
            docx(path)

    def test_a_sheet_of_half_a_gigabyte_of_one_cell_is_refused(self, tmp_path: Path) -> None:
        head = f"<worksheet {S}><sheetData><row r='1'><c r='A1' t='inlineStr'><is><t>".encode()
        path = write_repeated(
            tmp_path / "a.xlsx",
            "xl/worksheets/sheet1.xml",
            head,
            b"a" * 1024,
            b"</t></is></c></row></sheetData></worksheet>",
            500,
        )
        with pytest.raises(TooLarge, match="zip bomb"):
            xlsx(path)

    def test_a_tree_that_is_too_large_for_memory_is_refused_whatever_its_ratio(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("ingest.ooxml.LARGEST_TREE", 10_000)
        with pytest.raises(TooLarge, match="split the document"):
            docx(write_docx(tmp_path / "a.docx", p("слово " * 5000)))

    def test_five_thousand_entries_are_refused_before_parsing(self, tmp_path: Path) -> None:
        parts = {f"word/media/{n}.png": b"x" for n in range(5000)}
        path = write_docx(tmp_path / "a.docx", p("Текст."), parts=parts)
        with pytest.raises(TooLarge, match="more than 1000 entries"):
            docx(path, ReadOptions(max_entries=1000))

    def test_sizes_that_lie_in_the_headers_do_not_help(self, tmp_path: Path) -> None:
        buffer = io.BytesIO()
        with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("a.txt", b"\x00" * (64 * 2**20))
        data = bytearray(buffer.getvalue())
        at = data.rfind(b"PK\x01\x02")
        data[at + 24 : at + 28] = struct.pack("<I", 10)  # "inflates to ten bytes"
        data[at + 20 : at + 24] = struct.pack("<I", 2**31)  # "packed into two gigabytes"
        path = tmp_path / "a.zip"
        path.write_bytes(bytes(data))
        found = list(expand(path, into=tmp_path / "u", options=OPTIONS))
        assert [source.problems[0].severity for source in found] == ["error"]
        assert not [file for file in (tmp_path / "u").iterdir() if file.stat().st_size > 2**20]

    def test_bytes_are_counted_over_nested_archives(self, tmp_path: Path) -> None:
        inner = io.BytesIO()
        with zipfile.ZipFile(inner, "w") as archive:
            archive.writestr("a.bin", bytes(range(256)) * 4096)
        with zipfile.ZipFile(tmp_path / "a.zip", "w") as outer:
            for n in range(8):
                outer.writestr(f"{n}.zip", inner.getvalue())
        found = list(expand(tmp_path / "a.zip", into=tmp_path / "u", options=ReadOptions(max_bytes=5 * 2**20)))
        assert "too_large" in {problem.code for source in found for problem in source.problems}
        assert sum(file.stat().st_size for file in (tmp_path / "u").iterdir()) < 6 * 2**20

    def test_entries_are_counted_over_nested_archives(self, tmp_path: Path) -> None:
        inner = io.BytesIO()
        with zipfile.ZipFile(inner, "w") as archive:
            for n in range(100):
                archive.writestr(f"{n}.txt", str(n))
        with zipfile.ZipFile(tmp_path / "a.zip", "w") as outer:
            for n in range(10):
                outer.writestr(f"{n}.zip", inner.getvalue() + bytes([n]))
        found = list(expand(tmp_path / "a.zip", into=tmp_path / "u", options=ReadOptions(max_entries=350)))
        assert len(found) < 350
        assert "too_large" in {problem.code for source in found for problem in source.problems}

    def test_an_attachment_bomb_stops_at_the_allowance(self, tmp_path: Path) -> None:
        message = EmailMessage()
        message["From"], message["To"], message["Subject"] = "a@b.example", "c@d.example", "s"
        message.set_content("x")
        for n in range(20):
            message.add_attachment(bytes(2**18), maintype="application", subtype="octet-stream", filename=f"{n}.bin")
        (tmp_path / "a.eml").write_bytes(message.as_bytes())
        found = list(expand(tmp_path / "a.eml", into=tmp_path / "u", options=ReadOptions(max_bytes=2**20)))
        assert found[0].problems[0].code == "too_large"
        assert len(found) <= 6


class TestEntities:
    def test_a_document_type_is_refused_in_every_part(self, tmp_path: Path) -> None:
        body = f'{BILLION_LAUGHS}<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>&c;</w:body></w:document>'
        path = write_package(
            tmp_path / "a.docx",
            {"_rels/.rels": relationships(("r", "officeDocument", "word/document.xml")), "word/document.xml": body},
        )
        with pytest.raises(InputRefused, match="document type"):
            docx(path)

    def test_it_is_found_behind_any_amount_of_padding(self, tmp_path: Path) -> None:
        padding = f"<!--{'x' * 200_000}-->"
        body = f'<?xml version="1.0"?>{padding}{BILLION_LAUGHS}<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"/>'
        path = write_package(
            tmp_path / "a.docx",
            {"_rels/.rels": relationships(("r", "officeDocument", "word/document.xml")), "word/document.xml": body},
        )
        with pytest.raises(InputRefused, match="document type"):
            docx(path)

    def test_a_sheet_never_expands_entities(self, tmp_path: Path) -> None:
        cell = '<c r="A1" t="inlineStr"><is><t>&c;</t></is></c>'
        sheet = f"{BILLION_LAUGHS}<worksheet {S}>{rows(row(1, cell))}</worksheet>"
        for padding in ("", f"<!--{'x' * 200_000}-->"):
            path = write_xlsx(tmp_path / "a.xlsx", "", parts={"xl/worksheets/sheet1.xml": padding + sheet})
            try:
                pages = xlsx(path)
            except InputRefused:
                continue
            assert "lol" not in "".join(page.text for page in pages)

    def test_no_file_is_read_through_an_entity(self, tmp_path: Path) -> None:
        secret = tmp_path / "secret.txt"
        secret.write_text("тайна")
        body = (
            f'<!DOCTYPE x [<!ENTITY f SYSTEM "{secret.as_uri()}">]><w:document xmlns:w="http://schemas.openxmlformats.org/'
            'wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>&f;</w:t></w:r></w:p></w:body></w:document>'
        )
        path = write_package(
            tmp_path / "a.docx",
            {"_rels/.rels": relationships(("r", "officeDocument", "word/document.xml")), "word/document.xml": body},
        )
        with pytest.raises(InputRefused):
            docx(path)


class TestShapes:
    def test_tables_within_tables_without_end(self, tmp_path: Path) -> None:
        inner = p("дно")
        for _ in range(600):
            inner = tbl(tr(tc(inner)))
        with pytest.raises(InputRefused, match="not well-formed"):
            docx(write_docx(tmp_path / "a.docx", inner))

    def test_deep_but_readable_nesting_is_read(self, tmp_path: Path) -> None:
        inner = p("дно")
        for _ in range(40):
            inner = tbl(tr(tc(inner)))
        assert docx(write_docx(tmp_path / "a.docx", inner))[0].text == "дно"

    def test_spans_as_wide_as_the_world(self, tmp_path: Path) -> None:
        wide = f'<w:gridSpan w:val="{2**31}"/>'
        made = docx(write_docx(tmp_path / "a.docx", tbl(*(tr(tc("а", properties=wide), "1", "2") for _ in range(50)))))
        assert made[0].text.count("а") == 50
        merges = "".join(f'<mergeCell ref="A{n}:XFD{n + 100000}"/>' for n in range(1, 3000))
        sheet = rows(
            row(1, text("A1", "Год"), text("B1", "б"), text("C1", "в")),
            row(2, num("A2", 1), num("B2", 2), num("C2", 3)),
        )
        assert xlsx(write_xlsx(tmp_path / "a.xlsx", sheet + f"<mergeCells>{merges}</mergeCells>"))

    def test_styles_and_lists_that_define_each_other(self, tmp_path: Path) -> None:
        styles = (
            '<w:style w:type="paragraph" w:styleId="A"><w:basedOn w:val="B"/></w:style>'
            '<w:style w:type="paragraph" w:styleId="B"><w:basedOn w:val="A"/></w:style>'
            '<w:style w:type="numbering" w:styleId="L"><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr></w:style>'
        )
        numbering = (
            '<w:abstractNum w:abstractNumId="1"><w:numStyleLink w:val="L"/></w:abstractNum>'
            '<w:num w:numId="1"><w:abstractNumId w:val="1"/></w:num>'
        )
        body = p("Текст.", properties='<w:pStyle w:val="A"/><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>')
        path = write_docx(
            tmp_path / "a.docx",
            body,
            links=(("s", "styles", "styles.xml"), ("n", "numbering", "numbering.xml")),
            parts={"word/styles.xml": story("styles", styles), "word/numbering.xml": story("numbering", numbering)},
        )
        assert docx(path)[0].text == "Текст."

    def test_a_note_that_refers_to_itself(self, tmp_path: Path) -> None:
        reference = '<w:r><w:footnoteReference w:id="2"/></w:r>'
        note = f'<w:footnote w:id="2">{p("Сноска", reference)}</w:footnote>'
        path = write_docx(
            tmp_path / "a.docx",
            p("Текст", reference),
            links=(("n", "footnotes", "footnotes.xml"),),
            parts={"word/footnotes.xml": story("footnotes", note)},
        )
        assert docx(path)[0].text == "Текст\n\nСноска"

    def test_one_paragraph_as_long_as_a_book(self, tmp_path: Path) -> None:
        made = docx(write_docx(tmp_path / "a.docx", p(r("слово " * 100_000))))
        assert sum(page.text.count("слово") for page in made) == 100_000

    def test_a_cell_with_more_text_than_excel_allows_is_cut_aloud(self, tmp_path: Path) -> None:
        (page, *_) = xlsx(write_xlsx(tmp_path / "a.xlsx", rows(row(1, text("A1", "ы" * 100_000)))))
        assert len(page.text) == 32_767
        assert "truncated" in {problem.code for problem in page.problems}

    def test_damaged_numbers_and_addresses(self, tmp_path: Path) -> None:
        odd = (
            '<row r="x"><c r="??" s="abc"><v>1e999</v></c><c r="ZZZZ9" t="s"><v>-1</v></c><c r="B1" t="q"><v>?</v></c></row>'
            '<row r="99999999"><c r="A1"><v>1</v></c></row><row r="2"><c r="A2" s="1"><v>-5</v></c></row>'
        )
        pages = xlsx(write_xlsx(tmp_path / "a.xlsx", rows(odd)))
        assert all(page.text.isprintable() or "\n" in page.text or "\t" in page.text for page in pages)


class TestInAWorker:
    """As a case is read: the file costs its own pages and nothing else."""

    @pytest.fixture(scope="class")
    def pool(self):
        with WorkerPool(ReadOptions(workers=1, page_memory_mb=300, page_seconds=20)) as opened:
            yield opened

    def one(self, pool: WorkerPool, path: Path, media_type: str) -> Page:
        reading = read(SourceFile.of(path, media_type=media_type), options=pool.options, pool=pool)
        (page,) = reading.pages()
        return page

    def test_a_bomb_is_a_page_with_a_problem(self, pool: WorkerPool, tmp_path: Path) -> None:
        head = b'<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>'
        path = write_repeated(
            tmp_path / "a.docx",
            "word/document.xml",
            head,
            b"<w:p><w:r><w:t>aaaaaaaa</w:t></w:r></w:p>",
            b"</w:body></w:document>",
            100,
        )
        page = self.one(pool, path, DOCX)
        assert (page.text, page.problems[0].code) == ("", "too_large")

    def test_a_tree_that_eats_the_memory_is_a_page_with_a_problem(self, pool: WorkerPool, tmp_path: Path) -> None:
        body = "".join(p(f"{n} {n * n}") for n in range(700_000))  # varied enough not to be a bomb by ratio
        page = self.one(pool, write_docx(tmp_path / "a.docx", body), DOCX)
        assert (page.text, page.problems[0].code) == ("", "out_of_memory")

    def test_the_next_file_is_read(self, pool: WorkerPool, tmp_path: Path) -> None:
        assert self.one(pool, write_docx(tmp_path / "b.docx", p("Цела.")), DOCX).text == "Цела."

    def test_an_encrypted_workbook_asks_for_its_password_by_name(self, pool: WorkerPool, tmp_path: Path) -> None:
        import random

        import msoffcrypto.format.ooxml as ooxml

        filler = {"xl/filler.bin": random.Random(1).randbytes(9000)}
        plain = write_xlsx(tmp_path / "plain.xlsx", rows(row(1, num("A1", 1))), parts=filler)
        with plain.open("rb") as source, (tmp_path / "отчёт.xlsx").open("wb") as target:
            ooxml.OOXMLFile(source).encrypt("x", target)
        page = self.one(pool, tmp_path / "отчёт.xlsx", XLSX)
        assert page.problems[0].code == "password_needed"
        assert "'отчёт.xlsx'" in page.problems[0].message

    def test_an_encryption_that_is_not_known_is_told_in_our_words(self, pool: WorkerPool, tmp_path: Path) -> None:
        """Key bits that fit no hash, as some programs write: the library's own message helps nobody."""
        import msoffcrypto.format.ooxml as ooxml

        plain = write_xlsx(tmp_path / "plain.xlsx", rows(row(1, num("A1", 1))), parts={"xl/filler.bin": bytes(9000)})
        locked = tmp_path / "locked.xlsx"
        with plain.open("rb") as source, locked.open("wb") as target:
            ooxml.OOXMLFile(source).encrypt("x", target)
        content = locked.read_bytes()
        assert b'hashAlgorithm="SHA512"' in content
        locked.write_bytes(content.replace(b'hashAlgorithm="SHA512"', b'hashAlgorithm="SHA1"  '))
        for passwords in ({}, {"locked.xlsx": "x"}):
            options = OPTIONS.model_copy(update={"passwords": passwords})
            with pytest.raises(InputRefused) as refused:
                xlsx(locked, options)
            assert "save it without a password" in str(refused.value)
            assert "AES" not in str(refused.value)
