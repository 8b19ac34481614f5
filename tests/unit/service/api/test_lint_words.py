"""What lint says, in the reader's language: whole sentences, with the template's own words left as they are."""

import re
from pathlib import Path

import docx
import pytest

from evidence.errors import TemplateInvalid
from render.template import lint_template, load_template
from service.api.lint_words import issue_in, refusal_in, said_in

FIELDS = """\
id: t
title: T
languages: [en]
colour: red
fields:
- {id: name, question: q, type: organisation, labels: [Company], checks: [inm]}
- {id: sum, question: q, type: money, labels: [Sum], currency: usd, papers: ['--']}
- {id: late, question: q, type: money, filled_by: computed, formula: 'sum / 0 + nothing'}
- {id: t, question: q, type: table, years: 2, columns: [{id: who, labels: [Who]}, {id: how, type: money, labels: [How]}]}
- {id: x, labels: [X]}
- {id: c, question: q, type: table, columns: [{id: a b}]}
- {id: y, question: q, labels: ['']}
"""
ENGLISH = re.compile(r"\b(?:the|has|have|is|are|write|give|there|and|which|with|its|did|you|stands|whatever|twice)\b")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "fields.yaml").write_text(FIELDS, encoding="utf-8")
    document = docx.Document()
    for text in (
        "{{ name }} and {{ nama }}",
        "{{ t }} beside words",
        "{{ name }} {{ x | upper }} {% if x %}",
        "Sum ______",
    ):
        document.add_paragraph(text)
    document.add_table(1, 1).cell(0, 0).text = "{{ name }} {{ report.sources }}"
    document.save(str(tmp_path / "template.docx"))
    return tmp_path


@pytest.mark.parametrize("language", ["ru", "pt"])
def test_no_line_stays_english(folder: Path, language: str) -> None:
    issues = lint_template(folder)
    assert len(issues) > 12
    for issue in issues:
        said = issue_in(issue, language)
        own = re.sub(r"'[^']*'|\{\{.*?\}\}|«.*", "", f"{said.message} {said.where or ''}")
        assert not ENGLISH.search(own), own
        assert (
            re.findall(r"'([^']*)'", said.message) == re.findall(r"'([^']*)'", issue.message) or "'_'" in said.message
        )


@pytest.mark.parametrize(
    ("english", "russian"),
    [
        ("field 'late' cannot be computed: formula 'a + b': there is no field 'b'; did you mean 'c'?",
         "поле 'late': не вычислить: формула 'a + b': поля 'b' нет; может быть, 'c'?"),
        ("field 'late' cannot be computed: formula 't.q[1]': 't' has no column 'q'; it has a, b",
         "поле 'late': не вычислить: формула 't.q[1]': у 't' нет столбца 'q'; есть a, b"),
        ("field 'y': 'labels' holds an empty text; write the word or take the entry out",
         "поле 'y': в 'labels' есть пустой текст; напишите слово или уберите его"),
        ("field 'x' has no question; say in one sentence what is asked",
         "поле 'x': нет question; скажите одним предложением, что спрашивается"),
        ("{{ inn }} stands here too, after body, paragraph 1; its value goes into each place",
         "{{ inn }} стоит и здесь, не только там, где текст, абзац 1; значение войдёт в каждое место"),
        ("words that lint never says", "words that lint never says"),
    ],
)  # fmt: skip
def test_phrases_within_phrases_are_said_too(english: str, russian: str) -> None:
    assert said_in(english, "ru") == russian
    assert said_in(english, "en") == english


def test_a_refused_template_says_its_errors_in_the_language(folder: Path) -> None:
    with pytest.raises(TemplateInvalid) as refused:
        load_template(folder)
    lines = refusal_in(str(refused.value), "pt").split("\n")
    assert lines[0].startswith("o modelo ") and lines[0].endswith(" não pode ser usado:")
    assert "  erro: fields.yaml linha 4: o arquivo de campos: chave desconhecida 'colour'" in lines
    assert all(line.startswith("  erro: ") for line in lines[1:-1])
    assert refusal_in(str(refused.value), "en") == str(refused.value)
