"""Formulas of computed fields: ``+ - * /``, brackets, plain numbers, fields and cells of tables.

    sum      = product { ("+" | "-") product }
    product  = atom { ("*" | "/") atom }
    atom     = number | "(" sum ")" | ("+" | "-") atom | operand
    operand  = field | table "." column "[" row "]" | table "[" row "]" "." column | table "[" row "]" | column "[" row "]"
    row      = letters and digits, or anything in quotes; "latest" and "latest-1": the last row asked for, the one before

``table[row]`` is for tables of two columns, ``column[row]`` for a column that one table has. Ids may hold dots and
hyphens: an operand is the longest known id that fits, and what follows it is a minus.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from decimal import Context, Decimal, InvalidOperation, Overflow
from typing import NamedTuple

from evidence.errors import TemplateInvalid
from evidence.fields import Field, FieldType, FilledBy
from evidence.nearest import nearest

_LONGEST = 500
_CUT_SHORT = "a number or a field is missing at the end"
_DEEPEST = 40
_EXACT = Context(prec=50, Emax=9_999, Emin=-9_999, traps=[InvalidOperation, Overflow])

_NUMBER = re.compile(r"(?:\d+(?:\.\d+)?|\.\d+)(?![\w.])", re.ASCII)
_LATEST = re.compile(r"latest(?:\s*-\s*(\d))?")
_WORD = re.compile(r"[^\W\d][\w.-]*")
_COLUMN = re.compile(r"\s*\.\s*([^\W\d][\w-]*)")
_ROW = re.compile(r"""\s*\[\s*(?:(latest\s*-\s*\d|\w+)|"([^"]*)"|'([^']*)')\s*\]""")


class FormulaInvalid(TemplateInvalid):
    """The formula cannot be read or worked out; the message says which part."""

    code = "formula_invalid"

    def __init__(self, message: str, *, divisor: "Node | None" = None) -> None:
        super().__init__(message)
        self.divisor = divisor
        """What it divides by when that is zero."""


class Operand(NamedTuple):
    """A scalar field, or one cell of a table field."""

    field: str
    column: str | None = None
    row: str | None = None

    @property
    def written(self) -> str:
        """In full, however brief the formula is: ``field`` or ``table.column[row]``."""
        return self.field if self.row is None else f"{self.field}.{self.column}[{self.row}]"


class Number(NamedTuple):
    value: Decimal


class Operation(NamedTuple):
    sign: str
    """``+ - * /``; ``neg`` has only ``right``."""
    left: "Node | None"
    right: "Node"


Node = Operand | Number | Operation


def parse_formula(formula: str, fields: Sequence[Field]) -> Node:
    """Raises FormulaInvalid with what is wrong and where."""
    if len(formula) > _LONGEST:
        raise FormulaInvalid(f"the formula has {len(formula)} characters; {_LONGEST} are allowed")
    return _Parser(formula, fields).parsed()


def operands_of(node: Node) -> Iterator[Operand]:
    """In order of mention."""
    match node:
        case Operand():
            yield node
        case Operation(left=left, right=right):
            if left is not None:
                yield from operands_of(left)
            yield from operands_of(right)


def names_in(formula: str, fields: Sequence[Field]) -> tuple[str, ...]:
    """Ids of the fields that the formula needs, each once, in order of mention."""
    return tuple(dict.fromkeys(operand.field for operand in operands_of(parse_formula(formula, fields))))


def evaluate(node: Node, operands: Mapping[str, Decimal]) -> Decimal:
    """To 50 digits. ``operands`` go by ``Operand.written``. Raises FormulaInvalid where there is no result."""
    try:
        return _evaluate(node, operands)
    except (InvalidOperation, Overflow):
        raise FormulaInvalid("the formula has no result: an operand or what comes out is no usable number") from None


