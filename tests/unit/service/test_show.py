import pytest

from service.cli import show


@pytest.mark.parametrize("sign", ["\x1b[31m", "\x00", "\r", "\x9b", "\u202e", "\u2066", "\udcff"])
def test_nothing_that_a_terminal_acts_on_is_printed(capsys: pytest.CaptureFixture[str], sign: str) -> None:
    show.say(f"file a{sign}.pdf")
    show.note(f"file a{sign}.pdf")
    printed = capsys.readouterr()
    for text in (printed.out, printed.err):
        assert sign[0] not in text and "\ufffd" in text


def test_letters_tabs_and_our_own_lines_stay(capsys: pytest.CaptureFixture[str]) -> None:
    show.say("Oʻzbekiston\tГулистон\n  «ação» — № 5")
    assert capsys.readouterr().out == "Oʻzbekiston\tГулистон\n  «ação» — № 5\n"


def test_a_table_begins_with_its_headings_when_it_is_piped(capsys: pytest.CaptureFixture[str]) -> None:
    show.table(("id", "title"), [("1", "Acme"), ("2", "Blue Heron")])
    assert capsys.readouterr().out == "id\ttitle\n1\tAcme\n2\tBlue Heron\n"
