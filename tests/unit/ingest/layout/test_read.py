"""Reading order and tables, seen through what a page's text becomes."""

from pathlib import Path

from reportlab.pdfgen.canvas import Canvas

from evidence.pages import Page
from ingest.options import ReadOptions
from ingest.pdf.reader import read_pdf
from tests.unit.ingest import made_up_pdfs as made

PROSE = (
    "Общество с ограниченной ответственностью создано",
    "в соответствии с законодательством и действует на",
    "основании устава. Высшим органом общества служит",
    "общее собрание участников. Единоличным органом",
    "управления служит директор, который действует без",
    "доверенности и распоряжается имуществом в пределах,",
    "установленных уставом и решениями собрания.",
)
ENGLISH = (
    "The Company was founded under the law of the",
    "Republic and acts on the basis of its charter. Its",
    "highest body is the general meeting of members.",
    "The director is the sole executive body and acts",
    "without a power of attorney. He disposes of the",
    "property within the limits that the charter and the",
    "resolutions of the general meeting have set.",
)


def read(path: Path) -> Page:
    (page,) = read_pdf(path, document="d" * 64, options=ReadOptions(ocr="never"))
    return page


def page_of(tmp_path: Path, *draws: made.Draw) -> Page:
    def draw(canvas: Canvas) -> None:
        for one in draws:
            one(canvas)

    return read(made.write(tmp_path / "a.pdf", draw))


def row(y: float, *cells: tuple[float, str], size: float = 10) -> made.Draw:
    def draw(canvas: Canvas) -> None:
        made.cyrillic(canvas, size)
        for x, text in cells:
            canvas.drawString(x, y, text)

    return draw


def ruled(xs: list[float], ys: list[float]) -> made.Draw:
    def draw(canvas: Canvas) -> None:
        canvas.grid(xs, ys)

    return draw


def test_columns_are_read_one_after_another(tmp_path: Path) -> None:
    page = page_of(
        tmp_path,
        made.lines(*PROSE, x=40, top=700, pitch=13, size=9),
        made.lines(*ENGLISH, x=322, top=700, pitch=13, size=9),
    )
    assert page.text == "\n".join(PROSE) + "\n\n" + "\n".join(ENGLISH)


def test_columns_with_lines_at_different_heights_are_not_mixed(tmp_path: Path) -> None:
    page = page_of(
        tmp_path,
        made.lines("ДОГОВОР", x=260, top=760, size=14),
        made.lines(*PROSE, *PROSE, x=40, top=700, pitch=13, size=9),
        made.lines(*ENGLISH, *ENGLISH, x=322, top=694, pitch=12.2, size=9),
    )
    assert page.text.startswith("ДОГОВОР")
    assert page.text.index(PROSE[-1]) < page.text.index(ENGLISH[0])
    assert "\t" not in page.text


def test_a_heading_over_both_columns_comes_first_and_text_below_them_last(tmp_path: Path) -> None:
    below = "Настоящий договор составлен в двух экземплярах, имеющих равную юридическую силу для сторон договора"
    page = page_of(
        tmp_path,
        made.lines(*PROSE, x=40, top=700, pitch=13, size=9),
        made.lines(*ENGLISH, x=322, top=700, pitch=13, size=9),
        made.lines(below, x=40, top=560, size=9.5),
    )
    order = [page.text.index(text) for text in (PROSE[0], PROSE[-1], ENGLISH[0], ENGLISH[-1], below)]
    assert order == sorted(order)


def test_label_and_value_stand_on_one_line_parted_by_a_tab(tmp_path: Path) -> None:
    page = page_of(
        tmp_path,
        row(700, (72, "Наименование"), (300, "ООО «Пахта»")),
        row(680, (72, "ИНН"), (300, "301 234 567")),
        row(660, (72, "Директор"), (300, "Каримов А. Б.")),
    )
    assert page.text.split("\n") == ["Наименование\tООО «Пахта»", "ИНН\t301 234 567", "Директор\tКаримов А. Б."]
    assert [page.text[b.span.start : b.span.end] for b in page.blocks][:2] == ["Наименование", "ООО «Пахта»"]


def test_a_value_in_another_font_size_a_little_lower_stays_in_its_row(tmp_path: Path) -> None:
    rows = [
        ("Наименование", "ООО «Пахта»"),
        ("ИНН", "301 234 567"),
        ("Директор", "Каримов А. Б."),
        ("Город", "Ташкент"),
    ]
    draws = []
    for number, (label, value) in enumerate(rows * 3):
        y = 750 - 18 * number
        draws += [row(y, (72, label), size=8), row(y - 1.6, (300, value), size=11)]
    page = page_of(tmp_path, *draws)
    assert page.text.split("\n")[:2] == ["Наименование\tООО «Пахта»", "ИНН\t301 234 567"]


