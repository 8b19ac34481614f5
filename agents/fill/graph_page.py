"""Write docs/graphs/fill.md from the compiled graph: ``python -m agents.fill.graph_page docs/graphs/fill.md``."""

import sys
from pathlib import Path

from agents.fill.checkpoints import lock_down_langgraph

_HEAD = """# The graph of one field

Made from the compiled graph by `python -m agents.fill.graph_page docs/graphs/fill.md`; a test fails when it drifts.

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


def main() -> None:
    Path(sys.argv[1]).write_text(graph_page(), encoding="utf-8")


if __name__ == "__main__":
    main()
