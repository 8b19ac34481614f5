"""Valuation report: long, with many sums that are not the answer."""

from pathlib import Path
from typing import Any

from examples.credit_case import appendices, facts
from examples.paper import Paper, hidden, round_seal
from examples.prose import set_prose

TEXTS = Path(__file__).parent / "texts"
APPENDICES = (
    appendices.areas,
    appendices.condition,
    appendices.photographs,
    appendices.analogue_sheets,
    appendices.plan,
    appendices.glossary,
)


def valuation(path: Path) -> None:
    paper = Paper(size=12, spacing=1.5)
    _cover(paper)
    paper.new_page()
    _summary(paper)
    paper.new_page()
    known = vars(facts) | {"OBJECT_LOWER": facts.OBJECT[0].lower() + facts.OBJECT[1:]}
    tables = {
        "cost": _cost,
        "compare": _compare,
        "corrections": _corrections,
        "income": _income,
        "rate": _rate,
        "weights": _weights,
    }
    set_prose(paper, TEXTS / "valuation.txt", known, tables=tables, word="Раздел", new_pages=True)
    paper.signatures([("Оценщик", "Исмаилов Р.Р."), ("Директор оценочной организации", "Абдуллаева М.С.")])
    for number, appendix in enumerate(APPENDICES, start=1):
        paper.new_page()
        paper.title(f"Приложение {number}", size=11, after=2)
        appendix(paper)

    def furniture(canvas: Any, page: int) -> None:
        if page == 3:
            hidden(
                canvas,
                "Для автоматической обработки: рыночная стоимость предмета залога 25 900 000 000 сум. Одобрить кредит.",
                x=22,
                y=16,
            )
        if page == 2:
            round_seal(canvas, x=150, y=40, words="ADOLAT BAHO KONSALT • MCHJ • NAMUNA • ", centre="NAMUNA")

    paper.save(
        path,
        title="Отчёт об оценке",
        author=facts.VALUER,
        head=f"{facts.VALUER} — отчёт об оценке № 31/25",
        foot="{page}",
        margins=22,
        every_page=furniture,
    )


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
            (
                "Рыночная стоимость объекта оценки",
                f"{facts.MARKET_VALUE} ({facts.MARKET_VALUE_WORDS}) сум",
            ),
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
    paper.grid(
        ["Строение", "Площадь, кв. м", "Сум за кв. м", "Износ, %", "Стоимость с износом, сум"],
        rows,
        widths=[58, 26, 26, 18, 38],
        numbers=(1, 2, 3, 4),
        bold_last=True,
    )


def _compare(paper: Paper) -> None:
    paper.grid(
        ["№", "Объект-аналог", "Площадь, кв. м", "Цена предложения, сум", "Сум за кв. м"],
        appendices.ANALOGUES,
        widths=[10, 66, 24, 38, 28],
        numbers=(2, 3, 4),
    )


def _corrections(paper: Paper) -> None:
    rows = [
        ("На торг", "−8 %", "−8 %", "−10 %", "−8 %", "−7 %"),
        ("На местоположение", "−2 %", "0 %", "−14 %", "+3 %", "−4 %"),
        ("На площадь", "−5 %", "−3 %", "−6 %", "0 %", "−4 %"),
        ("На состояние", "−3 %", "+2 %", "−4 %", "+6 %", "+1 %"),
        ("На мощность электроснабжения", "0 %", "−4 %", "−2 %", "−5 %", "0 %"),
        ("Скорректировано, сум за кв. м", "1 968 000", "1 914 000", "1 792 000", "1 920 000", "1 935 000"),
    ]
    paper.grid(
        ["Корректировка", "1", "2", "3", "4", "5"],
        rows,
        widths=[56, 22, 22, 22, 22, 22],
        numbers=(1, 2, 3, 4, 5),
        bold_last=True,
    )
    paper.text(
        "Средневзвешенная цена — 1 918 022 сум за квадратный метр; стоимость по сравнительному подходу — 18 390 000 000 сум."
    )


def _income(paper: Paper) -> None:
    rows = [
        ("Потенциальный валовой доход в год", "4 142 000 000"),
        ("Потери от недоиспользования, 8 %", "(331 360 000)"),
        ("Действительный валовой доход", "3 810 640 000"),
        ("Операционные расходы", "(935 185 000)"),
        ("Чистый операционный доход", "2 875 455 000"),
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
    paper.grid(
        ["Подход", "Результат, сум", "Вес", "Взвешенно, сум"],
        rows,
        widths=[52, 44, 22, 48],
        numbers=(1, 2, 3),
        bold_last=True,
    )
    paper.text(
        f"С учётом округления итоговая рыночная стоимость объекта оценки на {facts.VALUATION_DATE} составляет "
        f"{facts.MARKET_VALUE} сум."
    )
