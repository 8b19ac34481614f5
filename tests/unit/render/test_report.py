# ruff: noqa: E501  - one case a line reads better than six
import copy
import re
import zipfile
from datetime import timedelta
from pathlib import Path

import docx
import pytest
from docx.oxml import OxmlElement, parse_xml
from docx.oxml.ns import qn

import render.report
from evidence.errors import InputRefused, ReportNotWritten, StoreUnavailable, TemplateInvalid
from evidence.fields import FieldType, ReportTemplate
from evidence.findings import Finding, ReviewState, Row, Status
from render.body import read_controls
from render.package import Package
from render.report import RenderResult, render_report
from render.tags import P
from render.template import load_template
from tests.unit.render import samples
from tests.unit.render.samples import paragraph_text

W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"


def write(template: ReportTemplate, findings: tuple[Finding, ...], out: Path, **more: object) -> RenderResult:
    given = {"case_id": "c1", "case_title": "Навруз <тест> & Ко", "documents": samples.documents(), "now": samples.NOW}
    return render_report(template, findings, out=out, **{**given, **more})


@pytest.fixture
def template(tmp_path: Path) -> ReportTemplate:
    return load_template(samples.template_folder(tmp_path / "credit"))


def read(path: Path) -> list[str]:
    """Every paragraph of every part, body first."""
    package = Package(path.read_bytes(), name=path.name)
    return [paragraph_text(p) for story in package.stories for p in story.root.iter(P)]


def text(path: Path) -> str:
    return "\n".join(read(path))


def one_field(tmp_path: Path, kind: str, finding: Finding, *paragraphs: str, more: str = "") -> Path:
    """A report of one field ``x`` in a template of these paragraphs."""
    folder = tmp_path / "one"
    folder.mkdir(exist_ok=True)
    (folder / "fields.yaml").write_text(
        f"id: t\ntitle: T\nlanguages: [ru]\nfields:\n- {{id: x, question: q, labels: [X], type: {kind}{more}}}\n",
        encoding="utf-8",
    )
    document = docx.Document()
    for words in paragraphs or ("{{ x }}",):
        document.add_paragraph(words)
    document.save(str(folder / "template.docx"))
    out = tmp_path / "out.docx"
    write(load_template(folder), (finding,), out)
    return out


def quoting(quote: str, shown: str | None = None) -> Finding:
    """A finding whose page reads exactly the quote."""
    from evidence.citations import Citation
    from evidence.pages import Page, PageKind
    from evidence.spans import CharSpan

    page = Page(document=samples.sha("charter.pdf"), number=1, kind=PageKind.TEXT, text=quote)
    citation = Citation.of(samples.documents()[0], page, CharSpan(start=0, end=len(quote)))
    return samples.found("x", [samples.value(FieldType.TEXT, shown or quote, shown or quote)], [citation])


def test_values_stand_where_their_tags_stood(template: ReportTemplate, tmp_path: Path) -> None:
    result = write(template, samples.findings(), tmp_path / "out.docx", source=samples.source())
    said = read(tmp_path / "out.docx")
    assert "Заёмщик ООО «Навруз & Ко»[1], ИНН 301 234 567[2], зарегистрирован 14.02.2019[3]." in said
    assert "Дело Навруз <тест> & Ко — ООО «Навруз & Ко»[1]" in said
    assert "Дата: 5 марта 2026 года. полей: 11 · заполнено: 8 · требуют проверки: 4" in said
    assert "№ 77-А на перевозки[6]" in said and "№ 78-Б на хранение[7]" in said
    assert "1\u00a0234\u00a0567,5[8]" in said
    assert result.needs_verification == ("founders", "debt", "pledge", "recommendation")
    assert not any("{{" in paragraph and "12" not in paragraph for paragraph in said)


def test_a_row_repeats_and_an_open_cell_is_marked(template: ReportTemplate, tmp_path: Path) -> None:
    write(template, samples.findings(), tmp_path / "out.docx")
    table = docx.Document(str(tmp_path / "out.docx")).tables[0]
    rows = [[" ".join(paragraph_text(p) for p in cell._tc.iter(P)) for cell in row.cells] for row in table.rows]
    assert rows == [
        ["№", "Учредитель", "Доля"],
        ["1", "Алиев А. А.[4]", "60 %[4]"],
        ["2", "Каримова Б. <младшая>[5]", "⚑ № 1"],
    ]


