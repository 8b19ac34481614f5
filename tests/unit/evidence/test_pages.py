from evidence.spans import CharSpan
from tests.unit.evidence.made_up_pages import page


def test_the_blocks_of_a_span_are_those_that_it_touches() -> None:
    made = page("Company", "", "Blue Heron LLC", "x", "Capital 4 500 000")
    for start in range(len(made.text)):
        for end in range(start + 1, len(made.text) + 1):
            span = CharSpan(start=start, end=end)
            assert made.blocks_in(span) == tuple(block for block in made.blocks if block.span.overlaps(span))
