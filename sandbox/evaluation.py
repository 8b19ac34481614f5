"""Cases whose answers are known, filled by the whole road, their traces written and handed to a scorer.

A set is a folder of cases; a case is ``files/``, ``fields.yaml`` and ``gold.json``. Files are read by the real ingest, fields
filled by the real graph (verification, subject, conflicts), and each trace written to ``OUT/SET/CASE/trace.json``. Who
reads is given by the caller, so that nothing here knows settings or servers.
"""

import asyncio
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

from babel import Locale

from agents.fill.limits import FillLimits
from agents.fill.run import fill
from agents.labels.reader import LabelsReader
from agents.steps import Reader
from evidence.errors import InputRefused
from evidence.fields import ReportTemplate
from evidence.frozen import Frozen
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


class Opened(NamedTuple):
    """Who reads one case, and what it searches with."""

    reader: Reader
    searcher: Searcher | None
    limits: FillLimits


OpenReader = Callable[[MemoryPages], Awaitable[Opened]]


class SetResult(Frozen):
    name: str
    cases: int
    pages: int
    read_seconds: float
    fields: int
    fill_seconds: float
    scores: dict[str, Any]
    """As the scorer wrote them; empty without one."""

    def lines(self) -> Iterator[str]:
        yield (
            f"{self.name}: {self.cases} cases, {self.pages} pages read in {self.read_seconds:.1f} s, "
            f"{self.fields} fields filled in {self.fill_seconds:.1f} s"
        )
        if not self.scores:
            return
        for kind in ("strict", "lenient"):
            value = self.scores["value"][kind]
            shown = f"P {_rate(value['precision'])}  R {_rate(value['recall'])}  F1 {value['f1'] or 0:.3f}"
            yield f"  value {kind:8s} {shown}"
        abstention, citations = self.scores["abstention"], self.scores["citations"]
        yield (
            f"  page hit {_rate(self.scores['pages']['hit_of_answered'])}  abstained rightly {_rate(abstention['recall'])}  "
            f"citations valid {_rate(citations['valid'])} of {citations['n']}  {citations['invalid_because'] or ''}"
        )
        yield f"  status {self.scores['status']}"


async def labels_reader(source: MemoryPages) -> Opened:
    return Opened(LabelsReader(source), None, FillLimits(recall=0))


def evaluate(
    data: Path,
    *,
    out: Path,
    reading: ReadOptions,
    open_reader: OpenReader = labels_reader,
    sets: Sequence[str] = (),
    most_cases: int | None = None,
    scorer: Path | None = None,
    cache: Path | None = None,
) -> Iterator[SetResult]:
    """One result a set, in the order of ``sets`` or of their names. ``most_cases``: only the first of each set.

    ``cache`` keeps the pages that were read, so that a reader can be tried again without reading. ``scorer`` is a program
    of its own that is given the data and the traces. Raises InputRefused where there are no cases or the scorer fails.
    """
    names = sets or sorted(path.name for path in data.iterdir() if path.is_dir())
    done = 0
    with WorkerPool(reading) as pool:
        for name in names:
            cases = sorted(path.parent for path in (data / name).glob("*/gold.json"))[:most_cases]
            if not cases and sets:
                raise InputRefused(
                    f"{str(data / name)!r} holds no case with a gold.json; see the names in {str(data)!r}"
                )
            if cases:
                done += 1
                result = _filled_set(name, cases, pool, reading, open_reader=open_reader, out=out, cache=cache)
                scores = _scored(scorer, data / name, out, cases=cases) if scorer is not None else {}
                yield result.model_copy(update={"scores": scores})
    if not done:
        raise InputRefused(f"{str(data)!r} holds no SET/CASE/gold.json; give the folder of the sets")


