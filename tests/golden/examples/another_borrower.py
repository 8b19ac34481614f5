"""The credit case with another borrower, other figures and other wordings: what keeps the reader honest.

The documents have the same kinds and traps; names, numbers, dates, labels and column heads are not those of the committed case.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from examples import gold as gold_files
from examples.credit_case import answers, facts, gold, make, places
from examples.paper import Paper

SWAPS = (
    ("NURAFSHON TOLA TEKSTIL", "ZARHAL SUT MAHSULOTLARI"),
    ("NURAFSHON TOLA SAVDO", "ZARHAL SUT SAVDO"),
    ("307418265", "305663914"),
    ("309264817", "301842276"),
    ("004817-05", "118204-07"),
    ("14.03.2019", "23.09.2016"),
    ("22.11.2021", "17.02.2020"),
    ("18.03.2019", "28.09.2016"),
    ("2019 йил 18 март", "2016 йил 28 сентябрь"),
    ("13100", "10510"),
    ("Подготовка и прядение хлопковых волокон", "Переработка молока и производство сыра"),
    ("Paxta tolasini tayyorlash va yigirish", "Sutni qayta ishlash va pishloq tayyorlash"),
    ("Пахта толасини тайёрлаш ва йигириш", "Сутни қайта ишлаш ва пишлоқ тайёрлаш"),
    ("Рахматуллаев Отабек Шавкатович", "Эшонкулов Дониёр Маратович"),
    ("Рахматуллаева Отабека Шавкатовича", "Эшонкулова Дониёра Маратовича"),
    ("Рахматуллаев О.Ш.", "Эшонкулов Д.М."),
    ("Raxmatullayev Otabek Shavkatovich", "Eshonqulov Doniyor Maratovich"),
    ("RAXMATULLAYEV", "ESHONQULOV"),
    ("OTABEK", "DONIYOR"),
    ("Юсупова Дилноза Анваровна", "Гафурова Малика Рустамовна"),
    ("Юсупова Д.А.", "Гафурова М.Р."),
    ("Yusupova Dilnoza Anvarovna", "G‘afurova Malika Rustamovna"),
    ("AD 4172658", "AC 7305196"),
    ("9 500 000 000", "6 250 000 000"),
    ("девять миллиардов пятьсот миллионов", "шесть миллиардов двести пятьдесят миллионов"),
    ("12 000 000 000", "8 000 000 000"),
    ("двенадцать миллиардов", "восемь миллиардов"),
    ("13 048 000 000", "9 731 500 000"),
    ("18 640 000 000", "13 902 000 000"),
    ("восемнадцать миллиардов шестьсот сорок миллионов", "тринадцать миллиардов девятьсот два миллиона"),
    ("18 460 000 000", "13 920 000 000"),
    ("91 347 582 416,20", "47 216 093 851,64"),
    ("90 872 114 903,75", "46 988 301 277,09"),
    ("26-1184", "04-7731"),
    ("PXT-0417", "OZ-22961"),
    ("06.09.2022", "30.05.2023"),
    ("05.09.2027", "29.05.2028"),
    ("20.02.2025", "27.01.2025"),
    ("BALTIC LOOM TRADING OÜ", "DANUBE DAIRY IMPORT GMBH"),
    ("20208000705418265001", "20208000905663914001"),
    ("20214840905418265002", "20214840405663914002"),
    ("01947", "00873"),
    ("4 800 000 000", "2 150 000 000"),
    ("четыре миллиарда восемьсот миллионов", "два миллиарда сто пятьдесят миллионов"),
    ("to‘rt milliard sakkiz yuz million", "ikki milliard bir yuz ellik million"),
    ("2 880 000 000", "1 290 000 000"),
    ("1 200 000 000", "537 500 000"),
    ("720 000 000", "322 500 000"),
    ("4-1602-2403/118", "4-1011-2419/77"),
    ("SAVDO LOGISTIKA", "YETKAZIB BERISH"),
    ("12:07:04:02:03:0148", "10:03:11:01:02:0877"),
    ("GULISTON INVEST PLYUS", "OLTIN VODIY SARMOYA"),
    ("VODIY TRAST BANK", "TAYANCH BANK"),
    (
        "Приобретение кольцепрядильного оборудования и пополнение оборотных средств",
        "Закупка линии розлива и холодильного оборудования",
    ),
    (
        "Производственный комплекс прядильной фабрики с административным зданием",
        "Молочный завод с холодильным складом и гаражом",
    ),
)
WORDINGS = {
    "Полное наименование заёмщика": "Наименование заёмщика",
    "Запрашиваемая сумма кредита": "Сумма кредита",
    "Срок кредитования": "Срок кредита",
    "Процентная ставка": "Ставка по кредиту",
    "Цель кредита": "Целевое использование кредита",
    "Руководитель": "Генеральный директор",
    "Среднесписочная численность работников": "Численность работников",
    "Основной расчётный счёт": "Расчётный счёт",
    "Юридический адрес": "Место нахождения",
    "Ro‘yxatga olish raqami": "Davlat ro‘yxatidan o‘tkazish raqami",
    "Рўйхатга олиш рақами": "Реестр рақами",
    "Номер лицензии": "Лицензия №",
    "Дата выдачи лицензии": "Лицензия выдана",
    "Лицензирующий орган": "Орган, выдавший лицензию",
    "Рыночная стоимость объекта оценки": "Итоговая рыночная стоимость",
    "Просроченная задолженность": "Сумма просроченной задолженности",
    "Ma’lumotnoma raqami": "Ma’lumotnoma №",
}
HEADS = {
    "Участник": "Ф.И.О. (наименование) участника",
    "Доля, %": "Размер доли, %",
    "Сумма вклада, сум": "Взнос, сум",
    "Кредитор": "Банк-кредитор",
    "Номер и дата договора": "№ и дата договора",
    "Остаток долга, сум": "Остаток основного долга, сум",
    "Срок погашения": "Дата погашения",
    "Наименование лица": "Связанное лицо",
    "Характер связи": "Основание связи",
}


def write(folder: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, Path]:
    """The variant's documents and gold. Returns both paths; the modules are as before once ``monkeypatch`` is undone."""
    for module in (facts, places):
        _swap(module, monkeypatch)
    monkeypatch.setattr(facts, "TERM", "24")
    monkeypatch.setattr(facts, "TERM_WORDS", "двадцать четыре")
    monkeypatch.setattr(facts, "RATE", "26")
    monkeypatch.setattr(facts, "EMPLOYEES", "87")
    smaller = {year: _scaled(figures) for year, figures in facts.YEARS.items()}
    for module in (facts, answers, *_modules_with_years()):
        monkeypatch.setattr(module, "YEARS", smaller)
    monkeypatch.setattr(Paper, "form", _reworded_form(Paper.form))
    monkeypatch.setattr(Paper, "grid", _reworded_grid(Paper.grid))
    monkeypatch.setattr(gold_files, "resolve", _resolve_where_possible(gold_files.resolve))
    make.make(folder / "files")
    gold_files.write_gold(
        folder / "gold.json",
        case="another_borrower",
        template="credit_conclusion",
        files=folder / "files",
        fields=gold.fields(),
    )
    return folder / "files", folder / "gold.json"


