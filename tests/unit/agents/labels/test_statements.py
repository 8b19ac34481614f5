"""Balances and results in the state forms. The company and all figures are invented."""

import pytest

from evidence.fields import Column, Field, FieldType
from evidence.pages import Page
from tests.unit.agents.labels.asking import ask, rows
from tests.unit.agents.labels.papers import form, sheet

FIGURES = Field(
    id="figures",
    question="Показатели заёмщика по годам",
    type=FieldType.TABLE,
    labels=("Бухгалтерский баланс", "Отчёт о финансовых результатах"),
    rows=("2022", "2023", "2024"),
    currency="UZS",
    about_subject=True,
    stop_labels=("на начало года", "На начало отчётного периода", "План", "Прогноз"),
    columns=(
        Column(id="year", labels=("Год",), type=FieldType.TEXT),
        Column(id="revenue", labels=("Чистая выручка от реализации", "Sof tushum"), type=FieldType.MONEY),
        Column(id="cost", labels=("Себестоимость реализованной продукции",), type=FieldType.MONEY),
        Column(id="profit", labels=("Чистая прибыль", "Sof foyda"), type=FieldType.MONEY),
        Column(id="assets", labels=("Всего по активу баланса",), type=FieldType.MONEY),
        Column(id="current", labels=("Итого текущие активы",), type=FieldType.MONEY),
        Column(id="equity", labels=("Итого собственный капитал",), type=FieldType.MONEY),
        Column(id="liabilities", labels=("Итого обязательства",), type=FieldType.MONEY),
    ),
)
HEADS = ["Наименование показателя", "Код стр.", "На начало отчётного периода", "На конец отчётного периода"]
BALANCE = [
    ["АКТИВ", None, None, None],
    ["I. Долгосрочные активы", None, None, None],
    ["ИТОГО ПО РАЗДЕЛУ I", "130", "3100", "3300"],
    ["II. Текущие активы", None, None, None],
    ["ИТОГО ПО РАЗДЕЛУ II (стр. 140+210)", "390", "1200", "1700"],
    ["ВСЕГО ПО АКТИВУ БАЛАНСА (стр. 130+390)", "400", "4300", "5000"],
    ["ПАССИВ", None, None, None],
    ["I. Источники собственных средств", None, None, None],
    ["ИТОГО ПО РАЗДЕЛУ I", "480", "2500", "2600"],
    ["II. Обязательства", None, None, None],
    ["ИТОГО ПО РАЗДЕЛУ II", "770", "1800", "2400"],
]
TITLE = "БУХГАЛТЕРСКИЙ БАЛАНС — форма № 1 на 1 января 2025 года. ООО «НАМУНА ТЕКС», тыс. сум"
EXPECTED = [
    {"year": "2023", "assets": "4300", "current": "1200", "equity": "2500", "liabilities": "1800"},
    {"year": "2024", "assets": "5000", "current": "1700", "equity": "2600", "liabilities": "2400"},
]
PAIRS = [
    ["Показатель", "Код", "За соответствующий период прошлого года", "За соответствующий период прошлого года",
     "За отчётный период", "За отчётный период"],
    [None, None, "доходы (прибыль)", "расходы (убытки)", "доходы (прибыль)", "расходы (убытки)"],
]  # fmt: skip


def balance(title: str = TITLE, body: list[list[str | None]] | None = None, **more: object) -> Page:
    return sheet([HEADS, *(body or BALANCE)], title=title, language="ru", **more)  # type: ignore[arg-type]  # as given


def results(*body: list[str | None], title: str = "ОТЧЁТ О ФИНАНСОВЫХ РЕЗУЛЬТАТАХ за 2024 год, тыс. сум") -> Page:
    return sheet([*PAIRS, *body], heads=2, title=title, language="ru")


def test_the_title_says_the_year_and_the_columns_its_ends() -> None:
    assert rows(FIGURES, balance()) == EXPECTED


