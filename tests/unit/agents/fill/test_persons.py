"""Whose case it is by the papers that name people."""

from agents.fill.persons import people_in_papers, whose_case
from tests.integration.texts import case

ANA, RUI, LIA = "Ana Beatriz Rocha", "Rui Dias Teles", "Lia Rocha Teles"


def chosen(*texts: str) -> str | None:
    person = whose_case(people_in_papers(case(*texts))).chosen
    return person.names[0] if person is not None else None


def test_spellings_of_one_person_are_counted_together() -> None:
    (ana,) = people_in_papers(case(f"Name: {ANA}", "Name: ROCHA, ANA B.", "Nome: ANA BEATRIZ ROCHA"))
    assert ana.names[0].casefold() == ANA.casefold()
    assert len(ana.named) == 3


def test_who_is_named_in_clearly_more_papers_is_the_subject() -> None:
    assert chosen(f"Name: {ANA}", f"Employee: {ANA}", f"Nome: {LIA}\nNome da mãe: {ANA}") == ANA


def test_of_two_who_are_named_alike_the_one_with_papers_to_herself_is_the_subject() -> None:
    both = f"Bride: {ANA}\nGroom: {RUI}"
    child = f"Nome: {LIA}\nNome da mãe: {ANA}\nNome do pai: {RUI}"
    assert chosen(both, child, f"Name: {ANA}", f"Employee: {ANA}", f"Name: {RUI}\nSponsor: {ANA}") == ANA


def test_two_with_as_many_papers_leave_it_open_and_are_both_told() -> None:
    standing = whose_case(people_in_papers(case(f"Name: {ANA}", f"Name: {RUI}")))
    assert standing.chosen is None
    assert {person.names[0] for person in standing.rivals} == {ANA, RUI}


def test_a_label_settles_it_against_the_count() -> None:
    assert chosen(f"Name: {RUI}", f"Employee: {RUI}", f"Student: {RUI}", f"Beneficiary: {ANA}") == ANA


def test_papers_without_people_leave_it_open() -> None:
    assert whose_case(people_in_papers(case("Invoice 17\nTotal: 400"))).chosen is None
    assert whose_case(()).rivals == ()
