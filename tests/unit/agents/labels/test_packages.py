"""How the papers of a credit package say things in running text and in joined labels. All names and figures are invented."""

import pytest

from agents.steps import Answer
from evidence.fields import Choice, Column, Field, FieldType
from tests.unit.agents.labels.asking import ask, field, rows, values
from tests.unit.agents.labels.papers import flow, form, sheet

_RATE = field(FieldType.PERCENT, "Процентная ставка", "Foiz stavkasi", stop_labels=("Сведения о кредитах",))
_AMOUNT = field(
    FieldType.MONEY, "Сумма кредита", "Kredit summasi", currency="UZS", stop_labels=("Сведения о кредитах",)
)
_CURRENCY = field(
    FieldType.CHOICE, "Валюта кредита",
    choices=(Choice(id="UZS", labels=("сум", "сўм")), Choice(id="USD", labels=("доллар США", "долларов США"))),
)  # fmt: skip
_DEBT = field(
    FieldType.CHOICE, "Задолженность по налогам", "Soliq qarzdorligi",
    choices=(
        Choice(id="absent", labels=("отсутствует", "не имеет", "mavjud emas", "мавжуд эмас")),
        Choice(id="present", labels=("имеется", "имеет", "mavjud", "мавжуд")),
    ),
)  # fmt: skip
_ASKS = (
    "ООО «НАМУНА» просит предоставить кредит в размере {amount} сроком на 36 месяцев под 22 % годовых на приобретение "
    "станков."
)


def test_an_application_in_one_sentence_says_amount_currency_rate_term_and_purpose() -> None:
    page = flow(_ASKS.format(amount="4 200 000 000 (четыре миллиарда двести миллионов) сум"), language="ru")
    assert values(_AMOUNT, page) == ["4 200 000 000 (четыре миллиарда двести миллионов) сум"]
    assert values(_CURRENCY, page) == ["сум"]
    assert values(_RATE, page) == ["22 % годовых"]
    assert values(field(FieldType.NUMBER, "Срок кредита, месяцев"), page) == ["36 месяцев"]
    assert values(field(FieldType.TEXT, "Цель кредита"), page) == ["приобретение станков"]


def test_an_uzbek_application_names_the_amount_before_the_credit() -> None:
    page = flow(
        "«НАМУНА» МЧЖ (СТИР 309876543) ускуна сотиб олиш учун 900 000 000 сўм миқдорида кредитни 24 ой муддатга, йиллик 21 "
        "фоиз ставкада ажратишингизни сўрайди.",
        language="uz-Cyrl",
    )
    assert values(_AMOUNT, page) == ["900 000 000 сўм"]
    assert values(_RATE, page) == ["21 фоиз"]
    assert values(field(FieldType.TEXT, "Кредит мақсади"), page) == ["ускуна сотиб олиш"]


def test_a_loan_of_the_past_is_not_the_one_asked_for() -> None:
    past = "В 2021 году общество получало кредит в сумме 900 000 000 сум под 20 % годовых, который полностью погашен."
    page = flow(_ASKS.format(amount="500 000 000 сум"), past, language="ru")
    assert values(_RATE, page) == ["22 % годовых"]
    assert values(_AMOUNT, page) == ["500 000 000 сум"]
    assert values(_RATE, flow(past, language="ru")) == values(_AMOUNT, flow(past, language="ru")) == []


def test_a_table_of_loans_already_held_does_not_answer_for_the_requested_one() -> None:
    table = sheet(
        [["Договор", "Сумма кредита", "Процентная ставка", "Остаток"], ["К-1", "300 000 000 сум", "24 %", "10 000 000"]],
        title="Сведения о кредитах клиента", language="ru",
    )  # fmt: skip
    assert values(_RATE, table) == values(_AMOUNT, table) == []


