"""The words of papers about their parties, as patterns: roles, legal forms, how a short name is given."""

import re
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import yaml

_OPEN, _CLOSE = '«“„"‟', '»”"“'
_UZBEK_CASE = r"(?=(?:ning|ga|dan|da|ni|нинг|га|дан|да|ни)?(?!\w))"
"""The form ends here, be it declined: ``MChJning`` is ``MChJ``."""
_BANK_FORM = re.compile(r"(?<!\w)(?:акб|аикб|аитб|атб|атиб|akb|aikb|atb|atib|jscb)(?!\w)", re.IGNORECASE)
_CAPITAL = r"[A-ZÀ-ÞА-ЯЁЎҚҒҲ]"


class PartyWords(NamedTuple):
    """Compiled once; all but ``suffixed`` ignore case, and an apostrophe matches any apostrophe."""

    own: re.Pattern[str]
    other: re.Pattern[str]
    role: re.Pattern[str]
    """Any role, whoever has it."""
    bank: re.Pattern[str]
    application: re.Pattern[str]
    surety: re.Pattern[str]
    stands_for: re.Pattern[str]
    ours: re.Pattern[str]
    section: re.Pattern[str]
    particulars_heading: re.Pattern[str]
    particulars: re.Pattern[str]
    speaks: re.Pattern[str]
    post: re.Pattern[str]
    represented: re.Pattern[str]
    agreed: re.Pattern[str]
    addressee: re.Pattern[str]
    salutation: re.Pattern[str]
    called: re.Pattern[str]
    """Group ``short``: the short name that a party is given."""
    organisation: re.Pattern[str]
    suffixed: re.Pattern[str]
    tax_number: re.Pattern[str]
    """Group ``digits``."""


@lru_cache(maxsize=1)
def party_words() -> PartyWords:
    data: dict[str, Any] = yaml.safe_load(Path(__file__).with_name("words.yaml").read_text(encoding="utf-8"))
    roles = {kind: [word for words in by.values() for word in words] for kind, by in data["roles"].items()}
    forms = "|".join(sorted((_spaced(form) for form in data["forms"]), key=len, reverse=True))
    quoted = rf"[{_OPEN}][^{_OPEN}{_CLOSE}\n]{{2,70}}(?:\n[^{_OPEN}{_CLOSE}\n]{{2,70}})?[{_CLOSE}]"
    trade = rf"(?:[ \n]+(?:{'|'.join(map(_spaced, data['trades']))})(?!\w)){{0,3}}"
    called = "|".join(data["called"])
    return PartyWords(
        own=_beginnings(roles["own"]),
        other=_beginnings(roles["other"]),
        role=_beginnings([word for words in roles.values() for word in words]),
        bank=_beginnings(["банк", "bank", "banco"]),
        application=_beginnings(data["application"]),
        surety=_beginnings(data["surety"]),
        stands_for=re.compile(rf"(?<!\w)(?:{'|'.join(data['stands_for'])})", re.IGNORECASE),
        ours=re.compile(rf"\s*(?:{'|'.join(data['ours'])})\s+", re.IGNORECASE),
        section=_beginnings(data["section"]),
        particulars_heading=_beginnings(data["particulars_heading"]),
        particulars=_beginnings(data["particulars"]),
        speaks=_beginnings(data["speaks"]),
        post=_beginnings(data["posts"]),
        represented=_beginnings(data["represented"]),
        agreed=_beginnings(data["agreed"]),
        addressee=re.compile(rf"\s*(?:{'|'.join(map(_spaced, data['addressee']))})", re.IGNORECASE),
        salutation=re.compile(rf"\W*(?:{'|'.join(map(_spaced, data['salutation']))})", re.IGNORECASE),
        called=re.compile(
            rf"(?:(?:{called})[^{_OPEN}\n()]{{0,40}}|\((?:the\s+)?)[{_OPEN}](?P<short>[^{_OPEN}{_CLOSE}]{{2,40}})[{_CLOSE}]",
            re.IGNORECASE,
        ),
        organisation=re.compile(
            rf"(?<!\w)(?:(?:{forms})(?!\w){trade}[\s,.]*{quoted}|{quoted}{trade}[\s,.]*(?:{forms}){_UZBEK_CASE})",
            re.IGNORECASE,
        ),
        suffixed=re.compile(
            rf"(?<![\w{_OPEN}]){_CAPITAL}[\w&.’'-]*(?:[ \n]+(?:{_CAPITAL}[\w&.’'-]*|&)){{0,5}},?[ \n]+"
            rf"(?:{'|'.join(data['suffixes'])}){_UZBEK_CASE}(?![ \n]*[{_OPEN}])"
        ),
        tax_number=re.compile(
            rf"(?<!\w)(?:{'|'.join(map(_spaced, data['taxpayer_number']))})(?!\w)[^\d\n]{{0,25}}\n?[^\d\n]{{0,2}}"
            r"(?P<digits>\d(?:[ \u00a0./-]?\d){7,17})(?!\d)",
            re.IGNORECASE,
        ),
    )


def is_bank(name: str) -> bool:
    return party_words().bank.search(name) is not None or _BANK_FORM.search(name) is not None


def _beginnings(words: list[str]) -> re.Pattern[str]:
    parts = sorted({_spaced(re.escape(word)) for word in words}, key=len, reverse=True)
    return re.compile(rf"(?<!\w)(?:{'|'.join(parts)})", re.IGNORECASE)


def _spaced(word: str) -> str:
    return word.replace("\\ ", " ").replace("'", "['’‘ʻʼ`]").replace(" ", r"\s+")
