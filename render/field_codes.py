"""Word's fields: places whose text a program computes, so that what is kept in the file need not be what a reader sees."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from docx.oxml.ns import qn

from render.tags import TC, P, T
from render.wordml import text_at

_FIELD, _CODE, _SIMPLE = qn("w:fldChar"), qn("w:instrText"), qn("w:fldSimple")
_ALWAYS = frozenset("PAGE NUMPAGES SECTION SECTIONPAGES DATE TIME".split())
"""Computed anew whenever the document is laid out."""
_WORDED = frozenset(("HYPERLINK",))
"""Its result is compared as text and is never written anew."""
_CONTENTS = frozenset(("TOC", "INDEX"))
_HARMLESS = re.compile(
    r'(?:\s*\\\*\s*(?:MERGEFORMAT|ARABIC|roman|ROMAN)|\s*\\@\s*"[dMyHhms.,:/\- ]*")*\s*', re.IGNORECASE
)
"""Switches that add no words."""
_LONGEST = 40
"""Characters of a page number or a date."""
_FIGURES = re.compile(r"[\d.\s…]+\Z")


@dataclass
class _Field:
    code: str = ""
    result: list[tuple[Any, str]] = field(default_factory=list)
    """Each piece with its paragraph."""
    is_locked: bool = False
    has_end: bool = False
    paragraph: Any = None

    @property
    def kind(self) -> str:
        return (self.code.split() or [""])[0].upper()

    @property
    def switches(self) -> str:
        return self.code.strip()[len(self.kind) :]

    @property
    def text(self) -> str:
        return "".join(text for _, text in self.result)


def peculiar_fields(root: Any, *, around: bool) -> Iterator[tuple[str, str]]:
    """What and text of the fields that a reader may see otherwise than they are compared."""
    fields = list(_fields(root))
    texts = _texts(root, fields)
    for found in fields:
        plainly = found.has_end and not found.is_locked
        if found.kind in _WORDED and plainly:
            continue
        if found.kind in _ALWAYS and plainly and len(found.text) <= _LONGEST and _HARMLESS.fullmatch(found.switches):
            if not around and (texts.get(found.paragraph) or next(found.paragraph.iterancestors(TC), None) is not None):
                yield f"a number or date that the program computes ({found.kind})", texts.get(found.paragraph, "")
            continue
        if found.kind in _CONTENTS and plainly:
            yield from (("a line of the contents that is no heading", line) for line in _strange_lines(found, texts))
            continue
        words = " ".join(found.code.split())
        yield f"text that the program computes ({words})", found.text


def _fields(root: Any) -> Iterator[_Field]:
    begun: list[_Field] = []
    shown: list[bool] = []
    simple: dict[Any, _Field] = {}
    for element in root.iter():
        if element.tag == _SIMPLE:
            made = _Field(element.get(qn("w:instr")) or "", [], _is_locked(element), True, _paragraph(element))
            simple[element] = made
        elif element.tag == _CODE and begun:
            begun[-1].code += element.text or ""
        elif element.tag == _FIELD:
            kind = element.get(qn("w:fldCharType"))
            if kind == "begin":
                begun.append(_Field(is_locked=_is_locked(element), paragraph=_paragraph(element)))
                shown.append(False)
            elif begun and kind == "separate":
                shown[-1] = True
            elif begun and kind == "end":
                shown.pop()
                ended = begun.pop()
                ended.has_end = True
                yield ended
        elif element.tag == T:
            piece = (_paragraph(element), text_at(element))
            for open_field, is_shown in zip(begun, shown, strict=True):
                if is_shown:
                    open_field.result.append(piece)
            for parent in element.iterancestors(_SIMPLE):
                simple[parent].result.append(piece)
    yield from simple.values()
    yield from begun


def _texts(root: Any, fields: list[_Field]) -> dict[Any, str]:
    """Text of each paragraph without its fields' results."""
    texts: dict[Any, str] = {}
    for text in root.iter(T):
        texts[_paragraph(text)] = texts.get(_paragraph(text), "") + text_at(text)
    for found in fields:
        if found.kind in _WORDED:
            continue
        for paragraph, piece in found.result:
            texts[paragraph] = texts.get(paragraph, "").replace(piece, "", 1) if piece else texts.get(paragraph, "")
    return {paragraph: " ".join(text.split()) for paragraph, text in texts.items()}


def _strange_lines(found: _Field, texts: dict[Any, str]) -> Iterator[str]:
    known = {_bare(text) for text in texts.values()}
    lines: dict[Any, str] = {}
    for paragraph, piece in found.result:
        lines[paragraph] = lines.get(paragraph, "") + piece
    for line in lines.values():
        bare = _bare(_FIGURES.sub("", line))
        if bare and bare not in known and _bare(line) not in known:
            yield line


def _bare(text: str) -> str:
    """A heading's words without its number, which may be a list label."""
    return "".join(letter for letter in text if letter.isalpha()).casefold()


def _is_locked(element: Any) -> bool:
    return (element.get(qn("w:fldLock")) or "0").lower() in ("1", "true", "on")


def _paragraph(element: Any) -> Any:
    return next(element.iterancestors(P), element.getroottree().getroot())
