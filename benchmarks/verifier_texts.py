"""Sentences for the verifier's benchmark: our own words, invented people, firms and numbers, drawn by a seeded generator."""

import random
import re
from dataclasses import dataclass, field

LANGUAGES = ("ru", "uz-Latn", "uz-Cyrl", "pt", "en")

MONTHS = {
    "ru": "января февраля марта апреля мая июня июля августа сентября октября ноября декабря".split(),
    "uz-Latn": "yanvar fevral mart aprel may iyun iyul avgust sentabr oktabr noyabr dekabr".split(),
    "uz-Cyrl": "январь февраль март апрель май июнь июль август сентябрь октябрь ноябрь декабрь".split(),
    "pt": "janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro".split(),
    "en": "January February March April May June July August September October November December".split(),
}
PEOPLE = {
    "ru": [
        "Иванов И.И.",
        "Соколова Мария Петровна",
        "Каримов Алишер Бахтиёрович",
        "Ли Виктор",
        "Ахмедова Д.Р.",
        "Петренко О.С.",
    ],
    "uz-Latn": [
        "Karimov A.B.",
        "Yusupova Dilnoza Rustamovna",
        "Toʻxtayev Sherzod",
        "Rahimov O‘tkir Aliyevich",
        "Qodirova N.",
    ],
    "uz-Cyrl": ["Каримов А.Б.", "Юсупова Дилноза Рустамовна", "Тўхтаев Шерзод", "Раҳимов Ўткир Алиевич", "Қодирова Н."],
    "pt": ["João da Silva", "Maria Conceição Araújo", "Antônio Gonçalves", "Beatriz Souza Lima", "Luís Pereira"],
    "en": ["John A. Smith", "Mary O'Neill", "Peter Brown", "Susan Clarke", "David Hall"],
}
FIRMS = {
    "ru": ["ООО «Зарафшан Текстиль»", "АО «Нур Строй»", "СП «Аква Лайн»", "ЧП «Мирзо Савдо»"],
    "uz-Latn": ["«Zarafshon Tekstil» MChJ", "“Nur Qurilish” AJ", "«Baraka Savdo» XK", "“Oltin Voha” QK"],
    "uz-Cyrl": ["«Зарафшон Текстил» МЧЖ", "«Нур Қурилиш» АЖ", "«Барака Савдо» ХК", "«Олтин Воҳа» ҚК"],
    "pt": [
        "Padaria Boa Vista Ltda",
        "Comercial Três Irmãos S.A.",
        "Oficina Mecânica Aurora Ltda",
        "Gráfica Horizonte S.A.",
    ],
    "en": ["Northfield Trading LLC", "Harbour Light, Inc.", "Greenwood Mills Ltd.", "Blue Ridge Foods Corp."],
}
CURRENCIES = {
    "ru": ["сум", "долларов США", "евро", "руб.", "UZS", "USD"],
    "uz-Latn": ["so‘m", "AQSh dollari", "yevro", "UZS"],
    "uz-Cyrl": ["сўм", "АҚШ доллари", "евро", "UZS"],
    "pt": ["reais", "dólares americanos", "euros"],
    "en": ["US dollars", "euros", "UZS", "pounds sterling"],
}
SCALES = {
    "ru": ["тыс.", "млн", "млрд"], "uz-Latn": ["ming", "mln", "mlrd"], "uz-Cyrl": ["минг", "млн", "млрд"],
    "pt": ["mil", "milhões de", "bilhões de"], "en": ["thousand", "million", "billion"],
}  # fmt: skip
TERMS = {
    "ru": ["месяцев", "дней", "лет"], "uz-Latn": ["oy", "kun", "yil"], "uz-Cyrl": ["ой", "кун", "йил"],
    "pt": ["meses", "dias", "anos"], "en": ["months", "days", "years"],
}  # fmt: skip
TEMPLATES = {
    "ru": [
        "Заёмщик {firm} обязуется возвратить кредит в сумме {amount} {cur} не позднее {date} года.",
        "Процентная ставка составляет {pct} % годовых и не подлежит изменению без согласия сторон.",
        "Поручитель {person} не вправе отказаться от исполнения обязательств по договору № {id} от {date} г.",
        "Стоимость залога, указанная в отчёте об оценке от {date} г., равна {scaled} {scale} {cur}.",
        "На {date} г. у предприятия {firm} нет просроченной задолженности перед бюджетом.",
        "Срок пользования кредитом — {term} {unit}, считая с {date} года.",
        "Директор {person} действует на основании устава и не имеет права подписывать договоры свыше {amount} {cur}.",
        "ИНН {inn}, расчётный счёт {account}, МФО {mfo}, адрес: г. Ташкент, ул. Навои, дом {house}.",
        "Чистая прибыль за {year} год составила {amount} {cur} против убытка ({amount2}) {cur} годом ранее.",
        "Банк включает в расчёт не менее {pct} % выручки, если иное не предусмотрено пунктом {clause} договора.",
        "Численность работников на конец года достигла {people} человек, из них {people2} заняты в производстве.",
        "Имущество передано арендатору по акту № {id}; арендная плата вносится ежемесячно до {day} числа.",
    ],
    "uz-Latn": [
        "Qarz oluvchi {firm} {amount} {cur} miqdoridagi kreditni {date} kuniga qadar qaytarish majburiyatini oladi.",
        "Foiz stavkasi yillik {pct} % etib belgilanadi va tomonlarning roziligisiz oʻzgartirilmaydi.",
        "Kafil {person} {date} dagi {id}-sonli shartnoma boʻyicha majburiyatlardan voz kechishga haqli emas.",
        "Garovga qoʻyilgan mulkning bozor qiymati baholash hisobotiga koʻra {scaled} {scale} {cur} ni tashkil etadi.",
        "{date} holatiga koʻra {firm} ning byudjet oldida muddati oʻtgan qarzdorligi mavjud emas.",
        "Kreditdan foydalanish muddati {date} dan boshlab {term} {unit} qilib belgilangan.",
        "Direktor {person} nizom asosida ish yuritadi va {amount} {cur} dan ortiq shartnomalarni imzolay olmaydi.",
        "STIR {inn}, hisob raqami {account}, MFO {mfo}, manzil: Toshkent shahri, Navoiy koʻchasi, {house}-uy.",
        "{year}-yil uchun sof foyda {amount} {cur} ni, oʻtgan yilgi zarar esa ({amount2}) {cur} ni tashkil etdi.",
        "Korxonada yil oxirida {people} nafar xodim ishlagan, ulardan {people2} nafari ishlab chiqarishda band.",
        "Bank hisob-kitobga tushumning kamida {pct} % ini kiritadi, agar shartnomada boshqacha tartib koʻzda tutilmagan boʻlsa.",
    ],
    "uz-Cyrl": [
        "Қарз олувчи {firm} {amount} {cur} миқдоридаги кредитни {date} кунига қадар қайтариш мажбуриятини олади.",
        "Фоиз ставкаси йиллик {pct} % этиб белгиланади ва томонларнинг розилигисиз ўзгартирилмайди.",
        "Кафил {person} {date} даги {id}-сонли шартнома бўйича мажбуриятлардан воз кечишга ҳақли эмас.",
        "Гаровга қўйилган мулкнинг бозор қиймати баҳолаш ҳисоботига кўра {scaled} {scale} {cur} ни ташкил этади.",
        "{date} ҳолатига кўра {firm} нинг бюджет олдида муддати ўтган қарздорлиги мавжуд эмас.",
        "Кредитдан фойдаланиш муддати {date} дан бошлаб {term} {unit} қилиб белгиланган.",
        "Директор {person} низом асосида иш юритади ва {amount} {cur} дан ортиқ шартномаларни имзолай олмайди.",
        "СТИР {inn}, ҳисоб рақами {account}, МФО {mfo}, манзил: Тошкент шаҳри, Навоий кўчаси, {house}-уй.",
        "{year} йил учун соф фойда {amount} {cur} ни, ўтган йилги зарар эса ({amount2}) {cur} ни ташкил этди.",
        "Корхонада йил охирида {people} нафар ходим ишлаган, улардан {people2} нафари ишлаб чиқаришда банд.",
        "Банк ҳисоб-китобга тушумнинг камида {pct} % ини киритади, агар шартномада бошқача тартиб кўзда тутилмаган бўлса.",
    ],
    "pt": [
        "A mutuária {firm} obriga-se a devolver o crédito de {amount} {cur} até o dia {date}.",
        "A taxa de juros é de {pct} % ao ano e não pode ser alterada sem o consentimento das partes.",
        "O fiador {person} não pode renunciar às obrigações do contrato nº {id}, assinado em {date}.",
        "O valor de mercado do imóvel dado em garantia é de {scaled} {scale} {cur}, conforme o laudo de {date}.",
        "Em {date} a empresa {firm} não possuía débitos vencidos perante a Fazenda.",
        "O prazo de utilização do crédito é de {term} {unit}, contados a partir de {date}.",
        "O diretor {person} age com base no estatuto e nunca assina contratos acima de {amount} {cur}.",
        "CNPJ {cnpj}, agência {mfo}, conta {account}, endereço: Rua das Flores, {house}, São Paulo.",
        "O lucro líquido do exercício de {year} foi de {amount} {cur}, contra prejuízo de ({amount2}) {cur} no ano anterior.",
        "No fim do ano a oficina empregava {people} pessoas, das quais {people2} na produção.",
        "O banco inclui no cálculo pelo menos {pct} % da receita, salvo disposição contrária da cláusula {clause}.",
    ],
    "en": [
        "The Borrower {firm} shall repay the loan of {amount} {cur} not later than {date}.",
        "The interest rate is {pct} % per annum and may not be changed without the consent of both parties.",
        "The guarantor {person} is not entitled to withdraw from agreement No. {id} dated {date}.",
        "The market value of the pledged property is {scaled} {scale} {cur} according to the report of {date}.",
        "As of {date} the company {firm} had no overdue debt to the state budget.",
        "The loan is granted for a term of {term} {unit} counted from {date}.",
        "The director {person} acts under the charter and cannot sign contracts above {amount} {cur}.",
        "Tax number {inn}, account {account}, branch {mfo}, address: {house} Mill Lane, Northfield.",
        "Net profit for {year} came to {amount} {cur} against a loss of ({amount2}) {cur} in the year before.",
        "At the end of the year the plant employed {people} people, {people2} of them in production.",
        "The bank includes at least {pct} % of the revenue unless clause {clause} provides otherwise.",
    ],
}  # fmt: skip


