"""Computed fields: the sum is done here, in decimals, from cited values; the result carries all their citations.

An operand that a person states without a document is used like any other, and the result says so. From such operands alone
nothing is computed: the result would have no source, so it waits for a person, who is told what the sum comes to.
"""

from collections.abc import Mapping, Sequence
from decimal import ROUND_HALF_UP, Context, Decimal, InvalidOperation
from typing import NamedTuple

from agents.fill.ledger import Ledger
from agents.fill.wording import Wording
from evidence.citations import Citation
from evidence.fields import Field, FieldType, ReportTemplate
from evidence.findings import (
    Computation,
    Finding,
    FoundValue,
    PartialEvidence,
    Producer,
    ReviewState,
    Status,
    TypedValue,
)
from evidence.formula import FormulaInvalid, Node, Number, Operand, Operation, evaluate, operands_of, parse_formula
from evidence.reviews import OwnStatement

_PLACES = 2
_MOST_PLACES = 8
_EXACT = Context(prec=50)
_UNNAMED = "?"
"""Currency of an amount whose document names none."""
_Cell = FoundValue | TypedValue
"""With a quote, or stated by a person."""
_Cells = Mapping[str, _Cell | None]


class _CannotCompute(Exception):
    """Inside this module only; becomes the finding's reason."""


class _Measure(NamedTuple):
    """What a part of the formula is called and counted in."""

    unit: str | None
    name: str
    is_literal: bool = False


class _Used(NamedTuple):
    value: Decimal
    measure: _Measure
    citations: tuple[Citation, ...]
    cautions: tuple[str, ...]
    is_stated: bool = False
    """A person says so, and no document is cited."""


def compute_field(
    field: Field,
    *,
    template: ReportTemplate,
    findings: Mapping[str, Finding],
    producer: Producer,
    wording: Wording,
    statements: Mapping[str, OwnStatement] | None = None,
) -> Finding:
    """Pure: the same findings give the same result, so it can be done again after a person has edited an operand.
    ``statements``: by field id, what a person states instead of its finding, or beside it in a table."""
    try:
        root = parse_formula(field.formula or "", template.fields)
    except FormulaInvalid as problem:
        return _not_found(field, producer, wording.say("formula_wrong", problem=problem))
    used: dict[str, _Used] = {}
    try:
        for operand in operands_of(root):
            said = (statements or {}).get(operand.field)
            used[operand.written] = _look_up(operand, template, findings.get(operand.field), said, wording)
        measure = _measure(root, used, wording)
        _check_unit(field, measure, wording)
        result = _result(root, used, wording)
        _must_have_a_source(field, result, measure, used=used, wording=wording)
    except _CannotCompute as problem:
        why = str(problem)
        cited = [citation for one in used.values() for citation in one.citations]
        partial = tuple(PartialEvidence(citation=citation, why_not=why) for citation in cited)
        return _not_found(field, producer, why, partial)
    return _found(field, result, measure.unit, used=used, producer=producer, wording=wording)


def _found(
    field: Field, result: Decimal, unit: str | None, *, used: Mapping[str, _Used], producer: Producer, wording: Wording
) -> Finding:
    places, rounded = _rounded(result)
    ledger = Ledger()
    citations = ledger.enter(citation for one in used.values() for citation in one.citations)
    value = _value(field, rounded, unit)
    is_exact = rounded == result
    stated = [wording.say("operand_stated", operand=one.measure.name) for one in used.values() if one.is_stated]
    return Finding(
        field=field.id,
        status=Status.FOUND,
        values=(FoundValue(value=value, citations=citations),),
        citations=ledger.citations,
        computation=Computation(
            formula=field.formula or "",
            operands={name: _plain(one.value) for name, one in used.items()},
            rounding=None if is_exact else wording.say("rounded", places=places),
            stated=tuple(name for name, one in used.items() if one.is_stated),
        ),
        cautions=tuple(dict.fromkeys([*stated, *(caution for one in used.values() for caution in one.cautions)])),
        producer=producer,
    )


def _value(field: Field, rounded: Decimal, unit: str | None) -> TypedValue:
    plain = _plain(rounded)
    unit = unit if field.type is FieldType.MONEY and unit != _UNNAMED else None
    return TypedValue(type=field.type, text=plain if unit is None else f"{plain} {unit}", normalised=plain, unit=unit)


def _must_have_a_source(
    field: Field, result: Decimal, measure: _Measure, *, used: Mapping[str, _Used], wording: Wording
) -> None:
    if not any(one.citations for one in used.values()):
        value = _value(field, _rounded(result)[1], measure.unit)
        raise _CannotCompute(wording.say("operands_all_stated", value=value.text))


def _not_found(field: Field, producer: Producer, reason: str, partial: tuple[PartialEvidence, ...] = ()) -> Finding:
    return Finding(field=field.id, status=Status.NOT_FOUND, reason=reason, partial=partial, producer=producer)


def _look_up(
    operand: Operand, template: ReportTemplate, finding: Finding | None, said: OwnStatement | None, wording: Wording
) -> _Used:
    name = _named(operand, template)
    found = _held(operand, template, finding, said, wording)
    typed = _typed(found)
    try:
        value = Decimal(typed.normalised)
    except InvalidOperation:
        raise _CannotCompute(wording.say("operand_not_number", operand=name, value=typed.text)) from None
    if not value.is_finite():
        raise _CannotCompute(wording.say("operand_not_number", operand=name, value=typed.text))
    unit = (typed.unit or _UNNAMED) if typed.type is FieldType.MONEY else None
    if isinstance(found, TypedValue) or finding is None:
        return _Used(value, _Measure(unit, name), (), (), is_stated=True)
    citations = tuple(finding.citations[index] for index in found.citations)
    return _Used(value, _Measure(unit, name), citations, finding.cautions)


