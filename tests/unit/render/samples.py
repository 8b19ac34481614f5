# ruff: noqa: E501  - one finding a line reads better than six
"""An invented case: two PDFs, a workbook and a DOCX as pages in memory, a template, and findings about them."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path

import docx

from evidence.citations import Citation, Match
from evidence.fields import FieldType
from evidence.findings import (
    Computation,
    Finding,
    FoundValue,
    PartialEvidence,
    Producer,
    Row,
    SearchProof,
    Status,
    TypedValue,
)
from evidence.memory import MemoryPages
from evidence.pages import Block, Document, Origin, OriginKind, Page, PageKind, TableCell
from evidence.spans import Box, CharSpan, WordBox
from render import tags

NOW = datetime(2026, 3, 5, 10, 30, tzinfo=UTC)
PRODUCER = Producer(agent="agent.report.fill", model="labels", template="credit@1")

FIELDS = """\
id: credit
version: "3"
title: Кредитное заключение
languages: [ru, en]
subject: {names: [borrower], identifiers: [inn]}
sections: [Заёмщик, Финансы, Решение]
fields:
- {id: borrower, question: "Как называется заёмщик?", type: organisation, labels: [Заёмщик], section: Заёмщик}
- {id: inn, question: "Какой ИНН у заёмщика?", type: identifier, labels: [ИНН], section: Заёмщик, checks: [inn]}
- {id: registered, question: "Когда зарегистрирован?", type: date, labels: [Дата регистрации], section: Заёмщик}
- id: founders
  question: Кто учредители и каковы их доли?
  type: table
  labels: [Учредители]
  section: Заёмщик
  columns:
  - {id: name, labels: [Учредитель]}
  - {id: share, labels: [Доля], type: percent}
- {id: licences, question: "Какие есть лицензии?", type: text, list: true, labels: [Лицензии], section: Заёмщик}
- {id: revenue, question: "Какова выручка за 2025 год?", type: money, currency: UZS, labels: [Выручка], section: Финансы}
- {id: profit, question: "Какова чистая прибыль?", type: money, currency: UZS, labels: [Чистая прибыль], section: Финансы}
- id: margin
  question: Какова рентабельность продаж?
  type: percent
  labels: ["Рентабельность, %"]
  section: Финансы
  filled_by: computed
  formula: profit / revenue * 100
- {id: debt, question: "Какова задолженность по кредитам?", type: money, labels: [Задолженность], section: Финансы}
- id: pledge
  question: Что предложено в залог?
  type: long_text
  labels: [Залог]
  section: Финансы
  required: false
- id: recommendation
  question: Рекомендация
  type: long_text
  labels: [Рекомендация]
  section: Решение
  filled_by: analyst
