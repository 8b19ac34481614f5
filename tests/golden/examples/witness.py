"""What other people's tools read in the example files: poppler, python-docx, openpyxl, the e-mail package, tesseract."""

import email
import email.policy
import io
import os
import re
import subprocess
import unicodedata
from functools import cache
from pathlib import Path

import docx
import openpyxl
from PIL import Image

UNTILT = {"12_Справка_банка_обороты.pdf": -2.0, "13_Soliq_malumotnomasi.pdf": -90.0, "02_certidao_nascimento.pdf": 1.6}
"""Degrees counter-clockwise by which a scan is turned back before tesseract sees it."""
LANGUAGES = {
    "12_Справка_банка_обороты.pdf": "rus+eng",
    "13_Soliq_malumotnomasi.pdf": "uzb+eng",
    "06_Паспорт_директора.jpg": "uzb+eng",
    "01_passaporte.jpg": "por+eng",
    "02_certidao_nascimento.pdf": "por",
}


def squeeze(text: str) -> str:
    """Without white space, case, punctuation between digits groups and the shapes of apostrophes."""
    text = unicodedata.normalize("NFKC", text).casefold()
    return re.sub(r"\s+", "", re.sub("[‘’ʻʼ`´']", "", text))


def read(files: Path, name: str, page: int | None) -> str:
    """Text of one page, or of the whole file where it has none."""
    path = files / name
    if not path.exists():
        return _attachment(files, name)
    if path.suffix == ".pdf":
        return ocr(path) if name in UNTILT else pdf_page(path, page)
    if path.suffix == ".jpg":
        return ocr(path)
    if path.suffix == ".docx":
        return docx_text(path)
    if path.suffix == ".xlsx":
        return sheet_text(path)
    if path.suffix == ".eml":
        return email_text(path)
    return path.read_text(encoding="utf-8")


@cache
def pdf_page(path: Path, page: int | None, *, layout: bool = False) -> str:
    span = [] if page is None else ["-f", str(page), "-l", str(page)]
    mode = ["-layout"] if layout else []
    done = subprocess.run(["pdftotext", "-enc", "UTF-8", *mode, *span, str(path), "-"], capture_output=True, check=True)
    return done.stdout.decode("utf-8")


def pdf_page_count(path: Path) -> int:
    done = subprocess.run(["pdfinfo", str(path)], capture_output=True, check=True)
    return int(re.search(r"Pages:\s+(\d+)", done.stdout.decode("utf-8", "replace")).group(1))


@cache
def ocr(path: Path) -> str:
    if path.suffix == ".pdf":
        done = subprocess.run(["pdftoppm", "-r", "200", "-gray", "-png", str(path)], capture_output=True, check=True)
        image = Image.open(io.BytesIO(done.stdout))
    else:
        image = Image.open(path)
    upright = image.rotate(UNTILT.get(path.name, 0), expand=True, fillcolor=255)
    packed = io.BytesIO()
    upright.save(packed, "PNG")
    command = ["tesseract", "-", "-", "-l", LANGUAGES[path.name], "--psm", "4", "--dpi", "200"]
    environment = os.environ | {"OMP_THREAD_LIMIT": "1"}
    return subprocess.run(
        command, input=packed.getvalue(), capture_output=True, check=True, env=environment
    ).stdout.decode("utf-8")


@cache
def docx_text(path: Path) -> str:
    """With insertions and without deletions: the final view."""
    document = docx.Document(str(path))
    return "\n".join(node.text or "" for node in document.element.body.iter() if node.tag.endswith("}t"))


@cache
def sheet_text(path: Path) -> str:
    """Values as the application stored them, visible sheets only."""
    book = openpyxl.load_workbook(path, data_only=True)
    shown = [sheet for sheet in book if sheet.sheet_state == "visible"]
    return "\n".join(str(cell.value) for sheet in shown for row in sheet for cell in row if cell.value is not None)


@cache
def email_text(path: Path) -> str:
    message = email.message_from_bytes(path.read_bytes(), policy=email.policy.default)
    body = message.get_body(("plain",))
    return body.get_content() if body is not None else ""


def attachments(path: Path) -> dict[str, bytes]:
    message = email.message_from_bytes(path.read_bytes(), policy=email.policy.default)
    return {part.get_filename(): part.get_content() for part in message.iter_attachments()}


def _attachment(files: Path, name: str) -> str:
    for letter in sorted(files.glob("*.eml")):
        held = attachments(letter).get(name)
        if held is not None:
            done = subprocess.run(["pdftotext", "-enc", "UTF-8", "-", "-"], input=held, capture_output=True, check=True)
            return done.stdout.decode("utf-8")
    raise FileNotFoundError(f"no file or attachment {name!r}")
