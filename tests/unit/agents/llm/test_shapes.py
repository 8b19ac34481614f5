from agents.llm.shapes import decision_of, shape_of
from agents.llm.validate import fault_of
from agents.steps import Answer, LinePointer, NotFound, ToolCall, Turn
from evidence.fields import Column, Field, FieldType

SCALAR = Field(id="inn", question="ИНН?", type=FieldType.IDENTIFIER)
TOOLS = ("rag.query", "fs.grep", "fs.read_page")


def turn(field: Field = SCALAR, steps_left: int = 3) -> Turn:
    return Turn(field=field, tools=TOOLS, steps_left=steps_left)


def step(**given: object) -> dict[str, object]:
    return {"found": False, "ids": [], "value": "", "tool": "none", "argument": "", "file": "", "page": 1, **given}


def test_found_is_asked_before_the_lines_and_the_lines_before_the_value() -> None:
    answer = shape_of(SCALAR, tools=TOOLS)["anyOf"][0]
    assert list(answer["properties"]) == answer["required"] == ["found", "ids", "value"]


def test_a_model_names_lines_and_never_writes_a_quote() -> None:
    decision = decision_of(step(found=True, ids=[3, 3, 4], value="301 234 567"), turn())
    assert isinstance(decision, Answer)
    assert decision.claims[0].evidence == (LinePointer(id=3), LinePointer(id=4))


def test_found_without_a_line_is_not_found() -> None:
    assert isinstance(decision_of(step(found=True, value="5"), turn()), NotFound)


def test_a_search_is_a_tool_call_while_steps_are_left() -> None:
    asked = step(tool="fs.grep", argument=r"\d{9}")
    decision = decision_of(asked, turn())
    assert isinstance(decision, ToolCall)
    assert decision.arguments == {"file": "*", "pattern": r"\d{9}"}
    assert isinstance(decision_of(asked, turn(steps_left=1)), NotFound)


def test_a_tool_that_was_not_offered_is_not_called() -> None:
    assert isinstance(decision_of(step(tool="bash.run", argument="ls"), turn()), NotFound)


def test_lists_and_tables_hold_a_claim_for_each_item_and_cell() -> None:
    listed = Field(id="parties", question="?", list=True)
    decision = decision_of(
        {"found": True, "items": [{"ids": [1], "value": "A"}, {"ids": [2], "value": "B"}]}, turn(listed)
    )
    assert isinstance(decision, Answer)
    assert [claim.value for claim in decision.claims] == ["A", "B"]

    table = Field(id="t", question="?", type=FieldType.TABLE, columns=(Column(id="a"), Column(id="b")))
    rows = [{"a": {"ids": [1], "value": "x"}, "b": {"ids": [], "value": ""}}]
    decision = decision_of({"found": True, "rows": rows}, turn(table))
    assert isinstance(decision, Answer)
    assert decision.rows[0].cells["b"] is None


def test_each_alternative_asks_for_what_it_needs_and_no_more() -> None:
    shape = shape_of(SCALAR, tools=TOOLS)
    for fits in (
        {"found": True, "ids": [1], "value": "x"},
        {"found": False, "tool": "none"},
        {"found": False, "tool": "rag.query", "argument": "inn"},
        {"found": False, "tool": "fs.grep", "file": "*", "argument": "inn"},
        {"found": False, "tool": "fs.read_page", "file": "a.pdf", "page": 1},
    ):
        assert fault_of(fits, shape) is None
    for not_asked in (
        {"found": True},
        {"found": True, "ids": [], "value": "x"},
        {"found": False, "ids": [1], "value": "x"},
        {"found": True, "tool": "none"},
        {"found": False, "tool": "rm", "argument": "x"},
        {"found": False, "tool": "none", "argument": "x"},
    ):
        assert fault_of(not_asked, shape)
