"""Formulas of computed fields: which cells they name, and the sum done again from a trace's operands.

Grammar: ``+ - * / ( )``, plain numbers, and references ``field``, ``field[row]``, ``field.column[row]``,
``field[row].column``. An id may hold hyphens and dots, so a reference is the longest known id that fits.
"""

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal, DivisionByZero, InvalidOperation, localcontext

_NUMBER = re.compile(r"\d+(?:\.\d+)?")
_WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_.-]*")
_ROW = re.compile(r"\[([^\[\]]*)\]")
_COLUMN = re.compile(r"\.([A-Za-z_][A-Za-z0-9_-]*)")


class FormulaWrong(ValueError):
    """The formula cannot be read or worked out; the message says which part."""


@dataclass(frozen=True)
class Reference:
    field: str
    column: str | None = None
    row: str | None = None
    text: str = ""
    """As the formula writes it."""


Token = str | Decimal | Reference


def read_formula(formula: str, known: Collection[str]) -> tuple[Token, ...]:
    """Operators as strings, numbers as Decimals, everything else as References; unknown names are References too."""
    return tuple(_tokens(formula, known))


def _tokens(formula: str, known: Collection[str]) -> Iterator[Token]:
    at = 0
    while at < len(formula):
        character = formula[at]
        if character.isspace():
            at += 1
        elif character in "+-*/()":
            yield character
            at += 1
        elif number := _NUMBER.match(formula, at):
            yield Decimal(number[0])
            at = number.end()
        elif word := _WORD.match(formula, at):
            reference, at = _reference(formula, at, word[0], known)
            yield reference
        else:
            raise FormulaWrong(
                f"{formula!r}: {character!r} is no part of a formula; use + - * / ( ), numbers and fields"
            )


def _reference(formula: str, begin: int, word: str, known: Collection[str]) -> tuple[Reference, int]:
    ends = [end for end in range(len(word), 0, -1) if end == len(word) or word[end] in ".-"]
    field = next((word[:end] for end in ends if word[:end] in known), re.split(r"[.-]", word, maxsplit=1)[0])
    at, column, row = begin + len(field), None, None
    for _ in range(2):
        if column is None and (found := _COLUMN.match(formula, at)):
            column, at = found[1], found.end()
        elif row is None and (found := _ROW.match(formula, at)):
            row, at = found[1].strip().strip("'\""), found.end()
    return Reference(field, column, row, formula[begin:at]), at


def work_out(formula: str, operands: Mapping[str, str]) -> Decimal:
    """The formula's result with each reference replaced by its operand (a plain decimal). Raises FormulaWrong.

    Operands may be named in full (``balance.revenue[2023]``) where the formula is brief (``revenue[2023]``).
    """
    cells = {_cell(name): value for name, value in operands.items()}
    known = {cell.field for cell in cells}
    tokens: list[str | Decimal] = []
    for token in read_formula(formula, known):
        if isinstance(token, Reference):
            given = [value for cell, value in cells.items() if _names(token, cell)]
            if len(given) != 1:
                raise FormulaWrong(f"{formula!r} names {token.text!r}, and {len(given)} operands fit it")
            tokens.append(_decimal(given[0], token.text))
        else:
            tokens.append(token)
    with localcontext() as context:
        context.prec = 50
        try:
            return _Sum(formula, tokens).result()
        except (DivisionByZero, InvalidOperation):
            raise FormulaWrong(f"{formula!r} divides by zero") from None
        except RecursionError:
            raise FormulaWrong("the formula is nested too deeply") from None


def _cell(name: str) -> Reference:
    """A full name such as ``field``, ``field[row]`` or ``field.column[row]``, where the row may hold any sign."""
    plain, bracket, rest = name.partition("[")
    if not bracket:
        return Reference(name, text=name)
    row, _, after = rest.rpartition("]")
    field, dot, column = (plain + after).rpartition(".")
    return Reference(field if dot else column, column if dot else None, _key(row), name)


def _names(reference: Reference, cell: Reference) -> bool:
    """Whether a formula's reference, however brief, means this operand."""
    if reference.row is None:
        return cell.row is None and reference.field == cell.field
    if cell.row != _key(reference.row):
        return False
    if reference.field == cell.field:
        return reference.column in (None, cell.column)
    return reference.column is None and reference.field == cell.column


def _key(row: str) -> str:
    return "".join(row.split()).strip("'\"")


def _decimal(text: str, name: str) -> Decimal:
    try:
        return Decimal(text)
    except InvalidOperation:
        raise FormulaWrong(f"the operand {name!r} is {text!r}, which is no number") from None


class _Sum:
    """Recursive descent over the tokens; depth is bounded by the formula's length."""

    def __init__(self, formula: str, tokens: list[str | Decimal]) -> None:
        self._formula, self._tokens, self._at = formula, tokens, 0

    def result(self) -> Decimal:
        value = self._terms()
        if self._at != len(self._tokens):
            raise FormulaWrong(f"{self._formula!r} goes on after its end: {self._tokens[self._at]}")
        return value

    def _next(self) -> str | Decimal | None:
        return self._tokens[self._at] if self._at < len(self._tokens) else None

    def _terms(self) -> Decimal:
        value = self._factors()
        while (operator := self._next()) in ("+", "-"):
            self._at += 1
            value = value + self._factors() if operator == "+" else value - self._factors()
        return value

    def _factors(self) -> Decimal:
        value = self._atom()
        while (operator := self._next()) in ("*", "/"):
            self._at += 1
            value = value * self._atom() if operator == "*" else value / self._atom()
        return value

    def _atom(self) -> Decimal:
        token = self._next()
        self._at += 1
        if isinstance(token, Decimal):
            return token
        if token == "-":
            return -self._atom()
        if token == "(":
            value = self._terms()
            if self._next() != ")":
                raise FormulaWrong(f"{self._formula!r} has a bracket that isn't closed")
            self._at += 1
            return value
        raise FormulaWrong(f"{self._formula!r} has no number or field where one is needed")
