from index.sections.paragraphs import Paragraph, front_matter, of_markdown


def test_front_matter_is_read_and_taken_off() -> None:
    given, body = front_matter("---\nid: 8CFR204\naliases: [X 1]\n---\n# Title\n")
    assert given == {"id": "8CFR204", "aliases": ["X 1"]}
    assert body == "# Title\n"


def test_what_is_no_front_matter_stays_text() -> None:
    for text in ("# Title\n---\nx", "---\n- a\n- b\n---\ntext", "---\na: [\n---\nx", "--- no"):
        assert front_matter(text) == ({}, text)


def test_headings_and_paragraphs_in_order_with_their_line_breaks() -> None:
    text = "# One\ntext\nmore\n\n## Two ##\r\n\r\n- a\n- b\n"
    assert list(of_markdown(text)) == [
        Paragraph("One", 1),
        Paragraph("text\nmore"),
        Paragraph("Two", 2),
        Paragraph("- a\n- b"),
    ]


def test_a_number_sign_without_a_space_is_no_heading() -> None:
    assert list(of_markdown("#5 of 7")) == [Paragraph("#5 of 7")]
