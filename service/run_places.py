"""What a run keeps beside the store: the template as it was when the run began, and the reports written of it.

runs/<case>/<run>/template/    report.docx  trace.json  preview.docx
"""

import shutil
from pathlib import Path

from cases.runs import RunFindings
from cases.store import CaseFiles
from evidence.errors import InputRefused, NotKept, TemplateInvalid
from evidence.fields import ReportTemplate
from evidence.ports import RemovalScope
from service.settings import Settings

TEMPLATE, REPORT, TRACE, PREVIEW = "template", "report.docx", "trace.json", "preview.docx"


def run_place(home: Path, case: str, run: str) -> Path:
    """``case`` and ``run``: ids of the store, never what somebody typed."""
    return home / "runs" / case / run


def keep_template(source: Path, place: Path) -> None:
    """Copy a template into a run's folder, whole or not at all: what is installed may change while people review."""
    target, incoming = place / TEMPLATE, place / f".{TEMPLATE}.incoming"
    shutil.rmtree(incoming, ignore_errors=True)
    incoming.mkdir(parents=True)
    files = sorted(path for path in source.iterdir() if path.is_file()) if source.is_dir() else [source]
    for path in files:
        shutil.copyfile(path, incoming / path.name)
    incoming.replace(target)


def kept_template(settings: Settings, case: CaseFiles, run: RunFindings) -> ReportTemplate:
    """The template that the run was begun with; of a run of the command line, which keeps none, the installed one of the same
    content. Raises NotKept and InputRefused."""
    from render.template import load_template

    folder = run_place(settings.root, case.id, run.id) / TEMPLATE
    if not folder.is_dir():
        if (installed := _installed(settings, run.record.template_sha256)) is not None:
            return installed
        raise NotKept(f"the template of run {run.id} is gone from {str(folder)!r}; begin a new run")
    inside = [path for path in folder.iterdir() if path.is_file()]
    template = load_template(inside[0] if len(inside) == 1 else folder)
    if template.sha256 != run.record.template_sha256:
        raise InputRefused(f"the template kept with run {run.id} was changed; begin a new run")
    return template


def _installed(settings: Settings, sha256: str) -> ReportTemplate | None:
    from render.template import load_template
    from service.wiring import installed_templates

    for folder in installed_templates(settings):
        try:
            template = load_template(folder)
        except TemplateInvalid:
            continue
        if template.sha256 == sha256:
            return template
    return None


class RunRemains:
    """Reports hold quotes: they also go with any file of their case. The template stays until the case goes."""

    def __init__(self, home: Path) -> None:
        self._home = home

    def count(self, scope: RemovalScope) -> dict[str, int]:
        return {"reports": len(self._reports(scope))}

    def remove(self, scope: RemovalScope) -> None:
        if scope.document is None:
            shutil.rmtree(self._home / "runs" / scope.case, ignore_errors=True)
        else:
            for path in self._reports(scope):
                path.unlink(missing_ok=True)

    def _reports(self, scope: RemovalScope) -> tuple[Path, ...]:
        """Half-written ones too."""
        folder = self._home / "runs" / scope.case
        return tuple(
            path for path in folder.glob("*/*") if path.is_file() and (scope.document is None or path.name != TEMPLATE)
        )
