"""What is done to a true sentence: changes of meaning that must be refused, and changes of form that must not matter."""

import random
import re
import unicodedata
from collections.abc import Callable

from benchmarks.verifier_texts import CURRENCIES, MONTHS, PEOPLE, SCALES, TERMS, Sentence

Change = Callable[[random.Random, Sentence], str | None]
"""The changed sentence, or None where the change does not apply."""

NEGATIONS = {
    "ru": ("не ", "нет ", "без "), "uz-Latn": (" emas", " kamida"), "uz-Cyrl": (" эмас", " камида"),
    "pt": ("não ", "nunca ", "sem "), "en": ("not ", "no ", "without ", "cannot "),
}  # fmt: skip
ANTONYMS = {
    "ru": [("включает", "исключает"), ("не менее", "не более"), ("прибыль", "убыль"), ("Заёмщик", "Займодавец"),
           ("залога", "налога"), ("арендатору", "арендодателю"), ("Поручитель", "Получатель"), ("составила", "оставила"),
           ("передано", "продано")],
    "uz-Latn": [("kamida", "koʻpi bilan"), ("foyda", "zarar"), ("oluvchi", "beruvchi"), ("oxirida", "boshida"),
                ("kiritadi", "chiqaradi")],
    "uz-Cyrl": [("камида", "кўпи билан"), ("фойда", "зарар"), ("олувчи", "берувчи"), ("охирида", "бошида"),
                ("киритади", "чиқаради")],
    "pt": [("inclui", "exclui"), ("pelo menos", "no máximo"), ("lucro", "luto"), ("mutuária", "mutuante"), ("acima", "abaixo")],
    "en": [("includes", "excludes"), ("at least", "at most"), ("profit", "deficit"), ("Borrower", "Lender"), ("above", "below"),
           ("not later", "not earlier"), ("guarantor", "guarantee")],
}  # fmt: skip


def _replace_at(text: str, start: int, end: int, new: str) -> str:
    return text[:start] + new + text[end:]


def digit_changed(rnd: random.Random, one: Sentence) -> str | None:
    places = [match.start() for match in re.finditer(r"\d", one.text)]
    at = rnd.choice(places)
    return _replace_at(one.text, at, at + 1, rnd.choice([d for d in "0123456789" if d != one.text[at]]))


def digit_dropped(rnd: random.Random, one: Sentence) -> str | None:
    at = rnd.choice([match.start() for match in re.finditer(r"\d", one.text)])
    return _replace_at(one.text, at, at + 1, "")


def digit_added(rnd: random.Random, one: Sentence) -> str | None:
    at = rnd.choice([match.start() for match in re.finditer(r"\d", one.text)])
    return _replace_at(one.text, at, at, rnd.choice("0123456789"))


def mark_moved(rnd: random.Random, one: Sentence) -> str | None:
    """1 234,56 -> 12 345,6: the same digits, another number."""
    amount = one.slots.get("amount") or one.slots.get("amount2")
    if not amount:
        return None
    at = rnd.choice([match.start() for match in re.finditer(r"[ .,]", amount)])
    moved = amount[:at] + amount[at + 1 :]
    place = rnd.randint(1, len(moved) - 1)
    new = moved[:place] + amount[at] + moved[place:]
    return None if new == amount else one.text.replace(amount, new, 1)


def date_changed(rnd: random.Random, one: Sentence) -> str | None:
    written = one.slots.get("date")
    if not written:
        return None
    parts = re.findall(r"\d+", written)
    if "." in written and parts[0] != parts[1] and rnd.random() < 0.5:
        return one.text.replace(written, f"{parts[1]}.{parts[0]}.{parts[2]}", 1)
    part = rnd.choice(parts)
    new = str(int(part) + rnd.choice((-1, 1))).zfill(len(part))
    return one.text.replace(written, re.sub(rf"\b{part}\b", new, written, count=1), 1)


def month_changed(rnd: random.Random, one: Sentence) -> str | None:
    month = one.slots.get("month")
    if not month:
        return None
    return one.text.replace(month, rnd.choice([name for name in MONTHS[one.language] if name != month]), 1)


def name_changed(rnd: random.Random, one: Sentence) -> str | None:
    name = one.slots.get("person") or one.slots.get("firm")
    if not name:
        return None
    choice = rnd.random()
    if choice < 0.3 and "person" in one.slots:
        return one.text.replace(name, rnd.choice([other for other in PEOPLE[one.language] if other != name]), 1)
    letters = [match.start() for match in re.finditer(r"[^\W\d_]", name)]
    at = rnd.choice(letters)
    alphabet = "абвгдежзиклмнопрстуф" if re.match(r"[а-яёўқғҳ]", name[at], re.IGNORECASE) else "abcdefghiklmnoprstu"
    letter = rnd.choice([char for char in alphabet if char != name[at].lower()])
    return one.text.replace(name, _replace_at(name, at, at + 1, letter.upper() if name[at].isupper() else letter), 1)


