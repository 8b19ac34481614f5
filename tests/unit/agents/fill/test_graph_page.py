from pathlib import Path

from agents.fill.graph_page import graph_page, run_page

PAGE = Path(__file__).parents[4] / "docs" / "graphs" / "fill.md"


def test_the_page_of_the_graph_is_the_graph() -> None:
    assert PAGE.read_text("utf-8") == graph_page(), "write it again with `make docs`"


def test_the_page_of_the_run_says_what_the_graph_does() -> None:
    assert PAGE.with_name("run.md").read_text("utf-8") == run_page(), "write it again with `make docs`"
