"""``years`` in a fields file: a table with a row a year, up to the last one that the documents give."""

from pathlib import Path

import pytest

from render.template import Severity, lint_template, load_template

TABLE = """\
id: a
title: T
languages: [en]
fields:
- id: balance
  question: q
  type: table
  labels: [Balance]
  {asked}
  columns: [{{id: year, labels: [Year]}}, {{id: revenue, type: money, labels: [Revenue]}}]
- {{id: growth, question: q, type: percent, filled_by: computed, labels: [Growth], formula: '{formula}'}}
"""
GROWTH = "balance.revenue[latest] / balance.revenue[latest-1] * 100"


def written(tmp_path: Path, *, asked: str = "years: 3", formula: str = GROWTH) -> Path:
    path = tmp_path / "fields.yaml"
    path.write_text(TABLE.format(asked=asked, formula=formula), encoding="utf-8")
    return path


def test_years_and_latest_are_read(tmp_path: Path) -> None:
    path = written(tmp_path)
    assert not [issue for issue in lint_template(path) if issue.severity is Severity.ERROR]
    assert load_template(path).field("balance").years == 3


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"asked": "years: three"}, "'years' takes a whole number above 0, such as 3"),
        ({"asked": "years: 99"}, "less than or equal to 10"),
        ({"asked": "{years: 3, rows: [2024]}"[1:-1].replace(", ", "\n  ")}, "stands in place of rows"),
        ({"formula": "balance.revenue[2024] * 2"}, "write [latest] for the last of them"),
        ({"formula": "balance.revenue[latest-3] * 2"}, "before the first of the 3 rows"),
        ({"asked": "required: true"}, "needs 'balance' to have years or rows"),
    ],
)
def test_what_cannot_be_meant_is_said(tmp_path: Path, wrong: dict[str, str], said: str) -> None:
    errors = [str(issue) for issue in lint_template(written(tmp_path, **wrong)) if issue.severity is Severity.ERROR]
    assert any(said in error for error in errors), errors
