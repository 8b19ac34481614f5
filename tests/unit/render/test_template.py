from pathlib import Path

import docx
import pytest
from docx.oxml import OxmlElement
from docx.oxml.ns import qn

from evidence.errors import TemplateInvalid
from evidence.fields import FieldType
from render.template import Severity, lint_template, load_template
from tests.unit.render import samples


def write(path: Path, *paragraphs: str) -> Path:
    document = docx.Document()
    for text in paragraphs:
        document.add_paragraph(text)
    document.save(str(path))
    return path


def content_control(tag: str | None, alias: str | None, text: str = "Click") -> object:
    sdt, properties, content = OxmlElement("w:sdt"), OxmlElement("w:sdtPr"), OxmlElement("w:sdtContent")
    for name, value in (("w:alias", alias), ("w:tag", tag)):
        if value:
            held = OxmlElement(name)
            held.set(qn("w:val"), value)
            properties.append(held)
    run, words = OxmlElement("w:r"), OxmlElement("w:t")
    words.text = text
    run.append(words)
    content.append(run)
    sdt.append(properties)
    sdt.append(content)
    return sdt


def test_a_folder_gives_fields_and_layout(tmp_path: Path) -> None:
    template = load_template(samples.template_folder(tmp_path / "credit"))
    assert template.id == "credit" and template.version == "3" and template.language == "ru"
    assert template.docx == str(tmp_path / "credit" / "template.docx")
    assert [field.id for field in template.fields][:2] == ["borrower", "inn"]


def test_either_file_of_a_folder_means_the_folder(tmp_path: Path) -> None:
    folder = samples.template_folder(tmp_path / "credit")
    loaded = [load_template(folder), load_template(folder / "template.docx"), load_template(folder / "fields.yaml")]
    assert loaded[0] == loaded[1] == loaded[2]


def test_a_fields_file_alone_has_no_layout(tmp_path: Path) -> None:
    template = load_template(samples.template_folder(tmp_path / "credit", with_docx=False) / "fields.yaml")
    assert template.docx is None and len(template.fields) == 11


def test_the_hash_changes_with_either_file(tmp_path: Path) -> None:
    folder = samples.template_folder(tmp_path / "credit")
    first = load_template(folder).sha256
    (folder / "fields.yaml").write_text(samples.FIELDS.replace("Выручка", "Оборот"), encoding="utf-8")
    second = load_template(folder).sha256
    write(folder / "template.docx", "{{ inn }}")
    assert len({first, second, load_template(folder).sha256}) == 3


def test_a_docx_alone_gives_its_tags_as_fields(tmp_path: Path) -> None:
    path = tmp_path / "letter.docx"
    document = docx.Document()
    document.styles.element.find(".//" + qn("w:lang")).set(qn("w:val"), "pt-BR")
    document.add_heading("Carta", level=1)
    document.add_paragraph("CPF: {{ cpf : identifier }}; prazo {{ term : text : Qual é o prazo? }}")
    document.add_paragraph("{{ parties : organisation list }} {{ case.title }}")
    table = document.add_table(rows=2, cols=3)
    for cell, text in zip(table.rows[0].cells, ("№", "Sócio", "Quota"), strict=True):
        cell.text = text
    for cell, text in zip(
        table.rows[1].cells,
        ("{{ owners.row }}", "{{ owners.name : person }}", "{{ owners.share : percent }}"),
        strict=True,
    ):
        cell.text = text
    pairs = document.add_table(rows=2, cols=2)
    for row, (label, tag) in zip(
        pairs.rows, (("Nome", "{{ client.name }}"), ("Data:", "{{ client.born : date }}")), strict=True
    ):
        row.cells[0].text, row.cells[1].text = label, tag
    document.save(str(path))
    template = load_template(path)
    assert (template.id, template.title, template.languages) == ("letter", "Carta", ("pt",))
    by_id = {field.id: field for field in template.fields}
    assert list(by_id) == ["cpf", "term", "parties", "owners", "client.name", "client.born"]
    assert (by_id["cpf"].type, by_id["cpf"].labels) == (FieldType.IDENTIFIER, ("CPF",))
    assert by_id["term"].question == "Qual é o prazo?" and by_id["parties"].list
    assert [(c.id, c.type, c.labels) for c in by_id["owners"].columns] == [
        ("name", FieldType.PERSON, ("Sócio",)),
        ("share", FieldType.PERCENT, ("Quota",)),
    ]
    assert by_id["client.born"].labels == ("Data",) and by_id["client.born"].type is FieldType.DATE


