"""The words of ``evidence.qualifiers``: Russian, Uzbek in both scripts, Portuguese, English.

Patterns that end in ``\\Z`` stand right before a value, those to be matched at a start right behind it.
"""

import re
from typing import Final


def _words(*alternatives: str, lead: str = r"(?<!\w)", end: str = "") -> re.Pattern[str]:
    return re.compile(f"{lead}(?:{'|'.join(alternatives)}){end}", re.IGNORECASE)


_OPEN = r"[\s\"'(«]*\Z"
"""Up to the value."""
_FEW = r"(?:[^\W\d_]+[ \n]){0,4}"
_RIGHT_BEHIND = r"[\s\"'»)]*,?\s*"
_PERIOD = r"(?:годовых|процент\w*|per annum|p\.\s?a\.|a\.\s?a\.|ao ano|yillik|йиллик)"

BOUND_BEFORE: Final = _words(
    r"до", r"не (?:более|менее|свыше|выше|ниже|превыша\w+)(?: чем)?", r"свыше", r"более", r"менее", r"максимум",
    r"минимум", r"макс\.?", r"мин\.?",
    r"[<>≤≥]=?",
    r"up to", r"at (?:most|least)", r"(?:no|not) (?:more|less|fewer|higher|lower|longer) than",
    r"not (?:to )?exceed(?:ing)?", r"(?:more|less|fewer) than",
    r"over", r"max(?:imum)?\.?", r"min(?:imum)?\.?",
    r"até", r"(?:no|pelo) (?:máximo|mínimo|menos)", r"(?:não )?(?:mais|menos) (?:de|do que|que)",
    r"não (?:superior|inferior) a", r"acima de", r"abaixo de",
    r"kamida", r"ko'pi bilan", r"maksimal", r"minimal", r"камида", r"кўпи билан",
    lead=r"(?<![\w-])", end=_OPEN,
)  # fmt: skip
APPROXIMATE: Final = _words(
    r"около", r"порядка", r"примерно", r"приблизительно", r"ориентировочно", r"[~≈]", r"approximately", r"approx\.?",
    r"about", r"around", r"circa", r"roughly",
    r"cerca de", r"aproximadamente", r"por volta de", r"taxminan", r"тахминан",
    lead=r"(?<![\w-])", end=_OPEN,
)  # fmt: skip
BOUND_BEHIND: Final = re.compile(
    r"-?(?:gacha|гача)(?!\w)|\s*(?:dan|дан)? ?(?:ortiq|kam|ko'p|oshma\w+|ортиқ|кам|кўп|ошма\w+)(?!\w)"
    r"|\s*(?:atrofida|атрофида)(?!\w)|\s*(?:и|или) (?:более|менее|выше|ниже|свыше)(?!\w)|\s*(?:and|or) (?:more|less|above"
    r"|below|fewer|over)(?!\w)"
    r"|\s*ou (?:mais|menos)(?!\w)|\s*(?:va|yoki) undan (?:ortiq|kam)|\s*(?:ва|ёки) ундан (?:ортиқ|кам)",
    re.IGNORECASE,
)
CHANGING: Final = re.compile(
    r"увелич|уменьш|повы[шс]|пониз|понижен|сниж|сниз|измен|вырос|возрос|сократ|продл|доведен|increas|decreas|reduc|rais"
    r"|chang|extend|grew|rose|aument|reduz|alter"
    r"|elev|prorrog|oshir|kamay|uzaytir|ошир|камай|узайтир",
    re.IGNORECASE,
)
"""A change from what was to what is."""