def test_without_codes_a_total_belongs_to_the_section_above_it() -> None:
    bare = [[row[0], *row[2:]] for row in [HEADS, *BALANCE]]
    assert rows(FIGURES, sheet(bare, title=TITLE, language="ru")) == EXPECTED


def test_without_codes_and_sections_a_total_belongs_to_none() -> None:
    bare: list[list[str | None]] = [[row[0], *row[2:]] for row in [HEADS, *BALANCE] if row[1]]
    found = rows(FIGURES, sheet(bare, title=TITLE, language="ru"))
    assert found == [{"year": "2023", "assets": "4300"}, {"year": "2024", "assets": "5000"}]


def test_a_code_that_its_words_belie_is_not_believed() -> None:
    body: list[list[str | None]] = [["Дебиторы, всего", "400", "10", "20"], ["Уставный капитал", "480", "30", "40"]]
    assert rows(FIGURES, balance(body=body)) == []


def test_uzbek_forms_read_alike_in_both_scripts() -> None:
    latin = sheet(
        [
            ["Ko‘rsatkichlar nomi", "Satr kodi", "Hisobot davri boshiga", "Hisobot davri oxiriga"],
            ["II bo‘lim bo‘yicha jami", "390", "1 200", "1 700"],
            ["Balans aktivi bo‘yicha jami", "400", "4 300", "5 000"],
            ["I bo‘lim bo‘yicha jami (o‘z mablag‘lari manbalari)", "480", "2 500", "2 600"],
            ["II bo‘lim bo‘yicha jami (majburiyatlar)", "770", "1 800", "2 400"],
        ],
        title="BUXGALTERIYA BALANSI 2025-yil 1-yanvar holatiga, ming so‘m",
        language="uz-Latn",
    )
    cyrillic = sheet(
        [
            ["Кўрсаткичлар номи", "Сатр коди", "Ҳисобот даври бошига", "Ҳисобот даври охирига"],
            ["II бўлим бўйича жами", "390", "1 200", "1 700"],
            ["Баланс активи бўйича жами", "400", "4 300", "5 000"],
            ["I бўлим бўйича жами", "480", "2 500", "2 600"],
            ["II бўлим бўйича жами", "770", "1 800", "2 400"],
        ],
        title="БУХГАЛТЕРИЯ БАЛАНСИ 2025 йил 1 январь ҳолатига, минг сўм",
        language="uz-Cyrl",
    )
    expected = [{key: f"{v[0]} {v[1:]}" if key != "year" else v for key, v in row.items()} for row in EXPECTED]
    assert rows(FIGURES, latin) == expected
    assert rows(FIGURES, cyrillic) == expected


def test_income_stands_in_its_own_column_of_two() -> None:
    page = results(
        ["Чистая выручка от реализации", "010", "900", "х", "1100", "х"],
        ["Себестоимость реализованной продукции", "020", "х", "600", "х", "700"],
        ["Чистая прибыль (убыток) отчётного периода", "270", "90", None, "120", None],
    )
    assert rows(FIGURES, page) == [
        {"year": "2023", "revenue": "900", "cost": "600", "profit": "90"},
        {"year": "2024", "revenue": "1100", "cost": "700", "profit": "120"},
    ]


def test_a_loss_in_the_column_of_losses_is_no_profit() -> None:
    page = results(
        ["Чистая выручка от реализации", "010", "900", "х", "1100", "х"],
        ["Чистая прибыль (убыток) отчётного периода", "270", "90", None, None, "120"],
    )
    assert [row.get("profit") for row in rows(FIGURES, page)] == ["90", None]


@pytest.mark.parametrize(
    "title",
    [
        "БУХГАЛТЕРСКИЙ БАЛАНС",
        "БУХГАЛТЕРСКИЙ БАЛАНС на 1 июля 2024 года",
        "БУХГАЛТЕРСКИЙ БАЛАНС за 9 месяцев 2024 года",
        "Прогноз баланса на 1 января 2025 года",
        "БУХГАЛТЕРСКИЙ БАЛАНС на 1 января 2024 года и на 1 января 2025 года",
    ],
)
def test_a_title_of_no_year_part_of_one_or_a_forecast_gives_nothing(title: str) -> None:
    assert rows(FIGURES, balance(title)) == []


