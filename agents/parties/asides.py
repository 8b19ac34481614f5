"""What a line itself says of whose a value is, right beside it: ``Ms. Gomes: $71,000 (CEO $98,500)``, ``TERESA LIMA (mãe do
noivo)``."""

import re
from collections.abc import Callable

from agents.parties.bearer_names import plain_letters
from evidence.spans import CharSpan

_TITLED = re.compile(
    r"(?<!\w)(?:Mr|Mrs|Ms|Miss|Mx|Dr|Dra|Sr|Sra|Srta|Prof)\.?\s+(?P<name>[^\W\d_][\w’'-]+(?:\s+[^\W\d_][\w’'-]+){0,3})\s*"
    r"(?::|[-–—]|earns|receives|is paid|recebe|ganha|percibe|gana)\s*[^.;:\n(]{0,30}\Z"
)
_ROLE = re.compile(
    r"\(\s*(?:the\s+|o\s+|a\s+|el\s+|la\s+)?(?:ceo|cfo|cto|coo|president|director|manager|supervisor|founder|partner|owner"
    r"|presidente|diretora?|gerente|supervisora?|socio|socia)[\s:,$€£–—-]{1,4}\Z"
)
_RELATION = re.compile(
    r"\s*[(,–—-]\s*(?:a\s+|o\s+|the\s+|la\s+|el\s+)?(?:mae|pai|genitora?|madre|padre|mother|father|parent|filh[oa]|son|daughter"
    r"|esposa|esposo|marido|wife|husband|spouse|conjuge)\s+(?:d[aoe]s?|del|of)\s+(?:the\s+|la\s+|el\s+)?(?P<who>[^(),;\n]{3,40})"
)


def is_said_of_another(text: str, span: CharSpan, *, is_theirs: Callable[[str], bool]) -> bool:
    """``is_theirs``: whether a name, or the surname behind a title, is of one of those whose the value must be."""
    start = text.rfind("\n", 0, span.start) + 1
    line = text[start : span.start]
    titled = _TITLED.search(line)
    if titled is not None and not is_theirs(titled["name"]):
        return True
    if _ROLE.search(plain_letters(line)):
        return True
    end = text.find("\n", span.end)
    behind = _RELATION.match(plain_letters(text[span.end : len(text) if end < 0 else end]))
    return behind is not None and not _is_of(behind["who"].strip(), text, is_theirs)


def _is_of(who: str, text: str, is_theirs: Callable[[str], bool]) -> bool:
    """By the name that is said, or by the name beside the role on the page: ``Noivo: JOÃO LIMA``."""
    if is_theirs(who):
        return True
    beside = re.search(rf"(?<!\w){re.escape(who)}\s*[:\t]\s*(?P<name>[^\n\t,;(]{{3,60}})", plain_letters(text))
    return beside is not None and is_theirs(beside["name"])
