"""Office Open XML packages: parts, relationships and content types, read leniently and parsed safely.

Office itself opens packages with dangling relationships, part names in the wrong case and missing content types, so
this does too. What it refuses is a document type declaration: no office program writes one, and entities are how XML
is made to eat memory or read other files.
"""

import io
import posixpath
import re
import struct
from pathlib import Path
from types import TracebackType
from typing import IO, NamedTuple, Self
from urllib.parse import unquote
from zipfile import ZipInfo

from lxml import etree

from evidence.errors import InputRefused, PasswordNeeded, TooLarge
from ingest.archive import Archive, passwords_for
from ingest.options import ReadOptions

LARGEST_TREE = 192 * 2**20
"""Bytes of XML that are parsed whole; what may be larger (sheets) is streamed."""
OLE_MAGIC = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_DEFAULT_PASSWORDS = ("VelvetSweatshop",)  # what Excel encrypts with when a workbook is only marked read-only
_RELATIONSHIPS = "{http://schemas.openxmlformats.org/package/2006/relationships}Relationship"
_TYPES = "{http://schemas.openxmlformats.org/package/2006/content-types}"
_STRICT = re.compile(rb"http://purl\.oclc\.org/ooxml/(\w+)/(\w+)")
_TRANSITIONAL = {
    (b"wordprocessingml", b"main"): b"http://schemas.openxmlformats.org/wordprocessingml/2006/main",
    (b"spreadsheetml", b"main"): b"http://schemas.openxmlformats.org/spreadsheetml/2006/main",
    (b"drawingml", b"main"): b"http://schemas.openxmlformats.org/drawingml/2006/main",
    (b"officeDocument", b"relationships"): b"http://schemas.openxmlformats.org/officeDocument/2006/relationships",
    (b"officeDocument", b"math"): b"http://schemas.openxmlformats.org/officeDocument/2006/math",
}


class Relationship(NamedTuple):
    kind: str
    """Last word of its type: ``footnotes``, ``worksheet``."""
    target: str
    """Part name without a leading slash, or the address of something outside."""
    external: bool


class Package:
    """An open DOCX or XLSX. A context manager; part names are matched without regard to case."""

    def __init__(self, path: Path, *, options: ReadOptions) -> None:
        """Raises PasswordNeeded, TooLarge, InputRefused (damaged, or not a package)."""
        self.path = path
        self._archive = Archive(decrypted(path, options) or path, name=path.name, options=options)
        self._parts: dict[str, ZipInfo] = {}
        for info in self._archive.entries():
            self._parts.setdefault(_key(info.filename), info)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._archive.__exit__(kind, error, trace)

    def names(self) -> tuple[str, ...]:
        return tuple(info.filename for info in self._parts.values())

    def has(self, part: str) -> bool:
        return _key(part) in self._parts

    def read(self, part: str) -> bytes:
        """Raises InputRefused where there is no such part."""
        try:
            return self._archive.read(self._parts[_key(part)])
        except KeyError:
            raise InputRefused(f"it has no part {part!r}: damaged; ask for it again, whole") from None

    def stream(self, part: str) -> IO[bytes]:
        """The part as a file, with strict namespaces made transitional."""
        try:
            info = self._parts[_key(part)]
        except KeyError:
            raise InputRefused(f"it has no part {part!r}: damaged; ask for it again, whole") from None
        return io.BufferedReader(_Transitional(self._archive.stream(info), part), 256 * 1024)

    def tree(self, part: str) -> etree._Element | None:
        """The parsed part; None where the package has none. Raises InputRefused for a DTD or broken XML."""
        if not self.has(part):
            return None
        chunks, size = [], 0
        for chunk in self._archive.chunks(self._parts[_key(part)]):
            size += len(chunk)
            if size > LARGEST_TREE:
                raise TooLarge(
                    f"its part {part!r} is larger than {LARGEST_TREE // 2**20} MB; split the document or save it as PDF"
                )
            chunks.append(chunk)
        return parse_xml(b"".join(chunks), name=part)

    def relationships(self, part: str) -> dict[str, Relationship]:
        """By id. ``part`` "" gives the package's own. Dangling ones are kept: the caller asks ``has``."""
        folder, name = posixpath.split(part)
        try:
            tree = self.tree(posixpath.join(folder, "_rels", f"{name}.rels"))
        except InputRefused:
            return {}  # a document with a damaged list of links can still be read
        found: dict[str, Relationship] = {}
        for element in tree.iter(_RELATIONSHIPS) if tree is not None else ():
            external = element.get("TargetMode") == "External"
            target = element.get("Target") or ""
            if not external:
                target = _resolved(folder, target)
            found[element.get("Id") or ""] = Relationship(
                kind=(element.get("Type") or "").rstrip("/").rsplit("/", 1)[-1], target=target, external=external
            )
        return found

    def related(self, part: str, kind: str) -> tuple[str, ...]:
        """Names of existing parts that ``part`` points at with this kind of relationship."""
        wanted = kind.casefold()
        return tuple(
            r.target
            for r in self.relationships(part).values()
            if r.kind.casefold() == wanted and not r.external and self.has(r.target)
        )

    def main_part(self, usual: str) -> str | None:
        """The part the package names as its document, or the usual one where it names none that exists."""
        named = self.related("", "officeDocument")
        if named:
            return named[0]
        return usual if self.has(usual) else None


