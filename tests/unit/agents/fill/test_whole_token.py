import pytest

from agents.fill.resolve import whole_token
from evidence.spans import CharSpan


@pytest.mark.parametrize(
    ("text", "quote", "whole"),
    [
        ("The pattern (a+)+$ hangs.", "a+)+$", "(a+)+$"),
        ("The pattern (a+)+$ hangs.", "(a+", "(a+)"),
        ("<b>Bold</b>: yes", "b>Bold</b>: yes", "<b>Bold</b>: yes"),
        ("see x[1][2] there", "1][2]", "[1][2]"),
        ("«Blue Heron» LLC", "Blue Heron» LLC", "«Blue Heron» LLC"),
        ("«Heron» LLC", "Heron» LLC", "«Heron» LLC"),
        ("a (long one) here", "one) here", "one) here"),
        ("1) Company: X", "1) Company: X", "1) Company: X"),
        ("x -> y", "> y", "> y"),
        ("(a)", "(a)", "(a)"),
        ("INN 301 234", "301", "301"),
    ],
)
def test_a_quote_takes_the_bracket_of_its_own_word(text: str, quote: str, whole: str) -> None:
    start = text.index(quote)
    span = whole_token(text, CharSpan(start=start, end=start + len(quote)))
    assert text[span.start : span.end] == whole
