"""From single answers to figures: how long what took, for whom, and what failed."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

LISTENING = "events (open)"
"""An open event stream: counted, but it has no time to answer."""


@dataclass(frozen=True)
class Sample:
    at: float
    """When it was asked, on the machine's monotonic clock, which all processes share."""
    kind: str
    seconds: float
    """Until the last byte."""
    status: int
    """0 = the connection failed."""


@dataclass(frozen=True)
class Row:
    kind: str
    count: int
    errors: int
    p50: float
    p95: float
    p99: float
    worst: float
    """Milliseconds, of those that were answered."""


def rows_of(samples: Iterable[Sample]) -> list[Row]:
    by_kind: dict[str, list[Sample]] = {}
    for sample in samples:
        by_kind.setdefault(sample.kind, []).append(sample)
    return [_row(kind, held) for kind, held in sorted(by_kind.items())]


def share_of(values: Sequence[float], share: float) -> float:
    """The smallest value that ``share`` of them do not exceed; 0 of none."""
    if not values:
        return 0.0
    return sorted(values)[max(0, math.ceil(share * len(values) - 1e-9) - 1)]


def _row(kind: str, held: list[Sample]) -> Row:
    taken = [1000 * sample.seconds for sample in held if sample.status < 400 and sample.status]
    return Row(
        kind=kind,
        count=len(held),
        errors=sum(sample.status == 0 or sample.status >= 400 for sample in held),
        p50=share_of(taken, 0.5),
        p95=share_of(taken, 0.95),
        p99=share_of(taken, 0.99),
        worst=max(taken, default=0.0),
    )


def table_of(rows: Iterable[Row], *, before: Iterable[Row] = ()) -> str:
    """``before``: of an earlier phase; then each line also says how its p95 compares."""
    base = {row.kind: row for row in before}
    lines = [f"{'kind of request':<34}{'count':>7}{'errors':>8}{'p50':>8}{'p95':>8}{'p99':>8}{'worst':>8}  ms"]
    for row in rows:
        known = base.get(row.kind)
        ratio = f"   p95 x {row.p95 / known.p95:.2f}" if known is not None and known.p95 else ""
        lines.append(
            f"{row.kind:<34}{row.count:>7}{row.errors:>8}{row.p50:>8.0f}{row.p95:>8.0f}{row.p99:>8.0f}{row.worst:>8.0f}{ratio}"
        )
    return "\n".join(lines)