def test_two_tables_side_by_side_keep_labels_with_their_values(tmp_path: Path) -> None:
    page = page_of(
        tmp_path,
        row(700, (40, "Активы"), (180, "1 500"), (320, "Выручка"), (480, "9 100")),
        row(684, (40, "Запасы"), (180, "2 600"), (320, "Прибыль"), (480, "3 200")),
        row(668, (40, "Касса"), (180, "3 700"), (320, "Налоги"), (480, "4 300")),
    )
    assert page.text.split("\n")[1] == "Запасы\t2 600\tПрибыль\t3 200"


def test_second_lines_of_a_description_stay_with_their_row(tmp_path: Path) -> None:
    page = page_of(
        tmp_path,
        row(720, (40, "Дата"), (120, "Назначение платежа"), (420, "Сумма")),
        row(700, (40, "01.03.2024"), (120, "Оплата по договору поставки"), (420, "1 500,00")),
        row(689, (120, "оборудования")),
        row(668, (40, "02.03.2024"), (120, "Возврат займа учредителю"), (420, "2 600,00")),
        row(657, (120, "общества")),
        row(636, (40, "03.03.2024"), (120, "Аренда склада"), (420, "3 700,00")),
    )
    lines = page.text.split("\n")
    assert lines[1] == "01.03.2024\tОплата по договору поставки оборудования\t1 500,00"
    assert lines[2] == "02.03.2024\tВозврат займа учредителю общества\t2 600,00"
    amounts = {page.text[b.span.start : b.span.end]: b.cell for b in page.blocks}
    cell = amounts["2 600,00"]
    assert cell is not None
    assert (cell.row, cell.column, cell.column_header) == (2, 2, "Сумма")


def test_a_drawn_table_keeps_rows_columns_and_headings(tmp_path: Path) -> None:
    xs, ys = [40.0, 200.0, 320.0, 440.0], [640.0, 670.0, 700.0, 730.0]
    page = page_of(
        tmp_path,
        ruled(xs, ys),
        row(710, (50, "Показатель"), (210, "2022"), (330, "2023")),
        row(680, (50, "Выручка"), (210, "1 500"), (330, "1 900")),
        row(650, (50, "Прибыль"), (210, "200"), (330, "310")),
    )
    assert page.text.split("\n") == ["Показатель\t2022\t2023", "Выручка\t1 500\t1 900", "Прибыль\t200\t310"]
    cells = {page.text[b.span.start : b.span.end]: b.cell for b in page.blocks}
    cell = cells["310"]
    assert cell is not None
    assert (cell.row, cell.column, cell.row_header, cell.column_header) == (2, 2, "Прибыль", "2023")


def test_a_wrapped_cell_is_one_piece_of_its_row(tmp_path: Path) -> None:
    xs, ys = [40.0, 60.0, 180.0, 260.0], [620.0, 670.0, 700.0]
    page = page_of(
        tmp_path,
        ruled(xs, ys),
        row(680, (45, "№"), (66, "Имущество"), (190, "Сумма")),
        row(655, (45, "1"), (66, "Здание склада на"), (190, "900 000")),
        row(643, (66, "улице Навои в")),
        row(631, (66, "Ташкенте")),
    )
    assert page.text.split("\n")[1] == "1\tЗдание склада на улице Навои в Ташкенте\t900 000"


def test_merged_cells_keep_their_spans(tmp_path: Path) -> None:
    def draw(canvas: Canvas) -> None:
        canvas.grid([40, 200, 320, 440], [640, 670, 700])
        canvas.rect(40, 700, 160, 30)
        canvas.rect(200, 700, 240, 30)

    page = page_of(
        tmp_path,
        draw,
        row(710, (50, "Показатель"), (280, "Годы")),
        row(680, (50, "Выручка"), (210, "1 500"), (330, "1 900")),
        row(650, (50, "Прибыль"), (210, "200"), (330, "310")),
    )
    cells = {page.text[b.span.start : b.span.end]: b.cell for b in page.blocks}
    years = cells["Годы"]
    assert years is not None
    assert (years.row, years.column, years.column_span) == (0, 1, 2)


def test_a_contract_in_two_languages_side_by_side_keeps_each_whole(tmp_path: Path) -> None:
    page = page_of(
        tmp_path,
        ruled([30.0, 300.0, 570.0], [400.0, 780.0]),
        made.lines(*PROSE, *PROSE, *PROSE, x=36, top=760, pitch=13, size=8.5),
        made.lines(*ENGLISH, *ENGLISH, *ENGLISH, x=306, top=760, pitch=13, size=9),
    )
    assert "\t" not in page.text
    assert page.text.index(PROSE[-1]) < page.text.index(ENGLISH[0])


def test_rows_inside_a_drawn_frame_are_rows(tmp_path: Path) -> None:
    page = page_of(
        tmp_path,
        ruled([30.0, 300.0, 570.0], [600.0, 700.0, 780.0]),
        row(760, (40, "Счет"), (150, "7381563"), (320, "Банк"), (420, "Пахта")),
        row(744, (40, "Дата"), (150, "26.04.2020"), (320, "МФО"), (420, "00450")),
        row(728, (40, "Срок"), (150, "30 дней"), (320, "Город"), (420, "Термез")),
        row(660, (40, "Итого к оплате по счету"), (320, "1 500,00")),
    )
    assert "Счет\t7381563" in page.text
    assert "Дата\t26.04.2020" in page.text
    assert "Банк\tПахта" in page.text


