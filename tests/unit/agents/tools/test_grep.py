import contextlib
import time

import pytest

from agents.tools.grep import Pattern
from evidence.errors import InputRefused


def found(pattern: str, text: str) -> list[str]:
    return [text[span.start : span.end] for span in Pattern(pattern).spans(text, limit=20)]


@pytest.mark.parametrize("pattern", [r"(a+)+$", r"(a|aa)+$", r"(a*)*b", r"(\w+\s?)*!$", r"(.*a){12}b"])
def test_a_pattern_that_backtracks_elsewhere_ends_at_once(pattern: str) -> None:
    began = time.monotonic()
    with contextlib.suppress(InputRefused):
        Pattern(pattern).spans("a" * 100_000 + "!c", limit=5)
    assert time.monotonic() - began < 2


@pytest.mark.parametrize(
    ("pattern", "said"),
    [
        (r"(?<=ИНН )\d+", "lookbehind"),
        (r"\d+(?! сум)", "lookahead"),
        (r"(a)\1", "back-references"),
        ("[", "missing ]"),
        ("a**", "repetition"),
        ("x*", "no text at all"),
        ("a" * 201, "200 are allowed"),
        (r"((((((((((a{1000}){1000}){1000}){1000})))))))", "cannot be used"),
    ],
)
def test_a_pattern_that_cannot_be_used_is_explained(pattern: str, said: str) -> None:
    with pytest.raises(InputRefused, match=said.replace("]", r"\]").replace("[", r"\[")):
        Pattern(pattern)


def test_case_is_ignored_in_every_script() -> None:
    assert found("инн", "ИНН и инн") == ["ИНН", "инн"]


def test_word_classes_hold_letters_of_every_script() -> None:
    assert found(r"№\s?\w+", "договор № АБ12") == ["№ АБ12"]
    assert found(r"[\w.]+@[\w.]+", "почта: иван@пример.uz") == ["иван@пример.uz"]


def test_a_word_border_holds_in_every_script() -> None:
    assert found(r"\bинн\b", "ИНН, динна, иннов") == ["ИНН"]


def test_no_break_spaces_are_white_space() -> None:
    assert found(r"1\s250\s000", "1\u00a0250\u202f000 сум") == ["1\u00a0250\u202f000"]


def test_line_borders_are_meant_by_the_anchors() -> None:
    assert found(r"^Итого.*$", "а Итого\nИтого 5\nб") == ["Итого 5"]


def test_a_closing_bracket_may_open_a_class() -> None:
    assert found(r"[]x]+", "a]x]b") == ["]x]"]
    assert found(r"[^]]+", "]ab]") == ["ab"]
