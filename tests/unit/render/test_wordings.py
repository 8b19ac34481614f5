import re
from pathlib import Path

import pytest

import ingest
from evidence.pages import Problem
from render.phrases import Phrases
from render.wordings import problem

_CODES = (
    r'code="(\w+)"',
    r'\b_problem\(\s*"(\w+)"',
    r'\b_report\(\s*"(\w+)"',
    r'\bWorkerFailed\(\s*"(\w+)"',
    r'\b_skip\(\s*\w+, "(\w+)"',
    r'\b_unread\([^,()]+, "(\w+)"',
    r'^\s+code = "(\w+)"$',
)
"""How readers name the problems that they report."""


def codes() -> set[str]:
    sources = [path.read_text("utf-8") for path in Path(ingest.__file__).parent.rglob("*.py")]
    found = {code for pattern in _CODES for text in sources for code in re.findall(pattern, text, re.MULTILINE)}
    return {code for code in found if code != "worker_failed"}  # an error of ours; its page says what happened


@pytest.mark.parametrize("language", ["ru", "pt", "uz-Latn", "uz-Cyrl"])
def test_every_problem_of_a_file_has_words_in_the_language_of_the_report(language: str) -> None:
    assert len(codes()) > 30
    silent = {code for code in codes() if problem(Problem(code=code, message="?"), Phrases(language)) == "?"}
    assert not silent


def test_a_problem_says_its_page() -> None:
    one = Problem(code="ocr_failed", message="page 7 holds pictures that were not read", page=7)
    assert problem(one, Phrases("ru")) == "стр.\u00a07: изображение не удалось распознать, оно не прочитано"
    assert problem(one, Phrases("en")) == "page 7 holds pictures that were not read"


def test_a_problem_without_words_speaks_for_itself() -> None:
    assert problem(Problem(code="solar_flare", message="it glows"), Phrases("pt")) == "it glows"
