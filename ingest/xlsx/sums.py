"""Stored values of sums held against the cells that they add up: a library that wrote an input leaves the old total behind."""

import re
from collections.abc import Iterator
from math import isclose

from ingest.a1 import read_range, read_reference
from ingest.xlsx.cells import StoredCell

_SUM = re.compile(r"=?\s*SUM\(([A-Z$\d]+:[A-Z$\d]+)\)\s*", re.IGNORECASE)
_ADDED = re.compile(r"=?\s*[+-]?\$?[A-Z]{1,3}\$?\d+(?:\s*[+-]\s*\$?[A-Z]{1,3}\$?\d+)+\s*", re.IGNORECASE)
_PART = re.compile(r"([+-]?)\s*(\$?[A-Z]{1,3}\$?\d+)", re.IGNORECASE)
_MOST_NUMBERS = 100_000
_MOST_CELLS = 10_000
"""Of one range: beyond these nothing is held against anything, so that a large sheet costs no more than before."""


class StoredSums:
    """Of one sheet. Other formulas are not calculated: they are shown with what the application stored."""

    def __init__(self) -> None:
        self._numbers: dict[tuple[int, int], float] = {}
        self._sums: list[tuple[int, int, str, float]] = []
        self._is_whole = True

    def note(self, cell: StoredCell, row: int) -> None:
        if cell.kind != "n" or not self._is_whole:
            return
        try:
            number = float(cell.value or "")
        except ValueError:
            self._is_whole = self._is_whole and cell.formula is None  # a formula without a value: its sums are unknown
            return
        self._numbers[row, cell.column] = number
        self._is_whole = len(self._numbers) <= _MOST_NUMBERS
        if cell.formula is not None and (_SUM.fullmatch(cell.formula) or _ADDED.fullmatch(cell.formula)):
            self._sums.append((row, cell.column, cell.formula, number))

    def stale(self) -> Iterator[tuple[int, int]]:
        """Row and column of each sum whose stored value is not what its cells add up to."""
        for row, column, formula, stored in self._sums if self._is_whole else ():
            added = self._added(formula)
            if added is not None and not isclose(stored, added, rel_tol=1e-7, abs_tol=0.005):
                yield row, column

    def _added(self, formula: str) -> float | None:
        if (whole := _SUM.fullmatch(formula)) is not None:
            area = read_range(whole.group(1))
            if area is None:
                return None
            top, left, bottom, right = area
            if (bottom - top + 1) * (right - left + 1) > _MOST_CELLS:
                return None
            places = ((row, column) for row in range(top, bottom + 1) for column in range(left, right + 1))
            return sum(self._numbers.get(place, 0.0) for place in places)
        total = 0.0
        for sign, reference in _PART.findall(formula):
            place = read_reference(reference)
            number = self._numbers.get(place) if place is not None else None
            if number is None:  # empty, or text: what the application makes of it is not known here
                return None
            total += -number if sign == "-" else number
        return total
