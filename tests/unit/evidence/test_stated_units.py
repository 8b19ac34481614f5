"""In which unit a bare figure is given. All papers are invented."""

from decimal import Decimal

import pytest

from evidence.pages import Block, Page, PageKind, TableCell
from evidence.spans import CharSpan
from evidence.stated_units import head_of, stated_over, unit_in
from tests.unit.evidence.made_up_pages import page

THOUSAND, MILLION = Decimal(1000), Decimal(1_000_000)


@pytest.mark.parametrize(
    ("text", "scale"),
    [
        ("Единица измерения: тыс. сум", 1000),
        ("Единица измерения, тыс. сум.", 1000),
        ("(в тыс. сум)", 1000),
        ("минг сўм", 1000),
        ("Summa, ming so‘mda", 1000),
        ("Стоимость, млн. долл. США", 1_000_000),
        ("US$'000", 1000),
        ("UZS thousand", 1000),
        ("Amounts, USD million", 1_000_000),
        ("R$ mil", 1000),
        ("Amounts in thousands of US dollars", 1000),
        ("Взвешенная, тыс.", 1000),
        ("Остаток, сум", 1),
        ("в сумах", 1),
        ("Всего", None),
        ("Валюта кредита", None),
        ("около 300 тыс. сум", None),
        ("(икки миллиард уч юз миллион) сўм", None),
        ("в городе живёт много тысяч человек", None),
    ],
)
def test_a_heading_says_what_its_figures_count_in(text: str, scale: int | None) -> None:
    assert unit_in(text) == (None if scale is None else Decimal(scale))


def over(made: Page, figure: str, *before: Page) -> tuple[Decimal, ...]:
    at = made.text.rindex(figure)
    return stated_over(made, CharSpan(start=at, end=at + len(figure)), before=lambda: map(head_of, before)).scales


HEAD = ("БАЛАНС на 1 января 2031 г.", "Предприятие\tООО «Намуна»", "Единица измерения\tтыс. сум\tДата\t01.02.2031")
ROWS = ("Показатель\tКод\tНа начало\tНа конец", "АКТИВ", "I. Долгосрочные активы", "Основные средства\t010\t300\t500")


def test_the_head_of_a_form_speaks_for_every_row_under_it() -> None:
    assert over(page(*HEAD, *ROWS), "500") == (THOUSAND,)


def test_a_form_goes_on_on_the_next_page_in_the_same_unit() -> None:
    second = page("Показатель\tКод\tНа начало\tНа конец", "II. Обязательства", "Кредиты\t570\t40\t60", number=2)
    assert over(second, "60", page(*HEAD, *ROWS)) == (THOUSAND,)


def test_a_page_with_a_heading_of_its_own_takes_nothing_from_the_page_before() -> None:
    second = page("РЕЕСТР ПЛАТЕЖЕЙ ЗА МЕСЯЦ, СОСТАВЛЕННЫЙ БУХГАЛТЕРИЕЙ ПО ВЫПИСКАМ БАНКА", "Платёж\t40\t60", number=2)
    assert over(second, "60", page(*HEAD, *ROWS)) == ()


def test_the_rows_own_label_comes_before_the_form() -> None:
    made = page("Единица измерения: тыс. сум", "Показатель\tЗначение", "Сумма кредита, млн сум\t700")
    assert over(made, "700") == (MILLION,)


def test_a_sum_that_names_its_currency_needs_no_form() -> None:
    made = page("Единица измерения: тыс. сум", "Сумма\t700 000 (семьсот тысяч) сум")
    assert over(made, "700 000") == ()


def test_running_text_is_not_a_row_of_the_form() -> None:
    made = page("Единица измерения: тыс. сум", "Стороны оценили предмет залога в 700 000 по взаимному согласию.")
    assert over(made, "700 000") == ()


def test_a_section_heading_speaks_for_its_own_table() -> None:
    made = page(
        "2. Смета, тыс. сум", "Статья\tВсего", "Станок\t700", "3. Условия", "Показатель\tЗначение", "Взнос\t800"
    )
    assert over(made, "700") == (THOUSAND,)


def test_a_note_of_another_section_leaves_the_unit_in_doubt() -> None:
    made = page("(в тыс. сум)", "Статья\tВсего", "Станок\t700", "3. Условия", "Показатель\tЗначение", "Взнос\t800")
    assert over(made, "800") == (Decimal(1), THOUSAND)


def test_another_tables_note_leaves_a_table_under_a_heading_in_doubt() -> None:
    made = page("(в тыс. сум)", "Статья\tВсего", "Станок\t700", "Условия", "Показатель\tЗначение", "Взнос\t800")
    assert over(made, "700") == (THOUSAND,)
    assert over(made, "800") == (Decimal(1), THOUSAND)


