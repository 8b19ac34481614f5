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
    r"|(?:^|(?<=[\s\[(«\"]))(?:для|for|para|uchun)\s+(?:ИИ|AI|IA|LLM|нейросет\w+|языков\w+\s+модел\w+|the\s+(?:AI|model|assistant))\s*[:—–-]"
    r"|\[\s*(?:SYSTEM|СИСТЕМА)\s*\]|(?<!\w)систем[еы]\s+(?:автоматическ\w+\s+)?обработки\s+документов\s*:"
    r"|(?:(?:you\s+are|act\s+as)\s+(?:an?\s+)?(?:AI|assistant|language\s+model)|system\s+prompt|системн\w+\s+промпт)",
    re.IGNORECASE,
)
_REACH = 800
"""Characters on either side within which a paragraph ends for certain."""


def gives_orders(text: str, span: CharSpan) -> bool:
    """Whether the paragraph or row around ``span`` of a page's text gives orders to its reader's software."""
    return any(start < span.end and span.start < end for start, end in _ordering(text))


@lru_cache(maxsize=256)
def _ordering(text: str) -> tuple[tuple[int, int], ...]:
    """The row of a table or form alone; of running text the lines around, up to a blank line or a row."""
    found = []
    for match in _ORDERS.finditer(text):
        start = text.rfind("\n", 0, match.start()) + 1
        end = _end_of_line(text, match.end())
        if "\t" not in text[start:end]:
            while start > 0 and match.start() - start < _REACH:
                above = text.rfind("\n", 0, start - 1) + 1
                if not _goes_on(text[above : start - 1]):
                    break
                start = above
            while end < len(text) and end - match.end() < _REACH:
                below = _end_of_line(text, end + 1)
                if not _goes_on(text[end + 1 : below]):
                    break
                end = below
        found.append((start, end))
    return tuple(found)


def _end_of_line(text: str, at: int) -> int:
    end = text.find("\n", at)
    return len(text) if end < 0 else end


def _goes_on(line: str) -> bool:
    return bool(line.strip()) and "\t" not in line
