"""Fill against an endpoint with fixed latency, over real HTTP, against the ideal schedule.

60 fields of 3 steps each at concurrency 16: the ideal time is the makespan of a perfect schedule of the latencies alone.
Prints the ratio to it and our own CPU per step; exits 1 when a target is missed (1.15 x, 10 ms).

    python benchmarks/fill_endpoint.py [--fields 60] [--latency 0.5] [--concurrency 16]
"""

import argparse
import asyncio
import json
import math
import re
import resource
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

FIELDS, STEPS, CONCURRENCY, LATENCY = 60, 3, 16, 0.5
RATIO, CPU_MS = 1.15, 10.0


async def answer(
    reader: asyncio.StreamReader,
    writer: asyncio.StreamWriter,
    pause: Callable[[], Awaitable[None]],
    asked: Callable[[int], None],
) -> None:
    """A model that searches twice and then names the line with the field's number. ``asked`` is told which field it was."""
    while head := await reader.readuntil(b"\r\n\r\n"):
        length = re.search(rb"content-length: (\d+)", head, re.I)
        body = await reader.readexactly(int(length.group(1))) if length else b""
        if b"/models" in head.split(b"\r\n", 1)[0]:
            reply: dict[str, object] = {"data": [{"id": "fixed", "max_model_len": 32768}]}
        else:
            await pause()
            reply = step(json.loads(body), asked)
        content = json.dumps(reply).encode()
        writer.write(b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: %d\r\n\r\n" % len(content))
        writer.write(content)
        await writer.drain()


def step(request: dict[str, object], asked: Callable[[int], None]) -> dict[str, object]:
    messages = request["messages"]
    assert isinstance(messages, list)
    prompt = messages[-1]["content"]
    if '"colour"' in prompt:  # whether a schema is honoured, asked before every run
        message = {"content": '{"colour": "teal"}'}
        return {"choices": [{"message": message, "finish_reason": "stop"}], "usage": {}}
    number = re.search(r"Question: What is the amount of item (\d+)\?", prompt)
    left = re.search(r"Steps left: (\d+)", prompt)
    assert number and left
    asked(int(number.group(1)))
    data: dict[str, object] = {"found": False, "tool": "none"}
    line = re.search(rf"\[(\d+)\] (?:\([^)]*\) )?Amount of item {number.group(1)}[ |:]+(\d+ \d+) USD", prompt)
    if int(left.group(1)) > 6 - STEPS + 1:
        data = {"found": False, "tool": "fs.grep", "file": "*", "argument": f"item {number.group(1)}"}
    elif line:
        data = {"found": True, "ids": [int(line.group(1))], "value": f"{line.group(2)} USD"}
    message = {"content": json.dumps(data)}
    usage = {"prompt_tokens": len(prompt) // 3, "completion_tokens": 30}
    return {"choices": [{"message": message, "finish_reason": "stop"}], "usage": usage}


async def serve(latency: float, log: Path | None = None, gate: Path | None = None) -> None:
    """``log``: a file that gets the field's number of every question, a line each. ``gate``: a file that says how many
    questions may be answered in all; the next ones wait until it says more.
    """
    answered = 0

    async def pause() -> None:
        await asyncio.sleep(latency)
        while gate is not None and answered >= int(gate.read_text()):
            await asyncio.sleep(0.02)

    def asked(number: int) -> None:
        nonlocal answered
        answered += 1
        if log is not None:
            with log.open("a") as file:
                file.write(f"{number}\n")

    async def handle(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            await answer(reader, writer, pause, asked)
        except (asyncio.IncompleteReadError, ConnectionError):
            writer.close()

    server = await asyncio.start_server(handle, "127.0.0.1", 0, limit=1 << 22)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


async def measure(port: int, *, fields: int, latency: float, concurrency: int) -> tuple[float, float, int]:
    from agents.fill.limits import FillLimits
    from agents.fill.run import fill
    from agents.llm.open import open_model
    from agents.llm.reader import ModelReader
    from evidence.fields import Field, FieldType, ReportTemplate
    from evidence.findings import Status
    from evidence.memory import MemoryFindings, MemoryPages
    from evidence.pages import Block, Document, Page, PageKind
    from evidence.spans import CharSpan

    pages, sha256 = [], "a" * 64
    for number in range(1, fields + 1):
        text = f"Schedule of items\nAmount of item {number}\t{number} 000 USD\nThe items are listed in the order of delivery."
        blocks, start = [], 0
        for part in re.split(r"[\t\n]", text):
            blocks.append(Block(span=CharSpan(start=start, end=start + len(part))))
            start += len(part) + 1
        pages.append(
            Page(document=sha256, number=number, kind=PageKind.TEXT, text=text, blocks=tuple(blocks), language="en")
        )
    document = Document(sha256=sha256, name="items.pdf", media_type="application/pdf", page_count=fields)
    template = ReportTemplate(
        id="t",
        title="t",
        sha256="0" * 64,
        languages=("en",),
        fields=tuple(
            Field(id=f"item_{number}", question=f"What is the amount of item {number}?", type=FieldType.MONEY)
            for number in range(1, fields + 1)
        ),
    )
    model = await open_model(base_url=f"http://127.0.0.1:{port}/v1")
    reader = ModelReader(model)
    arguments = {
        "source": MemoryPages([document], pages),
        "searcher": None,
        "reader": reader,
        "limits": FillLimits(recall=0),
    }
    warm = template.model_copy(update={"fields": template.fields[:1]})
    await fill(warm, **arguments, log=MemoryFindings(), run_id="warm", concurrency=1)  # imports and first compilation
    cpu = resource.getrusage(resource.RUSAGE_SELF)
    started = time.perf_counter()
    findings = await fill(template, **arguments, log=MemoryFindings(), run_id="run", concurrency=concurrency)
    wall = time.perf_counter() - started
    after = resource.getrusage(resource.RUSAGE_SELF)
    spent = after.ru_utime + after.ru_stime - cpu.ru_utime - cpu.ru_stime
    found = sum(finding.status is Status.FOUND for finding in findings)
    return wall, spent, found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--fields", type=int, default=FIELDS)
    parser.add_argument("--latency", type=float, default=LATENCY)
    parser.add_argument("--concurrency", type=int, default=CONCURRENCY)
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--log", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--gate", type=Path, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.serve:
        asyncio.run(serve(given.latency, given.log, given.gate))
        return 0
    server = subprocess.Popen(
        [sys.executable, __file__, "--serve", "--latency", str(given.latency)], stdout=subprocess.PIPE, text=True
    )
    try:
        assert server.stdout
        port = int(server.stdout.readline())
        wall, cpu, found = asyncio.run(
            measure(port, fields=given.fields, latency=given.latency, concurrency=given.concurrency)
        )
    finally:
        server.kill()
    ideal = math.ceil(given.fields / given.concurrency) * STEPS * given.latency
    per_step = 1000 * cpu / (given.fields * STEPS)
    print(f"fields {given.fields} x {STEPS} steps, latency {given.latency} s, concurrency {given.concurrency}")
    print(f"found {found} of {given.fields}")
    print(f"ideal {ideal:.2f} s   taken {wall:.2f} s   ratio {wall / ideal:.3f}  (target {RATIO})")
    print(f"own CPU per step {per_step:.2f} ms  (target {CPU_MS})")
    return 0 if wall / ideal <= RATIO and per_step <= CPU_MS and found == given.fields else 1


if __name__ == "__main__":
    sys.exit(main())