def _evaluate(node: Node, operands: Mapping[str, Decimal]) -> Decimal:
    match node:
        case Number(value=value):
            return value
        case Operand():
            if node.written not in operands:
                raise FormulaInvalid(f"the operand {node.written!r} is not given")
            if not operands[node.written].is_finite():
                raise FormulaInvalid(f"the operand {node.written!r} is {operands[node.written]}, which is no number")
            return _EXACT.plus(operands[node.written])
        case Operation(sign=sign, left=left, right=right):
            second = _evaluate(right, operands)
            if left is None:
                return second.copy_negate()
            if sign == "/" and second == 0:
                raise FormulaInvalid("the formula divides by zero", divisor=right)
            work = {"+": _EXACT.add, "-": _EXACT.subtract, "*": _EXACT.multiply, "/": _EXACT.divide}[sign]
            return work(_evaluate(left, operands), second)


def in_order(fields: Sequence[Field]) -> tuple[tuple[Field, ...], tuple[Field, ...]]:
    """The computed fields, operands before what is computed from them; and those that need themselves."""
    waiting = {field.id: field for field in fields if field.filled_by is FilledBy.COMPUTED}
    needs = {field.id: _computed_operands(field, fields) for field in waiting.values()}
    ordered: list[Field] = []
    while ready := [field for field in waiting.values() if not needs[field.id] & waiting.keys()]:
        ordered.extend(ready)
        for field in ready:
            del waiting[field.id]
    return tuple(ordered), tuple(waiting.values())


def _computed_operands(field: Field, fields: Sequence[Field]) -> set[str]:
    try:
        return set(names_in(field.formula or "", fields))
    except FormulaInvalid:
        return set()  # needs nothing that is known; computing it says what is wrong


