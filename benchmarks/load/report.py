"""A trial in words and figures, held against its targets."""

from collections.abc import Iterator

from benchmarks.load.figures import LISTENING, Row, table_of
from benchmarks.load.trial import Part, Trial

READ, PICTURE, TWICE, FLAT = 300.0, 400.0, 2.0, 1.1
"""Milliseconds, milliseconds, times, times."""
_FEW = 20
"""Of fewer samples no p95 is held against a target."""
_SMALL = 50.0
"""Milliseconds: a p95 that stays below has not grown, whatever the ratio says."""
_PICTURES = ("page image, warm",)
_HELD = ("page (part)", "page (API)", "words (API)", "finding (part)", "finding (API)", "findings (API)", "history (API)",
         "findings list (part)", "run (page)", "case (page)", "evidence (API)")  # fmt: skip


def print_report(trial: Trial) -> bool:
    """Whether everything was held."""
    asked = trial.asked
    kept = "PostgreSQL" if asked.dsn else "SQLite"
    print(
        f"\n{asked.analysts} analysts, {asked.pages} pages ({asked.scans} scans), {kept}; service and clients on one machine"
    )
    print("\none answer: processor time of the process that serves, asked for by one client alone")
    for cost in trial.costs:
        print(
            f"{cost.kind:<34}{cost.milliseconds:>7.1f} ms, {cost.wall:.0f} ms until its last byte, {cost.kilobytes:.0f} kB"
        )
    for part in trial.parts:
        before = trial.parts[0].rows if part is not trial.parts[0] else ()
        shares = part.shares
        print(
            f"\n{part.name}: {part.seconds:.0f} s, {part.requests} requests, {part.requests / part.seconds:.1f} a second"
        )
        print(table_of(part.rows, before=before))
        print(
            f"of one processor: service {shares.service:.2f}, its workers {shares.children:.2f}, clients {shares.clients:.2f}, "
            f"others on this machine {shares.others:.2f}; load average {part.load}"
        )
        if part.runs or part.files:
            print(f"meanwhile {part.runs} runs and {part.files} files were finished")
    if trial.growth is not None:
        (before_mb, after_mb), (tree_before, tree_after) = trial.growth.server, trial.growth.tree
        print(
            f"\nmemory over {asked.minutes:g} minutes: the process that answers {before_mb:.0f} -> {after_mb:.0f} MB "
            f"({trial.growth.ratio:.2f} x), with all its children {tree_before:.0f} -> {tree_after:.0f} MB"
        )
        print("its tenths: " + " ".join(f"{one:.0f}" for one in trial.growth.tenths) + " MB")
    missed = list(missed_of(trial))
    print("\n" + ("\n".join(f"missed: {line}" for line in missed) if missed else "every target was met"))
    if any(part.shares.others > 0.2 for part in trial.parts):
        print("others worked on this machine meanwhile: take the times as indications")
    return not missed


def missed_of(trial: Trial) -> Iterator[str]:
    yield from (f"work in the background failed: {fault}" for fault in trial.faults)
    for part in trial.parts:
        if part.errors:
            yield f"{part.name}: {part.errors} requests failed"
    if not trial.parts:
        return
    alone = {row.kind: row for row in trial.parts[0].rows}
    for part in trial.parts:
        if part.name == "alone":
            yield from _slow(part)
        if part.name == "background":
            yield from _grown(part, alone)
    if trial.growth is not None and trial.growth.ratio > FLAT:
        yield f"memory grew to {trial.growth.ratio:.2f} x (target {FLAT})"


def _slow(part: Part) -> Iterator[str]:
    for row in part.rows:
        target = PICTURE if row.kind in _PICTURES else READ if row.kind in _HELD else None
        if target is not None and row.count >= _FEW and row.p95 > target:
            yield f"{part.name}: p95 of {row.kind} is {row.p95:.0f} ms (target {target:.0f})"


def _grown(part: Part, alone: dict[str, Row]) -> Iterator[str]:
    for row in part.rows:
        base = alone.get(row.kind)
        if base is None or row.kind == LISTENING or row.kind not in (*_PICTURES, *_HELD):
            continue
        if min(row.count, base.count) >= _FEW and row.p95 > max(TWICE * base.p95, _SMALL):
            yield f"{part.name}: p95 of {row.kind} is {row.p95 / base.p95:.2f} x that alone (target {TWICE:g})"
