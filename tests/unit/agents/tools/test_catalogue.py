import inspect
import json

from agents.tools.catalogue import CATALOGUE, describe_tools, read_arguments, spec_of
from agents.tools.toolbox import ToolBox
from evidence.ports import PageSource, Searcher


def test_there_are_five_tools_and_each_example_is_valid() -> None:
    assert [spec.name for spec in CATALOGUE] == ["rag.query", "fs.list", "fs.read_page", "fs.grep", "bash.run"]
    for spec in CATALOGUE:
        assert isinstance(read_arguments(spec, spec.example), spec.arguments)


def test_tools_have_no_door_through_which_they_could_change_a_case() -> None:
    """The pages and the search are all that a tool is given, and neither has a call that writes."""
    doors = {name for door in (PageSource, Searcher) for name in vars(door) if not name.startswith("_")}
    assert doors == {"documents", "document", "page", "pages", "search"}
    given = inspect.signature(ToolBox).parameters
    assert {name: str(given[name].annotation) for name in ("source", "searcher")} == {
        "source": str(PageSource),
        "searcher": str(Searcher | None),
    }
    assert set(given) == {"source", "searcher", "path_of", "limits"}


def test_schemas_are_plain_enough_for_any_grammar_compiler() -> None:
    for spec in CATALOGUE:
        schema = spec.schema_of_arguments
        assert schema["additionalProperties"] is False
        assert not {"$ref", "$defs", "anyOf", "title", "patternProperties"} & set(
            json.dumps(schema).replace('"', " ").split()
        )


def test_the_description_of_the_same_tools_is_the_same_text() -> None:
    names = ("fs.grep", "rag.query")
    assert describe_tools(names) == describe_tools(tuple(reversed(names)))
    assert describe_tools(names).splitlines()[0].startswith("rag.query(q, k=5): ")


def test_a_name_that_is_no_tool_has_no_spec() -> None:
    assert spec_of("fs.write") is None
