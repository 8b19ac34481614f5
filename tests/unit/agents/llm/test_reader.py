import pytest

from agents.llm.port import ModelReply, ModelRequest
from agents.llm.reader import ModelReader
from agents.steps import WHOLE_CASE, Answer, Line, NotFound, Observation, Turn
from evidence.fields import Field
from evidence.spans import CharSpan

FIELD = Field(id="inn", question="Какой ИНН?")


class Answers:
    """A model that gives prepared answers in turn."""

    name = "answers"
    context_tokens = 4096

    def __init__(self, *answers: dict[str, object]) -> None:
        self._answers = list(answers)

    def count(self, text: str) -> int:
        return len(text) // 3 + 1

    async def complete(self, request: ModelRequest) -> ModelReply:
        return ModelReply(data=self._answers.pop(0))


class Listener:
    """A model that keeps what it was asked and finds nothing."""

    name = "listener"
    context_tokens = 4096

    def __init__(self) -> None:
        self.requests: list[ModelRequest] = []

    def count(self, text: str) -> int:
        return len(text) // 3 + 1

    async def complete(self, request: ModelRequest) -> ModelReply:
        self.requests.append(request)
        return ModelReply(data={"found": False, "tool": "none"})


def line(number: int, text: str, *, page: int = 1, context: str = "") -> Line:
    span = CharSpan(start=0, end=len(text))
    return Line(id=number, document="a" * 64, file="a.pdf", page=page, span=span, text=text, context=context)


def turn(*observations: Observation) -> Turn:
    return Turn(field=FIELD, observations=observations, tools=("rag.query", "fs.grep"), steps_left=3)


async def test_headings_stand_once_above_the_lines_they_belong_to() -> None:
    model = Listener()
    columns = "columns: Наименование | ИНН"
    rows = (line(1, "А\t1", context=columns), line(2, "Б\t2", context=columns), line(3, "В", page=2))
    await ModelReader(model).decide(turn(Observation(tool="rag.query", arguments={"q": "ИНН"}, lines=rows)))
    shown = model.requests[0].messages[-1].content.splitlines()
    assert shown[1:7] == [
        "-- a.pdf, page 1",
        f"under: {columns}",
        "[1] А | 1",
        "[2] Б | 2",
        "-- a.pdf, page 2",
        "[3] В",
    ]


async def test_who_was_shown_everything_is_offered_no_tool() -> None:
    model = Listener()
    reader = ModelReader(model)
    await reader.decide(turn(Observation(tool=WHOLE_CASE, arguments={}, lines=(line(1, "ИНН 301234567"),))))
    await reader.decide(turn(Observation(tool="rag.query", arguments={"q": "ИНН"}, lines=())))
    whole, searched = (str(request.shape) for request in model.requests)
    assert "fs.grep" not in whole
    assert "fs.grep" in searched


async def test_the_prompts_of_two_fields_begin_alike() -> None:
    model = Listener()
    reader = ModelReader(model)
    everything = Observation(tool=WHOLE_CASE, arguments={}, lines=(line(1, "ИНН 301234567"),))
    for field in (FIELD, Field(id="name", question="Как называется?")):
        await reader.decide(Turn(field=field, observations=(everything,), tools=("fs.grep",), steps_left=3))
    first, second = (request.messages for request in model.requests)
    assert first[0] == second[0]
    shared = first[1].content.split("\n\n")[0]
    assert "301234567" in shared
    assert second[1].content.startswith(shared)


GIVEN = {"found": True, "ids": [1], "value": "301234567"}
UNTIED = Observation(tool="rag.query", arguments={"q": "x"}, lines=(line(1, "Счёт закрыт: 301234567"),))


@pytest.mark.parametrize(
    ("confirmation", "stands"),
    [
        ({"words": "Счёт закрыт: 301234567", "states_it": "yes"}, True),
        ({"words": "Счёт закрыт: 301234567", "states_it": "no"}, False),
        ({"words": "ИНН 301234567", "states_it": "yes"}, False),
        ({"words": "", "states_it": "yes"}, False),
    ],
)
async def test_an_answer_whose_lines_do_not_name_what_was_asked_is_asked_about_again(
    confirmation: dict[str, object], stands: bool
) -> None:
    decision = await ModelReader(Answers(GIVEN, confirmation)).decide(turn(UNTIED))
    assert isinstance(decision, Answer if stands else NotFound)


async def test_an_answer_beside_its_label_is_not_asked_about_again() -> None:
    labelled = Observation(tool="rag.query", arguments={"q": "x"}, lines=(line(1, "ИНН 301234567"),))
    field = Field(id="inn", question="Какой ИНН?", labels=("ИНН",))
    decision = await ModelReader(Answers(GIVEN)).decide(Turn(field=field, observations=(labelled,), steps_left=3))
    assert isinstance(decision, Answer)
