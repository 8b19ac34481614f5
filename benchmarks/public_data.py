"""Fill the cases of sets with known answers by the whole road, write their traces, and have them scored.

    python benchmarks/public_data.py --data DIR [--sets a,b] [--cases N] --out TRACES [--scorer score.py]
                                     [--reader labels|settings] [--cache DIR] [--ocr] [--json OUT]

DIR holds ``<set>/<case>/{files/,fields.yaml,gold.json}``. Files are read by the real ingest, fields filled by the real
graph (verification, subject, conflicts), and each trace written to ``TRACES/<set>/<case>/trace.json``. ``--reader
settings`` takes the model of the LASTRO_ settings and searches with embeddings. ``--cache`` keeps the pages that were
read, so that a reader can be tried again without reading. ``--scorer`` is a program of its own that is given the data
and the traces; without it the traces are only written.
"""

import argparse
import asyncio
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from babel import Locale

from agents.fill.limits import FillLimits
from agents.fill.run import fill
from agents.labels.reader import LabelsReader
from agents.steps import Reader
from evidence.fields import ReportTemplate
from evidence.memory import MemoryFindings, MemoryPages
from evidence.pages import Document, Page
from evidence.ports import Searcher
from ingest.expand import expand
from ingest.options import ReadOptions
from ingest.pipeline import read
from ingest.workers import WorkerPool
from render.admit import admit
from render.template import load_template
from render.trace import build_trace


def main() -> None:
    options = arguments()
    names = options.sets.split(",") if options.sets else sorted(path.name for path in options.data.iterdir())
    report: dict[str, Any] = {}
    reading = ReadOptions(ocr="auto" if options.ocr else "never", workers=options.workers)
    with WorkerPool(reading) as pool:
        for name in names:
            cases = sorted(path.parent for path in (options.data / name).glob("*/gold.json"))[: options.cases]
            if not cases:
                continue
            report[name] = measure(name, cases, pool, reading, options)
    if options.json:
        options.json.write_text(json.dumps(report, indent=1) + "\n")


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


def measure(
    name: str, cases: list[Path], pool: WorkerPool, reading: ReadOptions, options: argparse.Namespace
) -> dict[str, Any]:
    read_seconds = fill_seconds = 0.0
    pages = fields = 0
    for case in cases:
        began = time.perf_counter()
        source = pages_of(case, pool, reading, cache=options.cache)
        read_seconds += time.perf_counter() - began
        template = load_template(case / "fields.yaml")
        began = time.perf_counter()
        trace = asyncio.run(filled(case, template, source, reader=options.reader))
        fill_seconds += time.perf_counter() - began
        pages += sum(document.page_count for document in source.documents())
        fields += len(template.fields)
        target = options.out / name / case.name / "trace.json"
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(trace, encoding="utf-8")
    print(
        f"{name}: {len(cases)} cases, {pages} pages read in {read_seconds:.1f} s, {fields} fields filled in "
        f"{fill_seconds:.1f} s",
        flush=True,
    )
    if options.scorer is None:
        return {}
    scores = scored(options.scorer, options.data / name, options.out, cases=cases)
    show(scores)
    return scores


def pages_of(case: Path, pool: WorkerPool, reading: ReadOptions, *, cache: Path | None) -> MemoryPages:
    kept = cache / f"{case.parent.name}__{case.name}.jsonl" if cache else None
    if kept is not None and kept.exists():
        return from_lines(kept.read_text("utf-8").splitlines())
    documents: list[Document] = []
    pages: list[Page] = []
    with tempfile.TemporaryDirectory() as unpacked:
        for source in expand(case / "files", into=Path(unpacked), options=reading):
            found = read(source, options=reading, pool=pool)
            pages += found.pages()
            documents.append(found.document())
    if kept is not None:
        kept.parent.mkdir(parents=True, exist_ok=True)
        kept.write_text("".join(f"{line}\n" for line in to_lines(documents, pages)), encoding="utf-8")
    return MemoryPages(documents, pages)