def _held(
    operand: Operand, template: ReportTemplate, finding: Finding | None, said: OwnStatement | None, wording: Wording
) -> _Cell:
    name = _named(operand, template)
    if finding is not None and finding.review is ReviewState.REJECTED:
        raise _CannotCompute(wording.say("operand_rejected", operand=name))
    if said is not None:
        rows = said.over(finding.rows if finding is not None else ())
        return said.values[0] if operand.column is None else _cell(operand, template, rows, wording)
    if finding is None or finding.status is Status.NOT_FOUND:
        raise _CannotCompute(wording.say("operand_missing", operand=name))
    if finding.status is Status.CONFLICT:
        raise _CannotCompute(wording.say("operand_conflict", operand=name))
    if finding.status is Status.FAILED:
        raise _CannotCompute(wording.say("operand_failed", operand=name))
    if operand.column is None:
        return finding.values[0]
    return _cell(operand, template, [row.cells for row in finding.rows], wording)


def _cell(operand: Operand, template: ReportTemplate, table: Sequence[_Cells], wording: Wording) -> _Cell:
    key_column = template.field(operand.field).columns[0].id
    name = _named(operand, template)
    rows = [row for row in table if operand.row is not None and _is_row(row, key_column, operand.row)]
    if not rows:
        raise _CannotCompute(wording.say("row_missing", operand=name))
    cells = [cell for row in rows if (cell := row.get(operand.column or "")) is not None]
    if not cells:
        raise _CannotCompute(wording.say("cell_open", operand=name))
    if len({_typed(cell).normalised for cell in cells}) > 1:
        raise _CannotCompute(wording.say("operand_conflict", operand=name))
    return cells[0]


def _typed(cell: _Cell) -> TypedValue:
    return cell.value if isinstance(cell, FoundValue) else cell


def _is_row(row: _Cells, key_column: str, key: str) -> bool:
    cell = row.get(key_column)
    if cell is None:
        return False
    wanted, value = " ".join(key.split()).casefold(), _typed(cell)
    return wanted in {" ".join(text.split()).casefold() for text in (value.text, value.normalised)}


def _named(operand: Operand, template: ReportTemplate) -> str:
    field = template.field(operand.field)
    if operand.column is None:
        return repr(field.title)
    column = next(column.title for column in field.columns if column.id == operand.column)
    return f"{field.title!r} ({column}, {operand.row})"


def _result(root: Node, used: Mapping[str, _Used], wording: Wording) -> Decimal:
    try:
        return evaluate(root, {name: one.value for name, one in used.items()})
    except FormulaInvalid as problem:
        if problem.divisor is None:
            raise _CannotCompute(wording.say("formula_wrong", problem=problem)) from None
        divisor = _measure(problem.divisor, used, wording).name
        raise _CannotCompute(wording.say("division_by_zero", divisor=divisor)) from None


def _measure(node: Node, used: Mapping[str, _Used], wording: Wording) -> _Measure:
    match node:
        case Number(value=value):
            return _Measure(None, _plain(value), is_literal=True)
        case Operand():
            return used[node.written].measure
        case Operation(sign=sign, left=left, right=right):
            second = _measure(right, used, wording)
            if left is None:
                return second._replace(name=f"-{second.name}")
            first = _measure(left, used, wording)
            unit = _unit_of(sign, first, second, wording)
            return _Measure(unit, f"({first.name} {sign} {second.name})", first.is_literal and second.is_literal)


def _unit_of(sign: str, left: _Measure, right: _Measure, wording: Wording) -> str | None:
    """Currencies are carried along: equal ones cancel in a division, different ones never meet. An amount whose document
    names no currency goes with any."""
    apart = _CannotCompute(wording.say("units_differ", left=_with_unit(left), right=_with_unit(right), sign=sign))
    alike = left.unit == right.unit or (left.unit and right.unit and _UNNAMED in (left.unit, right.unit))
    named = next((unit for unit in (left.unit, right.unit) if unit not in (None, _UNNAMED)), left.unit or right.unit)
    if sign in "+-":
        if not alike and not (left.is_literal or right.is_literal):
            raise apart
        return named
    if sign == "*":
        if left.unit and right.unit:
            raise apart
        return named
    if alike:
        return None
    if right.unit is not None:
        raise apart
    return left.unit


def _check_unit(field: Field, result: _Measure, wording: Wording) -> None:
    """A ratio has no currency left; an amount in a field for ratios means that the formula mixes things."""
    if result.unit is not None and field.type in (FieldType.PERCENT,):
        raise _CannotCompute(wording.say("units_differ", left=_with_unit(result), right="%", sign="="))


def _with_unit(measure: _Measure) -> str:
    return f"{measure.name} [{measure.unit}]" if measure.unit else measure.name


def _rounded(value: Decimal) -> tuple[int, Decimal]:
    """To two places; to more where a ratio is so small that nothing would be left of it."""
    places = _PLACES
    while True:
        rounded = value.quantize(Decimal(1).scaleb(-places), rounding=ROUND_HALF_UP, context=_EXACT)
        if rounded or not value or places == _MOST_PLACES:
            return places, rounded
        places += _PLACES


def _plain(value: Decimal) -> str:
    text = f"{value:f}"
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text
