"""Which row of a financial statement is meant: by the code of the state form and the row's own words together.

A total printed as *ИТОГО ПО РАЗДЕЛУ II* says by itself neither assets nor liabilities: its code does, or its section.
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from agents.labels.data import read_data
from agents.labels.grids import Square
from agents.labels.layout import Layout
from agents.labels.table_cells import HEADING, fit_of_heading, vetoes_of_table
from agents.labels.thesaurus import thesaurus
from agents.labels.words import stems_of
from evidence.fields import Column, Field

_FILE = Path(__file__).with_name("lines.yaml")
_CODE = re.compile(r"\d{3}")
_BRACKETS = re.compile(r"\([^()]*\)")
_SECTION_NUMBERS = {"i": "i", "1": "i", "ii": "ii", "2": "ii", "iii": "iii", "3": "iii"}
_SECTION_WORDS = frozenset(
    stem for word in ("раздел", "разделу", "бўлим", "bo'lim", "section") for stem in stems_of(word)
)
_FORMULA = frozenset(
    stem for word in ("стр", "строки", "строк", "satr", "satrlar", "сатр", "line") for stem in stems_of(word)
)
_NAMED = 0.75
"""Share of a line's name that must stand in the row beside its code."""
_BY_CODE = 2.0
_BY_SECTION = 1.5
"""Above every fit by words alone."""


class FormLine(NamedTuple):
    code: str
    names: tuple[frozenset[str], ...]
    section: str | None
    under: tuple[frozenset[str], ...]
    side: str | None
    """``income`` or ``expense``."""


class NamedRow(NamedTuple):
    fit: float
    squares: tuple[Square, ...]
    heading: str
    line: FormLine | None


def rows_of_columns(field: Field, rows: Sequence[tuple[Square, ...]], layout: Layout) -> dict[str, NamedRow]:
    """Id of each column of figures to the row that its label, or its line of the form, names best."""
    vetoes = vetoes_of_table(field)
    best: dict[str, NamedRow] = {}
    under: frozenset[str] = frozenset()
    above: str | None = None
    for row in rows:
        heading, above = _with_its_beginning(row, layout, above)
        if heading is None:
            continue
        if len(row) == 1 or not any(_has_figure(square, layout) for square in row[1:]):
            under = frozenset(stems_of(heading))
            continue
        code = code_of(row, layout)
        for column in field.columns[1:]:
            line = line_of(column)
            fit = fit_of_heading(column, heading, vetoes=vetoes)
            if _section_total(heading):
                fit = _fit_of_total(line, heading, code, under)
            elif line is not None and code == line.code and _names(line, heading):
                fit = _BY_CODE
            if fit >= HEADING and (column.id not in best or fit > best[column.id].fit):
                best[column.id] = NamedRow(fit, row, heading, line)
    return best


def _with_its_beginning(row: tuple[Square, ...], layout: Layout, above: str | None) -> tuple[str | None, str | None]:
    """The row's name, with the line above where that opened a bracket that it does not close; and what the next may need:
    the name of a row without figures."""
    heading = row_heading(row, layout)
    first = layout.text[row[0].start : row[0].end]
    if above is not None and above.count("(") > above.count(")") and first.count(")") > first.count("("):
        heading = " ".join(f"{above} {first}".split())
    return heading, heading if len(row) == 1 else None


def row_heading(row: tuple[Square, ...], layout: Layout) -> str | None:
    header = next((square.row_header for square in row if square.row_header), None)
    first = layout.text[row[0].start : row[0].end]
    text = header or first
    return " ".join(text.split()) if any(letter.isalpha() for letter in text) else None


@lru_cache(maxsize=512)
def line_of(column: Column) -> FormLine | None:
    """The line that the column asks for by its labels."""
    labels = {frozenset(stems_of(label)) for label in column.labels}
    return next((line for line in _lines() if labels.intersection(line.names)), None)


def _fit_of_total(line: FormLine | None, heading: str, code: str | None, under: frozenset[str]) -> float:
    if line is None or line.section is None or _section_number(heading) not in (None, line.section):
        return 0.0
    said = frozenset(stem for bracket in _BRACKETS.findall(heading) for stem in stems_of(bracket) if stem[0].isalpha())
    said -= _FORMULA
    if said and not any(_share(name, said) >= _NAMED for name in (*line.under, *line.names)):
        return 0.0
    if code is not None:
        return _BY_CODE if code == line.code else 0.0
    named = _section_number(heading) is not None and bool(under)
    return _BY_SECTION if named and any(name and name <= under for name in _own_sections(line, under)) else 0.0


def _own_sections(line: FormLine, under: frozenset[str]) -> tuple[frozenset[str], ...]:
    """Empty where the section's heading names another line's section as well or better (*текущие* обязательства)."""
    ours = max((len(name) for name in line.under if name <= under), default=0)
    others = max((len(n) for other in _lines() if other is not line for n in other.under if n <= under), default=0)
    return line.under if ours and ours >= others else ()


def _section_total(heading: str) -> bool:
    """Nothing but *total of section II*, and perhaps in brackets what it is the sum of."""
    known = thesaurus()
    stems = [stem for stem in stems_of(_BRACKETS.sub(" ", heading)) if stem not in known.empty]
    rest = [stem for stem in stems if stem not in known.members["total"] and stem not in _SECTION_NUMBERS]
    return bool(rest) and all(stem in _SECTION_WORDS for stem in rest) and len(rest) < len(stems)


def _section_number(heading: str) -> str | None:
    stems = stems_of(_BRACKETS.sub(" ", heading))
    return next((_SECTION_NUMBERS[stem] for stem in stems if stem in _SECTION_NUMBERS), None)


def _names(line: FormLine, heading: str) -> bool:
    said = frozenset(stems_of(heading))
    return any(_share(name, said) >= _NAMED for name in line.names)


def _share(name: frozenset[str], said: frozenset[str]) -> float:
    content = name - thesaurus().empty - thesaurus().members["total"]
    return len(content & said) / len(content) if content else 0.0


def code_of(row: tuple[Square, ...], layout: Layout) -> str | None:
    """The first three digits alone behind the row's name."""
    texts = (layout.text[square.start : square.end].strip() for square in row[1:3])
    return next((text for text in texts if _CODE.fullmatch(text)), None)


def _has_figure(square: Square, layout: Layout) -> bool:
    return any(letter.isdigit() for letter in layout.text[square.start : square.end])


@lru_cache(maxsize=1)
def _lines() -> tuple[FormLine, ...]:
    given: list[dict[str, Any]] = read_data(_FILE)
    return tuple(
        FormLine(
            code=one["code"],
            names=tuple(frozenset(stems_of(name)) for name in one["names"]),
            section=one.get("section"),
            under=tuple(frozenset(stems_of(name)) for name in one.get("under", ())),
            side=one.get("side"),
        )
        for one in given
    )