def test_another_companys_balance_is_not_the_borrowers() -> None:
    page = balance(TITLE.replace("НАМУНА ТЕКС", "БОШҚА ГАРОВ"))
    assert rows(FIGURES, page, subject="ООО «НАМУНА ТЕКС», 309876543") == []
    assert rows(FIGURES, balance(), subject="ООО «НАМУНА ТЕКС», 309876543") == EXPECTED


def test_columns_headed_by_first_of_january_close_the_years_before() -> None:
    page = form(
        "Бухгалтерский баланс",
        [(0, "Показатель"), (40, "на 01.01.2024"), (60, "на 01.01.2025")],
        [(0, "Всего по активу баланса"), (40, "4 300"), (60, "5 000")],
        [(0, "Итого текущие активы"), (40, "1 200"), (60, "1 700")],
        language="ru",
    )
    assert rows(FIGURES, page) == [
        {"year": "2023", "assets": "4 300", "current": "1 200"},
        {"year": "2024", "assets": "5 000", "current": "1 700"},
    ]


def test_a_years_own_statement_comes_before_what_the_next_one_carries_over_and_a_difference_is_told() -> None:
    earlier = balance(
        TITLE.replace("2025", "2024"), [["Всего по активу баланса", "400", "3000", "4200"]], name="earlier.xlsx"
    )
    decision = ask(FIGURES, balance(), earlier)
    by_year = {row.cells["year"].value: row.cells["assets"].value for row in decision.rows}
    assert by_year == {"2022": "3000", "2023": "4200", "2024": "5000"}
    assert any("4300" in str(caution) for caution in decision.cautions)


def test_a_statement_goes_on_on_the_next_page_without_its_headings() -> None:
    first = sheet([HEADS, *BALANCE[:6]], title=TITLE, language="ru", name="balance", number=1)
    second = sheet(BALANCE[6:], heads=0, language="ru", name="balance", number=2)
    assert rows(FIGURES, first, second) == EXPECTED


def test_a_page_whose_codes_do_not_go_on_is_another_table() -> None:
    first = sheet([HEADS, *BALANCE], title=TITLE, language="ru", name="balance", number=1)
    second = sheet(
        [["Чистая выручка от реализации", "010", "1", "2"], ["Себестоимость реализованной продукции", "020", "3", "4"]],
        heads=0, language="ru", name="balance", number=2,
    )  # fmt: skip
    assert rows(FIGURES, first, second) == EXPECTED


def test_two_statements_of_one_year_that_differ_are_a_dispute() -> None:
    other = balance(body=[["Всего по активу баланса", "400", "4300", "5555"]], name="other.xlsx")
    found = [(row["year"], row["assets"]) for row in rows(FIGURES, balance(), other)]
    assert found == [("2023", "4300"), ("2024", "5000"), ("2024", "5555")]


def test_a_figure_that_cannot_be_read_for_certain_is_not_taken_from_elsewhere() -> None:
    unsure = balance(body=[["Всего по активу баланса", "400", "4300", "(12)"], *BALANCE[6:]])
    other = balance(body=[["Всего по активу баланса", "400", "4300", "12"]], name="other.xlsx")
    assert [row.get("assets") for row in rows(FIGURES, unsure, other)] == ["4300", None]


RESULTS_IN_PRINT = (
    "МОЛИЯВИЙ НАТИЖАЛАР ТЎҒРИСИДАГИ ҲИСОБОТ – 2-сонли шакл",
    "2024 йил учун, минг сўм",
    [(46, "Ўтган йилнинг шу даврида"), (76, "Ҳисобот даврида")],
    [
        (0, "Кўрсаткичлар номи"),
        (36, "Коди"),
        (46, "даромадлар"),
        (60, "харажатлар"),
        (76, "даромадлар"),
        (90, "харажатлар"),
    ],
    [(0, "Маҳсулот сотишдан соф тушум"), (36, "010"), (46, "3 120 400"), (60, "х"), (76, "4 011 800"), (90, "х")],
    [(0, "Сотилган маҳсулот таннархи"), (36, "020"), (46, "х"), (60, "2 050 300"), (76, "х"), (90, "2 640 100")],
    [(0, "Ҳисобот даврининг соф фойдаси (зарари) (сатр.")],
    [(0, "240-250-260)"), (36, "270"), (46, "310 200"), (60, "х"), (76, "402 700"), (90, "х")],
)


