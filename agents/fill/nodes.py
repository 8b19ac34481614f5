"""The steps of one field: plain functions from state to update. Every one may run twice; none has an effect outside.

What a node needs besides the state is the Desk, handed in as LangGraph's run context.
"""

import asyncio
import hashlib
import time
from typing import Any, Literal

from langgraph.runtime import Runtime

from agents.fill.desk import Desk
from agents.fill.endings import accepted, given_up
from agents.fill.judge import judge_scalars
from agents.fill.state import FillState, Judgement, Progress
from agents.fill.tables import judge_rows
from agents.steps import Answer, Decision, NotFound, Observation, ToolCall, Turn
from agents.tools.toolbox import Look
from evidence.fields import FieldType
from evidence.findings import PartialEvidence

_CHARACTERS_PER_TOKEN = 3
"""A low estimate for Cyrillic and a high one for English; the limit on tokens is a fuse, not a meter."""
_PROMPT_TOKENS = 400
_PARTIAL = 6
"""Pieces of partial evidence kept."""
_RECALLED_LABELS = 4
_LABELLED_LINES = 8

Update = dict[str, Any]


async def recall(state: FillState, runtime: Runtime[Desk]) -> Update:
    """Look the question up before the first decision, so that most fields need no tool call of the reader's own."""
    desk = runtime.context
    progress = Progress()
    if desk.limits.recall:
        progress = await asyncio.to_thread(_recalled, desk, progress)
    return {"progress": progress}


def _recalled(desk: Desk, progress: Progress) -> Progress:
    tools = desk.shelf.tools
    whole = tools.whole_case(desk.limits.whole, set_aside=desk.set_aside)
    if whole is not None:
        return desk.take(progress, whole)
    if "rag.query" in tools.names:
        words = " · ".join((desk.field.question, *desk.field.labels[:_RECALLED_LABELS]))[:400]
        call = ToolCall(tool="rag.query", arguments={"q": words, "k": desk.limits.recall})
        progress = desk.take(progress, tools.look(call, first_line=progress.next_line, set_aside=desk.set_aside))
    return _with_labelled_lines(desk, progress)


def _with_labelled_lines(desk: Desk, progress: Progress) -> Progress:
    """Lines that carry a label of the field and were not among the passages: a second way in, by layout instead of meaning."""
    shown = {(line.document, line.page, line.span) for seen in desk.observations(progress) for line in seen.lines}
    places = [
        place
        for candidate in desk.shelf.notes.candidates(desk.field)
        if candidate.document not in desk.set_aside
        and (desk.zones is None or desk.zones.at(candidate.document, candidate.page, candidate.value_span) is None)
        for place in desk.shelf.tools.places_over(candidate.document, candidate.page, candidate.evidence_span)
        if place not in shown
    ]
    places = list(dict.fromkeys(places))[:_LABELLED_LINES]
    if not places:
        return progress
    lines = desk.shelf.tools.lines_at(places, first_line=progress.next_line)
    note = "more lines that carry a label of this field"
    observation = Observation(
        tool="labels", arguments={"labels": list(desk.field.labels[:_RECALLED_LABELS])}, lines=lines, note=note
    )
    pages = frozenset((line.document, line.page) for line in lines)
    return desk.take(progress, Look(observation, pages=pages))


async def think(state: FillState, runtime: Runtime[Desk]) -> Update:
    """One decision of the reader, within the field's limits. Raises what the reader raises when it cannot be asked."""
    desk = runtime.context
    progress = state["progress"]
    stop = _limit_reached(progress, desk)
    if stop is not None:
        return {"decision": NotFound(reason=stop)}
    turn = _turn(desk, progress) if desk.remembers(progress) else await asyncio.to_thread(_turn, desk, progress)
    began = time.monotonic()
    left = desk.limits.seconds - progress.seconds
    try:
        async with asyncio.timeout(left):
            decision = await desk.shelf.reader.decide(turn)
    except TimeoutError:
        decision = NotFound(reason=desk.wording.say("out_of_time", seconds=desk.limits.seconds))
    progress = progress.model_copy(
        update={
            "steps": progress.steps + 1,
            "seconds": progress.seconds + time.monotonic() - began,
            "tokens": progress.tokens + _tokens(turn, decision),
        }
    )
    return {"progress": progress, "decision": decision}


async def act(state: FillState, runtime: Runtime[Desk]) -> Update:
    """Run the tool that the reader asked for; the same call a second time is answered by a reminder."""
    desk = runtime.context
    call = state["decision"]
    assert isinstance(call, ToolCall)
    return {"progress": await asyncio.to_thread(_act, desk, state["progress"], call)}


def _act(desk: Desk, progress: Progress, call: ToolCall) -> Progress:
    earlier = next(
        (seen for seen in progress.seen if seen.tool == call.tool and seen.arguments == call.arguments), None
    )
    if earlier is None:
        look = desk.shelf.tools.look(call, first_line=progress.next_line, set_aside=desk.set_aside)
        return desk.take(progress, look)
    shown = (
        f"lines {earlier.first_line} to {earlier.first_line + earlier.line_count - 1}" if earlier.runs else "nothing"
    )
    note = f"this call was made before and showed {shown}; try other words or another tool, answer, or say not found"
    return desk.take(progress, Look(Observation(tool=call.tool, arguments=call.arguments, note=note)))


