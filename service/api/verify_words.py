"""What the check of a written report says, line by line, in the reader's language. The command line says it in English."""

from collections.abc import Iterable

from render.shapes import said_by_shape
from service.api.details import LOCALES

OF_VERIFY = LOCALES / "verify"


def lines_in(lines: Iterable[str], language: str) -> list[str]:
    return list(lines) if language == "en" else [_line_in(line, language) for line in lines]


def _line_in(line: str, language: str) -> str:
    catalogue = OF_VERIFY / f"{language}.po"
    parts = [said_by_shape(part, catalogue) for part in line.split("; ")]
    if len(parts) > 1 and all(part is not None for part in parts):  # the summary puts its sentences together
        return "; ".join(part for part in parts if part is not None)
    before, _, detail = line.rpartition(" (")
    if before.startswith("field ") and (more := said_by_shape(detail.removesuffix(")"), catalogue)) is not None:
        return f"{_line_in(before, language)} ({more})"
    said = said_by_shape(line, catalogue)
    return line if said is None else said
