from evidence.fields import Column, Field, FieldType
from tests.unit.agents.labels.asking import rows
from tests.unit.agents.labels.papers import Piece, form, sheet

LOANS = Field(
    id="loans",
    question="Какие действующие кредиты есть у заёмщика?",
    type=FieldType.TABLE,
    labels=("Действующие кредитные договоры", "Сведения о кредитах"),
    stop_labels=("Погашенные кредиты",),
    currency="UZS",
    columns=(
        Column(id="creditor", labels=("Кредитор", "Банк"), type=FieldType.TEXT),
        Column(id="contract", labels=("Номер договора", "Договор"), type=FieldType.TEXT),
        Column(id="amount", labels=("Сумма по договору", "Сумма кредита"), type=FieldType.MONEY),
        Column(id="balance", labels=("Остаток основного долга", "Остаток"), type=FieldType.MONEY),
        Column(id="maturity", labels=("Дата погашения", "Окончание договора"), type=FieldType.DATE),
    ),
)


def card(caption: str, bank: str, number: str, *more: list[Piece], balance: str = "700 000 000") -> list[list[Piece]]:
    return [
        [(0, caption)],
        [(0, "Кредитор"), (20, bank), (50, "Номер договора"), (76, number)],
        [(0, "Дата договора"), (20, "03.02.2023"), (50, "Дата погашения"), (76, "03.02.2027")],
        [(0, "Сумма по договору"), (20, "900 000 000"), (50, "Остаток основного долга"), (76, balance)],
        *more,
    ]


def report(*parts: list[list[Piece]] | str, number: int = 1) -> list[list[Piece] | str]:
    return [row for part in parts for row in ([part] if isinstance(part, str) else part)]


FIRST = card("Договор 1", "АКБ «Ариадна»", "11/К")
SECOND = card("Договор 2", "АКБ «Меридиан»", "22/К")
THIRD = card("Договор 3", "АКБ «Полюс»", "33/К")


def contracts(*pages: list[list[Piece] | str]) -> list[str | None]:
    made = [form(*page, number=place + 1, language="ru") for place, page in enumerate(pages)]
    return [row["contract"] for row in rows(LOANS, *made)]


def test_each_card_under_the_heading_is_a_row() -> None:
    page = form(*report("А. ДЕЙСТВУЮЩИЕ КРЕДИТНЫЕ ДОГОВОРЫ", FIRST, SECOND), language="ru")
    assert rows(LOANS, page) == [
        {
            "creditor": bank,
            "contract": number,
            "amount": "900 000 000",
            "balance": "700 000 000",
            "maturity": "03.02.2027",
        }
        for bank, number in (("АКБ «Ариадна»", "11/К"), ("АКБ «Меридиан»", "22/К"))
    ]


def test_cards_under_a_heading_of_closed_contracts_are_left() -> None:
    page = report("А. ДЕЙСТВУЮЩИЕ КРЕДИТНЫЕ ДОГОВОРЫ", FIRST, "Б. ПОГАШЕННЫЕ ДОГОВОРЫ", SECOND)
    assert contracts(page) == ["11/К"]


def test_cards_of_sureties_for_others_are_left() -> None:
    page = report("А. ДЕЙСТВУЮЩИЕ КРЕДИТНЫЕ ДОГОВОРЫ", FIRST, "В. СУБЪЕКТ КАК ПОРУЧИТЕЛЬ", SECOND)
    assert contracts(page) == ["11/К"]


def test_a_section_of_another_kind_ends_the_asked_one() -> None:
    page = report("А. ДЕЙСТВУЮЩИЕ КРЕДИТНЫЕ ДОГОВОРЫ", FIRST, "Г. ЗАЯВКИ В ДРУГИЕ БАНКИ", SECOND)
    assert contracts(page) == ["11/К"]


