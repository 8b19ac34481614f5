"""What is true in the invented credit case; documents and gold are both written from here.

Every person, company, number and address is invented. Identifiers only look right: 9-digit INN, 20-digit accounts,
14-digit PINFL with its check digit.
"""

from dataclasses import dataclass

FULL_RU = "Общество с ограниченной ответственностью «NURAFSHON TOLA TEKSTIL»"
SHORT_RU = "ООО «NURAFSHON TOLA TEKSTIL»"
FULL_UZ = "«NURAFSHON TOLA TEKSTIL» mas‘uliyati cheklangan jamiyati"
SHORT_UZ = "«NURAFSHON TOLA TEKSTIL» MCHJ"
FULL_CYR = "«NURAFSHON TOLA TEKSTIL» масъулияти чекланган жамияти"
SHORT_CYR = "«NURAFSHON TOLA TEKSTIL» МЧЖ"
EN = "NURAFSHON TOLA TEKSTIL LLC"
INN = "307418265"
REG_NO = "004817-05"
REG_DATE = "14.03.2019"
REREG_DATE = "22.11.2021"
OKED = "13100"
ACTIVITY_RU = "Подготовка и прядение хлопковых волокон"
ACTIVITY_UZ = "Paxta tolasini tayyorlash va yigirish"
ACTIVITY_CYR = "Пахта толасини тайёрлаш ва йигириш"
ADDRESS_RU = "Республика Узбекистан, Наманганская область, Касансайский район, МФЙ Гулистон, улица Мустакиллик, дом 48"
ADDRESS_UZ = "O‘zbekiston Respublikasi, Namangan viloyati, Kosonsoy tumani, Guliston MFY, Mustaqillik ko‘chasi, 48-uy"
ADDRESS_CYR = "Ўзбекистон Республикаси, Наманган вилояти, Косонсой тумани, Гулистон МФЙ, Мустақиллик кўчаси, 48-уй"
ADDRESS_EN = "48 Mustaqillik Street, Guliston, Kosonsoy District, Namangan Region, Republic of Uzbekistan"
AUTHORITY_UZ = "Kosonsoy tumani Davlat xizmatlari markazi"
AUTHORITY_RU = "Центр государственных услуг Касансайского района"

BANK_RU = "АКБ «НАМУНА БАНК»"
BANK_FULL_RU = "Акционерный коммерческий банк «НАМУНА БАНК»"
BANK_BRANCH_RU = "Наманганский филиал АКБ «НАМУНА БАНК»"
BANK_INN = "201117733"
MFO = "01947"
ACCOUNT = "20208000705418265001"
CURRENCY_ACCOUNT = "20214840905418265002"
BANK_CORR = "23402000300100001947"

DIRECTOR_RU = "Рахматуллаев Отабек Шавкатович"
DIRECTOR_RU_GEN = "Рахматуллаева Отабека Шавкатовича"
DIRECTOR_SHORT_RU = "Рахматуллаев О.Ш."
DIRECTOR_UZ = "Raxmatullayev Otabek Shavkatovich"
DIRECTOR_CYR = "Рахматуллаев Отабек Шавкатович"
DIRECTOR_SURNAME, DIRECTOR_GIVEN = "RAXMATULLAYEV", "OTABEK"
DIRECTOR_BORN = "27.08.1981"
DIRECTOR_PASSPORT = "AD 4172658"
DIRECTOR_PASSPORT_ISSUED = "11.02.2022"
DIRECTOR_PASSPORT_EXPIRES = "10.02.2032"
DIRECTOR_APPOINTED_CYR = "2019 йил 18 март"
DIRECTOR_APPOINTED = "18.03.2019"
ACCOUNTANT_RU = "Юсупова Дилноза Анваровна"
ACCOUNTANT_SHORT_RU = "Юсупова Д.А."
ACCOUNTANT_UZ = "Yusupova Dilnoza Anvarovna"
ACCOUNTANT_CYR = "Юсупова Дилноза Анваровна"

