"""docs/graphs/*.md, made from the compiled graphs; ``lastro docs write`` writes them."""

from collections.abc import Sequence
from types import ModuleType
from typing import Any

from agents.fill.checkpoints import lock_down_langgraph

_HEAD = """# {title}

Made from the compiled graph by `lastro docs write`; a test fails when it drifts.

| node | does | next |
|---|---|---|
"""


def graph_page() -> str:
    lock_down_langgraph()
    from agents.fill import nodes
    from agents.fill.graph import fill_graph

    names = ("recall", "think", "act", "verify", "feed_back", "accept", "give_up")
    return _page("The graph of one field", fill_graph(), nodes=nodes, names=names)


def run_page() -> str:
    lock_down_langgraph()
    from agents.fill import assemble_graph

    names = ("fill", "assemble", "review", "write")
    return _page("The graph of a run", assemble_graph.run_graph(), nodes=assemble_graph, names=names)


def _page(title: str, graph: Any, *, nodes: ModuleType, names: Sequence[str]) -> str:  # a compiled graph of either kind
    from agents.fill.graph import mermaid

    shape = graph.get_graph()
    rows = []
    for name in names:
        does = (getattr(nodes, name).__doc__ or "").split("\n\n")[0]
        after = ", ".join(sorted(edge.target.strip("_") for edge in shape.edges if edge.source == name))
        rows.append(f"| {name} | {' '.join(does.split())} | {after} |")
    table = "\n".join(rows)
    return f"{_HEAD.format(title=title)}{table}\n\n```mermaid\n{mermaid(graph).strip()}\n```\n"
