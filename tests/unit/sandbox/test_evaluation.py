"""Cases with known answers by the whole road: traces are written, a scorer judges them, and its faults are said."""

import json
from pathlib import Path

import pytest

from evidence.errors import InputRefused
from ingest.options import ReadOptions
from sandbox.evaluation import SetResult, evaluate

READING = ReadOptions(ocr="never", workers=1)
FIELDS = """\
id: company
title: Company card
languages: [en]
fields:
- {id: name, question: "What is the company called?", type: organisation, labels: [Company]}
- {id: rating, question: "What is its credit rating?", labels: [Credit rating]}
"""
SCORER = """\
import argparse, json, pathlib
parser = argparse.ArgumentParser()
for name in ("--data", "--traces", "--json"):
    parser.add_argument(name, type=pathlib.Path)
given = parser.parse_args()
cases = sorted(path.parent.name for path in given.data.glob("*/gold.json"))
found = {case: (given.traces / given.data.name / case / "trace.json").exists() for case in cases}
rate = {"rate": 1.0}
value = {"precision": rate, "recall": rate, "f1": 1.0}
scores = {"value": {"strict": value, "lenient": value}, "pages": {"hit_of_answered": rate}, "status": {}, "seen": found,
          "abstention": {"recall": {"rate": None}}, "citations": {"valid": rate, "n": 1, "invalid_because": {}}}
given.json.write_text(json.dumps({"sets": {given.data.name: scores}}))
"""


@pytest.fixture
def data(tmp_path: Path) -> Path:
    for case in ("one", "two"):
        folder = tmp_path / "data" / "cards" / case
        (folder / "files").mkdir(parents=True)
        (folder / "files" / "card.txt").write_text(f"Company: Blue Heron {case.title()} LLC\n", encoding="utf-8")
        (folder / "fields.yaml").write_text(FIELDS, encoding="utf-8")
        (folder / "gold.json").write_text("{}", encoding="utf-8")
    return tmp_path / "data"


def run(data: Path, **more: object) -> list[SetResult]:
    return list(evaluate(data, out=data.parent / "out", reading=READING, **more))  # type: ignore[arg-type]


def test_each_case_gives_a_trace_with_its_verified_values(data: Path) -> None:
    (result,) = run(data)
    assert (result.name, result.cases, result.pages, result.fields, result.scores) == ("cards", 2, 2, 4, {})
    assert len(list(result.lines())) == 1
    trace = json.loads((data.parent / "out" / "cards" / "two" / "trace.json").read_text("utf-8"))
    assert [(field["id"], field["status"]) for field in trace["fields"]] == [("name", "found"), ("rating", "not_found")]
    assert trace["fields"][0]["value"]["text"] == "Blue Heron Two LLC"


def test_a_scorer_sees_the_cases_that_were_run_and_its_figures_are_shown(data: Path) -> None:
    scorer = data.parent / "score.py"
    scorer.write_text(SCORER, encoding="utf-8")
    (result,) = run(data, scorer=scorer, most_cases=1)
    assert result.scores["seen"] == {"one": True}
    lines = list(result.lines())
    assert "value strict   P 1.000" in lines[1] and "abstained rightly   -  " in lines[3]


def test_a_scorer_that_fails_is_named_with_its_last_word(data: Path) -> None:
    scorer = data.parent / "score.py"
    scorer.write_text("raise SystemExit('no gold here')", encoding="utf-8")
    with pytest.raises(InputRefused, match=r"ended with 1 \(no gold here\)"):
        run(data, scorer=scorer)


def test_pages_that_were_kept_are_not_read_again(data: Path) -> None:
    cache = data.parent / "cache"
    run(data, cache=cache)
    for file in data.glob("cards/*/files/card.txt"):
        file.unlink()
    (again,) = run(data, cache=cache)
    assert again.pages == 2


def test_a_folder_without_cases_says_what_is_wanted(data: Path) -> None:
    with pytest.raises(InputRefused, match=r"gold\.json"):
        run(data, sets=("nothing",))
    with pytest.raises(InputRefused, match="the folder of the sets"):
        run(data / "cards" / "one")