def test_content_controls_and_labels_become_fields(tmp_path: Path) -> None:
    path = tmp_path / "form.docx"
    document = docx.Document()
    document.add_paragraph("ИНН: ")._p.append(content_control("inn", "ИНН клиента"))
    document.add_paragraph()._p.append(content_control(None, "Дата рождения"))
    document.add_paragraph("{{ Город }}")
    document.save(str(path))
    fields = load_template(path).fields
    assert (fields[0].id, fields[0].labels) == ("inn", ("ИНН клиента",))
    assert fields[1].labels == ("Дата рождения",) and fields[1].id.startswith("f_")
    assert fields[2].question == "Город"


@pytest.mark.parametrize(
    ("tags", "said"),
    [
        (["no tag here"], "holds no tag"),
        (["{{ a : identifer }}"], "did you mean 'identifier'"),
        (["{{ a : date }} {{ a : money }}"], "keep one type"),
        (["{{ case.titel }}"], "did you mean 'case.title'"),
        (["{{ a : choice }}"], "type 'choice' is not known here"),
    ],
)
def test_a_docx_alone_says_what_is_wrong_with_its_tags(tmp_path: Path, tags: list[str], said: str) -> None:
    with pytest.raises(TemplateInvalid, match=said):
        load_template(write(tmp_path / "t.docx", *tags))


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("t.docx", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1rest", "old Word file or has a password"),
        ("t.docx", b"not a zip", "cannot be opened as a DOCX"),
        ("t.docx", b"PK\x05\x06" + b"\0" * 18, "cannot be opened as a DOCX"),
        ("t.pdf", b"%PDF", "neither a .docx nor a .yaml"),
        ("t.yaml", b"id: [", "not valid YAML"),
    ],
)
def test_what_is_no_template_is_refused_with_what_to_do(tmp_path: Path, name: str, content: bytes, said: str) -> None:
    (tmp_path / name).write_bytes(content)
    with pytest.raises(TemplateInvalid, match=said):
        load_template(tmp_path / name)


def test_a_missing_or_empty_place_is_named(tmp_path: Path) -> None:
    with pytest.raises(TemplateInvalid, match="no template"):
        load_template(tmp_path / "nowhere")
    with pytest.raises(TemplateInvalid, match=r"neither fields\.yaml nor template\.docx"):
        load_template(tmp_path)
    for name in ("a.docx", "b.docx"):
        write(tmp_path / name, "{{ x }}")
    with pytest.raises(TemplateInvalid, match=r"several DOCX \(a.docx, b.docx\)"):
        load_template(tmp_path)


def lint(tmp_path: Path, *paragraphs: str, fields: str = samples.FIELDS) -> list[str]:
    folder = tmp_path / "t"
    folder.mkdir()
    (folder / "fields.yaml").write_text(fields, encoding="utf-8")
    write(folder / "template.docx", *paragraphs)
    return [str(issue) for issue in lint_template(folder) if issue.severity is Severity.ERROR]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{{ borower }}", "no field is called 'borower'; did you mean 'borrower'?"),
        ("{{ founders.nmae }}", "table 'founders' has no column 'nmae'; did you mean 'name'?"),
        ("{{ founders.name }}", "needs a table row"),
        ("Our founders: {{ founders }}", "give it a paragraph of its own"),
        ("{{ inn.item }}", "'inn' is no table"),
        ("{{ licences.name }}", "'licences' is a list"),
        ("{{ inn : identifier }}", "types stand there only"),
        ("{{ inn }", "braces that make no tag"),
        ("{ inn }} {{", "braces that make no tag"),
        ("{{ }}", "the tag is empty"),
        ("{%tr for x in y %}", "there is no logic in tags"),
        ("{{ #founders }}", "there is no logic in tags"),
        ("{{ inn | upper }}", "there are no filters"),
        ("see {{ report.sources }}", "needs a paragraph of its own"),
        ("{{ report.datum }}", "did you mean 'report.date'?"),
    ],
)
def test_lint_names_what_where_and_what_instead(tmp_path: Path, text: str, said: str) -> None:
    errors = lint(tmp_path, "Nothing here", text)
    assert any(said in error and "template.docx (body, paragraph 2" in error for error in errors), errors


def test_lint_finds_a_section_placed_twice(tmp_path: Path) -> None:
    errors = lint(tmp_path, "{{ report.sources }}", "{{ report.sources }}")
    assert len(errors) == 1 and "stands twice" in errors[0]


