"""A template by what a person calls it: an installed one's name, or a version of a skill that people edited.

The body of a ``report`` skill is JSON: ``{"files": {"fields.yaml": "text…", "template.docx": {"base64": "…"}}}``.
"""

import base64
import binascii
import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from cases.store import CaseStore
from evidence.errors import InputRefused, NotKept
from evidence.fields import ReportTemplate
from service.scratch import scratch
from service.settings import Settings

KIND = "report"
_NAMES = ("fields.yaml", "template.docx")


@contextmanager
def found_template(settings: Settings, store: CaseStore, given: str) -> Iterator[tuple[Path, ReportTemplate]]:
    """Its folder, there while the context lasts, and what was read of it. ``name@version`` is a skill's version; of a bare
    ``name`` its live version goes before an installed template. Raises InputRefused, NotKept and TemplateInvalid."""
    from render.template import load_template
    from service.wiring import installed_templates

    name, at, version = given.partition("@")
    if not at:
        live = store.skills.live(KIND, name)
        version = live.version if live is not None else ""
    if version:
        with scratch() as folder:
            place = folder / "template"
            unpack_template(store.skills.body(KIND, name, version), place)
            yield place, load_template(place)
        return
    installed = {path.name: path for path in installed_templates(settings)}
    if name not in installed:
        known = ", ".join(installed) or "none installed"
        raise NotKept(f"no template {given!r}; choose one of: {known}")
    yield installed[name], load_template(installed[name])


def pack_template(files: Mapping[str, bytes]) -> str:
    """The body of a skill. Only the two files that a template is made of."""
    strange = sorted(set(files) - set(_NAMES))
    if strange or not files:
        raise InputRefused(f"a template is made of {' and '.join(_NAMES)}; there is {', '.join(strange) or 'nothing'}")
    body = {
        name: {"base64": base64.b64encode(content).decode()} if name.endswith(".docx") else content.decode()
        for name, content in files.items()
    }
    return json.dumps({"files": body}, ensure_ascii=False, sort_keys=True)


def unpack_template(body: str, place: Path) -> None:
    """Raises InputRefused for a body that is no template."""
    place.mkdir(parents=True, exist_ok=True)
    try:
        files: dict[str, Any] = json.loads(body)["files"]  # a text, or base64
        for name in _NAMES:
            if name in files:
                held = files[name]
                content = held.encode() if isinstance(held, str) else base64.b64decode(held["base64"], validate=True)
                (place / name).write_bytes(content)
    except (ValueError, KeyError, TypeError, AttributeError, binascii.Error) as error:
        raise InputRefused("this version holds no template; give it again as a new version") from error