CAPITAL = "4 800 000 000"
CAPITAL_WORDS, CAPITAL_WORDS_UZ = "четыре миллиарда восемьсот миллионов", "to‘rt milliard sakkiz yuz million"
FOUNDERS = (
    ("Рахматуллаев Отабек Шавкатович", "60", "2 880 000 000"),
    ("Холматов Санжар Икромович", "25", "1 200 000 000"),
    ("ООО «GULISTON INVEST PLYUS»", "15", "720 000 000"),
)
FOUNDERS_UZ = ("Raxmatullayev Otabek Shavkatovich", "Xolmatov Sanjar Ikromovich", "«GULISTON INVEST PLYUS» MCHJ")
FOUNDERS_CYR = ("Рахматуллаев Отабек Шавкатович", "Холматов Санжар Икромович", "«GULISTON INVEST PLYUS» МЧЖ")
FOUNDER_COMPANY_INN = "305992147"
EMPLOYEES = "214"
PHONE = "+998 69 234-17-85"

LICENCE_NO = "PXT-0417"
LICENCE_DATE = "06.09.2022"
LICENCE_UNTIL = "05.09.2027"
LICENCE_ISSUER_RU = "Агентство по развитию хлопково-текстильных кластеров"
LICENCE_ISSUER_UZ = "Paxta-to‘qimachilik klasterlarini rivojlantirish agentligi"

LOAN = "9 500 000 000"
LOAN_WORDS = "девять миллиардов пятьсот миллионов"
DRAFT_LOAN, DRAFT_LOAN_WORDS = "12 000 000 000", "двенадцать миллиардов"
TERM, DRAFT_TERM = "36", "48"
TERM_WORDS, DRAFT_TERM_WORDS = "тридцать шесть", "сорок восемь"
GRACE = "6"
RATE, DRAFT_RATE = "24", "22"
PURPOSE = "Приобретение кольцепрядильного оборудования и пополнение оборотных средств"
APPLICATION_NO, APPLICATION_DATE = "118", "12.03.2025"

OBJECT = "Производственный комплекс прядильной фабрики с административным зданием"
OBJECT_ADDRESS = "Наманганская область, Касансайский район, МФЙ Гулистон, улица Мустакиллик, дом 48"
CADASTRE = "12:07:04:02:03:0148"
MARKET_VALUE, MARKET_VALUE_WORDS = "18 640 000 000", "восемнадцать миллиардов шестьсот сорок миллионов"
MARKET_VALUE_IN_PLEDGE = "18 460 000 000"
PLEDGE_VALUE = "13 048 000 000"
PLEDGE_VALUE_DELETED = "12 000 000 000"
VALUATION_DATE = "20.02.2025"
VALUER = "ООО «ADOLAT BAHO KONSALT»"
VALUER_INN = "302866519"

AUDITOR = "ООО «SIFAT AUDIT GURUHI»"
AUDITOR_INN = "304551908"


@dataclass(frozen=True)
class Year:
    """Thousands of sums; balances at the year's end. ``net_profit`` and the totals add up."""

    revenue: int
    cost: int
    selling: int
    admin: int
    other_income: int
    finance_cost: int
    tax: int
    fixed: int
    intangible: int
    stock: int
    receivables: int
    cash: int
    capital: int
    reserve: int
    retained: int
    long_loans: int
    short_loans: int
    payables: int
    tax_payable: int

    @property
    def gross(self) -> int:
        return self.revenue - self.cost

    @property
    def operating(self) -> int:
        return self.gross - self.selling - self.admin + self.other_income

    @property
    def before_tax(self) -> int:
        return self.operating - self.finance_cost

    @property
    def net_profit(self) -> int:
        return self.before_tax - self.tax

    @property
    def long_assets(self) -> int:
        return self.fixed + self.intangible

    @property
    def current_assets(self) -> int:
        return self.stock + self.receivables + self.cash

    @property
    def assets(self) -> int:
        return self.long_assets + self.current_assets

    @property
    def equity(self) -> int:
        return self.capital + self.reserve + self.retained

    @property
    def current_liabilities(self) -> int:
        return self.short_loans + self.payables + self.tax_payable

    @property
    def liabilities(self) -> int:
        return self.long_loans + self.current_liabilities