def test_of_turnovers_by_account_the_one_in_the_asked_currency_is_taken() -> None:
    asked = field(FieldType.MONEY, "Оборот по кредиту", currency="UZS")
    heads = ["Счёт", "Оборот по дебету", "Оборот по кредиту"]
    both = [["2020 8000 (сум)", "900 000,00", "800 000,00"], ["2020 8840 (доллары США)", "10 000,00", "20 000,00"]]
    assert values(asked, sheet([heads, *both], language="ru")) == ["800 000,00"]
    unnamed = [["2020 8000", "900 000,00", "800 000,00"], ["2020 8840", "10 000,00", "20 000,00"]]
    assert values(asked, sheet([heads, *unnamed], language="ru")) != ["800 000,00"]


@pytest.mark.parametrize(
    ("said", "choice"),
    [
        ("по состоянию на 01.02.2025 имеется задолженность по налогам и сборам в сумме 5 000 000 сум.", "имеется"),
        ("общество не имеет задолженности по налогам.", "не имеет"),
        ("задолженность по налогам и сборам по состоянию на 01.02.2025 отсутствует.", "отсутствует"),
        ("2025-yil 1-fevral holatiga soliqlar va yig‘imlar bo‘yicha qarzdorligi mavjud emas.", "mavjud emas"),
        ("2025 йил 1 февраль ҳолатига солиқлар бўйича қарздорлиги мавжуд.", "мавжуд"),
    ],
)
def test_a_tax_certificate_says_whether_there_is_a_debt(said: str, choice: str) -> None:
    assert values(_DEBT, flow("Налоговая инспекция. Soliq. Солиқ", "СПРАВКА", said, language="ru")) == [choice]


def test_a_bank_that_speaks_of_a_debt_certifies_no_taxes() -> None:
    page = flow("АКБ «НАМУНА БАНК»", "По данным клиента, имеется задолженность по налогам.", language="ru")
    assert values(_DEBT, page) == []


def test_a_label_of_two_things_answers_for_both() -> None:
    page = form([(0, "Регистрационный номер и дата регистрации"), (60, "№ 412777 от 14 марта 2016 г.")], language="ru")
    assert values(field(FieldType.IDENTIFIER, "Регистрационный номер"), page) == ["412777"]
    assert values(field(FieldType.DATE, "Дата регистрации"), page) == ["14 марта 2016 г."]
    turned = form([(0, "Дата и номер государственной регистрации"), (60, "12.12.2016, № 334455")], language="ru")
    assert values(field(FieldType.IDENTIFIER, "Номер государственной регистрации"), turned) == ["334455"]


def test_a_label_of_two_things_gives_no_words() -> None:
    page = form([(0, "Наименование и адрес банка"), (60, "АКБ «НАМУНА БАНК», г. Навои")], language="ru")
    assert values(field(FieldType.ORGANISATION, "Наименование"), page) == []


def test_of_two_listed_labels_the_part_in_the_same_place_is_meant() -> None:
    asked = field(FieldType.IDENTIFIER, "МФО", "MFO", checks=("mfo",))
    page = form([(0, "Xizmat ko‘rsatuvchi bank, MFO:")], [(0, "“NAMUNA BANK” ATB, 01188")], language="uz-Latn")
    assert values(asked, page) == ["01188"]


def test_a_mortgage_contract_says_what_is_pledged_and_for_how_much() -> None:
    page = flow(
        "1. Залогодатель передаёт в залог двухэтажное здание площадью 1 240 кв. м (кадастровый номер 10:09:04:02:03:0311).",
        "2. Рыночная стоимость предмета залога согласно отчёту № 4 от 03.02.2025 г. составляет 14 650 000 000 сум. Залоговая "
        "стоимость предмета залога установлена в размере 10 255 000 000 сум.",
        language="ru",
    )
    assert values(field(FieldType.TEXT, "Описание предмета залога"), page) == [
        "двухэтажное здание площадью 1 240 кв. м"
    ]
    assert values(field(FieldType.IDENTIFIER, "Кадастровый номер"), page) == ["10:09:04:02:03:0311"]
    market = field(FieldType.MONEY, "Рыночная стоимость", stop_labels=("Залоговая стоимость",))
    assert values(market, page) == ["14 650 000 000 сум"]
    assert values(field(FieldType.MONEY, "Залоговая стоимость"), page) == ["10 255 000 000 сум"]