class _Parser:
    """Recursive descent; brackets and signs nest at most ``_DEEPEST`` deep."""

    def __init__(self, formula: str, fields: Sequence[Field]) -> None:
        self._formula, self._at = formula, 0
        self._fields = {field.id: field for field in fields}
        self._columns: dict[str, list[Field]] = {}
        for field in fields:
            for column in field.columns:
                self._columns.setdefault(column.id, []).append(field)

    def parsed(self) -> Node:
        node = self._sum(0)
        if rest := self._formula[self._at :].strip():
            self._refuse_stray(self._sign())
            raise self._wrong(f"{rest!r} cannot follow what stands before it")
        if next(operands_of(node), None) is None:
            raise self._wrong("it names no field, so its result has no source to cite")
        return node

    def _sign(self) -> str:
        """The next character that is no white space; empty at the end."""
        while self._formula[self._at : self._at + 1].isspace():
            self._at += 1
        return self._formula[self._at : self._at + 1]

    def _sum(self, depth: int) -> Node:
        node = self._product(depth)
        while (sign := self._sign()) in ("+", "-"):
            self._at += 1
            node = Operation(sign, node, self._product(depth))
        return node

    def _product(self, depth: int) -> Node:
        node = self._atom(depth)
        while (sign := self._sign()) in ("*", "/"):
            self._at += 1
            node = Operation(sign, node, self._atom(depth))
        return node

    def _atom(self, depth: int) -> Node:
        if depth > _DEEPEST:
            raise self._wrong("nested too deeply")
        sign = self._sign()
        if sign in ("+", "-"):
            self._at += 1
            node = self._atom(depth + 1)
            return Operation("neg", None, node) if sign == "-" else node
        if sign == "(":
            self._at += 1
            node = self._sum(depth + 1)
            if self._sign() != ")":
                raise self._wrong("a bracket isn't closed")
            self._at += 1
            return node
        if number := _NUMBER.match(self._formula, self._at):
            self._at = number.end()
            return Number(Decimal(number[0]))
        if word := _WORD.match(self._formula, self._at):
            return self._operand(word[0])
        if sign.isdigit() or sign == ".":
            raise self._wrong(f"{self._formula[self._at :].split()[0]!r} is no plain number, such as 1200.5")
        self._refuse_stray(sign)
        raise self._wrong(f"a number or a field is missing before {sign!r}" if sign else _CUT_SHORT)

    def _refuse_stray(self, sign: str) -> None:
        if sign and not sign.isalnum() and sign not in "+-*/()_.[":
            raise self._wrong(f"{sign!r} is no part of a formula; use + - * / ( ), numbers and field ids")

    def _operand(self, word: str) -> Operand:
        field_id = _longest(word, self._fields)
        if field_id is not None:
            self._at += len(field_id)
            return self._reference(self._fields[field_id])
        column_id = _longest(word, self._columns)
        if column_id is not None and (row := _ROW.match(self._formula, self._at + len(column_id))):
            return self._cell_of_column(column_id, row)
        name = re.split(r"[.-]", word, maxsplit=1)[0]
        known = [*self._fields, *self._columns]
        raise self._wrong(f"there is no field {name!r}{nearest(name, known)}")

    def _reference(self, field: Field) -> Operand:
        column, row = None, None
        begin = self._at
        for _ in range(2):
            if column is None and (found := _COLUMN.match(self._formula, self._at)):
                column = _longest(found[1], [known.id for known in field.columns]) or found[1]
                self._at = found.start(1) + len(column)
            elif row is None and (found := _ROW.match(self._formula, self._at)):
                row = self._row(found)
        if field.type is not FieldType.TABLE:
            return self._scalar(field, self._formula[begin : self._at])
        return self._cell(field, column, row)

    def _scalar(self, field: Field, rest: str) -> Operand:
        if rest:
            raise self._wrong(f"{field.id!r} is not a table; leave out {rest.strip()}")
        if field.list:
            raise self._wrong(f"{field.id!r} is a list; a formula needs single values")
        return Operand(field.id)

    def _cell(self, field: Field, column: str | None, row: str | None) -> Operand:
        columns = [known.id for known in field.columns]
        if column is not None and column not in columns:
            raise self._wrong(
                f"{field.id!r} has no column {column!r}{nearest(column, columns)}; it has {', '.join(columns)}"
            )
        if row is None:
            bracket = self._sign() == "["
            said = "the row must be letters and digits, or quoted" if bracket else f"{field.id!r} is a table"
            raise self._wrong(f"{said}; name one cell of it: {field.id}.{column or columns[-1]}[row]")
        if column is None and len(columns) != 2:
            raise self._wrong(f"{field.id!r} has several columns; name one: {field.id}.{columns[-1]}[{row}]")
        return Operand(field.id, column or columns[1], self._row_asked(field, row))

    def _cell_of_column(self, column: str, row: re.Match[str]) -> Operand:
        holders = self._columns[column]
        if len(holders) > 1:
            tables = ", ".join(repr(field.id) for field in holders)
            raise self._wrong(f"the column {column!r} is in {tables}; say which")
        return Operand(holders[0].id, column, self._row_asked(holders[0], self._row(row)))

    def _row_asked(self, field: Field, row: str) -> str:
        """The heading that ``latest`` stands for; itself where the years are known only in a case."""
        said = _LATEST.fullmatch(row)
        if said is None or row in field.rows:
            return row
        back, known = int(said[1] or 0), field.years or len(field.rows)
        if not known:
            raise self._wrong(f"[{row}] needs {field.id!r} to have years or rows")
        if back >= known:
            raise self._wrong(f"[{row}] is before the first of the {known} rows of {field.id!r}")
        return field.rows[-1 - back] if field.rows else row

    def _row(self, found: re.Match[str]) -> str:
        self._at = found.end()
        return next(group for group in found.groups() if group is not None).strip()

    def _wrong(self, what: str) -> FormulaInvalid:
        return FormulaInvalid(f"formula {self._formula!r}: {what}")


def _longest(word: str, known: Mapping[str, object] | Sequence[str]) -> str | None:
    """The longest known id that ``word`` begins with and that ends where a dot, a hyphen or the word does."""
    ends = (end for end in range(len(word), 0, -1) if end == len(word) or word[end] in ".-")
    return next((word[:end] for end in ends if word[:end] in known), None)