def negation_dropped(rnd: random.Random, one: Sentence) -> str | None:
    there = [word for word in NEGATIONS[one.language] if word in one.text]
    return one.text.replace(rnd.choice(there), "can " if "cannot " in there else "", 1) if there else None


def negation_added(rnd: random.Random, one: Sentence) -> str | None:
    word = {"ru": " не", "uz-Latn": " emas", "uz-Cyrl": " эмас", "pt": " não", "en": " not"}[one.language]
    at = rnd.choice([match.start() for match in re.finditer(" ", one.text)][1:])
    return _replace_at(one.text, at, at, word)


def unit_changed(rnd: random.Random, one: Sentence) -> str | None:
    for slot, table in (("cur", CURRENCIES), ("scale", SCALES), ("unit", TERMS)):
        unit = one.slots.get(slot)
        if unit and f" {unit}" in one.text and rnd.random() < 0.6:
            return one.text.replace(f" {unit}", f" {rnd.choice([u for u in table[one.language] if u != unit])}", 1)
    return one.text.replace(" %", rnd.choice((" п.п.", "", " ‰")), 1) if " %" in one.text else None


def unit_dropped(rnd: random.Random, one: Sentence) -> str | None:
    for slot in ("scale", "cur", "unit"):
        unit = one.slots.get(slot)
        if unit and f" {unit}" in one.text:
            return one.text.replace(f" {unit}", "", 1)
    return None


def sign_changed(rnd: random.Random, one: Sentence) -> str | None:
    amount = one.slots.get("amount2")
    if amount:
        return one.text.replace(f"({amount})", rnd.choice((amount, f"-{amount}")), 1)
    amount = one.slots.get("amount")
    return one.text.replace(amount, f"-{amount}", 1) if amount else None


def words_swapped(rnd: random.Random, one: Sentence) -> str | None:
    words = one.text.split(" ")
    at = rnd.randrange(len(words) - 1)
    if words[at] == words[at + 1]:
        return None
    words[at], words[at + 1] = words[at + 1], words[at]
    return " ".join(words)


def word_dropped(rnd: random.Random, one: Sentence) -> str | None:
    words = one.text.split(" ")
    del words[rnd.randrange(1, len(words) - 1)]
    return " ".join(words)


def word_replaced(rnd: random.Random, one: Sentence) -> str | None:
    there = [(old, new) for old, new in ANTONYMS[one.language] if old in one.text]
    if not there:
        return None
    old, new = rnd.choice(there)
    return one.text.replace(old, new, 1)


def ellipsis(rnd: random.Random, one: Sentence) -> str | None:
    if "..." in one.text or "…" in one.text:
        return None
    words = one.text.split(" ")
    low = rnd.randint(3, max(3, len(words) - 5))
    return " ".join([*words[:low], rnd.choice(("...", "…", "[…]")), *words[low + rnd.randint(1, 2) :]])


def edge_cut(rnd: random.Random, one: Sentence) -> str | None:
    """Begins or ends inside a number, a word, an amount, or just behind a denial."""
    cuts = []
    for match in re.finditer(r"(?:\bне|\bnot|\bnão|\bnunca) (?=\w)", one.text):
        cuts.append(one.text[match.end() :])
    for match in re.finditer(r"\d(?=[\d.,]?\d)", one.text):
        cuts += [one.text[: match.end()], one.text[match.end() :]]
    for slot in ("cur", "scale"):
        unit = one.slots.get(slot)
        if unit and f" {unit}" in one.text and re.search(rf"\d\)? {re.escape(unit)}", one.text):
            cuts.append(one.text[: re.search(rf"\d\)?(?= {re.escape(unit)})", one.text).end()])  # type: ignore[union-attr]
    for match in re.finditer(r"\w{3,}", one.text):
        cuts += [one.text[: match.start() + 2], one.text[match.start() + 1 :]]
    fit = [cut for cut in cuts if len(cut.split()) > 4]
    return rnd.choice(fit) if fit else None


def look_alike(rnd: random.Random, one: Sentence) -> str | None:
    """One letter from the other script. Only for pages with a text layer: on a scan it is a matter for the third tier."""
    pairs = dict(zip("асеорхАСЕОРХВНКМТ", "aceopxACEOPXBHKMT", strict=True))
    pairs |= {latin: cyrillic for cyrillic, latin in pairs.items()}
    places = [at for at, char in enumerate(one.text) if char in pairs]
    at = rnd.choice(places)
    return _replace_at(one.text, at, at + 1, pairs[one.text[at]])


def letter_yo(rnd: random.Random, one: Sentence) -> str | None:
    return one.text.replace("ё", "е", 1) if "ё" in one.text else None


MEANINGS: dict[str, Change] = {
    "digit changed": digit_changed, "digit dropped": digit_dropped, "digit added": digit_added, "mark moved": mark_moved,
    "date changed": date_changed, "month changed": month_changed, "name changed": name_changed,
    "negation dropped": negation_dropped, "negation added": negation_added, "unit changed": unit_changed,
    "unit dropped": unit_dropped, "sign changed": sign_changed, "words swapped": words_swapped,
    "word dropped": word_dropped, "word replaced": word_replaced, "ellipsis": ellipsis, "edge cut": edge_cut,
    "look-alike letter": look_alike, "ё as е": letter_yo,
}  # fmt: skip
ONLY_TEXT_LAYER = frozenset({"look-alike letter", "ё as е"})


