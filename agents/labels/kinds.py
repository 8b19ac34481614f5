"""What a document calls itself: between its own number and another paper's, the heading decides."""

import re

from agents.labels.layout import Layout
from agents.labels.thesaurus import thesaurus
from agents.labels.words import WORD, key_of, stem_of, stems_of

_HEADING_PIECES = 40
_MARK_PIECES = 8
_LONGEST_MARK = 80
_MOST_WORDS = 9
_LABEL_WORDS = 2
_LEAST_LABELS = 3
_DRAFT = re.compile(
    r"(?<!\w)(?:черновик|draft|rascunho|minuta|qoralama|қоралама|не подписан\w*|unsigned|não assinad[oa])(?!\w)",
    re.IGNORECASE,
)
_PROJECT = re.compile(
    r"\W*(?:проект|лойиҳа|loyiha)\W*"
    r"(?:(?:договора|контракта|соглашения|дополнительного соглашения|шартнома\w*|shartnoma\w*).{0,40})?",
    re.IGNORECASE,
)
"""Alone or of a contract; an investment project is no draft."""
_LAPSED = re.compile(
    r"(?<!\w)(?<!не )(?<!not )(?<!não )(?:ист[её]к(?:ла|ло|ший|шая)?"
    r"|аннулирован\w*|отозван\w*|утратил\w* силу|недействител\w+"
    r"|замен[её]н[аоы]?"
    r"|бекор қилинган|ўз кучини йўқотган|янгисига алмаштирилган|муддати (?:тугаган|ўтган)"
    r"|muddati (?:tugagan|o[ʻ'‘’`]tgan)|bekor qilingan|yangisiga almashtirilgan|o[ʻ'‘’`]z kuchini yo[ʻ'‘’`]qotgan"
    r"|expired|superseded|cancelled|canceled|revoked|annulled|no longer valid"
    r"|expirad[oa]|revogad[oa]|cancelad[oa]|anulad[oa]|sem efeito|substituíd[oa])(?!\w)",
    re.IGNORECASE,
)
_ENDS = 3
"""Last pieces of a page, where a stamp stands."""
_VALIDITY = re.compile(
    r"\W*(?:срок действия|действ\w+ (?:до|по)|амал қилиш|amal qilish|valid(?:ity)?|expir\w+|validade|válid[oa])",
    re.IGNORECASE,
)


def kinds_named(layout: Layout) -> frozenset[str]:
    """Word groups of the kinds that stand in the first page's headings, in capitals or alone."""
    known = thesaurus()
    found: set[str] = set()
    for segment in layout.segments[:_HEADING_PIECES]:
        piece = layout.of(segment)
        words = [match.group() for match in WORD.finditer(piece)]
        if not words or len(words) > _MOST_WORDS or ":" in piece:
            continue
        for word in words:
            stem = stem_of(key_of(word))
            if stem in known.kinds and (word.isupper() or len(words) == 1):
                found |= kinds_in((stem,))
    return frozenset(found)


def kinds_of_labels(layout: Layout) -> frozenset[str]:
    """Without a heading: ``Invoice Date``, ``Invoice Month``, ``Invoice Period`` and one ``Order #`` make an invoice."""
    labels: dict[str, set[str]] = {}
    for segment in layout.segments[: 3 * _HEADING_PIECES]:
        piece = layout.of(segment)
        if len(piece) > _LONGEST_MARK:
            continue
        stems = stems_of(piece)[:_LABEL_WORDS]
        for kind in kinds_in(stems[:1]):
            labels.setdefault(kind, set()).add(" ".join(stems))
    ranked = sorted(labels, key=lambda kind: -len(labels[kind]))
    if not ranked or len(labels[ranked[0]]) < _LEAST_LABELS:
        return frozenset()
    if len(ranked) > 1 and len(labels[ranked[0]]) < 2 * len(labels[ranked[1]]):
        return frozenset()
    return frozenset(ranked[:1])


def is_draft(layout: Layout) -> bool:
    """Whether one of the first pieces of a document's first page says that it is not the final paper."""
    pieces = [layout.of(segment) for segment in layout.segments[:_MARK_PIECES]]
    return any(
        len(piece) <= _LONGEST_MARK and (_DRAFT.search(piece) is not None or _PROJECT.fullmatch(piece) is not None)
        for piece in pieces
    )


def is_lapsed(layout: Layout) -> bool:
    """Whether the page calls itself expired, annulled or replaced: at its edges, or where it says till when it holds."""
    edges = {*range(_MARK_PIECES), *range(len(layout.segments) - _ENDS, len(layout.segments))}
    is_a_paper = bool(kinds_named(layout))
    for number, segment in enumerate(layout.segments):
        piece = layout.of(segment)
        if len(piece) > _LONGEST_MARK or _LAPSED.search(piece) is None:
            continue
        if _VALIDITY.match(piece) is not None and is_a_paper:
            return True
        if number in edges and ("(" in piece or ":" not in piece) and len(piece.split()) <= _MOST_WORDS:
            return True
    return False


def kinds_in(stems: tuple[str, ...]) -> frozenset[str]:
    """Word groups of the kinds among the stems; a kind without a group stands for itself."""
    known = thesaurus()
    found: set[str] = set()
    for stem in stems:
        if stem in known.kinds:
            found |= known.groups.get(stem, frozenset({stem}))
    return frozenset(found)
