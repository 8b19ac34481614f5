"""The load of benchmarks/load on a small scale: nothing fails, and its report is whole. Times are measured by hand, not here."""

import json
from pathlib import Path

import pytest

from benchmarks.load.__main__ import main
from benchmarks.load.figures import LISTENING, Row, Sample, rows_of, share_of
from benchmarks.load.machine import Growth, Look, Shares, growth_of
from benchmarks.load.report import missed_of
from benchmarks.load.trial import Asked, Part, Trial

EVERY = {"page (part)", "page image, warm", "finding (part)", "search (part)", "findings list (part)"}


@pytest.mark.slow
@pytest.mark.needs_milvus
def test_a_few_analysts_read_while_files_are_read_and_a_template_is_run(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LASTRO_JOBS__NICENESS", "0")
    small = ["--analysts", "4", "--pages", "12", "--scans", "0", "--fields", "12", "--seconds", "5", "--minutes", "0.1"]
    main([*small, "--pause", "0.1", "0.4", "--home", str(tmp_path), "--json", str(tmp_path / "figures.json")])
    said = capsys.readouterr().out
    trial = json.loads((tmp_path / "figures.json").read_text(encoding="utf-8"))
    assert [part["name"] for part in trial["parts"]] == ["alone", "background", "soak"]
    assert trial["statuses"]["found"] > 6
    assert not trial["faults"]
    failed = [row for part in trial["parts"] for row in part["rows"] if row["errors"]]
    assert not failed, said
    seen = {row["kind"] for part in trial["parts"] for row in part["rows"]}
    assert seen >= EVERY, said
    assert all(cost["milliseconds"] > 0 and cost["kilobytes"] > 0 for cost in trial["costs"])
    assert all(megabytes > 20 for megabytes in trial["growth"]["server"])
    assert "memory over" in said
    assert "of one processor" in said


def sample(milliseconds: float, *, kind: str = "page (part)", status: int = 200) -> Sample:
    return Sample(at=0.0, kind=kind, seconds=milliseconds / 1000, status=status)


def part(name: str, milliseconds: float, *, kind: str = "page (part)", status: int = 200) -> Part:
    rows = rows_of(sample(milliseconds, kind=kind, status=status) for _ in range(30))
    return Part(name, 10.0, rows, Shares(0, 0, 0, 0), "0")


def trial(*parts: Part, growth: Growth | None = None, faults: tuple[str, ...] = ()) -> Trial:
    asked = Asked(seconds=10, minutes=0, analysts=50, pages=1000, scans=0, pause=(2, 6))
    return Trial(asked, 0, 0, {}, [], list(parts), growth, list(faults))


def test_shares_are_of_the_values_that_were_measured() -> None:
    assert share_of([], 0.95) == 0
    assert share_of(list(range(1, 101)), 0.95) == 95
    assert share_of([7], 0.5) == 7
    [row] = rows_of([sample(10), sample(30), sample(5, status=503), sample(0, status=0)])
    assert (row.count, row.errors, row.worst) == (4, 2, pytest.approx(30))


@pytest.mark.parametrize(
    ("found", "wanted"),
    [
        (trial(part("alone", 299), part("background", 590)), []),
        (trial(part("alone", 301)), ["alone: p95 of page (part) is 301 ms (target 300)"]),
        (trial(part("alone", 390, kind="page image, warm")), []),
        (trial(part("alone", 20), part("background", 49)), []),
        (
            trial(part("alone", 100), part("background", 201)),
            ["background: p95 of page (part) is 2.01 x that alone (target 2)"],
        ),
        (trial(part("alone", 9000, kind=LISTENING)), []),
        (trial(part("alone", 10, status=500)), ["alone: 30 requests failed"]),
        (trial(part("alone", 10), growth=Growth((100, 111), (1, 1))), ["memory grew to 1.11 x (target 1.1)"]),
        (trial(part("alone", 10), faults=("x",)), ["work in the background failed: x"]),
    ],
)
def test_a_target_that_is_missed_is_said(found: Trial, wanted: list[str]) -> None:
    assert list(missed_of(found)) == wanted


def test_growth_is_that_of_the_ends() -> None:
    looks = [Look(at, 100.0 + at, 200.0, 0, 0, 0, 0) for at in range(10)]
    assert growth_of(looks) == Growth((100.5, 108.5), (200, 200), tenths=tuple(100.0 + at for at in range(10)))
    assert growth_of([]).ratio == 0


def test_a_kind_of_few_requests_is_not_held_against_a_target() -> None:
    rows = [Row("page (part)", 3, 0, 900, 900, 900, 900)]
    assert list(missed_of(trial(Part("alone", 10, rows, Shares(0, 0, 0, 0), "0")))) == []
