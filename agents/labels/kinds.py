"""What a document calls itself: between its own number and another paper's, the heading decides."""

import re

from agents.labels.layout import Layout
from agents.labels.thesaurus import thesaurus
from agents.labels.words import WORD, key_of, stem_of, stems_of
from evidence.fields import FieldType
from evidence.values import read_values

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
_DRAFT_NAME = re.compile(
    r"(?<![^\W_])(?:чернов\w+|chernov\w*|draft|rascunho|minuta|qoralama|қоралама|loyiha|лойиҳа|proekt"
    r"|проект[ _-]+(?:договор|контракт|соглашен))",
    re.IGNORECASE,
)
_OLD_NAME = re.compile(
    r"(?<![^\W_])(?:стар(?:ая|ый|ое|ые)|прежн\w+|утратил\w*|недейств\w+|архив\w*|eski|эски|avvalgi|аввалги|arxiv\w*|old|obsolete|expired"
    r"|superseded|antig[oa]|anterior|vencid[oa])(?![^\W_])",
    re.IGNORECASE,
)
_PROJECT = re.compile(
    r"\W*(?:проект|лойиҳа|loyiha)\W*"
    r"(?:(?:договора|контракта|соглашения|дополнительного соглашения|шартнома\w*|shartnoma\w*).{0,40})?",
    re.IGNORECASE,
)
"""Alone or of a contract; an investment project is no draft."""
_POSSESSED = re.compile(r"(?:as|ас)$")
_PROJECT_STEMS = frozenset(stem for word in ("проект", "лойиҳа", "loyiha", "loyihasi") for stem in stems_of(word))
_LAPSED = re.compile(
    r"(?<!\w)(?<!не )(?<!not )(?<!não )(?:ист[её]к(?:ла|ло|ший|шая)?"
    r"|аннулирован\w*|отозван\w*|утратил\w* силу|недействител\w+"
    r"|замен[её]н[аоы]?"
    r"|бекор қилинган|ўз кучини йўқотган|янгисига алмаштирилган|муддати (?:тугаган|ўтган)"
    r"|muddati (?:tugagan|o[ʻ'‘’`]tgan)|bekor qilingan|yangisiga almashtirilgan|o[ʻ'‘’`]z kuchini yo[ʻ'‘’`]qotgan"
    r"|expired|superseded|cancelled|canceled|revoked|annulled|no longer valid"
    r"|expirad[oa]|revogad[oa]|cancelad[oa]|anulad[oa]|sem efeito|substituíd[oa]"
    r"|divórcio averbado|averbado (?:o )?divórcio|divorcio inscrito|dissolved by divorce)(?!\w)",
    re.IGNORECASE,
)
_ARCHIVED = re.compile(
    r"\W*(?:архивн\w+\s+(?:копия|экземпляр)|архив\s+нусха\w*|arxiv\s+nusxa\w*|archive\s+copy|cópia\s+de\s+arquivo)",
    re.IGNORECASE,
)
"""A mark of its own line, wherever it stands."""
_HEAD = 700
"""Characters of a page's first lines."""
_UNTIL = re.compile(
    r"(?<!\w)(?:до|по|until|till|through|даты?\s+погашения|срок)(?!\w)|gacha|гача|muddat|муддат|expir", re.IGNORECASE
)
_DAY = len("2024-01-31")
_ENDS = 3
"""Last pieces of a page, where a stamp stands."""
_VALIDITY = re.compile(
    r"\W*(?:срок действия|действ\w+ (?:до|по)|амал қилиш|amal qilish|valid(?:ity)?|expir\w+|validade|válid[oa])",
    re.IGNORECASE,
)

_PERSONAL = {
    "passport": frozenset({"passport", "паспорт", "pasport", "passaporte"}),
    "licence": frozenset({"litsenziya", "лицензия", "licence", "license", "licença"}),
}
"""Papers that are scanned one behind the other into one file, so that each page says by itself what it is."""
_IDENTITY_CARD = re.compile(
    r"(?<!\w)(?:IDENTITY\s+CARD|SHAXS\s+GUVOHNOMASI|ШАХС\s+ГУВОҲНОМАСИ|УДОСТОВЕРЕНИЕ\s+ЛИЧНОСТИ"
    r"|ID[ -]?(?:CARD|KARTA|КАРТА))(?!\w)"
)


