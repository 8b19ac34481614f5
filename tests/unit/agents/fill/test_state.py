from agents.fill.state import Progress, Seen
from agents.steps import Line, Observation
from evidence.spans import CharSpan


def line(number: int, page: int, start: int) -> Line:
    return Line(
        id=number,
        document="a" * 64,
        file="a.pdf",
        page=page,
        span=CharSpan(start=start, end=start + 500),
        text="x" * 500,
    )


def test_what_was_seen_is_remembered_as_places_not_text() -> None:
    lines = tuple(line(number, 1 + number // 20, number * 600) for number in range(1, 41))
    seen = Seen.of(Observation(tool="fs.read_page", arguments={}, lines=lines))
    assert (seen.line_count, seen.first_line) == (40, 1)
    assert len(seen.model_dump_json()) < 1500
    assert [len(run.spans) for run in seen.runs] == [19, 20, 1]


def test_line_numbers_go_on_over_observations() -> None:
    first = Seen.of(Observation(tool="x", arguments={}, lines=(line(1, 1, 0), line(2, 1, 700))))
    empty = Seen.of(Observation(tool="x", arguments={}))
    assert Progress(seen=(first, empty)).next_line == 3
