"""Spreadsheet addresses: columns and rows count from 0 here and from A and 1 on paper."""

import re
from functools import lru_cache

_REFERENCE = re.compile(r"\$?([A-Za-z]{1,3})\$?(\d{1,7})")


@lru_cache(maxsize=4096)
def column_letters(column: int) -> str:
    letters = ""
    column += 1
    while column:
        column, place = divmod(column - 1, 26)
        letters = chr(65 + place) + letters
    return letters


@lru_cache(maxsize=4096)
def column_number(letters: str) -> int:
    number = 0
    for letter in letters.upper():
        number = number * 26 + ord(letter) - 64
    return number - 1


def read_reference(reference: str) -> tuple[int, int] | None:
    """(row, column) of ``B5``; None where it is no address."""
    found = _REFERENCE.fullmatch(reference)
    return (int(found.group(2)) - 1, column_number(found.group(1))) if found else None


def read_range(reference: str) -> tuple[int, int, int, int] | None:
    """(first row, first column, last row, last column) of ``B5:D7``."""
    first, _, last = reference.partition(":")
    start, end = read_reference(first), read_reference(last or first)
    if start is None or end is None:
        return None
    return min(start[0], end[0]), min(start[1], end[1]), max(start[0], end[0]), max(start[1], end[1])
