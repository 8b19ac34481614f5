"""Of the places that give a value those whose words do not say that it is another thing's."""

from agents.elsewhere import said_elsewhere
from agents.fill.resolve import Located, Resolver
from evidence.fields import Column, Field
from evidence.pages import Page
from evidence.spans import CharSpan


def places_meant(
    value: str, places: list[Located], asked: Field | Column, field: Field, *, resolver: Resolver
) -> tuple[list[Located], str | None]:
    """And where none is left, the words that say so."""
    column = None if isinstance(asked, Field) else asked
    said = [_said(place, value, field, column, resolver) for place in places]
    left = [place for place, words in zip(places, said, strict=True) if words is None]
    return left, None if left else said[0]


def _said(place: Located, value: str, field: Field, column: Column | None, resolver: Resolver) -> str | None:
    first = resolver.first_page(place)
    parts = ((page, place_of_value(page, span, value)) for page, span in place.parts)
    said = (said_elsewhere(field, page=page, span=span, first=first, column=column) for page, span in parts)
    return next((words for words in said if words is not None), None)


def place_of_value(page: Page, span: CharSpan, value: str) -> CharSpan:
    """Of a value within what was pointed at."""
    at = page.text.find(value, span.start, span.end)
    return CharSpan(start=at, end=at + len(value)) if at >= 0 else span
