import importlib
import os
import sqlite3
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from agents.fill.assemble_state import Assembly, Reviewed, Written
from agents.fill.checkpoints import forget, lock_down_langgraph, one_owner, open_saver
from agents.fill.state import Judgement, Progress, Refusal, Searched, Seen, Supported
from agents.steps import Answer, Claim, LinePointer, NotFound, QuotePointer, SpanPointer, ToolCall
from evidence.citations import Citation
from evidence.errors import CaseBusy, InputRefused, NotKept
from evidence.fields import FieldType
from evidence.findings import Finding, FoundValue, PartialEvidence, Producer, SearchProof, Status, TypedValue
from evidence.pages import Block, Document, Page, PageKind
from evidence.spans import Box, CharSpan, WordBox

lock_down_langgraph()
codec_module = importlib.import_module("agents.fill.codec")

DOCUMENT = Document(sha256="a" * 64, name="Договор №5.pdf", media_type="application/pdf", page_count=1)
PAGE = Page(
    document="a" * 64, number=1, kind=PageKind.SCAN, text="Сумма 5 000 сум", blocks=(Block(span=CharSpan(start=0, end=15)),),
    words=(WordBox(0, 5, Box(1, 2, 3, 4), 88.0), WordBox(6, 15, Box(5, 2, 9, 4), 61.5)),
)  # fmt: skip
CITATION = Citation.of(DOCUMENT, PAGE, CharSpan(start=0, end=15))
VALUE = TypedValue(type=FieldType.MONEY, text="5 000 сум", normalised="5000", unit="UZS")
PRODUCER = Producer(agent="agent.report.fill", model="m", template="t@1")
REVIEWED = Reviewed(by="01J", at=datetime(2026, 11, 30, 9, 30, tzinfo=UTC), versions={"a": 3})
KEPT: list[Any] = [
    Progress(
        seen=(Seen(tool="fs.list", arguments={"after": 3}, note="n\x0b", first_line=1, runs=()),),
        searched=Searched(queries=("q",), pages={"a" * 64: (1, 4)}, by_reader=SearchProof(pages_read=3)),
        partial=(PartialEvidence(citation=CITATION, why_not="-"),),
    ),
    ToolCall(tool="fs.grep", arguments={"file": "*", "pattern": "x", "nested": {"deep": [1, None, 2.5]}}),
    Answer(
        claims=(
            Claim(
                value="5",
                evidence=(
                    LinePointer(id=3),
                    QuotePointer(file="a", quote="q"),
                    SpanPointer(document="a", page=1, span=CharSpan(start=1, end=2)),
                ),
            ),
        )
    ),
    NotFound(reason="нет"),
    Judgement(
        values=(Supported(value=VALUE, citations=(CITATION,)),),
        refusals=(Refusal(feedback="f", why="w", citations=(CITATION,)),),
    ),
    Finding(
        field="f", status=Status.FOUND, values=(FoundValue(value=VALUE, citations=(0,)),), citations=(CITATION,),
        producer=PRODUCER,
    ),
    Assembly(fields=("a", "b"), waiting=("b",)),
    REVIEWED,
    Written(sha256="0" * 64, reviewed=REVIEWED),
]  # fmt: skip


@pytest.fixture
def codec() -> Any:
    return codec_module.CheckpointCodec()


@pytest.mark.parametrize("value", KEPT, ids=lambda value: type(value).__name__)
def test_every_kind_of_state_comes_back_equal(codec: Any, value: Any) -> None:
    assert codec.loads_typed(codec.dumps_typed(value)) == value
    nested = {"channel_values": {"x": value, "many": [value, (value, "text")]}, "v": 4}
    again = codec.loads_typed(codec.dumps_typed(nested))
    assert again["channel_values"]["x"] == value
    assert again["channel_values"]["many"][0] == value


def test_the_allow_list_is_all_that_a_row_can_become() -> None:
    assert {type(value) for value in KEPT} == set(codec_module.KEPT_TYPES.values())


def test_state_of_another_type_is_refused_when_written(codec: Any) -> None:
    with pytest.raises(TypeError, match="KEPT_TYPES"):
        codec.dumps_typed({"x": VALUE})


def test_a_document_that_holds_our_tag_as_text_stays_text(codec: Any) -> None:
    call = ToolCall(tool="fs.grep", arguments={"lastro.kept": "finding", "json": "{}"})
    assert codec.loads_typed(codec.dumps_typed(call)) == call


@pytest.mark.parametrize("tag", ["os.system", "agents.fill.state.Progress", 5, None, ["progress"]])
def test_an_unknown_tag_is_refused(codec: Any, tag: Any) -> None:
    with pytest.raises(NotKept, match="start the run anew"):
        codec.loads_typed(codec.dumps_typed({"x": {"lastro.kept": tag, "json": "{}"}}))


