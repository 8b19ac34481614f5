"""What is wrong with a file reads in Russian and Portuguese with its reason and its remedy: no less than in English."""

import re
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

import render
from cases.store import CaseFiles
from evidence.pages import Problem
from index.case_index import CaseIndex
from index.open import open_embedder
from index.stores.memory import MemoryStore
from ingest.options import ReadOptions
from render.phrases import Phrases
from render.wordings import problem
from service.reading import read_into
from service.settings import Settings
from service.wiring import open_store

_PLACE = re.compile(r"\{(\w+)\}")
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
FILES = {
    "papers.rar": b"Rar!\x1a\x07\x00" + bytes(64),
    "letter.doc": _OLE + bytes(600),
    "nonsense.pdf": b"%PDF-1.7 nonsense",
    "thing.bin": bytes(range(256)) * 8,
    "nothing.txt": b"",
    "old.rtf": b"{\\rtf1 old}",
}


@pytest.fixture(scope="module")
def refused(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Problem]:
    folder = tmp_path_factory.mktemp("files")
    for name, held in FILES.items():
        (folder / name).write_bytes(held)
    store: CaseFiles = open_store(Settings(home=folder.parent / "home")).create("C")
    index = CaseIndex(MemoryStore(), open_embedder("hashing", home=folder))
    options = ReadOptions(ocr="never", workers=1)
    summary = read_into(store, [folder], options=options, index=index, on_page=lambda *_: None)
    return {entry.file: entry.problem for entry in summary.problems if entry.problem.severity == "error"}


@pytest.mark.parametrize(
    ("name", "russian", "portuguese"),
    [
        ("papers.rar", "это архив RAR; распакуйте его и добавьте файлы", "descompacte e adicione os arquivos"),
        ("letter.doc", "он в старом формате Word; откройте его в Word, сохраните как DOCX", "salve como DOCX"),
        (
            "nonsense.pdf",
            "он повреждён: в нём не нашлось ни одной страницы PDF",
            "nenhuma página de PDF foi encontrada",
        ),
        (
            "thing.bin",
            "его формат здесь неизвестен; преобразуйте его в PDF, DOCX или XLSX",
            "converta em PDF, DOCX ou XLSX",
        ),
        ("nothing.txt", "(0 байт); запросите файл ещё раз", "peça o arquivo de novo"),
        ("old.rtf", "он в формате RTF; откройте его в Word", "está no formato RTF"),
    ],
)
def test_a_file_that_is_not_read_says_why_and_what_to_do(
    refused: dict[str, Problem], name: str, russian: str, portuguese: str
) -> None:
    one = refused[name]
    assert russian in problem(one, Phrases("ru"))
    assert portuguese in problem(one, Phrases("pt"))
    assert name in problem(one, Phrases("ru"))


@pytest.mark.parametrize("language", ["ru", "pt"])
def test_no_problem_says_less_than_in_english(language: str) -> None:
    """Every shape, with something in its places: what stood there is said again, and nothing stays in English."""
    with (Path(render.__file__).parent / "locale" / "problems" / f"{language}.po").open("rb") as file:
        shapes = [str(one.id) for one in read_po(file) if one.id]
    assert len(shapes) > 150
    for shape in shapes:
        given = {name: f"'q{number}'" for number, name in enumerate(_PLACE.findall(shape))}
        message = _PLACE.sub(lambda place: given[place[1]], shape)  # noqa: B023  # called at once
        said = problem(Problem(code="unreadable", message=message), Phrases(language))
        assert message not in said, shape
        assert all(held in said for held in given.values()), shape
    unknown = problem(Problem(code="unreadable", message="the sun went out; light it"), Phrases(language))
    assert unknown.endswith("(the sun went out; light it)")
