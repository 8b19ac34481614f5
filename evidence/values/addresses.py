"""Addresses: abbreviations written out, order kept, every number exact."""

import re
from collections.abc import Iterator
from typing import Final

from evidence.fields import FieldType
from evidence.findings import TypedValue
from evidence.folding import Folded
from evidence.values.reading import ReadValue

_ABBREVIATIONS: Final = (
    (r"г\.|гор\.|город\w*|ш\.|шаҳ(?:ар|ри)?\w*|sh\.|shah(?:ar|ri)\w*", "город"),
    (r"ул\.|улиц\w+|кўч(?:а|аси)?\w*|ko'ch(?:a|asi)?\w*|str\.|street|st\.|rua|r\.", "улица"),
    (r"пр-т\.?|просп\.|проспект\w*|shoh ?ko'ch\w*|ave?\.|avenue|avenida", "проспект"),
    (r"д\.|дом|уй|uy", "дом"),
    (r"кв\.|квартир\w+|хонадон|xonadon|apt\.?|apto\.?|apartamento", "квартира"),
    (r"р-н\.?|район\w*|тумани?|tumani?", "район"),
    (r"обл\.|област\w+|вилояти?|viloyati?", "область"),
    (r"стр\.|строени\w+", "строение"), (r"корп\.|корпус\w*", "корпус"), (r"оф\.|офис\w*|suite|ste\.|sala", "офис"),
    (r"bairro|mfy|маҳалла\w*|mahalla\w*|махалля", "махалля"), (r"nº|n°|№", ""),
)  # fmt: skip
_EACH: Final = tuple((re.compile(rf"(?<!\w)(?:{short})(?!\w)", re.IGNORECASE), full) for short, full in _ABBREVIATIONS)
_MARK: Final = re.compile(
    r"(?<!\w)(?:ул\.|улиц|кўча|ko'cha|пр-т|проспект|avenida|av\.|rua |street|road|avenue|blvd|viloyat|вилоят|область|обл\."
    r"|tuman|туман|р-н|район|г\. ?[А-ЯЁ]|Toshkent sh|Тошкент ш|CEP)",
    re.IGNORECASE,
)
_PART: Final = re.compile(r"[^\t\n]+")


def typed_address(written: str) -> TypedValue:
    text = re.sub(r"\.(?=\w)", ". ", Folded(written).key.casefold())
    for pattern, full in _EACH:
        text = pattern.sub(f" {full} ", text)
    words = re.findall(r"[\w'/-]+", text)
    return TypedValue(type=FieldType.ADDRESS, text=written, normalised=" ".join(words))


def read_addresses(folded: Folded) -> Iterator[ReadValue]:
    """Cells and lines that name a street, a town or a district and hold a number."""
    for match in _PART.finditer(folded.key):
        text = match[0]
        if not _MARK.search(text) or not any(char.isdigit() for char in text):
            continue
        label = re.match(r"[^:\d]{3,40}: ", text)
        start = match.start() + (label.end() if label else 0)
        end = match.start() + len(text.rstrip(" ;"))
        if start < end:
            span = folded.raw_span(start, end)
            yield ReadValue.of(span, (typed_address(folded.raw[span.start : span.end]),))