def test_every_slot_without_a_value_is_a_mark_that_leads_to_its_entry(template: ReportTemplate, tmp_path: Path) -> None:
    result = write(template, samples.findings(), tmp_path / "out.docx")
    package = Package((tmp_path / "out.docx").read_bytes(), name="out")
    root = package.stories[0].root
    marks = {slot.text for field in result.trace.fields for slot in field.slots if slot.kind == "mark"}
    assert marks == {"⚑ № 1", "⚑ требует проверки № 2", "⚑ требует проверки № 3", "✎ заполняет аналитик, № 4"}
    links = {link.get(qn("w:anchor")) for link in root.iter(qn("w:hyperlink"))}
    names = [mark.get(qn("w:name")) for story in package.stories for mark in story.root.iter(qn("w:bookmarkStart"))]
    assert links <= set(names) and len(names) == len(set(names))
    assert {f"_Lastro_n{number}" for number in range(1, 5)} <= links


def test_the_open_questions_say_why_and_what_was_searched(template: ReportTemplate, tmp_path: Path) -> None:
    write(template, samples.findings(), tmp_path / "out.docx")
    said = text(tmp_path / "out.docx")
    for words in (
        "№ 2 · Задолженность — документы расходятся", "Причина: два документа называют разные суммы",
        "1 250 000 сум", "1 350 000 сум", "scan.pdf, стр.\u00a01", "letter.docx, абзац 1, раздел «Письмо банка»",
        "№ 3 · Залог — не найдено в документах (необязательное)", "нет площади и кадастрового номера",
        "прочитано страниц: 4 из 4 (100\u00a0%); нечитаемых страниц: 1; запросы: “залог”, “обеспечение по кредиту”",
        "Не заполнено: строка 2, «Доля»: в документах не указано",
    ):  # fmt: skip
        assert words in said, words


def test_the_appendix_names_file_place_quote_and_check(template: ReportTemplate, tmp_path: Path) -> None:
    write(template, samples.findings(), tmp_path / "out.docx")
    said = text(tmp_path / "out.docx")
    for words in (
        "Приложение. Источники", "ИНН 301 234 567", "лист «Баланс», ячейка B2", "Выручка / 2025", "дословно",
        "sha256 aaaaaaaaaa", "profit / revenue * 100", "revenue = 1234567.5", "округлено до целых",
        "значение вычислено по сохранённому результату формулы", "a" * 64,
    ):  # fmt: skip
        assert words in said, words


@pytest.mark.parametrize(
    "quote",
    ["ROE < 5 % & <select>", "A & B", "{{ inn }} {% if %} }}", "первая\nвторая & третья", "tab\tтабуляция", "  края  x", "«ё» oʻ ﬁ", "a\r\nb"],
)  # fmt: skip
def test_text_is_never_markup_and_never_read_again(tmp_path: Path, quote: str) -> None:
    out = one_field(tmp_path, "text", quoting(quote), "Ценa: {{ x }}; & <b>")
    controls = read_controls(Package(out.read_bytes(), name="out"))
    plain = quote.replace("\r\n", "\n")
    assert [held for tag, held in controls.items()] == [plain, plain]
    assert any(held.startswith("Ценa: ") and held.endswith("; & <b>") for held in read(out))


def test_text_is_escaped_in_headers_tables_and_properties_too(template: ReportTemplate, tmp_path: Path) -> None:
    write(template, samples.findings(), tmp_path / "out.docx", case_title="<select> & {{ inn }}")
    document = docx.Document(str(tmp_path / "out.docx"))
    assert "<select> & {{ inn }}" in document.sections[0].header.paragraphs[0].text
    assert document.core_properties.title == "Кредитное заключение — <select> & {{ inn }}"


def test_a_line_end_is_a_break(tmp_path: Path) -> None:
    out = one_field(tmp_path, "text", quoting("улица\nдом & двор"))
    body = docx.Document(str(out)).element.body
    assert len(list(body.iter(qn("w:br")))) == 2  # the value and its quote


