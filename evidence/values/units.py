"""Words and signs that stand beside a number: scales, currencies, percents, measures. Russian, Uzbek in both scripts,
Portuguese, English.

All patterns run without case on text folded by ``evidence.folding`` (one apostrophe, one dash, single spaces).
"""

import re
from decimal import Decimal
from typing import Final

_SCALES: Final = (
    (10**12, r"трлн\.?|триллион(?:а|ов|у|ом|ы)?|trln\.?|trillions?|trilh(?:ão|ões)"),
    (10**9, r"млрд\.?|миллиард(?:а|ов|у|ом|ы)?|mlrd\.?|mil milh(?:ão|ões)|milliard|bilh(?:ão|ões)|billions?|bn\.?"),
    (10**6, r"млн\.?|миллион(?:а|ов|у|ом|ы)?|mln\.?|millions?|milh(?:ão|ões)|mio\.?|mn\.?"),
    (10**3, r"тыс\.?|тысяч(?:а|и|у|ей|ами|ах)?|минг|ming|mil|milhares|thousands?"),
)
_GLUED_SCALES: Final = ((10**9, "bn|b|bi"), (10**6, "mm|m|mi"), (10**3, "k"))
"""Letters that scale an amount only where they touch it and a currency stands before: ``$5m``, ``R$ 5 mi``."""

_DOLLARS: Final = (
    ("CAD", r"канадск\w+ доллар\w*|canadian dollars?|dólar(?:es)? canadenses?|c(?:a|an)?\$|cad"),
    ("AUD", r"австралийск\w+ доллар\w*|australian dollars?|dólar(?:es)? australianos?|au?\$|aud"),
    ("HKD", r"гонконгск\w+ доллар\w*|hong kong dollars?|hk\$|hkd"),
    ("SGD", r"сингапурск\w+ доллар\w*|singapore dollars?|s\$|sgd"),
    ("NZD", r"новозеландск\w+ доллар\w*|new zealand dollars?|nz\$|nzd"),
)
DOLLARS: Final = frozenset(code for code, _ in _DOLLARS)
_CURRENCIES: Final = (
    *_DOLLARS,
    (
        "USD",
        r"(?:us|u\.s\.|united states) ?\$|usd|долл(?:\.|ар(?:а|ов|ы|у|ом|ам|ах)?)?,? ?(?:сша|aқш)"
        r"|доллар(?:а|ов|ы|у|ом|ам|ах)?(?:и|да)?|долл\.?|ақш доллари(?:да)?|aqsh dollari(?:da)?|dollar(?:s|i)?(?! ?bond)"
        r"|(?:us|u\.s\.|united states) dollars?|dólar(?:es)?(?: (?:norte-)?americanos?| dos e(?:ua|stados unidos))?|\$",
    ),
    ("EUR", r"eur|€|евро(?:да)?|yevro(?:da)?|evro|euros?"),
    ("RUB", r"rub|rur|₽|руб(?:\.|л(?:ь|я|ей|ю|ях|ями))?|российск\w+ рубл\w+|rubl(?:i|da)?|р\."),
    ("UZS", r"uzs|сум(?:а|ов|ы|у|ом|ах|ами)?|сўм(?:ни|га|лик|дан|и|да)?|so'm(?:ni|ga|lik|dan|i|da)?|soums?"),
    ("BRL", r"r\$|brl|rea(?:l|is)"),
    ("GBP", r"gbp|£|фунт(?:а|ов|ы)?(?: стерлингов)?|pounds?(?: sterling)?|libras?(?: esterlinas?)?"),
    ("KZT", r"kzt|₸|тенге|tenge"),
    ("CNY", r"cny|rmb|юан(?:ь|я|ей|и)|yuan"),
    ("CHF", r"chf|швейцарск\w+ франк\w*|swiss francs?|francos? suíços?"),
    ("JPY", r"jpy|иен(?:а|ы)?|японск\w+ иен\w*|yen|ienes?"),
    ("TRY", r"try|₺|турецк\w+ лир\w*|turkish liras?"),
    ("AED", r"aed|дирхам(?:а|ов|ы)?|dirhams?"),
    ("KRW", r"krw|₩|корейск\w+ вон\w*"),
    ("INR", r"inr|₹|индийск\w+ рупи\w+|indian rupees?"),
    ("KGS", r"kgs"),
    ("TJS", r"tjs|сомони"),
    ("GEL", r"gel(?![a-z])|₾"),
    ("UAH", r"uah|₴|гривн\w*"),
    ("BYN", r"byn|белорусск\w+ рубл\w*"),
    ("PLN", r"pln|злот\w+"),
    ("XXX", r"у\. ?е\.?"),
)
_BEFORE: Final = (
    ("CAD", r"c(?:a|an)?\$|cad ?\$?"),
    ("AUD", r"au?\$|aud ?\$?"),
    ("HKD", r"hk\$|hkd ?\$?"),
    ("SGD", r"s\$|sgd ?\$?"),
    ("NZD", r"nz\$|nzd ?\$?"),
    ("USD", r"(?:us|u\.s\.) ?\$|usd ?\$?|\$"),
    ("BRL", r"r\$|brl"),
    *(
        (code, sign)
        for code, sign in (
            ("EUR", "eur|€|евро"), ("GBP", "gbp|£"), ("RUB", r"rub|rur|₽|руб\.?"), ("UZS", "uzs|сум|сўм|so'm"),
            ("KZT", "kzt|₸"), ("CNY", "cny|rmb"), ("CHF", "chf"), ("JPY", "jpy"), ("TRY", "₺"), ("AED", "aed"),
            ("KRW", "krw|₩"), ("INR", "inr|₹"), ("UAH", "uah|₴"),
            ("PLN", "pln"),
        )
    ),
)  # fmt: skip
_MINOR: Final = r"тийин\w*|tiyin\w*|коп(?:\.|ее?к\w*|ейк\w*)?|cents?|centavos?|цент(?:а|ов)?|пенсов|pence"

