"""Report templates: installed ones, and the versions that people edit, compare and make live."""

import difflib
from collections.abc import Sequence
from pathlib import Path as FilePath
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request
from pydantic import BaseModel, ConfigDict, Field
from starlette.concurrency import run_in_threadpool

from cases.access import Role
from cases.ids import new_id
from cases.skills import Skill
from evidence.errors import InputRefused, LastroError, NotKept, TemplateInvalid
from evidence.fields import ReportTemplate
from render.lint import LintIssue
from render.template import lint_template, load_template
from service.api.auth import Ctx, SignedIn
from service.api.intake import Intake, must_hold_files
from service.api.lint_words import issue_in, refusal_in
from service.api.problems import language_of, responses
from service.context import Context
from service.run_templates import KIND, found_template, pack_template, unpack_template
from service.scratch import scratch
from service.wiring import installed_templates

router = APIRouter(prefix="/templates", tags=["templates"])

Name = Annotated[
    str,
    Path(
        pattern=r"^[A-Za-z0-9][A-Za-z0-9_.-]{0,99}$",
        description="Name of the template.",
        examples=["credit_conclusion"],
    ),
]
Version = Annotated[str, Path(pattern=r"^[A-Za-z0-9][A-Za-z0-9_.-]{0,49}$", examples=["2"])]
_FILE_BYTES = 16 * 1024**2
UPLOAD: dict[str, Any] = {  # OpenAPI, written by hand: the body is read as a stream
    "requestBody": {
        "required": True,
        "content": {
            "multipart/form-data": {
                "schema": {
                    "type": "object",
                    "required": ["version", "files"],
                    "properties": {
                        "version": {"type": "string", "examples": ["2"]},
                        "files": {
                            "type": "array",
                            "minItems": 1,
                            "maxItems": 2,
                            "items": {"type": "string", "format": "binary"},
                            "description": "`fields.yaml`, `template.docx`, or both.",
                        },
                    },
                }
            }
        },
    }
}


class TemplateView(BaseModel):
    name: str
    title: str
    version: str
    fields: int
    languages: tuple[str, ...]
    installed: bool
    """It came with the program or the templates folder."""
    live: str | None
    """Version of an edited one that new runs use instead."""
    problem: str | None
    """Why it cannot be used."""


class Promotion(BaseModel):
    model_config = ConfigDict(
        extra="forbid", json_schema_extra={"examples": [{"note": "asks for the guarantor too", "over": "1"}]}
    )

    note: Annotated[str, Field(min_length=1, max_length=2000)]
    """Why, in your words."""
    over: Annotated[str | None, Field(max_length=50)] = None
    """The version that you saw live; null = none."""


class Difference(BaseModel):
    older: str
    newer: str
    added: list[str]
    """Ids of fields."""
    removed: list[str]
    changed: list[str]
    lines: list[str]
    """Of the fields file, as a unified diff."""
    docx_changed: bool


@router.get("", response_model=list[TemplateView], responses=responses(), summary="Templates")
def list_templates(
    request: Request, context: Ctx, actor: SignedIn
) -> Any:  # FastAPI writes them out by the response model
    views = {folder.name: _installed(context, folder) for folder in installed_templates(context.settings)}
    for skill in context.store.skills.list(KIND):
        if skill.name not in views:
            views[skill.name] = _edited(context, skill)
    language = language_of(request)
    return [_in_language(view, language) for _, view in sorted(views.items())]


@router.get("/{name}", response_model=ReportTemplate, responses=responses(404), summary="A template's fields")
def show(
    context: Ctx,
    actor: SignedIn,
    name: Name,
    version: Annotated[
        str | None, Query(max_length=50, description="Of an edited one; none = what new runs use.")
    ] = None,
) -> Any:  # as above
    with found_template(context.settings, context.store, f"{name}@{version}" if version else name) as (_, template):
        return template.model_copy(update={"docx": None if template.docx is None else "template.docx"})


@router.get("/{name}/lint", response_model=list[LintIssue], responses=responses(404), summary="What could be better")
def lint(
    request: Request,
    *,
    context: Ctx,
    actor: SignedIn,
    name: Name,
    version: Annotated[str | None, Query(max_length=50)] = None,
) -> Any:  # as above
    """Errors first; one with errors cannot be used. In the reader's language."""
    language = language_of(request)
    with scratch() as folder:
        issues = lint_template(_files_of(context, name, version, folder))
    return [issue_in(issue, language) for issue in issues]


@router.get(
    "/{name}/versions", response_model=list[Skill], responses=responses(404), summary="Versions that were edited"
)
def versions(context: Ctx, actor: SignedIn, name: Name) -> Any:  # as above
    held = context.store.skills.list(KIND, name)
    if not held and name not in {folder.name for folder in installed_templates(context.settings)}:
        raise NotKept(f"no template {name!r}")
    return held


@router.post(
    "/{name}/versions",
    status_code=201,
    response_model=Skill,
    responses=responses(409, 415),
    openapi_extra=UPLOAD,
    summary="Give a new version",
)
async def add_version(request: Request, context: Ctx, actor: SignedIn, name: Name) -> Any:  # as above
    """A draft, by an admin. One that lint refuses is not taken."""
    actor.must_be(Role.ADMIN)
    place = await run_in_threadpool(context.spool.begin, new_id())
    try:
        intake = Intake(
            place, content_type=request.headers.get("content-type", ""), most_files=2, file_bytes=_FILE_BYTES
        )
        await intake.take(request.stream())
        must_hold_files(intake, language=language_of(request))
        return await run_in_threadpool(_add, context, name, intake, actor.user)
    finally:
        await run_in_threadpool(place.discard)
        await run_in_threadpool(context.spool.release, place.folder)


