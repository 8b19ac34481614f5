"""Three audited annual statements (thousands of sums) and the workbook of the company itself (sums)."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from openpyxl import Workbook
from openpyxl.styles import Alignment, Border, Font, PatternFill, Side
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.worksheet import Worksheet

from examples.credit_case import facts
from examples.credit_case.facts import YEARS, Year, sums
from examples.office import save_xlsx
from examples.paper import Paper, round_seal

BALANCE: tuple[tuple[str, str, Callable[[Year], int] | None], ...] = (
    ("АКТИВ", "", None),
    ("I. Долгосрочные активы", "", None),
    ("Основные средства (остаточная стоимость)", "012", lambda y: y.fixed),
    ("Нематериальные активы (остаточная стоимость)", "022", lambda y: y.intangible),
    ("Итого по разделу I (долгосрочные активы)", "130", lambda y: y.long_assets),
    ("II. Текущие активы", "", None),
    ("Товарно-материальные запасы", "140", lambda y: y.stock),
    ("Дебиторская задолженность, всего", "210", lambda y: y.receivables),
    ("Денежные средства, всего", "320", lambda y: y.cash),
    ("Итого по разделу II (текущие активы)", "390", lambda y: y.current_assets),
    ("Всего по активу баланса", "400", lambda y: y.assets),
    ("ПАССИВ", "", None),
    ("I. Источники собственных средств", "", None),
    ("Уставный капитал", "410", lambda y: y.capital),
    ("Резервный капитал", "430", lambda y: y.reserve),
    ("Нераспределённая прибыль", "450", lambda y: y.retained),
    ("Итого источники собственных средств", "480", lambda y: y.equity),
    ("II. Обязательства", "", None),
    ("Долгосрочные банковские кредиты", "570", lambda y: y.long_loans),
    ("Краткосрочные банковские кредиты", "730", lambda y: y.short_loans),
    ("Задолженность поставщикам и подрядчикам", "610", lambda y: y.payables),
    ("Задолженность по платежам в бюджет", "680", lambda y: y.tax_payable),
    ("Итого текущие обязательства", "600", lambda y: y.current_liabilities),
    ("Итого обязательства", "770", lambda y: y.liabilities),
    ("Всего по пассиву баланса", "780", lambda y: y.equity + y.liabilities),
)
RESULTS: tuple[tuple[str, str, Callable[[Year], int]], ...] = (
    ("Чистая выручка от реализации продукции (товаров, работ и услуг)", "010", lambda y: y.revenue),
    ("Себестоимость реализованной продукции (товаров, работ и услуг)", "020", lambda y: y.cost),
    ("Валовая прибыль от реализации", "030", lambda y: y.gross),
    ("Расходы по реализации", "050", lambda y: y.selling),
    ("Административные расходы", "060", lambda y: y.admin),
    ("Прочие доходы основной деятельности", "090", lambda y: y.other_income),
    ("Прибыль от основной деятельности", "100", lambda y: y.operating),
    ("Расходы в виде процентов", "180", lambda y: y.finance_cost),
    ("Прибыль до уплаты налога на прибыль", "240", lambda y: y.before_tax),
    ("Налог на прибыль", "250", lambda y: y.tax),
    ("Чистая прибыль (убыток) отчётного периода", "270", lambda y: y.net_profit),
)
_TOTALS = {"130", "390", "400", "480", "600", "770", "780", "030", "100", "240", "270"}


# ------------------------------------------------------------------ audited statements
def audit(path: Path, year: int) -> None:
    now, before = YEARS[year], YEARS[year - 1]
    paper = Paper(size=10.5, spacing=1.4)
    _opinion(paper, year)
    paper.new_page()
    paper.title("Отчёт о финансовом положении", after=2)
    paper.centre(f"{facts.SHORT_RU} по состоянию на 31 декабря {year} года")
    paper.right("Единица измерения: тыс. сум")
    rows = []
    for label, code, value in BALANCE:
        if value is None:
            rows.append((f"<b>{label}</b>", "", "", ""))
        else:
            cells = (label, code, sums(value(now)), sums(value(before)))
            rows.append(tuple(f"<b>{cell}</b>" for cell in cells) if code in _TOTALS else cells)
    paper.grid(
        ["Показатель", "Код", f"31.12.{year}", f"31.12.{year - 1}"], rows, widths=[92, 16, 31, 31], numbers=(2, 3)
    )
    paper.new_page()
    paper.title("Отчёт о финансовых результатах", after=2)
    paper.centre(f"{facts.SHORT_RU} за год, закончившийся 31 декабря {year} года")
    paper.right("Единица измерения: тыс. сум")
    rows = []
    for label, code, value in RESULTS:
        cells = (label, code, sums(value(now)), sums(value(before)))
        rows.append(tuple(f"<b>{cell}</b>" for cell in cells) if code in _TOTALS else cells)
    paper.grid(["Показатель", "Код", f"{year} год", f"{year - 1} год"], rows, widths=[92, 16, 31, 31], numbers=(2, 3))
    _cash_flow(paper, year, now=now, before=before)
    paper.new_page()
    _notes(paper, year, now=now, before=before)
    paper.save(
        path,
        title=f"Аудиторское заключение за {year} год",
        author=facts.AUDITOR,
        head=f"{facts.AUDITOR} — аудит {facts.SHORT_RU} за {year} год",
        foot="стр. {page}",
        every_page=lambda canvas, page: _seal(canvas) if page == 2 else None,
    )


def _seal(canvas: Any) -> None:
    round_seal(canvas, x=150, y=45, words="SIFAT AUDIT GURUHI • NAMUNA • NAMUNA • ", centre="NAMUNA")


def _opinion(paper: Paper, year: int) -> None:
    paper.title("АУДИТОРСКОЕ ЗАКЛЮЧЕНИЕ НЕЗАВИСИМОГО АУДИТОРА", size=13)
    paper.centre(f"о финансовой отчётности {facts.SHORT_RU} за {year} год")
    paper.form(
        [
            ("Аудиторская организация", f"{facts.AUDITOR}, ИНН аудитора {facts.AUDITOR_INN}"),
            ("Лицензия на осуществление аудиторской деятельности", "АФ 00214 от 19.04.2016"),
            ("Адрес аудитора", "город Ташкент, Мирабадский район, улица Нукус, дом 22"),
            ("Проверяемая организация", f"{facts.FULL_RU}, ИНН {facts.INN}"),
        ]
    )
    paper.heading("Мнение")
    paper.text(
        f"Мы провели аудит прилагаемой финансовой отчётности {facts.SHORT_RU}, которая состоит из отчёта о финансовом положении "
        f"по состоянию на 31 декабря {year} года, отчёта о финансовых результатах и отчёта о денежных потоках за год, "
        "закончившийся на эту дату, и примечаний, включая краткое изложение учётной политики.",
        "По нашему мнению, финансовая отчётность во всех существенных отношениях достоверно отражает финансовое положение "
        "Общества, его финансовые результаты и денежные потоки в соответствии с национальными стандартами бухгалтерского учёта.",
    )
    paper.heading("Основание для мнения")
    paper.text(
        "Аудит проведён по международным стандартам аудита. Наша ответственность описана ниже. Мы независимы от Общества и "
        "выполнили прочие обязанности, установленные кодексом этики. Полученные доказательства достаточны и уместны.",
        "Мы присутствовали при инвентаризации запасов хлопкового волокна и пряжи, разослали запросы банкам и двадцати крупнейшим "
        "дебиторам и получили подтверждения, охватывающие более восьмидесяти процентов задолженности.",
    )
    paper.heading("Ключевые вопросы аудита")
    paper.text(
        "<b>Признание выручки.</b> Отгрузки на экспорт в конце года проверены по таможенным декларациям и "
        "накладным. Расхождений, "
        "которые переносили бы выручку из периода в период, не выявлено.",
        "<b>Запасы.</b> Себестоимость пряжи определяется по средневзвешенной цене. Мы пересчитали нормы выхода и сопоставили "
        "цену реализации после отчётной даты с балансовой стоимостью; обесценения не требуется.",
        "<b>Займы.</b> Остатки кредитов сверены с письмами банков. Условия договоров на отчётную дату соблюдались.",
    )
    paper.heading("Ответственность руководства")
    paper.text(
        "Руководство отвечает за составление отчётности и за внутренний контроль, нужный для подготовки отчётности без "
        "существенных искажений вследствие недобросовестных действий или ошибок, а также за оценку способности Общества "
        "продолжать деятельность непрерывно.",
    )
    paper.heading("Ответственность аудитора")
    paper.text(
        "Наша цель — получить разумную уверенность в том, что отчётность в целом не содержит существенных искажений, и выпустить "
        "заключение. Разумная уверенность — высокая, но не гарантирует, что аудит всегда выявляет существенное искажение.",
        "Мы применяем профессиональное суждение и сохраняем профессиональный скептицизм: оцениваем риски искажения, проводим "
        "процедуры в ответ на эти риски, изучаем систему внутреннего контроля, оцениваем учётную политику и представление "
        "отчётности в целом и делаем вывод о правомерности допущения о непрерывности деятельности.",
        "Мы сообщаем руководству о запланированном объёме и сроках аудита и о существенных недостатках внутреннего контроля.",
    )
    paper.signatures([("Руководитель задания", "Абдурахимова Н.Т."), (f"г. Ташкент, 28 марта {year + 1} года", "")])


def _cash_flow(paper: Paper, year: int, *, now: Year, before: Year) -> None:
    paper.title("Отчёт о денежных потоках", after=2)
    paper.right("Единица измерения: тыс. сум")
    investing = -(now.long_assets - before.long_assets)
    financing = (now.long_loans + now.short_loans) - (before.long_loans + before.short_loans)
    change = now.cash - before.cash
    rows = [
        ("Денежные потоки от операционной деятельности", sums(change - investing - financing)),
        ("Приобретение и выбытие основных средств, нетто", sums(investing)),
        ("Получение и погашение кредитов, нетто", sums(financing)),
        ("Чистое изменение денежных средств", sums(change)),
        ("Денежные средства на начало года", sums(before.cash)),
        ("Денежные средства на конец года", sums(now.cash)),
    ]
    paper.grid(["Показатель", f"{year} год"], rows, widths=[120, 50], numbers=(1,), bold_last=True)


def _notes(paper: Paper, year: int, *, now: Year, before: Year) -> None:
    paper.title(f"Примечания к финансовой отчётности за {year} год")
    paper.heading("1. Общие сведения")
    paper.text(
        f"{facts.FULL_RU} (далее — Общество) зарегистрировано {facts.REG_DATE}. Общество производит хлопчатобумажную пряжу и "
        "реализует её на внутреннем рынке и на экспорт. Производство расположено в Касансайском районе.",
        "Отчётность составлена на основе допущения о непрерывности деятельности. Функциональная валюта — узбекский сум; все "
        "показатели, если не указано иное, приведены в тысячах сум.",
    )
    paper.heading("2. Учётная политика")
    paper.text(
        "<b>Выручка</b> признаётся, когда контроль над товаром перешёл к покупателю: при отгрузке со склада на "
        "внутреннем рынке и "
        "при передаче первому перевозчику на экспорт. Возвраты и скидки уменьшают выручку того периода, к которому относятся.",
        "<b>Запасы</b> оцениваются по средневзвешенной цене. В себестоимость пряжи входят сырьё, топливо и энергия, оплата труда "
        "производственных рабочих, амортизация и доля общепроизводственных расходов, исчисленная по нормальной загрузке.",
        "<b>Основные средства</b> отражаются по первоначальной стоимости за вычетом накопленной амортизации. Капитальный ремонт, "
        "продлевающий срок службы, увеличивает стоимость объекта; прочий ремонт списывается в расходы.",
        "<b>Дебиторская задолженность</b> показана за вычетом резерва по сомнительным долгам, который создаётся по срокам "
        "просрочки и по итогам рассмотрения крупных должников.",
        "<b>Операции в иностранной валюте</b> пересчитываются по курсу на день операции, остатки — по курсу на отчётную дату; "
        "разницы относятся на финансовый результат.",
        "<b>Налог на прибыль</b> включает текущий налог. Льготы, предоставленные экспортёрам, учитываются в периоде, в котором "
        "выполнены условия их применения.",
        "<b>Оценочные суждения.</b> Наибольшую неопределённость несут сроки службы оборудования, нормы выхода волокна и величина "
        "резерва по сомнительным долгам. Руководство пересматривает их ежегодно.",
    )
    paper.heading("3. Основные средства")
    paper.grid(
        ["Группа", f"31.12.{year}", f"31.12.{year - 1}"],
        [
            ("Здания и сооружения", sums(now.fixed * 58 // 100), sums(before.fixed * 58 // 100)),
            ("Машины и оборудование", sums(now.fixed * 34 // 100), sums(before.fixed * 34 // 100)),
            (
                "Транспорт и прочее",
                sums(now.fixed - now.fixed * 58 // 100 - now.fixed * 34 // 100),
                sums(before.fixed - before.fixed * 58 // 100 - before.fixed * 34 // 100),
            ),
        ],
        widths=[90, 40, 40],
        numbers=(1, 2),
    )
    paper.text(
        "Амортизация начисляется прямолинейно. Сроки службы: здания 20–40 лет, оборудование 8–12 лет, транспорт 5–7 лет."
    )
    paper.heading("4. Товарно-материальные запасы")
    paper.text(
        "Запасы учитываются по наименьшей из двух величин: себестоимости и чистой стоимости реализации. На отчётную дату около "
        "двух третей запасов приходится на хлопковое волокно, остальное — на пряжу и вспомогательные материалы.",
    )
    paper.heading("5. Дебиторская задолженность")
    paper.text(
        "Просроченная дебиторская задолженность свыше девяноста дней составляет менее одного процента и покрыта резервом. "
        "Покупателям на внутреннем рынке предоставляется отсрочка до тридцати дней, экспортным — по контрактам.",
    )
    paper.heading("6. Кредиты банков")
    paper.text(
        "Кредиты привлечены в национальной валюте под залог зданий и оборудования. Ставка по действующим "
        "договорам в течение года "
        "менялась от 21 до 25 процентов годовых. Нарушений условий договоров не было.",
    )
    paper.heading("7. Управление рисками")
    paper.text(
        "Общество подвержено риску изменения цен на хлопковое волокно, валютному риску по экспортной выручке и "
        "риску ликвидности. "
        "Руководство управляет ими с помощью долгосрочных договоров поставки, совпадения валют поступлений и платежей и "
        "поддержания неснижаемого остатка денежных средств.",
    )
    paper.heading("8. События после отчётной даты")
    paper.text(
        "Событий, которые требовали бы корректировки отчётности или раскрытия, до даты её подписания не произошло."
    )
    paper.signatures([("Директор", facts.DIRECTOR_SHORT_RU), ("Главный бухгалтер", facts.ACCOUNTANT_SHORT_RU)])


# ------------------------------------------------------------------ workbook
_THIN = Side(style="thin", color="808080")
_BOX = Border(left=_THIN, right=_THIN, top=_THIN, bottom=_THIN)
_HEAD = PatternFill("solid", fgColor="DDE3EC")
_FORMULAS = {
    "130": ("012", "022"),
    "390": ("140", "210", "320"),
    "400": ("130", "390"),
    "480": ("410", "430", "450"),
    "600": ("730", "610", "680"),
    "770": ("570", "600"),
    "780": ("480", "770"),
}


def workbook(path: Path) -> None:
    """Balance with a two-level merged head, results, receivables, and a hidden sheet with other figures."""
    book = Workbook()
    cached: dict[tuple[str, str], Any] = {}
    balance = book.active
    assert balance is not None
    balance.title = "Форма №1"
    _balance_sheet(balance, cached)
    _results_sheet(book.create_sheet("Форма №2"), cached)
    _receivables(book.create_sheet("Дебиторы"))
    forecast = book.create_sheet("Прогноз для инвестора")
    _forecast(forecast)
    forecast.sheet_state = "hidden"
    save_xlsx(book, path, cached=cached, title="Бухгалтерская отчётность 2022–2024", author=facts.ACCOUNTANT_SHORT_RU)


def _top(sheet: Worksheet, *, title: str, width: int) -> None:
    for row, text in enumerate([title, f"{facts.FULL_RU}, ИНН {facts.INN}", "Единица измерения: сум"], start=1):
        sheet.cell(row, 1, text).font = Font(bold=row == 1, size=13 if row == 1 else 10)
        sheet.merge_cells(start_row=row, start_column=1, end_row=row, end_column=width)
    sheet.column_dimensions["A"].width = 62
    for column in range(3, width + 1):
        sheet.column_dimensions[get_column_letter(column)].width = 20
    sheet.sheet_view.showGridLines = False


def _head(sheet: Worksheet, row: int, column: int, text: str, *, rows: int = 1, columns: int = 1) -> None:
    cell = sheet.cell(row, column, text)
    cell.font, cell.fill = Font(bold=True), _HEAD
    cell.alignment = Alignment(horizontal="center", vertical="center", wrap_text=True)
    for r in range(row, row + rows):
        for c in range(column, column + columns):
            sheet.cell(r, c).border = _BOX
    if rows > 1 or columns > 1:
        sheet.merge_cells(start_row=row, start_column=column, end_row=row + rows - 1, end_column=column + columns - 1)


def _figure(sheet: Worksheet, row: int, column: int, value: Any) -> None:
    cell = sheet.cell(row, column, value)
    cell.number_format, cell.border = "#,##0", _BOX


def _balance_sheet(sheet: Worksheet, cached: dict[tuple[str, str], Any]) -> None:
    _top(sheet, title="Бухгалтерский баланс (форма №1)", width=8)
    _head(sheet, 5, 1, "Наименование показателя", rows=2)
    _head(sheet, 5, 2, "Код стр.", rows=2)
    for at, year in enumerate((2022, 2023, 2024)):
        _head(sheet, 5, 3 + 2 * at, f"{year} год", columns=2)
        _head(sheet, 6, 3 + 2 * at, "На начало отчётного периода")
        _head(sheet, 6, 4 + 2 * at, "На конец отчётного периода")
    rows = {code: row for row, (_, code, value) in enumerate(BALANCE, start=7) if value}
    for row, (label, code, value) in enumerate(BALANCE, start=7):
        strong = value is None or code in _TOTALS
        sheet.cell(row, 1, label).font = Font(bold=strong)
        sheet.cell(row, 1).border = sheet.cell(row, 2).border = _BOX
        if value is None:
            continue
        sheet.cell(row, 2, code)
        for at, year in enumerate((2022, 2023, 2024)):
            for column, source in ((3 + 2 * at, YEARS[year - 1]), (4 + 2 * at, YEARS[year])):
                letter = get_column_letter(column)
                if code in _FORMULAS:
                    _figure(sheet, row, column, "=" + "+".join(f"{letter}{rows[part]}" for part in _FORMULAS[code]))
                    cached[sheet.title, f"{letter}{row}"] = value(source) * 1000
                else:
                    _figure(sheet, row, column, value(source) * 1000)
                sheet.cell(row, column).font = Font(bold=strong)
    sheet.freeze_panes = "C7"
    last = 7 + len(BALANCE)
    sheet.cell(last + 1, 1, f"Директор: {facts.DIRECTOR_SHORT_RU}")
    sheet.cell(last + 2, 1, f"Главный бухгалтер: {facts.ACCOUNTANT_SHORT_RU}")


def _results_sheet(sheet: Worksheet, cached: dict[tuple[str, str], Any]) -> None:
    _top(sheet, title="Отчёт о финансовых результатах (форма №2)", width=5)
    _head(sheet, 5, 1, "Наименование показателя", rows=2)
    _head(sheet, 5, 2, "Код стр.", rows=2)
    _head(sheet, 5, 3, "За отчётный год", columns=3)
    for at, year in enumerate((2022, 2023, 2024)):
        _head(sheet, 6, 3 + at, f"{year} год")
    rows = {code: row for row, (_, code, _) in enumerate(RESULTS, start=7)}
    formulas = {
        code: "+".join("{c}" + str(rows[part]) for part in plus) + "".join("-{c}" + str(rows[part]) for part in minus)
        for code, plus, minus in (
            ("030", ("010",), ("020",)),
            ("100", ("030", "090"), ("050", "060")),
            ("240", ("100",), ("180",)),
            ("270", ("240",), ("250",)),
        )
    }
    for row, (label, code, value) in enumerate(RESULTS, start=7):
        sheet.cell(row, 1, label).font = Font(bold=code in _TOTALS)
        sheet.cell(row, 2, code)
        sheet.cell(row, 1).border = sheet.cell(row, 2).border = _BOX
        for at, year in enumerate((2022, 2023, 2024)):
            letter = get_column_letter(3 + at)
            if code in formulas:
                _figure(sheet, row, 3 + at, "=" + formulas[code].format(c=letter))
                cached[sheet.title, f"{letter}{row}"] = value(YEARS[year]) * 1000
            else:
                _figure(sheet, row, 3 + at, value(YEARS[year]) * 1000)
    sheet.freeze_panes = "C7"


def _receivables(sheet: Worksheet) -> None:
    _top(sheet, title="Расшифровка дебиторской задолженности на 31.12.2024", width=4)
    for column, text in enumerate(("Дебитор", "Страна", "До 30 дней", "31–90 дней"), start=1):
        _head(sheet, 5, column, text)
    names = (
        ("BALTIC LOOM TRADING OÜ", "Эстония"),
        ("ООО «SAVDO LOGISTIKA»", "Узбекистан"),
        ("Anadolu Iplik A.Ş.", "Турция"),
        ("ООО «Ивановский трикотаж»", "Россия"),
        ("ЧП «KOSONSOY TO‘QIMACHI»", "Узбекистан"),
        ("Прочие", ""),
    )
    left = YEARS[2024].receivables * 1000
    for at, (name, country) in enumerate(names):
        share = left if at == len(names) - 1 else left * (38, 30, 26, 22, 18)[at] // 100
        left -= share
        sheet.cell(6 + at, 1, name)
        sheet.cell(6 + at, 2, country)
        _figure(sheet, 6 + at, 3, share * 9 // 10)
        _figure(sheet, 6 + at, 4, share - share * 9 // 10)


def _forecast(sheet: Worksheet) -> None:
    _top(sheet, title="Отчёт о финансовых результатах — вариант для инвестора", width=5)
    for column, text in enumerate(("Наименование показателя", "Код стр.", "2022 год", "2023 год", "2024 год"), start=1):
        _head(sheet, 5, column, text)
    sheet.cell(6, 1, RESULTS[0][0])
    sheet.cell(6, 2, "010")
    for column, value in enumerate((60_100_000_000, 77_350_000_000, facts.HIDDEN_REVENUE_2024), start=3):
        _figure(sheet, 6, column, value)
    sheet.cell(7, 1, RESULTS[-1][0])
    sheet.cell(7, 2, "270")
    for column, value in enumerate((7_900_000_000, 11_240_000_000, 15_480_000_000), start=3):
        _figure(sheet, 7, column, value)
