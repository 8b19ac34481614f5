"""What a file is, by what it holds. Its name only decides between kinds of text, and is doubted aloud."""

import codecs
import re
from pathlib import Path
from typing import NamedTuple

from evidence.errors import InputRefused, LastroError
from ingest.archive import Archive
from ingest.decoding import decode_text
from ingest.media import (
    CSV,
    DOC,
    DOCX,
    EMPTY,
    HTML,
    MAIL,
    MARKDOWN,
    MSG,
    NOT_TEXT,
    OPEN_DOCUMENT,
    PDF,
    PPT,
    PPTX,
    RTF,
    TEXT,
    UNKNOWN,
    XLS,
    XLSB,
    XLSX,
    ZIP,
)  # fmt: skip
from ingest.ooxml import OLE_MAGIC, Package
from ingest.options import ReadOptions
from ingest.tabular import delimiter_of

_HEAD = 8192
_PDF_HEAD = 1024 * 64
"""Programs find a PDF's header behind mail headers and printer commands."""
_MAGIC: tuple[tuple[bytes, str], ...] = (
    (b"%PDF-", PDF),
    (b"\x89PNG\r\n\x1a\n", "image/png"),
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"II*\x00", "image/tiff"),
    (b"MM\x00*", "image/tiff"),
    (b"II+\x00", "image/tiff"),
    (b"MM\x00+", "image/tiff"),
    (b"GIF87a", "image/gif"),
    (b"GIF89a", "image/gif"),
    (b"BM", "image/bmp"),
    (b"{\\rtf", RTF),
    (b"7z\xbc\xaf\x27\x1c", "application/x-7z-compressed"),
    (b"Rar!\x1a\x07", "application/vnd.rar"),
    (b"\x1f\x8b", "application/gzip"),
    (b"MZ", "application/x-msdownload"),
    (b"\x7fELF", "application/x-executable"),
    (b"\x00\x00\x00\x0cjP  ", "image/jp2"),
    (b"AT&TFORM", "image/vnd.djvu"),
)
_LATE_PDF = re.compile(rb"%PDF-\d\.\d")
_HEIF_BRANDS = (b"heic", b"heix", b"hevc", b"heim", b"heis", b"mif1", b"msf1", b"avif")
_MAIL_HEADER = re.compile(rb"^(?:[A-Za-z][A-Za-z0-9-]*:[^\r\n]*(?:\r?\n[ \t][^\r\n]*)*\r?\n){2,}", re.M)
_MAIL_NAMES = re.compile(
    rb"^(?:from|to|subject|date|received|message-id|mime-version|return-path|delivered-to):", re.I | re.M
)
_HTML = re.compile(
    r"^\s*(?:<\?xml[^>]*\?>\s*)?(?:<!--(?:(?!-->).)*-->\s*)*<(?:!doctype\s+html|html|head|body|table|div|meta|title)\b",
    re.I | re.S,
)
_TEXT_NAMES = {".txt": TEXT, ".text": TEXT, ".log": TEXT, ".md": MARKDOWN, ".markdown": MARKDOWN}
_MOST_ZEROS = 0.5
"""Share of zero bytes up to which a file named as a text is one."""
_NAMES = {
    ".pdf": (PDF,), ".docx": (DOCX,), ".docm": (DOCX,), ".dotx": (DOCX,), ".xlsx": (XLSX,), ".xlsm": (XLSX,),
    ".xltx": (XLSX,), ".doc": (DOC, RTF), ".xls": (XLS,), ".png": ("image/png",), ".jpg": ("image/jpeg",),
    ".jpeg": ("image/jpeg",), ".tif": ("image/tiff",), ".tiff": ("image/tiff",), ".zip": (ZIP,), ".msg": (MSG,),
    ".heic": ("image/heic",), ".webp": ("image/webp",), ".bmp": ("image/bmp",), ".gif": ("image/gif",),
}  # fmt: skip


class Sniffed(NamedTuple):
    media_type: str
    note: str | None = None
    """Where name and content disagree, in words for a person."""


def sniff(path: Path, *, name: str | None = None, options: ReadOptions | None = None) -> Sniffed:
    """``name`` is what the user calls the file. Nothing is decrypted here. Raises OSError."""
    name = name or path.name
    suffix = Path(name).suffix.casefold()
    media_type = _by_content(path, suffix, options or ReadOptions())
    wanted = _NAMES.get(suffix)
    if wanted is not None and media_type not in wanted and media_type != EMPTY:
        return Sniffed(media_type, f"{name!r} is named {suffix} and is {media_type}; it was read as what it is")
    return Sniffed(media_type)