YEARS = {
    2021: Year(
        41_873_260,
        34_118_905,
        1_204_310,
        2_011_760,
        318_420,
        1_102_590,
        562_318,
        11_942_380,
        48_200,
        6_318_470,
        3_907_615,
        842_190,
        4_800_000,
        240_000,
        2_986_405,
        6_400_000,
        2_150_000,
        5_894_730,
        587_720,
    ),
    2022: Year(
        52_416_380,
        42_087_415,
        1_498_260,
        2_376_940,
        402_115,
        1_318_470,
        830_613,
        13_284_760,
        41_900,
        7_945_320,
        4_862_045,
        1_137_480,
        4_800_000,
        240_000,
        7_693_202,
        5_200_000,
        2_400_000,
        6_233_918,
        704_385,
    ),
    2023: Year(
        67_938_540,
        54_210_675,
        1_902_385,
        2_845_610,
        517_640,
        1_486_925,
        1_201_588,
        15_467_915,
        35_600,
        9_618_740,
        6_204_385,
        1_572_640,
        4_800_000,
        480_000,
        14_262_199,
        4_000_000,
        2_800_000,
        5_741_846,
        815_235,
    ),
    2024: Year(
        84_215_310,
        66_742_890,
        2_317_465,
        3_418_270,
        689_325,
        1_654_380,
        1_615_745,
        18_906_425,
        29_300,
        11_842_965,
        7_935_180,
        2_148_755,
        4_800_000,
        480_000,
        23_188_084,
        2_800_000,
        3_100_000,
        5_603_276,
        891_265,
    ),
}

HIDDEN_REVENUE_2024 = 96_480_000_000
"""Sums; stands on the hidden sheet only."""

CREDIT_TURNOVER = "91 347 582 416,20"
DEBIT_TURNOVER = "90 872 114 903,75"
TURNOVER_PERIOD = "01.03.2024 – 28.02.2025"
BANK_LETTER_NO, BANK_LETTER_DATE = "07-16/482", "05.03.2025"
TAX_CERT_NO, TAX_CERT_DATE = "26-1184", "03.03.2025"

LOANS = (
    ("АКБ «НАМУНА БАНК»", "№ 214/К от 17.05.2023", "4 000 000 000", "2 800 000 000", "15.05.2028"),
    ("АКБ «VODIY TRAST BANK»", "№ 77-КЛ от 02.10.2024", "3 500 000 000", "3 100 000 000", "01.10.2025"),
)
CLOSED_LOANS = (("АКБ «VODIY TRAST BANK»", "№ 31-КЛ от 11.06.2021", "2 150 000 000", "0", "10.06.2023"),)
OVERDUE = "0,00"

CASE_NO = "4-1602-2403/118"
CASE_TEXT = "Дело № 4-1602-2403/118 по иску ООО «SAVDO LOGISTIKA» о взыскании 86 400 000 сум"

RELATED = (
    ("ООО «GULISTON INVEST PLYUS»", "305992147", "Участник с долей 15 %"),
    ("ООО «KOSON IP YIGIRUV»", "308157724", "Общий директор"),
    ("ЧП «SHAVKAT OTA FAYZ»", "206713398", "Учредитель — отец директора"),
)

TWIN_FULL_RU = "Общество с ограниченной ответственностью «NURAFSHON TOLA SAVDO»"
TWIN_SHORT_RU = "ООО «NURAFSHON TOLA SAVDO»"
TWIN_FULL_UZ = "«NURAFSHON TOLA SAVDO» mas‘uliyati cheklangan jamiyati"
TWIN_INN = "309264817"
TWIN_ACCOUNT = "20208000105264817001"
TWIN_DIRECTOR = "Турсунов Бахром Олимович"
TWIN_CAPITAL = "1 150 000 000"

BUYER = "BALTIC LOOM TRADING OÜ"
CONTRACT_NO = "NTT-24/17"
CONTRACT_DATE = "05/06/2024"
CONTRACT_AMOUNT = "2 376 000.00"


def iso(date: str) -> str:
    """``14.03.2019`` as ``2019-03-14``."""
    return "-".join(reversed(date.split(".")))


def plain(amount: str) -> str:
    """``91 347 582 416,20`` as ``91347582416.20``."""
    return amount.replace(" ", "").replace(",", ".")


def pinfl_check_digit(first13: str) -> str:
    """Weights 7, 3, 1 over the first 13 digits, sum modulo 10."""
    return str(sum(int(digit) * (7, 3, 1)[i % 3] for i, digit in enumerate(first13)) % 10)


DIRECTOR_PINFL = "3270881540417" + pinfl_check_digit("3270881540417")


def sums(thousands: int) -> str:
    """``84215310`` thousand as ``84 215 310``: grouped by spaces, brackets for a minus."""
    text = f"{abs(thousands):,}".replace(",", " ")
    return f"({text})" if thousands < 0 else text
