import pytest

from evidence.findings import TypedValue
from evidence.reasons import Reason
from evidence.supported_names import find_organisation, find_person


@pytest.mark.parametrize(
    ("claimed", "quote", "written"),
    [
        ("ABC-Mart, Inc.", "between ABC-Mart, Inc. and the Bank", "ABC-Mart, Inc."),
        ("Peter H. Kesser", "Peter H. Kesser", "Peter H. Kesser"),
        ("Friends of A. Baker-D", "Advertiser\tFriends of A. Baker-D", "Friends of A. Baker-D"),
        ("POL/N Baker/D/AUD/PA-A", "POL/N Baker/D/AUD/PA-A", "POL/N Baker/D/AUD/PA-A"),
        ("VOTE NOW!", "Advertiser: VOTE NOW!", "VOTE NOW"),
        ("ООО «Садаф-Текстиль»", "Заёмщик ООО «Садаф-Текстиль» обязуется", "ООО «Садаф-Текстиль»"),
    ],
)
def test_hyphens_initials_and_slashes_belong_to_a_name(claimed: str, quote: str, written: str) -> None:
    found = find_organisation(claimed, quote)
    assert isinstance(found, TypedValue), found
    assert found.text == written


@pytest.mark.parametrize(
    ("claimed", "quote"),
    [
        ("ООО «Садаф Текстиль»", "Заёмщик ООО «Садаф Текстиль Плюс»"),
        ("Friends of A. Baker", "Advertiser Friends of A. Baker-D"),
        ("ABC Mart", "ABC-Mart Holdings Inc"),
        ("ABC-Mart", "ABD-Mart"),
    ],
)
def test_part_of_a_longer_name_is_another_name(claimed: str, quote: str) -> None:
    assert isinstance(find_organisation(claimed, quote), Reason)


def test_a_legal_form_on_the_next_line_belongs_to_a_name_that_claims_it() -> None:
    found = find_organisation("Namuna Soft Incorporated", "Namuna Soft\nIncorporated")
    assert isinstance(found, TypedValue) and found.text == "Namuna Soft\nIncorporated"
    bare = find_organisation("Namuna Soft", "Namuna Soft\nCompany address")
    assert isinstance(bare, TypedValue) and bare.text == "Namuna Soft"


@pytest.mark.parametrize(
    "quote", ["Директор: Дониёров Д.М.", "Директор Дониёров Д.М.", "Директор ______ Дониёров Д.М."]
)
def test_a_post_with_the_persons_initial_is_no_part_of_the_name(quote: str) -> None:
    found = find_person("Дониёров Д.М.", quote)
    assert isinstance(found, TypedValue) and found.text == "Дониёров Д.М."
