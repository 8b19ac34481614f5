"""What the graph costs: 60 fields of 3 steps each at concurrency 16, against a reader in this process that only sleeps.

    python benchmarks/fill_overhead.py [--fields 60] [--steps 3] [--concurrency 16] [--latency 0.5] [--json]

Prints wall time against the ideal (rounds x steps x latency) and our own CPU per step, with and without checkpoints.
"""

import argparse
import asyncio
import json
import logging
import math
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from agents.fill.checkpoints import lock_down_langgraph
from agents.fill.limits import FillLimits
from agents.fill.run import fill
from agents.scripted import ScriptedReader
from agents.steps import Answer, Claim, LinePointer, ToolCall, Turn
from evidence.fields import Field, ReportTemplate
from evidence.memory import MemoryFindings, MemoryPages
from evidence.pages import Document, Page, PageKind

SHA = "f" * 64


def case(fields: int) -> MemoryPages:
    """A page of labelled lines for every ten fields, between paragraphs of prose."""
    pages = []
    for start in range(0, fields, 10):
        rows = [
            f"Parameter {number}\tvalue {number:04d} of the case" for number in range(start, min(start + 10, fields))
        ]
        prose = " ".join(f"Sentence {n} says that nothing of interest happened on this page." for n in range(20))
        text = prose + "\n\n" + "\n".join(rows)
        pages.append(Page(document=SHA, number=len(pages) + 1, kind=PageKind.TEXT, text=text))
    document = Document(sha256=SHA, name="case.pdf", media_type="application/pdf", page_count=len(pages))
    return MemoryPages([document], pages)


def answer(turn: Turn) -> Answer:
    number = int(turn.field.id[1:])
    value = f"value {number:04d} of the case"
    line = next(line for seen in turn.observations for line in seen.lines if line.text.endswith(value))
    return Answer(claims=(Claim(value=value, evidence=(LinePointer(id=line.id),)),))


async def measure(
    *, fields: int, steps: int, concurrency: int, latency: float, checkpoints: Path | None
) -> dict[str, float]:
    template = ReportTemplate(
        id="bench", title="bench", sha256="0" * 64,
        fields=tuple(Field(id=f"f{n}", question=f"What is parameter {n}?") for n in range(fields)),
    )  # fmt: skip
    script = {}
    for number in range(fields):
        calls = [
            ToolCall(tool="fs.read_page", arguments={"file": "case.pdf", "page": number // 10 + 1, "start": start + 1})
            for start in range(steps - 1)
        ]
        script[f"f{number}"] = (*calls, answer)
    reader = ScriptedReader(script, seconds=latency)
    began, cpu = time.perf_counter(), time.process_time()
    findings = await fill(
        template, source=case(fields), searcher=None, reader=reader, log=MemoryFindings(), run_id="bench",
        limits=FillLimits(recall=0), concurrency=concurrency, checkpoints=checkpoints,
    )  # fmt: skip
    wall, cpu = time.perf_counter() - began, time.process_time() - cpu
    assert all(finding.status == "found" for finding in findings), [f.reason for f in findings if f.status != "found"]
    assert len(reader.turns) == fields * steps
    ideal = math.ceil(fields / concurrency) * steps * latency
    return {
        "wall_s": round(wall, 3),
        "ideal_s": round(ideal, 3),
        "ratio": round(wall / ideal, 3),
        "cpu_ms_per_step": round(1000 * cpu / (fields * steps), 2),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--fields", type=int, default=60)
    parser.add_argument("--steps", type=int, default=3)
    parser.add_argument("--concurrency", type=int, default=16)
    parser.add_argument("--latency", type=float, default=0.5, help="seconds of each decision")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    logging.basicConfig(level=logging.ERROR)
    lock_down_langgraph()
    import agents.fill.codec
    import agents.fill.graph  # noqa: F401  # the import costs a second or more and is not what is measured

    shape = {"fields": given.fields, "steps": given.steps, "concurrency": given.concurrency, "latency": given.latency}
    with tempfile.TemporaryDirectory() as folder:
        measured = {
            "without_checkpoints": asyncio.run(measure(**shape, checkpoints=None)),
            "with_checkpoints": asyncio.run(measure(**shape, checkpoints=Path(folder, "run.db"))),
        }
    if given.json:
        print(json.dumps({"shape": shape, **measured}))
        return
    print(f"{given.fields} fields x {given.steps} steps, concurrency {given.concurrency}, {given.latency} s a decision")
    for name, row in measured.items():
        print(
            f"{name:22} {row['wall_s']:7.2f} s, ideal {row['ideal_s']:.2f} s, ratio {row['ratio']:.3f}, "
            f"own CPU {row['cpu_ms_per_step']:.2f} ms a step"
        )


if __name__ == "__main__":
    main()
