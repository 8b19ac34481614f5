"""How a document writes numbers and dates, shown by those of its own that can be read in one way only."""

import re
from collections.abc import Iterator

_DATE = re.compile(r"(?<![\d./-])(\d{1,2})([./-])(\d{1,2})\2(?:\d{4}|\d{2})(?![\d./]|-\d\d[./])")
_AMOUNT = re.compile(
    r"(?<![\d.,])\d{1,3}(?:[ .,\u00a0\u202f]\d{3})+[.,]\d{2}(?!\d)|(?<![\d.,])\d{1,6}[.,]\d{2}(?![\d.,])"
)
_AMERICAN = re.compile(
    r"(?<!\w)(?:A[LKZR]|C[AOT]|D[EC]|FL|GA|HI|I[DLNA]|K[SY]|LA|M[EDAINSOT]|N[EVHJMYCD]|O[HKR]|PA|RI|S[CD]|T[NX]|UT"
    r"|V[TA]|W[AVIY])\.?,? \d{5}(?:-\d{4})?(?!\d)"
)
MOST = 24


def shown_in(text: str) -> Iterator[str]:
    """Dates whose day cannot be a month, and amounts with both marks or with cents."""
    for match in _DATE.finditer(text):
        one, other = int(match[1]), int(match[3])
        if (12 < one <= 31 and other <= 12) or (12 < other <= 31 and one <= 12):
            yield match.group()
    yield from (match.group() for match in _AMOUNT.finditer(text))


def is_american(text: str) -> bool:
    """Addresses with a state and a ZIP code: such a paper writes the month first."""
    return _AMERICAN.search(text) is not None
