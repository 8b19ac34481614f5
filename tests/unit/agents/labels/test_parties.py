import pytest

from evidence.fields import FieldType
from tests.unit.agents.labels.asking import field, values
from tests.unit.agents.labels.papers import flow, form

PARTIES = field(FieldType.ORGANISATION, "Parties", question="Who are the parties to the agreement?", list=True)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        (
            "This Agreement is entered into as of May 9, 2018, by and between Larkspur Paper Holdings LLC, a Delaware company "
            "(“Larkspur”), and Peter H. Quill (“Employee”), to allow Employee to have access to information.",
            ["Larkspur Paper Holdings LLC", "Peter H. Quill"],
        ),
        (
            "THIS AGREEMENT is made February 7, 2018 between Blackthorn Inc., a Delaware corporation (“Blackthorn”), and "
            "Kestrel, Inc., a Delaware corporation (“Company”).",
            ["Blackthorn Inc.", "Kestrel, Inc."],
        ),
        (
            "This Agreement is entered into effective as of September 7, 2010 by Benny Marsh (“Employee”) in favor of "
            "Quillwort Sciences, Inc., a Delaware corporation (the “Company”).",
            ["Benny Marsh", "Quillwort Sciences, Inc."],
        ),
        (
            "AGREEMENT made as of [________], by and between Sedge Optics, Inc., located at Elm Street (the “Company”); and "
            "[__________] (“Director”).",
            ["Sedge Optics, Inc."],
        ),
        (
            "In consideration of his employment by RUSHMERE GROUP, INC. (hereinafter “Company”), this Agreement is made this "
            "23rd day of June, 2009, by and between Craig Marsh (hereinafter “Employee”) and the Company.",
            ["RUSHMERE GROUP, INC.", "Craig Marsh"],
        ),
    ],
)
def test_reads_who_an_agreement_is_between(text: str, names: list[str]) -> None:
    assert values(PARTIES, flow(text)) == names


def test_reads_both_ends_of_a_letter() -> None:
    page = form(
        "Larkspur Securities, LLC",
        "301 South Street",
        "",
        "February 28, 2011",
        "",
        "Kestrel Mart, Inc.",
        "745 Seventh Street",
        "",
        "Ladies and Gentlemen:",
        "You have asked us for information. This letter agreement says how it may be used.",
    )
    assert values(PARTIES, page) == ["Larkspur Securities, LLC", "Kestrel Mart, Inc."]


def test_each_party_once() -> None:
    text = (
        "This Agreement is made between Kestrel, Inc. (“Kestrel”) and Blackthorn Ltd. (“Blackthorn”). Kestrel, Inc. and "
        "Blackthorn Ltd. agree as follows."
    )
    assert values(PARTIES, flow(text)) == ["Kestrel, Inc.", "Blackthorn Ltd."]


def test_a_text_without_parties_names_none() -> None:
    assert values(PARTIES, flow("The harvest was between good and very good this year.")) == []


def test_who_signs_in_their_own_name_is_a_party() -> None:
    page = flow(
        "In consideration of employment by Sedge Optics, Inc. (the “Company”), I agree to the following terms.",
        "I have read and understood the terms above.",
        "Signature /s/ Rufus Quill\nName: Rufus Quill\nDate: July 23, 2017",
        "Agreed: SEDGE OPTICS, INC.\nBy: /s/ Steven Marsh\nTitle: President",
    )
    assert values(PARTIES, page) == ["Sedge Optics, Inc.", "Rufus Quill"]
