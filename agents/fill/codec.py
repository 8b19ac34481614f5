"""How graph state is written into checkpoints, and read back strictly.

LangGraph's default serializer imports and calls what a checkpoint row names. Here nothing in a row names code: our
state types are stored as JSON under a fixed name and validated when read; everything else goes through LangGraph's
serializer with no type allowed beyond its safe built-ins. Import this only after ``lock_down_langgraph``.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer
from pydantic import ValidationError

from agents.fill.assemble_state import Assembly, Reviewed, Written
from agents.fill.state import Judgement, Progress
from agents.steps import Answer, NotFound, ToolCall
from evidence.errors import NotKept
from evidence.findings import Finding
from evidence.frozen import Frozen

KEPT_TYPES: Mapping[str, type[Frozen]] = {
    "progress": Progress,
    "tool_call": ToolCall,
    "answer": Answer,
    "not_found": NotFound,
    "judgement": Judgement,
    "finding": Finding,
    "assembly": Assembly,
    "reviewed": Reviewed,
    "written": Written,
}
"""Name in the checkpoint -> type. The whole allow-list; a moved class keeps its name here."""

_NAMES = {kept: name for name, kept in KEPT_TYPES.items()}
_TAG = "lastro.kept"


class CheckpointCodec(JsonPlusSerializer):
    """Values of KEPT_TYPES may stand anywhere inside dicts, lists and tuples."""

    def __init__(self) -> None:
        # None = only the safe built-ins (dates, decimals, LangGraph's own control types)
        super().__init__(pickle_fallback=False, allowed_json_modules=None, allowed_msgpack_modules=None)

    def with_msgpack_allowlist(self, extra_allowlist: Iterable[tuple[str, ...] | type]) -> "CheckpointCodec":
        """LangGraph would allow the types of the state schema; none of them is ever named in our rows."""
        return self

    def dumps_typed(self, obj: Any) -> tuple[str, bytes]:
        return super().dumps_typed(_put_away(obj))

    def loads_typed(self, data: tuple[str, bytes]) -> Any:
        return _take_out(super().loads_typed(data))


def _put_away(value: Any) -> Any:
    kept = _NAMES.get(type(value))
    if kept is not None:
        return {_TAG: kept, "json": value.model_dump_json()}
    if isinstance(value, Frozen):
        raise TypeError(f"{type(value).__name__} is not in KEPT_TYPES; state may hold only those")
    if type(value) is dict:
        return {key: _put_away(held) for key, held in value.items()}
    if type(value) in (list, tuple):
        return type(value)(_put_away(held) for held in value)
    return value


def _take_out(value: Any) -> Any:
    if type(value) is dict:
        if _TAG in value:
            return _revive(value)
        return {key: _take_out(held) for key, held in value.items()}
    if type(value) in (list, tuple):
        return type(value)(_take_out(held) for held in value)
    return value


def _revive(tagged: dict[str, Any]) -> Frozen:
    kept = KEPT_TYPES.get(tagged[_TAG]) if isinstance(tagged[_TAG], str) else None
    if kept is None:
        raise NotKept(f"the checkpoint holds an unknown kind of value, {tagged[_TAG]!r}; start the run anew")
    try:
        return kept.model_validate_json(tagged["json"])
    except (ValidationError, KeyError, TypeError) as problem:
        raise NotKept(
            f"the checkpoint holds a {tagged[_TAG]!r} that this version cannot read; start the run anew"
        ) from problem
