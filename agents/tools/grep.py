"""Patterns that cannot hang a worker: RE2, whose time is linear in the text.

RE2's ``\\w`` and ``\\b`` know ASCII only. Here ``\\w`` means any letter or digit, ``\\s`` also the no-break spaces of
amounts, and ``\\b`` at either end of the pattern a word border in any script.
"""

import re2

from agents.tools.catalogue import LONGEST_PATTERN
from evidence.errors import InputRefused
from evidence.spans import CharSpan

_MEMORY = 8 << 20
"""Bytes that one compiled pattern may take."""
_WORD = r"\p{L}\p{M}\p{N}_"
_SPACE = r"\s\x{00A0}\x{2007}\x{2009}\x{202F}"

_REFUSED = (
    ("(?=", "lookahead"),
    ("(?!", "lookahead"),
    ("(?<=", "lookbehind"),
    ("(?<!", "lookbehind"),
    ("(?>", "an atomic group"),
    ("(?(", "a conditional"),
)


class Pattern:
    """A compiled pattern; case is ignored, ``^`` and ``$`` stand for line borders."""

    def __init__(self, pattern: str) -> None:
        if len(pattern) > LONGEST_PATTERN:
            raise InputRefused(f"the pattern has {len(pattern)} characters, {LONGEST_PATTERN} are allowed; shorten it")
        self._opens_word = pattern.startswith(r"\b")
        self._closes_word = pattern.endswith(r"\b") and not pattern.endswith(r"\\b")
        options = re2.Options()
        options.case_sensitive = False
        options.max_mem = _MEMORY
        options.log_errors = False
        try:
            self._compiled = re2.compile("(?m)" + _for_all_scripts(pattern), options)
        except re2.error as problem:
            raise InputRefused(_explain(pattern, problem)) from None
        if self._compiled.search("") is not None:
            raise InputRefused(f"the pattern {pattern!r} also matches no text at all; ask for at least one character")

    def spans(self, text: str, *, limit: int) -> tuple[CharSpan, ...]:
        """The first ``limit`` matches that hold a character."""
        found: list[CharSpan] = []
        for match in self._compiled.finditer(text):
            start, end = match.span()
            if end > start and self._stands_alone(text, start, end):
                found.append(CharSpan(start=start, end=end))
                if len(found) == limit:
                    break
        return tuple(found)

    def _stands_alone(self, text: str, start: int, end: int) -> bool:
        if self._opens_word and start > 0 and _is_word(text[start - 1]) and _is_word(text[start]):
            return False
        return not (self._closes_word and end < len(text) and _is_word(text[end]) and _is_word(text[end - 1]))


def _is_word(character: str) -> bool:
    return character.isalnum() or character == "_"


def _for_all_scripts(pattern: str) -> str:
    translated: list[str] = []
    inside = False
    position = 0
    while position < len(pattern):
        character = pattern[position]
        if character == "\\" and position + 1 < len(pattern):
            translated.append(_escape(pattern[position + 1], inside=inside))
            position += 2
            continue
        if character == "[" and not inside:
            inside = True
            # a closing bracket right after the opening one stands for itself
            for literal in ("[^]", "[]"):
                if pattern.startswith(literal, position):
                    translated.append(literal[:-1] + r"\]")
                    position += len(literal)
                    break
            else:
                translated.append(character)
                position += 1
            continue
        if character == "]" and inside:
            inside = False
        translated.append(character)
        position += 1
    return "".join(translated)


def _escape(letter: str, *, inside: bool) -> str:
    if letter == "w":
        return _WORD if inside else f"[{_WORD}]"
    if letter == "s":
        return _SPACE if inside else f"[{_SPACE}]"
    if letter == "W" and not inside:
        return f"[^{_WORD}]"
    if letter == "S" and not inside:
        return f"[^{_SPACE}]"
    if letter == "b" and not inside:
        return ""  # looked at after the match, see _stands_alone; in the middle of a pattern it only narrows
    return "\\" + letter


def _explain(pattern: str, problem: Exception) -> str:
    for opening, name in _REFUSED:
        if opening in pattern:
            return f"the pattern {pattern!r} uses {name}, which RE2 does not have; match the words themselves instead"
    detail = problem.args[0] if problem.args else problem
    if isinstance(detail, bytes):
        detail = detail.decode(errors="replace")
    if "invalid escape" in str(detail):
        return f"the pattern {pattern!r} has an escape unknown to RE2 ({detail}); it has no back-references"
    return f"the pattern {pattern!r} cannot be used: {detail}; write \\ before a sign that is meant literally"