def test_a_market_value_by_one_approach_is_not_the_market_value() -> None:
    page = flow("Рыночная стоимость объекта по затратному подходу составляет 5 000 000 сум.", language="ru")
    assert values(field(FieldType.MONEY, "Рыночная стоимость"), page) == []


def test_a_turnover_of_a_calendar_year_is_not_that_of_the_last_months() -> None:
    asked = field(FieldType.MONEY, "Кредитовый оборот", currency="UZS", stop_labels=("Дебетовый оборот",))
    page = flow(
        "За период с 01.03.2024 г. по 28.02.2025 г. дебетовый оборот составил 7 000 000,00 сум, кредитовый оборот составил "
        "8 000 000,00 сум. За 2022 год кредитовый оборот составлял 9 000 000,00 сум.",
        language="ru",
    )
    assert values(asked, page) == ["8 000 000,00 сум"]


def test_what_another_script_says_otherwise_is_told() -> None:
    asked = field(FieldType.TEXT, "Вид деятельности", "Faoliyat turi", question="Чем занимается заёмщик?")
    russian = flow("Вид деятельности: пошив одежды", name="a", language="ru")
    uzbek = flow("Faoliyat turi: non ishlab chiqarish", name="b", language="uz-Latn")
    decision = ask(asked, russian, uzbek)
    assert isinstance(decision, Answer) and len(decision.claims) == 1
    assert any("non ishlab chiqarish" in str(caution) for caution in decision.cautions)


def test_the_same_in_another_script_needs_no_word() -> None:
    asked = field(FieldType.ADDRESS, "Юридик манзил", "Yuridik manzil")
    cyrillic = flow("Юридик манзил: Навоий шаҳри, Ибн Сино кўчаси, 7-уй", name="a", language="uz-Cyrl")
    latin = flow("Yuridik manzil: Navoiy shahri, Ibn Sino ko‘chasi, 7-uy", name="b", language="uz-Latn")
    decision = ask(asked, cyrillic, latin)
    assert isinstance(decision, Answer) and len(decision.claims) == 1 and decision.cautions == ()


@pytest.mark.parametrize(
    ("kind", "labels", "one", "other"),
    [
        (
            FieldType.ADDRESS, ("Юридик манзил", "Yuridik manzil"),
            "Навоий шаҳри, Нур кўчаси, 7-уй", "Navoiy shahri, Nur ko‘chasi, 9-uy",
        ),
        (FieldType.PERSON, ("Раҳбар", "Rahbar"), "Беков Тимур Рустамович", "Sharipov Alisher Yusupovich"),
    ],
)  # fmt: skip
def test_two_scripts_that_contradict_are_a_conflict(
    kind: FieldType, labels: tuple[str, ...], one: str, other: str
) -> None:
    pages = (
        flow(f"{labels[0]}: {one}", name="a", language="uz-Cyrl"),
        flow(f"{labels[1]}: {other}", name="b", language="uz-Latn"),
    )
    assert len(values(field(kind, *labels), *pages)) == 2


_FOUNDERS = Field(
    id="founders", question="Кто учредители?", type=FieldType.TABLE, labels=("Учредители",), about_subject=True,
    columns=(
        Column(id="name", labels=("Участник",), type=FieldType.TEXT),
        Column(id="share", labels=("Доля, %",), type=FieldType.PERCENT),
    ),
)  # fmt: skip
_LISTED = [["Участник", "Доля, %"], ["Беков Тимур Рустамович", "60"], ["Умаров Карим Содикович", "40"]]


def test_the_founders_of_another_company_are_not_the_subjects() -> None:
    subject = "ООО «НАМУНА САВДО», 309876543"
    own = sheet(_LISTED, title="Учредители ООО «НАМУНА САВДО»", language="ru")
    theirs = sheet(_LISTED, title="Учредители залогодателя ООО «БОШҚА ГАРОВ»", language="ru")
    assert len(rows(_FOUNDERS, own, subject=subject)) == 2
    assert rows(_FOUNDERS, theirs, subject=subject) == []