_PERCENT: Final = (
    r"процент(?:а|ов|у|ом|ам|ами)?|проц\.|foiz(?:ni|ga|dan|da|i)?|фоиз(?:ни|га|дан|да|и)?|per ?cent|por cento"
)
_POINTS: Final = (
    r"п\. ?п\.?|пп(?!\w)|процентн\w+ пункт\w*|p\. ?p\.?|pp(?!\w)|percentage points?|pontos? percentua(?:l|is)"
    r"|foiz(?:li|lik)? punkt\w*|фоиз(?:ли|лик)? (?:пункт|банд)\w*"
)
_BASIS_POINTS: Final = r"б\. ?п\.?|базисн\w+ пункт\w*|bps?(?!\w)|basis points?|pontos?[- ]base"
_PERIODS: Final = (
    ("year", r"годов(?:ых|ые|ая|ой)|в год|p\. ?a\.?|per (?:annum|year)|annual(?:ly)?|a year|a\. ?a\.?|ao ano|anua(?:l|is)"
             r"|yillik|йиллик|yiliga|йилига"),
    ("month", r"в месяц|ежемесячно|per month|monthly|a month|a\. ?m\.?|ao mês|mensa(?:l|is)|oylik|ойлик|oyiga|ойига"),
    ("day", r"(?:за каждый|в) день|ежедневно|per day|daily|a day|ao dia|diári[oa]s?|kunlik|кунлик|har bir kun|ҳар бир кун"),
)  # fmt: skip

