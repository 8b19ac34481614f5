"""docs/graphs/fill.md, made from the compiled graph; ``lastro docs write`` writes it."""

from agents.fill.checkpoints import lock_down_langgraph

_HEAD = """# The graph of one field

Made from the compiled graph by `lastro docs write`; a test fails when it drifts.

| node | does | next |
|---|---|---|
"""


def graph_page() -> str:
    lock_down_langgraph()
    from agents.fill import nodes
    from agents.fill.graph import fill_graph, mermaid

    shape = fill_graph().get_graph()
    rows = []
    for name in ("recall", "think", "act", "verify", "feed_back", "accept", "give_up"):
        does = (getattr(nodes, name).__doc__ or "").split("\n\n")[0]
        after = ", ".join(sorted(edge.target.strip("_") for edge in shape.edges if edge.source == name))
        rows.append(f"| {name} | {' '.join(does.split())} | {after} |")
    return f"{_HEAD}{chr(10).join(rows)}\n\n```mermaid\n{mermaid().strip()}\n```\n"
