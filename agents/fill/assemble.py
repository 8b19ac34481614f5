"""The graph of a whole run: fill, assemble, wait for people, write.

    fill -> assemble -> review (interrupt) -> write
     ^                    |
     +---- ask again -----+

``review`` holds the interrupt and nothing else: LangGraph runs that node again from its beginning when it is resumed. The run
waits there for as long as people need; the process that waited need not be the one that goes on.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from agents.fill.assemble_state import Assembly, Reviewed, Written
from agents.fill.checkpoints import Checkpoints, lock_down_langgraph
from evidence.errors import WrongState
from evidence.findings import Finding

if TYPE_CHECKING:
    from langchain_core.runnables import RunnableConfig

    from agents.fill.assemble_graph import RunGraph


@dataclass(frozen=True)
class RunDesk:
    """What the graph works with; lives as long as one process works on the run."""

    fill: Callable[[], Awaitable[tuple[Finding, ...]]]
    """Work out every field that has no finding or was asked again. What is kept is not asked anew."""
    write: Callable[[Reviewed], str]
    """Write the report of the reviewed state, whole or not at all; again after a crash. Its sha256."""


async def take_to_review(desk: RunDesk, *, run_id: str, checkpoints: Checkpoints) -> Assembly:
    """Begin the run, go on with it where a process died, or go round once more for fields that were asked again; returns when
    it waits for people. Raises CaseBusy where another process is at it."""
    lock_down_langgraph()
    async with checkpoints.held() as saver:
        graph, config = _graph(saver), _config(run_id)
        begin = await _where(graph, config)
        end = await graph.ainvoke(_again() if begin == "review" else begin, config, context=desk, durability="sync")
        assembly: Assembly = end["assembly"]
        return assembly


async def write_reviewed(desk: RunDesk, reviewed: Reviewed, *, run_id: str, checkpoints: Checkpoints) -> Written:
    """Resume the waiting run with what people decided. The same ``reviewed`` again gives what was written then. Checkpoints
    that are gone are no loss: what the run found and what was decided are kept elsewhere."""
    lock_down_langgraph()
    async with checkpoints.held() as saver:
        graph, config = _graph(saver), _config(run_id)
        begin = await _where(graph, config)
        held = (await graph.aget_state(config)).values
        if begin == {} and held.get("written") is not None and held["written"].reviewed == reviewed:
            before: Written = held["written"]
            return before
        if begin != "review" and not (begin is None and held.get("reviewed") == reviewed):
            await graph.ainvoke(begin, config, context=desk, durability="sync")
            if await _where(graph, config) != "review":
                raise WrongState(f"run {run_id} did not come to its review; begin a new run")
            begin = "review"
        resumed = _close(reviewed) if begin == "review" else None
        made: Written = (await graph.ainvoke(resumed, config, context=desk, durability="sync"))["written"]
        return made


async def _where(graph: "RunGraph", config: "RunnableConfig") -> Any:
    """``review`` when it waits there; otherwise what to invoke the graph with: {} from the start, None where it was."""
    state = await graph.aget_state(config)
    if "review" in state.next:
        return "review"
    return None if state.next else {}


def _again() -> Any:
    from langgraph.types import Command

    return Command(resume={"again": True})


def _close(reviewed: Reviewed) -> Any:
    from langgraph.types import Command

    return Command(resume={"reviewed": reviewed.model_dump(mode="json")})


def _config(run_id: str) -> "RunnableConfig":
    return {"configurable": {"thread_id": run_id}}


def _graph(saver: Any) -> "RunGraph":
    # the import takes over a second and must come after lock_down_langgraph
    from agents.fill.assemble_graph import run_graph

    return run_graph(saver)