def test_a_note_over_the_first_heading_speaks_for_what_stands_under_it() -> None:
    made = page("(в тыс. сум)", "1. Смета", "Статья\tВсего", "Станок\t700")
    assert over(made, "700") == (THOUSAND,)


def test_a_sheet_may_say_its_unit_in_its_name() -> None:
    made = page("Показатель\tЗначение", "Взнос\t800")
    assert over(made.model_copy(update={"kind": PageKind.SHEET, "label": "Ф2, тыс. сум"}), "800") == (THOUSAND,)


def test_two_units_over_one_table_leave_it_in_doubt() -> None:
    made = page("Единица измерения: тыс. сум", "(млн сум)", "Показатель\tЗначение", "Взнос\t800")
    assert over(made, "800") == (THOUSAND, MILLION)


def test_a_note_under_the_table_counts() -> None:
    assert over(page("Показатель\tЗначение", "Взнос\t800", "Все суммы указаны в тыс. сум"), "800") == (THOUSAND,)


def test_a_cells_own_column_counts_and_not_its_neighbours() -> None:
    text = "Пай\t0,30\t800"
    cells = [(0, 3, None), (4, 8, "Вес"), (9, 12, "Стоимость, млн сум")]
    blocks = tuple(
        Block(
            span=CharSpan(start=start, end=end), role="cell",
            cell=TableCell(table=1, row=2, column=place, column_header=heading),
        )
        for place, (start, end, heading) in enumerate(cells)
    )  # fmt: skip
    made = Page(document="a" * 64, number=1, kind=PageKind.FLOW, text=text, blocks=blocks)
    assert over(made, "800") == (MILLION,)
    assert over(made, "0,30") == ()


def test_a_line_with_a_figure_of_its_own_says_nothing_of_the_next_ones() -> None:
    made = page("Сумма кредита: 1 500 (в тысячах долларов США)\n\nРыночная стоимость предмета залога: 900 000 000")
    assert over(made, "900 000 000") == ()
    titled = page("3. Смета проекта на 2024 год (тыс. сум)\nСтроительство:\t900 000")
    assert over(titled, "900 000") == (Decimal(1000),)


@pytest.mark.parametrize("corner", ["Показатель, тыс. сум", "тыс. сум", "Ko‘rsatkich, ming so‘m", "UZS thousand"])
def test_the_corner_of_a_table_of_years_speaks_for_its_figures(corner: str) -> None:
    made = page("ООО «НАМУНА»\tИНН 300000009", f"{corner}\t2030\t2031", "Выручка\t100 000\t90 000", "Прибыль\t10\t8")
    assert over(made, "90 000") == (THOUSAND,)
    assert over(made, "8") == (THOUSAND,)


def sheet_of(*rows: tuple[str, ...]) -> Page:
    text, blocks = "", []
    for number, row in enumerate(rows):
        for column, said in enumerate(row):
            text += "" if not text else "\t" if column else "\n"
            span = CharSpan(start=len(text), end=len(text) + len(said))
            blocks.append(Block(span=span, role="cell", cell=TableCell(table=0, row=number, column=column)))
            text += said
    return Page(document="b" * 64, number=1, kind=PageKind.SHEET, text=text, blocks=tuple(blocks))


def test_a_unit_over_a_column_of_figures_is_no_corner() -> None:
    assert over(sheet_of(("Сумма, тыс. сум", "2030", "2031"), ("100 000", "аванс", "90 000")), "90 000") == ()


def test_a_row_with_its_own_unit_is_not_the_corner_of_the_next() -> None:
    made = sheet_of(("Показатель", "2030", "2031"), ("Выручка, млн сум", "-", "-"), ("Прибыль", "10", "8"))
    assert over(made, "8") == ()


def test_a_unit_beside_the_companys_name_above_the_years_speaks_for_the_table() -> None:
    head = ("Показатель", "31.12.2030", "01.01.2032")
    made = sheet_of(("ООО «НАМУНА»", "ИНН 300000009", "тыс. сум"), head, ("Всего активов", "1 000", "900"))
    assert over(made, "900") == (THOUSAND,)


def test_two_units_above_the_years_tell_nothing_of_one() -> None:
    made = sheet_of(("ООО «НАМУНА»", "тыс. сум", "млн сум"), ("Показатель", "2030", "2031"), ("Активы", "1 000", "900"))
    assert over(made, "900") == ()


def test_a_title_cell_above_the_years_may_end_with_the_unit() -> None:
    title = ("Отчёт о финансовых результатах предприятия, тыс. сум",)
    made = sheet_of(title, ("Показатель", "за 2030 год", "за 2031 год"), ("Выручка", "1 000", "900"))
    assert over(made, "900") == (THOUSAND,)
