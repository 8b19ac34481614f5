"""The citations of one finding, each kept once; a value points at them by index."""

from collections.abc import Iterable

from evidence.citations import Citation

_Key = tuple[str, int, int, int, tuple[int, int] | None]


class Ledger:
    def __init__(self) -> None:
        self._indexes: dict[_Key, int] = {}
        self._citations: list[Citation] = []

    @property
    def citations(self) -> tuple[Citation, ...]:
        return tuple(self._citations)

    def enter(self, citations: Iterable[Citation]) -> tuple[int, ...]:
        """Indexes of the citations; two quotes of one page are two entries, the same place is one."""
        indexes = []
        for citation in citations:
            key = (citation.sha256, citation.page, citation.span.start, citation.span.end, citation.part)
            if key not in self._indexes:
                self._indexes[key] = len(self._citations)
                self._citations.append(citation)
            indexes.append(self._indexes[key])
        return tuple(dict.fromkeys(indexes))