def _swap(module: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in list(vars(module).items()):
        if name.isupper() and isinstance(value, str | tuple | list):
            monkeypatch.setattr(module, name, _swapped(value))


def _swapped(value: Any) -> Any:
    if isinstance(value, str):
        for old, new in SWAPS:
            value = value.replace(old, new)
        return value
    return type(value)(_swapped(part) for part in value) if isinstance(value, tuple | list) else value


def _scaled(figures: facts.Year) -> facts.Year:
    """A smaller company; every total is still a sum, but for the books' balance, which the cash takes up."""
    whole = {name: getattr(figures, name) * 37 // 53 for name in figures.__dataclass_fields__}
    scaled = replace(figures, **whole)
    return replace(scaled, cash=scaled.cash + scaled.equity + scaled.liabilities - scaled.assets)


def _modules_with_years() -> list[ModuleType]:
    from examples.credit_case import accounts, workbook

    return [accounts, workbook]


def _reworded_form(form: Callable[..., None]) -> Callable[..., None]:
    def reworded(paper: Paper, rows: Sequence[tuple[str, str]], **more: Any) -> None:
        form(paper, [(WORDINGS.get(label, label), text) for label, text in rows], **more)

    return reworded


def _reworded_grid(grid: Callable[..., None]) -> Callable[..., None]:
    def reworded(paper: Paper, head: Sequence[str], rows: Sequence[Sequence[str]], **more: Any) -> None:
        grid(paper, [HEADS.get(text, text) for text in head], rows, **more)

    return reworded


def _resolve_where_possible(resolve: Callable[..., list[dict[str, Any]]]) -> Callable[..., list[dict[str, Any]]]:
    """Places are looked up by wordings of the committed case; where those are gone, the file alone counts."""

    def tolerant(place: gold_files.Place, files: Path) -> list[dict[str, Any]]:
        try:
            return resolve(place, files)
        except LookupError:
            return [{"file": place.file, "page": None}]

    return tolerant