def test_a_state_that_does_not_validate_is_refused_not_half_built(codec: Any) -> None:
    for body in ('{"steps": "many"}', '{"no_such_field": 1}', "not json", None):
        with pytest.raises(NotKept, match="start the run anew"):
            codec.loads_typed(codec.dumps_typed({"x": {"lastro.kept": "progress", "json": body}}))


CRAFTED = """
import sys, ormsgpack
marker = sys.argv[1]
from agents.fill.checkpoints import lock_down_langgraph
lock_down_langgraph()
from agents.fill.codec import CheckpointCodec
codec = CheckpointCodec()
single, positional, keyword, method, pydantic_v1, pydantic_v2 = 0, 1, 2, 3, 4, 5
inner = lambda *parts: ormsgpack.packb(parts)
payloads = [
    (single, inner("os", "system", f"touch {marker}")),
    (positional, inner("os", "system", [f"touch {marker}"])),
    (positional, inner("subprocess", "run", [["touch", marker]])),
    (keyword, inner("subprocess", "run", {"args": ["touch", marker]})),
    (method, inner("builtins", "type", marker, "mro")),
    (method, inner("pathlib", "Path", marker, "touch")),
    (pydantic_v1, inner("subprocess", "Popen", {"args": ["touch", marker]})),
    (pydantic_v2, inner("subprocess", "Popen", {"args": ["touch", marker]}, "model_validate_json")),
]
for code, body in payloads:
    row = ormsgpack.packb({"channel_values": {"progress": ormsgpack.Ext(code, body)}})
    codec.loads_typed(("msgpack", row))
for kind in ("pickle", "json"):
    body = b"cos\\nsystem\\n(S'touch " + marker.encode() + b"'\\ntR." if kind == "pickle" else (
        '{"lc": 2, "type": "constructor", "id": ["os", "system"], "args": ["touch %s"]}' % marker).encode()
    try:
        codec.loads_typed((kind, body))
    except Exception as refused:
        print(type(refused).__name__)
print("read all")
"""


def test_a_crafted_checkpoint_row_does_not_execute(tmp_path: Path) -> None:
    marker = tmp_path / "marker"
    root = Path(__file__).parents[4]
    ran = subprocess.run(
        [sys.executable, "-c", CRAFTED, str(marker)], capture_output=True, text=True, cwd=root, check=False,
        env={**os.environ, "PYTHONPATH": str(root)},
    )  # fmt: skip
    assert "read all" in ran.stdout, ran.stderr
    assert not marker.exists()


async def test_a_crafted_row_in_the_checkpoint_file_does_not_execute(tmp_path: Path) -> None:
    import ormsgpack

    marker, path = tmp_path / "marker", tmp_path / "run.db"
    bad = ormsgpack.Ext(0, ormsgpack.packb(("os", "system", f"touch {marker}")))
    row = ormsgpack.packb(
        {"v": 4, "id": "1", "ts": "", "channel_values": {"progress": bad}, "channel_versions": {}, "versions_seen": {}}
    )
    with open_saver(path):
        pass
    connection = sqlite3.connect(path)
    connection.execute("INSERT INTO checkpoints VALUES ('t', '', '1', NULL, 'msgpack', ?, '{}')", (row,))
    connection.commit()
    connection.close()
    with open_saver(path) as saver:
        held = await saver.aget_tuple({"configurable": {"thread_id": "t", "checkpoint_ns": ""}})
    assert held is not None
    assert not marker.exists()


@pytest.mark.parametrize("name", ["LANGSMITH_TRACING", "LANGCHAIN_TRACING_V2", "LANGSMITH_OTEL_ENABLED"])
@pytest.mark.parametrize("value", ["true", "1", "YES"])
def test_tracing_to_an_outside_service_is_refused(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(InputRefused, match=name):
        lock_down_langgraph()


def test_tracing_is_off_and_checkpoints_are_strict_afterwards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("LANGSMITH_TRACING", raising=False)
    lock_down_langgraph()
    assert os.environ["LANGSMITH_TRACING"] == "false"
    assert os.environ["LANGGRAPH_STRICT_MSGPACK"] == "true"


def test_a_run_has_one_owner(tmp_path: Path) -> None:
    path = tmp_path / "runs" / "r1.db"
    with one_owner(path), pytest.raises(CaseBusy, match="another process"), one_owner(path):
        pass
    with one_owner(path):
        pass


def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "run.db"
    path.write_bytes(b"not a database at all, but long enough to be looked at" * 40)
    with pytest.raises(InputRefused, match=r"run\.db"), open_saver(path):
        pass


def test_forgetting_a_run_leaves_no_file_with_quotes(tmp_path: Path) -> None:
    path = tmp_path / "run.db"
    with open_saver(path) as saver:
        saver.conn.execute("CREATE TABLE t (x)")
    forget(path)
    assert not list(tmp_path.iterdir())
