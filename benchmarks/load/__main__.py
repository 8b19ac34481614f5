"""Fifty analysts read a case of a thousand pages, on this machine, with their browsers on it too. Prints what they waited for.

    python -m benchmarks.load [--seconds 60] [--minutes 0] [--analysts 50] [--pages 1000] [--scans 16] [--fields 60]
                              [--pause 2 6]
                              [--embedder hashing] [--dsn postgresql://…] [--home DIR] [--json FILE] [--profile FILE]

A real ``lastro serve`` is started on loopback in a temporary home; the case is uploaded, read and filled through its API, and
every analyst signs in and works in steps with a pause between them (see analysts.py). Three parts:

alone       only the analysts                       p95 of pages and findings < 300 ms, of warm page images < 400 ms
background  a template is run over the same case and files are read meanwhile        every p95 at most 2 x that of ``alone``
soak        ``--minutes`` of both, in turns         memory of the process that answers at its end <= 1.1 x that of its beginning

Exits 1 when a target is missed or a request failed. Times are the clients' own, to the last byte; the table says how much of the
processors the clients took, and how much others on this machine did: with others at work the times say little.
"""

import argparse
import dataclasses
import json
import sys
import tempfile
from pathlib import Path

from benchmarks.load.report import print_report
from benchmarks.load.trial import Asked, measure


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=60, help="of each of the first two parts")
    parser.add_argument("--minutes", type=float, default=0, help="of the soak; 0 = none")
    parser.add_argument("--analysts", type=int, default=50)
    parser.add_argument("--pages", type=int, default=1000)
    parser.add_argument("--scans", type=int, default=16, help="of the pages")
    parser.add_argument("--fields", type=int, default=60, help="of the template")
    parser.add_argument(
        "--pause", type=float, nargs=2, default=(2.0, 6.0), help="seconds between two steps of an analyst"
    )
    parser.add_argument("--embedder", default="hashing")
    parser.add_argument("--dsn", help="of a PostgreSQL; else SQLite")
    parser.add_argument(
        "--home", type=Path, help="keep everything there, and use what an earlier trial of the same size left"
    )
    parser.add_argument("--json", type=Path, help="write the figures there")
    parser.add_argument(
        "--profile",
        type=Path,
        help="profile the process that answers, into this file; the times are worth nothing then",
    )
    given = parser.parse_args(arguments)
    asked = Asked(
        seconds=given.seconds,
        minutes=given.minutes,
        analysts=given.analysts,
        pages=given.pages,
        scans=given.scans,
        fields=given.fields,
        pause=tuple(given.pause),
        embedder=given.embedder,
        dsn=given.dsn,
        profile=given.profile,
    )
    if given.home is not None:
        given.home.mkdir(parents=True, exist_ok=True)
        trial = measure(asked, given.home)
    else:
        with tempfile.TemporaryDirectory(prefix="lastro-load-") as folder:
            trial = measure(asked, Path(folder))
    if given.json is not None:
        given.json.write_text(json.dumps(dataclasses.asdict(trial), indent=1, default=str), encoding="utf-8")
    return 0 if print_report(trial) else 1


if __name__ == "__main__":
    sys.exit(main())
