"""A served model as a Reader: numbered lines in, one step out."""

import structlog

from agents.llm.openai import ContextOverflow
from agents.llm.port import ChatModel, Message, ModelReply, ModelRequest
from agents.llm.prompts import read_prompt
from agents.llm.relevance import is_about
from agents.llm.shapes import decision_of, shape_of
from agents.steps import WHOLE_CASE, Answer, Decision, Line, LinePointer, NotFound, Observation, Turn
from agents.tools.catalogue import describe_tools
from evidence.fields import Field, FieldType
from evidence.folding import fold
from evidence.reasons import Reason, because

_log = structlog.get_logger()

_PROMPT = "read_field"
_MOST_PAPERS = 6
_REPAIRS = 1
"""How often a malformed answer is asked for again."""
_SCALAR_TOKENS = 240
"""Cyrillic takes a token for every two letters with some models."""
_LIST_TOKENS = 1200


class ModelReader:
    def __init__(self, model: ChatModel, *, max_output_tokens: int = 512) -> None:
        self._model = model
        self._most = max_output_tokens
        self._prompt = read_prompt(_PROMPT)

    @property
    def name(self) -> str:
        return self._model.name

    @property
    def prompt(self) -> str:
        return self._prompt.label

    async def decide(self, turn: Turn) -> Decision:
        reply = await self._ask(turn)
        if reply.data is None:
            fault = reply.fault or because("answer_empty", "the answer was empty")
            unusable = because("model_unusable", "the model's answer could not be used: {fault}", fault=fault)
            return NotFound(reason=unusable)
        decision = decision_of(reply.data, turn)
        if (
            isinstance(decision, Answer)
            and not self._bears_on(decision, turn)
            and not await self._confirms(decision, turn)
        ):
            why = "the model gave a value whose lines do not speak of what was asked, and did not stand by it"
            return NotFound(reason=because("model_withdrew", why), partial=decision.claims)
        return decision

    async def _ask(self, turn: Turn) -> ModelReply:
        fault: Reason | None = None
        reply = ModelReply(data=None)
        for _ in range(1 + _REPAIRS):
            request = self._request(turn, fault=fault)
            try:
                reply = await self._model.complete(request)
            except ContextOverflow:
                request = self._request(turn, fault=fault, share=0.5)
                reply = await self._model.complete(request)
            if reply.data is not None:
                return reply
            fault = reply.fault
            # its code, never its words: they quote the answer
            _log.info("unusable_answer", field=turn.field.id, fault="none" if fault is None else fault.code)
        return reply

    def _request(self, turn: Turn, *, fault: Reason | None, share: float = 1.0) -> ModelRequest:
        all_shown = any(observation.tool == WHOLE_CASE for observation in turn.observations)
        tools = () if all_shown else turn.tools
        system = self._prompt.text.replace("{tools}", describe_tools(tools) or "none")
        question = _question(turn, fault=fault)
        many = turn.field.list or turn.field.type in (FieldType.TABLE, FieldType.LONG_TEXT)
        most = min(_LIST_TOKENS if many else _SCALAR_TOKENS, max(self._most, _SCALAR_TOKENS))
        room = self._model.context_tokens - most - self._model.count(system) - self._model.count(question)
        lines = _evidence(turn.observations, room=int(room * share), model=self._model)
        return ModelRequest(
            messages=(
                Message(role="system", content=system),
                Message(role="user", content=f"{lines}\n\n{question}"),
            ),
            schema_name="step",
            shape=shape_of(turn.field, tools=tools if turn.steps_left > 1 else ()),
            max_tokens=most,
        )

    def _bears_on(self, answer: Answer, turn: Turn) -> bool:
        """Whether words of the question or a label stand in or beside the cited lines. Rows are judged by the tables."""
        lines = _lines_by_id(turn.observations)
        for claim in answer.claims:
            cited = [lines[p.id] for p in claim.evidence if isinstance(p, LinePointer) and p.id in lines]
            around = [lines[line.id + step] for line in cited for step in (-1, 1) if line.id + step in lines]
            if not is_about(turn.field, cited=cited, around=around):
                return False
        return True

    async def _confirms(self, answer: Answer, turn: Turn) -> bool:
        """A second question, the other way round: does this line state that? Asked without the first answer in sight."""
        lines = _lines_by_id(turn.observations)
        ids = [p.id for claim in answer.claims for p in claim.evidence if isinstance(p, LinePointer) and p.id in lines]
        shown = "\n".join(_shown(lines[number]) for number in dict.fromkeys(ids))
        if not shown:
            return False
        question = (
            f"{shown}\n\nQuestion: {turn.field.question}\n"
            "Do these lines state the answer? First name the words of the lines that say what the value is."
        )
        shape = {
            "type": "object",
            "properties": {
                "words": {"type": "string", "maxLength": 200},
                "states_it": {"type": "string", "enum": ["no", "yes"]},
            },
            "required": ["words", "states_it"],
            "additionalProperties": False,
        }
        reply = await self._model.complete(
            ModelRequest(
                messages=(Message(role="user", content=question),), schema_name="confirm", shape=shape, max_tokens=120
            )
        )
        if reply.data is None or reply.data["states_it"] != "yes":
            return False
        words = fold(str(reply.data["words"])).key.casefold().strip()
        return bool(words) and words in fold(shown).key.casefold()


