"""Text in a document that gives orders to the software of whoever reads it. Such a paragraph is no statement of the paper."""

import re
from functools import lru_cache

from evidence.spans import CharSpan

_ORDERS = re.compile(
    r"(?:ignor\w+|disregard\w*|forget|overrid\w+|игнориру\w+|проигнориру\w+|не\s+(?:учитыва\w+|обраща\w+)|забуд\w+|desconsider\w+"
    r"|esque[cç]\w+|e.tiborsiz\s+qoldir\w*|эътиборсиз\s+қолдир\w*|inobatga\s+olma\w*|инобатга\s+олма\w*)"
    r"[^.\n]{0,80}?(?:instruction|prompt|указани|инструкци|ko.rsatma|кўрсатма|yo.riqnoma|йўриқнома|instruç)"
    r"|(?:ko.rsatma|кўрсатма|yo.riqnoma|йўриқнома)\w*[^.\n]{0,60}?(?:e.tiborsiz|эътиборсиз|inobatga\s+olma|инобатга\s+олма)"
    r"|(?<!\w)(?:notes?|message|instructions?|attention|сообщени\w+|указани\w+|инструкци\w+|внимани\w+|примечани\w+|nota|aviso|instruç\w+"
    r"|eslatma|эслатма|ko.rsatma|кўрсатма)\s*(?:to|for|для|para|:|,)?\s*(?:the\s+|all\s+|os\s+|a\s+|o\s+)?"
    r"(?:automated|automatic|AI(?!\w)|LLM|language\s+models?|models?(?!\w)|assistants?(?!\w)|chatbots?|bots?(?!\w)|reviewing\s+software"
    r"|автоматич\w+|нейросет\w+|языков\w+\s+модел\w+|ИИ(?!\w)|ассистент\w*|робот\w*|sistemas?\s+autom\w+|modelos?\s+de\s+linguagem"
    r"|IA(?!\w)|sun.iy\s+intellekt|сунъий\s+интеллект|avtomatik\s+tizim|автоматик\s+тизим)"
    r"|(?:(?:you\s+are|act\s+as)\s+(?:an?\s+)?(?:AI|assistant|language\s+model)|system\s+prompt|системн\w+\s+промпт)",
    re.IGNORECASE,
)
_REACH = 800
"""Characters on either side within which a paragraph ends for certain."""


def gives_orders(text: str, span: CharSpan) -> bool:
    """Whether the paragraph around ``span`` of a page's text gives orders to its reader's software."""
    return any(start < span.end and span.start < end for start, end in _paragraphs(text))


@lru_cache(maxsize=256)
def _paragraphs(text: str) -> tuple[tuple[int, int], ...]:
    """Between blank lines."""
    found = []
    for match in _ORDERS.finditer(text):
        start = text.rfind("\n\n", max(0, match.start() - _REACH), match.start())
        end = text.find("\n\n", match.end(), match.end() + _REACH)
        first = start if start >= 0 else max(0, match.start() - _REACH)
        last = end if end >= 0 else min(len(text), match.end() + _REACH)
        found.append((first, last))
    return tuple(found)
