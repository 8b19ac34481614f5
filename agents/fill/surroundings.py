"""Words and headings round a value on its page that make it another value: a bound, a margin, a plan, something denied."""

from collections.abc import Iterator

from agents.fill.headings import planned_heading
from agents.fill.resolve import Located
from evidence.fields import Column, Field, FieldType
from evidence.findings import TypedValue
from evidence.qualifiers import asks_for_a_plan, qualified
from evidence.reasons import Reason, because
from evidence.spans import CharSpan

_FIGURES = frozenset({FieldType.MONEY, FieldType.NUMBER, FieldType.PERCENT})


def unqualified(
    value: TypedValue, located: list[Located], asked: Field | Column, field: Field
) -> tuple[list[Located], Reason | None]:
    """The places where nothing beside the value changes what it says; where there is none, what does."""
    found = [(place, _qualified(value, place, asked, field)) for place in located]
    standing = [place for place, why in found if why is None]
    return standing, None if standing else found[0][1]


def _qualified(value: TypedValue, place: Located, asked: Field | Column, field: Field) -> Reason | None:
    """Of all the times that the place gives the value, one without such words is enough."""
    said: list[Reason | None] = []
    for page, span in place.parts:
        for at in _places_of(value.text, page.text, span):
            here = CharSpan(start=at, end=at + len(value.text))
            planned = (
                planned_heading(page, here) if asked.type in _FIGURES and not asks_for_a_plan(asked, field) else None
            )
            if planned is not None:
                said.append(because("said_otherwise", "{words!r} beside it changes what it says", words=planned))
            else:
                said.append(qualified(page.text, here, value, asked=asked, field=field))
    return said[0] if said and all(said) else None


def _places_of(value: str, text: str, span: CharSpan) -> Iterator[int]:
    at = text.find(value, span.start, span.end)
    while at >= 0:
        yield at
        at = text.find(value, at + 1, span.end)
