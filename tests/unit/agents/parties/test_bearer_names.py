"""Whether two written names may be one bearer's, where relatives share most of their words."""

import pytest

from agents.parties.bearer_names import bearer_name, holds_bearer, same_bearer


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("Mariana Costa Pereira", "MARIANA COSTA", True),
        ("Mariana Costa Pereira", "PEREIRA, MARIANA C.", True),
        ("João André Nunes", "JOAO ANDRE NUNES", True),
        ("Sra. Mariana Costa", "Mariana Costa", True),
        ("Esperança Nunes Duarte", "Esperanca Nunos Duarte", False),
        ("Bernadete Nogueira", "Bernadete Noguelra", True),  # misread by OCR
        ("Mariana Costa Pereira", "João Pereira Costa", False),
        ("Mariana Alves Figueiredo", "Marina Alves Figueiredo", False),
        ("Daniel Souza Lima", "Daniela Souza Lima", False),
        ("Fernanda Souza Lima", "Fernando Souza Lima", False),
        ("Carlos Lima", "Carlos Lima Filho", False),
        ("Robert Hale Jr.", "Robert Hale", False),
    ],
)
def test_a_shorter_name_holds_nothing_that_the_longer_one_lacks(one: str, other: str, same: bool) -> None:
    left, right = bearer_name(one), bearer_name(other)
    assert left is not None and right is not None
    assert same_bearer(left, right) is same
    assert same_bearer(right, left) is same


def test_names_in_other_scripts_are_left_to_others() -> None:
    assert bearer_name("Собиров Акмал") is None
    assert bearer_name("123") is None


def test_the_given_name_must_stand_beside_another_word_of_the_name() -> None:
    name = bearer_name("LIMA, CARLOS EDUARDO")
    assert name is not None
    assert name.given == "carlos"
    assert holds_bearer("P<BRALIMA<<CARLOS<EDUARDO<<<", name)
    assert not holds_bearer("Ana Lima lives with a friend whose name is Carlos", name)
