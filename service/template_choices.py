"""What a run can be begun with, for the page of a case: read once for each state of a template, as reading one takes a while."""

from functools import lru_cache

from cases.store import CaseStore
from evidence.errors import LastroError
from evidence.fields import ReportTemplate
from evidence.frozen import Frozen
from service.run_fields import template_at
from service.run_templates import KIND, unpack_template
from service.scratch import scratch
from service.settings import Settings
from service.wiring import installed_templates


class TemplateChoice(Frozen):
    name: str
    title: str
    version: str
    fields: int


def template_choices(settings: Settings, store: CaseStore) -> tuple[TemplateChoice, ...]:
    """As ``found_template`` finds them by their bare names; one that cannot be read is left out, as its own page says why."""
    installed = {folder.name: folder for folder in installed_templates(settings)}
    live = {skill.name: skill.version for skill in store.skills.list(KIND) if skill.state == "live"}
    found = []
    for name in dict.fromkeys((*installed, *live)):
        template = _of_body(store.skills.body(KIND, name, live[name])) if name in live else template_at(installed[name])
        if template is not None:
            found.append(
                TemplateChoice(name=name, title=template.title, version=template.version, fields=len(template.fields))
            )
    return tuple(found)


@lru_cache(maxsize=32)
def _of_body(body: str) -> ReportTemplate | None:
    from render.template import load_template

    with scratch() as folder:
        place = folder / "template"
        try:
            unpack_template(body, place)
            return load_template(place)
        except LastroError:
            return None
