"""Is this document, part by part, the very one that was written? The digests of its parts, as the trace keeps them."""

import hashlib
import io
import posixpath
import re
import zipfile
from collections import Counter
from typing import Any

from lxml import etree

from render.embed import NAMESPACE
from render.outside import CHAIN_PLACE

_DIGITS = 32
_ITEM = re.compile(r"customXml/item(\d+)\.xml")
_TYPES = "[Content_Types].xml"
_OURS = f'<trace xmlns="{NAMESPACE}"'.encode()


def part_digests(content: bytes, *, head: str = CHAIN_PLACE) -> dict[str, str]:
    """Name of each part of a DOCX to the first 32 digits of its sha256. The trace itself is left out, and so is what points to
    it; the chain's ``head`` is read as zeros."""
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        parts = {entry.filename: archive.read(entry) for entry in archive.infolist() if not entry.is_dir()}
    ours = _of_the_trace(parts)
    return {name: _digest(name, blob, ours, head) for name, blob in sorted(parts.items()) if name not in ours}


def doubled_parts(content: bytes) -> tuple[str, ...]:
    """Parts that stand twice in the file: programs disagree on which of the two is read."""
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        names = Counter(entry.filename.lower().replace("\\", "/").lstrip("/") for entry in archive.infolist())
    return tuple(name for name, count in names.items() if count > 1)


def _of_the_trace(parts: dict[str, bytes]) -> frozenset[str]:
    for name, blob in parts.items():
        match = _ITEM.fullmatch(name)
        if match is not None and _OURS in blob[:400]:
            number = match[1]
            return frozenset(
                (name, f"customXml/itemProps{number}.xml", f"customXml/_rels/item{number}.xml.rels")
            )  # as `embed_trace` puts them there
    return frozenset()


def _digest(name: str, blob: bytes, ours: frozenset[str], head: str) -> str:
    if name == _TYPES or name.endswith(".rels"):
        blob = _pointers(name, blob, ours)
    elif name == "word/document.xml" and head:
        blob = blob.replace(head.encode(), CHAIN_PLACE.encode())
    return hashlib.sha256(blob).hexdigest()[:_DIGITS]


def _pointers(name: str, blob: bytes, ours: frozenset[str]) -> bytes:
    """What a part points to, one pointer a line, without those to the trace."""
    parser = etree.XMLParser(resolve_entities=False, no_network=True)
    try:
        root: Any = etree.fromstring(blob, parser)
    except etree.XMLSyntaxError:
        return blob
    base = posixpath.dirname(posixpath.dirname(name))
    lines = []
    for entry in root.iter(etree.Element):
        target = entry.get("Target") or entry.get("PartName") or ""
        part = posixpath.normpath(posixpath.join("/", base, target)).lstrip("/")
        if part not in ours:
            lines.append("\t".join([entry.tag, *(f"{key}={value}" for key, value in sorted(entry.attrib.items()))]))
    return "\n".join(sorted(lines)).encode("utf-8", "surrogatepass")
