"""What a trace keeps of how its document looks, and what can be said of it later."""

from enum import StrEnum

from evidence.frozen import Frozen


class Appearance(Frozen):
    """Digests of parts are the first 32 digits of sha256, those of places 16; see docs/trace.md for what goes in."""

    parts: dict[str, str]
    """Each part of the file without the trace."""
    places: dict[str, str]
    """Tag of each value and quote in the text to what stands before and beside it."""
    peculiar: tuple[str, ...]
    """What hides or alters text for the eye and stood in the report when it was written, sorted."""
    pictures: tuple[str, ...]
    """Those of ``peculiar`` that are drawings and pictures."""


class Looks(StrEnum):
    """What can be said of how a document looks."""

    NOT_LOOKED = "not_looked"
    """There is a trace and no document."""
    AS_WRITTEN = "as_written"
    SAVED_AGAIN = "saved_again"
    """By another program, so that its layout is that program's."""
    NOT_KEPT = "not_kept"
    """The trace says nothing of it: it was written before traces did."""