def decrypted(path: Path, options: ReadOptions) -> IO[bytes] | None:
    """The package inside an encrypted file; None where the file is not encrypted.

    Raises PasswordNeeded where no password opens it, InputRefused where it is some other OLE file.
    """
    with path.open("rb") as file:
        if file.read(8) != OLE_MAGIC:
            return None
    import msoffcrypto

    is_unusual = is_locked = False
    for password in (*_DEFAULT_PASSWORDS, *passwords_for(path.name, options)):
        opened = io.BytesIO()
        with path.open("rb") as file:
            try:
                office = msoffcrypto.OfficeFile(file)
                office.load_key(password=password, verify_password=True)
                office.decrypt(opened)
            except msoffcrypto.exceptions.InvalidKeyError:
                is_locked = True
                continue
            except (msoffcrypto.exceptions.DecryptionError, *_broken_encryption()):
                is_unusual = True
                continue
        opened.seek(0)
        return opened
    if is_unusual and not is_locked:
        raise InputRefused(
            "it is encrypted in a way that is not known here, or its encryption is damaged, so no password opens it; open "
            "it in Word or Excel, save it without a password and add that"
        )
    raise PasswordNeeded(path.name)


def _broken_encryption() -> tuple[type[Exception], ...]:
    """What msoffcrypto raises on damaged or unusual input, beside its DecryptionError."""
    from msoffcrypto import exceptions as theirs

    own = (theirs.FileFormatError, theirs.ParseError)
    return (*own, OSError, ValueError, KeyError, AttributeError, IndexError, TypeError, struct.error)


def parse_xml(data: bytes, *, name: str) -> etree._Element:
    """Raises InputRefused for a document type declaration or XML that is not well-formed."""
    refuse_dtd(data, name=name)
    data = _STRICT.sub(_as_transitional, data)
    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, load_dtd=False, remove_comments=True, remove_pis=True, huge_tree=False
    )
    try:
        root = etree.fromstring(data, parser)
    except (etree.XMLSyntaxError, ValueError) as error:
        if "memory" in str(error).casefold() or "unknown error" in str(error):
            raise MemoryError from None  # libxml2 has no memory left to say so
        raise InputRefused(
            f"{name!r} is not well-formed XML ({error}); save the document again in its program"
        ) from None
    if root.getroottree().docinfo.internalDTD is not None:
        raise _declares(name)
    return root


def refuse_dtd(data: bytes, *, name: str) -> None:
    """Before any parser sees it. Comments and text of office programs never hold these words unescaped."""
    if data[:2] in (b"\xff\xfe", b"\xfe\xff") or b"\x00" in data[:4]:
        data = data.replace(b"\x00", b"")
    if b"<!DOCTYPE" in data or b"<!ENTITY" in data:
        raise _declares(name)


def _declares(name: str) -> InputRefused:
    return InputRefused(f"{name!r} declares a document type, as no office program does; it was not read")


def _as_transitional(match: re.Match[bytes]) -> bytes:
    return _TRANSITIONAL.get((match.group(1), match.group(2)), match.group(0))


class _Transitional(io.RawIOBase):
    """Rewrites strict namespaces, which stand in the first start tag."""

    def __init__(self, source: IO[bytes], part: str) -> None:
        self._source = source
        self._part = part
        head = source.read(64 * 1024)
        self._rest = _STRICT.sub(_as_transitional, head)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: "bytearray | memoryview") -> int:  # type: ignore[override]  # typeshed's WriteableBuffer
        given = self._rest[: len(buffer)] if self._rest else self._source.read(len(buffer))
        refuse_dtd(given, name=self._part)
        self._rest = self._rest[len(given) :]
        buffer[: len(given)] = given
        return len(given)


def _key(name: str) -> str:
    return name.replace("\\", "/").lstrip("/").casefold()


def _resolved(folder: str, target: str) -> str:
    target = unquote(target.replace("\\", "/")).split("#", 1)[0]
    if target.startswith("/"):
        return posixpath.normpath(target).lstrip("/")
    return posixpath.normpath(posixpath.join(folder, target)).lstrip("./")
