"""Names of organisations: legal forms in any spelling, quotes of any shape."""

import re
from collections.abc import Iterator
from typing import Final

from evidence.fields import FieldType
from evidence.findings import TypedValue
from evidence.folding import Folded, plain
from evidence.values.reading import ReadValue

_FORMS: Final = (
    ("llc", r"ооо|осоо|ooo|мчж|mchj|масъулияти чекланган жамият\w*|mas'uliyati cheklangan jamiyat\w*"
            r"|обществ\w+ с ограниченной ответственностью|l\.?l\.?c\.?|limited liability company|ltda\.?|limitada"),
    ("ltd", r"ltd\.?|limited|plc|llp|l\.l\.p\.?"),
    ("pjsc", r"пао|публичн\w+ акционерн\w+ обществ\w+|pjsc"),
    ("cjsc", r"зао|закрыт\w+ акционерн\w+ обществ\w+|cjsc|yoaj|ёаж"),
    ("ojsc", r"оао|открыт\w+ акционерн\w+ обществ\w+|ojsc|oaj|оаж"),
    ("jscb", r"акб|аикб|атб|аитб|atb|aitb|jscb|акционерн\w+ коммерческ\w+ банк\w*"),
    ("jsc", r"ао|aj|аж|aksiyadorlik jamiyat\w*|ак[цс]иядорлик жамият\w*|акционерн\w+ обществ\w+|jsc|s\.? ?[/.]?a\.?(?![\w.])"
            r"|sociedade anônima"),
    ("private", r"чп|xk|хк|частн\w+ предприяти\w+|xususiy korxona\w*|хусусий корхона\w*"),
    ("jv", r"сп ооо|сп|qk|қк|совместн\w+ предприяти\w+|qo'shma korxona\w*|қўшма корхона\w*|joint venture"),
    ("family", r"семейн\w+ предприяти\w+|oilaviy korxona\w*|оилавий корхона\w*|ок"),
    ("farm", r"ф/х|фх|фермерск\w+ хозяйств\w+|fermer xo'jalig\w*|фермер хўжалиг\w*"),
    ("sole", r"ип|ятт|ytt|индивидуальн\w+ предпринимател\w+|yakka tartibdagi tadbirkor|mei|eireli"),
    ("state", r"гуп|фгуп|duk|дук|государственн\w+ унитарн\w+ предприяти\w+"),
    ("inc", r"inc\.?|incorporated|corp\.?|corporation|co\.|company"),
    ("gmbh", r"gmbh|ag"),
    ("me", r"me|epp"),
)  # fmt: skip
_FORM: Final = "(?:" + "|".join(pattern for _, pattern in _FORMS) + ")"
_EACH: Final = tuple((name, re.compile(rf"(?:{pattern})", re.IGNORECASE)) for name, pattern in _FORMS)
_UP: Final = "A-ZÀ-ÖØ-ÞА-ЯЁЎҚҒҲ"
_NAME_WORD: Final = rf"(?:[{_UP}\d][\w'&.-]{{0,40}}|&|and|e|de|da|do|of|the|и|va|ва)"
_QUOTED: Final = r"(?:\"[^\"\n\t]{0,40}\"[^\"\n\t]{2,60}\"\"|\"[^\"\n\t]{2,80}\")"
_MARKED: Final = re.compile(
    rf"(?<![\w.])(?i:{_FORM})(?: (?i:{_FORM}))? ?{_QUOTED}"  # ООО "Ромашка"
    rf"|{_QUOTED},? ?(?i:{_FORM})(?!\w)"  # "Ромашка" MChJ
    rf"|(?<![\w.&'-])[{_UP}\d][\w'&.-]{{0,40}}(?: {_NAME_WORD}){{0,6}},? "
    rf"(?i:ltda\.?|l\.?l\.?c\.?|inc\.?|corp\.?|ltd\.?|plc|gmbh|s\.? ?[/.]?a\.?|eireli|mchj"
    rf"|мчж|ооо|xk|qk|aj|atb|limited|corporation|incorporated|limited liability company|llp|co\.)(?!\w)"
)


def typed_organisation(written: str) -> TypedValue:
    name, form = split_form(written)
    return TypedValue(type=FieldType.ORGANISATION, text=written, normalised=f"{name} [{form}]" if form else name)


def split_form(written: str) -> tuple[str, str | None]:
    """The name in lower case without quotes, and its legal form's code."""
    text = plain(written).replace("“", "")
    text = re.sub(r"[\s,]+", " ", text).strip()
    for name, pattern in _EACH:
        for found in (re.match(rf"{pattern.pattern}(?!\w) ?", text, re.IGNORECASE), _ending(pattern, text)):
            rest = "" if found is None else (text[: found.start()] + text[found.end() :]).strip(" ,.-")
            if rest:
                return rest, name
    return text.strip(" ,.-"), None


def _ending(pattern: re.Pattern[str], text: str) -> re.Match[str] | None:
    return re.search(rf"(?:(?<=\W)|(?<=^))(?:{pattern.pattern})\.?\Z", text, re.IGNORECASE) if text else None


def read_organisations(folded: Folded) -> Iterator[ReadValue]:
    """Names that carry their legal form; a name without one is known only by its label."""
    for match in _MARKED.finditer(folded.key):
        span = folded.raw_span(*match.span())
        yield ReadValue.of(span, (typed_organisation(folded.raw[span.start : span.end]),))


def same_organisation(first: str, second: str) -> bool:
    """Names equal; legal forms equal, or one of the two not written."""
    one, form = _parts(first)
    two, other = _parts(second)
    return bool(one) and one == two and (form is None or other is None or form == other)


def _parts(normalised: str) -> tuple[str, str | None]:
    match = re.fullmatch(r"(.*) \[(\w+)\]", normalised)
    return (normalised, None) if match is None else (match[1], match[2])
