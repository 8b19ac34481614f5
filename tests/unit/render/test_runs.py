from itertools import pairwise

from docx.oxml import OxmlElement, parse_xml
from docx.oxml.ns import qn
from hypothesis import given
from hypothesis import strategies as st

from render.runs import cut_out, fill, place_of, properties_at
from render.tags import loose_braces, paragraph_text, parse_tag, pieces_of, tags_in
from render.wordml import run, run_text

W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
WORDS = st.text(st.sampled_from("аб c&<>1\t\n"), max_size=6)


def paragraph(parts: list[str], *, bold: int | None = None) -> object:
    made = OxmlElement("w:p")
    for number, part in enumerate(parts):
        held = run(part)
        if number == bold:
            held.insert(0, parse_xml(f'<w:rPr xmlns:w="{W}"><w:b/></w:rPr>'))
        made.append(held)
        made.append(parse_xml(f'<w:proofErr xmlns:w="{W}" w:type="spellStart"/>'))
    return made


@given(
    st.lists(st.tuples(WORDS, st.sampled_from(["{{ a }}", "{{a}}", "{{ b : date }}"])), min_size=1, max_size=4),
    WORDS,
    st.lists(st.integers(0, 60), max_size=8),
)
def test_however_word_splits_a_paragraph_only_its_tags_are_replaced(
    pairs: list[tuple[str, str]], end: str, cuts: list[int]
) -> None:
    text = "".join(before + tag for before, tag in pairs) + end
    places = sorted({0, len(text), *(cut for cut in cuts if cut < len(text))})
    made = paragraph([text[first:last] for first, last in pairwise(places)])
    assert paragraph_text(made) == text
    tags = tags_in(made, None)
    assert [tag.raw for tag in tags] == [tag for _, tag in pairs]
    for number, tag in reversed(list(enumerate(tags))):
        cut_out(made, tag.start, tag.end, key=str(number))
    for number in range(len(tags)):
        fill(place_of(made, str(number)), [run(f"<{number}>")])
    assert paragraph_text(made) == "".join(f"{before}<{number}>" for number, (before, _) in enumerate(pairs)) + end
    assert len(list(made.iter(qn("w:proofErr")))) == len(places) - 1


def test_the_value_takes_the_formatting_of_the_tags_first_character() -> None:
    made = paragraph(["x {", "{ a", " }} y"], bold=0)
    tag = tags_in(made, None)[0]
    assert tag.split
    cut_out(made, tag.start, tag.end, key="0")
    assert properties_at(place_of(made, "0")).find(qn("w:b")) is not None
    assert [piece.text for piece in pieces_of(made)] == ["x ", " y"]


def test_a_tag_is_a_name_a_type_and_a_question() -> None:
    assert parse_tag("  a.b ").name == "a.b" and parse_tag("Дата  выдачи").name == "Дата выдачи"
    tag = parse_tag(" x : organisation list : Who: one or many? ")
    assert (tag.name, tag.type, tag.question) == ("x", "organisation list", "Who: one or many?")


def test_braces_that_make_no_tag_are_found_beside_those_that_do() -> None:
    assert loose_braces(paragraph(["{{ a }} and {", "{ b } and }}"])) != []
    assert loose_braces(paragraph(["{{ a }} {x} }"])) == []


def test_deleted_text_and_field_codes_are_not_read() -> None:
    made = parse_xml(
        f'<w:p xmlns:w="{W}"><w:r><w:t>a</w:t></w:r><w:del><w:r><w:delText>gone</w:delText></w:r></w:del>'
        "<w:r><w:instrText>PAGE</w:instrText></w:r><w:ins><w:r><w:t>b</w:t></w:r></w:ins></w:p>"
    )
    assert paragraph_text(made) == run_text(made) == "ab"
