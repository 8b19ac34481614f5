"""The phrases of the pages, gathered from code and templates into ``service/web/locale/*.po``: ``make words``. So are the shapes
of what the API says of refusals, into ``service/api/locale/*.po``, of what lint says, into ``service/api/locale/lint``,
and of what is wrong with files, into ``render/locale/problems``.

Translations that are there stay; a phrase that is no longer used goes. ``--check`` names what a language lacks and fails then.
"""

import argparse
import io
import sys
from collections.abc import Iterable
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

HOUSE = Path(__file__).resolve().parent.parent
WEB = HOUSE / "service" / "web"
METHODS = [("**.py", "python"), ("templates/**.html", "jinja2")]
_NOISE = ('"POT-', '"PO-R', '"Generated', '"Project', '"Report', '"Last-T', '"Language-T')
OPTIONS = {"templates/**.html": {"newstyle_gettext": "true", "trimmed": "true", "silent": "false"}}


sys.path.insert(0, str(HOUSE))


def gathered() -> Catalog:
    from service.api.advice import ADVICE

    catalogue = Catalog(charset="utf-8", fuzzy=False)
    for _name, _line, phrase, _comments, _context in extract_from_dir(WEB, METHODS, OPTIONS):
        catalogue.add(phrase)
    for advice in ADVICE.values():
        for phrase in advice:
            catalogue.add(phrase)
    return catalogue


def lacking(catalogue: Catalog) -> list[str]:
    missing = []
    for message in catalogue:
        strings = message.string if isinstance(message.string, tuple) else (message.string,)
        if message.id and not all(strings):
            missing.append(message.id if isinstance(message.id, str) else message.id[0])
    return missing


def of_shapes(shapes: Iterable[str]) -> Catalog:
    catalogue = Catalog(charset="utf-8", fuzzy=False)
    for shape in shapes:
        catalogue.add(shape)
    return catalogue


def main() -> None:
    from deploy.api_words import lint_shapes, machine_shapes, problem_shapes, shapes, verify_shapes

    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--check", action="store_true", help="change nothing; fail where a translation is missing")
    only_check = options.parse_args().check
    incomplete = False
    for folder, what, template in (
        (WEB / "locale", "Phrases of the review pages", gathered()),
        (HOUSE / "service" / "api" / "locale", "Shapes of what the API says of refusals", of_shapes(shapes())),
        (
            HOUSE / "service" / "api" / "locale" / "lint",
            "Shapes of what lint says of templates",
            of_shapes(lint_shapes()),
        ),
        (
            HOUSE / "service" / "api" / "locale" / "machine",
            "Shapes of what is said of the machine",
            of_shapes(machine_shapes()),
        ),
        (
            HOUSE / "service" / "api" / "locale" / "verify",
            "Shapes of what the check of a report says",
            of_shapes(verify_shapes()),
        ),
        (
            HOUSE / "render" / "locale" / "problems",
            "Shapes of what is wrong with files",
            of_shapes(problem_shapes()),
        ),
    ):
        for language, locale in (("ru", "ru"), ("pt", "pt_BR")):
            path = folder / f"{language}.po"
            missing = update(path, template, locale=locale, what=what, only_check=only_check)
            incomplete = incomplete or bool(missing)
            print(
                f"{path.relative_to(HOUSE)}: {len(template)} phrases, {len(missing)} without translation",
                *missing,
                sep="\n  ",
            )
    if only_check and incomplete:
        sys.exit("some phrases have no translation; run `make words` and write them")


def update(path: Path, template: Catalog, *, locale: str, what: str, only_check: bool) -> list[str]:
    """Returns the phrases without translation."""
    old = Catalog(locale=locale)
    if path.exists():
        with path.open("rb") as file:
            old = read_po(file, locale=locale)
    old.update(template, no_fuzzy_matching=True)
    old.obsolete.clear()
    old.header_comment, old.fuzzy = f"# {what}; `make words` gathers them.", False
    if not only_check:
        out = io.BytesIO()
        write_po(out, old, width=110, sort_output=True, omit_header=False, no_location=True)
        kept = [line for line in out.getvalue().decode().splitlines() if not line.startswith(_NOISE)]
        path.parent.mkdir(exist_ok=True)
        path.write_text("\n".join(kept) + "\n", encoding="utf-8")
    return lacking(old)


if __name__ == "__main__":
    main()