RANGE_BEHIND: Final = re.compile(
    r"(?P<lead>\s*(?:до|to|through|até|a)\s+|\s?[-\u2013]\s?|\s?\.\.\.?\s?)(?=[\d$€£])", re.IGNORECASE
)
RANGE_BEFORE: Final = re.compile(r"(?P<lead>\s*(?:до|to|through|até|a)\s+|\s?[-\u2013]\s?)\Z", re.IGNORECASE)
ALTERNATIVELY: Final = re.compile(
    r"(?P<lead>[^.;:\d\n]{0,40}?(?<!\w)(?:или|либо|or|ou|yoki|ёки)(?!\w)\s*(?:до|на|под|по|from|at|for|de|em"
    r"|a)?\s*)(?=[\d$€£(]|\Z)",
    re.IGNORECASE,
)
LATER: Final = re.compile(
    r"(?P<lead>[^.\d\n]{0,60}?(?<!\w)(?:далее|затем|потом|впоследствии|после чего|в дальнейшем|в последующ\w+|во втор\w+"
    r"|then|thereafter|afterwards|subsequently"
    r"|followed by|depois|em seguida|posteriormente|a partir|keyin|keyinchalik|so'ng|кейин|кейинчалик"
    r"|сўнг)(?!\w)[^.;\d]{0,40}?)(?=[\d$€£(]|\Z)",
    re.IGNORECASE,
)
FIRST_OF_STEPS: Final = re.compile(
    rf"[\s%]*(?:{_PERIOD})?\s*[,(]?\s*(?:(?:в|за|на|в течение|for|in|during|no|nos|durante)\s+)?(?:the\s+|o\s+|os\s+|a\s+)?"
    r"(?:перв\w+|втор\w+|последующ\w+|first|second|next|remaining|primeir\w+|segund\w+|dastlabki|birinchi|дастлабки"
    r"|биринчи)\s+"
    r"(?:\w+\s+)?(?:год|месяц|мес|квартал|year|month|quarter|ano|mes|mês|trimestre|yil|oy|chorak|йил|ой|чорак)",
    re.IGNORECASE,
)

MARGIN_BEFORE: Final = re.compile(
    r"(?:[^\W\d_]+[\d)\"»]*\s*\+|(?<!\w)(?:плюс|plus|mais|qo'shuv|қўшув)|(?<!\w)(?:марж|надбавк|спред|premium|margin"
    r"|spread|marja|маржа|ustama|устама)\w*"
    rf"(?:\s+(?:в размере|of|de|из))?\s*:?){_OPEN}",
    re.IGNORECASE,
)
MARGIN_BEHIND: Final = re.compile(
    rf"\s*(?:{_PERIOD})?\s*(?:(?:\+|плюс|plus|mais|qo'shuv|қўшув)\s*[\w«\"]"
    r"|(?:сверх|выше|над|к)\s+(?:базов|основн|ключев|учетн|ставк|уровн)|(?:above|over|below)\s+(?:the\s+)?(?:base|key"
    r"|prime|policy|central|refinanc|libor|sofr|euribor|cbu|rate)"
    r"|(?:acima|abaixo)\s+d|(?:от|of)\s+(?:the\s+)?(?:основн|базов|ключев|учетн|ставк|base|key|refinanc|policy|central"
    r"|prime))",
    re.IGNORECASE,
)
ASKS_A_MARGIN: Final = re.compile(r"марж|надбавк|спред|margin|spread|marja|ustama|устама", re.IGNORECASE)
ASKS_A_LIMIT: Final = re.compile(
    r"лимит|предел|максим|миним|не более|не менее|порог|limit|maxim|minim|ceiling|(?<!\w)cap(?!\w)|threshold|máxim|mínim"
    r"|(?<!\w)teto(?!\w)|chegara|eng ko'p|eng kam"
    r"|чегара|энг кўп|энг кам",
    re.IGNORECASE,
)

PLUS_TAX: Final = re.compile(
    r"\s*,?\s*\(?(?:плюс|\+|plus|mais)\s*(?:\d+\s*%\s*)?(?:НДС|ндс|VAT|IVA|QQS|ҚҚС|налог|tax|imposto)", re.IGNORECASE
)
PER_UNIT: Final = re.compile(
    r"\s*[(,]?\s*(?:(?:за|per|por|на|/)\s*(?:1\s*(?:кв|м|шт|кг|т|ед|sq|m|kg|ton|unit)|одн[уо]\w*|один|кажд\w+|единиц\w+"
    r"|each|unit|unidade|кв\.?\s?м|м2|м²|шт|тонн\w*|кг"
    r"|человек\w*|сутки|sq\.?\s?(?:m|ft)|kg|ton|m2|m²|metro)(?!\w)|each(?!\w)|(?:bir|har bir|бир|ҳар бир)\s+(?:dona"
    r"|birlik|дона|бирлик))",
    re.IGNORECASE,
)
ASKS_A_UNIT: Final = re.compile(
    r"единиц|за один|за кв|цена|тариф|unit|price|rate|preço|unitári|narx|нарх", re.IGNORECASE
)
PER_MONTH: Final = re.compile(
    r"(?<!\w)(?:в месяц|ежемесячн\w*|месячн\w+|monthly|(?:per|a|each|every) (?:month|week|fortnight|hour|day|pay period)"
    r"|weekly|bi-?weekly|hourly|/ ?(?:month|mo|week|hour|hr)"
    r"|по часам|в час|в день|в неделю|по месяцам|por (?:mês|hora|semana|dia)|ao mês|mensa(?:l|is|lmente)|oyiga|har oy"
    r"|oylik|ойига|ҳар ой|ойлик)(?!\w)|/ ?мес",
    re.IGNORECASE,
)
PER_YEAR: Final = re.compile(
    r"(?<!\w)(?:в год|за год|годов\w+|ежегодн\w*|annual(?:ly)?|yearly|per (?:year|annum)|(?:a|each|every) year|/ ?(?:year"
    r"|yr)|por ano|ao ano|anua(?:l|is|lmente)"
    r"|yiliga|yillik|йилига|йиллик)(?!\w)",
    re.IGNORECASE,
)

