"""The known word that somebody likely meant."""

from collections.abc import Iterable

from rapidfuzz import fuzz, process


def nearest(word: str, known: Iterable[str]) -> str:
    """``; did you mean 'type'?`` for the closest known word, or nothing."""
    best = process.extractOne(word.casefold(), list(known), scorer=fuzz.ratio, processor=str.casefold, score_cutoff=60)
    return f"; did you mean {best[0]!r}?" if best else ""