def test_a_card_that_says_itself_that_it_is_closed_is_left() -> None:
    repaid = card("Договор 2", "АКБ «Меридиан»", "22/К", [(0, "Статус"), (20, "закрыт")])
    ended = card("Договор 3", "АКБ «Полюс»", "33/К", [(0, "Погашен"), (20, "01.03.2024")])
    closed = card("Договор 5", "АКБ «Румб»", "55/К", [(0, "Дата закрытия"), (20, "01.03.2024")])
    captioned = card("Договор 4 (погашен)", "АКБ «Азимут»", "44/К")
    page = report("А. ДЕЙСТВУЮЩИЕ КРЕДИТНЫЕ ДОГОВОРЫ", repaid, ended, closed, captioned, FIRST)
    assert contracts(page) == ["11/К"]


def test_a_card_whose_borrower_is_another_is_left() -> None:
    others = card("Договор 2", "АКБ «Меридиан»", "22/К", [(0, "Заёмщик"), (20, "ООО «СЕВЕРНЫЙ ПУТЬ»")])
    assert contracts(report("А. ДЕЙСТВУЮЩИЕ КРЕДИТНЫЕ ДОГОВОРЫ", FIRST, others)) == ["11/К"]


def test_the_section_goes_on_on_the_next_page() -> None:
    assert contracts(report("А. ДЕЙСТВУЮЩИЕ КРЕДИТНЫЕ ДОГОВОРЫ", FIRST), report(SECOND, THIRD)) == [
        "11/К",
        "22/К",
        "33/К",
    ]


def test_without_a_heading_that_names_them_no_card_is_a_row() -> None:
    assert contracts(report("Запрашиваемое финансирование", FIRST, SECOND)) == []


def test_one_card_alone_is_no_list() -> None:
    assert contracts(report("Сведения о кредитах", FIRST)) == []


def test_labels_in_two_columns_are_no_rows_of_a_table() -> None:
    page = form(
        [(0, "Сведения о кредитах")],
        [(0, "Кредитор"), (20, "АКБ «Ариадна»"), (50, "Номер договора"), (76, "11/К")],
        [(0, "Сумма по договору"), (20, "900 000 000"), (50, "Остаток основного долга"), (76, "700 000 000")],
        [(0, "Ставка"), (20, "21 %"), (50, "Вид обеспечения"), (76, "недвижимость")],
        language="ru",
    )
    assert rows(LOANS, page) == []


def test_a_day_by_which_a_loan_is_to_be_repaid_does_not_end_it() -> None:
    planned = card("Договор 2", "АКБ «Меридиан»", "22/К", [(0, "Начало погашения по графику:"), (40, "01.03.2025")])
    open_one = card("Договор 3", "АКБ «Полюс»", "33/К", [(0, "Дата закрытия"), (20, "-")])
    page = report("А. ДЕЙСТВУЮЩИЕ КРЕДИТНЫЕ ДОГОВОРЫ", planned, open_one)
    assert contracts(page) == ["22/К", "33/К"]


HEADINGS = ["Банк", "Номер договора", "Сумма кредита", "Остаток", "Дата погашения", "Статус"]


def listed(*more: list[str | None]) -> list[str | None]:
    page = sheet([HEADINGS, *more], language="ru", title="Сведения о кредитах")
    return [row["contract"] for row in rows(LOANS, page)]


def row_of(number: str, state: str) -> list[str | None]:
    return ["АКБ «Ариадна»", number, "900 000", "700 000", "03.02.2027", state]


def test_rows_of_a_table_that_say_they_are_closed_are_left() -> None:
    assert listed(row_of("11/К", "действующий"), row_of("22/К", "закрыт"), row_of("33/К", "активен")) == [
        "11/К",
        "33/К",
    ]


def test_what_follows_a_line_of_closed_contracts_in_a_table_is_left() -> None:
    section: list[str | None] = ["Погашенные договоры", None, None, None, None, None]
    assert listed(row_of("11/К", "-"), section, row_of("22/К", "-")) == ["11/К"]
