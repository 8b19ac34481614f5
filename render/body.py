"""What a written report reads, place by place: the content controls that Lastro put around values and quotes."""

from docx.oxml.ns import qn

from render.ledger import QUOTE_TAG, VALUE_TAG
from render.package import Package
from render.tags import SDT
from render.wordml import control_text


def read_controls(package: Package) -> dict[str, str]:
    """Control tag to its text. The first of two with the same tag stands (a person may have copied a paragraph)."""
    found: dict[str, str] = {}
    for story in package.stories:
        for sdt in story.root.iter(SDT):
            properties = sdt.find(qn("w:sdtPr"))
            tag = properties.find(qn("w:tag")) if properties is not None else None
            name = (tag.get(qn("w:val")) or "") if tag is not None else ""
            if name.startswith((VALUE_TAG, QUOTE_TAG)):
                found.setdefault(name, control_text(sdt))
    return found