def _filled_set(
    name: str,
    cases: list[Path],
    pool: WorkerPool,
    reading: ReadOptions,
    *,
    open_reader: OpenReader,
    out: Path,
    cache: Path | None,
) -> SetResult:
    read_seconds = fill_seconds = 0.0
    pages = fields = 0
    for case in cases:
        began = time.perf_counter()
        source = _pages_of(case, pool, reading, cache=cache)
        read_seconds += time.perf_counter() - began
        template = load_template(case / "fields.yaml")
        began = time.perf_counter()
        trace = asyncio.run(_trace_of(case, template, source, open_reader=open_reader))
        fill_seconds += time.perf_counter() - began
        pages += sum(document.page_count for document in source.documents())
        fields += len(template.fields)
        target = out / name / case.name / "trace.json"
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(trace, encoding="utf-8")
    return SetResult(
        name=name, cases=len(cases), pages=pages, read_seconds=read_seconds, fields=fields, fill_seconds=fill_seconds,
        scores={},
    )  # fmt: skip


def _pages_of(case: Path, pool: WorkerPool, reading: ReadOptions, *, cache: Path | None) -> MemoryPages:
    kept = cache / f"{case.parent.name}__{case.name}.jsonl" if cache else None
    if kept is not None and kept.exists():
        return _from_lines(kept.read_text("utf-8").splitlines())
    documents: list[Document] = []
    pages: list[Page] = []
    with tempfile.TemporaryDirectory() as unpacked:
        for source in expand(case / "files", into=Path(unpacked), options=reading):
            found = read(source, options=reading, pool=pool)
            pages += found.pages()
            documents.append(found.document())
    if kept is not None:
        kept.parent.mkdir(parents=True, exist_ok=True)
        kept.write_text("".join(f"{line}\n" for line in _to_lines(documents, pages)), encoding="utf-8")
    return MemoryPages(documents, pages)


def _to_lines(documents: Iterable[Document], pages: Iterable[Page]) -> Iterator[str]:
    for document in documents:
        yield json.dumps({"document": document.model_dump(mode="json")}, ensure_ascii=True)
    for page in pages:
        yield json.dumps({"page": page.model_dump(mode="json")}, ensure_ascii=True)


def _from_lines(lines: Iterable[str]) -> MemoryPages:
    documents: list[Document] = []
    pages: list[Page] = []
    for line in lines:
        held = json.loads(line)
        if "document" in held:
            documents.append(Document.model_validate(held["document"]))
        else:
            pages.append(Page.model_validate(held["page"]))
    return MemoryPages(documents, pages)


async def _trace_of(case: Path, template: ReportTemplate, source: MemoryPages, *, open_reader: OpenReader) -> str:
    reader, searcher, limits = await open_reader(source)
    findings = await fill(
        template,
        source=source,
        searcher=searcher,
        reader=reader,
        log=MemoryFindings(),
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


def _scored(scorer: Path, data: Path, traces: Path, *, cases: list[Path]) -> dict[str, Any]:
    """The scorer's own figures of one set; only the cases that were run count."""
    with tempfile.TemporaryDirectory() as folder:
        chosen = Path(folder) / data.name
        chosen.mkdir()
        for case in cases:
            (chosen / case.name).symlink_to(case.resolve())
        result = Path(folder) / "scores.json"
        command = [sys.executable, str(scorer), "--data", str(chosen), "--traces", str(traces), "--json", str(result)]
        done = subprocess.run(command, check=False, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        if done.returncode or not result.exists():
            said = done.stderr.decode(errors="replace").strip().splitlines()
            raise InputRefused(
                f"the scorer {str(scorer)!r} ended with {done.returncode}{f' ({said[-1]})' if said else ''}; the traces are in "
                f"{str(traces)!r}: mend it and run it on them"
            )
        scores: dict[str, Any] = json.loads(result.read_text("utf-8"))
    sets = scores.get("sets", {})
    return dict(next(iter(sets.values()), scores))


def _rate(proportion: dict[str, Any]) -> str:
    return f"{proportion['rate']:.3f}" if proportion["rate"] is not None else "  -  "
