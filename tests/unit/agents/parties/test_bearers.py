"""Of whom the lines of forms, certificates and letters in Latin script speak."""

import pytest

from agents.parties.bearers import bearers_in


def opened(text: str) -> list[tuple[str, ...]]:
    return [one.names for one in bearers_in(text) if one.is_opened and one.names]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Nome\tMariana Costa", ("Mariana Costa",)),
        ("Name of graduate: Akira Tanabe", ("Akira Tanabe",)),
        ("Employee: ANA B ROCHA", ("ANA B ROCHA",)),
        ("Name: LIMA, CARLOS", ("LIMA, CARLOS",)),
        ("Nubente: PEDRO PEREIRA, CPF 529.982.247-25, nascido em Olinda", ("PEDRO PEREIRA",)),
        ("Nubentes: MARIANA COSTA e PEDRO PEREIRA", ("MARIANA COSTA", "PEDRO PEREIRA")),
        ("Family Name: PEREIRA\nFirst Name: PEDRO", ("PEREIRA PEDRO",)),
        ("Sobrenome / Surname\nLIMA\nNome / Given names\nANA CLARA", ("LIMA ANA CLARA",)),
        ("Sobrenome\tNome\nLIMA\tANA CLARA", ("LIMA ANA CLARA",)),
        ("Nome: ANA CLARA\nSobrenome: LIMA", ("ANA CLARA LIMA",)),
        ("Nome do cônjuge\tRafael Monteiro", ("Rafael Monteiro",)),
    ],
)
def test_a_name_beside_its_label_opens_particulars(text: str, names: tuple[str, ...]) -> None:
    assert opened(text) == [names]


@pytest.mark.parametrize(
    "text",
    [
        "Nome da mãe: Helena Alves",
        "Oficial do registro\t_____\tLúcia Prates",
        "Employer name: Delta Foods LLC",
        "Name\tDate of birth",
        "Nome de solteira: Mariana Costa",
        "Name of employer: Harbor Works",
        "Naturalidade do cônjuge\tJuiz de Fora, Minas Gerais\nNome\t-",
    ],
)
def test_parents_officials_and_companies_open_none(text: str) -> None:
    assert opened(text) == []


def test_a_heading_about_a_relative_opens_particulars_of_somebody_unnamed() -> None:
    (heading,) = bearers_in("Information about your spouse\nDate of birth\t04/05/1990")
    assert heading.is_relative and heading.names == ()


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("We confirm that Ngozi Okafor is employed here", ["Ngozi Okafor"]),
        ("confere a MARIANA COSTA o grau de Bacharel", ["MARIANA COSTA"]),
        ("em nome de Akira Tanabe", ["Akira Tanabe"]),
        ("natural de Belo Horizonte, nascida em 1990", []),
        ("Rua Maria Antônia, 12", []),
        ("Universidade Federal do Vale Alto", []),
    ],
)
def test_names_in_running_text_are_known_by_what_stands_around_them(text: str, names: list[str]) -> None:
    assert [name for one in bearers_in(text) for name in one.names] == names


def test_the_parents_in_a_sentence_stand_aside() -> None:
    text = "Mariana Costa, filha de Antônio Costa e de Helena Alves, nascida em 1990"
    assert [(one.names[0], one.is_aside) for one in bearers_in(text)] == [
        ("Mariana Costa", False), ("Antônio Costa", True), ("Helena Alves", True),
    ]  # fmt: skip


def test_a_declaration_in_the_first_person_gives_the_speakers_particulars() -> None:
    text = "Eu, Osvaldo Teixeira, declaro ser pai de Henrique Teixeira.\n\nCargo\tDiretor"
    speaker, son = bearers_in(text)
    assert (speaker.names, speaker.is_opened, son.is_passing) == (("Osvaldo Teixeira",), True, True)


def test_a_translator_who_certifies_speaks_of_somebody_else() -> None:
    (translator,) = bearers_in("I, Deborah Klein, certify that the translation is complete.")
    assert translator.is_aside


@pytest.mark.parametrize("label", ["Beneficiary", "Nome do beneficiário", "Principal"])
def test_a_label_may_say_whose_case_it_is(label: str) -> None:
    (bearer,) = bearers_in(f"{label}: Mariana Costa")
    assert bearer.is_subject
