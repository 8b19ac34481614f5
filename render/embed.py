"""The trace inside the DOCX: a custom XML part with its properties part, as Word itself stores data."""

import io
import uuid
import zipfile
from pathlib import Path
from typing import Any

from docx.opc.constants import RELATIONSHIP_TYPE
from docx.opc.packuri import PackURI
from docx.opc.part import Part
from lxml import etree

from evidence.errors import InputRefused
from render.package import MAX_INFLATED, Package
from render.trace import Trace, read_trace

NAMESPACE = "urn:lastro:trace:1"
_ITEM_PROPERTIES = "http://schemas.openxmlformats.org/officeDocument/2006/customXml"
_RELATION = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/customXmlProps"
_PROPERTIES_TYPE = "application/vnd.openxmlformats-officedocument.customXmlProperties+xml"
_STORE_ID = uuid.uuid5(uuid.NAMESPACE_URL, NAMESPACE)


def embed_trace(package: Package, trace: Trace) -> None:
    document = package.document.part
    names = {str(part.partname) for part in document.package.iter_parts()}
    number = next(n for n in range(1, 10_000) if f"/customXml/item{n}.xml" not in names)
    root: Any = etree.fromstring(f'<trace xmlns="{NAMESPACE}"/>')
    # escapes throughout: quotes may hold characters that no XML can
    root.text = trace.json_text(indent=None, escaped=True)
    item = Part(PackURI(f"/customXml/item{number}.xml"), "application/xml", _bytes(root), document.package)
    store: Any = etree.Element(f"{{{_ITEM_PROPERTIES}}}datastoreItem", nsmap={"ds": _ITEM_PROPERTIES})
    store.set(f"{{{_ITEM_PROPERTIES}}}itemID", f"{{{str(_STORE_ID).upper()}}}")
    references = etree.SubElement(store, f"{{{_ITEM_PROPERTIES}}}schemaRefs")
    etree.SubElement(references, f"{{{_ITEM_PROPERTIES}}}schemaRef").set(f"{{{_ITEM_PROPERTIES}}}uri", NAMESPACE)
    properties = Part(PackURI(f"/customXml/itemProps{number}.xml"), _PROPERTIES_TYPE, _bytes(store), document.package)
    item.relate_to(properties, _RELATION)
    document.relate_to(item, RELATIONSHIP_TYPE.CUSTOM_XML)


def extract_trace(docx: Path | bytes) -> Trace:
    """Raises InputRefused when the file is no DOCX or carries no trace."""
    name = docx.name if isinstance(docx, Path) else "the report"
    try:
        with zipfile.ZipFile(io.BytesIO(docx) if isinstance(docx, bytes) else docx) as archive:
            for entry in archive.infolist():
                if entry.filename.lower().startswith("customxml/") and entry.filename.lower().endswith(".xml"):
                    if entry.file_size > MAX_INFLATED:
                        raise InputRefused(
                            f"{name!r} holds a part of {entry.file_size:,} bytes; it is no report of ours"
                        )
                    if (text := _trace_text(archive.read(entry))) is not None:
                        return read_trace(text)
    except (zipfile.BadZipFile, OSError) as wrong:
        raise InputRefused(
            f"{name!r} cannot be opened as a DOCX ({wrong}); give the report that Lastro wrote"
        ) from wrong
    raise InputRefused(f"{name!r} carries no trace; give the report that Lastro wrote, or the trace file beside it")


def _trace_text(content: bytes) -> str | None:
    parser = etree.XMLParser(resolve_entities=False, no_network=True, huge_tree=True)
    try:
        root: Any = etree.fromstring(content, parser)
    except etree.XMLSyntaxError:
        return None
    return root.text if root.tag == f"{{{NAMESPACE}}}trace" else None


def _bytes(root: Any) -> bytes:
    made: bytes = etree.tostring(root, xml_declaration=True, encoding="UTF-8", standalone=True)
    return made
