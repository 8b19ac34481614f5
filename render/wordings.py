"""Places, origins and matches in words, for the analyst."""

import re
from pathlib import Path

from evidence.citations import Citation, Match
from evidence.locators import CellLocator, PageLocator, ParagraphLocator
from evidence.pages import OriginKind, Problem
from render.phrases import Phrases
from render.shapes import said_by_shape

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

_PROBLEMS = {
    "attachments": "files are attached to it or embedded in it",
    "cell_errors": "some cells hold errors instead of values",
    "copying_restricted": "its author asks not to copy text out of it",
    "crashed": "the process that read it broke down; part of it is unread",
    "damaged_text": "some characters are in no known encoding; save it as UTF-8",
    "encoding_guessed": "it does not say its encoding; check the letters",
    "garbled_text_layer": "the text that a page carries is unusable or doubtful; look at the page",
    "hidden_sheet": "a sheet is hidden; its cells are kept apart and never cited",
    "hidden_text": "text that a reader does not see is kept apart and never cited",
    "low_confidence": "recognised with low confidence; compare with the image",
    "macros": "it holds macros, which are not run",
    "missing_texts": "texts of cells are missing from the file; save it anew in Excel",
    "name_changed": "its name was changed so that it can be shown",
    "no_text": "it holds no text",
    "not_calculated": "formulas without a stored value cannot be cited; save it in Excel and add it again",
    "stale_sums": "stored totals are not what their cells add up to; look at each value taken from there",
    "opened": "it was opened with its password; its files are listed on their own",
    "not_read": "pictures were not read: text recognition is switched off",
    "office_lock": "a lock file of Office, which is no document, was left out",
    "ocr_failed": "an image could not be recognised and is unread",
    "ocr_fallback": "recognised by the second engine, as the first gave no whole answer",
    "ocr_language_missing": "recognised without all its languages; some letters may be wrong",
    "ocr_layer": "a scan that was recognised before it came here; compare figures with the image",
    "ocr_unavailable": "no text recognition is installed, so it was not read",
    "out_of_memory": "it needed more memory than is allowed; part of it is unread",
    "password_needed": "it is encrypted; give its password and read it again",
    "pictures_not_read": "pictures in it are not read; add it as PDF too",
    "recoded": "letters that were stored in a wrong code have been put right",
    "same_file": "the same file was given under several names; it was read once",
    "skipped": "something in it was left out",
    "stale_values": "stored values of formulas may be out of date; save it in Excel and add it again",
    "struck_text": "text that is struck out is kept apart and never cited",
    "timeout": "reading it took too long; part of it is unread",
    "too_large": "it is larger than is allowed and was not read",
    "truncated": "only part of it was read",
    "unaccepted_revisions": "it holds tracked changes that nobody has accepted",
    "unread_part": "a part of the file could not be read",
    "unreadable": "it could not be read",
    "wrong_password": "it is encrypted, and the password given for it does not open it; give the right one and read it again",
    "wrong_extension": "its extension does not fit its content",
    "xfa_form": "an XFA form: only the pages it carries are read; add a printed PDF too",
}
"""By Problem code, for languages other than English, in which the problem speaks for itself, where it has no words of its own."""
_OWN_WORDS = Path(__file__).parent / "locale" / "problems"
"""Shapes of the problems' own words, by language."""
_OF_ITS_CODE = frozenset({"password_needed", "wrong_password"})
"""The words of these codes say all that the problem does."""


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


def problem(one: Problem, say: Phrases) -> str:
    """What is wrong with a file, why, and what to do; a message that has no words in the language stands behind those of its
    code, so that nothing of it is lost."""
    if say.locale.language == "en":
        return one.message
    own = _OWN_WORDS / f"{say.language}.po"
    said = None if one.code in _OF_ITS_CODE else said_by_shape(one.message, own)
    if said is None and one.code not in _PROBLEMS:
        return one.message
    if said is None:
        said = say(_PROBLEMS[one.code])
        if one.code not in _OF_ITS_CODE and own.exists():
            said += f" ({one.message})"
    is_placed = one.page is None or re.search(rf"\b{one.page}\b", said) is not None
    return said if is_placed else say("p. {number}", number=one.page) + ": " + said


def code_in_words(code: str, say: Phrases) -> str:
    """What can be said of a problem of which only the code is at hand."""
    return say(_PROBLEMS[code]) if code in _PROBLEMS else code.replace("_", " ")


def all_phrases() -> set[str]:
    """Phrases chosen through the tables above; the catalogues are checked against them."""
    return {*_STEPS.values(), *_MATCHES.values(), *_ORIGINS.values(), *_PROBLEMS.values()}
