"""Load a report template: a folder, a DOCX alone or a ``fields.yaml`` alone (docs/templates.md)."""

import hashlib
from dataclasses import dataclass
from pathlib import Path

from evidence.errors import TemplateInvalid
from evidence.fields import ReportTemplate
from render.docx_fields import read_docx_fields
from render.fields_file import FieldsFile, read_fields
from render.lint import LintIssue, Severity, issues_of
from render.package import Package
from render.tags import refuse_finished

__all__ = ["LintIssue", "Severity", "lint_template", "load_template"]

_FIELDS_NAMES = ("fields.yaml", "fields.yml")
_DOCX_NAME = "template.docx"
_SHOWN = 12
"""Errors named in one refusal; lint lists them all."""


@dataclass(frozen=True)
class _Sources:
    """The files a template is made of."""

    name: str
    fields: Path | None
    docx: Path | None


def load_template(path: Path) -> ReportTemplate:
    """Raises TemplateInvalid with every error that lint finds: what, where, and what to write instead."""
    template, issues = _read(Path(path))
    errors = [issue for issue in issues if issue.severity is Severity.ERROR]
    if errors or template is None:
        lines = [f"  {issue}" for issue in errors[:_SHOWN]]
        if len(errors) > _SHOWN:
            lines.append(f"  … and {len(errors) - _SHOWN} more; `lastro template lint` lists them all")
        raise TemplateInvalid("\n".join([f"template {str(path)!r} cannot be used:", *lines]))
    return template


def lint_template(path: Path) -> tuple[LintIssue, ...]:
    """Everything worth a look, errors first. Raises TemplateInvalid only when there is nothing to read."""
    order = list(Severity)
    return tuple(sorted(_read(Path(path))[1], key=lambda issue: order.index(issue.severity)))


def _read(path: Path) -> tuple[ReportTemplate | None, list[LintIssue]]:
    sources = _sources(path)
    content = {source: _content(source) for source in (sources.fields, sources.docx) if source is not None}
    package = Package(content[sources.docx], name=sources.docx.name) if sources.docx else None
    if package is not None:
        refuse_finished(package, str(sources.docx))
    declared = sources.fields is not None
    if sources.fields is not None:
        read = read_fields(content[sources.fields])
    else:
        assert package is not None  # _sources gives one or the other
        read = read_docx_fields(package)
    file = (sources.fields or sources.docx or path).name
    issues = [
        LintIssue(severity=Severity.ERROR, code="fields", file=file, line=complaint.line, message=complaint.message)
        for complaint in read.complaints
    ]
    readable = bool(read.fields) and not issues
    template = _template(sources, read, content) if readable else None
    issues += issues_of(
        read, package, file=file, docx_name=sources.docx.name if sources.docx else "", declared=declared
    )
    return template, issues


def _template(sources: _Sources, read: FieldsFile, content: dict[Path, bytes]) -> ReportTemplate:
    digest = hashlib.sha256()
    for source in content.values():
        digest.update(len(source).to_bytes(8, "big") + source)
    template_id = read.id or _plain_id(sources.name)
    return ReportTemplate(
        id=template_id,
        version=read.version or "1",
        title=read.title or sources.name,
        languages=read.languages,
        fields=read.fields,
        sections=read.sections,
        subject=read.subject,
        sha256=digest.hexdigest(),
        docx=str(sources.docx.resolve()) if sources.docx else None,
    )


def _plain_id(name: str) -> str:
    plain = "".join(letter if letter.isascii() and letter.isalnum() else "_" for letter in name).strip("_")
    return plain or "template"


def _sources(path: Path) -> _Sources:
    if path.is_dir():
        return _in_folder(path)
    if not path.is_file():
        raise TemplateInvalid(f"there is no template {str(path)!r}; give a folder, a .docx or a fields.yaml")
    if path.name in (*_FIELDS_NAMES, _DOCX_NAME):
        folder = _in_folder(path.parent)
        if path in (folder.fields, folder.docx) and folder.docx and folder.docx.name == _DOCX_NAME:
            return folder
    suffix = path.suffix.lower()
    if suffix in (".yaml", ".yml"):
        return _Sources(path.parent.name if path.name in _FIELDS_NAMES else path.stem, path, None)
    if suffix == ".docx":
        return _Sources(path.stem, None, path)
    raise TemplateInvalid(f"{str(path)!r} is neither a .docx nor a .yaml; save a Word template as .docx")


def _in_folder(folder: Path) -> _Sources:
    fields = next((folder / name for name in _FIELDS_NAMES if (folder / name).is_file()), None)
    docx = folder / _DOCX_NAME if (folder / _DOCX_NAME).is_file() else None
    if docx is None:
        others = [file for file in sorted(folder.glob("*.docx")) if not file.name.startswith("~$")]
        if len(others) > 1:
            names = ", ".join(file.name for file in others)
            raise TemplateInvalid(f"{str(folder)!r} holds several DOCX ({names}); call the template {_DOCX_NAME!r}")
        docx = others[0] if others else None
    if fields is None and docx is None:
        raise TemplateInvalid(f"{str(folder)!r} holds neither fields.yaml nor template.docx; put one there")
    return _Sources(folder.name, fields, docx)


def _content(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as wrong:
        raise TemplateInvalid(f"{str(path)!r} cannot be read: {wrong.strerror}") from wrong
