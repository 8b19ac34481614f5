"""What names, organisations and addresses look like, by shape alone."""

import re

from agents.labels.thesaurus import thesaurus
from agents.labels.words import key_of, stem_of, stems_of, words_of

_WAITING = frozenset(
    "for of the and to in with at de da do dos das e em para com и в во с со по на для из о об к от или va uchun bilan".split()
)
_LEGAL_FORM = re.compile(
    r"""(?<!\w)(?:ООО|ОАО|ЗАО|ПАО|АО|ЧП|СП|ИП|АКБ|ИКБ|НКО|МЧЖ|ХК|АЖ|MChJ|МСhJ|XK|AJ|QK|LLC|L\.L\.C\.?|LLP|
    L\.P\.|LP|Inc\b\.?|Incorporated|Corp\b\.?|Corporation|Co\b\.?|Company|Ltd\b\.?|Limited|Ltda\b\.?|S\.?/?A\.?(?!\w)|S\.A\.|EIRELI|EPP|
    ME(?!\w)|GmbH|AG|N\.V\.|B\.V\.|
    OÜ|UAB|SIA|Oy|A\.Ş\.|S\.?r\.?l\.?|SARL|Kft|d\.o\.o\.|Sp\.\ z\ o\.o\.|ТОО|S\.p\.A\.|
    PLC|plc|JSC|CJSC|OJSC|PAC|Committee|Association|Foundation|Fund|University|Universidade|Университет|Bank|Банк|Banco|Banki|
    общество|компания|корпорация|предприятие|jamiyati|korxonasi|unitary|enterprise)(?!\w)""",
    re.VERBOSE,
)
_NAME_WORD = r"(?:[A-ZÀ-ÞА-ЯЁЎҚҒҲ][\w’'ʻʼ‘`-]*|[A-ZА-ЯЁ]\.)"
_PERSON = re.compile(
    rf"(?:(?:Mr|Mrs|Ms|Dr|Sr|Sra|Dra|г-н|г-жа)\.?\s+)?{_NAME_WORD}(?:[\s]+(?:de|da|do|dos|das|e|van|von|bin|o[ʻ'’‘]g[ʻ'’‘]li|qizi|ўғли|қизи|угли|кизи|оглы|кызы|{_NAME_WORD})){{1,5}}"
    rf"|{_NAME_WORD}\s*[A-ZА-ЯЁ]\.\s?[A-ZА-ЯЁ]?\.?",
)
_INITIALLED = re.compile(rf"(?:[A-ZА-ЯЁ]\.\s?){{1,2}}{_NAME_WORD}|{_NAME_WORD}\s+(?:[A-ZА-ЯЁ]\.\s?){{1,2}}")
_ADDRESS_WORD = re.compile(
    r"(?<!\w)(?:ул|улица|г|город|пр|просп|проспект|дом|д|кв|обл|область|район|р-н|индекс|street|st|ave|avenue|road|rd|suite|blvd|floor|city|rua|av|avenida|"
    r"bairro|cep|ko[ʻ'’‘]chasi|tumani|shahri|viloyati|uy|mfy|кўчаси|тумани|шаҳри|вилояти|махалля|mahalla|box)(?!\w)",
    re.IGNORECASE,
)
_LONGEST_LABEL = 60
_CODE_TAIL = re.compile(r"\s*\(\s*\d{2,8}\s*\)$")
_EDGES = " \t\n\u00a0.,;:|–—-_…·•*"
_PAIRS = (("«", "»"), ("“", "”"), ('"', '"'))
_ONLY_MARKS = re.compile(r"[\W_]*")
_LABEL_END = re.compile(r"(?:[:#№]|\bno\.?|nº)\s*$", re.IGNORECASE)
_BLANK_SLOT = re.compile(r"\[[\s_•*]*\]|_{3,}|\.{5,}|«[A-Z]\w*_\w+»|<[^<>]{2,30}>|\{\{?[^{}]{2,40}\}?\}")


def trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    """The same piece without edge punctuation, a closing code in brackets, or unmatched quotes."""
    while start < end and text[start] in _EDGES:
        start += 1
    while start < end and text[end - 1] in _EDGES and not _keeps_its_stop(text, start, end):
        end -= 1
    start, end = _without_lone_quotes(text, start, end)
    opened = text.rfind("(", start, end)
    if opened > start and ")" not in text[opened:end]:
        end = trimmed(text, start, opened)[1]  # a bracket that the piece does not close
    if text[end - 1] == ")" and "(" not in text[start:end]:
        end -= 1
    tail = _CODE_TAIL.search(text, start, end)
    if tail is not None and tail.start() > start and any(letter.isalpha() for letter in text[start : tail.start()]):
        end = tail.start()
    return start, end