@dataclass
class Sentence:
    text: str
    language: str
    slots: dict[str, str] = field(default_factory=dict)


def number(rnd: random.Random, language: str, digits: int, decimals: int = 0) -> str:
    whole = str(rnd.randint(10 ** (digits - 1), 10**digits - 1))
    groups = re.sub(r"(?<=\d)(?=(?:\d{3})+$)", {"pt": ".", "en": ","}.get(language, " "), whole)
    tail = "" if not decimals else {"en": "."}.get(language, ",") + f"{rnd.randint(1, 10**decimals - 1):0{decimals}d}"
    return groups + tail


def date(rnd: random.Random, language: str) -> tuple[str, str]:
    """The date as written, and the name of its month."""
    day, month, year = rnd.randint(1, 28), rnd.randint(0, 11), rnd.randint(2015, 2029)
    name = MONTHS[language][month]
    if rnd.random() < 0.4:
        return f"{day:02d}.{month + 1:02d}.{year}", ""
    written = {
        "ru": f"{day} {name} {year}", "uz-Latn": f"{year}-yil {day}-{name}", "uz-Cyrl": f"{year} йил {day} {name}",
        "pt": f"{day} de {name} de {year}", "en": f"{day} {name} {year}",
    }  # fmt: skip
    return written[language], name


