"""Writes the documents of the invented immigration case: ``python -m examples.immigration_case.make [FOLDER]``."""

import sys
from collections.abc import Callable
from pathlib import Path

from examples.immigration_case import civil, work

HERE = Path(__file__).parent
DOCUMENTS: dict[str, Callable[[Path], None]] = {
    "01_passaporte.jpg": civil.passport,
    "02_certidao_nascimento.pdf": civil.birth_certificate,
    "03_certidao_casamento.pdf": civil.marriage_certificate,
    "04_diploma.pdf": work.diploma,
    "05_sworn_translation.pdf": work.translation,
    "06_I-94.pdf": work.i94,
    "07_employer_letter.docx": work.employer_letter,
    "08_W-2_2024.xlsx": work.wage_statement,
    "09_certidao_nascimento_2.pdf": civil.sister_certificate,
    "10_questionario.md": work.questionnaire,
}


def make(folder: Path) -> None:
    """Writes every document; files of other names that lie there are left alone."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, write in DOCUMENTS.items():
        write(folder / name)


if __name__ == "__main__":
    make(Path(sys.argv[1]) if len(sys.argv) > 1 else HERE / "files")
