"""Claims about a sentence of the benchmark: true ones, in several spellings, and ones with one thing changed."""

import random
import re
from collections.abc import Iterator

from benchmarks.verifier_texts import CURRENCIES, FIRMS, PEOPLE, SCALES, TERMS, Sentence
from evidence.fields import Field, FieldType


def _field(kind: FieldType) -> Field:
    return Field(id=kind.value, question="?", type=kind)


MONEY, PERCENT, DATE, NUMBER, IDENTIFIER, PERSON, ORGANISATION = (
    _field(kind)
    for kind in (
        FieldType.MONEY, FieldType.PERCENT, FieldType.DATE, FieldType.NUMBER, FieldType.IDENTIFIER, FieldType.PERSON,
        FieldType.ORGANISATION,
    )
)  # fmt: skip


def _in_sentence(one: Sentence, slot: str) -> bool:
    return slot in one.slots and one.slots[slot] in one.text


def plain(written: str, language: str) -> str:
    """``1 234,5`` -> ``1234.5``."""
    group, mark = {"pt": (".", ","), "en": (",", ".")}.get(language, (" ", ","))
    return written.replace(group, "").replace(mark, ".")


def true_claims(one: Sentence) -> Iterator[tuple[Field, str]]:
    slots = one.slots
    if _in_sentence(one, "amount"):
        yield MONEY, f"{slots['amount']} {slots['cur']}"
        yield MONEY, plain(slots["amount"], one.language)
    if _in_sentence(one, "amount2"):
        yield MONEY, f"-{slots['amount2']}"
    if _in_sentence(one, "scaled"):
        yield MONEY, f"{slots['scaled']} {slots['scale']} {slots['cur']}"
    if _in_sentence(one, "pct"):
        yield PERCENT, f"{slots['pct']}%"
        yield PERCENT, slots["pct"]
    if _in_sentence(one, "term") and _in_sentence(one, "unit"):
        yield NUMBER, f"{slots['term']} {slots['unit']}"
    if _in_sentence(one, "date") and not (one.language == "en" and "." in slots["date"]):
        yield DATE, slots["date"]
    for slot in ("inn", "account", "id", "cnpj"):
        if _in_sentence(one, slot):
            yield IDENTIFIER, slots[slot]
    if _in_sentence(one, "inn"):
        yield IDENTIFIER, re.sub(r"(\d{3})(?=\d)", r"\1 ", slots["inn"])
    if _in_sentence(one, "person"):
        yield PERSON, slots["person"]
    if _in_sentence(one, "firm"):
        yield ORGANISATION, slots["firm"]
        yield ORGANISATION, re.sub(r"[«»“”]", '"', slots["firm"])


def _other_digit(rnd: random.Random, written: str) -> str:
    at = rnd.choice([match.start() for match in re.finditer(r"\d", written)])
    return written[:at] + rnd.choice([d for d in "123456789" if d != written[at]]) + written[at + 1 :]


def false_claims(rnd: random.Random, one: Sentence) -> Iterator[tuple[str, Field, str]]:
    slots = one.slots
    if _in_sentence(one, "amount"):
        amount, cur = slots["amount"], slots["cur"]
        yield "digit", MONEY, f"{_other_digit(rnd, amount)} {cur}"
        yield "currency", MONEY, f"{amount} {rnd.choice(_other_currencies(one.language, cur))}"
        yield "sign", MONEY, f"-{amount} {cur}"
        yield "scale", MONEY, f"{amount} {rnd.choice(SCALES[one.language])} {cur}"
        yield "part", MONEY, re.split(r"[ .,]", amount)[-1] + f" {cur}"
        yield "part", MONEY, re.split(r"[ .,]", amount)[0] + f" {cur}"
        yield "as per cent", PERCENT, f"{amount} %"
    if _in_sentence(one, "amount2"):
        yield "sign", MONEY, slots["amount2"]
    if _in_sentence(one, "scaled"):
        yield "scale dropped", MONEY, f"{slots['scaled']} {slots['cur']}"
        yield (
            "scale",
            MONEY,
            f"{slots['scaled']} {rnd.choice([s for s in SCALES[one.language] if s != slots['scale']])} {slots['cur']}",
        )
    if _in_sentence(one, "pct"):
        yield "digit", PERCENT, f"{_other_digit(rnd, slots['pct'])} %"
        yield "as money", MONEY, slots["pct"]
    if _in_sentence(one, "term") and _in_sentence(one, "unit"):
        yield "digit", NUMBER, f"{_other_digit(rnd, slots['term'])} {slots['unit']}"
        yield "unit", NUMBER, f"{slots['term']} {rnd.choice([u for u in TERMS[one.language] if u != slots['unit']])}"
    if _in_sentence(one, "date"):
        changed = _other_digit(rnd, slots["date"])
        yield "digit", DATE, changed
        parts = slots["date"].split(".")
        if len(parts) == 3 and parts[0] != parts[1] and int(parts[0]) <= 12:
            yield "order", DATE, f"{parts[2]}-{parts[0]}-{parts[1]}"
        day = re.findall(r"\d+", slots["date"])[0]
        if day not in (slots.get("term"), slots.get("clause"), slots.get("day")):
            yield "as number", NUMBER, day
    for slot in ("inn", "account", "id"):
        if _in_sentence(one, slot):
            yield "digit", IDENTIFIER, _other_digit(rnd, slots[slot])
            yield "part", IDENTIFIER, slots[slot][:-1]
    if _in_sentence(one, "person"):
        yield "other", PERSON, rnd.choice([p for p in PEOPLE[one.language] if p != slots["person"]])
        yield "letter", PERSON, _other_letter(rnd, slots["person"])
    if _in_sentence(one, "firm"):
        yield "other", ORGANISATION, rnd.choice([f for f in FIRMS[one.language] if f != slots["firm"]])
        yield "letter", ORGANISATION, _other_letter(rnd, slots["firm"])


def _other_currencies(language: str, currency: str) -> list[str]:
    same = ({"сум", "UZS", "so‘m", "сўм"}, {"долларов США", "USD"})
    alike = next((group for group in same if currency in group), {currency})
    return [other for other in CURRENCIES[language] if other not in alike]


def _other_letter(rnd: random.Random, name: str) -> str:
    """One letter of a word of at least four changed; the ends stay, where grammar lives."""
    words = list(re.finditer(r"[^\W\d_]{4,}", name))
    word = rnd.choice(words)
    at = word.start() + rnd.randint(1, len(word[0]) - 2)
    letters = "абвгдезиклмнопрст" if re.match(r"[а-яёўқғҳА-ЯЁЎҚҒҲ]", name[at]) else "abcdefgiklmnoprst"
    return name[:at] + rnd.choice([letter for letter in letters if letter != name[at].lower()]) + name[at + 1 :]
