from pathlib import Path

import pytest

from agents.labels import reasons
from agents.labels.data import read_data


@pytest.mark.parametrize(
    ("question", "language"),
    [
        ("Какой ИНН у заёмщика?", "ru"),
        ("Қарз олувчининг СТИРи қандай?", "ru"),
        ("Qual é o CPF do beneficiário?", "pt"),
        ("Who is the advertiser?", "en"),
        ("INN", "en"),
    ],
)
def test_speaks_the_language_of_the_question(question: str, language: str) -> None:
    assert reasons.language_of(question) == language


def test_every_language_says_everything() -> None:
    phrases = read_data(Path(reasons.__file__).with_name("reasons.yaml"))
    assert len({frozenset(said) for said in phrases.values()}) == 1


def test_fills_in_what_is_told() -> None:
    assert "1000" in reasons.say("scale", "Какова выручка?", scale=1000)
