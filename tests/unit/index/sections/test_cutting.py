from collections import Counter

from index.sections.cutting import Section, cut_sections, numbered_apart
from index.sections.paragraphs import of_html, of_markdown, of_text

LAW = """# XAA § 10 (5 U.S.C. § 77). Permits

##### (a) Who may apply

(1)

(A) A person who holds a licence may apply.

(B) A person without one may apply

(i) in writing, or

(ii) in person.

##### (a) Who may apply
######### (2) A company may apply through its director.

This does not hold for branches.

##### (b) Fees

The fee is 40 units.
"""


def cut(text: str, **more) -> list[Section]:
    return list(numbered_apart(cut_sections(of_markdown(text), base="file", **more), seen=Counter()))


def by_id(sections: list[Section]) -> dict[str, str]:
    return {section.id: section.text for section in sections}


def test_every_numbered_paragraph_is_a_section_with_its_full_id() -> None:
    assert by_id(cut(LAW)) == {
        "XAA 10": "XAA § 10 (5 U.S.C. § 77). Permits",
        "XAA 10(a)": "(a) Who may apply",
        "XAA 10(a)(1)(A)": "(A) A person who holds a licence may apply.",
        "XAA 10(a)(1)(B)": "(B) A person without one may apply",
        "XAA 10(a)(1)(B)(i)": "(i) in writing, or",
        "XAA 10(a)(1)(B)(ii)": "(ii) in person.",
        "XAA 10(a)(2)": "(2) A company may apply through its director.\nThis does not hold for branches.",
        "XAA 10(b)": "(b) Fees\nThe fee is 40 units.",
    }


def test_the_other_citation_of_a_section_is_its_alias() -> None:
    assert cut(LAW)[2].aliases == ("5USC77(a)(1)(A)",)


def test_what_encloses_a_section_is_its_context_and_a_bare_number_is_not() -> None:
    above = {section.id: section.above for section in cut(LAW)}
    assert above["XAA 10(a)(1)(B)(i)"] == (
        "XAA § 10 (5 U.S.C. § 77). Permits",
        "(a) Who may apply",
        "(B) A person without one may apply",
    )


def test_no_word_is_lost() -> None:
    together = "\n".join(section.text for section in cut(LAW))
    for sentence in ("holds a licence", "in writing", "through its director", "hold for branches", "40 units"):
        assert sentence in together


def test_several_sections_in_one_file_each_name_themselves() -> None:
    text = "# § 1. Scope\n\nAll.\n\n# § 2. Terms\n\n(a) One.\n\n(b) Two."
    assert list(by_id(cut(text, code="9 CFR"))) == ["9CFR1", "9CFR2", "9CFR2(a)", "9CFR2(b)"]


def test_plain_headings_become_part_of_the_id() -> None:
    text = "# Handbook\n\nIntro.\n\n## Evidence of ability\n\nWords.\n\n(1) First.\n\n## Fees\n\nMore."
    assert list(by_id(cut(text))) == [
        "file/handbook",
        "file/handbook/evidence-of-ability",
        "file/handbook/evidence-of-ability(1)",
        "file/handbook/fees",
    ]


def test_russian_headings_too() -> None:
    text = "# Гражданский кодекс\n\n## Статья 614. Арендная плата\n\nАрендатор обязан вносить плату."
    sections = cut(text)
    assert sections[-1].id == "file/гражданский-кодекс/статья-614-арендная-плата"
    assert sections[-1].paragraphs[-1] == "Арендатор обязан вносить плату."


def test_a_repeated_id_is_numbered() -> None:
    text = "# Part\n\nOne.\n\n# Other\n\nTwo.\n\n# Part\n\nThree."
    assert [section.id for section in cut(text)] == ["file/part", "file/other", "file/part~2"]


def test_html_gives_the_same_sections() -> None:
    html = (
        "<html><head><title>x</title><style>p{}</style></head><body><h1>XAA § 10 (5 U.S.C. § 77). Permits</h1>"
        "<p>(a) Who <b>may</b> apply</p><div><p>(1) A&nbsp;person.</p><ul><li>(A) One</li><li>(B) Two</li></ul></div>"
        "<script>evil()</script><p>(b) Fees</p></body></html>"
    )
    sections = by_id(list(cut_sections(of_html(html), base="file")))
    assert list(sections) == ["XAA 10", "XAA 10(a)", "XAA 10(a)(1)", "XAA 10(a)(1)(A)", "XAA 10(a)(1)(B)", "XAA 10(b)"]
    assert sections["XAA 10(a)"] == "(a) Who may apply"
    assert "evil" not in "".join(sections.values())


def test_plain_text_is_cut_by_its_enumerators() -> None:
    sections = by_id(list(cut_sections(of_text("Scope\n\n(a) First\nline two.\n\n(b) Second."), base="memo")))
    assert sections == {"memo": "Scope", "memo(a)": "(a) First\nline two.", "memo(b)": "(b) Second."}


def test_nothing_gives_no_section() -> None:
    assert cut("") == []
    assert list(cut_sections(of_html(""), base="x")) == []
