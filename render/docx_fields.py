"""Fields of a DOCX that has no ``fields.yaml``: its tags and content controls, with the types that the tags name."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from docx.oxml.ns import qn

from evidence.fields import Column, Field, FieldType
from evidence.nearest import nearest
from render.fields_file import FieldsFile
from render.package import Package, Story
from render.tags import (
    SDT,
    TBL,
    TC,
    TR,
    P,
    TagText,
    cell_of,
    control_names,
    in_fallback,
    paragraph_text,
    parse_tag,
    row_of,
    tags_in,
    text_of,
    where,
)  # fmt: skip
from render.targets import Special
from render.yaml_nodes import Complaint

_ID = re.compile(r"^[A-Za-z_][A-Za-z0-9_.-]*$")
_TYPES = [kind.value for kind in FieldType if kind not in (FieldType.TABLE, FieldType.CHOICE)]
_LABEL_LENGTH = 80


@dataclass
class _Draft:
    """A field while its tags are being gathered."""

    id: str
    type: FieldType | None = None
    list: bool = False
    question: str | None = None
    label: str | None = None
    spelling: str | None = None
    """The tag's own name where it cannot be an id; kept as a label, so that the tag finds its field."""
    columns: dict[str, "_Draft"] = field(default_factory=dict)


@dataclass(frozen=True)
class _Use:
    """One tag or content control and the elements around it."""

    tag: TagText
    element: Any
    story: Story
    start: int = 0
    """Of the tag in its paragraph's text."""
    alias: str | None = None


def read_docx_fields(package: Package) -> FieldsFile:
    found = FieldsFile(title=_title(package), languages=_languages(package))
    uses = [
        use for use in _uses(package) if use.tag.name and use.tag.name not in [special.value for special in Special]
    ]
    tables = _table_names(uses)
    drafts: dict[str, _Draft] = {}
    for use in uses:
        head, _, tail = use.tag.name.rpartition(".")
        if head in ("case", "report"):
            hint = nearest(use.tag.name, [special.value for special in Special])
            at = where(use.element, use.story)
            found.complaints.append(Complaint(None, f"tag {use.tag.name!r} ({at}): there is no such tag{hint}"))
        elif head in tables:
            table = drafts.setdefault(head, _Draft(head))
            if tail == "item":
                table.list = True
                _take(table, use, _label(use, above=True), found)
            elif tail != "row":
                _take(table.columns.setdefault(tail, _Draft(tail)), use, _label(use, above=True), found)
        else:
            name = field_id(use.tag.name)
            draft = drafts.setdefault(name, _Draft(name))
            draft.spelling = use.tag.name if name != use.tag.name else None
            _take(draft, use, _label(use), found)
    found.fields = tuple(_field(draft, found) for draft in drafts.values())
    if not found.fields:
        advice = "write {{ name }} where a value goes, or put a fields.yaml beside it"
        found.complaints.append(Complaint(None, f"the document holds no tag; {advice}"))
    return found


def _title(package: Package) -> str | None:
    title = (package.document.core_properties.title or "").strip()
    if title and title != "Word Document":
        return title
    for paragraph in package.document.paragraphs:
        style = paragraph.style.name if paragraph.style else ""
        if style in ("Title", "Heading 1") and paragraph.text.strip() and "{{" not in paragraph.text:
            return paragraph.text.strip()
    return None


def _languages(package: Package) -> tuple[str, ...]:
    """The language the document's default style is set to, as Word spells it (``ru-RU``) without the country."""
    for given in package.document.styles.element.iter(qn("w:lang")):
        if code := (given.get(qn("w:val")) or "").split("-")[0].lower():
            return (code,)
    return ()


def field_id(name: str) -> str:
    """The name itself, or for a name in other letters (a label) an id made from it."""
    return name if _ID.match(name) else f"f_{sha256(name.casefold().encode()).hexdigest()[:8]}"


