"""The graph of one field, wired. Every field runs it under a thread id of its own."""

from functools import lru_cache
from typing import Any

from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph

from agents.fill import nodes
from agents.fill.desk import Desk
from agents.fill.state import FillState

# LangGraph's own input and output types; ours are the state's
FillGraph = CompiledStateGraph[FillState, Desk, Any, Any]


def fill_graph(saver: BaseCheckpointSaver[Any] | None = None) -> FillGraph:
    return _builder().compile(checkpointer=saver, name="fill")


@lru_cache(maxsize=1)
def _builder() -> StateGraph[FillState, Desk, FillState, FillState]:
    graph = StateGraph(FillState, context_schema=Desk)
    graph.add_node("recall", nodes.recall)
    graph.add_node("think", nodes.think)
    graph.add_node("act", nodes.act)
    graph.add_node("verify", nodes.verify)
    graph.add_node("feed_back", nodes.feed_back)
    graph.add_node("accept", nodes.accept)
    graph.add_node("give_up", nodes.give_up)
    graph.add_edge(START, "recall")
    graph.add_edge("recall", "think")
    graph.add_conditional_edges("think", nodes.after_think)
    graph.add_edge("act", "think")
    graph.add_conditional_edges("verify", nodes.after_verify)
    graph.add_edge("feed_back", "think")
    graph.add_edge("accept", END)
    graph.add_edge("give_up", END)
    return graph


def mermaid(graph: "CompiledStateGraph[Any, Any, Any, Any] | None" = None) -> str:
    """A compiled graph (that of one field) as Mermaid text, for docs/graphs."""
    lines = (graph or fill_graph()).get_graph().draw_mermaid().strip().split("\n")
    arrows = [place for place, line in enumerate(lines) if "-->" in line or "-.->" in line]
    # LangGraph lists the branches of a node in no fixed order
    for place, line in zip(arrows, sorted(lines[place] for place in arrows), strict=True):
        lines[place] = line
    return "\n".join(lines)
