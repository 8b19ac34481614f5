"""The one constrained shape a model answers in, and how its answer becomes a Decision.

``found`` stands before ``ids`` and ``ids`` before the value: asked in this order a small model quotes real lines more
often and abstains more often. The model never writes a quote; it names numbered lines.
"""

from typing import Any

from agents.steps import Answer, Claim, Decision, LinePointer, NotFound, RowClaim, ToolCall, Turn
from evidence.fields import Field, FieldType
from evidence.reasons import because

LONGEST_VALUE = 240
"""Characters; with the rest of the answer they fit into the tokens that a scalar may take."""
LONGEST_TEXT = 600
"""Of a long text."""
MOST_LINES = 6
MOST_ITEMS = 40
NO_TOOL = "none"

ARGUMENTS = {"rag.query": "q", "fs.grep": "pattern", "bash.run": "cmd"}
"""The argument that the free text of a tool call stands for."""

_TEXT = {"argument": {"type": "string", "maxLength": 300}}
_FILE = {"file": {"type": "string", "maxLength": 200}}
_CALLS: dict[str, dict[str, Any]] = {
    "fs.list": {},
    "fs.read_page": _FILE | {"page": {"type": "integer"}},
    "fs.grep": _FILE | _TEXT,
}
"""What a call of the tool asks for; any other tool takes one text."""


def shape_of(field: Field, *, tools: tuple[str, ...]) -> dict[str, Any]:
    """JSON schema for one step on a field: an answer, or a call of one of the tools, or neither (not found).

    One alternative for each: output tokens are the dearest part of a step, and none goes into keys that stay empty.
    """
    longest = LONGEST_TEXT if field.type is FieldType.LONG_TEXT else LONGEST_VALUE
    answer = _table(field) if field.type is FieldType.TABLE else _list() if field.list else _claim(longest)
    alternatives = [_object({"found": {"const": True}} | answer)]
    for name in (*tools, NO_TOOL):
        arguments = {} if name == NO_TOOL else _CALLS.get(name, _TEXT)
        alternatives.append(_object({"found": {"const": False}, "tool": {"const": name}} | arguments))
    return {"type": "object", "anyOf": alternatives}


def _claim(longest: int = LONGEST_VALUE) -> dict[str, Any]:
    return {
        "ids": {"type": "array", "items": {"type": "integer"}, "minItems": 1, "maxItems": MOST_LINES},
        "value": {"type": "string", "maxLength": longest},
    }


def _object(properties: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}


def _list() -> dict[str, Any]:
    return {"items": {"type": "array", "items": _object(_claim()), "minItems": 1, "maxItems": MOST_ITEMS}}


def _table(field: Field) -> dict[str, Any]:
    cell = _claim()
    del cell["ids"]["minItems"]  # a cell may be empty
    cells = {column.id: _object(cell) for column in field.columns}
    return {"rows": {"type": "array", "items": _object(cells), "minItems": 1, "maxItems": MOST_ITEMS}}


def decision_of(data: dict[str, Any], turn: Turn) -> Decision:
    """Read a model's answer as a step. Whatever it claims is checked later; here it only has to be readable."""
    if data.get("found"):
        answer = _answer(data, turn.field)
        if answer is not None:
            return answer
        if data.get("tool", NO_TOOL) == NO_TOOL:
            why = "the model said it found the value and pointed at no line"
            return NotFound(reason=because("model_pointed_nowhere", why))
    tool = data.get("tool", NO_TOOL)
    if tool in turn.tools and turn.steps_left > 1:
        return ToolCall(tool=tool, arguments=_arguments(tool, data))
    why = "the model read what was found and says that the documents do not give it"
    return NotFound(reason=because("model_found_nothing", why))


def _answer(data: dict[str, Any], field: Field) -> Answer | None:
    if field.type is FieldType.TABLE:
        rows = []
        for row in data.get("rows", ()):
            cells = {column.id: _as_claim(row.get(column.id, {})) for column in field.columns}
            if any(cells.values()):
                rows.append(RowClaim(cells=cells))
        return Answer(rows=tuple(rows)) if rows else None
    given = data.get("items", ()) if field.list else (data,)
    claims = tuple(claim for claim in map(_as_claim, given) if claim is not None)
    return Answer(claims=claims) if claims else None


def _as_claim(data: dict[str, Any]) -> Claim | None:
    value = str(data.get("value", "")).strip()
    ids = tuple(dict.fromkeys(number for number in data.get("ids", ()) if isinstance(number, int)))
    if not value or not ids:
        return None
    return Claim(value=value, evidence=tuple(LinePointer(id=number) for number in ids))


def _arguments(tool: str, data: dict[str, Any]) -> dict[str, Any]:
    text = str(data.get("argument", "")).strip()
    if tool == "fs.read_page":
        return {"file": str(data.get("file", "") or text), "page": data.get("page", 1)}
    if tool == "fs.grep":
        return {"file": str(data.get("file", "")) or "*", "pattern": text}
    if tool in ARGUMENTS:
        return {ARGUMENTS[tool]: text}
    return {}