_MEASURES: Final = (
    ("business_day", r"(?:рабоч|банковск)\w+ (?:дн(?:я|ей|и)|день)|ish kun\w*|bank ish kun\w*|иш кун\w*|банк иш кун\w*"
                     r"|dias? útei?s|(?:business|working|banking) days?"),
    ("day", r"календарн\w+ (?:дн(?:я|ей|и)|день)|дн(?:я|ей|и)|день|сут(?:ок|ки)|(?:kalendar )?kun(?:lik|da|dan|gacha|i)?"
            r"|(?:календар )?кун(?:лик|да|дан|гача|и)?|dias?(?: corridos?)?|(?:calendar )?days?"),
    ("week", r"недел(?:я|и|ь)|hafta\w*|ҳафта\w*|semanas?|weeks?"),
    ("month", r"месяц(?:а|ев|ы|ам|ах)?|мес\.?|oy(?:lik|ga|dan|da|gacha)?|ой(?:лик|га|дан|да|гача)?|mês|meses|months?|mos\."),
    ("quarter", r"квартал(?:а|ов)?|chorak|чорак|trimestres?|quarters?"),
    ("year", r"лет|год(?:а|у|ов|ах)?|yil(?:lik|ga|dan|da|gacha)?|йил(?:лик|га|дан|да|гача)?|anos?|years?|yrs?\.?"),
    ("hour", r"час(?:а|ов)?|soat|соат|horas?|hours?|hrs?\.?"),
    ("minute", r"минут(?:а|ы)?|мин\.|daqiqa|дақиқа|minutos?|minutes?"),
    ("person", r"чел(?:\.|овек(?:а)?)?|сотрудник(?:а|ов)?|работник(?:а|ов)?|kishi|nafar|киши|нафар|xodim|ходим|pessoas?"
               r"|funcionári[oa]s?|empregad[oa]s?|people|persons?|employees?"),
    ("piece", r"шт(?:\.|ук(?:а|и)?)?|экз\.?|dona|дона|unidades?|pcs\.?|pieces?|units?"),
    ("share", r"акци(?:я|и|й)|aksiya|акция|ações|ação|shares?"),
    ("m2", r"кв\.? ?м(?:\.|етр(?:а|ов)?)?|м²|м2|m²|m2|kv\.? ?m(?:etr)?|metros? quadrados?|sq\.? ?m\.?|square met(?:er|re)s?"),
    ("m3", r"куб\.? ?м(?:\.|етр(?:а|ов)?)?|м³|м3|m³|m3|cubic met(?:er|re)s?|metros? cúbicos?"),
    ("ha", r"га|гектар(?:а|ов)?|gektar|hectares?|ha"),
    ("km", r"км|километр(?:а|ов)?|km|quilômetros?|kilomet(?:er|re)s?"),
    ("cm", r"см|cm"), ("mm", r"мм"),
    ("m", r"м|метр(?:а|ов)?|metr|metros?|met(?:er|re)s?"),
    ("kg", r"кг|килограмм(?:а|ов)?|kg|quilos?|kilograms?"),
    ("t", r"тонн(?:а|ы)?|т|tonna|toneladas?|tonn?es?|tons"),
    ("l", r"л|литр(?:а|ов)?|litr|litros?|lit(?:er|re)s?"),
    ("kW", r"квт|kw"), ("kWh", r"квт[·*-]?ч(?:ас)?|kwh"),
    ("times", r"раз(?:а)?|marta|баробар|vezes|times|x"),
    ("point", r"балл(?:а|ов)?|ball|pontos?|points?"),
)  # fmt: skip

_END: Final = r"(?!\w)"


def _after(tables: tuple[tuple[object, str], ...]) -> tuple[re.Pattern[str], tuple[object, ...]]:
    """One pattern over a table's rows, longest spelling first within the engine's order; group k is row k-1."""
    rows = tuple(value for value, _ in tables)
    return re.compile("(?:" + "|".join(f"({pattern})" for _, pattern in tables) + ")" + _END, re.IGNORECASE), rows


_SCALE, _SCALE_ROWS = _after(_SCALES)
_GLUED, _GLUED_ROWS = _after(_GLUED_SCALES)
_CURRENCY, _CURRENCY_ROWS = _after(_CURRENCIES)
_PERIOD, _PERIOD_ROWS = _after(_PERIODS)
_MEASURE, _MEASURE_ROWS = _after(_MEASURES)
_PERCENT_SIGN = re.compile(f"%|(?:{_PERCENT}){_END}", re.IGNORECASE)
_PERMILLE = re.compile("‰|промилле")
_POINTS_SIGN = re.compile(f"(?:{_POINTS}){_END}", re.IGNORECASE)
_BASIS_SIGN = re.compile(f"(?:{_BASIS_POINTS}){_END}", re.IGNORECASE)
_MINOR_SIGN = re.compile(f"(?:{_MINOR}){_END}", re.IGNORECASE)
_CURRENCY_BEFORE = re.compile(
    r"(?:(?<=\W)|^)(?:" + "|".join(f"({pattern})" for _, pattern in _BEFORE) + r")[ ]?\Z", re.IGNORECASE
)
_BEFORE_ROWS = tuple(code for code, _ in _BEFORE)


