"""Formulas over field ids: ``+ - * /``, brackets, numbers, and cells of tables. ``ast`` parses, nothing is executed.

A cell is ``revenue[2023]``, ``balance.revenue[2023]`` or ``balance[2023].revenue``; a row key with other signs is
quoted: ``balance["31.12.2023"].revenue``. Field ids may hold dots and hyphens.
"""

import ast
import re
from collections.abc import Iterator
from decimal import Decimal
from typing import NamedTuple

from evidence.errors import TemplateInvalid
from evidence.fields import Field, FieldType, ReportTemplate

_LONGEST = 500
_DEEPEST = 40


class FormulaInvalid(TemplateInvalid):
    code = "formula_invalid"


class Operand(NamedTuple):
    """A scalar field, or one cell of a table field."""

    field: str
    column: str | None = None
    row: str | None = None

    @property
    def written(self) -> str:
        if self.row is None:
            return self.field
        return f"{self.field}.{self.column}[{self.row}]" if self.column else f"{self.field}[{self.row}]"


class Number(NamedTuple):
    value: Decimal


class Operation(NamedTuple):
    sign: str
    """``+ - * /``; ``neg`` has only ``right``."""
    left: "Node | None"
    right: "Node"


Node = Operand | Number | Operation

_SIGNS: dict[type[ast.operator], str] = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/"}


def parse_formula(formula: str, template: ReportTemplate) -> Node:
    """Raises FormulaInvalid with what is wrong and where."""
    if len(formula) > _LONGEST:
        raise FormulaInvalid(f"the formula has {len(formula)} characters; {_LONGEST} are allowed")
    disguised, names = _disguise(formula, template)
    try:
        tree = ast.parse(disguised, mode="eval")
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise FormulaInvalid(
            f"the formula {formula!r} cannot be read; use + - * / ( ), numbers and field ids"
        ) from None
    return _Reader(formula, template, names).node(tree.body, depth=0)


def operands_of(node: Node) -> Iterator[Operand]:
    match node:
        case Operand():
            yield node
        case Operation(left=left, right=right):
            if left is not None:
                yield from operands_of(left)
            yield from operands_of(right)


def names_in(formula: str, template: ReportTemplate) -> tuple[str, ...]:
    """Ids of the fields that the formula needs, in order of mention."""
    return tuple(dict.fromkeys(operand.field for operand in operands_of(parse_formula(formula, template))))


def _disguise(formula: str, template: ReportTemplate) -> tuple[str, dict[str, str]]:
    """Python has no names with hyphens or dots: such field ids become ``__0__`` before parsing."""
    odd = sorted((field.id for field in template.fields if not field.id.isidentifier()), key=len, reverse=True)
    names: dict[str, str] = {}
    for number, field_id in enumerate(odd):
        stand_in = f"__{number}__"
        replaced = re.sub(rf"(?<![\w.\"'-]){re.escape(field_id)}(?![\w\"'-])", stand_in, formula)
        if replaced != formula:
            formula, names[stand_in] = replaced, field_id
    return formula.strip(), names


class _Reader:
    def __init__(self, formula: str, template: ReportTemplate, names: dict[str, str]) -> None:
        self._formula = formula
        self._fields = {field.id: field for field in template.fields}
        self._names = names

    def node(self, tree: ast.expr, *, depth: int) -> Node:
        if depth > _DEEPEST:
            raise self._wrong("nested too deeply")
        match tree:
            case ast.BinOp(left=left, op=op, right=right) if type(op) in _SIGNS:
                return Operation(_SIGNS[type(op)], self.node(left, depth=depth + 1), self.node(right, depth=depth + 1))
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return Operation("neg", None, self.node(operand, depth=depth + 1))
            case ast.UnaryOp(op=ast.UAdd(), operand=operand):
                return self.node(operand, depth=depth + 1)
            case ast.Constant(value=int() | float() as number) if not isinstance(number, bool):
                return Number(Decimal(repr(number)))
            case _:
                return self._operand(tree)

    def _operand(self, tree: ast.expr) -> Operand:
        match tree:
            case ast.Name(id=name):
                return self._scalar(self._names.get(name, name))
            case ast.Subscript(value=value, slice=key):
                path = self._path(value)
                if path in self._fields:
                    return self._cell(path, None, self._key(key))
                field, _, column = path.rpartition(".")
                if field:
                    return self._cell(field, column, self._key(key))
                return self._cell_of_column(path, self._key(key))
            case ast.Attribute(value=ast.Subscript(value=value, slice=key), attr=column):
                return self._cell(self._path(value), column, self._key(key))
            case ast.Attribute():
                return self._scalar(self._path(tree))
        raise self._wrong(f"{ast.unparse(tree)!r} is not allowed; use + - * / ( ), numbers and field ids")

    def _path(self, tree: ast.expr) -> str:
        match tree:
            case ast.Name(id=name):
                return self._names.get(name, name)
            case ast.Attribute(value=value, attr=attr):
                return f"{self._path(value)}.{attr}"
        raise self._wrong(f"{ast.unparse(tree)!r} is not a field id")

    def _key(self, tree: ast.expr) -> str:
        match tree:
            case ast.Constant(value=int() | str() as key) if not isinstance(key, bool):
                return str(key)
            case ast.Name(id=name):
                return self._names.get(name, name)
        raise self._wrong(f"the row {ast.unparse(tree)!r} must be a number, a word or quoted")

    def _scalar(self, field_id: str) -> Operand:
        field = self._known(field_id)
        if field.type is FieldType.TABLE:
            raise self._wrong(f"{field_id!r} is a table; name a cell: {field_id}.{field.columns[-1].id}[row]")
        if field.list:
            raise self._wrong(f"{field_id!r} is a list; a formula needs single values")
        return Operand(field_id)

    def _cell(self, field_id: str, column: str | None, row: str) -> Operand:
        field = self._known(field_id)
        if field.type is not FieldType.TABLE:
            raise self._wrong(f"{field_id!r} is not a table; leave out [{row}]")
        if column is None:
            if len(field.columns) != 2:
                raise self._wrong(
                    f"{field_id!r} has several columns; name one: {field_id}.{field.columns[-1].id}[{row}]"
                )
            column = field.columns[1].id
        if column not in {known.id for known in field.columns}:
            raise self._wrong(f"{field_id!r} has no column {column!r}; it has {', '.join(c.id for c in field.columns)}")
        return Operand(field_id, column, row)

    def _cell_of_column(self, column: str, row: str) -> Operand:
        holders = [field for field in self._fields.values() if any(known.id == column for known in field.columns)]
        if len(holders) == 1:
            return Operand(holders[0].id, column, row)
        if holders:
            raise self._wrong(
                f"the column {column!r} is in {' and '.join(repr(field.id) for field in holders)}; say which"
            )
        raise self._wrong(f"there is no field or column {column!r}")

    def _known(self, field_id: str) -> Field:
        if field_id not in self._fields:
            raise self._wrong(f"there is no field {field_id!r}")
        return self._fields[field_id]

    def _wrong(self, what: str) -> FormulaInvalid:
        return FormulaInvalid(f"formula {self._formula!r}: {what}")
