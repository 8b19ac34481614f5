"""The fields of a run: from the template that is kept beside it, or for one of the command line from what is installed."""

from functools import lru_cache
from pathlib import Path

from cases.runs import RunFindings
from cases.store import CaseFiles
from evidence.errors import LastroError
from evidence.fields import Field, FieldType, ReportTemplate
from evidence.findings import Finding
from service.run_places import TEMPLATE, run_place
from service.settings import Settings
from service.wiring import installed_templates


def template_of(settings: Settings, case: CaseFiles, run: RunFindings) -> ReportTemplate | None:
    """The version that the run was begun with; None = it is not there any more."""
    wanted = run.record.template_sha256
    place = run_place(settings.root, case.id, run.id) / TEMPLATE
    for folder in (place, *installed_templates(settings)):
        if folder.is_dir():
            template = template_at(folder, may_be_bare=folder == place)
            if template is not None and template.sha256 == wanted:
                return template
    return None


def template_at(folder: Path, *, may_be_bare: bool = False) -> ReportTemplate | None:
    """Read once for each state of its files; None = it cannot be read. ``may_be_bare``: a folder of one file is that file."""
    inside = tuple(sorted(path for path in folder.iterdir() if path.is_file()))
    chosen = inside[0] if may_be_bare and len(inside) == 1 else folder
    return _loaded(chosen, tuple((path.name, path.stat().st_mtime_ns) for path in inside))


def field_of(template: ReportTemplate | None, field: str, stood: Finding | None) -> Field | None:
    """None = the run has no such field. Without its template a field is named by its id and typed by its value."""
    if template is not None:
        return next((one for one in template.fields if one.id == field), None)
    if stood is None:
        return None
    kind = stood.values[0].value.type if stood.values else FieldType.TEXT
    if kind in (FieldType.CHOICE, FieldType.TABLE):
        kind = FieldType.TEXT  # what could be chosen is known only to the template
    return Field(id=field, question=field, type=kind, labels=(field,), list=len(stood.values) > 1)


@lru_cache(maxsize=64)
def _loaded(folder: Path, stamp: tuple[tuple[str, int], ...]) -> ReportTemplate | None:
    from render.template import load_template

    try:
        return load_template(folder)
    except LastroError:
        return None
