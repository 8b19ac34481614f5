"""The graph of a whole run, wired. Import only after ``lock_down_langgraph``."""

import asyncio
from functools import lru_cache
from typing import Any, Literal

from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph
from langgraph.runtime import Runtime
from langgraph.types import Command, interrupt

from agents.fill.assemble import RunDesk
from agents.fill.assemble_state import Assembly, Reviewed, RunState, Written

# LangGraph's own input and output types; ours are the state's
RunGraph = CompiledStateGraph[RunState, RunDesk, Any, Any]


async def fill(state: RunState, runtime: Runtime[RunDesk]) -> RunState:
    """Work out every field that has no finding yet or was asked again, each in a graph of its own."""
    # every finished field is kept before the next begins, so running this again asks nothing twice
    return {"assembly": Assembly.of(await runtime.context.fill())}


async def assemble(state: RunState) -> RunState:
    """What the machine came to is put before people: a step of its own, so that a resumed review never fills."""
    return {"assembly": state["assembly"]}


async def review(state: RunState) -> Command[Literal["fill", "write"]]:
    """Wait for people, days if need be; then write, or go round again for fields that they asked again."""
    # nothing may stand before the interrupt: this runs again from its beginning when people have decided
    said = interrupt({"waiting": list(state["assembly"].waiting)})
    if "reviewed" in said:
        return Command(goto="write", update={"reviewed": Reviewed.model_validate(said["reviewed"])})
    return Command(goto="fill")


async def write(state: RunState, runtime: Runtime[RunDesk]) -> RunState:
    """Write the report of exactly the versions that stood when the review was closed."""
    reviewed = state["reviewed"]
    sha256 = await asyncio.to_thread(runtime.context.write, reviewed)
    return {"written": Written(sha256=sha256, reviewed=reviewed)}


def run_graph(saver: BaseCheckpointSaver[Any] | None = None) -> RunGraph:
    return _builder().compile(checkpointer=saver, name="run")


@lru_cache(maxsize=1)
def _builder() -> StateGraph[RunState, RunDesk, RunState, RunState]:
    graph = StateGraph(RunState, context_schema=RunDesk)
    graph.add_node("fill", fill)
    graph.add_node("assemble", assemble)
    graph.add_node("review", review)
    graph.add_node("write", write)
    graph.add_edge(START, "fill")
    graph.add_edge("fill", "assemble")
    graph.add_edge("assemble", "review")
    graph.add_edge("write", END)
    return graph
