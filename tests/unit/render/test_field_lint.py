# ruff: noqa: E501  - one case a line reads better than six
from pathlib import Path

import pytest

from render.template import Severity, lint_template, load_template

HEAD = "id: a\ntitle: T\nlanguages: [{languages}]\nfields:\n"
OTHERS = """\
- {id: loan, question: q, type: money, labels: [Loan]}
- {id: tax_id, question: q, type: identifier, labels: [TIN]}
- id: balance
  question: q
  type: table
  labels: [Balance]
  columns: [{id: year, labels: [Year]}, {id: revenue, type: money, labels: [Revenue]}]
"""


def issues(tmp_path: Path, field: str, *, languages: str = "en") -> dict[Severity, str]:
    path = tmp_path / "asked.yaml"
    path.write_text(
        HEAD.format(languages=languages) + f"- {{id: x, question: q, {field}}}\n" + OTHERS, encoding="utf-8"
    )
    return {issue.severity: str(issue) for issue in lint_template(path) if issue.severity is not Severity.NOTE}


@pytest.mark.parametrize(
    ("field", "said"),
    [
        ("labels: [X], type: money, currency: ZZZ", "field 'x' has currency 'ZZZ', and ISO 4217 has no such code; write"),
        ("labels: [X], type: money, currency: uzs", "field 'x' has currency 'uzs', and ISO 4217 has no such code; did you mean 'UZS'?"),
        ("labels: [X], type: money, currency: XXX", "ISO 4217 has no such code"),
        ("labels: [X], papers: ['--']", "field 'x' has '--' among its papers, in which there is no letter"),
        ("filled_by: computed, type: number, formula: loan + tax_id", "field 'x' has a formula over 'tax_id', which is of type identifier"),
        ("filled_by: computed, type: number, formula: 'loan + balance.year[\"2024\"]'", "over column 'year' of 'balance', which is of type text"),
        ("labels: [X], type: table, rows: [Cash, 'cash'], columns: [{id: row}, {id: sum, type: money}]", "field 'x' asks for the row 'cash' twice"),
        ("labels: [X], type: table, years: 0, columns: [{id: year}, {id: sum, type: money}]", "field 'x': 'years' takes a whole number above 0"),
        ("filled_by: computed, type: number, formula: loan / 0", "field 'x' has a formula that divides by zero, whatever is found: loan / 0"),
        ("filled_by: computed, type: number, formula: 2 * (loan / (2 - 2.0))", "field 'x' has a formula that divides by zero"),
        ("filled_by: computed, formula: loan * 2", "field 'x' is computed and of type text; make it one of: money, number, percent"),
    ],
)  # fmt: skip
def test_what_nothing_can_be_done_with_is_an_error_that_names_the_field(tmp_path: Path, field: str, said: str) -> None:
    found = issues(tmp_path, field)
    assert set(found) == {Severity.ERROR}
    assert found[Severity.ERROR].startswith("error: asked.yaml line 5: ")
    assert said in found[Severity.ERROR]


@pytest.mark.parametrize("code", ["UZS", "USD", "BRL", "XAF", "XDR"])
def test_currencies_in_use_are_accepted(tmp_path: Path, code: str) -> None:
    assert not issues(tmp_path, f"labels: [X], type: money, currency: {code}")


def test_a_currency_out_of_use_wants_a_look(tmp_path: Path) -> None:
    found = issues(tmp_path, "labels: [X], type: money, currency: RUR")
    assert "'RUR', which is out of use" in found[Severity.WARNING]


@pytest.mark.parametrize("first", ["{id: sum, type: money}", "{id: name, labels: [Name]}", "{id: year, type: money}"])
def test_a_table_by_years_begins_with_the_years(tmp_path: Path, first: str) -> None:
    table = "labels: [X], type: table, years: 3, columns: [{first}, {{id: debt, type: money}}]"
    said = issues(tmp_path, table.format(first=first))[Severity.WARNING]
    assert "asks for years, and its first column" in said


@pytest.mark.parametrize(
    "first", ["{id: y, labels: [Отчётный год]}", "{id: year}", "{id: a, labels: [Exercício]}", "{id: fiscal_year}"]
)
def test_a_column_of_years_goes_by_many_names(tmp_path: Path, first: str) -> None:
    table = "labels: [X], type: table, years: 3, columns: [{first}, {{id: debt, type: money}}]"
    assert not issues(tmp_path, table.format(first=first))


def test_none_before_the_last_is_the_last(tmp_path: Path) -> None:
    table = (
        "{{labels: [T], id: t, question: q, type: table, years: 2, columns: [{{id: year}}, {{id: sum, type: money}}]}}"
    )
    other = "labels: [X]}\n- " + table.format()[:-1]
    asked = other + "}\n- {id: z, question: q, type: money, filled_by: computed, formula: 't.sum[latest -{back}]'"
    assert (
        "with [latest -0], which is [latest] itself" in issues(tmp_path, asked.replace("{back}", "0"))[Severity.WARNING]
    )
    assert not issues(tmp_path, asked.replace("{back}", "1"))


def test_the_report_is_written_in_a_language_it_has_words_for(tmp_path: Path) -> None:
    said = issues(tmp_path, "labels: [X]", languages="xx")[Severity.ERROR]
    assert "language 'xx' is the report's own, and reports are written in ru, pt, en, uz" in said


def test_a_document_language_without_words_wants_a_look(tmp_path: Path) -> None:
    assert "documents in 'kk'" in issues(tmp_path, "labels: [X]", languages="ru, kk")[Severity.WARNING]
    assert "field 'x' has language 'kk'" in issues(tmp_path, "labels: [X], languages: [kk]")[Severity.WARNING]


@pytest.mark.parametrize("languages", ["ru-RU", "pt-BR", "uz", "uz-Latn", "uz_Cyrl", "EN"])
def test_regions_and_scripts_of_its_languages_are_accepted(tmp_path: Path, languages: str) -> None:
    assert not issues(tmp_path, "labels: [X]", languages=languages)


def test_a_formula_is_not_blamed_for_a_field_that_was_refused(tmp_path: Path) -> None:
    path = tmp_path / "asked.yaml"
    bad = "- {id: bad, question: q, type: money, labels: ['']}\n"
    path.write_text(
        HEAD.format(languages="en")
        + bad
        + "- {id: x, question: q, type: money, filled_by: computed, formula: bad * 2}\n",
        encoding="utf-8",
    )
    assert [issue.message for issue in lint_template(path)] == [
        "field 'bad': 'labels' holds an empty text; write the word or take the entry out"
    ]


def test_the_built_in_templates_have_nothing_to_mend() -> None:
    for path in sorted((Path(__file__).parents[3] / "templates" / "reports").iterdir()):
        assert load_template(path).fields
        assert not [issue for issue in lint_template(path) if issue.severity is not Severity.NOTE]
