from ingest.grid import GridCell, Headings, is_figure, name_cells


def grid(*rows: tuple[str, ...], distinct: int = 0, marked: int = 0) -> list[GridCell]:
    return [
        GridCell(row, column, text, distinct=row < distinct, marked=row < marked)
        for row, texts in enumerate(rows)
        for column, text in enumerate(texts)
        if text
    ]


def test_a_row_of_words_over_figures_names_the_columns() -> None:
    named = name_cells(grid(("Показатель", "Код", "Сумма"), ("Выручка", "10", "500"), ("Прибыль", "20", "7")))
    assert named[2, 2] == Headings("Прибыль", "Сумма")


def test_rows_that_the_file_marks_are_headings() -> None:
    named = name_cells(grid(("Имя", "Адрес"), ("Каримов", "г. Ташкент"), marked=1))
    assert named[1, 1] == Headings("Каримов", "Адрес")


def test_a_bold_row_over_plain_ones_is_a_heading() -> None:
    named = name_cells(grid(("Имя", "Адрес"), ("Каримов", "г. Ташкент"), ("Юсупова", "г. Термез"), distinct=1))
    assert named[2, 1] == Headings("Юсупова", "Адрес")


def test_a_form_has_row_names_and_no_column_names() -> None:
    named = name_cells(grid(("ИНН", "301234567"), ("Адрес", "г. Ташкент"), ("Телефон", "+998 71 200-00-00")))
    assert named[1, 1] == Headings("Адрес", None)
    assert named[0, 1] == Headings("ИНН", None)


def test_a_running_number_does_not_name_its_row() -> None:
    named = name_cells(grid(("№", "Имя", "Доля"), ("1", "Каримов", "60 %"), ("2", "Юсупова", "40 %")))
    assert named[2, 2] == Headings("Юсупова", "Доля")


def test_two_levels_of_headings_are_joined_outermost_first() -> None:
    cells = [
        GridCell(0, 0, "Показатель", row_span=2), GridCell(0, 1, "2023", column_span=2),
        GridCell(1, 1, "план"), GridCell(1, 2, "факт"),
        GridCell(2, 0, "Выручка"), GridCell(2, 1, "5"), GridCell(2, 2, "7"),
    ]  # fmt: skip
    assert name_cells(cells)[2, 2] == Headings("Выручка", "2023 / факт")


def test_a_table_of_headings_only_names_nothing() -> None:
    assert name_cells(grid(("Имя", "Адрес"), marked=1))[0, 1].column is None


def test_years_and_dates_are_no_figures() -> None:
    assert [is_figure(text) for text in ("2023", "31.12.2023", "2023 г.", "1 234,56", "(500)", "12 %", "№ 5")] == [
        False, False, False, True, True, True, False,
    ]  # fmt: skip
