"""A process that fills a small report and can be killed at any moment; started by test_fill_survives_kill.py.

    fill_child.py FOLDER FIELDS SECONDS_PER_DECISION

Every decision and every kept finding is appended to a file, so that the test can see what was done twice.
"""

import asyncio
import json
import os
import sys
from pathlib import Path

from agents.fill.limits import FillLimits
from agents.fill.run import fill
from agents.scripted import ScriptedReader
from agents.steps import Answer, Claim, Decision, LinePointer, NotFound, ToolCall, Turn
from evidence.fields import Field, ReportTemplate
from evidence.findings import Finding
from evidence.memory import MemoryPages
from evidence.pages import Document, Page, PageKind

SHA = "c" * 64


def append(path: Path, record: dict[str, object]) -> None:
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps(record) + "\n")
        file.flush()
        os.fsync(file.fileno())


class FileFindings:
    """A FindingLog in a file; a line cut by the kill is no finding."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def keep(self, finding: Finding) -> None:
        append(self._path, {"field": finding.field, "finding": finding.model_dump_json()})

    def kept(self) -> list[Finding]:
        if not self._path.exists():
            return []
        lines = self._path.read_text("utf-8").split("\n")[:-1]
        return [Finding.model_validate_json(json.loads(line)["finding"]) for line in lines]


class LoggingReader(ScriptedReader):
    """Says the same in every process: what it has decided for a field before is read off the turn, not remembered."""

    def __init__(self, folder: Path, seconds: float) -> None:
        super().__init__({}, seconds=seconds)
        self._log = folder / "decisions.jsonl"
        self._seconds = seconds

    async def decide(self, turn: Turn) -> Decision:
        await asyncio.sleep(self._seconds)
        step = len(turn.observations)
        append(self._log, {"pid": os.getpid(), "field": turn.field.id, "step": step, "feedback": len(turn.feedback)})
        number = int(turn.field.id[1:])
        if step < 2:
            return ToolCall(tool="fs.read_page", arguments={"file": "case.pdf", "page": 1, "start": step + 1})
        if number % 4 == 3:
            return NotFound(reason="not there")
        value = f"value {number:03d}" if turn.feedback or number % 4 != 1 else "something else"
        line = next(one for seen in turn.observations for one in seen.lines if f"value {number:03d}" in one.text)
        return Answer(claims=(Claim(value=value, evidence=(LinePointer(id=line.id),)),))


def main() -> None:
    folder, fields, seconds = Path(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3])
    text = "\n".join(f"Parameter {number}\tvalue {number:03d}" for number in range(fields))
    source = MemoryPages(
        [Document(sha256=SHA, name="case.pdf", media_type="application/pdf", page_count=1)],
        [Page(document=SHA, number=1, kind=PageKind.TEXT, text=text)],
    )
    template = ReportTemplate(
        id="t", title="T", sha256="0",
        fields=tuple(Field(id=f"f{number}", question=f"What is parameter {number}?") for number in range(fields)),
    )  # fmt: skip
    asyncio.run(
        fill(
            template, source=source, searcher=None, reader=LoggingReader(folder, seconds),
            log=FileFindings(folder / "kept.jsonl"), run_id="run", limits=FillLimits(recall=0), concurrency=4,
            checkpoints=folder / "run.db", on_progress=lambda event: None,
        )
    )  # fmt: skip
    (folder / "done").touch()


if __name__ == "__main__":
    main()
