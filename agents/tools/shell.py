"""``bash.run``: one allow-listed utility on files of the case. No shell: quotes are read, nothing is expanded."""

import shlex
from collections.abc import Callable, Iterable
from pathlib import Path, PurePosixPath

from agents.tools.files import FileNames
from agents.tools.sandbox import Ran, SandboxLimits, run_confined
from agents.tools.withheld import WithheldText
from evidence.errors import InputRefused

UTILITIES: dict[str, tuple[str, ...]] = {
    # name -> beginnings of options that are refused; none of these programs writes, runs another, or waits for ever
    "cat": (),
    "cut": (),
    "file": ("-C", "-f", "-m", "--c", "--files", "--m"),
    "grep": ("-P", "--pe", "-f", "--file", "-d", "-D"),
    "head": (),
    "ls": (),
    "nl": (),
    "pdffonts": (),
    "pdfimages": (),
    "pdfinfo": (),
    "pdftotext": (),
    "sha256sum": (),
    "stat": (),
    "tail": ("-f", "-F", "--f", "--re", "--pid"),
    "wc": ("--files0",),
}
_SHOWN = 4_000
"""Characters of output in one observation."""
_LISTED = 200
"""Files that are there for a command which names none, such as ls."""

PathOf = Callable[[str], Path | None]
"""sha256 of a file of the case -> where its bytes lie; None = not kept."""


class CaseShell:
    """Bound to the files of one case."""

    def __init__(
        self, names: FileNames, path_of: PathOf, *, withheld: WithheldText, limits: SandboxLimits | None = None
    ) -> None:
        self._names = names
        self._path_of = path_of
        self._withheld = withheld
        self._limits = limits or SandboxLimits()
        self._safe = {
            document.sha256: f"{number:03d}{_suffix(document.name)}"
            for number, document in enumerate(names.documents, start=1)
        }

    def run(self, cmd: str) -> str:
        """What the utility said, for the agent to read. Raises InputRefused with words that teach."""
        argv, named = self._read(cmd)
        files = {self._safe[sha256]: path for sha256 in named if (path := self._path_of(sha256)) is not None}
        if named and not files:
            raise InputRefused(f"the bytes of {self._names.label(named[0])!r} are not kept here; use fs.read_page")
        ran = run_confined(argv, files=files, limits=self._limits)
        return "\n".join((*self._legend(named, argv), *self._report(ran, named)))

    def _read(self, cmd: str) -> tuple[list[str], tuple[str, ...]]:
        """The argument vector with safe file names, and which documents it names (all, where it names none)."""
        tokens = _tokens(cmd)
        program, arguments = tokens[0], tokens[1:]
        if program not in UTILITIES:
            raise InputRefused(f"bash.run knows no {program!r}; it has {', '.join(UTILITIES)}")
        named: list[str] = []
        safe = [program]
        by_safe_name = {name: sha256 for sha256, name in self._safe.items()}
        for token in arguments:
            _check_option(program, token)
            document = self._names.find(token.removeprefix("./")) if not token.startswith("-") else None
            if document is not None:
                named.append(document.sha256)
                safe.append(self._safe[document.sha256])
            else:
                if token.removeprefix("./") in by_safe_name:
                    named.append(by_safe_name[token.removeprefix("./")])
                safe.append(token)
        if program == "pdftotext" and safe[-1] != "-":
            safe.append("-")
        if program == "pdfimages" and "-list" not in safe:
            raise InputRefused("pdfimages is for -list only; nothing can be written here")
        everything = tuple(document.sha256 for document in self._names.documents)[:_LISTED]
        return safe, tuple(dict.fromkeys(named)) or everything

    def _legend(self, named: Iterable[str], argv: list[str]) -> list[str]:
        return [
            f"({self._safe[sha256]} is {self._names.label(sha256)!r})"
            for sha256 in named
            if self._safe[sha256] in argv or argv[0] == "ls"
        ]

    def _report(self, ran: Ran, named: tuple[str, ...]) -> list[str]:
        said = [self._withheld.strike_from(_printable(ran.stdout), named)]
        if ran.stderr.strip():
            said.append("stderr: " + _printable(ran.stderr)[:500])
        text = "\n".join(part for part in said if part)
        lines = [text[:_SHOWN] or "(no output)"]
        if len(text) > _SHOWN or ran.overflowed:
            lines.append(f"(cut after {_SHOWN} characters; narrow the command, or use fs.grep and fs.read_page)")
        if ran.timed_out:
            lines.append(f"(ended after {self._limits.wall_seconds:g} s)")
        elif ran.code and not ran.overflowed:
            lines.append(f"(exit status {ran.code})")
        lines.append("(this output cannot be quoted; to quote, find the place with fs.read_page or fs.grep)")
        return lines


def _tokens(cmd: str) -> list[str]:
    reader = shlex.shlex(cmd, posix=True, punctuation_chars="|&;<>()`")
    reader.whitespace_split = True
    reader.commenters = ""
    try:
        tokens = list(reader)
    except ValueError as problem:
        raise InputRefused(f"the command cannot be read: {problem}; put names with spaces in double quotes") from None
    if any(token and set(token) <= set("|&;<>()`") for token in tokens):
        raise InputRefused(
            "bash.run has no shell: no pipes, redirections or substitutions; one utility with its arguments"
        )
    if not tokens:
        raise InputRefused('the command is empty; such as: pdfinfo "report.pdf"')
    if any("\x00" in token for token in tokens):
        raise InputRefused("the command holds a NUL character; leave it out")
    return tokens


def _check_option(program: str, token: str) -> None:
    if not token.startswith("-") or token == "-":
        return
    for refused in UTILITIES[program]:
        short = len(refused) == 2 and not token.startswith("--") and refused[1] in token[1:]
        if short or token.startswith(refused):
            raise InputRefused(f"{program} is not allowed the option {token!r} here; leave it out")


def _suffix(name: str) -> str:
    suffix = PurePosixPath(name).suffix.lower()
    return suffix if suffix[1:].isascii() and suffix[1:].isalnum() and len(suffix) <= 6 else ""


def _printable(raw: bytes) -> str:
    text = raw.decode(errors="replace").replace("\f", "\n").replace("\r\n", "\n")
    return "".join(character if character in "\n\t" or character.isprintable() else " " for character in text).rstrip()