@pytest.mark.parametrize("bad", ["\x00", "\x0b", "\uffff", "\ufffe"])
def test_what_xml_cannot_hold_is_left_out_and_noted_by_field(tmp_path: Path, bad: str) -> None:
    folder = samples.template_folder(tmp_path / "t")
    finding = quoting(f"до{bad}после").model_copy(update={"field": "borrower"})
    result = write(load_template(folder), (finding,), tmp_path / "out.docx")
    assert f"field 'borrower': characters that a report cannot hold were left out: U+{ord(bad):04X}" in result.notes
    assert "опущены знаки: U+" in text(tmp_path / "out.docx")
    assert result.trace.field("borrower").citations[0].quote == f"до{bad}после"


def test_a_broken_character_keeps_the_value_out_and_the_report_whole(tmp_path: Path) -> None:
    good = quoting("слово")
    citation = good.citations[0].model_copy(update={"quote": "сло\ud800о"})
    broken = good.model_copy(update={"citations": (citation,)})
    out = one_field(tmp_path, "text", broken)
    assert "в цитате повреждённые знаки" in text(out)


def test_formatting_of_the_tag_is_kept(template: ReportTemplate, tmp_path: Path) -> None:
    write(template, samples.findings(), tmp_path / "out.docx")
    body = docx.Document(str(tmp_path / "out.docx")).element.body
    bold = [
        t.text
        for t in body.iter(qn("w:t"))
        if t.text == "ООО «Навруз & Ко»" and t.getparent().find(f"{{{W}}}rPr/{{{W}}}b") is not None
    ]
    assert len(bold) == 1


def test_a_list_in_a_sentence_is_joined_and_alone_gets_paragraphs(tmp_path: Path) -> None:
    finding = next(f for f in samples.findings() if f.field == "licences").model_copy(update={"field": "x"})
    out = one_field(tmp_path, "text", finding, "Лицензии: {{ x }}.", "{{ x }}", more=", list: true")
    said = read(out)[:3]
    assert said == [
        "Лицензии: № 77-А на перевозки[1]; № 78-Б на хранение[2].", "№ 77-А на перевозки[1]", "№ 78-Б на хранение[2]",
    ]  # fmt: skip


def test_a_list_repeats_a_row(tmp_path: Path, template: ReportTemplate) -> None:
    folder = samples.template_folder(tmp_path / "rows")
    document = docx.Document()
    row = document.add_table(rows=1, cols=2).rows[0]
    row.cells[0].text, row.cells[1].text = "{{ licences.row }}", "{{ licences.item }}"
    document.save(str(folder / "template.docx"))
    write(load_template(folder), samples.findings(), tmp_path / "out.docx")
    cells = [
        [paragraph_text(cell.paragraphs[0]._p) for cell in r.cells]
        for r in docx.Document(str(tmp_path / "out.docx")).tables[0].rows
    ]
    assert cells == [["1", "№ 77-А на перевозки[1]"], ["2", "№ 78-Б на хранение[2]"]]


def test_a_whole_table_is_laid_out_where_its_tag_stands_alone(tmp_path: Path, template: ReportTemplate) -> None:
    folder = samples.template_folder(tmp_path / "whole")
    document = docx.Document()
    document.add_paragraph("{{ founders }}")
    document.save(str(folder / "template.docx"))
    write(load_template(folder), samples.findings(), tmp_path / "out.docx")
    table = docx.Document(str(tmp_path / "out.docx")).tables[0]
    assert [[paragraph_text(cell.paragraphs[0]._p) for cell in r.cells] for r in table.rows][1] == [
        "Алиев А. А.[1]",
        "60 %[1]",
    ]


def test_a_held_table_keeps_one_row_with_one_mark(template: ReportTemplate, tmp_path: Path) -> None:
    findings = tuple(f for f in samples.findings() if f.field != "founders")
    write(template, findings, tmp_path / "out.docx")
    table = docx.Document(str(tmp_path / "out.docx")).tables[0]
    assert [paragraph_text(cell.paragraphs[0]._p) for cell in table.rows[1].cells] == [
        "—",
        "⚑ требует проверки № 1",
        "—",
    ]


