"""Finds the Liberation and DejaVu fonts, which hold Latin, Cyrillic and the Uzbek letters."""

import os
import re
from functools import cache
from pathlib import Path

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

FACES = {
    "Serif": (
        "LiberationSerif-Regular",
        "LiberationSerif-Bold",
        "LiberationSerif-Italic",
        "LiberationSerif-BoldItalic",
    ),
    "Sans": ("LiberationSans-Regular", "LiberationSans-Bold", "LiberationSans-Italic", "LiberationSans-BoldItalic"),
    "Mono": ("LiberationMono-Regular", "LiberationMono-Bold", "LiberationMono-Italic", "LiberationMono-BoldItalic"),
    # the small DejaVu package has no italics; these two hold the Uzbek Cyrillic letters, which Liberation lacks
    "Wide": ("DejaVuSans", "DejaVuSans-Bold", "DejaVuSans", "DejaVuSans-Bold"),
    "Book": ("DejaVuSerif", "DejaVuSerif-Bold", "DejaVuSerif", "DejaVuSerif-Bold"),
}


class FontsMissing(Exception):
    """A font the example documents are set in is not installed."""


@cache
def font_file(face: str) -> Path:
    """The TTF of ``LiberationSerif-Regular`` and the like, from wherever the system keeps fonts."""
    bases = os.environ.get("XDG_DATA_DIRS", "/usr/local/share:/usr/share").split(":")
    for base in (Path.home() / ".local/share/fonts", *(Path(base) / "fonts" for base in bases)):
        found = sorted(base.rglob(f"{face}.ttf")) if base.is_dir() else []
        if found:
            return found[0]
    raise FontsMissing(f"font {face!r} is not installed; install fonts-liberation and fonts-dejavu-core")


@cache
def register() -> None:
    """Makes ``Serif Sans Mono Wide Book`` (and ``…-Bold -Italic -BoldItalic``) known to reportlab, once."""
    for family, faces in FACES.items():
        names = tuple(family + tail for tail in ("", "-Bold", "-Italic", "-BoldItalic"))
        for name, face in zip(names, faces, strict=True):
            pdfmetrics.registerFont(TTFont(name, str(font_file(face))))
        pdfmetrics.registerFontFamily(family, *names)


def require_glyphs(font: str, text: str) -> None:
    """Raises FontsMissing for a letter that would come out as an empty box; ``text`` may hold reportlab's tags."""
    known = pdfmetrics.getFont(font).face.charToGlyph
    lost = {letter for letter in re.sub(r"<[^>]*>", "", text) if ord(letter) not in known and letter not in "\n\t"}
    if lost:
        raise FontsMissing(f"{font!r} has no glyph for {sorted(lost)!r}, in {text[:60]!r}; set it in Wide or Book")
