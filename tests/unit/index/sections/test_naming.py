import pytest

from index.sections import naming


@pytest.mark.parametrize(
    ("heading", "ids"),
    [
        ("XAA § 204 (8 U.S.C. § 1154). Procedure for granting status", ("XAA 204", "8USC1154")),
        ("8 CFR § 204.5 Petitions for employment-based immigrants", ("8CFR204.5",)),
        ("8 C.F.R. 214.2. Special requirements", ("8CFR214.2",)),
        ("§ 12a. Scope", ("§12a",)),
        ("Procedure and scope", ()),
        ("Background of 2023", ()),
    ],
)
def test_a_heading_names_itself(heading: str, ids: tuple[str, ...]) -> None:
    assert naming.citations(heading) == ids


def test_a_bare_sign_takes_the_files_code() -> None:
    assert naming.citations("§ 204.5 Petitions", code="8 CFR") == ("8CFR204.5",)


@pytest.mark.parametrize(
    "written", ["XAA 204(b)(1)", "xaa 204(b)(1)", "XAA § 204(b)(1)", "XAA204(b)(1)", "XAA 204 (b) (1)"]
)
def test_one_section_has_one_key_however_written(written: str) -> None:
    assert naming.key(written) == naming.key("XAA 204(b)(1)")


def test_the_dot_of_a_number_and_the_case_of_an_enumerator_count() -> None:
    assert naming.key("8 C.F.R. § 204.5") == naming.key("8CFR204.5") != naming.key("8CFR2045")
    assert naming.key("XAA 204(A)") != naming.key("XAA 204(a)")


@pytest.mark.parametrize(
    ("question", "cited"),
    [
        ("What does XAA 204(b)(1) require?", "XAA 204(b)(1)"),
        ("under 8 U.S.C. § 1154(a)(1)(A)(i) the petitioner", "8USC1154(a)(1)(A)(i)"),
        ("Смотри 8 CFR 204.5(h)(3)", "8CFR204.5(h)(3)"),
    ],
)
def test_a_question_cites_a_section(question: str, cited: str) -> None:
    assert cited in naming.cited_in(question)


def test_an_ordinary_question_cites_nothing() -> None:
    assert naming.cited_in("How long may a student stay after graduation?") == ()
