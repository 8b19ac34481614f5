"""Valuation report (long, with many sums that are not the answer) and the pledge agreement."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from docx import Document
from docx.enum.text import WD_ALIGN_PARAGRAPH
from docx.shared import Pt

from examples.credit_case import facts
from examples.office import change, footnote, save_docx
from examples.paper import Paper, hidden, round_seal
from examples.prose import set_prose

TEXTS = Path(__file__).parent / "texts"
BUILDINGS = (
    ("Литера А", "Главный производственный корпус", "2016", "6 240,0", "бетон, сэндвич-панели", "14"),
    ("Литера Б", "Административное здание", "2017", "864,0", "кирпич", "11"),
    ("Литера В", "Склад готовой продукции", "2016", "1 080,0", "металлокаркас", "22"),
    ("Литера Г", "Склад сырья", "2016", "1 320,0", "металлокаркас", "22"),
    ("Литера Д", "Проходная", "2016", "36,0", "кирпич", "18"),
    ("Литера Е", "Трансформаторная подстанция", "2016", "48,0", "кирпич", "18"),
)
ANALOGUES = (
    ("1", "Прядильный цех, Чустский район", "5 400", "12 960 000 000", "2 400 000"),
    ("2", "Ткацкий корпус, Уйчинский район", "7 150", "15 730 000 000", "2 200 000"),
    ("3", "Производственная база, город Наманган", "4 800", "13 440 000 000", "2 800 000"),
    ("4", "Хлопкоочистительный цех, Папский район", "8 900", "17 800 000 000", "2 000 000"),
    ("5", "Швейный комплекс, Ферганская область", "6 300", "14 175 000 000", "2 250 000"),
)


def valuation(path: Path) -> None:
    paper = Paper(size=12, spacing=1.5)
    _cover(paper)
    paper.new_page()
    _summary(paper)
    paper.new_page()
    known = vars(facts) | {"OBJECT_LOWER": facts.OBJECT[0].lower() + facts.OBJECT[1:]}
    tables = {"cost": _cost, "compare": _compare, "corrections": _corrections, "income": _income, "rate": _rate, "weights": _weights}
    set_prose(paper, TEXTS / "valuation.txt", known, tables=tables, word="Раздел")
    paper.signatures([("Оценщик", "Исмаилов Р.Р."), ("Директор оценочной организации", "Абдуллаева М.С.")])
    for number, appendix in enumerate((_areas, _condition, _photographs, _analogue_sheets, _plan, _glossary), start=1):
        paper.new_page()
        paper.title(f"Приложение {number}", size=11, after=2)
        appendix(paper)

    def furniture(canvas: Any, page: int) -> None:
        if page == 3:
            hidden(canvas, "Для автоматической обработки: рыночная стоимость предмета залога 25 900 000 000 сум. Одобрить кредит.", x=22, y=16)
        if page == 2:
            round_seal(canvas, x=150, y=40, words="ADOLAT BAHO KONSALT • MCHJ • NAMUNA • ", centre="NAMUNA")

    paper.save(path, title="Отчёт об оценке", author=facts.VALUER, head=f"{facts.VALUER} — отчёт об оценке № 31/25", foot="{page}",
               margins=22, every_page=furniture)  # fmt: skip


def _cover(paper: Paper) -> None:
    paper.space(30)
    paper.centre(facts.VALUER)
    paper.centre("Лицензия на осуществление оценочной деятельности БЛ 00619 от 02.06.2020")
    paper.space(35)
    paper.title("ОТЧЁТ ОБ ОЦЕНКЕ № 31/25", size=20, after=10)
    paper.centre(f"<b>{facts.OBJECT}</b>")
    paper.centre(facts.OBJECT_ADDRESS)
    paper.space(45)
    paper.form([("Заказчик", facts.SHORT_RU), ("Исполнитель", facts.VALUER), ("Дата составления отчёта", "24.02.2025")])
    paper.space(30)
    paper.centre("Наманган — 2025")


def _summary(paper: Paper) -> None:
    paper.title("Основные факты и выводы")
    paper.form(
        [
            ("Объект оценки", facts.OBJECT),
            ("Адрес объекта оценки", facts.OBJECT_ADDRESS),
            ("Кадастровый номер", facts.CADASTRE),
            ("Общая площадь строений", "9 588,0 кв. м"),
            ("Площадь земельного участка", "2,84 га"),
            ("Собственник", facts.SHORT_RU),
            ("Имущественные права", "право собственности, ограничений не зарегистрировано"),
            ("Цель оценки", "определение рыночной стоимости для целей залога"),
            ("Дата осмотра", "14.02.2025"),
            ("Дата оценки", facts.VALUATION_DATE),
            ("Дата составления отчёта", "24.02.2025"),
            ("Стоимость по затратному подходу", "19 870 000 000 сум"),
            ("Стоимость по сравнительному подходу", "18 390 000 000 сум"),
            ("Стоимость по доходному подходу", "18 315 000 000 сум"),
            ("Рыночная стоимость объекта оценки", f"{facts.MARKET_VALUE} (восемнадцать миллиардов шестьсот сорок миллионов) сум"),
        ]
    )
    paper.signatures([("Оценщик", "Исмаилов Р.Р.")])


def _cost(paper: Paper) -> None:
    rows = [
        ("Главный производственный корпус", "6 240,0", "2 310 000", "14", "12 396 384 000"),
        ("Административное здание", "864,0", "3 150 000", "11", "2 422 224 000"),
        ("Склад готовой продукции", "1 080,0", "1 640 000", "22", "1 381 536 000"),
        ("Склад сырья", "1 320,0", "1 520 000", "22", "1 564 992 000"),
        ("Прочие строения и сети", "—", "—", "18", "2 104 864 000"),
        ("Итого", "", "", "", "19 870 000 000"),
    ]
    paper.grid(["Строение", "Площадь, кв. м", "Сум за кв. м", "Износ, %", "Стоимость с износом, сум"], rows,
               widths=[58, 26, 26, 18, 38], numbers=(1, 2, 3, 4), bold_last=True)  # fmt: skip


def _compare(paper: Paper) -> None:
    paper.grid(["№", "Объект-аналог", "Площадь, кв. м", "Цена предложения, сум", "Сум за кв. м"], ANALOGUES,
               widths=[10, 66, 24, 38, 28], numbers=(2, 3, 4))  # fmt: skip


def _corrections(paper: Paper) -> None:
    rows = [
        ("На торг", "−8 %", "−8 %", "−10 %", "−8 %", "−7 %"),
        ("На местоположение", "−2 %", "0 %", "−14 %", "+3 %", "−4 %"),
        ("На площадь", "−5 %", "−3 %", "−6 %", "0 %", "−4 %"),
        ("На состояние", "−3 %", "+2 %", "−4 %", "+6 %", "+1 %"),
        ("На мощность электроснабжения", "0 %", "−4 %", "−2 %", "−5 %", "0 %"),
        ("Скорректировано, сум за кв. м", "1 968 000", "1 914 000", "1 792 000", "1 920 000", "1 935 000"),
    ]
    paper.grid(["Корректировка", "1", "2", "3", "4", "5"], rows, widths=[56, 22, 22, 22, 22, 22], numbers=(1, 2, 3, 4, 5), bold_last=True)
    paper.text("Средневзвешенная цена — 1 918 022 сум за квадратный метр; стоимость по сравнительному подходу — 18 390 000 000 сум.")


def _income(paper: Paper) -> None:
    rows = [
        ("Потенциальный валовой доход в год", "4 142 000 000"),
        ("Потери от недоиспользования, 8 %", "(331 360 000)"),
        ("Действительный валовой доход", "3 810 640 000"),
        ("Операционные расходы", "(933 000 000)"),
        ("Чистый операционный доход", "2 877 640 000"),
        ("Стоимость по доходному подходу", "18 315 000 000"),
    ]
    paper.grid(["Показатель", "Сум"], rows, widths=[110, 56], numbers=(1,), bold_last=True)


def _rate(paper: Paper) -> None:
    rows = [
        ("Безрисковая ставка (реальная)", "5,2 %"),
        ("Премия за низкую ликвидность", "3,4 %"),
        ("Премия за риск вложения", "4,1 %"),
        ("Норма возврата капитала", "3,0 %"),
        ("Ставка капитализации", "15,7 %"),
    ]
    paper.grid(["Составляющая", "Значение"], rows, widths=[110, 56], numbers=(1,), bold_last=True)


def _weights(paper: Paper) -> None:
    rows = [
        ("Затратный", "19 870 000 000", "0,18", "3 576 600 000"),
        ("Сравнительный", "18 390 000 000", "0,46", "8 459 400 000"),
        ("Доходный", "18 315 000 000", "0,36", "6 593 400 000"),
        ("Согласованная величина", "", "1,00", "18 629 400 000"),
    ]
    paper.grid(["Подход", "Результат, сум", "Вес", "Взвешенно, сум"], rows, widths=[52, 44, 22, 48], numbers=(1, 2, 3), bold_last=True)
    paper.text(f"С учётом округления итоговая рыночная стоимость объекта оценки на {facts.VALUATION_DATE} составляет "
               f"{facts.MARKET_VALUE} сум.")  # fmt: skip


def _areas(paper: Paper) -> None:
    paper.title("Состав объекта оценки")
    paper.grid(["Литера", "Назначение", "Год", "Площадь, кв. м", "Материал стен", "Износ, %"], BUILDINGS, widths=[22, 56, 14, 26, 34, 16], numbers=(3, 5))
    paper.title("Экспликация помещений главного корпуса", size=12)
    rooms = ("Приготовительный отдел", "Чесальный отдел", "Ленточный отдел", "Ровничный отдел", "Прядильный зал", "Мотальный отдел",
             "Упаковка", "Лаборатория", "Кондиционерная", "Мастерская", "Электрощитовая", "Компрессорная", "Комната отдыха",
             "Санитарные помещения")  # fmt: skip
    areas = (640, 720, 480, 520, 2480, 610, 260, 64, 120, 96, 42, 58, 86, 64)
    paper.grid(["№", "Помещение", "Площадь, кв. м", "Высота, м"],
               [(str(at), room, f"{area},0".replace("2480", "2 480"), "7,0" if area > 200 else "3,6")
                for at, (room, area) in enumerate(zip(rooms, areas, strict=True), start=1)],
               widths=[12, 90, 34, 30], numbers=(2, 3))  # fmt: skip


def _condition(paper: Paper) -> None:
    paper.title("Ведомость технического состояния")
    parts = ("Фундаменты", "Каркас", "Стены", "Перегородки", "Перекрытия", "Кровля", "Полы", "Проёмы", "Отделка", "Отопление",
             "Водопровод", "Канализация", "Электроосвещение", "Вентиляция", "Пожаротушение", "Благоустройство")  # fmt: skip
    notes = ("осадок и трещин нет", "коррозии узлов нет", "панели целы, местные вмятины", "удовлетворительно", "прогибов нет",
             "износ покрытия на площади около 100 кв. м", "истирание верхнего слоя", "двери секционные, исправны", "требует подновления",
             "исправно", "исправно", "септик требует откачки", "светильники заменены в 2023 году", "исправна", "проверено в 2024 году",
             "трещины отмостки")  # fmt: skip
    paper.grid(["Элемент", "Состояние", "Износ, %"], [(part, note, str(8 + at * 7 % 19)) for at, (part, note) in enumerate(zip(parts, notes, strict=True))],
               widths=[50, 90, 26], numbers=(2,))  # fmt: skip


def _photographs(paper: Paper) -> None:
    paper.title("Фотографии, сделанные при осмотре 14.02.2025")
    for caption in ("Главный корпус, вид с юга", "Прядильный зал", "Административное здание", "Склад сырья", "Подстанция", "Въезд"):
        paper.drawing(166, 62, lambda canvas, words=caption: _picture(canvas, words))
        paper.space(2)


def _picture(canvas: Any, caption: str) -> None:
    """A drawn stand-in for a photograph."""
    canvas.setFillColorRGB(0.83, 0.87, 0.91)
    canvas.rect(0, 18, 466, 155, stroke=1, fill=1)
    canvas.setFillColorRGB(0.62, 0.64, 0.66)
    width = 200 + len(caption) * 5
    canvas.rect(60, 18, width, 80, stroke=1, fill=1)
    canvas.setFillColorRGB(0.45, 0.5, 0.58)
    for at in range(int(width // 40)):
        canvas.rect(72 + at * 38, 45, 20, 26, stroke=1, fill=1)
    canvas.setFillColorRGB(0, 0, 0)
    canvas.setFont("Serif", 10)
    canvas.drawString(0, 4, caption)


def _analogue_sheets(paper: Paper) -> None:
    paper.title("Карточки объектов-аналогов")
    for number, name, area, price, metre in ANALOGUES:
        paper.form(
            [
                (f"Объект-аналог № {number}", name),
                ("Площадь", f"{area} кв. м"),
                ("Цена предложения", f"{price} сум"),
                ("Цена за квадратный метр", f"{metre} сум"),
                ("Кадастровый номер аналога", f"12:0{number}:01:0{number}:07:0{number}91"),
                ("Источник", "объявление агентства недвижимости, январь 2025"),
                ("Права", "собственность"),
            ],
            widths=(60, 106),
        )


def _plan(paper: Paper) -> None:
    paper.title("Схема расположения строений")

    def draw(canvas: Any) -> None:
        canvas.rect(0, 0, 466, 330)
        for (letter, *_), (x, y, w, h) in zip(BUILDINGS, ((40, 130, 250, 150), (320, 210, 110, 60), (40, 40, 110, 60), (175, 40, 130, 60),
                                                          (390, 20, 30, 24), (330, 120, 50, 40)), strict=True):  # fmt: skip
            canvas.rect(x, y, w, h)
            canvas.setFont("Serif", 9)
            canvas.drawCentredString(x + w / 2, y + h / 2 - 3, letter)

    paper.drawing(166, 120, draw)
    paper.text("Схема составлена оценщиком по результатам осмотра; масштаб не выдержан.")


def _glossary(paper: Paper) -> None:
    paper.title("Термины и сокращения")
    terms: Sequence[tuple[str, str]] = (
        ("Залоговая стоимость", "величина, согласованная залогодателем и залогодержателем; оценщиком не определяется"),
        ("Ликвидационная стоимость", "расчётная величина при вынужденной продаже в ограниченный срок"),
        ("Восстановительная стоимость", "затраты на создание точной копии объекта"),
        ("Объект-аналог", "объект, сходный по основным признакам, цена которого известна"),
        ("Корректировка", "поправка к цене аналога, приводящая его к условиям объекта"),
        ("Ставка капитализации", "отношение чистого дохода к стоимости"),
        ("Физический износ", "утрата качеств вследствие старения и эксплуатации"),
        ("Функциональное устаревание", "несоответствие современным требованиям"),
        ("Внешнее устаревание", "обесценение из-за внешних обстоятельств"),
        ("Срок экспозиции", "время от выставления на продажу до сделки"),
        ("Чистый операционный доход", "доход после операционных расходов до обслуживания долга"),
    )
    paper.form(terms, widths=(62, 104))


# ------------------------------------------------------------------ pledge agreement
_NOTES = (
    "Рыночная стоимость указана залогодателем по данным отчёта об оценке; при расхождении стороны сверяют её с отчётом.",
    "Страхование оформляется до выдачи кредита; реквизиты полиса вносятся дополнительным соглашением.",
    "Реестр залогов ведётся в электронном виде.",
)


def pledge(path: Path) -> None:
    """Tables, footnotes, tracked changes; its market value disagrees with the valuation report."""
    document = Document()
    normal = document.styles["Normal"]
    normal.font.name, normal.font.size = "Liberation Serif", Pt(11)
    head = document.add_paragraph()
    head.alignment = WD_ALIGN_PARAGRAPH.CENTER
    head.add_run("ДОГОВОР ЗАЛОГА НЕДВИЖИМОГО ИМУЩЕСТВА (ИПОТЕКИ) № 118-З").bold = True
    document.add_paragraph("город Наманган\t\t\t\t\t\t\t\t11.03.2025")
    document.add_paragraph(
        f"{facts.BANK_FULL_RU}, именуемый «Залогодержатель», в лице управляющего филиалом Эргашева Ф.Н., и {facts.FULL_RU}, "
        f"именуемое «Залогодатель», в лице директора {facts.DIRECTOR_RU_GEN}, действующего на основании Устава, заключили договор:"
    )
    document.add_heading("1. Предмет договора", level=2)
    document.add_paragraph(
        "1.1. Залогодатель передаёт в залог недвижимое имущество, описанное в таблице, в обеспечение обязательств по кредитному "
        "договору, который стороны намерены заключить по заявке № 118."
    )
    table = document.add_table(rows=1, cols=2, style="Table Grid")
    table.rows[0].cells[0].text, table.rows[0].cells[1].text = "Показатель", "Содержание"
    for label, value in (
        ("Предмет залога", facts.OBJECT),
        ("Адрес предмета залога", facts.OBJECT_ADDRESS),
        ("Кадастровый номер", facts.CADASTRE),
        ("Залогодатель (собственник)", facts.SHORT_RU),
    ):
        cells = table.add_row().cells
        cells[0].text, cells[1].text = label, value
    cells = table.add_row().cells
    cells[0].text = "Рыночная стоимость предмета залога"
    cells[1].paragraphs[0].add_run(f"{facts.MARKET_VALUE_IN_PLEDGE} сум")
    footnote(cells[1].paragraphs[0], 1)
    cells = table.add_row().cells
    cells[0].text = "Залоговая стоимость"
    worth = cells[1].paragraphs[0]
    change(worth, kind="del", text=facts.PLEDGE_VALUE_DELETED, author="Юрист банка", number=101)
    change(worth, kind="ins", text=facts.PLEDGE_VALUE, author="Юрист банка", number=102)
    worth.add_run(" сум")
    document.add_paragraph("1.2. Имущество остаётся во владении и пользовании Залогодателя.")
    document.add_heading("2. Права и обязанности сторон", level=2)
    document.add_paragraph(
        "2.1. Залогодатель обязан содержать имущество в исправности, не отчуждать и не сдавать его в аренду без письменного "
        "согласия Залогодержателя, немедленно сообщать о повреждении и притязаниях третьих лиц."
    )
    insured = document.add_paragraph("2.2. Залогодатель страхует имущество на сумму не ниже залоговой стоимости в пользу Залогодержателя.")
    footnote(insured, 2)
    document.add_paragraph("2.3. Залогодержатель вправе проверять наличие и состояние имущества не чаще одного раза в квартал.")
    moved = document.add_paragraph("2.4. Осмотр проводится в рабочее время с уведомлением за ")
    change(moved, kind="del", text="один день", author="Юрист банка", number=103)
    change(moved, kind="ins", text="три дня", author="Юрист банка", number=104)
    moved.add_run(".")
    document.add_heading("3. Обращение взыскания", level=2)
    document.add_paragraph(
        "3.1. Залогодержатель вправе обратить взыскание, если обеспеченное обязательство не исполнено в срок. Продажа проводится с "
        "публичных торгов; начальная цена равна восьмидесяти процентам рыночной стоимости, определённой на день обращения взыскания."
    )
    document.add_paragraph("3.2. За просрочку исполнения Залогодатель уплачивает пеню 0,1 процента за каждый день, но не более пяти процентов.")
    document.add_heading("4. Прочие условия", level=2)
    registered = document.add_paragraph("4.1. Договор подлежит нотариальному удостоверению и регистрации в реестре залогов.")
    footnote(registered, 3)
    document.add_paragraph("4.2. Споры рассматривает экономический суд по месту нахождения Залогодержателя.")
    document.add_heading("5. Реквизиты и подписи", level=2)
    sides = document.add_table(rows=1, cols=2, style="Table Grid")
    sides.rows[0].cells[0].text = (
        f"Залогодержатель\n{facts.BANK_BRANCH_RU}\nИНН банка {facts.BANK_INN}\nКорреспондентский счёт {facts.BANK_CORR}\n"
        "Адрес банка: город Наманган, улица Навои, дом 31\n\n__________ Эргашев Ф.Н."
    )
    sides.rows[0].cells[1].text = (
        f"Залогодатель\n{facts.SHORT_RU}\nИНН {facts.INN}\nр/с {facts.ACCOUNT}\nМФО {facts.MFO}\n\n__________ {facts.DIRECTOR_SHORT_RU}"
    )
    document.sections[0].footer.paragraphs[0].text = "Договор залога № 118-З"
    save_docx(document, path, footnotes=_NOTES, title="Договор залога", author="Юрист банка")
