"""Details of refusals in the reader's language: every shape has words, and nothing that stood in its places is lost."""

import re
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

import render
from evidence.reasons import because
from service.api.details import LOCALES, OF_LINT, in_language
from service.api.machine_words import OF_MACHINE
from service.api.verify_words import OF_VERIFY

OF_PROBLEMS = Path(render.__file__).parent / "locale" / "problems"
_PLACE = re.compile(r"\{(\w+)\}")


@pytest.mark.parametrize("language", ["ru", "pt"])
@pytest.mark.parametrize(
    "folder", [LOCALES, OF_LINT, OF_PROBLEMS, OF_MACHINE, OF_VERIFY], ids=lambda folder: folder.name
)
def test_every_shape_that_the_code_says_has_words_that_keep_its_places(folder: Path, language: str) -> None:
    from deploy.api_words import lint_shapes, machine_shapes, problem_shapes, shapes, verify_shapes

    asked = {
        LOCALES: shapes,
        OF_LINT: lint_shapes,
        OF_PROBLEMS: problem_shapes,
        OF_MACHINE: machine_shapes,
        OF_VERIFY: verify_shapes,
    }[folder]()
    with (folder / f"{language}.po").open("rb") as file:
        held = {str(one.id): str(one.string) for one in read_po(file) if one.id}
    assert set(held) == set(asked), "run `make words` and translate"
    for shape, said in held.items():
        assert said, shape
        assert set(_PLACE.findall(said)) == set(_PLACE.findall(shape)) - {"plural"}, shape


@pytest.mark.parametrize(
    ("detail", "russian"),
    [
        ("no case '01J'; it may not exist, or you are no member of it", "дела '01J' нет, или вы в нём не участвуете"),
        ("login or password is wrong", "неверный логин или пароль"),
        ("'a.pdf' needs no password; its pages are there", "файлу 'a.pdf' пароль не нужен: его страницы прочитаны"),
        ("String should have at least 1 character", "нужно знаков не меньше 1"),
        ("Value error, a place is `start` and `end`, or a `quote`: give one of them",
         "место — это `start` и `end` или `quote`: укажите одно из двух"),
        ("something of no known shape", "something of no known shape"),
        ("no file 'a {b} \\1\nc' in this case; was it removed?",
         "файла 'a {b} \\1\nc' нет в этом деле; может быть, его удалили?"),
    ],
)  # fmt: skip
def test_a_detail_reads_in_the_language_of_the_person(detail: str, russian: str) -> None:
    assert in_language(detail, "ru") == russian
    assert in_language(detail, "en") == detail


def test_a_reason_inside_of_a_detail_has_words_of_its_own() -> None:
    reason = because("not_in_quote", "the quote does not say {claimed!r}", claimed="9")
    detail = f"'Amount' cannot be '9 USD' by that quote: {reason}"
    said = in_language(detail, "pt", reason=reason)
    assert said.startswith("'Amount' não pode ser '9 USD' por esta citação:")
