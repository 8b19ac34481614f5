"""Hidden and deleted text must not reach an agent by a side door such as ``pdftotext``, which prints white text too."""

import re
from collections.abc import Iterable

from evidence.ports import PageSource

_MARK = "[withheld: text that a reader of the page does not see]"
_SHORTEST = 8
"""Letters and digits; shorter pieces of hidden text say nothing by themselves."""
_NOT_WORD = re.compile(r"[\W_]+")


class WithheldText:
    """The withheld text of a case's documents, looked up when first needed."""

    def __init__(self, source: PageSource) -> None:
        self._source = source
        self._known: dict[str, tuple[str, ...]] = {}

    def strike_from(self, output: str, documents: Iterable[str]) -> str:
        """The output with each line replaced that shows withheld text of one of ``documents``."""
        pieces = [piece for sha256 in documents for piece in self._of(sha256)]
        if not pieces:
            return output
        lines = output.split("\n")
        struck = [_MARK if _shows(line, pieces) else line for line in lines]
        # the same text wrapped otherwise: look at the neighbours' letters together
        for index in range(len(lines) - 1):
            if _MARK not in struck[index : index + 2] and _crosses(lines[index], lines[index + 1], pieces):
                struck[index] = struck[index + 1] = _MARK
        return "\n".join(struck)

    def _of(self, sha256: str) -> tuple[str, ...]:
        if sha256 not in self._known:
            keys = (
                _key(line)
                for page in self._source.pages(sha256)
                for withheld in page.withheld
                for line in withheld.text.split("\n")
            )
            self._known[sha256] = tuple(dict.fromkeys(key for key in keys if len(key) >= _SHORTEST))
        return self._known[sha256]


def _key(text: str) -> str:
    return _NOT_WORD.sub("", text).casefold()


def _shows(line: str, pieces: list[str]) -> bool:
    key = _key(line)
    return any(piece in key or (len(key) >= _SHORTEST and key in piece) for piece in pieces)


def _crosses(line: str, following: str, pieces: list[str]) -> bool:
    joined, border = _key(line) + _key(following), len(_key(line))
    for piece in pieces:
        at = joined.find(piece)
        if at != -1 and at < border < at + len(piece):
            return True
    return False