def sentence(rnd: random.Random, language: str) -> Sentence:
    written, month = date(rnd, language)
    slots = {
        "firm": rnd.choice(FIRMS[language]),
        "person": rnd.choice(PEOPLE[language]),
        "amount": number(rnd, language, rnd.randint(5, 10), rnd.choice((0, 0, 2))),
        "amount2": number(rnd, language, rnd.randint(5, 8)),
        "cur": rnd.choice(CURRENCIES[language]),
        "scaled": number(rnd, language, rnd.randint(1, 3), 1),
        "scale": rnd.choice(SCALES[language]),
        "pct": str(rnd.randint(2, 40)) if rnd.random() < 0.5 else number(rnd, language, 2, 1),
        "date": written,
        "month": month,
        "term": str(rnd.randint(2, 120)),
        "unit": rnd.choice(TERMS[language]),
        "id": f"{rnd.randint(1, 999)}-{rnd.choice('КАБL')}/{rnd.randint(10, 29)}",
        "inn": str(rnd.randint(200000000, 319999999)),
        "cnpj": f"{rnd.randint(10, 99)}.{rnd.randint(100, 999)}.{rnd.randint(100, 999)}/0001-{rnd.randint(10, 99)}",
        "account": "20208000" + str(rnd.randint(100000000000, 999999999999)),
        "mfo": f"{rnd.randint(0, 999):05d}",
        "house": str(rnd.randint(2, 180)),
        "year": str(rnd.randint(2016, 2025)),
        "clause": f"{rnd.randint(2, 9)}.{rnd.randint(1, 9)}",
        "people": str(rnd.randint(100, 900)),
        "people2": str(rnd.randint(10, 99)),
        "day": str(rnd.randint(2, 28)),
    }
    template = rnd.choice(TEMPLATES[language])
    used = {
        name: value
        for name, value in slots.items()
        if "{" + name + "}" in template or (name == "month" and "{date}" in template)
    }
    return Sentence(template.format(**slots), language, used)


def page_of(rnd: random.Random, language: str, count: int) -> list[Sentence]:
    """Sentences of one page; none is repeated word for word."""
    made: dict[str, Sentence] = {}
    while len(made) < count:
        one = sentence(rnd, language)
        made.setdefault(one.text, one)
    return list(made.values())