def paper_of(layout: Layout) -> frozenset[str]:
    """``passport``, ``licence``: what the page calls itself in capitals or alone."""
    found: set[str] = set()
    for segment in layout.segments[:_HEADING_PIECES]:
        words = [match.group() for match in WORD.finditer(layout.of(segment))]
        if _IDENTITY_CARD.search(layout.of(segment)) is not None:
            found.add("passport")
        if 0 < len(words) <= _MOST_WORDS and ":" not in layout.of(segment):
            said = {key_of(word) for word in words if word.isupper() or len(words) == 1}
            found |= {name for name, written in _PERSONAL.items() if said & written}
    return frozenset(found)


def papers_in(text: str) -> frozenset[str]:
    """The same papers, named by a label or a question in any case form."""
    stems = frozenset(stems_of(text))
    return frozenset(name for name, written in _PERSONAL.items() if stems & {stem_of(word) for word in written})


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


def title_of(layout: Layout) -> tuple[frozenset[str], frozenset[str]]:
    """Of the heading that names the paper's kind: the kinds, and the stems that say of what it is one. Uzbek writes the kind
    with the ending of the possessed (*shartnomasi*)."""
    known = thesaurus()
    for segment in layout.segments[:_HEADING_PIECES]:
        piece = layout.of(segment)
        stems = frozenset(stems_of(piece))
        kinds = {stem: stem if stem in known.kinds else _POSSESSED.sub("", stem) for stem in stems}
        named = frozenset(stem for stem, kind in kinds.items() if kind in known.kinds)
        if named and len(stems) <= _MOST_WORDS and ":" not in piece:
            rest = stems - named - known.empty - _PROJECT_STEMS
            subject = frozenset(stem for stem in rest if stem.isalpha() and len(stem) > 2)
            return kinds_in(tuple(kinds[stem] for stem in named)), subject
    return frozenset(), frozenset()


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


def is_draft_name(name: str) -> bool:
    """Of a file: ``zayavka_chernovik_17_02.txt``."""
    return _DRAFT_NAME.search(name) is not None


def is_old_name(name: str) -> bool:
    """Of a file: ``Устав (старая редакция).docx``."""
    return _OLD_NAME.search(name) is not None


def is_draft(layout: Layout) -> bool:
    """Whether one of the first pieces of a document's first page says that it is not the final paper."""
    pieces = [layout.of(segment) for segment in layout.segments[:_MARK_PIECES]]
    return any(
        len(piece) <= _LONGEST_MARK and (_DRAFT.search(piece) is not None or _PROJECT.fullmatch(piece) is not None)
        for piece in pieces
    )


def valid_until(layout: Layout) -> str | None:
    """The day, as ``2024-01-31``, till when a licence says that it holds; None for other papers: what a contract of last
    year says is still so."""
    if "licence" not in paper_of(layout):
        return None
    days: set[str] = set()
    for segment in layout.segments:
        if _VALIDITY.match(layout.of(segment)) is None:
            continue
        row = [one for one in layout.row_of(segment) if one.start >= segment.start][:2]
        text = " ".join(layout.of(one) for one in row)
        read = read_values(text, FieldType.DATE, language=layout.page.language)
        days |= {one.value.normalised for one in read if one.value is not None and len(one.value.normalised) == _DAY}
    return days.pop() if len(days) == 1 else None


def written_on(layout: Layout) -> str | None:
    """The first day that stands in the page's first lines, in a short piece."""
    found = (
        one.value.normalised
        for segment in layout.segments[:_HEADING_PIECES]
        if segment.start < _HEAD and segment.end - segment.start <= _LONGEST_MARK
        and any(letter.isdigit() for letter in layout.of(segment)) and _UNTIL.search(layout.of(segment)) is None
        for one in read_values(layout.of(segment), FieldType.DATE, language=layout.page.language)
        if one.value is not None and len(one.value.normalised) == _DAY
    )  # fmt: skip
    return next(found, None)


def is_lapsed(layout: Layout) -> bool:
    """Whether the page calls itself expired, annulled or replaced: at its edges, or where it says till when it holds."""
    edges = {*range(_MARK_PIECES), *range(len(layout.segments) - _ENDS, len(layout.segments))}
    is_a_paper = bool(kinds_named(layout))
    for number, segment in enumerate(layout.segments):
        piece = layout.of(segment)
        if len(piece) > _LONGEST_MARK or (_LAPSED.search(piece) is None and _ARCHIVED.match(piece) is None):
            continue
        if _VALIDITY.match(piece) is not None and is_a_paper:
            return True
        if _ARCHIVED.match(piece) is not None:
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