def _row(match: re.Match[str] | None, rows: tuple[object, ...]) -> object | None:
    return None if match is None or match.lastindex is None else rows[match.lastindex - 1]


def scale_at(text: str, at: int) -> tuple[Decimal, int] | None:
    """A scale word that begins at ``at``, and where it ends."""
    match = _SCALE.match(text, at)
    row = _row(match, _SCALE_ROWS)
    return None if match is None or row is None else (Decimal(str(row)), match.end())


def glued_scale_at(text: str, at: int) -> tuple[Decimal, int] | None:
    match = _GLUED.match(text, at)
    row = _row(match, _GLUED_ROWS)
    return None if match is None or row is None else (Decimal(str(row)), match.end())


def currency_at(text: str, at: int) -> tuple[str, int] | None:
    match = _CURRENCY.match(text, at)
    row = _row(match, _CURRENCY_ROWS)
    return None if match is None or row is None else (str(row), match.end())


def currency_before(text: str, at: int) -> tuple[str, int] | None:
    """A currency sign or code that ends at ``at``, and where it begins."""
    low = max(0, at - 8)
    match = _CURRENCY_BEFORE.search(text[low:at])
    row = _row(match, _BEFORE_ROWS)
    return None if match is None or row is None else (str(row), low + match.start())


def currency_in(text: str) -> str | None:
    """The one currency that a heading names; None where it names none or several."""
    found = currencies_in(text)
    return next(iter(found)) if len(found) == 1 else None


def currencies_in(text: str) -> frozenset[str]:
    found = set()
    for match in re.finditer(r"(?<!\w)", text):
        named = currency_at(text, match.start())
        if named is not None:
            found.add(named[0])
    return frozenset(found)


def scales_in(text: str) -> tuple[Decimal, ...]:
    """What a heading such as ``в тыс. сум`` or ``US$'000`` multiplies by; a scale behind a number belongs to that number."""
    found = set()
    for match in re.finditer(r"(?<!\w)", text):
        named = scale_at(text, match.start())
        if named is not None and not re.search(r"\d ?\Z", text[: match.start()]):
            found.add(named[0])
    if re.search(r"(?<![\d.,])(?<!\d )'?000'?s?(?!\d)", text):
        found.add(Decimal(1000))
    return tuple(sorted(found))


def percent_at(text: str, at: int) -> tuple[str, int] | None:
    """``percent``, ``permille``, ``points`` or ``basis_points`` at ``at``, and where it ends."""
    for name, pattern in (
        ("points", _POINTS_SIGN), ("basis_points", _BASIS_SIGN), ("permille", _PERMILLE), ("percent", _PERCENT_SIGN),
    ):  # fmt: skip
        match = pattern.match(text, at)
        if match is not None:
            if name == "percent":  # "5 % пункта", "5 %-ных пункта": points all the same
                more = re.compile(r"[- ]*(?:н\w+ )?(?:пункт|punkt|points?)\w*", re.IGNORECASE).match(text, match.end())
                if more is not None:
                    return "points", more.end()
            return name, match.end()
    return None


def period_at(text: str, at: int) -> tuple[str, int] | None:
    match = _PERIOD.match(text, at)
    row = _row(match, _PERIOD_ROWS)
    return None if match is None or row is None else (str(row), match.end())


def measure_at(text: str, at: int) -> tuple[str, int] | None:
    match = _MEASURE.match(text, at)
    row = _row(match, _MEASURE_ROWS)
    return None if match is None or row is None else (str(row), match.end())


def minor_at(text: str, at: int) -> int | None:
    """Where the word for a hundredth (kopeck, tiyin, cent) that begins at ``at`` ends."""
    match = _MINOR_SIGN.match(text, at)
    return None if match is None else match.end()


def measure_in(text: str) -> str | None:
    """The one measure that a heading names; None where it names none or several."""
    found = set()
    for match in re.finditer(r"(?<!\w)", text):
        named = measure_at(text, match.start())
        if named is not None:
            found.add(named[0])
    return found.pop() if len(found) == 1 else None


def scaled(normalised: str, scale: Decimal) -> str:
    text = format(Decimal(normalised) * scale, "f")
    return text.rstrip("0").rstrip(".") if "." in text else text