"""

CHARTER = "УСТАВ\nООО «Навруз & Ко»\tИНН 301 234 567\nЗарегистрировано 14.02.2019\nУчредители: Алиев А. А. — 60 %; Каримова Б. <младшая> — 40 %"
SCAN = "СПРАВКА\nЗадолженность по кредитам 1 250 000 сум\nЗалог: здание склада,\nул. Садовая, {{ 12 }}"
LETTER = "Задолженность по кредитам 1 350 000 сум\nЛицензия № 77-А на перевозки\nЛицензия № 78-Б на хранение"
SHEET = "Показатель\t2025\nВыручка\t1234567.5\nЧистая прибыль\t98765.4"


def paragraph_text(paragraph: object) -> str:
    """As a person reads it: without the places where a line may break."""
    return tags.paragraph_text(paragraph).replace("\u200b", "")


_HEX = {"charter.pdf": "a", "scan.pdf": "b", "letter.docx": "c", "balance.xlsx": "d"}


def sha(name: str) -> str:
    return _HEX[name] * 64


def documents() -> tuple[Document, ...]:
    types = {"pdf": "application/pdf", "docx": "application/docx", "xlsx": "application/xlsx"}
    return tuple(
        Document(sha256=sha(name), name=name, media_type=types[name.rpartition(".")[2]], page_count=1) for name in _HEX
    )


def pages(changes: Mapping[str, str] | None = None) -> tuple[Page, ...]:
    """``changes``: file name to another text of its page."""
    texts = {"charter.pdf": CHARTER, "scan.pdf": SCAN, "letter.docx": LETTER, "balance.xlsx": SHEET, **(changes or {})}
    return (
        _lined("charter.pdf", texts["charter.pdf"], PageKind.TEXT, None),
        _lined("scan.pdf", texts["scan.pdf"], PageKind.SCAN, 87.0),
        _flow("letter.docx", texts["letter.docx"]),
        _sheet("balance.xlsx", texts["balance.xlsx"]),
    )


def source(changes: Mapping[str, str] | None = None) -> MemoryPages:
    return MemoryPages(documents(), pages(changes))


def cite(file: str, quote: str, *, context: str | None = None, match: Match = Match.EXACT) -> Citation:
    page = next(page for page in pages() if page.document == sha(file))
    start = page.text.index(quote)
    document = next(document for document in documents() if document.name == file)
    return Citation.of(document, page, CharSpan(start=start, end=start + len(quote)), context=context, match=match)


def value(kind: FieldType, text: str, normalised: str, *citations: int, unit: str | None = None) -> FoundValue:
    return FoundValue(
        value=TypedValue(type=kind, text=text, normalised=normalised, unit=unit), citations=citations or (0,)
    )


def found(field: str, values: Sequence[FoundValue], citations: Sequence[Citation], **more: object) -> Finding:
    return Finding(
        field=field, status=Status.FOUND, values=tuple(values), citations=tuple(citations), producer=PRODUCER, **more
    )


def findings() -> tuple[Finding, ...]:
    search = SearchProof(queries=("залог", "обеспечение по кредиту"), pages_read=4, pages_total=4, pages_unreadable=1)
    return (
        found("borrower", [value(FieldType.ORGANISATION, "ООО «Навруз & Ко»", "навруз & ко")], [cite("charter.pdf", "ООО «Навруз & Ко»")]),
        found("inn", [value(FieldType.IDENTIFIER, "301 234 567", "301234567")], [cite("charter.pdf", "ИНН 301 234 567")]),
        found("registered", [value(FieldType.DATE, "14.02.2019", "2019-02-14")], [cite("charter.pdf", "Зарегистрировано 14.02.2019")]),
        Finding(
            field="founders", status=Status.FOUND, producer=PRODUCER,
            citations=(cite("charter.pdf", "Алиев А. А. — 60 %"), cite("charter.pdf", "Каримова Б. <младшая>")),
            rows=(
                Row(cells={"name": value(FieldType.TEXT, "Алиев А. А.", "алиев а. а.", 0), "share": value(FieldType.PERCENT, "60 %", "60", 0)}),
                Row(cells={"name": value(FieldType.TEXT, "Каримова Б. <младшая>", "каримова б. <младшая>", 1), "share": None}),
            ),
        ),
        found(
            "licences",
            [value(FieldType.TEXT, "№ 77-А на перевозки", "№ 77-а", 0), value(FieldType.TEXT, "№ 78-Б на хранение", "№ 78-б", 1)],
            [cite("letter.docx", "Лицензия № 77-А на перевозки"), cite("letter.docx", "Лицензия № 78-Б на хранение")],
        ),
        found("revenue", [value(FieldType.MONEY, "1234567.5", "1234567.5", unit="UZS")], [cite("balance.xlsx", "1234567.5", context="Выручка / 2025")]),
        found("profit", [value(FieldType.MONEY, "98765.4", "98765.4", unit="UZS")], [cite("balance.xlsx", "98765.4", context="Чистая прибыль / 2025")]),
        found(
            "margin", [value(FieldType.PERCENT, "8", "8", 0, 1)],
            [cite("balance.xlsx", "98765.4"), cite("balance.xlsx", "1234567.5")],
            computation=Computation(formula="profit / revenue * 100", operands={"profit": "98765.4", "revenue": "1234567.5"}, rounding="округлено до целых"),
            cautions=("значение вычислено по сохранённому результату формулы",),
        ),
        Finding(
            field="debt", status=Status.CONFLICT, producer=PRODUCER, reason="два документа называют разные суммы",
            values=(value(FieldType.MONEY, "1 250 000 сум", "1250000", 0, unit="UZS"), value(FieldType.MONEY, "1 350 000 сум", "1350000", 1, unit="UZS")),
            citations=(cite("scan.pdf", "Задолженность по кредитам 1 250 000 сум", match=Match.OCR_NEAR), cite("letter.docx", "Задолженность по кредитам 1 350 000 сум")),
            search=SearchProof(queries=("задолженность",), pages_read=4, pages_total=4),
        ),
        Finding(
            field="pledge", status=Status.NOT_FOUND, producer=PRODUCER, reason="нет описания предмета залога", search=search,
            partial=(PartialEvidence(citation=cite("scan.pdf", "Залог: здание склада,\nул. Садовая, {{ 12 }}"), why_not="нет площади и кадастрового номера"),),
        ),
    )  # fmt: skip


def template_folder(folder: Path, *, with_docx: bool = True) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "fields.yaml").write_text(FIELDS, encoding="utf-8")
    if with_docx:
        write_docx(folder / "template.docx")
    return folder


def write_docx(path: Path) -> None:
    """A template as a person would make it in Word: a split tag, a table, a list, a header."""
    document = docx.Document()
    document.sections[0].header.paragraphs[0].text = "Дело {{ case.title }} — {{ borrower }}"
    document.add_heading("Кредитное заключение", level=1)
    document.add_paragraph("Дата: {{ report.date }}. {{ report.counts }}")
    split = document.add_paragraph("Заёмщик ")
    for piece in ("{{ bor", "row", "er }}"):
        split.add_run(piece).bold = True
    split.add_run(", ИНН {{ inn }}, зарегистрирован {{ registered }}.")
    table = document.add_table(rows=2, cols=3, style="Table Grid")
    for cell, text in zip(table.rows[0].cells, ("№", "Учредитель", "Доля"), strict=True):
        cell.text = text
    for cell, text in zip(
        table.rows[1].cells, ("{{ founders.row }}", "{{ founders.name }}", "{{ founders.share }}"), strict=True
    ):
        cell.text = text
    document.add_paragraph("{{ licences }}", style="List Bullet")
    pairs = document.add_table(rows=0, cols=2, style="Table Grid")
    for field in ("revenue", "profit", "margin", "debt", "pledge"):
        label, cell = pairs.add_row().cells
        label.text, cell.text = field, f"{{{{ {field} }}}}"
    document.add_heading("Решение", level=1)
    document.add_paragraph("{{ Рекомендация }}")
    document.save(str(path))


def _lined(name: str, text: str, kind: PageKind, confidence: float | None) -> Page:
    origin = Origin(kind=OriginKind.OCR, engine="tesseract 5") if confidence is not None else Origin()
    blocks, words, at = [], [], 0
    for number, line in enumerate(text.split("\n")):
        top = 72 + 16 * number
        blocks.append(
            Block(
                span=CharSpan(start=at, end=at + len(line)), role="line", origin=origin, box=Box(72, top, 500, top + 12)
            )
        )
        words.append(WordBox(at, at + len(line), Box(72, top, 500, top + 12.3456), confidence))
        at += len(line) + 1
    return Page(
        document=sha(name),
        number=1,
        kind=kind,
        text=text,
        blocks=tuple(blocks),
        words=tuple(words),
        width=595,
        height=842,
        language="ru",
    )


def _flow(name: str, text: str) -> Page:
    blocks, at = [], 0
    for number, line in enumerate(text.split("\n"), 1):
        blocks.append(
            Block(span=CharSpan(start=at, end=at + len(line)), path=f"body/p[{number}]", heading="Письмо банка")
        )
        at += len(line) + 1
    return Page(document=sha(name), number=1, kind=PageKind.FLOW, text=text, blocks=tuple(blocks), language="ru")


def _sheet(name: str, text: str) -> Page:
    blocks, at = [], 0
    for row, line in enumerate(text.split("\n")):
        for column, part in enumerate(line.split("\t")):
            cell = TableCell(table=0, row=row, column=column, a1=f"{'AB'[column]}{row + 1}")
            blocks.append(Block(span=CharSpan(start=at, end=at + len(part)), role="cell", cell=cell))
            at += len(part) + 1
    return Page(
        document=sha(name),
        number=1,
        kind=PageKind.SHEET,
        text=text,
        blocks=tuple(blocks),
        label="Баланс",
        language="ru",
    )
