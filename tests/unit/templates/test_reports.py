"""The report templates that come with Lastro."""

import re
from pathlib import Path

import docx
import pytest
import yaml

from evidence.fields import Field, FieldType, FilledBy, ReportTemplate
from render.template import lint_template, load_template

REPORTS = Path(__file__).parents[3] / "templates" / "reports"
NAMES = sorted(path.name for path in REPORTS.iterdir() if path.is_dir())


@pytest.fixture(params=NAMES)
def folder(request: pytest.FixtureRequest) -> Path:
    return REPORTS / request.param


def raw(folder: Path) -> ReportTemplate:
    return ReportTemplate(**yaml.safe_load((folder / "fields.yaml").read_text(encoding="utf-8")), sha256="0" * 64)


def test_both_templates_are_there() -> None:
    assert {"credit_conclusion", "immigration_summary"} <= set(NAMES)


def test_fields_are_fields_of_the_contract(folder: Path) -> None:
    assert load_template(folder).fields == raw(folder).fields


def test_sections_are_declared_and_in_order(folder: Path) -> None:
    template = raw(folder)
    used = list(dict.fromkeys(field.section for field in template.fields))
    assert used == list(template.sections)


def test_subject_fields_exist_and_fit(folder: Path) -> None:
    template = raw(folder)
    assert {template.field(name).type for name in template.subject.names} <= {FieldType.PERSON, FieldType.ORGANISATION}
    assert {template.field(name).type for name in template.subject.identifiers} == {FieldType.IDENTIFIER}


def test_lint_finds_no_error(folder: Path) -> None:
    assert [issue for issue in lint_template(folder) if str(issue).startswith("error")] == []


def test_every_field_has_its_place_in_the_docx(folder: Path) -> None:
    document = docx.Document(str(folder / "template.docx"))
    text = "".join(node.text or "" for node in document.element.body.iter() if node.tag.endswith("}t"))
    tags = {tag.strip() for tag in re.findall(r"\{\{(.+?)\}\}", text)}
    lost = [
        field.id
        for field in raw(folder).fields
        if field.id not in tags and not any(tag.startswith(field.id + ".") for tag in tags)
    ]
    assert lost == []


def test_every_column_has_its_place_in_the_docx(folder: Path) -> None:
    document = docx.Document(str(folder / "template.docx"))
    text = "".join(node.text or "" for node in document.element.body.iter() if node.tag.endswith("}t"))
    columns = [f"{field.id}.{column.id}" for field in raw(folder).fields for column in field.columns]
    assert [name for name in columns if f"{{{{ {name} }}}}" not in text] == []


def test_agent_fields_have_labels_in_the_reports_language_and_another(folder: Path) -> None:
    fields = yaml.safe_load((folder / "fields.yaml").read_text(encoding="utf-8"))["fields"]
    poor = [
        one["id"] for one in fields if one.get("filled_by", "agent") == "agent" and len(one.get("labels") or {}) < 2
    ]
    assert poor == []


def test_labels_are_not_stop_labels(folder: Path) -> None:
    for field in raw(folder).fields:
        assert not {label.casefold() for label in field.labels} & {label.casefold() for label in field.stop_labels}, (
            field.id
        )


def test_formulas_name_known_fields_columns_and_rows(folder: Path) -> None:
    template = raw(folder)
    known = {field.id: field for field in template.fields}
    for field in template.fields:
        for name, row in re.findall(r"([a-z_][\w.]*)(?:\[([\w-]+)\])?", field.formula or ""):
            _operand_exists(known, name, row)


def _operand_exists(known: dict[str, Field], name: str, row: str) -> None:
    if name in known:
        assert not row
        return
    owner, _, column = name.rpartition(".")
    assert column in {one.id for one in known[owner].columns}, name
    assert row in (known[owner].rows or ("latest", "latest-1")), f"{name}[{row}]"


def test_the_judgement_is_left_to_a_person() -> None:
    assert raw(REPORTS / "credit_conclusion").field("recommendation").filled_by is FilledBy.ANALYST
    assert raw(REPORTS / "immigration_summary").field("attorney_opinion").filled_by is FilledBy.ANALYST


def test_portuguese_template_asks_a_reference_collection() -> None:
    assert {field.reference for field in raw(REPORTS / "immigration_summary").fields} == {None, "aila"}
