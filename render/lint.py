"""What is wrong with a template, where, and what to write instead."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from enum import StrEnum
from typing import Any

from docx.oxml.ns import qn

from evidence.checks import CHECKS
from evidence.fields import Field, FieldType, FilledBy
from evidence.formula import FormulaInvalid, in_order, names_in, operands_of, parse_formula
from evidence.frozen import Frozen
from evidence.nearest import nearest
from render.field_lint import field_faults
from render.fields_file import FieldsFile
from render.package import Package, Story
from render.tags import (
    TBL,
    FoundControl,
    FoundTag,
    P,
    all_controls,
    all_tags,
    loose_braces,
    paragraph_text,
    row_of,
    tags_in,
    where,
)  # fmt: skip
from render.targets import Part, Special, Target, Targets, UnknownName

_BLANK = re.compile(r"_{4,}|\.{6,}|…{3,}")


class Severity(StrEnum):
    ERROR = "error"
    """The template is refused."""
    WARNING = "warning"
    """The report would be written, and likely not as meant."""
    NOTE = "note"


class LintIssue(Frozen):
    severity: Severity
    code: str
    """``fields unknown_tag braces column_outside_row mixed_row misplaced duplicate split never_placed …``"""
    message: str
    file: str = ""
    line: int | None = None
    """In the fields file."""
    where: str | None = None
    """In the DOCX, in words, with the paragraph's text."""

    def __str__(self) -> str:
        place = self.file
        if self.line is not None:
            place += f" line {self.line}"
        if self.where:
            place += f" ({self.where})"
        return f"{self.severity}: {place}: {self.message}"


def issues_of(
    read: FieldsFile, package: Package | None, *, file: str, docx_name: str, declared: bool
) -> list[LintIssue]:
    """All but the complaints of reading. ``file``: what says which fields there are; ``declared``: a fields file, not tags."""
    issues = list(_field_issues(read, file, declared=declared))
    for fault in field_faults(read, declared=declared):
        severity = Severity.ERROR if fault.is_error else Severity.WARNING
        said = fault.message if fault.field is None else f"field {fault.field.id!r} {fault.message}"
        line = None if fault.field is None else read.lines.get(fault.field.id)
        issues.append(LintIssue(severity=severity, code=fault.code, file=file, line=line, message=said))
    if package is not None and read.fields:
        issues += _Document(read, package, docx_name, declared=declared).issues()
    return issues


def _field_issues(read: FieldsFile, file: str, *, declared: bool) -> Iterator[LintIssue]:
    known = {field.id: field for field in read.fields}

    def _issue(severity: Severity, code: str, field: Field, message: str) -> LintIssue:
        line = read.lines.get(field.id)
        return LintIssue(severity=severity, code=code, file=file, line=line, message=f"field {field.id!r} {message}")

    for field in read.fields:
        if field.filled_by is FilledBy.AGENT and not field.labels and not field.reference:
            said = "has no labels; without the words that documents use, only a language model can find it"
            yield _issue(Severity.NOTE, "no_labels", field, said)
        if declared and any(not column.labels for column in field.columns) and field.filled_by is FilledBy.AGENT:
            bare = ", ".join(column.id for column in field.columns if not column.labels)
            yield _issue(Severity.NOTE, "no_labels", field, f"has columns without labels: {bare}")
        for name in field.checks:
            if name not in CHECKS:
                said = f"has an unknown check {name!r}{nearest(name, CHECKS)}; there are: {' '.join(sorted(CHECKS))}"
                yield _issue(Severity.ERROR, "checks", field, said)
        if field.formula is not None and known.keys() >= read.lines.keys():
            for said in _formula_complaints(field.formula, known):
                yield _issue(Severity.ERROR, "formula", field, said)
    for field in in_order(read.fields)[1]:
        yield _issue(Severity.ERROR, "formula", field, "cannot be computed: it needs itself, or a field that does")
    for field_id in (*read.subject.names, *read.subject.identifiers):
        subject = known.get(field_id)
        wanted = (
            (FieldType.IDENTIFIER,)
            if field_id in read.subject.identifiers
            else (FieldType.ORGANISATION, FieldType.PERSON, FieldType.TEXT)
        )
        if subject is not None and subject.type not in wanted:
            said = f"tells who the case is about and is a {subject.type}; make it one of: {', '.join(wanted)}"
            yield _issue(Severity.WARNING, "subject", subject, said)