DENIED_BEFORE: Final = re.compile(
    rf"(?<!\w)(?:never|никогда не|nunca|jamais|hech qachon|ҳеч қачон) {_FEW}\Z"
    r"|(?<!\w)не (?:является|являл\w+|состоит|состоял\w*|работа\w+|назнач\w+|избран\w*|утвержд\w+|присво\w+|присужд\w+"
    r"|выда(?:н|в)\w*|предостав\w+|получ\w+|подтвержд\w+"
    rf"|трудоустро\w+|принят\w*) {_FEW}[\"'«]?\Z"
    r"|(?<!\w)(?:not|\w+n't) (?:been |yet )*(?:employed|appointed|elected|awarded|conferred|granted|issued|hired|admitted"
    r"|approved|confirmed|received|obtained|complete[d]?"
    rf"|hold|have|receive|obtain|work) {_FEW}[\"'«]?\Z"
    rf"|(?<!\w)não (?:é|foi|está|era|trabalh\w+|possu\w+|obteve|recebeu|conclui\w*|concluí\w+|exerc\w+) {_FEW}[\"'«]?\Z",
    re.IGNORECASE,
)
_THREE = r"(?:[^\W\d_]+[ \n]){0,3}?"
DENIED_BEHIND: Final = re.compile(
    rf"{_RIGHT_BEHIND}(?:{_THREE}(?:(?:was|were|is|are|has been|have been|had been|be|been) (?:(?:not"
    rf"|never) (?:\w+ )?(?:confirmed|conferred|awarded|granted|approved|issued|appointed"
    r"|elected|employed|hired|obtained|completed|received|registered|valid|accepted)|denied|refused|rejected|withdrawn"
    r"|revoked|cancell?ed|annulled|terminated|suspended)"
    r"|не (?:был\w? )?(?:назнач|избран|утвержд|присво|присужд|выдан|принят|подтвержд|действ|зарегистр|получен|одобрен"
    r"|заключ)\w*"
    r"|(?:был\w? )?(?:отозван|аннулирован|отклон[её]н|прекращен|приостановлен)\w*|(?:признан\w* )?недействительн\w*"
    r"|(?:освобожд[её]н|уволен)\w?(?!\w)"
    r"|(?:foi|foram|está) (?:indeferid|negad|recusad|cancelad|revogad|rejeitad|demitid|suspens)\w*"
    r"|não (?:foi|é|está|foram) (?:\w+ )?(?:confirm|confer|concedid|aprovad|emitid|nomead|eleit|contratad|obtid|concluíd"
    r"|registrad|válid|aceit)\w*"
    r"|bekor qilin\w*|rad etil\w*|chaqirib olin\w*|(?:tayinlan|saylan|tasdiqlan|beril)ma(?:gan|di)\w*|бекор қилин\w*"
    r"|рад этил\w*|(?:тайинлан|сайлан|тасдиқлан|берил)ма(?:ган|ди)\w*))",
    re.IGNORECASE,
)
PROPOSED: Final = re.compile(
    r"[»\"]?\s*[(\[]\s*(?:(?:предложен|предлагаем|проект|черновик|планов|прогноз|бюджет|ожидаем|предварительн|draft"
    r"|proposed|proposal|planned|forecast|budget|expected|preliminary"
    r"|tentative|propost|previst|orçad|projet|taklif|loyiha|reja|таклиф|лойиҳа|режа)\w*|план)(?!\w)",
    re.IGNORECASE,
)
ASKS_A_PROPOSAL: Final = re.compile(
    r"предлага|предложен|испрашив|запрашив|просит|просят|планов|планируем|прогноз|бюджет|propos|offer|oferec|request|plan"
    r"|forecast|budget|previst|orçament|so'ral|сўрал|taklif|таклиф",
    re.IGNORECASE,
)
ASIDE: Final = re.compile(
    r"[»\"]?\s*[(\[]\s*(?:(?:кандидат|бывш|уволен|аналог|отменен|отозван|недейств|candidat|nominee|former|resigned"
    r"|retired|dismissed|comparable|revoked|cancel|withdrawn|expired|antig|demitid|nomzod|sobiq"
    r"|номзод|собиқ)\w*)(?!\w)",
    re.IGNORECASE,
)
"""In brackets behind it: who only stood for a post or left it, what belongs to a comparable object."""
FORMER: Final = _words(
    r"бывш\w+", r"former", r"ex-", r"previous", r"кандидат\w*", r"candidate", r"nominee", r"candidat[oa]", r"antig[oa]",
    r"sobiq", r"собиқ", r"nomzod\w*", r"номзод\w*",
    end=rf" ?(?:[^\W\d_]+[ \n]){{0,2}}{_OPEN}",
)  # fmt: skip
UNTIL: Final = re.compile(r"[»\"]?,?\s*[(\[]\s*(?:до|по|until|till|to|até|gacha|гача)\s+\S*\d", re.IGNORECASE)
PENDING: Final = _words(
    r"ожида\w+", r"планиру\w+", r"намеч\w+", r"предполага\w+", r"expected", r"anticipated", r"pending", r"planned",
    r"projected", r"not before", r"tentativ\w*",
    r"previst\w+", r"esperad\w+", r"planejad\w+", r"não antes de", r"не ранее", r"kutil\w+", r"rejalashtir\w+",
    r"кутил\w+", r"режалаштир\w+",
    end=rf"[^.;:\n\d]{{0,25}}{_OPEN}|(?<!\w)(?:ожидаем|планируем|expected|planned)\w*",
)  # fmt: skip
NO_VALUE: Final = re.compile(
    r"\W*(?:not (?:yet )?(?:conferred|awarded|granted|obtained|received|confirmed|completed|issued|employed|appointed"
    r"|approved)"
    r"|не (?:присво|присужд|получ|выдан|подтвержд|назнач|утвержд|избран|окончен|одобрен)\w*|não (?:conferid|concedid"
    r"|concluíd|obtid|confirmad|emitid|aprovad|nomead)\w*"
    r"|(?:denied|refused|rejected|pending|withdrawn|отказано|отклонен\w*|indeferid\w*|negad\w*|pendente)(?!\w))",
    re.IGNORECASE,
)

