"""Every office file of the development data, read here and by a second reader that shares no code with the first."""

import re
import unicodedata
import xml.etree.ElementTree as ET
import zipfile
from pathlib import Path

import pytest

from evidence.errors import InputRefused
from evidence.pages import OriginKind, Page
from ingest.docx import read_docx
from ingest.options import ReadOptions
from ingest.passages import LONGEST, cut_passages
from ingest.sniff import sniff
from ingest.xlsx import read_xlsx

pytestmark = [pytest.mark.needs_shared_data, pytest.mark.timeout(240)]
OPTIONS = ReadOptions()
STORIES = re.compile(r"word/(document|header\d*|footer\d*|footnotes|endnotes|comments)\d*\.xml")


def squeezed(text: str) -> str:
    """Letters and signs without white space, as both readers must agree on them."""
    return re.sub(r"[\s\u2010\u2011\u00ad-]+", "", unicodedata.normalize("NFKC", text))


def words_of(path: Path) -> str:
    """The text elements of every story, in the order of the file."""
    parts = []
    with zipfile.ZipFile(path) as package:
        for name in sorted(package.namelist(), key=lambda n: (n != "word/document.xml", n)):
            if STORIES.fullmatch(name):
                for element in ET.fromstring(package.read(name)).iter():
                    if element.tag.endswith("}t"):
                        parts.append(element.text or "")
    return squeezed("".join(parts))


def readable(pages: list[Page]) -> list[Page]:
    numbers = [page.number for page in pages]
    assert numbers == list(range(1, len(pages) + 1))
    for page in pages:
        for passage in cut_passages(page, name="x"):
            assert page.text[passage.span.start : passage.span.end] == passage.text
            assert len(passage.text) <= LONGEST
    return pages


def files(folder: Path, *endings: str) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.suffix.casefold() in endings)


def test_documents_hold_the_words_of_the_file_and_no_others(shared_data: Path) -> None:
    compared = 0
    for path in files(shared_data, ".docx", ".docm"):
        try:
            pages = readable(list(read_docx(path, document="0" * 64, options=OPTIONS)))
        except InputRefused as refused:
            assert re.search(r"encrypted|damaged", str(refused)), path.name
            continue
        words = words_of(path)
        imported = any((block.path or "").startswith("chunk") for page in pages for block in page.blocks)
        shown = 0
        for page in pages:
            for block in page.blocks:
                text = squeezed(page.text[block.span.start : block.span.end])
                own = block.role == "label" or imported or block.origin.kind is OriginKind.FORM_FIELD
                assert own or text in words, (path.name, block.path)
                shown += 0 if block.role == "label" else len(text)
        apart = sum(len(squeezed(withheld.text)) for page in pages for withheld in page.withheld)
        boxes = sum(1 for page in pages for block in page.blocks if block.origin.kind is OriginKind.TEXT_BOX)
        # a text box stands twice in the file, once for programs that do not know the newer drawing
        assert boxes or shown + apart >= 0.97 * len(words), path.name
        compared += 1
    assert compared > 5


def stored_values(path: Path) -> dict[str, dict[str, str]]:
    """Sheet part -> cell -> raw value."""
    found: dict[str, dict[str, str]] = {}
    with zipfile.ZipFile(path) as package:
        shared = []
        if "xl/sharedStrings.xml" in package.namelist():
            for item in ET.fromstring(package.read("xl/sharedStrings.xml")):
                shared.append("".join(t.text or "" for t in item.iter() if t.tag.endswith("}t")))
        for name in package.namelist():
            if not re.fullmatch(r"xl/worksheets/[^/]+\.xml", name):
                continue
            cells = found.setdefault(name, {})
            for cell in ET.fromstring(package.read(name)).iter():
                if cell.tag.endswith("}c"):
                    value = next((v.text for v in cell if v.tag.endswith("}v")), None)
                    if value is not None:
                        cells[cell.get("r") or ""] = shared[int(value)] if cell.get("t") == "s" else value
    return found


def test_sheets_show_what_is_stored_at_the_cell_they_name(shared_data: Path) -> None:
    compared = 0
    for path in files(shared_data, ".xlsx", ".xlsm"):
        try:
            pages = readable(list(read_xlsx(path, document="0" * 64, options=OPTIONS)))
        except InputRefused as refused:
            assert re.search(r"encrypted|damaged", str(refused)), path.name
            continue
        values = list(stored_values(path).values())
        for page in pages:
            for block in page.blocks:
                if block.role != "cell" or block.cell is None or block.cell.a1 is None:
                    continue
                text = page.text[block.span.start : block.span.end]
                raw = [cells[block.cell.a1] for cells in values if block.cell.a1 in cells]
                assert any(same(text, value) for value in raw), (path.name, page.label, block.cell.a1, text, raw)
                compared += 1
    assert compared > 1000


def same(shown: str, raw: str) -> bool:
    if squeezed(shown) == squeezed(raw):
        return True
    try:
        value = float(raw)
    except ValueError:
        return False
    if re.fullmatch(r"\d{4}-\d\d-\d\d.*|\d+:\d\d:\d\d", shown) or shown in ("TRUE", "FALSE"):
        return True  # dates have tests of their own
    try:
        number = float(shown.rstrip("%")) / (100 if shown.endswith("%") else 1)
    except ValueError:
        return False
    return abs(number - value) <= 0.005 + abs(value) * 1e-9


def test_no_file_is_called_what_it_is_not(shared_data: Path) -> None:
    for path in files(shared_data, ".docx", ".xlsx", ".xlsm", ".doc", ".xls", ".txt", ".csv", ".png", ".jpg", ".heic"):
        assert sniff(path).note is None, path.name


def test_a_document_without_page_marks_never_gets_pages(shared_data: Path) -> None:
    longest = max(files(shared_data, ".docx"), key=lambda path: path.stat().st_size)
    for page in read_docx(longest, document="0" * 64, options=OPTIONS):
        assert not page.kind.is_paged