def test_two_kinds_of_collateral_are_not_one() -> None:
    asked = field(
        FieldType.CHOICE, "Вид обеспечения",
        choices=(Choice(id="equipment", labels=("оборудование",)), Choice(id="surety", labels=("поручительство",))),
    )  # fmt: skip
    assert values(asked, form([(0, "Вид обеспечения"), (40, "оборудование")], language="ru")) == ["оборудование"]
    assert values(asked, form([(0, "Вид обеспечения"), (40, "оборудование, поручительство")], language="ru")) == []


def test_a_long_purpose_beside_its_label_is_the_value() -> None:
    said = "приобретение новой линии сушки фруктов и запасных частей"
    assert values(field(FieldType.TEXT, "Цель кредита"), form([(0, "Цель кредита"), (40, said)], language="ru")) == [
        said
    ]


def test_an_uzbek_bank_states_turnovers_of_the_months_up_to_a_day() -> None:
    page = flow(
        "2024-yil 1-martdan 2025-yil 28-fevralgacha kredit aylanmasi 1 450 300 000,00 so‘mni, debet aylanmasi "
        "1 440 000 000,00 so‘mni tashkil etdi.",
        language="uz-Latn",
    )
    assert values(field(FieldType.MONEY, "Kredit aylanmasi", currency="UZS"), page) == ["1 450 300 000,00 so‘mni"]
    debit = field(FieldType.MONEY, "Debet aylanmasi", currency="UZS", stop_labels=("Kredit aylanmasi",))
    assert values(debit, page) == ["1 440 000 000,00 so‘mni"]


_LOANS = Field(
    id="loans", question="Действующие кредиты", type=FieldType.TABLE, labels=("Сведения о кредитах",), about_subject=True,
    currency="UZS",
    columns=(
        Column(id="creditor", labels=("Кредитор",), type=FieldType.TEXT),
        Column(id="contract", labels=("Номер и дата договора",), type=FieldType.TEXT),
        Column(id="amount", labels=("Сумма кредита",), type=FieldType.MONEY),
        Column(id="maturity", labels=("Срок возврата",), type=FieldType.DATE),
    ),
)  # fmt: skip
_LOAN = [
    ["Номер и дата договора", "Сумма кредита, сум", "Срок возврата"],
    ["К-1 от 01.02.2023", "300 000 000", "01.02.2026"],
]


def test_the_banks_own_table_of_loans_does_not_name_the_bank() -> None:
    found = rows(_LOANS, sheet(_LOAN, title="Сведения о кредитах клиента", language="ru"))
    assert [(row["creditor"], row["contract"], row["amount"]) for row in found] == [
        (None, "К-1 от 01.02.2023", "300 000 000")
    ]


def test_without_a_title_such_a_table_is_not_taken() -> None:
    assert rows(_LOANS, sheet(_LOAN, title="График", language="ru")) == []


def test_a_day_of_issue_belongs_to_the_paper_that_it_stands_on() -> None:
    asked = field(FieldType.DATE, "Дата справки", "Дата выдачи", question="Когда налоговый орган выдал справку?")
    licence = flow("ЛИЦЕНЗИЯ", "Лицензирующий орган: министерство", "Дата выдачи: 01.02.2021", name="a", language="ru")
    other = flow("ПИСЬМО", "О погоде", name="b", language="ru")
    assert values(asked, licence, other) == []
    certificate = flow("СПРАВКА", "Дата выдачи: 03.03.2025", name="c", language="ru")
    assert values(asked, licence, certificate) == ["03.03.2025"]