ABSENT: Final = _words(
    r"отсутств\w+", r"нет", r"не", r"без", r"none", r"no", r"not", r"absent", r"nil", r"não", r"nenhum\w?", r"sem",
    r"ausente\w?", r"inexistente\w?", r"yo'q", r"mavjud emas", r"йўқ", r"мавжуд эмас",
    end=r"(?!\w)",
)  # fmt: skip
UNCONFIRMED: Final = re.compile(
    r"(?<!\w)не (?:был\w? )?(?:подтвержд|подтвержен|доказ|установл|достовер|соответств)\w*|опроверг\w*|оспар\w+"
    r"|под сомнением|сомнительн\w*"
    r"|(?<!\w)(?:not|n't|never)(?: \w+)? (?:confirm|prov|establish|verif|certif|substantiat)\w*|(?:can|could|does|do|did"
    r"|is|was|were|are)(?:not|n't) (?:be )?(?:confirm|verif|prov)\w*"
    r"|(?<!\w)un(?:confirmed|verified|proven|substantiated)|(?<!\w)disput\w+|contested|is false|are false|untrue"
    r"|(?<!\w)não (?:\w+ )?(?:confirm|comprov|verific|atest)\w*|contestad\w+|tasdiqlanma\w*|isbotlanma\w*|тасдиқланма\w*"
    r"|исботланма\w*",
    re.IGNORECASE,
)
EXCEPTED: Final = re.compile(
    r"[^.;\n]{0,40}?(?<!\w)(?:кроме|за исключением|помимо|except\w*|other than|save for|apart from|exceto|salvo|mustasno"
    r"|tashqari|мустасно|ташқари)(?!\w)",
    re.IGNORECASE,
)
OF_THEM: Final = re.compile(r"\s+(?:of|из|d[aeo]s?|dentre)(?!\w)", re.IGNORECASE)
"""``none of the debts is settled`` denies the settling."""
