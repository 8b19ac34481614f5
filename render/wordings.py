"""Places, origins and matches in words, for the analyst."""

import re

from evidence.citations import Citation, Match
from evidence.locators import CellLocator, PageLocator, ParagraphLocator
from evidence.pages import OriginKind
from render.phrases import Phrases

_STEP = re.compile(r"([A-Za-z_]+)\[(\d+)\]")
_STEPS = {
    "p": "paragraph {number}",
    "tbl": "table {number}",
    "r": "row {number}",
    "c": "column {number}",
    "footnote": "footnote {number}",
    "endnote": "endnote {number}",
    "comment": "comment {number}",
    "header": "header {number}",
    "footer": "footer {number}",
    "line": "line {number}",
    "part": "part {number}",
    "textbox": "text box {number}",
    "txbx": "text box {number}",
    "attachment": "attachment {number}",
    "sdt": "content control {number}",
}
_MATCHES = {
    Match.EXACT: "word for word",
    Match.NORMALISED: "word for word apart from layout",
    Match.OCR_NEAR: "close to the recognised text; compare with the image",
}
_ORIGINS = {
    OriginKind.TEXT_LAYER: "text of the file",
    OriginKind.OCR: "recognised from the image",
    OriginKind.FORM_FIELD: "form field",
    OriginKind.ANNOTATION: "annotation",
    OriginKind.FOOTNOTE: "footnote",
    OriginKind.HEADER: "page header",
    OriginKind.FOOTER: "page footer",
    OriginKind.TEXT_BOX: "text box",
    OriginKind.INSERTED: "insertion not yet accepted",
    OriginKind.DELETED: "deleted",
    OriginKind.HIDDEN: "hidden",
}


def place(citation: Citation, say: Phrases) -> str:
    """``p. 3``, ``sheet "Balance", cell B7``, ``table 1, row 3, column 2``, ``aila:8CFR204.5(h)(3)``."""
    locator = citation.locator
    if isinstance(locator, PageLocator):
        words = say("p. {number}", number=locator.page)
        if locator.label and locator.label != str(locator.page):
            words += " " + say("(printed: {label})", label=locator.label)
    elif isinstance(locator, CellLocator):
        words = say("sheet “{sheet}”", sheet=locator.sheet)
        if locator.cell:
            words += ", " + say("cell {cell}", cell=locator.cell)
        elif locator.range:
            words += ", " + say("cells {cells}", cells=locator.range)
    elif isinstance(locator, ParagraphLocator):
        words = _path(locator.path, say)
        if locator.heading:
            words += ", " + say("section “{heading}”", heading=locator.heading)
    else:
        words = f"{locator.reference}:{locator.section}"
    if citation.part is not None:
        words += " " + say("(part {part} of {parts})", part=citation.part[0], parts=citation.part[1])
    return words


def _path(path: str, say: Phrases) -> str:
    steps = [
        say(_STEPS[name], number=number) if name in _STEPS else f"{name} {number}"
        for name, number in _STEP.findall(path)
    ]
    return ", ".join(steps) or path


def match(citation: Citation, say: Phrases) -> str:
    return say(_MATCHES[citation.match])


def origin(citation: Citation, say: Phrases) -> str:
    """How the text was come by, with the least OCR confidence where there is one."""
    words = say(_ORIGINS[citation.origin.kind])
    if citation.origin.kind is OriginKind.OCR and citation.confidence is not None:
        words += ", " + say("confidence from {percent} %", percent=round(citation.confidence))
    return words


def all_phrases() -> set[str]:
    """Phrases chosen through the tables above; the catalogues are checked against them."""
    return {*_STEPS.values(), *_MATCHES.values(), *_ORIGINS.values()}