def test_a_court_names_the_case() -> None:
    asked = field(FieldType.TEXT, "Судебные дела")
    page = flow("ЭКОНОМИЧЕСКИЙ СУД", "Имеется дело № 4-1801/77 по иску ООО «НАМУНА».", name="court", language="ru")
    assert values(asked, page) == ["дело № 4-1801/77 по иску ООО «НАМУНА»"]
    assert values(asked, flow("АНКЕТА", "Личное дело № 5 хранится в банке.", name="form", language="ru")) == []


def test_of_two_labels_the_one_in_the_asked_currency_is_taken() -> None:
    asked = field(FieldType.MONEY, "Кредитовый оборот", currency="UZS")
    page = form(
        [(0, "Кредитовый оборот за 12 месяцев, сум"), (60, "5 700 000 000,00")],
        [(0, "Кредитовый оборот за 12 месяцев, USD"), (60, "45 000,00")],
        language="ru",
    )
    assert values(asked, page) == ["5 700 000 000,00"]
    assert len(values(asked, form([(0, "Кредитовый оборот, USD"), (60, "45 000,00")], language="ru"))) == 1


def test_months_in_brackets_behind_years_are_months() -> None:
    asked = field(FieldType.NUMBER, "Срок кредита", question="На сколько месяцев просят кредит?", checks=("positive",))
    assert values(asked, form([(0, "Срок кредита"), (40, "7 лет (84 месяца)")], language="ru")) == ["84 месяца"]


def test_an_appraisal_concludes_on_the_equipment_itself() -> None:
    asked = field(FieldType.MONEY, "Рыночная стоимость", currency="UZS")
    said = (
        "Рыночная стоимость технологического оборудования по состоянию на 4 мая 2021 года составляет 3 140 000 000 сум."
    )
    assert values(asked, flow(said, language="ru")) == ["3 140 000 000 сум"]
    other = "Рыночная стоимость оборудования по сравнительному подходу составляет 3 900 000 000 сум."
    assert values(asked, flow(other, language="ru")) == []


def test_a_headcount_of_a_year_stands_in_a_sentence() -> None:
    said = "Среднесписочная численность работников в 2021 году составила 37 человек."
    assert values(field(FieldType.NUMBER, "Численность работников"), flow(said, language="ru")) == ["37 человек"]


def test_of_what_the_capital_was_and_what_it_became_the_latter_is_meant() -> None:
    asked = field(FieldType.MONEY, "Ustav fondi", "Уставный фонд", currency="UZS")
    for said in (
        "Jamiyatning ustav fondi 300 000 000 so‘mdan 900 000 000 (to‘qqiz yuz million) so‘mgacha oshirildi.",
        "Jamiyatning ustav fondi 300 000 000 so‘mdan 900 000 000 so‘mga oshirildi.",
    ):
        assert [value[:11] for value in values(asked, flow(said, language="uz-Latn"))] == ["900 000 000"]


def test_a_grace_period_in_the_sentence_does_not_hide_the_term() -> None:
    said = "Сиздан 500 000 АҚШ доллари миқдорида, 48 (қирқ саккиз) ой муддатга, шундан 9 ой имтиёзли давр билан кредит сўраймиз."
    asked = field(FieldType.NUMBER, "Срок кредита, месяцев", "Срок кредита")
    assert [value[:2] for value in values(asked, flow(said, language="uz-Cyrl"))] == ["48"]
    grace = "Кредит бўйича 9 ой муддатга имтиёзли давр сўралади."
    assert values(asked, flow(grace, language="uz-Cyrl")) == []


def test_the_amount_asked_for_may_stand_far_before_the_request() -> None:
    said = (
        "Сиздан 500 000 (беш юз минг) АҚШ доллари миқдорида, 48 (қирқ саккиз) ой муддатга, йиллик 9,5 фоиз ставкада кредит "
        "ажратишингизни сўраймиз."
    )
    asked = field(FieldType.MONEY, "Сумма кредита")
    assert [value[:7] for value in values(asked, flow(said, language="uz-Cyrl"))] == ["500 000"]
    given = "700 000 АҚШ доллари миқдорида, 24 ой муддатга кредит ажратилган эди."
    assert values(asked, flow(given, language="uz-Cyrl")) == []