def _formula_complaints(formula: str, known: dict[str, Field]) -> Iterator[str]:
    try:
        node = parse_formula(formula, tuple(known.values()))
    except FormulaInvalid as wrong:
        yield f"cannot be computed: {wrong}"
        return
    for operand in operands_of(node):
        rows, is_by_years = known[operand.field].rows, known[operand.field].years
        if is_by_years and operand.row is not None and not operand.row.startswith("latest"):
            yield (
                f"has a formula with row {operand.row!r} of {operand.field!r}, whose years are those the documents give; "
                "write [latest] for the last of them and [latest-1] for the one before"
            )
        if operand.row is not None and rows and operand.row not in rows:
            yield f"has a formula with row {operand.row!r} of {operand.field!r}; its rows are {', '.join(rows)}"


class _Document:
    """Lint of one DOCX against its fields."""

    def __init__(self, read: FieldsFile, package: Package, name: str, *, declared: bool) -> None:
        self._read, self._package, self._name, self._declared = read, package, name, declared
        self._targets = Targets(read.fields)
        self._placed: Counter[str] = Counter()
        self._first: dict[str, str] = {}
        """Field to where its value goes first."""
        self._issues: list[LintIssue] = []
        self._rows: list[tuple[Any, dict[str, FoundTag]]] = []

    def issues(self) -> list[LintIssue]:
        for tag in all_tags(self._package):
            self._tag(tag)
        for control in all_controls(self._package):
            self._control(control)
        for story in self._package.stories:
            for paragraph in story.root.iter(P):
                self._paragraph(paragraph, story)
        self._unplaced()
        if any(True for name in ("w:ins", "w:del") for _ in self._package.body.iter(qn(name))):
            self._say(
                Severity.WARNING, "revisions", "the template holds changes nobody has accepted; accept them in Word"
            )
        return self._issues

    def _say(self, severity: Severity, code: str, message: str, place: str | None = None) -> None:
        self._issues.append(LintIssue(severity=severity, code=code, file=self._name, where=place, message=message))

    def _tag(self, tag: FoundTag) -> None:
        place = f"{where(tag.paragraph, tag.story)}: {_shortened(paragraph_text(tag.paragraph))}"
        if tag.split:
            said = f"{tag.raw} is split over several runs; it is read all the same, in the first run's formatting"
            self._say(Severity.NOTE, "split", said, place)
        if tag.tag.type is not None and self._declared:
            said = f"{tag.raw} names a type; with a fields.yaml, types stand there only: write {{{{ {tag.tag.name} }}}}"
            self._say(Severity.ERROR, "type_in_tag", said, place)
        try:
            target = self._targets.resolve(tag.tag.name)
        except UnknownName as wrong:
            self._say(Severity.ERROR, "unknown_tag", f"{tag.raw}: {wrong}", place)
            return
        if isinstance(target, Special):
            self._special(target, tag, place)
            return
        self._field(target, tag, place)
        asked = target.column or target.field
        if asked.type is FieldType.PERCENT and paragraph_text(tag.paragraph)[tag.end :].lstrip().startswith("%"):
            said = f"{tag.raw} is a percent and reads with its sign; leave out the % behind it"
            self._say(Severity.WARNING, "percent_twice", said, place)

    def _special(self, special: Special, tag: FoundTag, place: str) -> None:
        self._placed[special.value] += 1
        if not special.is_section:
            return
        if not tag.alone or tag.story.kind != "body" or tag.paragraph.getparent().tag != qn("w:body"):
            self._say(Severity.ERROR, "misplaced", f"{tag.raw} needs a paragraph of its own in the body", place)
        if self._placed[special.value] == 2:
            self._say(Severity.ERROR, "duplicate", f"{tag.raw} stands twice; the section can be in one place", place)

    def _field(self, target: Target, tag: FoundTag, place: str) -> None:
        row = row_of(tag.paragraph)
        is_first = self._note_placed(target, row)
        if target.part.repeats and row is None:
            self._say(Severity.ERROR, "column_outside_row", f"{tag.raw} needs a table row, which then repeats", place)
        elif target.part.repeats:
            self._repeated(target, tag, row, place=place, is_first=is_first)
        elif target.field.type is FieldType.TABLE and not tag.alone:
            said = f"{tag.raw} is a whole table; give it a paragraph of its own, or name a column in a table row"
            self._say(Severity.ERROR, "misplaced", said, place)
        elif not is_first and target.field.type in (FieldType.TABLE, FieldType.LONG_TEXT):
            self._say(Severity.WARNING, "duplicate", f"{tag.raw} stands more than once, and it is long", place)
        else:
            self._once_more(target, tag.raw, at=where(tag.paragraph, tag.story), place=place)

    def _once_more(self, target: Target, written: str, *, at: str, place: str) -> None:
        first = self._first.setdefault(target.field.id, at)
        if self._placed[target.field.id] > 1:
            said = f"{written} stands here too, after {first}; its value goes into each place"
            self._say(Severity.NOTE, "duplicate", said, place)

    def _note_placed(self, target: Target, row: Any) -> bool:
        """Counts the tag; False when its field (and column) stood before in another row or paragraph."""
        key = f"{target.field.id}.{target.column.id}" if target.column else target.field.id
        self._placed[key] += 1
        self._placed[target.field.id] += 0 if key == target.field.id else 1
        return self._placed[key] == 1

    def _repeated(self, target: Target, tag: FoundTag, row: Any, *, place: str, is_first: bool) -> None:
        held = next((fields for seen, fields in self._rows if seen is row), None)
        if held is None:
            held = {}
            self._rows.append((row, held))
        if held and target.field.id not in held:
            other = next(iter(held))
            said = f"one row repeats for both {other!r} and {target.field.id!r}; give each a row of its own"
            self._say(Severity.ERROR, "mixed_row", said, place)
        held.setdefault(target.field.id, tag)
        is_key = target.column is not None and target.column.id == target.field.columns[0].id
        if not is_first and not is_key and target.part is not Part.ROW:
            said = f"{tag.raw} is repeated in another table row too; is that meant?"
            self._say(Severity.WARNING, "duplicate", said, place)
        if any(True for _ in row.iter(TBL)):
            self._say(
                Severity.WARNING, "nested_table", f"{tag.raw}: the repeated row holds a table; it repeats too", place
            )

    def _control(self, control: FoundControl) -> None:
        if any(tags_in(paragraph, control.story) for paragraph in control.sdt.iter(P)):
            return  # its text says what goes in
        place = where(control.sdt, control.story)
        for name in filter(None, (control.tag, control.alias)):
            try:
                target = self._targets.resolve(name)
            except UnknownName:
                continue
            if isinstance(target, Target):
                self._note_placed(target, row_of(control.sdt))
                if target.part.repeats and row_of(control.sdt) is None:
                    self._say(
                        Severity.ERROR, "column_outside_row", f"content control {name!r} needs a table row", place
                    )
                elif not target.part.repeats:
                    self._once_more(target, f"content control {name!r}", at=place, place=place)
            return
        known = [field.id for field in self._read.fields]
        written = control.tag or control.alias or ""
        said = f"content control {written!r} names no field{nearest(written, known)}; it is left as it is"
        self._say(Severity.WARNING, "unknown_control", said, place)

    def _paragraph(self, paragraph: Any, story: Story) -> None:
        for snippet in loose_braces(paragraph):
            said = f"braces that make no tag near {snippet!r}; write {{{{ field }}}} with two on either side"
            if "%" in snippet or "#" in snippet:
                said = f"{snippet!r}: there is no logic in tags; a row with {{{{ table.column }}}} repeats by itself"
            self._say(Severity.ERROR, "braces", said, where(paragraph, story))
        text = paragraph_text(paragraph)
        if _BLANK.search(text) and "{{" not in text:
            place = f"{where(paragraph, story)}: {_shortened(text)}"
            self._say(Severity.NOTE, "blank", "a blank line that nothing fills; put a tag there?", place)

    def _unplaced(self) -> None:
        used = _operands(self._read.fields)
        for field in self._read.fields:
            if self._placed[field.id]:
                missing = [c.id for c in field.columns if not self._placed[f"{field.id}.{c.id}"]]
                if missing and len(missing) < len(field.columns):
                    said = f"columns never placed: {', '.join(missing)}; their values stay in the trace only"
                    self._never(field, Severity.WARNING, said)
            elif field.id in used:
                self._never(field, Severity.NOTE, "is never placed; a formula uses it")
            else:
                self._never(
                    field, Severity.WARNING, f"is never placed; write {{{{ {field.id} }}}} where its value goes"
                )

    def _never(self, field: Field, severity: Severity, said: str) -> None:
        line = self._read.lines.get(field.id)
        self._issues.append(
            LintIssue(
                severity=severity,
                code="never_placed",
                file=self._name,
                message=f"field {field.id!r} {said}",
                where=f"fields.yaml line {line}" if line else None,
            )
        )


def _operands(fields: Sequence[Field]) -> set[str]:
    used: set[str] = set()
    for field in fields:
        if field.formula is not None:
            with suppress(FormulaInvalid):  # said above
                used.update(names_in(field.formula, fields))
    return used


def _shortened(text: str) -> str:
    plain = " ".join(text.split())
    return f"«{plain}»" if len(plain) <= 60 else f"«{plain[:57]}…»"
