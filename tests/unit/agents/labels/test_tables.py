from evidence.fields import Column, Field, FieldType
from tests.unit.agents.labels.asking import ask, rows
from tests.unit.agents.labels.papers import form, sheet

FOUNDERS = Field(
    id="founders",
    question="Кто учредители?",
    type=FieldType.TABLE,
    labels=("Учредители",),
    stop_labels=("Бывшие учредители",),
    columns=(
        Column(id="name", labels=("Учредитель", "Участник"), type=FieldType.TEXT),
        Column(id="share", labels=("Доля, %", "Доля"), type=FieldType.PERCENT),
        Column(id="sum", labels=("Сумма вклада, сум",), type=FieldType.MONEY),
    ),
)
RESULTS = Field(
    id="results",
    question="Показатели по годам",
    type=FieldType.TABLE,
    labels=("Отчёт о финансовых результатах",),
    rows=("2023", "2024"),
    currency="UZS",
    stop_labels=("на начало",),
    columns=(
        Column(id="year", labels=("Год",), type=FieldType.TEXT),
        Column(id="revenue", labels=("Чистая выручка", "Выручка"), type=FieldType.MONEY),
        Column(id="assets", labels=("Итого активы",), type=FieldType.MONEY),
    ),
)
LISTED = [
    ["№", "Участник", "Доля, %", "Сумма вклада, сум"],
    ["1", "Рашидов Анвар Каримович", "60", "2 880 000"],
    ["2", "ООО «НАМУНА ИНВЕСТ»", "40", "1 920 000"],
    ["Итого", None, "100", "4 800 000"],
]


def test_reads_the_rows_under_headings_that_name_the_columns() -> None:
    found = rows(FOUNDERS, sheet(LISTED, language="ru", title="Учредители"))
    assert found == [
        {"name": "Рашидов Анвар Каримович", "share": "60", "sum": "2 880 000"},
        {"name": "ООО «НАМУНА ИНВЕСТ»", "share": "40", "sum": "1 920 000"},
    ]


def test_the_total_row_is_no_row() -> None:
    assert len(rows(FOUNDERS, sheet(LISTED, language="ru", title="Учредители"))) == 2


def test_a_table_under_a_stop_heading_is_left_alone() -> None:
    assert rows(FOUNDERS, sheet(LISTED, language="ru", title="Бывшие учредители")) == []


def test_reads_a_table_whose_pieces_only_line_up() -> None:
    page = form(
        "Учредители",
        [(0, "Участник"), (40, "Доля, %"), (54, "Сумма вклада, сум")],
        [(0, "Рашидов Анвар Каримович"), (40, "60"), (54, "2 880 000")],
        [(0, "ООО «НАМУНА ИНВЕСТ»"), (40, "40"), (54, "1 920 000")],
        [(0, "Итого"), (40, "100"), (54, "4 800 000")],
        language="ru",
    )
    assert [row["name"] for row in rows(FOUNDERS, page)] == ["Рашидов Анвар Каримович", "ООО «НАМУНА ИНВЕСТ»"]


def test_reads_accounts_by_year_under_merged_headings() -> None:
    page = sheet(
        [
            ["Показатель", "Код", "2023 год", "2023 год", "2024 год", "2024 год"],
            [None, None, "на начало", "на конец", "на начало", "на конец"],
            ["Итого активы", "400", "100", "200000", "200000", "300000"],
            ["Чистая выручка", "010", "5", "77000", "77000", "88000"],
        ],
        heads=2,
        language="ru",
    )
    assert rows(RESULTS, page) == [
        {"year": "2023", "assets": "200000", "revenue": "77000"},
        {"year": "2024", "assets": "300000", "revenue": "88000"},
    ]


def test_amounts_in_thousands_are_told() -> None:
    page = sheet(
        [["Показатель", "2023 год", "2024 год"], ["Чистая выручка", "77", "88"]],
        language="ru",
        title="Отчёт о финансовых результатах, тыс. сум",
    )
    decision = ask(RESULTS, page)
    assert any("1000" in str(caution) for caution in decision.cautions)


def test_one_document_in_sums_is_not_mixed_with_one_in_thousands() -> None:
    sums = sheet(
        [["Показатель", "2023 год", "2024 год"], ["Чистая выручка", "77000", "88000"]], name="a", language="ru"
    )
    thousands = sheet(
        [["Показатель", "2023 год", "2024 год"], ["Итого активы", "200", "300"]],
        name="b",
        language="ru",
        title="Единица измерения: тыс. сум",
    )
    found = rows(RESULTS, sums, thousands)
    assert len({key for row in found for key in row} & {"revenue", "assets"}) == 1


def test_the_figures_of_the_first_of_january_are_the_year_before() -> None:
    page = sheet([["Показатель", "01.01.2024", "31.12.2024"], ["Итого активы", "200000", "300000"]], language="ru")
    assert rows(RESULTS, page) == [{"year": "2023", "assets": "200000"}, {"year": "2024", "assets": "300000"}]


def test_without_such_a_table_nothing_is_found() -> None:
    assert rows(FOUNDERS, sheet([["Дата", "Курс"], ["01.01.2024", "12345"]], language="ru")) == []