def to_lines(documents: Iterable[Document], pages: Iterable[Page]) -> Iterator[str]:
    for document in documents:
        yield json.dumps({"document": document.model_dump(mode="json")}, ensure_ascii=True)
    for page in pages:
        yield json.dumps({"page": page.model_dump(mode="json")}, ensure_ascii=True)


def from_lines(lines: Iterable[str]) -> MemoryPages:
    documents: list[Document] = []
    pages: list[Page] = []
    for line in lines:
        held = json.loads(line)
        if "document" in held:
            documents.append(Document.model_validate(held["document"]))
        else:
            pages.append(Page.model_validate(held["page"]))
    return MemoryPages(documents, pages)


async def filled(case: Path, template: ReportTemplate, source: MemoryPages, *, reader: str) -> str:
    chosen, searcher, limits = await open_reader(reader, source)
    log = MemoryFindings()
    findings = await fill(
        template,
        source=source,
        searcher=searcher,
        reader=chosen,
        log=log,
        run_id=case.name,
        limits=limits,
        concurrency=2 if searcher is None else 1,
    )
    locale = Locale("en")
    by_field = {finding.field: finding for finding in findings}
    entries = {
        field.id: admit(field, by_field.get(field.id), locale=locale, source=source) for field in template.fields
    }
    trace = build_trace(
        template,
        entries,
        case_id=case.name,
        case_title=template.title,
        documents=source.documents(),
        language="en",
        now=datetime.now(UTC),
    )
    return trace.json_text()


async def open_reader(kind: str, source: MemoryPages) -> tuple[Reader, Searcher | None, FillLimits]:
    if kind == "labels":
        return LabelsReader(source), None, FillLimits(recall=0)
    # the served model, and search by meaning, need the service's settings and heavy imports
    from index.case_index import CaseIndex
    from index.open import open_embedder
    from index.stores.memory import MemoryStore
    from ingest.passages import cut_passages
    from service.settings import Settings
    from service.wiring import open_model

    settings = Settings()
    index = CaseIndex(MemoryStore(), open_embedder("e5", home=settings.root))
    for document in source.documents():
        for page in source.pages(document.sha256):
            index.put(cut_passages(page, name=document.name))
    from agents.llm.reader import ModelReader

    model = await open_model(settings, may_leave=True)
    return ModelReader(model, max_output_tokens=settings.model.max_output_tokens), index, settings.fill


def scored(scorer: Path, data: Path, traces: Path, *, cases: list[Path]) -> dict[str, Any]:
    """The scorer's own figures of one set; only the cases that were run count."""
    with tempfile.TemporaryDirectory() as folder:
        chosen = Path(folder) / data.name
        chosen.mkdir()
        for case in cases:
            (chosen / case.name).symlink_to(case.resolve())
        result = Path(folder) / "scores.json"
        subprocess.run(
            [sys.executable, str(scorer), "--data", str(chosen), "--traces", str(traces), "--json", str(result)],
            check=True,
            stdout=subprocess.DEVNULL,
        )
        scores: dict[str, Any] = json.loads(result.read_text("utf-8"))
    sets = scores.get("sets", {})
    return dict(next(iter(sets.values()), scores))


def show(scores: dict[str, Any]) -> None:
    for kind in ("strict", "lenient"):
        value = scores["value"][kind]
        print(
            f"  value {kind:8s} P {rate(value['precision'])}  R {rate(value['recall'])}  F1 {value['f1'] or 0:.3f}",
            flush=True,
        )
    abstention, citations = scores["abstention"], scores["citations"]
    print(
        f"  page hit {rate(scores['pages']['hit_of_answered'])}  abstained rightly {rate(abstention['recall'])}  "
        f"citations valid {rate(citations['valid'])} of {citations['n']}  {citations['invalid_because'] or ''}",
        flush=True,
    )
    print(f"  status {scores['status']}", flush=True)


def rate(proportion: dict[str, Any]) -> str:
    return f"{proportion['rate']:.3f}" if proportion["rate"] is not None else "  -  "


if __name__ == "__main__":
    main()
