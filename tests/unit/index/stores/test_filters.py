import pytest

from index.stores.filters import anything, equals


@pytest.mark.parametrize(
    ("value", "written"),
    [
        ("abc", 'document == "abc"'),
        ('a"b', 'document == "a\\"b"'),
        ("a\\", 'document == "a\\\\"'),
        ('" or id != "', 'document == "\\" or id != \\""'),
        ("a\nb\tc", 'document == "a\\nb\\tc"'),
        ("дело", 'document == "дело"'),
    ],
)
def test_a_value_stays_inside_its_quotes(value: str, written: str) -> None:
    assert equals("document", value) == written


def test_what_the_language_cannot_write_is_refused() -> None:
    with pytest.raises(ValueError, match="control character"):
        equals("document", "a\x01b")


def test_every_row_has_a_key() -> None:
    assert anything("id") == 'id != ""'