def _by_content(path: Path, suffix: str, options: ReadOptions) -> str:
    with path.open("rb") as file:
        head = file.read(_PDF_HEAD)
    if not head:
        return EMPTY
    if head.startswith(OLE_MAGIC):
        return _ole(path, suffix)
    if head.startswith((b"PK\x03\x04", b"PK\x05\x06")):
        return _zip(path, suffix, options)
    for magic, media_type in _MAGIC:
        if head.startswith(magic) and (magic not in (b"BM", b"MZ") or b"\x00" in head[:64]):
            return media_type
    if head[:4] == b"RIFF" and head[8:12] == b"WEBP":
        return "image/webp"
    if head[4:8] == b"ftyp" and head[8:12] in _HEIF_BRANDS:
        return "image/heic"
    late = _LATE_PDF.search(head)
    if late is not None and (suffix == ".pdf" or late.start() < 1024):
        return PDF
    return _text(path, head, suffix)


def _ole(path: Path, suffix: str) -> str:
    import olefile

    try:
        with olefile.OleFileIO(path) as ole:
            streams = {"/".join(entry).casefold() for entry in ole.listdir()}
    except (OSError, ValueError, IndexError, TypeError, AttributeError, MemoryError):
        return XLS if suffix.startswith(".xl") else DOC
    if "encryptedpackage" in streams:
        return XLSX if suffix.startswith(".xl") else DOCX  # inside stands either; its reader has the password
    if "worddocument" in streams:
        return DOC
    if streams & {"workbook", "book"}:
        return XLS
    if "powerpoint document" in streams:
        return PPT
    if any(stream.startswith(("__properties_version", "__substg1.0_")) for stream in streams):
        return MSG
    return "application/x-ole-storage"


def _zip(path: Path, suffix: str, options: ReadOptions) -> str:
    try:
        with Archive(path, name=path.name, options=options.model_copy(update={"max_entries": 10**9})) as archive:
            entries = {info.filename.replace("\\", "/").lstrip("/").casefold(): info for info in archive.entries()}
            if "mimetype" in entries:
                kind = archive.head(entries["mimetype"], 80)
                if kind.startswith(OPEN_DOCUMENT.encode()):
                    return kind.decode("ascii", "replace").strip()
    except InputRefused:
        # a cut-off package keeps its first entries' names, and whoever reads it will say that it is damaged
        return {".docx": DOCX, ".docm": DOCX, ".xlsx": XLSX, ".xlsm": XLSX}.get(suffix, ZIP)
    if "[content_types].xml" not in entries and not any(name.startswith(("word/", "xl/")) for name in entries):
        return ZIP
    if "word/document.xml" in entries:
        return DOCX
    if "xl/workbook.xml" in entries:
        return XLSX
    if "xl/workbook.bin" in entries:
        return XLSB
    if "ppt/presentation.xml" in entries:
        return PPTX
    try:
        with Package(path, options=options) as package:
            return _package_type(package)
    except LastroError:
        return ZIP


def _package_type(package: Package) -> str:
    main = (package.main_part("word/document.xml") or "").casefold()
    if main.startswith("word/") or "document" in main:
        return DOCX
    if main.startswith("xl/") or "workbook" in main:
        return XLSB if main.endswith(".bin") else XLSX
    if main.startswith("ppt/"):
        return PPTX
    return ZIP


def _text(path: Path, head: bytes, suffix: str) -> str:
    wide = head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE, codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE))
    sample = head[:_HEAD]
    decoded = decode_text(head if len(head) < _PDF_HEAD else head[: len(head) // 4 * 4])
    if not wide and not decoded.encoding.startswith("utf-16"):
        controls = sum(sample.count(bytes([byte])) for byte in (*range(1, 9), *range(14, 27), *range(28, 32)))
        zeros = sample.count(b"\x00")
        is_text = controls <= (len(sample) - zeros) / 50
        if zeros or not is_text:
            if suffix not in _TEXT_NAMES:
                return UNKNOWN
            # a text with holes, or with a tail that a crash left unwritten, is still read, and the reader says so
            return NOT_TEXT if not is_text or zeros > len(sample) * _MOST_ZEROS else _TEXT_NAMES[suffix]
    text = decoded.text[:_HEAD]
    if _is_mail(head, suffix):
        return MAIL
    if _HTML.match(text) or (suffix in (".htm", ".html", ".xhtml") and "<" in text):
        return HTML
    if suffix in (".md", ".markdown"):
        return MARKDOWN
    if suffix in (".csv", ".tsv") and delimiter_of(decoded.text) is not None:
        return CSV
    return TEXT


def _is_mail(head: bytes, suffix: str) -> bool:
    start = head.lstrip(b"\r\n")
    if start.startswith(b"From ") and b"\n" in start:
        start = start.split(b"\n", 1)[1]
    block = _MAIL_HEADER.match(start)
    if block is None:
        return False
    known = {found.group().lower() for found in _MAIL_NAMES.finditer(block.group())}
    return len(known) >= (1 if suffix == ".eml" else 3)