def test_lint_says_where_a_value_goes_more_than_once(tmp_path: Path) -> None:
    folder = samples.template_folder(tmp_path, with_docx=False)
    document = docx.Document()
    document.add_paragraph("Borrower: {{ inn }}")
    document.add_paragraph("TIN {{ inn }}, once more {{ inn }}")
    document.save(str(folder / "template.docx"))
    notes = [issue for issue in lint_template(folder) if issue.code == "duplicate"]
    assert [issue.severity for issue in notes] == [Severity.NOTE] * 2
    assert {issue.where for issue in notes} == {"body, paragraph 2: «TIN {{ inn }}, once more {{ inn }}»"}
    assert notes[0].message == "{{ inn }} stands here too, after body, paragraph 1; its value goes into each place"


def test_lint_finds_two_tables_in_one_row(tmp_path: Path) -> None:
    folder = tmp_path / "t"
    folder.mkdir()
    more = "- {id: loans, question: q, type: table, columns: [{id: bank}]}\n"
    (folder / "fields.yaml").write_text(samples.FIELDS + more, encoding="utf-8")
    document = docx.Document()
    row = document.add_table(rows=1, cols=2).rows[0]
    row.cells[0].text, row.cells[1].text = "{{ founders.name }}", "{{ loans.bank }}"
    document.save(str(folder / "template.docx"))
    assert any("one row repeats for both 'founders' and 'loans'" in str(issue) for issue in lint_template(folder))


@pytest.mark.parametrize(
    ("formula", "said"),
    [
        ("profti / revenue", "there is no field 'profti'; did you mean 'profit'?"),
        ("founders / revenue", "'founders' is a table; name one cell"),
        ("founders.shaer[A]", "did you mean 'share'?"),
        ("licences * 2", "'licences' is a list"),
        ("profit ? revenue", "'?' is no part of a formula"),
        ("margin * 2", "it needs itself"),
    ],
)
def test_lint_reads_formulas(tmp_path: Path, formula: str, said: str) -> None:
    path = tmp_path / "fields.yaml"
    path.write_text(samples.FIELDS.replace("profit / revenue * 100", formula), encoding="utf-8")
    errors = [issue for issue in lint_template(path) if issue.severity is Severity.ERROR]
    assert len(errors) == 1 and said in errors[0].message and errors[0].line == 22


def test_lint_knows_the_checks(tmp_path: Path) -> None:
    path = tmp_path / "fields.yaml"
    path.write_text(samples.FIELDS.replace("checks: [inn]", "checks: [inm]"), encoding="utf-8")
    with pytest.raises(TemplateInvalid, match="line 9: field 'inn' has an unknown check 'inm'; did you mean 'inn'"):
        load_template(path)


def test_lint_of_a_good_template_has_notes_only(tmp_path: Path) -> None:
    issues = lint_template(samples.template_folder(tmp_path / "t"))
    assert {issue.severity for issue in issues} == {Severity.NOTE}
    assert any("split over several runs" in issue.message for issue in issues)


def test_lint_says_which_fields_never_stand_in_the_document(tmp_path: Path) -> None:
    folder = samples.template_folder(tmp_path / "t")
    write(folder / "template.docx", "{{ borrower }} {{ founders }}")
    said = {issue.message for issue in lint_template(folder) if issue.code == "never_placed"}
    assert "field 'inn' is never placed; write {{ inn }} where its value goes" in said
    assert "field 'revenue' is never placed; a formula uses it" in said


def test_lint_warns_of_a_control_that_no_field_fills(tmp_path: Path) -> None:
    folder = samples.template_folder(tmp_path / "t")
    document = docx.Document(str(folder / "template.docx"))
    document.add_paragraph()._p.append(content_control("borrowr", None))
    document.save(str(folder / "template.docx"))
    assert any(
        "content control 'borrowr' names no field; did you mean 'borrower'?" in i.message for i in lint_template(folder)
    )


def test_lint_warns_of_a_percent_sign_behind_a_percent(tmp_path: Path) -> None:
    folder = samples.template_folder(tmp_path / "t")
    write(folder / "template.docx", "Рентабельность {{ margin }} %")
    assert any(issue.code == "percent_twice" for issue in lint_template(folder))


def test_a_refusal_lists_every_error(tmp_path: Path) -> None:
    folder = samples.template_folder(tmp_path / "t")
    write(folder / "template.docx", *(f"{{{{ x{number} }}}}" for number in range(20)))
    with pytest.raises(TemplateInvalid, match="and 8 more; `lastro template lint` lists them all"):
        load_template(folder)


@pytest.mark.needs_shared_data
def test_every_fields_file_of_the_development_data_is_read(shared_data: Path) -> None:
    files = sorted(shared_data.glob("*/*/fields.yaml"))
    assert files and all(load_template(file).fields for file in files)