# ------------------------------------------------------------------ form


def spaces(rnd: random.Random, one: Sentence) -> str:
    return "".join(
        rnd.choice((" ", "  ", "\n", "\u00a0", "\t", "\u202f")) if char == " " else char for char in one.text
    )


def line_breaks(rnd: random.Random, one: Sentence) -> str:
    """Wrapped at a hyphen inside a word, as justified print is."""
    words = list(re.finditer(r"[^\W\d_]{7,}", one.text))
    if not words:
        return one.text.replace(" ", "\n", 1)
    word = rnd.choice(words)
    at = word.start() + rnd.randint(3, len(word[0]) - 3)
    return _replace_at(one.text, at, at, rnd.choice(("-\n", "\u00ad\n", "\u00ad", "-\n  ", "\u2010\n")))


def quote_shapes(rnd: random.Random, one: Sentence) -> str:
    left, right = rnd.choice((("«", "»"), ("“", "”"), ("„", "“"), ('"', '"')))
    return re.sub(r"[«“„]", left, re.sub(r"[»”]", right, one.text))


def dash_shapes(rnd: random.Random, one: Sentence) -> str:
    return re.sub(r"[-—–]", lambda match: rnd.choice("-‐‑–" if match[0] == "-" else "—–―-"), one.text)


def apostrophes(rnd: random.Random, one: Sentence) -> str:
    return re.sub(r"[ʻ‘’']", rnd.choice("ʻ‘’'ʼ`´"), one.text)


def decomposed(rnd: random.Random, one: Sentence) -> str:
    return unicodedata.normalize("NFD", one.text)


def ligatures(rnd: random.Random, one: Sentence) -> str:
    return one.text.replace("ffi", "ﬃ").replace("fi", "ﬁ").replace("fl", "ﬂ").replace("ff", "ﬀ")


def zero_width(rnd: random.Random, one: Sentence) -> str:
    return re.sub(r"(?<=[^\W\d_]) (?=[^\W\d_])", " \u200b", one.text)


def edge_marks(rnd: random.Random, one: Sentence) -> str:
    return rnd.choice(("«{}»", '"{}"', "{}", "“{}”", "…{}")).format(one.text.rstrip("."))


def everything(rnd: random.Random, one: Sentence) -> str:
    text = one.text
    for change in (quote_shapes, dash_shapes, apostrophes, line_breaks, spaces, decomposed):
        text = change(rnd, Sentence(text, one.language))
    return text


FORMS: dict[str, Callable[[random.Random, Sentence], str]] = {
    "as it stands": lambda rnd, one: one.text, "white space": spaces, "line breaks": line_breaks, "quotes": quote_shapes,
    "dashes": dash_shapes, "apostrophes": apostrophes, "decomposed letters": decomposed, "ligatures": ligatures,
    "zero width": zero_width, "marks at the edges": edge_marks, "all of these": everything,
}  # fmt: skip

# ------------------------------------------------------------------ print read badly

_OCR = {
    "ru": "п>н и>н н>и е>с о>с й>и ё>е а>a е>e о>o р>p ы>ьi ш>щ л>п с>c з>э т>T н>H",
    "uz-Latn": "ʻ>l ‘>l ʻ> ʻ>' l>i i>l rn>m n>u c>e h>b",
    "uz-Cyrl": "қ>к ғ>г ҳ>х ў>у и>н п>н а>a о>o е>с й>и",
    "pt": "ã>a ç>c é>e á>a í>i l>i rn>m e>c i>l ê>e",
    "en": "rn>m l>i i>l e>c h>b c>e t>l f>t n>u o>e",
}
"""As tesseract 5 misread print at low resolution in our runs."""


def misread(rnd: random.Random, one: Sentence, words: int, is_free: Callable[[str], bool]) -> str | None:
    """The sentence as a scan would have it, ``words`` words damaged; only words that carry no guarded meaning."""
    pairs = [tuple(pair.split(">")) for pair in _OCR[one.language].split()]
    places = [
        (match.start(), match.end(), old, new)
        for match in re.finditer(r"(?<!\S)[^\W\d_A-ZА-ЯЎҚҒҲ][^\s\dA-ZА-ЯЎҚҒҲ]{3,}", one.text)
        if is_free(match[0].strip('.,;:()«»“”"'))
        for old, new in pairs
        if old in match[0][1:]
    ]
    rnd.shuffle(places)
    done: set[int] = set()
    for start, end, old, new in sorted(places[: words * 4], reverse=True):
        if start in done or len(done) == words:
            continue
        at = one.text.index(old, start + 1, end)
        one = Sentence(_replace_at(one.text, at, at + len(old), new), one.language, one.slots)
        done.add(start)
    return one.text if len(done) == words else None
