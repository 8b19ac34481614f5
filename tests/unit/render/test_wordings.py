import re
from pathlib import Path

import pytest

import ingest
from evidence.citations import Citation
from evidence.pages import Block, Document, Page, PageKind, Problem
from evidence.spans import CharSpan
from render.phrases import Phrases
from render.wordings import place, problem

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
    assert problem(one, Phrases("uz-Latn")).startswith("7-b")
    russian = problem(one, Phrases("ru"))
    assert russian == "изображение не удалось распознать, оно не прочитано (page 7 holds pictures that were not read)"
    message = "read without the models uzb: some letters may be wrong; install x"
    unplaced = Problem(code="ocr_language_missing", message=message, page=7)
    assert problem(unplaced, Phrases("ru")).startswith("стр.\u00a07: прочитано без моделей uzb")
    assert problem(one, Phrases("en")) == "page 7 holds pictures that were not read"


def test_a_problem_without_words_speaks_for_itself() -> None:
    assert problem(Problem(code="solar_flare", message="it glows"), Phrases("pt")) == "it glows"


def cited(*, kind: PageKind = PageKind.TEXT, label: str | None = None, part: tuple[int, int] | None = None) -> Citation:
    document = Document(sha256="a" * 64, name="a.pdf", media_type="application/pdf", page_count=219)
    block = Block(span=CharSpan(start=0, end=5), path=None if kind.is_paged else "body/p[3]")
    page = Page(document="a" * 64, number=219, kind=kind, text="words", label=label, blocks=(block,))
    return Citation.of(document, page, CharSpan(start=0, end=5), part=part)


def test_a_page_is_named_by_its_place_in_the_file_and_by_its_printed_number() -> None:
    assert place(cited(label="217"), Phrases("en")) == "p. 219 (printed: 217)"
    assert place(cited(), Phrases("en")) == "p. 219"
    for language in ("ru", "pt", "uz-Latn", "uz-Cyrl"):
        assert re.findall(r"\d+", place(cited(label="217"), Phrases(language))) == ["219", "217"]


def test_a_format_without_pages_gets_none() -> None:
    assert place(cited(kind=PageKind.FLOW), Phrases("en")) == "paragraph 3"


def test_a_quote_over_two_pages_says_which_part_each_page_holds() -> None:
    assert place(cited(part=(1, 2)), Phrases("en")).endswith("(part 1 of 2)")
