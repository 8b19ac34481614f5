"""Templates and their versions as the pages show them."""

import difflib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from cases.skills import Skill
from cases.store import CaseStore
from evidence.errors import LastroError, NotKept
from evidence.fields import ReportTemplate
from render.lint import LintIssue, Severity
from render.template import lint_template, load_template
from service.run_templates import KIND, unpack_template
from service.scratch import scratch
from service.settings import Settings
from service.wiring import installed_templates

INSTALLED = "installed"
"""What the pages call the version that lies in the templates folder."""


@dataclass(frozen=True)
class ShownTemplate:
    name: str
    version: str
    template: ReportTemplate | None
    issues: tuple[LintIssue, ...]
    versions: tuple[Skill, ...]
    is_installed: bool

    @property
    def title(self) -> str:
        return self.template.title if self.template is not None else self.name

    @property
    def errors(self) -> int:
        return sum(issue.severity == "error" for issue in self.issues)

    @property
    def live(self) -> str | None:
        """The version that new runs use; None = none yet."""
        held = next((skill.version for skill in self.versions if skill.state == "live"), None)
        return held or (INSTALLED if self.is_installed else None)


@dataclass(frozen=True)
class Line:
    kind: str
    """``same``, ``gone``, ``new`` or ``skip``."""
    text: str


def installed(settings: Settings, store: CaseStore) -> tuple[ShownTemplate, ...]:
    names = [folder.name for folder in installed_templates(settings)]
    names += [skill.name for skill in store.skills.list(KIND)]
    shown = (one(settings, store, name, version=None) for name in dict.fromkeys(names))
    return tuple(template for template in shown if template is not None)


def one(settings: Settings, store: CaseStore, name: str, *, version: str | None) -> ShownTemplate | None:
    """``version`` None = the one that new runs use, or the newest where none is in use. None = there is no template of that
    name."""
    versions = store.skills.list(KIND, name)
    folders = {folder.name: folder for folder in installed_templates(settings)}
    if name not in folders and not versions:
        return None
    live = next((skill.version for skill in versions if skill.state == "live"), None)
    chosen = version or live or (INSTALLED if name in folders else versions[-1].version)
    try:
        with _folder(settings, store, name, chosen) as folder:
            issues = lint_template(folder)
            template = None if any(issue.severity == "error" for issue in issues) else load_template(folder)
    except NotKept:
        return None
    except LastroError as error:
        issues, template = (LintIssue(severity=Severity.ERROR, code="refused", message=str(error)),), None
    return ShownTemplate(
        name=name, version=chosen, template=template, issues=issues, versions=versions, is_installed=name in folders
    )


def difference(
    settings: Settings, store: CaseStore, name: str, *, before: str | None, after: str | None
) -> tuple[Line, ...] | None:
    """Of the fields files, line by line with a little of what surrounds a change. None = nothing was asked for."""
    if not before or not after:
        return None
    texts = []
    for version in (before, after):
        with _folder(settings, store, name, version) as folder:
            path = next(iter(sorted(folder.glob("*.yaml"))), None)
            texts.append(path.read_text(encoding="utf-8").splitlines() if path is not None else [])
    kinds = {"-": "gone", "+": "new", " ": "same", "@": "skip"}
    lines = list(difflib.unified_diff(texts[0], texts[1], n=3, lineterm=""))[2:]
    return tuple(Line(kind=kinds.get(line[:1], "same"), text=line if line[:1] == "@" else line[1:]) for line in lines)


def docx_differs(settings: Settings, store: CaseStore, name: str, *, before: str | None, after: str | None) -> bool:
    """Whether what Word shows was changed: lines of the fields do not say it."""
    if not before or not after:
        return False
    held = []
    for version in (before, after):
        with _folder(settings, store, name, version) as folder:
            path = folder / "template.docx"
            held.append(path.read_bytes() if path.exists() else None)
    return held[0] != held[1]


@contextmanager
def _folder(settings: Settings, store: CaseStore, name: str, version: str) -> Iterator[Path]:
    if version == INSTALLED:
        folder = {folder.name: folder for folder in installed_templates(settings)}.get(name)
        if folder is None:
            raise NotKept(f"no template {name!r} is installed; choose one of its versions")
        yield folder
        return
    with scratch() as held:
        place = held / "template"
        unpack_template(store.skills.body(KIND, name, version), place)
        yield place