async def verify(state: FillState, runtime: Runtime[Desk]) -> Update:
    """Resolve every claim to a place on a page and judge it there."""
    answer = state["decision"]
    assert isinstance(answer, Answer)
    update = await asyncio.to_thread(_verify, runtime.context, state["progress"], answer)
    judgement, best = update["judgement"], state.get("best")
    is_better = best is None or not judgement.refusals or judgement.standing >= best.standing
    return {**update, "best": judgement if is_better else best}


def _verify(desk: Desk, progress: Progress, answer: Answer) -> Update:
    bench = desk.bench(progress)
    digest = hashlib.sha256(answer.model_dump_json(exclude={"search"}).encode()).hexdigest()[:16]
    repeated = digest == progress.last_answer
    if desk.field.type is FieldType.TABLE:
        judgement = judge_rows(answer, bench)
    else:
        judgement = judge_scalars(answer, bench, repeated=repeated)
    # the analyst sees what the last answer pointed at; an older answer's evidence is dropped with its reason
    partial = tuple(
        PartialEvidence(citation=citation, why_not=refusal.why)
        for refusal in judgement.refusals
        for citation in refusal.citations
    )
    whys = dict.fromkeys(refusal.why for refusal in judgement.refusals if refusal.why)
    progress = progress.model_copy(
        update={
            "partial": (*partial, *progress.partial)[:_PARTIAL],
            "searched": _with_reader_proof(progress, answer),
            "last_answer": digest,
            "last_why": " ".join(list(whys)[:2]) or progress.last_why,
            # the same answer again will not improve: no more feedback
            "rejections": desk.limits.feedback if repeated and judgement.refusals else progress.rejections,
        }
    )
    return {"progress": progress, "judgement": judgement}


async def feed_back(state: FillState, runtime: Runtime[Desk]) -> Update:
    """Tell the reader what did not stand, with what the page really says."""
    progress, judgement = state["progress"], state["judgement"]
    said = tuple(
        f"{refusal.cell}: {refusal.feedback}" if refusal.cell else refusal.feedback for refusal in judgement.refusals
    )
    if not judgement.refusals:
        said = ("the answer holds no value; give one with its lines, or say not found",)
    return {
        "progress": progress.model_copy(
            update={"feedback": (*progress.feedback, *said)[-4:], "rejections": progress.rejections + 1}
        )
    }


async def accept(state: FillState, runtime: Runtime[Desk]) -> Update:
    """Compare with the other documents and write the finding: found, or in conflict."""
    finding = await asyncio.to_thread(accepted, runtime.context, state["progress"], state["best"])
    return {"finding": finding}


async def give_up(state: FillState, runtime: Runtime[Desk]) -> Update:
    """Write the finding that says why not, with what looked promising and what was searched."""
    finding = await asyncio.to_thread(given_up, runtime.context, state["progress"], state["decision"])
    return {"finding": finding}


def after_think(state: FillState) -> Literal["act", "verify", "accept", "give_up"]:
    match state["decision"]:
        case ToolCall():
            return "act"
        case Answer():
            return "verify"
        case _:
            return _end(state)


def after_verify(state: FillState, runtime: Runtime[Desk]) -> Literal["accept", "feed_back", "give_up"]:
    judgement, progress, desk = state["judgement"], state["progress"], runtime.context
    if judgement.holds and (not judgement.refusals or _is_scalar_settled(judgement, desk)):
        return "accept"
    may_try_again = progress.rejections < desk.limits.feedback and progress.steps < desk.limits.steps
    return "feed_back" if may_try_again else _end(state)


def _end(state: FillState) -> Literal["accept", "give_up"]:
    """Items of a list or table that stood are kept, whatever became of the rest."""
    best = state.get("best")
    return "accept" if best is not None and best.holds else "give_up"


def _is_scalar_settled(judgement: Judgement, desk: Desk) -> bool:
    """One standing value answers a single-valued field; refused rivals need no second try."""
    return desk.field.type is not FieldType.TABLE and not desk.field.list and bool(judgement.values)


def _turn(desk: Desk, progress: Progress) -> Turn:
    return Turn(
        field=desk.field,
        subject=desk.subject.words,
        observations=desk.observations(progress),
        feedback=progress.feedback,
        tools=desk.shelf.tools.names,
        steps_left=desk.limits.steps - progress.steps,
        set_aside=desk.set_aside,
        zones=desk.zones,
        people=desk.people,
        hint=desk.hint,
    )


def _limit_reached(progress: Progress, desk: Desk) -> str | None:
    limits = desk.limits
    if progress.steps >= limits.steps:
        return desk.wording.say("out_of_steps", steps=limits.steps)
    if progress.seconds >= limits.seconds:
        return desk.wording.say("out_of_time", seconds=limits.seconds)
    if progress.tokens >= limits.tokens:
        return desk.wording.say("out_of_tokens", tokens=limits.tokens)
    return None


def _tokens(turn: Turn, decision: Decision) -> int:
    shown = sum(len(line.text) + len(line.context) for observation in turn.observations for line in observation.lines)
    shown += sum(len(observation.note or "") for observation in turn.observations) + sum(map(len, turn.feedback))
    return _PROMPT_TOKENS + (shown + len(decision.model_dump_json())) // _CHARACTERS_PER_TOKEN


def _with_reader_proof(progress: Progress, decision: Answer | NotFound) -> Any:
    if decision.search is None:
        return progress.searched
    return progress.searched.model_copy(update={"by_reader": decision.search})
