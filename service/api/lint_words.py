"""What lint says of a template, in the reader's language. The command line says it in English."""

import re
from functools import cache

from render.lint import LintIssue
from service.api.details import OF_LINT, in_language, words_of

_QUOTED = r"""'[^']*'|"[^"]*\""""
_LEADS = (
    ("field {id} {message}", "id", "message"),
    ("cannot be computed: {wrong}", None, "wrong"),
    ("formula {formula}: {what}", "formula", "what"),
)
"""Shapes that other phrases follow in: those that begin with a place would take them for a part of it."""
_OF_TAG = re.compile(r"(\{\{.*?\}\}: )(.*)", re.DOTALL)
_LINE = re.compile(
    r"  (?P<severity>error|warning|note): (?P<file>[^():]*?)(?: line (?P<line>\d+))?(?: \((?P<where>.*?)\))?: (?P<said>.*)"
)
"""``str(LintIssue)``, indented as refusals list them."""
_SEVERITIES = {
    "ru": {"error": "ошибка", "warning": "предупреждение", "note": "замечание"},
    "pt": {"error": "erro", "warning": "aviso", "note": "nota"},
}


def issue_in(issue: LintIssue, language: str) -> LintIssue:
    where = None if issue.where is None else place_in(issue.where, language)
    return issue.model_copy(update={"message": said_in(issue.message, language), "where": where})


def said_in(message: str, language: str) -> str:
    for shape, name, rest in _LEADS:
        found = _lead(shape).fullmatch(message)
        if found is None:
            continue
        follows = said_in(found[rest], language)
        if follows != found[rest]:
            words = words_of(shape, language, held_in=OF_LINT)
            lead = words if name is None else words.replace(f"{{{name}}}", found[name])
            return lead.replace(f"{{{rest}}}", follows)
    if (of_tag := _OF_TAG.fullmatch(message)) is not None and (follows := said_in(of_tag[2], language)) != of_tag[2]:
        return of_tag[1] + follows
    return in_language(message, language, held_in=OF_LINT)


def place_in(where: str, language: str) -> str:
    place, colon, text = where.partition(": «")  # what stands there is the template's own text
    return in_language(place, language, held_in=OF_LINT) + colon + text


def refusal_in(detail: str, language: str) -> str:
    """A refused template's errors, one a line."""
    return detail if language == "en" else "\n".join(_line_in(line, language) for line in detail.split("\n"))


def _line_in(line: str, language: str) -> str:
    found = _LINE.fullmatch(line)
    if found is None:
        return in_language(line, language, held_in=OF_LINT)
    place = found["file"]
    if found["line"]:
        place += in_language(f" line {found['line']}", language, held_in=OF_LINT)
    if found["where"]:
        place += f" ({place_in(found['where'], language)})"
    severity = _SEVERITIES.get(language, {}).get(found["severity"], found["severity"])
    return f"  {severity}: {place}: {said_in(found['said'], language)}"


@cache
def _lead(shape: str) -> re.Pattern[str]:
    first, last = re.findall(r"\{\w+\}", shape)[0], re.findall(r"\{(\w+)\}", shape)[-1]
    pattern = re.escape(shape).replace(re.escape(f"{{{last}}}"), f"(?P<{last}>.*)")
    return re.compile(pattern.replace(re.escape(first), f"(?P<{first[1:-1]}>{_QUOTED})"), re.DOTALL)