def test_boxes_that_a_form_draws_beside_its_lines_are_part_of_them(tmp_path: Path) -> None:
    labels = ["Доход за год", "Вычеты на детей", "Налог к уплате", "Уплачено ранее", "Остаток к уплате"]
    draws: list[made.Draw] = [ruled([400.0, 430.0, 520.0], [650.0 + 20 * n for n in range(6)])]
    for number, label in enumerate(labels):
        y = 736 - 20 * number
        draws.append(row(y, (72, f"{number + 1} {label}"), (408, str(number + 1)), (450, f"{1000 + number}")))
    page = page_of(tmp_path, *draws)
    assert page.text.split("\n")[2] == "3 Налог к уплате\t3\t1002"


def test_rotated_text_is_read_as_lines(tmp_path: Path) -> None:
    def draw(canvas: Canvas) -> None:
        canvas.translate(300, 100)
        canvas.rotate(90)
        made.lines("Выручка за год 1 500", "Прибыль за год 200", x=0, top=0)(canvas)

    page = page_of(tmp_path, draw)
    assert page.text == "Выручка за год 1 500\nПрибыль за год 200"
    first = page.words[0].box
    assert first.bottom - first.top > first.x1 - first.x0
    assert 842 - 100 > first.top > 500


def test_a_turned_table_reads_like_the_upright_one(tmp_path: Path) -> None:
    def draw(canvas: Canvas) -> None:
        canvas.translate(400, 100)
        canvas.rotate(90)
        for number, cells in enumerate([("Активы", "1 500"), ("Запасы", "2 600"), ("Касса", "3 700")]):
            row(-16 * number, (0, cells[0]), (200, cells[1]))(canvas)

    page = page_of(tmp_path, draw)
    assert page.text.split("\n") == ["Активы\t1 500", "Запасы\t2 600", "Касса\t3 700"]


def test_a_slanted_watermark_does_not_cut_the_lines_it_crosses(tmp_path: Path) -> None:
    def stamp(canvas: Canvas) -> None:
        canvas.saveState()
        canvas.translate(150, 600)
        canvas.rotate(40)
        made.lines("ОБРАЗЕЦ", x=0, top=0, size=48)(canvas)
        canvas.restoreState()

    page = page_of(tmp_path, made.lines(*PROSE, top=760), stamp)
    assert page.text.startswith("\n".join(PROSE))
    assert "ОБРАЗЕЦ" in page.text


def test_leaders_join_a_heading_to_its_page(tmp_path: Path) -> None:
    def draw(canvas: Canvas) -> None:
        made.cyrillic(canvas)
        canvas.drawString(72, 700, "Введение")
        for number in range(12):
            canvas.drawString(140 + 24 * number, 700, ".")
        canvas.drawString(440, 700, "5")

    assert page_of(tmp_path, draw).text == "Введение" + " ." * 12 + "\t5"


def test_paragraphs_headings_and_lists_have_their_roles(tmp_path: Path) -> None:
    page = page_of(
        tmp_path,
        made.lines("ЗАКЛЮЧЕНИЕ", x=72, top=780, size=16),
        made.lines(*PROSE, x=72, top=750, pitch=14),
        made.lines("1) копия устава общества;", "2) копия свидетельства;", x=72, top=620, pitch=15),
    )
    roles = {page.text[b.span.start : b.span.end].split("\n")[0]: b.role for b in page.blocks}
    assert roles["ЗАКЛЮЧЕНИЕ"] == "heading"
    assert roles[PROSE[0]] == "paragraph"
    assert roles["1) копия устава общества;"] == "list_item"
    assert next(b for b in page.blocks if b.role == "paragraph").heading == "ЗАКЛЮЧЕНИЕ"


def test_a_word_broken_at_a_line_end_stays_broken(tmp_path: Path) -> None:
    page = page_of(tmp_path, made.lines("предоставление креди-", "та на оборотные средства"))
    assert page.text == "предоставление креди-\nта на оборотные средства"


def test_words_blocks_and_text_agree(tmp_path: Path) -> None:
    page = page_of(
        tmp_path,
        made.lines(*PROSE, top=780),
        ruled([40.0, 200.0, 440.0], [540.0, 570.0, 600.0]),
        row(580, (50, "Выручка"), (210, "1 500")),
        row(550, (50, "Прибыль"), (210, "200")),
    )
    assert "".join(page.text.split()) == "".join(page.text[w.start : w.end] for w in page.words)
    spans = [(block.span.start, block.span.end) for block in page.blocks]
    assert spans == sorted(spans)
    for block in page.blocks:
        words = page.words_in(block.span)
        assert block.box is not None
        assert all(block.box.x0 <= w.box.x0 and w.box.x1 <= block.box.x1 for w in words)
