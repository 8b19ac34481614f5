import pytest

from index.sections.enumerators import Nesting, leading_enumerators


def paths(tokens: list[str]) -> list[str]:
    nesting, seen = Nesting(), []
    for at, token in enumerate(tokens):
        assert nesting.enter(token, tokens[at + 1 :]), token
        seen.append(nesting.path)
    return seen


def test_levels_open_in_the_order_of_appearance() -> None:
    assert paths(["a", "1", "A", "i", "I", "aa", "AA"])[-1] == "(a)(1)(A)(i)(I)(aa)(AA)"
    assert paths(["1", "a", "i"])[-1] == "(1)(a)(i)"


def test_a_level_closes_when_an_outer_one_goes_on() -> None:
    assert paths(["a", "1", "A", "B", "2", "b"]) == ["(a)", "(a)(1)", "(a)(1)(A)", "(a)(1)(B)", "(a)(2)", "(b)"]


def test_i_after_h_is_the_ninth_letter_when_j_follows() -> None:
    assert paths(["f", "g", "h", "i", "j"])[-2:] == ["(i)", "(j)"]


def test_i_after_h_opens_a_list_when_ii_follows() -> None:
    assert paths(["h", "i", "ii", "iii", "i"])[:4] == ["(h)", "(h)(i)", "(h)(ii)", "(h)(iii)"]


def test_v_and_x_are_letters_or_numbers_by_what_follows() -> None:
    assert paths(["u", "v", "w", "x", "y"])[-1] == "(y)"
    assert paths(["1", "i", "ii", "iii", "iv", "v", "vi"])[-1] == "(1)(vi)"


def test_doubled_letters_are_a_level_of_their_own() -> None:
    assert paths(["I", "aa", "bb", "cc", "II"])[-2:] == ["(I)(cc)", "(II)"]


def test_a_repealed_paragraph_leaves_a_gap() -> None:
    assert paths(["a", "b", "d", "e"])[-1] == "(e)"


def test_a_reference_in_running_text_is_no_enumerator() -> None:
    nesting = Nesting()
    for token in ("1", "2", "3"):
        nesting.enter(token, [])
    assert not nesting.enter("2", [])
    assert not nesting.enter("see", [])
    assert nesting.path == "(3)"


def test_a_heading_may_go_back_or_begin_in_the_middle() -> None:
    nesting = Nesting()
    nesting.enter("1", [])
    nesting.enter("2", [])
    assert nesting.enter("1", [], may_go_back=True)
    assert nesting.path == "(1)"
    assert nesting.enter("iv", [], may_go_back=True)
    assert nesting.path == "(1)(iv)"


@pytest.mark.parametrize(
    ("text", "tokens", "rest"),
    [
        ("(a)(1) Words", ["a", "1"], "Words"),
        ("(a) (1) (A) Words", ["a", "1", "A"], "Words"),
        ("(iii)", ["iii"], ""),
        ("Words (a)", [], "Words (a)"),
        ("(see below) words", [], "(see below) words"),
        ("(1234) words", [], "(1234) words"),
    ],
)
def test_enumerators_stand_at_the_beginning(text: str, tokens: list[str], rest: str) -> None:
    assert leading_enumerators(text) == (tokens, rest)
