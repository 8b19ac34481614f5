"""How commands speak: tables and progress for people on a terminal, JSON for programs."""

import json
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from service.settings import Settings

_ACTED_ON = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
"""Escape sequences, line ends other than our own, and what turns the writing direction."""


def settings(**overrides: Any) -> "Settings":  # values of any setting, validated by Settings itself
    """Read the settings; a wrong one is explained by its name. Logs are set up on the way."""
    from pydantic import ValidationError
    from pydantic_settings import SettingsError

    from evidence.errors import InputRefused
    from service.logs import set_up
    from service.settings import Settings, config_file

    try:
        read = Settings(**{key: value for key, value in overrides.items() if value is not None})
    except ValidationError as error:
        lines = [
            f"  {'.'.join(str(part) for part in each['loc'])}: {each['msg']}"
            if each["loc"]
            else f"  {each['ctx']['error']}"
            for each in error.errors()
        ]
        raise InputRefused(
            f"settings are not right (environment LASTRO_… or {str(config_file())!r}):\n" + "\n".join(lines)
        ) from None
    except SettingsError as error:
        raise InputRefused(
            f"a setting cannot be read ({error}); lists and tables are JSON in the environment: LASTRO_READ__LANGUAGES='[\"ru\"]'"
        ) from None
    set_up(read.log_level, as_json=read.log_json)
    return read


def say(line: str) -> None:
    sys.stdout.write(harmless(line) + "\n")


def note(line: str) -> None:
    sys.stderr.write(harmless(line) + "\n")


def harmless(line: str) -> str:
    """Without what a terminal acts on: names, quotes and traces come from files that anybody may have written."""
    return _ACTED_ON.sub("\ufffd", line)


def as_json(value: Any) -> None:  # whatever json can write
    sys.stdout.write(json.dumps(value, ensure_ascii=False, indent=2, default=str) + "\n")


def table(headings: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Columns between tabs when piped, a drawn table on a terminal; the headings come first in both."""
    if not sys.stdout.isatty():
        for row in (headings, *rows):
            say("\t".join(str(cell) for cell in row))
        return
    from rich.console import Console
    from rich.table import Table

    drawn = Table(*headings, show_lines=False)
    for row in rows:
        drawn.add_row(*(harmless(str(cell)) for cell in row))
    Console().print(drawn)


def reading(name: str, read: int, total: int) -> str:
    """A line on how far a file is."""
    if total and not read:
        return f"not read: {name}"
    of = f" of {total}" if total and read < total else ""
    return f"read {name}: {read}{of} {'page' if (total or read) == 1 else 'pages'}"


class Progress:
    """A line that moves on a terminal; elsewhere one line per finished thing."""

    def __init__(self, *, quiet: bool) -> None:
        self._quiet = quiet
        self._live = sys.stderr.isatty() and not quiet
        self._width = 0

    def step(self, line: str, *, done: bool = False) -> None:
        if self._quiet:
            return
        line = harmless(line)
        if self._live:
            self._width = max(self._width, len(line))
            sys.stderr.write("\r" + line.ljust(self._width) + ("\n" if done else ""))
            sys.stderr.flush()
            self._width = 0 if done else self._width
        elif done:
            note(line)


@contextmanager
def progress(*, quiet: bool) -> Iterator[Progress]:
    shown = Progress(quiet=quiet)
    yield shown
    shown.step("", done=False)