def _without_lone_quotes(text: str, start: int, end: int) -> tuple[int, int]:
    """A quotation of a clause ends with a mark that the value itself did not open: ``…, ул. Навои, 108»``."""
    piece = text[start:end]
    for opening, closing in _PAIRS:
        lone = piece.count(closing) - piece.count(opening) if opening != closing else piece.count(opening) % 2
        if lone > 0 and piece.endswith(closing):
            return start, end - 1
        if (lone < 0 or (opening == closing and lone)) and piece.startswith(opening):
            return start + 1, end
    return start, end


def _keeps_its_stop(text: str, start: int, end: int) -> bool:
    """``Inc.``, ``Ltd.``, ``Иванов И.И.`` end in a stop of their own."""
    if text[end - 1] != ".":
        return False
    return (
        re.search(r"(?<!\w)(?:Inc|Ltd|Co|Corp|Ltda|L\.P|L\.L\.C|S\.A|N\.V|B\.V|Jr|Sr|[A-ZА-ЯЁ])\.$", text[start:end])
        is not None
    )


def looks_like_a_label(piece: str) -> bool:
    """Nothing but the words forms are made of, or an ending that promises a value."""
    if _LABEL_END.search(piece) is not None or _ONLY_MARKS.fullmatch(piece):
        return True
    known = thesaurus()
    if "/" in piece and len(piece) <= _LONGEST_LABEL:
        # "Nacionalidade / Nationality": one known half makes the pair a label
        halves = [half for half in piece.split("/") if half.strip()]
        if len(halves) == 2 and any(stems_of(half) in known.labels for half in halves):
            return True
    if stems_of(piece) in known.labels:
        return True
    stems = [stem_of(key_of(word.key)) for word in words_of(piece)]
    if not stems or len(stems) > 6:
        return False
    return any(stem in known.form for stem in stems) and all(
        stem in known.form or stem in known.empty or stem in ("№", "%") or (stem.isdigit() and len(stem) == 1)
        for stem in stems
    )


def reads_as_a_sentence(piece: str) -> bool:
    """Running text rather than an entry of a form."""
    words = [word for word in piece.split() if any(letter.isalpha() for letter in word)]
    small = sum(word[0].islower() for word in words)
    return len(words) >= 7 and small >= 0.55 * len(words)


def is_blank_slot(piece: str) -> bool:
    """A place left to be filled in: ``[____]``, ``«First_Name»``."""
    return _BLANK_SLOT.search(piece) is not None


def breaks_off(piece: str) -> bool:
    """Whether the last word waits for another: what follows stands on a line that was not read along."""
    words = words_of(piece)
    return len(words) > 1 and words[-1].key in _WAITING and words[-1].end == len(piece)


def begins_an_address(piece: str) -> bool:
    return _ADDRESS_WORD.match(piece) is not None


def has_legal_form(piece: str) -> bool:
    return _LEGAL_FORM.search(piece) is not None


def person_fit(piece: str) -> float:
    if len(piece) > 90 or any(letter.isdigit() for letter in piece) or is_blank_slot(piece):
        return 0.0
    if _PERSON.fullmatch(piece) is not None:
        return 0.8 if has_legal_form(piece) else 1.0
    if piece.isupper() and 2 <= len(piece.split()) <= 5:
        return 0.9
    match = _PERSON.match(piece)
    if match is not None and match.end() >= 0.6 * len(piece):
        return 0.75
    return 0.75 if len(piece.split()) == 1 and piece[:1].isupper() and len(piece) > 2 else 0.0


def organisation_fit(piece: str) -> float:
    if not 2 <= len(piece) <= 160 or is_blank_slot(piece) or reads_as_a_sentence(piece):
        return 0.0
    letters = sum(letter.isalpha() for letter in piece)
    if letters < 2 or letters < 0.5 * len(piece.replace(" ", "")):
        return 0.0
    if has_legal_form(piece) or any(mark in piece for mark in "«“"):
        return 1.0
    if _INITIALLED.fullmatch(piece) is not None:
        return 0.7
    words = piece.split()
    if len(words) > 12 or not (piece[0].isupper() or piece[0].isdigit() or piece[0] in "\"'«“„"):
        return 0.55
    return 0.93 if len(words) <= 8 else 0.75


def address_fit(piece: str) -> float:
    if not 6 <= len(piece) <= 300 or is_blank_slot(piece):
        return 0.0
    words = len(_ADDRESS_WORD.findall(piece))
    digits = any(letter.isdigit() for letter in piece)
    if words and digits:
        return 1.0
    return 0.85 if words or (digits and "," in piece) else 0.6


def text_fit(piece: str) -> float:
    if is_blank_slot(piece) or not any(letter.isalnum() for letter in piece):
        return 0.0
    return 1.0 if len(piece) <= 200 else 0.85