def _uses(package: Package) -> Iterator[_Use]:
    for story in package.stories:
        for element in story.root.iter(P, SDT):
            if in_fallback(element):
                continue
            if element.tag == P:
                for tag in tags_in(element, story):
                    yield _Use(tag.tag, element, story, tag.start)
            elif (names := control_names(element)) and not any(tags_in(p, story) for p in element.iter(P)):
                tag_name, alias = names
                yield _Use(parse_tag(tag_name or alias or ""), element, story, alias=alias)


def _table_names(uses: list[_Use]) -> set[str]:
    """Names before a dot that stand in exactly one table row: tables. In several rows they are just dotted ids."""
    rows: dict[str, list[Any]] = {}
    for use in uses:
        head, dot, _ = use.tag.name.rpartition(".")
        if dot and head not in ("case", "report"):
            held = rows.setdefault(head, [])
            row = row_of(use.element)
            if not any(row is seen for seen in held):
                held.append(row)
    return {head for head, held in rows.items() if len(held) == 1 and held[0] is not None and _ID.match(head)}


def _label(use: _Use, *, above: bool = False) -> str | None:
    """Words before the tag in its paragraph, else the cell to the left; for a column the cell above."""
    if use.alias:
        return use.alias
    if use.element.tag == P:
        text = re.split(r"\}\}|[;\t\n]", paragraph_text(use.element)[: use.start])[-1]
        if 0 < len(said := text.strip(' \u00a0:—–-.,(«"')) <= _LABEL_LENGTH:
            return said
    cell, row = cell_of(use.element), row_of(use.element)
    if cell is None or row is None or cell.tag != TC:
        return None
    cells = list(row.iterchildren(TC))
    column = next((at for at, other in enumerate(cells) if other is cell), 0)
    if not above:
        return next((said for left in reversed(cells[:column]) if (said := _plain(left))), None)
    top = next(next(row.iterancestors(TBL)).iter(TR))
    headings = list(top.iterchildren(TC))
    return _plain(headings[column]) if top is not row and column < len(headings) else None


def _plain(cell: Any) -> str | None:
    said = text_of(cell).strip(" \u00a0:—–")
    return said if said and "{{" not in said and len(said) <= _LABEL_LENGTH else None


def _take(draft: _Draft, use: _Use, label: str | None, found: FieldsFile) -> None:
    at = where(use.element, use.story)
    draft.label = draft.label or label
    draft.question = draft.question or use.tag.question
    if use.tag.type is None:
        return
    word, is_list = (use.tag.type.lower().removesuffix("list").strip(), use.tag.type.lower().endswith("list"))
    draft.list = draft.list or is_list
    word = word or FieldType.TEXT.value
    if word not in _TYPES:
        hint, known = nearest(word, _TYPES), " ".join(_TYPES)
        said = f"tag {use.tag.name!r} ({at}): type {word!r} is not known here{hint}; there are: {known}"
        found.complaints.append(Complaint(None, said))
    elif draft.type is not None and draft.type != word:
        found.complaints.append(
            Complaint(None, f"tag {use.tag.name!r} ({at}) is a {word}, and a {draft.type} elsewhere; keep one type")
        )
    else:
        draft.type = FieldType(word)


def _field(draft: _Draft, found: FieldsFile) -> Field:
    if draft.columns and draft.list:
        found.complaints.append(Complaint(None, f"{draft.id!r} has columns and '.item'; a list has no columns"))
    columns = tuple(
        Column(id=column.id, labels=(column.label,) if column.label else (), type=column.type or FieldType.TEXT)
        for column in draft.columns.values()
    )
    return Field(
        id=draft.id,
        question=draft.question or draft.label or draft.spelling or draft.id.replace("_", " "),
        type=FieldType.TABLE if columns else draft.type or FieldType.TEXT,
        list=draft.list and not columns,
        labels=tuple(dict.fromkeys(label for label in (draft.label, draft.spelling) if label)),
        columns=columns,
    )
