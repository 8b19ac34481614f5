"""Headings that are only set in bold or capitals, as most contracts have them."""

import re

_NAMED = re.compile(
    r"^(?:раздел|глава|статья|приложение|bo['’‘ʻʼ]?lim|modda|ilova|бўлим|модда|илова|artigo|cláusula|capítulo|seção|título|"
    r"anexo|article|section|clause|chapter|schedule|annex|appendix|exhibit|part)\s+(?:[\dIVXLC]+|[A-ZА-Я]\b|\S+$|\S+ \S+$)",
    re.I,
)
_NUMBERED = re.compile(r"^(?:\d{1,2}\.?(?:\d{1,2}\.?)?|[IVXLC]{1,5}\.)\s+\S")
LONGEST = 120


def looks_like_heading(text: str, *, bold: bool, centred: bool) -> bool:
    """``bold``: all of it is."""
    line = text.strip()
    if not line or len(line) > LONGEST or "\n" in line or "\t" in line or line[-1] in ",;":
        return False
    words = [word for word in line.split() if any(c.isalpha() for c in word)]
    if not words:
        return False
    if _NAMED.match(line) and len(line) <= 80 and (bold or centred or line[-1] not in ".:"):
        return True
    capitals = line.upper() == line and len(words) >= 1 and sum(c.isalpha() for c in line) >= 4
    if line[-1] in ".:" and not (capitals or _NUMBERED.match(line)):
        return False
    if bold and (centred or capitals or _NUMBERED.match(line)):
        return True
    return capitals and (centred or bool(_NUMBERED.match(line)))
