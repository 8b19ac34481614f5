"""How agreements and letters introduce those who make them: openings, names, short names, where the list ends."""

import re

_CAPITAL = r"[A-ZÀ-ÞА-ЯЁЎҚҒҲ]"
SUFFIX = (
    r"(?:Inc(?:orporated)?|INC|I\s?NC|LLC|L\.?L\.?C|LLP|L\.?P|LP|Ltd|LTD|Limited|LIMITED|Corp(?:oration)?|CORP|Co|Company|"
    r"PLC|plc|N\.?A|S\.?A|B\.?V|N\.?V|GmbH|AG|Ltda|LTDA|EIRELI|S/A|ME|EPP|Jr|Sr|II|III)"
)
_WORD = rf"(?:{_CAPITAL}[\w.’'&/ʻ‘-]*|\d[\w-]*|&|«[^»]{{2,80}}»)"
_JOIN = r"(?:of|of the|the|de|da|do|dos|das|for|по|für|und)"
NAME = re.compile(
    rf"(?:(?:the|an individual,?|undersigned)\s+)*"
    rf"(?P<name>(?:[“\"][^”\"]{{2,80}}[”\"]\s*)?{_WORD}(?:\s+(?:{_JOIN}\s+)?{_WORD})*(?:\s*,\s*{SUFFIX}\b\.?)*)"
)
OPENS = re.compile(
    r"(?:(?<!\w)(?:(?:by and\s+)?between|by and among|among|entered into by(?: and between)?|entre(?: si)?|между|"
    r"PARTIES\s*:|Parties\s*:|Стороны\s*:|As partes)|(?<=\d\d\d\d)\s+by(?! and))(?!\w)[\s,:—–-]*"
    r"(?:(?:the (?:undersigned|following parties)\s*:?\s*)|(?:de um lado,?\s*)|(?:as partes\s*:?\s*))?",
)
ABOUT_A_PAPER = re.compile(
    r"agreement|contract|covenant|lease|deed|memorandum|договор|соглашени|контракт|contrato|acordo|termo|parties|made|"
    r"entered|dated|стороны|partes",
    re.IGNORECASE,
)
NEXT = re.compile(
    r"(?:^|[\s,;)])(?:and(?: between)?|in favou?r of|on the one hand,? and|и(?: с другой стороны,?)?|"
    r"e(?:,? de outro(?: lado)?,?)?|,\s*e)\s+(?:(?:the|between|undersigned)\s+)*(?=[«“\"A-ZÀ-ÞА-ЯЁ\d])"
)
STOPS = re.compile(
    r"(?:WHEREAS|Whereas|RECITALS|Recitals|WITNESSETH|NOW,? THEREFORE|Now,? therefore|In consideration|IN CONSIDERATION|"
    r"заключили|нижеследующем|celebram|têm entre si|resolvem|1\.\s|\bto protect\b|\bto assure\b|is entered into to)"
)
NOT_A_PARTY = re.compile(
    r"^(?:Company|Employee|Executive|Recipient|Discloser|Parties|Party|Agreement|Board|Effective|Exhibit|Section|Its|All|"
    r"Any|Each|Other|The|State|Whereas|Confidential\w*|Information|Trade|United|Date|Page|Re|You|Dear|This|Such|Mr|Ms|"
    r"Transaction|I|Recitals)$",
    re.IGNORECASE,
)
DEFINED = re.compile(
    r"[^()“”;]{0,90}?\((?:the |each,? |hereinafter[^()“\"]{0,40}|referred to as |(?:together|collectively),?[^()“\"]{0,120})*"
    r"[“\"«](?P<short>[^”\"»]{1,40})[”\"»]"
)
NAMED_FURTHER = re.compile(r"(?:именуем\w+|hereinafter|doravante|далее\s*[—–-]|denominad[ao])", re.IGNORECASE)
DATED = re.compile(
    r"(?<!\w)(?:[A-Z][a-z]+\s+\d{1,2},\s+\d{4}|\d{1,2}\s+(?:de\s+)?[^\W\d_]+\s+(?:de\s+)?\d{4}|\d{2}\.\d{2}\.\d{4})"
)
SIGNED = re.compile(
    rf"(?P<by>(?i:by|per)\s*:?\s*)?/s/\s*(?P<name>{_CAPITAL}[\w’'-]+(?: +(?:{_CAPITAL}\.|{_CAPITAL}[\w’'-]+)){{1,3}})"
)
"""A conformed signature. Whoever signs *by* somebody signs for another."""
POST = re.compile(
    r"(?<!\w)(?:president|officer|director|secretary|treasurer|manager|chairman|partner|counsel|title|its|witness|notary|attorney)"
    r"(?!\w)",
    re.IGNORECASE,
)
SALUTATION = re.compile(r"(?<!\w)(?:Dear\s+\S|Ladies and Gentlemen|Gentlemen|Prezad[oa]s?|Уважаем\w+)")
