"""Read ``fields.yaml``: every complaint names the line and the word to write instead."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, TypeVar

import yaml
from pydantic import ValidationError

from evidence.fields import Choice, Column, Field, FieldType, FilledBy, Subject
from evidence.folding import fold
from evidence.nearest import nearest
from render.yaml_nodes import Complaint, compose

_FIELD_ID = re.compile(r"^[A-Za-z_][A-Za-z0-9_.-]*$")
_RESERVED = ("case", "report")


class Kind(StrEnum):
    """What may stand behind a key."""

    TEXT = "one text"
    FLAG = "true or false"
    TEXTS = "a list of texts"
    LABELS = "a text, a list of texts, or a list per language"
    NESTED = "a list of mappings"
    MAPPING = "a mapping"
    COUNT = "a whole number above 0"


_TOP = {
    "id": Kind.TEXT, "version": Kind.TEXT, "title": Kind.TEXT, "languages": Kind.TEXTS, "subject": Kind.MAPPING,
    "sections": Kind.TEXTS, "fields": Kind.NESTED,
}  # fmt: skip
_SUBJECT = {"names": Kind.TEXTS, "identifiers": Kind.TEXTS}
_FIELD = {
    "id": Kind.TEXT, "question": Kind.TEXT, "type": Kind.TEXT, "list": Kind.FLAG, "required": Kind.FLAG,
    "labels": Kind.LABELS, "section": Kind.TEXT, "hints": Kind.LABELS, "columns": Kind.NESTED, "rows": Kind.TEXTS,
    "years": Kind.COUNT, "choices": Kind.NESTED, "checks": Kind.TEXTS, "currency": Kind.TEXT, "filled_by": Kind.TEXT,
    "formula": Kind.TEXT, "reference": Kind.TEXT, "about_subject": Kind.FLAG, "holder": Kind.TEXT, "papers": Kind.LABELS,
    "stop_labels": Kind.LABELS, "languages": Kind.TEXTS,
}  # fmt: skip
_COLUMN = {"id": Kind.TEXT, "labels": Kind.LABELS, "type": Kind.TEXT, "hints": Kind.LABELS}
_CHOICE = {"id": Kind.TEXT, "labels": Kind.LABELS}


@dataclass
class FieldsFile:
    """What could be read, and everything that is wrong. With complaints it must not be used."""

    id: str | None = None
    version: str | None = None
    title: str | None = None
    languages: tuple[str, ...] = ()
    sections: tuple[str, ...] = ()
    subject: Subject = field(default_factory=Subject)
    fields: tuple[Field, ...] = ()
    lines: dict[str, int] = field(default_factory=dict)
    """Field id to the line on which it begins."""
    complaints: list[Complaint] = field(default_factory=list)


def read_fields(content: bytes) -> FieldsFile:
    found = FieldsFile()
    root = compose(content, found.complaints)
    if root is None:
        return found
    if not isinstance(root, yaml.MappingNode):
        _complain(found, root, "a fields file begins with keys such as 'id:', 'title:' and 'fields:'")
        return found
    top = _Mapping(root, _TOP, "the fields file", found.complaints)
    found.id, found.version, found.title = top.text("id"), top.text("version"), top.text("title")
    found.languages, found.sections = top.texts("languages"), top.texts("sections")
    if found.id is not None and not _FIELD_ID.match(found.id):
        top.complain("id", f"id {found.id!r} may hold Latin letters, digits, '_', '.' and '-' only")
    nodes = top.nested("fields")
    if not nodes and "fields" not in top.refused:
        _complain(found, root, "there is no field; list them under 'fields:', each with 'id:' and 'question:'")
    found.fields = tuple(_fields(nodes, found))
    if (subject := top.mapping("subject")) is not None:
        found.subject = _subject(_Mapping(subject, _SUBJECT, "'subject'", found.complaints), found)
    _check_sections(top, found)
    _check_holders(found)
    return found


class _Mapping:
    """One YAML mapping with known keys; scalars are read as the author typed them (``no`` and ``2023`` are texts)."""

    def __init__(
        self, node: yaml.MappingNode, keys: Mapping[str, Kind], what: str, complaints: list[Complaint]
    ) -> None:
        self.line = node.start_mark.line + 1
        self.refused: set[str] = set()
        self._what, self._complaints = what, complaints
        self._nodes: dict[str, yaml.Node] = {}
        self._key_lines: dict[str, int] = {}
        for key_node, value in node.value:
            key = key_node.value if isinstance(key_node, yaml.ScalarNode) else "?"
            line = key_node.start_mark.line + 1
            if key not in keys:
                complaints.append(Complaint(line, f"{what} has an unknown key {key!r}{nearest(key, keys)}"))
            elif key in self._nodes:
                complaints.append(Complaint(line, f"{what} has the key {key!r} twice; keep one"))
            else:
                self._nodes[key], self._key_lines[key] = value, line

    def complain(self, key: str, message: str) -> None:
        self.refused.add(key)
        self._complaints.append(Complaint(self._key_lines.get(key, self.line), message))

    def has(self, key: str) -> bool:
        return key in self._nodes

    def text(self, key: str) -> str | None:
        node = self._nodes.get(key)
        if node is None or _is_null(node):
            return None
        if isinstance(node, yaml.ScalarNode):
            return str(node.value).strip() or None
        self.complain(key, f"{self._what}: {key!r} takes {Kind.TEXT}")
        return None

    def flag(self, key: str, *, default: bool) -> bool:
        node = self._nodes.get(key)
        if node is None or _is_null(node):
            return default
        if isinstance(node, yaml.ScalarNode) and node.value.lower() in ("true", "yes", "on", "false", "no", "off"):
            return node.value.lower() in ("true", "yes", "on")
        self.complain(key, f"{self._what}: {key!r} takes {Kind.FLAG}")
        return default

    def count(self, key: str) -> int:
        node = self._nodes.get(key)
        if node is None or _is_null(node):
            return 0
        if isinstance(node, yaml.ScalarNode) and re.fullmatch(r"0*[1-9]\d{0,3}", str(node.value), re.ASCII):
            return int(node.value)
        self.complain(key, f"{self._what}: {key!r} takes {Kind.COUNT}, such as 3; leave it out where it is not meant")
        return 0

    def texts(self, key: str) -> tuple[str, ...]:
        node = self._nodes.get(key)
        if node is None or _is_null(node):
            return ()
        read = list(_scalars(node))
        if None in read or isinstance(node, yaml.MappingNode):
            self.complain(key, f"{self._what}: {key!r} takes {Kind.TEXTS}, such as [one, two]")
            return ()
        return self._said(key, read)

    def labels(self, key: str) -> tuple[str, ...]:
        node = self._nodes.get(key)
        if not isinstance(node, yaml.MappingNode):
            return self.texts(key)
        read = [text for _, value in node.value for text in _scalars(value)]
        if None in read:
            self.complain(key, f"{self._what}: {key!r} takes {Kind.LABELS}")
            return ()
        return tuple(dict.fromkeys(self._said(key, read)))

    def _said(self, key: str, read: list[str | None]) -> tuple[str, ...]:
        """An empty text is no harmless slip: left out, the field would lose a condition and nobody would know."""
        if not all(read):
            self.complain(key, f"{self._what}: {key!r} holds an empty text; write the word or take the entry out")
        return tuple(text for text in read if text)

    def nested(self, key: str) -> list[yaml.MappingNode]:
        node = self._nodes.get(key)
        if node is None or _is_null(node):
            return []
        if isinstance(node, yaml.SequenceNode) and all(isinstance(item, yaml.MappingNode) for item in node.value):
            return list(node.value)
        self.complain(key, f"{self._what}: {key!r} takes {Kind.NESTED}, each beginning with '- id: …'")
        return []

    def mapping(self, key: str) -> yaml.MappingNode | None:
        node = self._nodes.get(key)
        if node is None or _is_null(node):
            return None
        if isinstance(node, yaml.MappingNode):
            return node
        self.complain(key, f"{self._what}: {key!r} takes {Kind.MAPPING}")
        return None


def _is_null(node: yaml.Node) -> bool:
    return isinstance(node, yaml.ScalarNode) and node.tag == "tag:yaml.org,2002:null"


def _scalars(node: yaml.Node) -> Iterator[str | None]:
    """The texts of a scalar or flat list; None for anything nested deeper."""
    for item in node.value if isinstance(node, yaml.SequenceNode) else [node]:
        yield str(item.value).strip() if isinstance(item, yaml.ScalarNode) else None


def _fields(nodes: list[yaml.MappingNode], found: FieldsFile) -> Iterator[Field]:
    for number, node in enumerate(nodes, 1):
        plain = next((v.value for k, v in node.value if k.value == "id" and isinstance(v, yaml.ScalarNode)), None)
        what = f"field {plain!r}" if plain else f"field no. {number}"
        read = _Mapping(node, _FIELD, what, found.complaints)
        before = len(found.complaints)
        field_id = _id_of(read, what, found)
        if read.text("question") is None and field_id:
            read.complain("question", f"{what} has no question; say in one sentence what is asked")
        given = _field_values(read, what, found)
        if field_id is None or len(found.complaints) > before:
            continue
        try:
            yield Field(id=field_id, **given)
        except ValidationError as wrong:
            for error in wrong.errors():
                found.complaints.append(Complaint(read.line, str(error["msg"]).removeprefix("Value error, ")))


def _id_of(read: _Mapping, what: str, found: FieldsFile) -> str | None:
    field_id = read.text("id")
    if field_id is None:
        read.complain("id", f"{what} has no id; give it one of Latin letters, digits and '_'")
        return None
    if not _FIELD_ID.match(field_id):
        read.complain("id", f"{what}: an id is Latin letters, digits, '_', '.' and '-', and begins with a letter")
        return None
    if field_id.partition(".")[0] in _RESERVED:
        read.complain("id", f"{what}: 'case' and 'report' are taken; call it 'the_{field_id}' or the like")
        return None
    if field_id in found.lines:
        read.complain("id", f"{what} is there twice; the first is on line {found.lines[field_id]}")
        return None
    found.lines[field_id] = read.line
    return field_id


def _field_values(read: _Mapping, what: str, found: FieldsFile) -> dict[str, Any]:
    given: dict[str, Any] = {
        "question": read.text("question") or "?",
        "type": _word(read, "type", FieldType, what) or FieldType.TEXT,
        "filled_by": _word(read, "filled_by", FilledBy, what) or FilledBy.AGENT,
        "list": read.flag("list", default=False),
        "required": read.flag("required", default=True),
        "years": read.count("years"),
        "about_subject": read.flag("about_subject", default=False),
        "columns": tuple(_columns(read, what, found)),
        "choices": tuple(_choices(read, what, found)),
    }
    for key in ("section", "currency", "formula", "reference", "holder"):
        given[key] = read.text(key)
    for key in ("rows", "checks", "languages"):
        given[key] = read.texts(key)
    for key in ("labels", "hints", "stop_labels", "papers"):
        given[key] = read.labels(key)
    return given


def _check_holders(found: FieldsFile) -> None:
    people = {
        given.id
        for given in found.fields
        if given.type is FieldType.PERSON and given.filled_by is FilledBy.AGENT and given.holder is None
    }
    for given in found.fields:
        if given.holder is None or given.holder in people:
            continue
        hint = nearest(given.holder, sorted(people))
        said = f"field {given.id!r}: holder {given.holder!r} is no field of type person that an agent fills by itself{hint}"
        found.complaints.append(Complaint(found.lines[given.id], said))


def _columns(read: _Mapping, what: str, found: FieldsFile) -> Iterator[Column]:
    seen: set[str] = set()
    for node in read.nested("columns"):
        column = _Mapping(node, _COLUMN, f"a column of {what}", found.complaints)
        column_id = column.text("id")
        kind = _word(column, "type", FieldType, f"column {column_id!r} of {what}") or FieldType.TEXT
        if column_id is None or not _FIELD_ID.match(column_id) or "." in column_id:
            column.complain("id", f"a column of {what} needs an id of Latin letters, digits and '_'")
        elif column_id in seen:
            column.complain("id", f"{what} has two columns {column_id!r}")
        elif kind in (FieldType.TABLE, FieldType.CHOICE):
            column.complain("type", f"column {column_id!r} of {what} cannot be a {kind}; use text")
        else:
            seen.add(column_id)
            yield Column(id=column_id, labels=column.labels("labels"), type=kind, hints=column.labels("hints"))


def _choices(read: _Mapping, what: str, found: FieldsFile) -> Iterator[Choice]:
    ids: set[str] = set()
    meant: dict[str, str] = {}
    for node in read.nested("choices"):
        choice = _Mapping(node, _CHOICE, f"a choice of {what}", found.complaints)
        choice_id = choice.text("id")
        labels = choice.labels("labels")
        if choice_id is None or not labels:
            choice.complain("id", f"a choice of {what} needs 'id:' and 'labels:' (the words that mean it)")
        elif choice_id in ids:
            choice.complain("id", f"{what} has two choices {choice_id!r}")
        else:
            ids.add(choice_id)
            for label in labels:
                other = meant.setdefault(fold(label).key.casefold(), choice_id)
                if other != choice_id:
                    said = (
                        f"{what}: the label {label!r} means both {other!r} and {choice_id!r}; keep it with one of them"
                    )
                    choice.complain("labels", said)
            yield Choice(id=choice_id, labels=labels)


Word = TypeVar("Word", bound=StrEnum)


def _word(read: _Mapping, key: str, words: type[Word], what: str) -> Word | None:
    given = read.text(key)
    if given is None:
        return None
    try:
        return words(given.lower())
    except ValueError:
        known = [word.value for word in words]
        read.complain(key, f"{what}: {key} {given!r} is not known{nearest(given, known)}; there are: {' '.join(known)}")
        return None


def _subject(read: _Mapping, found: FieldsFile) -> Subject:
    known = [given.id for given in found.fields]
    for key in _SUBJECT:
        for field_id in read.texts(key):
            if field_id not in found.lines:
                hint = nearest(field_id, known)
                read.complain(key, f"subject {key} names {field_id!r}, and there is no such field{hint}")
    return Subject(names=read.texts("names"), identifiers=read.texts("identifiers"))


def _check_sections(top: _Mapping, found: FieldsFile) -> None:
    if not top.has("sections"):
        found.sections = tuple(dict.fromkeys(given.section for given in found.fields if given.section))
        return
    for given in found.fields:
        if given.section is not None and given.section not in found.sections:
            hint = nearest(given.section, found.sections)
            found.complaints.append(
                Complaint(found.lines[given.id], f"field {given.id!r}: section {given.section!r} is not listed{hint}")
            )


def _complain(found: FieldsFile, node: yaml.Node, message: str) -> None:
    found.complaints.append(Complaint(node.start_mark.line + 1, message))