@router.post(
    "/{name}/versions/{version}/promote", response_model=Skill, responses=responses(404, 409), summary="Make it live"
)
def promote(context: Ctx, *, actor: SignedIn, name: Name, version: Version, body: Promotion) -> Any:  # as above
    """By an admin, who says why. Going back to an earlier version is the same step."""
    actor.must_be(Role.ADMIN)
    return context.store.skills.promote(KIND, name, version, by=actor.user, note=body.note, over=body.over or None)


@router.post("/{name}/versions/{version}/retire", response_model=Skill, responses=responses(404, 409), summary="Retire")
def retire(context: Ctx, actor: SignedIn, name: Name, version: Version) -> Any:  # as above
    actor.must_be(Role.ADMIN)
    return context.store.skills.retire(KIND, name, version, by=actor.user)


@router.get("/{name}/diff", response_model=Difference, responses=responses(404), summary="Two versions side by side")
def diff(
    context: Ctx,
    *,
    actor: SignedIn,
    name: Name,
    older: Annotated[str, Query(max_length=50, description="A version, or `installed`.")],
    newer: Annotated[str, Query(max_length=50, description="A version, or `installed`.")],
) -> Difference:
    with scratch() as folder:
        first, second = (
            _files_of(context, name, None if version == "installed" else version, folder / side, exact=True)
            for side, version in (("older", older), ("newer", newer))
        )
        before, after = ({field.id: field for field in load_template(path).fields} for path in (first, second))
        lines = difflib.unified_diff(_lines(first), _lines(second), older, newer, lineterm="", n=2)
        return Difference(
            older=older,
            newer=newer,
            added=[name for name in after if name not in before],
            removed=[name for name in before if name not in after],
            changed=[name for name in after if name in before and after[name] != before[name]],
            lines=list(lines)[:5000],
            docx_changed=_docx(first) != _docx(second),
        )


def _files_of(context: Context, name: str, version: str | None, place: FilePath, *, exact: bool = False) -> FilePath:
    """A folder with the template's files. ``exact``: no version means the installed one, not the live one. Raises NotKept."""
    skills = context.store.skills
    live = None if exact else skills.live(KIND, name)
    chosen = version or (live.version if live is not None else None)
    if chosen is not None:
        unpack_template(skills.body(KIND, name, chosen), place / "template")
        return place / "template"
    installed = {folder.name: folder for folder in installed_templates(context.settings)}
    if name not in installed:
        raise NotKept(f"no template {name!r} is installed")
    return installed[name]


def _add(context: Context, name: str, intake: Intake, by: str) -> Skill:
    version = intake.fields.get("version", "").strip()
    if not version or len(version) > 50 or not all(char.isalnum() or char in "._-" for char in version):
        raise InputRefused("the form's field `version` names the new version in letters, digits, dots and dashes")
    files: dict[str, bytes] = {}
    for file in intake.taken:
        ending = file.name.rpartition(".")[2].casefold()
        files["template.docx" if ending == "docx" else "fields.yaml"] = file.path.read_bytes()
    if len(files) != len(intake.taken):
        raise InputRefused("give one fields.yaml and one template.docx, or one of them")
    try:
        body = pack_template(files)
    except UnicodeDecodeError:
        raise InputRefused("fields.yaml is no UTF-8 text") from None
    with scratch() as folder:
        unpack_template(body, folder / name)
        try:
            load_template(folder / name)
        except TemplateInvalid as error:  # its words name the folder, which is ours
            raise TemplateInvalid(_without(str(error), folder / name, name)) from None
    return context.store.skills.add(KIND, name, version, body=body, by=by)


def _installed(context: Context, folder: FilePath) -> TemplateView:
    live = context.store.skills.live(KIND, folder.name)
    try:
        return _view(folder.name, load_template(folder), installed=True, live=live)
    except LastroError as error:
        return _broken(folder.name, error, installed=True, live=live)


def _edited(context: Context, skill: Skill) -> TemplateView:
    live = context.store.skills.live(KIND, skill.name)
    newest = live or context.store.skills.list(KIND, skill.name)[-1]
    try:
        with found_template(context.settings, context.store, f"{skill.name}@{newest.version}") as (_, template):
            return _view(skill.name, template, installed=False, live=live)
    except LastroError as error:
        return _broken(skill.name, error, installed=False, live=live)


def _view(name: str, template: ReportTemplate, *, installed: bool, live: Skill | None) -> TemplateView:
    return TemplateView(
        name=name,
        title=template.title,
        version=template.version,
        fields=len(template.fields),
        languages=template.languages,
        installed=installed,
        live=None if live is None else live.version,
        problem=None,
    )


def _in_language(view: TemplateView, language: str) -> TemplateView:
    if view.problem is None:
        return view
    return view.model_copy(update={"problem": refusal_in(f"  {view.problem}", language).strip()})


def _broken(name: str, error: LastroError, *, installed: bool, live: Skill | None) -> TemplateView:
    said = str(error).split("cannot be used:")[-1].strip() if isinstance(error, InputRefused) else "it cannot be read"
    return TemplateView(
        name=name,
        title=name,
        version="",
        fields=0,
        languages=(),
        installed=installed,
        live=None if live is None else live.version,
        problem=said,
    )


def _without(said: str, place: FilePath, name: str) -> str:
    return said.replace(str(place), name)


def _lines(folder: FilePath) -> Sequence[str]:
    path = folder / "fields.yaml"
    return path.read_text(encoding="utf-8").splitlines() if path.exists() else ()


def _docx(folder: FilePath) -> bytes | None:
    path = folder / "template.docx"
    return path.read_bytes() if path.exists() else None
