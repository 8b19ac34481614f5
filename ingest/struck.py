"""Text that somebody struck out says what no longer holds: it is kept apart like deleted text, and never cited."""

from evidence.pages import Origin, OriginKind, Problem, Withheld

STRUCK = "struck out"


def origin_of(reason: str) -> Origin:
    """Of text that is kept apart for ``reason``."""
    kind = OriginKind.DELETED if reason == STRUCK else OriginKind.HIDDEN
    return Origin(kind=kind, detail=reason)


def withheld_struck(text: str, path: str | None = None) -> Withheld:
    return Withheld(text=text, origin=origin_of(STRUCK), reason=STRUCK, path=path)


def struck_problem(what: str) -> Problem:
    """``what`` names the pieces and where they stand."""
    return Problem(code="struck_text", message=f"{what}: struck out, so kept apart and never cited.")