def _printed(page: Page) -> list[dict[str, str | None]]:
    asked = FIGURES.model_copy(
        update={
            "columns": tuple(
                one.model_copy(update={"labels": (*one.labels, *more)})
                for one, more in zip(
                    FIGURES.columns[:4],
                    ((), ("Сотишдан тушган соф тушум",), ("Сотилган маҳсулот таннархи",), ("Соф фойда",)),
                    strict=True,
                )
            )
        }
    )
    return rows(asked, page)


def test_a_heading_printed_over_income_and_expenses_covers_both_columns() -> None:
    found = _printed(form(*RESULTS_IN_PRINT, language="uz-Cyrl"))
    assert [(row["year"], row["revenue"], row["cost"]) for row in found] == [
        ("2023", "3 120 400", "2 050 300"),
        ("2024", "4 011 800", "2 640 100"),
    ]


def test_a_name_that_begins_on_the_line_above_its_figures_names_them() -> None:
    found = _printed(form(*RESULTS_IN_PRINT, language="uz-Cyrl"))
    assert [row["profit"] for row in found] == ["310 200", "402 700"]


def test_income_and_expenses_may_be_said_in_brackets_behind_the_period() -> None:
    heads: list[str | None] = ["Показатель", "Код"]
    for period in ("За соответствующий период прошлого года", "За отчётный период"):
        heads += [f"{period} (доходы)", f"{period} (расходы)"]
    made = sheet(
        [heads, ["Чистая выручка от реализации", "010", "700", "0", "900", "0"],
         ["Себестоимость реализованной продукции", "020", "0", "400", "0", "600"]],
        title="ОТЧЁТ О ФИНАНСОВЫХ РЕЗУЛЬТАТАХ за 2024 год, тыс. сум", language="ru",
    )  # fmt: skip
    assert rows(FIGURES, made) == [
        {"year": "2023", "revenue": "700", "cost": "400"},
        {"year": "2024", "revenue": "900", "cost": "600"},
    ]


def test_one_column_of_a_period_holds_costs_whatever_it_is_called() -> None:
    made = sheet(
        [["Показатель", "Код", "За соответствующий период прошлого года (доходы)", "За отчётный период (доходы)"],
         ["Себестоимость реализованной продукции", "020", "400", "600"]],
        title="ОТЧЁТ О ФИНАНСОВЫХ РЕЗУЛЬТАТАХ за 2024 год, тыс. сум", language="ru",
    )  # fmt: skip
    assert rows(FIGURES, made) == [{"year": "2023", "cost": "400"}, {"year": "2024", "cost": "600"}]


def test_months_of_a_year_are_not_the_year() -> None:
    made = sheet(
        [["Показатель", "2023", "9 мес. 2024"], ["Чистая выручка", "700", "500"]], title="тыс. сум", language="ru"
    )
    assert rows(FIGURES, made) == [{"year": "2023", "revenue": "700"}]


def test_a_draft_gives_no_rows() -> None:
    table = [["Показатель, тыс. сум", "2023", "2024"], ["Чистая выручка", "700", "500"]]
    draft = sheet(table, title="ЧЕРНОВИК", name="one.xlsx", language="ru")
    assert rows(FIGURES, draft) == []
    final = sheet([["Показатель, тыс. сум", "2024"], ["Чистая выручка", "450"]], name="two.xlsx", language="ru")
    assert rows(FIGURES, draft, final) == [{"year": "2024", "revenue": "450"}]
