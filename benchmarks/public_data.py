"""Cases with known answers by the whole road, as ``lastro eval`` does it, with the benchmark's own switches.

    python -m benchmarks.public_data --data DIR [--sets a,b] [--cases N] --out TRACES [--scorer score.py]
                                     [--reader labels|settings] [--cache DIR] [--ocr] [--json OUT]

DIR holds ``<set>/<case>/{files/,fields.yaml,gold.json}``. ``--reader settings`` takes the model of the LASTRO_ settings and
searches with embeddings. ``--cache`` keeps the pages that were read, so that a reader can be tried again without
reading. ``--scorer`` is a program of its own that is given the data and the traces; without it the traces are only written.
"""

import argparse
import json
from functools import partial
from pathlib import Path
from typing import Any

from ingest.options import ReadOptions
from sandbox.evaluation import OpenReader, evaluate, labels_reader


def main() -> None:
    options = arguments()
    report: dict[str, Any] = {}
    for result in evaluate(
        options.data,
        out=options.out,
        reading=ReadOptions(ocr="auto" if options.ocr else "never", workers=options.workers),
        open_reader=reader(options.reader),
        sets=tuple(name for name in options.sets.split(",") if name),
        most_cases=options.cases,
        scorer=options.scorer,
        cache=options.cache,
    ):
        report[result.name] = result.scores
        for line in result.lines():
            print(line, flush=True)
    if options.json:
        options.json.write_text(json.dumps(report, indent=1) + "\n")


def reader(kind: str) -> OpenReader:
    if kind == "labels":
        return labels_reader
    from service.evaluating import served_reader
    from service.settings import Settings

    return partial(served_reader, Settings())


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--sets", default="")
    parser.add_argument("--cases", type=int, default=None, help="only the first N of each set")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--scorer", type=Path, default=None)
    parser.add_argument("--reader", choices=["labels", "settings"], default="labels")
    parser.add_argument("--cache", type=Path, default=None)
    parser.add_argument("--ocr", action="store_true")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--json", type=Path, default=None)
    return parser.parse_args()


if __name__ == "__main__":
    main()