def _lines_by_id(observations: tuple[Observation, ...]) -> dict[int, Line]:
    return {line.id: line for observation in observations for line in observation.lines}


def _shown(line: Line, *, with_context: bool = True) -> str:
    text = line.text.replace("\n", " ").replace("\t", " | ")
    return f"[{line.id}] " + (f"({line.context}) " if with_context and line.context else "") + text


def _evidence(observations: tuple[Observation, ...], *, room: int, model: ChatModel) -> str:
    """The newest observations that fit; what is left out is said."""
    parts: list[str] = []
    left = room
    cut = False
    for observation in reversed(observations):
        block = _block(observation)
        cost = model.count(block)
        if cost > left:
            block = _shortened(observation, left, model)
            cut = True
        if block:
            parts.append(block)
            left -= model.count(block)
        if cut:
            break
    shown = "\n\n".join(reversed(parts)) or "(nothing has been read yet)"
    return shown + ("\n(some lines were left out for want of room)" if cut else "")


def _block(observation: Observation) -> str:
    """Files, pages and headings stand once above the lines they belong to."""
    arguments = "".join(f" {name}={value!r}" for name, value in observation.arguments.items())
    lines = [f"<lines tool={observation.tool!r}{arguments}>"]
    place = context = ""
    for line in observation.lines:
        here = f"-- {line.file}, page {line.page}"
        if here != place:
            lines.append(here)
            place, context = here, ""
        if line.context != context:
            lines.append(f"under: {line.context}" if line.context else "under: -")
            context = line.context
        lines.append(_shown(line, with_context=False))
    if observation.note:
        lines.append(f"note: {observation.note}")
    lines.append("</lines>")
    return "\n".join(lines)


def _shortened(observation: Observation, room: int, model: ChatModel) -> str:
    kept: list[Line] = []
    left = room - model.count(_block(observation.model_copy(update={"lines": ()})))
    for line in observation.lines:
        left -= model.count(_shown(line)) + 4
        if left < 0:
            break
        kept.append(line)
    return _block(observation.model_copy(update={"lines": tuple(kept)})) if kept else ""


def _question(turn: Turn, *, fault: Reason | None) -> str:
    field = turn.field
    parts = [f"Subject of the case: {turn.subject}"] if turn.subject else []
    parts.append(f"Field: {field.title}")
    parts.append(f"Question: {field.question}")
    parts.append(f"Kind of answer: {_kind(field)}")
    if field.labels:
        parts.append("Documents may call it: " + "; ".join(field.labels[:8]))
    if field.stop_labels:
        parts.append("Not to be mistaken for: " + "; ".join(field.stop_labels[:8]))
    if field.papers:
        parts.append("Take it only from papers that speak of: " + "; ".join(field.papers[:_MOST_PAPERS]))
    if turn.people:
        parts.append("It must belong to: " + ", ".join(turn.people))
    parts += [f"Hint: {hint}" for hint in field.hints]
    if turn.hint:
        parts.append(f"Hint from the analyst: {turn.hint}")
    parts += [f"An earlier answer did not hold: {said}" for said in turn.feedback]
    if fault:
        parts.append(f"Your last reply could not be used: {fault}")
    parts.append(f"Steps left: {turn.steps_left}")
    return "\n".join(parts)


def _kind(field: Field) -> str:
    kind = field.type.value
    if field.type is FieldType.CHOICE:
        kind = "one of: " + ", ".join(choice.id for choice in field.choices)
    if field.type is FieldType.TABLE:
        columns = ", ".join(f"{column.id} ({column.title}, {column.type})" for column in field.columns)
        kind = f"rows with columns {columns}" + (f"; rows wanted: {', '.join(field.rows)}" if field.rows else "")
    return f"list of {kind}" if field.list else kind
