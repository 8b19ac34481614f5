"""What people filled in or wrote on a PDF: form fields and annotations, as words of their own origin."""

import ctypes
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pypdfium2 as pdfium
import pypdfium2.raw as raw

from evidence.pages import Origin, OriginKind
from evidence.spans import Box
from ingest.layout.characters import clean
from ingest.layout.face import Display, Face, Word
from ingest.layout.items import Piece
from ingest.pdf.visibility import has_ink

MOST_ANNOTATIONS = 5000
LONGEST = 20_000
"""Characters of one value."""
CHECKED = "\u2612"
HIDDEN_NOTE = "a note or field that is set not to be shown"
UNSEEN_NOTE = "a note whose text does not show on the page"
_HIDDEN = raw.FPDF_ANNOT_FLAG_HIDDEN | raw.FPDF_ANNOT_FLAG_NOVIEW | raw.FPDF_ANNOT_FLAG_INVISIBLE
_TEXTUAL = {raw.FPDF_FORMFIELD_TEXTFIELD, raw.FPDF_FORMFIELD_COMBOBOX, raw.FPDF_FORMFIELD_LISTBOX}
_BUTTONS = {raw.FPDF_FORMFIELD_CHECKBOX, raw.FPDF_FORMFIELD_RADIOBUTTON}
_NOTES = {
    raw.FPDF_ANNOT_TEXT: "note",
    raw.FPDF_ANNOT_FREETEXT: "text",
    raw.FPDF_ANNOT_STAMP: "stamp",
    raw.FPDF_ANNOT_HIGHLIGHT: "highlight",
    raw.FPDF_ANNOT_UNDERLINE: "underline",
    raw.FPDF_ANNOT_STRIKEOUT: "strike-out",
    raw.FPDF_ANNOT_SQUIGGLY: "underline",
    raw.FPDF_ANNOT_SQUARE: "drawing",
    raw.FPDF_ANNOT_CIRCLE: "drawing",
    raw.FPDF_ANNOT_INK: "drawing",
    raw.FPDF_ANNOT_LINE: "drawing",
    raw.FPDF_ANNOT_CARET: "insertion mark",
}
_ON_THE_PAGE = {raw.FPDF_ANNOT_FREETEXT, raw.FPDF_ANNOT_STAMP}
"""Subtypes whose text is meant to be seen without opening anything."""


def form_words(pdf: pdfium.PdfDocument, page: pdfium.PdfPage, display: Display) -> list[Word]:
    """One word per filled field, at the field's place; its origin names the field. Empty fields give nothing."""
    if pdf.formenv is None:
        return []
    form = pdf.formenv.raw
    words = []
    for annotation in _annotations(page):
        if raw.FPDFAnnot_GetSubtype(annotation) != raw.FPDF_ANNOT_WIDGET:
            continue
        kind = raw.FPDFAnnot_GetFormFieldType(form, annotation)
        text = ""
        if kind in _TEXTUAL:
            text = _text(raw.FPDFAnnot_GetFormFieldValue, form, annotation)
        elif kind in _BUTTONS and raw.FPDFAnnot_IsChecked(form, annotation):
            text = CHECKED
        text = _lines(text)
        if not text:
            continue
        origin = Origin(kind=OriginKind.FORM_FIELD, detail=_field_name(form, annotation, kind))
        word = _word(text, _place(annotation, display), origin)
        if raw.FPDFAnnot_GetFlags(annotation) & _HIDDEN:
            word.hidden = HIDDEN_NOTE
        words.append(word)
    return words


def notes(page: pdfium.PdfPage, face: Face, display: Display) -> tuple[list[Piece], list[Word]]:
    """Notes, stamps and comments as blocks, and those that nobody sees as hidden words."""
    shown: list[Piece] = []
    hidden: list[Word] = []
    for annotation in _annotations(page):
        subtype = raw.FPDFAnnot_GetSubtype(annotation)
        if subtype not in _NOTES:
            continue
        text = _lines(_text(raw.FPDFAnnot_GetStringValue, annotation, b"Contents"))
        if not text:
            continue
        author = _text(raw.FPDFAnnot_GetStringValue, annotation, b"T").strip()
        detail = f"{_NOTES[subtype]} by {author}" if author else _NOTES[subtype]
        box = _place(annotation, display)
        word = _word(text, box, Origin(kind=OriginKind.ANNOTATION, detail=detail[:200]))
        if raw.FPDFAnnot_GetFlags(annotation) & _HIDDEN:
            word.hidden = HIDDEN_NOTE
        elif subtype in _ON_THE_PAGE and raw.FPDFAnnot_HasKey(annotation, b"AP") and not has_ink(page, face, box):
            word.hidden = UNSEEN_NOTE
        if word.hidden is None:
            shown.append(Piece([[word]], "line"))
        else:
            hidden.append(word)
    return shown, hidden


def _annotations(page: pdfium.PdfPage) -> Iterator[Any]:
    for index in range(min(raw.FPDFPage_GetAnnotCount(page.raw), MOST_ANNOTATIONS)):
        annotation = raw.FPDFPage_GetAnnot(page.raw, index)
        if annotation:
            with _closing(annotation):
                yield annotation


@contextmanager
def _closing(annotation: Any) -> Iterator[None]:
    try:
        yield
    finally:
        raw.FPDFPage_CloseAnnot(annotation)


def _text(function: Any, *arguments: Any) -> str:
    """What one of PDFium's two-call string functions says."""
    length = function(*arguments, None, 0)
    if length <= 2:
        return ""
    buffer = (ctypes.c_ushort * (length // 2 + 1))()
    function(*arguments, buffer, length)
    return bytes(buffer)[: length - 2].decode("utf-16-le", "replace")


def _lines(text: str) -> str:
    parts = [
        clean(part.replace("\t", " ")).strip()
        for part in text[:LONGEST].replace("\r\n", "\n").replace("\r", "\n").split("\n")
    ]
    return "\n".join(part for part in parts if part)


def _field_name(form: Any, annotation: Any, kind: int) -> str:
    label = _text(raw.FPDFAnnot_GetFormFieldAlternateName, form, annotation).strip()
    name = label or _text(raw.FPDFAnnot_GetFormFieldName, form, annotation).strip()
    if kind in _BUTTONS:
        value = _text(raw.FPDFAnnot_GetFormFieldExportValue, form, annotation).strip()
        name = f"{name} = {value}" if value else name
    return " ".join(name.split())[:300]


def _place(annotation: Any, display: Display) -> Box:
    rectangle = raw.FS_RECTF()
    if not raw.FPDFAnnot_GetRect(annotation, rectangle):
        return Box(0.0, 0.0, 0.0, 0.0)
    left, right = sorted((rectangle.left, rectangle.right))
    bottom, top = sorted((rectangle.bottom, rectangle.top))
    return display.box(left, bottom, right, top)


def _word(text: str, box: Box, origin: Origin) -> Word:
    height = max(1.0, box.bottom - box.top)
    size = min(11.0, 0.8 * height)
    # one line stands in the middle of its box, several begin at its top
    single = "\n" not in text and height < 2.2 * size
    baseline = (box.top + box.bottom) / 2 + 0.35 * size if single else box.top + 1.1 * size
    return Word(text, box.x0, box.top, box.x1, box.bottom, size, baseline, origin=origin, atom=True)
