"""Reading and filling in processes of their own, at the most talkative level, with faults: what their logs say."""

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from cases.jobs import JobState
from cases.store import CaseStore
from service import running
from service.jobs.opening import open_jobs
from service.jobs.port import JobKind
from service.settings import ModelSettings, Settings
from service.wiring import open_store
from tests.integration.api import made_up
from tests.integration.service_people import Desk, case_of, person, settings_for, spooled
from tests.integration.test_service_runs import paused, until

pytestmark = [pytest.mark.needs_milvus, pytest.mark.timeout(120)]

FIELDS = """id: lease
version: "1"
title: Lease summary
languages: [en]
fields:
  - {id: tenant, question: "Who is the tenant?", type: text, labels: {en: ["Tenant"]}}
"""
TEXT = "Tenant: Canarybird Trading LLC\nMonthly rent: 7 654 321.00 USD\n"


class _Echo(BaseHTTPRequestHandler):
    """A served model that repeats the prompt wherever it can: in a refusal, in an answer of no use, then in what was asked."""

    answers = 0

    def log_message(self, *_: object) -> None: ...

    def do_GET(self) -> None:
        self._say({"data": [{"id": "echo", "max_model_len": 32768}]})

    def do_POST(self) -> None:
        prompt = json.loads(self.rfile.read(int(self.headers["Content-Length"])))["messages"][-1]["content"]
        if '"colour"' in prompt:  # whether a schema is honoured, asked before every run
            self._answer(json.dumps({"colour": "teal"}))
            return
        _Echo.answers += 1
        if _Echo.answers == 1:
            self._say({"error": {"message": f"overloaded while at: {prompt}"}}, status=503)
        elif _Echo.answers == 2:
            self._answer(json.dumps({"found": TEXT, "value": prompt}))
        else:
            self._answer(json.dumps({"found": False, "tool": "none"}))

    def _answer(self, content: str) -> None:
        usage = {"prompt_tokens": 10, "completion_tokens": 10}
        self._say({"choices": [{"message": {"content": content}, "finish_reason": "stop"}], "usage": usage})

    def _say(self, body: object, *, status: int = 200) -> None:
        sent = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(sent)))
        self.end_headers()
        self.wfile.write(sent)


@pytest.fixture
def model() -> Iterator[str]:
    _Echo.answers = 0
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Echo)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/v1"
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.fixture
def settings(tmp_path: Path, model: str) -> Settings:
    served = ModelSettings.model_validate({"kind": "openai", "base_url": model})
    loud = {"model": served, "log_level": "debug", "log_json": True}
    return settings_for(tmp_path, fields=FIELDS).model_copy(update=loud)


@pytest.fixture
def store(settings: Settings) -> Iterator[CaseStore]:
    store = open_store(settings)
    yield store
    store.close()


def test_no_log_of_reading_or_filling_holds_what_stands_in_documents(
    settings: Settings, store: CaseStore, capfd: pytest.CaptureFixture[str]
) -> None:
    """The work is done in child processes, which write to the same stderr."""
    ann = person(store)
    case = case_of(store, ann)
    paths = spooled(settings, case, TEXT, name="canaryname.txt")
    for name, content in (("canarybroken.pdf", b"%PDF-1.7 canarybytes"), ("canaryscan.pdf", made_up.pdf(TEXT))):
        (paths[0].parent / name).write_bytes(content)
        paths.append(paths[0].parent / name)
    jobs = open_jobs(settings, store)
    jobs.start()
    try:
        desk = Desk(settings, store, jobs)
        running.read_files(desk, case.id, paths, actor=ann)
        run = running.start_run(desk, case.id, "lease", language=None, actor=ann)
        paused(desk, case.id, run.id)
        jobs.put(JobKind.FILL_RUN, case=case.id, payload={"case": case.id, "run": "canaryrun"}, by=ann.id)
        until(lambda: any(job.state is JobState.FAILED for job in store.jobs.of_case(case.id)))
    finally:
        jobs.stop(10)
    said = "".join(capfd.readouterr())
    assert {"job ended", "job failed", "model_retry", "unusable_answer"} <= _events(said), said
    for secret in ("canary", "7 654 321", "tenant:"):
        assert secret not in said.casefold(), said


def _events(said: str) -> set[str]:
    return {json.loads(line)["event"] for line in said.splitlines() if line.startswith("{")}
