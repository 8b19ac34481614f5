"""The committed documents are what the generators write today."""

import hashlib
import importlib
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from tests.golden.examples import witness

ROOT = Path(__file__).parents[3]


@pytest.fixture(scope="module", params=["credit_case", "immigration_case"])
def rewritten(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Committed folder, and the same folder written afresh."""
    fonts = importlib.import_module("examples.fonts")
    try:
        fonts.register()
    except fonts.FontsMissing as missing:
        pytest.skip(str(missing))
    folder = tmp_path_factory.mktemp(request.param)
    importlib.import_module(f"examples.{request.param}.make").make(folder)
    return ROOT / "examples" / request.param / "files", folder


def test_same_files(rewritten: tuple[Path, Path]) -> None:
    committed, fresh = rewritten
    assert [path.name for path in sorted(committed.iterdir())] == [path.name for path in sorted(fresh.iterdir())]


def test_same_words(rewritten: tuple[Path, Path]) -> None:
    committed, fresh = rewritten
    for path in sorted(fresh.iterdir()):
        if path.suffix == ".pdf":
            assert witness.pdf_page(path, None, layout=True) == witness.pdf_page(
                committed / path.name, None, layout=True
            ), path.name
        elif path.suffix in (".docx", ".xlsx", ".eml", ".md"):
            assert witness.read(fresh, path.name, None) == witness.read(committed, path.name, None), path.name


def test_same_pictures(rewritten: tuple[Path, Path]) -> None:
    # another release of the image libraries may round a pixel differently
    committed, fresh = rewritten
    for path in sorted(fresh.glob("*.jpg")):
        one, other = (np.asarray(Image.open(folder / path.name), dtype=np.int16) for folder in (committed, fresh))
        assert one.shape == other.shape
        assert np.abs(one - other).mean() < 3


def test_writing_twice_gives_the_same_bytes(tmp_path: Path) -> None:
    make = importlib.import_module("examples.immigration_case.make")
    hashes = []
    for attempt in ("one", "two"):
        make.make(tmp_path / attempt)
        hashes.append(
            [hashlib.sha256(path.read_bytes()).hexdigest() for path in sorted((tmp_path / attempt).iterdir())]
        )
    assert hashes[0] == hashes[1]


@pytest.mark.parametrize("name", ["credit_conclusion", "immigration_summary"])
def test_same_report_template(name: str, tmp_path: Path) -> None:
    writers = importlib.import_module("examples.make_templates")
    writers.TEMPLATES[name](tmp_path / "template.docx")
    assert witness.docx_text(tmp_path / "template.docx") == witness.docx_text(
        ROOT / "templates" / "reports" / name / "template.docx"
    )