def test_a_wanted_row_that_is_missing_is_shown_as_open(tmp_path: Path) -> None:
    fields = samples.FIELDS.replace(
        "  labels: [Учредители]\n", "  labels: [Учредители]\n  rows: ['Алиев А. А.', 'Турсунов В.']\n"
    )
    folder = samples.template_folder(tmp_path / "t")
    (folder / "fields.yaml").write_text(fields, encoding="utf-8")
    write(load_template(folder), samples.findings(), tmp_path / "out.docx")
    table = docx.Document(str(tmp_path / "out.docx")).tables[0]
    assert [paragraph_text(cell.paragraphs[0]._p) for cell in table.rows[3].cells] == [
        "3",
        "Турсунов В. ⚑ № 1",
        "⚑ № 1",
    ]
    assert "строка «Турсунов В.»: в документах такой строки нет" in text(tmp_path / "out.docx")


def test_two_hundred_rows_keep_their_order(template: ReportTemplate, tmp_path: Path) -> None:
    base = next(f for f in samples.findings() if f.field == "founders")
    rows = tuple(
        Row(cells={"name": samples.value(FieldType.TEXT, f"Алиев А. А. {n}", f"{n}", 0), "share": None})
        for n in range(200)
    )
    findings = (*samples.findings(), base.model_copy(update={"rows": rows}))
    write(template, findings, tmp_path / "out.docx")
    table = docx.Document(str(tmp_path / "out.docx")).tables[0]
    assert len(table.rows) == 201
    assert [paragraph_text(row.cells[1].paragraphs[0]._p) for row in table.rows[1:]] == [
        f"Алиев А. А. {n}[4]" for n in range(200)
    ]


def add_text_box(document: docx.document.Document, tag: str) -> None:
    drawing = f"""<w:r xmlns:w="{W}" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"
      xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"
      xmlns:v="urn:schemas-microsoft-com:vml"><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><wps:wsp>
      <wps:txbx><w:txbxContent><w:p><w:r><w:t>Box: {tag}</w:t></w:r></w:p></w:txbxContent></wps:txbx></wps:wsp></w:drawing>
      </mc:Choice><mc:Fallback><w:pict><v:textbox><w:txbxContent><w:p><w:r><w:t>Box: {tag}</w:t></w:r></w:p>
      </w:txbxContent></v:textbox></w:pict></mc:Fallback></mc:AlternateContent></w:r>"""
    document.add_paragraph("Before ")._p.append(parse_xml(drawing))


def test_a_text_box_and_its_copy_for_old_versions_are_filled(tmp_path: Path, template: ReportTemplate) -> None:
    folder = samples.template_folder(tmp_path / "box")
    document = docx.Document()
    add_text_box(document, "{{ inn }}")
    document.save(str(folder / "template.docx"))
    result = write(load_template(folder), samples.findings(), tmp_path / "out.docx")
    said = read(tmp_path / "out.docx")
    assert said[:3] == ["Before ", "Box: 301 234 567[1]", "Box: 301 234 567"]
    assert len(result.trace.field("inn").slots) == 1


def test_footnotes_are_filled(tmp_path: Path, template: ReportTemplate) -> None:
    folder = samples.template_folder(tmp_path / "notes")
    document = docx.Document()
    document.add_paragraph("Text")
    from docx.opc.packuri import PackURI
    from docx.opc.part import Part

    notes = f'<w:footnotes xmlns:w="{W}"><w:footnote w:id="1"><w:p><w:r><w:t>See {{{{ inn }}}}</w:t></w:r></w:p></w:footnote></w:footnotes>'
    kind = "application/vnd.openxmlformats-officedocument.wordprocessingml.footnotes+xml"
    part = Part(PackURI("/word/footnotes.xml"), kind, notes.encode(), document.part.package)
    document.part.relate_to(part, "http://schemas.openxmlformats.org/officeDocument/2006/relationships/footnotes")
    document.save(str(folder / "template.docx"))
    write(load_template(folder), samples.findings(), tmp_path / "out.docx")
    assert "See 301 234 567[1]" in read(tmp_path / "out.docx")


