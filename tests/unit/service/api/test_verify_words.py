"""Lines of the check of a report in the reader's language, through the values that make them."""

import pytest

from render.outcome import CheckState, CitationCheck, Covers, FieldCheck, VerifyOutcome
from service.api.verify_words import lines_in


def check(state: CheckState, detail: str = "") -> CitationCheck:
    return CitationCheck(
        field="amount", file="loan.pdf", place="p. 3", quote="Amount: 9 USD", state=state, detail=detail
    )


OUTCOMES = {
    "gone": FieldCheck(field="amount", citations=(check(CheckState.GONE),)),
    "moved": FieldCheck(field="amount", citations=(check(CheckState.MOVED, "it stands at p. 4 now"),)),
    "missing": FieldCheck(field="amount", citations=(check(CheckState.FILE_MISSING),)),
    "fault": FieldCheck(field="amount", faults=("the value '9' does not follow from its quotes",)),
    "edited": FieldCheck(
        field="amount",
        faults=(
            "the document reads '8', and its evidence is for '9'; it was edited in Word",
            "filled in by hand in Word: '8'; it has no source",
        ),
    ),
    "stands": FieldCheck(field="amount", citations=(check(CheckState.HOLDS),)),
}


@pytest.mark.parametrize("language", ["ru", "pt"])
@pytest.mark.parametrize("name", list(OUTCOMES))
@pytest.mark.parametrize("covers", list(Covers))
def test_every_line_is_said_in_the_language(name: str, language: str, covers: Covers) -> None:
    outcome = VerifyOutcome(
        broken_at=None, fields=(OUTCOMES[name],), covers=covers, outside=("changed, and now reads 'x'",)
    )
    english = list(outcome.lines())
    said = lines_in(english, language)
    assert len(said) == len(english)
    for before, after in zip(english, said, strict=True):
        assert before != after
        assert not any(
            f" {word} " in f" {after} " for word in ("the", "is", "of", "stands", "follow", "hold", "fields", "now")
        ), after


def test_a_quote_and_its_place_are_kept() -> None:
    [line] = lines_in([str(check(CheckState.MOVED, "it stands at p. 4 now"))], "ru")
    assert (
        line
        == "поле 'amount': цитата «Amount: 9 USD» переместилась: 'loan.pdf', стр. 3 (теперь она стоит здесь: стр. 4)"
    )
    assert lines_in([str(check(CheckState.GONE))], "en") == [str(check(CheckState.GONE))]
