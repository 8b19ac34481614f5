"""What a field names that nothing can be done with: codes nobody knows, papers without a word, sums over words."""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from babel.core import get_global

from evidence.fields import Column, Field, FieldType, FilledBy
from evidence.folding import fold
from evidence.formula import FormulaInvalid, Node, Operation, evaluate, operands_of, parse_formula
from evidence.nearest import nearest
from render.fields_file import FieldsFile
from render.phrases import WRITTEN, is_written

_NUMBERS = (FieldType.MONEY, FieldType.NUMBER, FieldType.PERCENT)
_YEARS = (FieldType.TEXT, FieldType.NUMBER, FieldType.DATE)
_YEAR_WORDS = (
    "year",
    "год",
    "лет",
    "yil",
    "йил",
    "ano",
    "exercic",
    "exercíc",
    "period",
    "período",
    "период",
    "davr",
    "давр",
)
"""Beginnings of what the languages of reports call a year, or what figures are given for."""
_NO_YEAR_BACK = re.compile(r"\[\s*latest\s*-\s*0\s*\]")
_QUOTED = re.compile(r"""\[\s*(?:"[^"]*"|'[^']*')\s*\]""")
_NO_CURRENCY = frozenset({"XXX", "XTS"})
"""Codes of ISO 4217 for *no currency* and *for testing*."""


class FieldFault(NamedTuple):
    is_error: bool
    """False where the report would be written, and likely not as meant."""
    code: str
    field: Field | None
    """None = the whole template."""
    message: str


def field_faults(read: FieldsFile, *, declared: bool) -> Iterator[FieldFault]:
    """``declared``: the fields and the languages come from a fields file, not from a DOCX."""
    yield from _languages(read, declared=declared)
    known = {field.id: field for field in read.fields}
    for field in read.fields:
        if (said := currency_fault(field.currency)) is not None:
            yield FieldFault(is_error=said.is_unknown, code="currency", field=field, message=said.message)
        for word in field.papers:
            if not any(letter.isalnum() for letter in word):
                said_of = f"has {word!r} among its papers, in which there is no letter; write the beginning of a word"
                yield FieldFault(is_error=True, code="papers", field=field, message=said_of)
        yield from _rows(field)
        if field.filled_by is FilledBy.COMPUTED:
            yield from _computed(field, known)


class CurrencyFault(NamedTuple):
    is_unknown: bool
    message: str


def currency_fault(given: str | None) -> CurrencyFault | None:
    if given is None:
        return None
    in_use, gone = _currencies()
    if given in in_use:
        return None
    if given in gone:
        return CurrencyFault(is_unknown=False, message=f"has currency {given!r}, which is out of use; is that meant?")
    hint = nearest(given.upper(), sorted(in_use)) or "; write its three capital letters, such as UZS"
    return CurrencyFault(is_unknown=True, message=f"has currency {given!r}, and ISO 4217 has no such code{hint}")


@cache
def _currencies() -> tuple[frozenset[str], frozenset[str]]:
    """Codes of ISO 4217 in use and out of use, as the Unicode consortium lists them by territory."""
    uses = [use for territory in get_global("territory_currencies").values() for use in territory]
    in_use = frozenset(code for code, _begin, end, _tender in uses if end is None) - _NO_CURRENCY
    return in_use, frozenset(code for code, *_ in uses) - in_use - _NO_CURRENCY


def _languages(read: FieldsFile, *, declared: bool) -> Iterator[FieldFault]:
    for place, language in enumerate(read.languages):
        if is_written(language):
            continue
        if place == 0:
            advice = "; put one of these first" if declared else "; this one will be in English, or say --language"
            said = f"language {language!r} is the report's own, and reports are written in {WRITTEN}{advice}"
            yield FieldFault(is_error=declared, code="languages", field=None, message=said)
        else:
            said = f"documents in {language!r} are read without knowing its words: known are {WRITTEN}"
            yield FieldFault(is_error=False, code="languages", field=None, message=said)
    for field in read.fields:
        for language in field.languages:
            if not is_written(language):
                said = f"has language {language!r}; known are {WRITTEN}"
                yield FieldFault(is_error=False, code="languages", field=field, message=said)


def _rows(field: Field) -> Iterator[FieldFault]:
    seen: set[str] = set()
    for row in field.rows:
        if (key := fold(row).key.casefold()) in seen:
            said = f"asks for the row {row!r} twice; keep one of them"
            yield FieldFault(is_error=True, code="rows", field=field, message=said)
        seen.add(key)
    if field.years and not _is_of_years(field.columns[0]):
        first = field.columns[0].id
        said = f"asks for years, and its first column {first!r} is not called a year; put the column of the years first"
        yield FieldFault(is_error=False, code="years", field=field, message=said)


def _is_of_years(column: Column) -> bool:
    words = (word for said in (column.id, *column.labels) for word in re.split(r"[\W_]+", fold(said).key.casefold()))
    return column.type in _YEARS and any(word.startswith(_YEAR_WORDS) for word in words)


def _computed(field: Field, known: dict[str, Field]) -> Iterator[FieldFault]:
    if field.type not in _NUMBERS:
        said = f"is computed and of type {field.type}; make it one of: {', '.join(_NUMBERS)}"
        yield FieldFault(is_error=True, code="formula", field=field, message=said)
    formula = field.formula or ""
    for written in _NO_YEAR_BACK.findall(_QUOTED.sub("", formula)):
        said = (
            f"has a formula with {written}, which is [latest] itself; write [latest-1] for the one before, or [latest]"
        )
        yield FieldFault(is_error=False, code="formula", field=field, message=said)
    if (node := _parsed(formula, known)) is not None and _divides_by_zero(node):
        said = f"has a formula that divides by zero, whatever is found: {formula}"
        yield FieldFault(is_error=True, code="formula", field=field, message=said)
    for name, asked in _operands(formula, known):
        if asked.type not in _NUMBERS:
            said = f"has a formula over {name}, which is of type {asked.type}; only {', '.join(_NUMBERS)} can be reckoned with"
            yield FieldFault(is_error=True, code="formula", field=field, message=said)


def _operands(formula: str, known: dict[str, Field]) -> Sequence[tuple[str, Field | Column]]:
    found: dict[str, Field | Column] = {}
    for operand in operands_of(node) if (node := _parsed(formula, known)) is not None else ():
        field = known[operand.field]
        column = next((column for column in field.columns if column.id == operand.column), None)
        found[repr(field.id) if column is None else f"column {column.id!r} of {field.id!r}"] = column or field
    return tuple(found.items())


def _parsed(formula: str, known: dict[str, Field]) -> Node | None:
    try:
        return parse_formula(formula, tuple(known.values()))
    except FormulaInvalid:
        return None  # said where formulas are read


def _divides_by_zero(node: Node) -> bool:
    """Whatever the fields come to: a divisor of plain numbers alone."""
    if not isinstance(node, Operation):
        return False
    if node.sign == "/" and next(operands_of(node.right), None) is None:
        try:
            if evaluate(node.right, {}) == 0:
                return True
        except FormulaInvalid:
            return True
    return any(side is not None and _divides_by_zero(side) for side in (node.left, node.right))