@pytest.mark.parametrize("level", ["run", "block", "cell"])
def test_a_content_control_is_filled_and_its_placeholder_goes(
    tmp_path: Path, template: ReportTemplate, level: str
) -> None:
    folder = samples.template_folder(tmp_path / "controls")
    document = docx.Document()
    head = '<w:sdtPr><w:alias w:val="x"/><w:tag w:val="inn"/><w:showingPlcHdr/><w:dropDownList/><w:dataBinding w:xpath="/a" w:storeItemID="b"/></w:sdtPr>'
    run = '<w:r><w:rPr><w:rStyle w:val="PlaceholderText"/><w:b/></w:rPr><w:t>Click here</w:t></w:r>'
    inside = {"run": run, "block": f"<w:p>{run}</w:p><w:p/>", "cell": f"<w:tc><w:p>{run}</w:p></w:tc>"}[level]
    sdt = parse_xml(f'<w:sdt xmlns:w="{W}">{head}<w:sdtContent>{inside}</w:sdtContent></w:sdt>')
    if level == "run":
        document.add_paragraph("ИНН ")._p.append(sdt)
    elif level == "block":
        document.element.body.insert(0, sdt)
    else:
        document.add_table(rows=1, cols=1).rows[0]._tr.append(sdt)
    document.save(str(folder / "template.docx"))
    write(load_template(folder), samples.findings(), tmp_path / "out.docx")
    said = text(tmp_path / "out.docx")
    assert "301 234 567[1]" in said and "Click here" not in said
    content = zipfile.ZipFile(tmp_path / "out.docx").read("word/document.xml").decode()
    assert not re.search("showingPlcHdr|dropDownList|dataBinding|PlaceholderText", content)


def test_a_value_inside_a_link_keeps_its_references_outside(tmp_path: Path, template: ReportTemplate) -> None:
    folder = samples.template_folder(tmp_path / "link")
    document = docx.Document()
    paragraph = document.add_paragraph("")
    link = OxmlElement("w:hyperlink")
    link.append(copy.deepcopy(paragraph.add_run("{{ inn }} и {{ debt }}")._r))
    paragraph._p.remove(paragraph.runs[0]._r)
    paragraph._p.append(link)
    document.save(str(folder / "template.docx"))
    write(load_template(folder), samples.findings(), tmp_path / "out.docx")
    body = docx.Document(str(tmp_path / "out.docx")).element.body
    assert not any(True for held in body.iter(qn("w:hyperlink")) for _ in held.iterancestors(qn("w:hyperlink")))
    assert "301 234 567 и ⚑ требует проверки № 1[1]" in text(tmp_path / "out.docx")


def test_sections_go_where_the_template_wants_them(tmp_path: Path, template: ReportTemplate) -> None:
    folder = samples.template_folder(tmp_path / "order")
    document = docx.Document()
    for words in ("{{ report.sources }}", "{{ report.needs_verification }}", "Конец {{ inn }}"):
        document.add_paragraph(words)
    document.save(str(folder / "template.docx"))
    write(load_template(folder), samples.findings(), tmp_path / "out.docx")
    said = [
        words
        for words in read(tmp_path / "out.docx")
        if words in ("Приложение. Источники", "Требует проверки") or words.startswith("Конец")
    ]
    assert said == ["Приложение. Источники", "Требует проверки", "Конец 301 234 567[1]"]


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("pt", "Requer verificação"),
        ("en", "Needs verification"),
        ("uz-Cyrl", "Текшириш талаб этилади"),
        ("uz", "Tekshirish talab etiladi"),
    ],
)
def test_the_report_speaks_the_readers_language(
    template: ReportTemplate, tmp_path: Path, language: str, words: str
) -> None:
    write(template, samples.findings(), tmp_path / "out.docx", language=language)
    assert words in read(tmp_path / "out.docx")


def test_a_template_without_layout_gets_a_plain_report(tmp_path: Path) -> None:
    template = load_template(samples.template_folder(tmp_path / "plain", with_docx=False))
    write(template, samples.findings(), tmp_path / "out.docx")
    said = read(tmp_path / "out.docx")
    assert (
        said[0] == "Кредитное заключение"
        and "Дело: Навруз <тест> & Ко (c1)\n5 марта 2026 года · полей: 11 · заполнено: 8 · требуют проверки: 4" in said
    )
    assert [words for words in said if words in ("Заёмщик", "Финансы", "Решение")].count("Финансы") == 1
    assert "301 234 567[2]" in said and "Алиев А. А.[4]" in said


@pytest.mark.parametrize("state", [ReviewState.APPROVED, ReviewState.EDITED])
def test_a_person_can_let_a_value_in(template: ReportTemplate, tmp_path: Path, state: ReviewState) -> None:
    debt = next(f for f in samples.findings() if f.field == "debt")
    chosen = debt.model_copy(update={"status": Status.FOUND, "values": debt.values[:1], "review": state})
    result = write(template, (*samples.findings(), chosen), tmp_path / "out.docx")
    assert "debt" in result.filled and "1 250 000 сум[10]" in text(tmp_path / "out.docx")