def test_shares_under_a_heading_in_uzbek_need_no_sign_of_their_own() -> None:
    asked = Field(
        id="owners", question="Кто участники?", type=FieldType.TABLE, labels=("Участники",),
        columns=(
            Column(id="name", labels=("Ishtirokchi",), type=FieldType.TEXT),
            Column(id="share", labels=("Ulushi, foizda",), type=FieldType.PERCENT),
        ),
    )  # fmt: skip
    page = sheet(
        [["Ishtirokchi", "Ulushi, foizda"], ["Namunov A.B.", "70"], ["Namunova V.G.", "30"]], title="Участники"
    )
    assert [row["share"] for row in rows(asked, page)] == ["70", "30"]


def test_a_row_that_repeats_the_headings_is_no_row() -> None:
    again = [*LISTED[:2], LISTED[0], *LISTED[2:]]
    found = rows(FOUNDERS, sheet(again, language="ru", title="Учредители"))
    assert [row["name"] for row in found] == ["Рашидов Анвар Каримович", "ООО «НАМУНА ИНВЕСТ»"]


def test_a_row_without_any_of_the_figures_that_the_headings_promise_is_no_row() -> None:
    listed = [["Учредитель", "Доля, %", "Сумма вклада, сум"], ["Рашидов Анвар Каримович", "доверенность", "есть"]]
    assert rows(FOUNDERS, sheet(listed, language="ru", title="Учредители")) == []


def test_a_date_of_the_contract_is_not_when_it_ends() -> None:
    loans = Field(
        id="loans", question="Кредиты?", type=FieldType.TABLE, labels=("Сведения о кредитах",),
        columns=(
            Column(id="bank", labels=("Банк",), type=FieldType.TEXT),
            Column(id="sum", labels=("Сумма кредита",), type=FieldType.MONEY),
            Column(id="until", labels=("Дата погашения", "Окончание договора"), type=FieldType.DATE),
        ),
    )  # fmt: skip
    listed = [["Банк", "Дата договора", "Сумма кредита"], ["АКБ «Ариадна»", "03.02.2023", "900 000 000"]]
    assert [row["until"] for row in rows(loans, sheet(listed, language="ru", title="Сведения о кредитах"))] == [None]


STATED = [["тыс. сум", None, None], ["Показатель", "2023", "2024"], ["Чистая выручка", "31 204 850", "40 118 320"]]
PLANNED = [["млн сум", None, None], ["Показатель", "2023", "2024"], ["Чистая выручка", "31 204,8", "40 118,3"]]


def revenues(*pages: list[list[str | None]]) -> list[tuple[str | None, str | None]]:
    names = [f"{place}.xlsx" for place in range(len(pages))]
    made = [sheet(page, name=name, heads=2, language="ru") for page, name in zip(pages, names, strict=True)]
    return [(row["year"], row["revenue"]) for row in rows(RESULTS, *made)]


def test_a_rounded_figure_gives_way_to_the_one_it_rounds() -> None:
    for pages in ((STATED, PLANNED), (PLANNED, STATED)):
        assert revenues(*pages) == [("2023", "31 204 850"), ("2024", "40 118 320")]


def test_a_figure_that_is_no_rounding_of_the_other_is_disputed() -> None:
    other = [*PLANNED[:2], ["Чистая выручка", "31 204,8", "41 118,3"]]
    assert [value for year, value in revenues(STATED, other) if year == "2024"] == ["40 118 320", "41 118,3"]


def test_a_plans_rounded_figure_is_not_put_into_a_row_of_a_statement() -> None:
    planned = [*PLANNED, ["Итого активы", "52 400,7", "60 100,2"]]
    found = rows(
        RESULTS, sheet(STATED, name="0", heads=2, language="ru"), sheet(planned, name="1", heads=2, language="ru")
    )
    assert [(row["revenue"], row.get("assets")) for row in found] == [("31 204 850", None), ("40 118 320", None)]
    assert [row["assets"] for row in rows(RESULTS, sheet(planned, heads=2, language="ru"))] == ["52 400,7", "60 100,2"]


def test_a_figure_that_ocr_may_have_misread_gives_way() -> None:
    rows_read = [
        [(0, "Показатель, тыс. сум"), (40, "2023"), (60, "2024")],
        [(0, "Чистая выручка"), (40, "31 204 850"), (60, "40 718 320")],
        [(0, "Итого активы"), (40, "52 400 700"), (60, "60 100 200")],
    ]
    page = form(*rows_read, name="scan", language="ru")
    sure = {"718": 51.0}
    words = tuple(one._replace(confidence=sure.get(page.text[one.start : one.end], 95.0)) for one in page.words)
    scan = page.model_copy(update={"words": words})
    assert [row["revenue"] for row in rows(RESULTS, scan, sheet(STATED, heads=2, language="ru"))] == [
        "31 204 850",
        "40 118 320",
    ]


def test_a_sum_without_more_words_is_the_one_amount_that_is_asked_for() -> None:
    listed = [["№", "Участник", "Доля, %", "Сумма, сум"], ["1", "Рашидов Анвар Каримович", "60", "2 880 000"]]
    assert [row["sum"] for row in rows(FOUNDERS, sheet(listed, language="ru", title="Учредители"))] == ["2 880 000"]
    two = [[*listed[0], "Сумма"], [*listed[1], "5 000"]]
    assert [row["sum"] for row in rows(FOUNDERS, sheet(two, language="ru", title="Учредители"))] == [None]
