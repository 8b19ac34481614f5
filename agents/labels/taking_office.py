"""Orders by which a director takes office himself: *с 3 мая приступаю к исполнению обязанностей директора*.

They name nobody, whoever signs them: so the latest one only says a day, where no later order appoints or elects.
"""

import re
from collections.abc import Iterator, Sequence

from agents.labels.found import Candidate, candidate_of
from agents.labels.notebook import Notebook
from agents.labels.readings import Reader, Reading
from evidence.fields import FieldType
from evidence.spans import CharSpan

_SCORE = 0.86
_HEAD = 700
"""Characters above in which the order's title and day stand."""
_POST = r"(?:(?:генеральн|исполнительн)\w+\s+)?директора(?!\w)(?!\s+(?:филиала|департамента|по\s))"
_TAKES = re.compile(
    rf"(?<!\w)(?:приступаю|приступил|вступаю)\s+(?:к\s+исполнению\s+(?:своих\s+)?(?:должностных\s+)?обязанностей\s+{_POST}"
    rf"|в\s+должность\s+{_POST})"
    r"|(?<!\w)(?:bosh\s+|бош\s+)?(?:direktor|директор)\w*\s+(?:lavozimi|vazifasi|лавозими|вазифаси)\w*\s+(?:\w+\s+){0,2}?"
    r"(?:kirishaman|kirishdim|киришаман|киришдим)",
    re.IGNORECASE,
)
_ORDER = re.compile(r"(?<!\w)(?:ПРИКАЗ|BUYRUQ|БУЙРУҚ)(?!\w)")
_STAND_IN = re.compile(r"(?<!\w)(?:временно|на\s+время|vaqtincha|вақтинча)(?!\w)", re.IGNORECASE)
_NEAR = 60
"""Characters below the title in which its day stands."""
_DAY = len("2024-01-31")


def days_of_taking_office(
    notebook: Notebook, leaves: Sequence[int], *, after: str, set_aside: frozenset[str], why: str
) -> list[Candidate]:
    """The latest such day; nothing where an order of a later day (``after``, empty for none) puts somebody into the post."""
    found = [
        one for leaf in leaves if notebook.leaves[leaf].document not in set_aside for one in _on(leaf, notebook, why)
    ]
    last = max((one.value.normalised for one in found), default="")
    return [one for one in found if one.value.normalised == last and last >= after]


def _on(leaf: int, notebook: Notebook, why: str) -> Iterator[Candidate]:
    layout = notebook.layout(leaf)
    flat = layout.flat
    for match in _TAKES.finditer(flat):
        title = next(reversed(list(_ORDER.finditer(flat, max(0, match.start() - _HEAD), match.start()))), None)
        if title is None or notebook.is_lapsed(leaf) or _STAND_IN.search(flat, title.end(), match.end() + 60):
            continue
        day = _first_day(flat, title.end(), match.start(), leaf, notebook)
        if day is not None:
            evidence = CharSpan(start=day.start, end=day.end)
            yield candidate_of(day, page=layout.page, evidence=evidence, label=None, why=why, score=_SCORE)


def _first_day(flat: str, start: int, end: int, leaf: int, notebook: Notebook) -> Reading | None:
    """The order's own day, right under its title."""
    where = notebook.leaves[leaf]
    reader = Reader(
        FieldType.DATE, language=notebook.language_of(where), conventions=notebook.conventions_of(where.document)
    )
    readings = [one for one in reader.read(flat, start, end) if one.certain and len(one.value.normalised) == _DAY]
    return readings[0] if readings and readings[0].start - start <= _NEAR else None