def test_a_person_can_keep_a_value_out(template: ReportTemplate, tmp_path: Path) -> None:
    inn = next(f for f in samples.findings() if f.field == "inn").model_copy(update={"review": ReviewState.REJECTED})
    result = write(template, (*samples.findings(), inn), tmp_path / "out.docx")
    assert "inn" in result.needs_verification
    assert "ИНН — отклонено проверяющим" in text(tmp_path / "out.docx")


def test_an_agent_never_fills_what_is_the_analysts(template: ReportTemplate, tmp_path: Path) -> None:
    said = samples.found(
        "recommendation", [samples.value(FieldType.LONG_TEXT, "УСТАВ", "устав")], [samples.cite("charter.pdf", "УСТАВ")]
    )
    result = write(template, (*samples.findings(), said), tmp_path / "out.docx")
    assert "recommendation" in result.needs_verification and "УСТАВ[" not in text(tmp_path / "out.docx")
    approved = write(
        template, (*samples.findings(), said.model_copy(update={"review": ReviewState.APPROVED})), tmp_path / "out.docx"
    )
    assert "recommendation" in approved.filled


def test_a_quote_that_no_longer_stands_keeps_its_value_out(template: ReportTemplate, tmp_path: Path) -> None:
    changed = samples.source({"charter.pdf": samples.CHARTER.replace("301", "302")})
    result = write(template, samples.findings(), tmp_path / "out.docx", source=changed)
    assert "inn" in result.needs_verification and "borrower" in result.filled
    assert "цитаты больше нет в файле charter.pdf" in text(tmp_path / "out.docx")
    field = result.trace.field("inn")
    assert field.status is Status.FAILED and field.value is None and not field.in_report


def test_a_value_without_a_place_is_noted(tmp_path: Path, template: ReportTemplate) -> None:
    folder = samples.template_folder(tmp_path / "short")
    document = docx.Document()
    document.add_paragraph("{{ inn }}")
    document.save(str(folder / "template.docx"))
    result = write(load_template(folder), samples.findings(), tmp_path / "out.docx")
    assert any("'borrower' has a value and no place in the template" in note for note in result.notes)
    assert "debt" in result.needs_verification


def test_findings_of_another_template_are_refused(template: ReportTemplate, tmp_path: Path) -> None:
    stranger = samples.findings()[0].model_copy(update={"field": "colour"})
    with pytest.raises(InputRefused, match="'colour'"):
        write(template, (stranger,), tmp_path / "out.docx")


def test_nothing_is_left_of_a_report_that_does_not_read_back(
    template: ReportTemplate, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "reports" / "out.docx"
    out.parent.mkdir()
    out.write_bytes(b"the old report")
    monkeypatch.setattr(render.report, "read_controls", lambda package: {})
    with pytest.raises(ReportNotWritten, match="nothing was written"):
        write(template, samples.findings(), out)
    assert [file.name for file in out.parent.iterdir()] == ["out.docx"] and out.read_bytes() == b"the old report"


def test_a_full_disk_leaves_the_old_report(
    template: ReportTemplate, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "reports" / "out.docx"

    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(render.report.os, "fsync", full)
    with pytest.raises(StoreUnavailable, match="the disk is full; free some space"):
        write(template, samples.findings(), out)
    assert list(out.parent.iterdir()) == []


def test_the_same_findings_and_day_give_the_same_bytes(template: ReportTemplate, tmp_path: Path) -> None:
    first = write(template, samples.findings(), tmp_path / "a.docx").sha256
    assert write(template, samples.findings(), tmp_path / "b.docx").sha256 == first
    assert write(template, samples.findings(), tmp_path / "c.docx", now=samples.NOW + timedelta(days=1)).sha256 != first


def test_a_finished_report_is_no_template(template: ReportTemplate, tmp_path: Path) -> None:
    write(template, samples.findings(), tmp_path / "out.docx")
    again = template.model_copy(update={"docx": str(tmp_path / "out.docx")})
    with pytest.raises(TemplateInvalid, match="finished report"):
        write(again, samples.findings(), tmp_path / "twice.docx")
    with pytest.raises(TemplateInvalid, match="finished report"):
        load_template(tmp_path / "out.docx")
