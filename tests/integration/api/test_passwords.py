"""Passwords of encrypted uploads: given over the wire, used for one reading, and nowhere afterwards."""

import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pikepdf
import pytest

from cases.access import Role
from cases.jobs import JobState
from service.context import Context, open_context
from service.jobs.doing import do
from service.jobs.local import add_job
from service.jobs.port import JobKind
from service.jobs.stopping import Stopping
from service.jobs.work import let_go
from service.settings import IndexSettings, ServeSettings, Settings
from tests.integration.api import made_up
from tests.integration.api.house import House, new_case
from tests.integration.service_people import database_on_server
from tests.unit.ingest.test_expand import ENCRYPTED_ZIP

pytestmark = [pytest.mark.needs_milvus, pytest.mark.timeout(180)]

SECRET = "Навруз-2026 ключ"


class WorkedJobs:
    """A JobRunner that keeps jobs in the store, as both real ones do, and works them off when it is told to."""

    def __init__(self) -> None:
        self.context: Context | None = None

    def start(self) -> None: ...

    def stop(self, grace_seconds: float) -> None: ...

    def put(self, kind: JobKind, *, case: str, payload: Any, by: str, key: str | None = None) -> str:
        assert self.context is not None
        return add_job(self.context.store, kind, case=case, payload=payload, by=by, key=key).id

    def cancel(self, job: str) -> None:
        assert self.context is not None
        self.context.store.jobs.cancel(job)

    def work_off(self) -> list[JobState | None]:
        assert self.context is not None
        ended = []
        while (job := self.context.store.jobs.claim("tests")) is not None:
            ended.append(do(self.context.settings, self.context.store, job, leaving=Stopping()))
        return ended


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.needs_postgres)])
def settings(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Settings]:
    common: dict[str, Any] = {
        "home": tmp_path / "home",
        "index": IndexSettings(embedder="hashing"),
        "serve": ServeSettings(tries_per_minute=1000),
        "read": {"ocr": "never", "workers": 1},
    }
    if request.param == "sqlite":
        yield Settings(**common)
        return
    with database_on_server() as dsn:
        yield Settings(**common, database=dsn)


@pytest.fixture
def jobs() -> WorkedJobs:
    return WorkedJobs()


@pytest.fixture
def context(settings: Settings, jobs: WorkedJobs) -> Iterator[Context]:
    opened = open_context(settings, jobs=jobs)
    jobs.context = opened
    yield opened
    opened.close()


def locked(text: str = "Sum 1 250 000", *, user: str = SECRET) -> bytes:
    out = io.BytesIO()
    with pikepdf.open(io.BytesIO(made_up.pdf(text))) as pdf:
        pdf.save(out, encryption=pikepdf.Encryption(owner="owner", user=user, R=6))
    return out.getvalue()


async def given(client: httpx.AsyncClient, jobs: WorkedJobs, content: bytes, name: str = "loan.pdf") -> tuple[str, str]:
    """A case with the file in it, looked at; the ids of both."""
    case = await new_case(client)
    parts = {"files": (name, content, "application/octet-stream")}
    answer = await client.post(f"/api/v1/cases/{case}/files", files=parts)
    assert answer.status_code == 202, answer.text
    jobs.work_off()
    return case, str(answer.json()["files"][0]["sha256"])


async def problems(client: httpx.AsyncClient, case: str, file: str) -> list[str]:
    answer = await client.get(f"/api/v1/cases/{case}/files/{file}")
    return [problem["code"] for problem in answer.json()["problems"]]


def sealed(context: Context) -> list[Path]:
    return list((context.settings.root / "spool").rglob("sealed"))


async def test_a_locked_file_is_read_with_its_password(
    analyst: httpx.AsyncClient, context: Context, jobs: WorkedJobs
) -> None:
    case, file = await given(analyst, jobs, locked())
    at = f"/api/v1/cases/{case}/files/{file}"
    assert await problems(analyst, case, file) == ["password_needed"]
    answer = await analyst.post(f"{at}/password", json={"password": "not this one"})
    assert answer.status_code == 202, answer.text
    jobs.work_off()
    assert await problems(analyst, case, file) == ["wrong_password"]
    answer = await analyst.post(f"{at}/password", json={"password": SECRET})
    assert (answer.status_code, len(sealed(context))) == (202, 1)
    assert jobs.work_off() == [JobState.DONE]
    assert await problems(analyst, case, file) == []
    assert "1 250 000" in (await analyst.get(f"{at}/pages/1")).json()["text"]
    picture = await analyst.get(f"{at}/pages/1/image?dpi=72")
    assert (picture.status_code, picture.headers["content-type"]) == (200, "image/png")
    original = await analyst.get(f"{at}/original")
    with pytest.raises(pikepdf.PasswordError):
        pikepdf.open(io.BytesIO(original.content))
    again = await analyst.post(f"{at}/password", json={"password": SECRET})
    assert (again.status_code, again.json()["code"]) == (409, "wrong_state")


async def test_a_password_is_nowhere_when_the_file_is_read(
    analyst: httpx.AsyncClient, context: Context, jobs: WorkedJobs, capsys: pytest.CaptureFixture[str]
) -> None:
    case, file = await given(analyst, jobs, locked())
    await analyst.post(f"/api/v1/cases/{case}/files/{file}/password", json={"password": SECRET})
    assert not _holding(context.settings.root, SECRET), "not in clear, even while it waits"
    jobs.work_off()
    assert sealed(context) == []
    assert not _holding(context.settings.root, SECRET)
    (job,) = [job for job in context.store.jobs.of_case(case) if job.kind == JobKind.READ_AGAIN]
    assert SECRET not in str(job.payload)
    entry = context.audit.entries(case=case)[0]
    assert (entry.action, entry.subject, entry.detail) == ("file.password", f"file {file}", {})
    said = capsys.readouterr()
    assert SECRET not in said.out + said.err


def _holding(root: Path, text: str) -> list[str]:
    wanted = (text.encode(), text.encode("utf-16-le"))
    files = [path for path in root.rglob("*") if path.is_file()]
    return [str(path) for path in files if any(word in path.read_bytes() for word in wanted)]


async def test_a_password_of_a_job_that_never_ran_is_removed_too(
    analyst: httpx.AsyncClient, context: Context, jobs: WorkedJobs
) -> None:
    from service.jobs.taking_up import take_up

    case, file = await given(analyst, jobs, locked())
    answer = await analyst.post(f"/api/v1/cases/{case}/files/{file}/password", json={"password": SECRET})
    cancelled = await analyst.post(f"/api/v1/cases/{case}/jobs/{answer.json()['job']}/cancel")
    assert (cancelled.json()["state"], sealed(context)) == ("cancelled", [])
    await analyst.post(f"/api/v1/cases/{case}/files/{file}/password", json={"password": SECRET})
    take_up(context.store, jobs.put)
    assert len(sealed(context)) == 1, "its job still waits"
    (job,) = [job for job in context.store.jobs.of_case(case) if job.state is JobState.QUEUED]
    context.store.jobs.cancel(job.id)
    take_up(context.store, jobs.put)
    assert sealed(context) == []
    let_go(context.store, job)


async def test_the_files_of_a_locked_archive_are_read(
    analyst: httpx.AsyncClient, context: Context, jobs: WorkedJobs
) -> None:
    case, file = await given(analyst, jobs, ENCRYPTED_ZIP, name="papers.zip")
    assert await problems(analyst, case, file) == ["password_needed"]
    await analyst.post(f"/api/v1/cases/{case}/files/{file}/password", json={"password": "secret"})
    jobs.work_off()
    assert await problems(analyst, case, file) == ["opened"]
    names = [one["name"] for one in (await analyst.get(f"/api/v1/cases/{case}/files")).json()]
    assert names == ["papers.zip", "papers.zip/a.txt"]


async def test_a_reader_and_a_stranger_give_no_password(
    house: House, analyst: httpx.AsyncClient, jobs: WorkedJobs
) -> None:
    case, file = await given(analyst, jobs, locked())
    reader, stranger = await house.signed_in("jasur"), await house.signed_in("petr", Role.ADMIN)
    await analyst.put(f"/api/v1/cases/{case}/members", json={"login": "jasur", "role": "reader"})
    for client, status in ((reader, 403), (stranger, 404)):
        answer = await client.post(f"/api/v1/cases/{case}/files/{file}/password", json={"password": SECRET})
        assert answer.status_code == status, answer.text


@pytest.mark.parametrize("password", ["", "x" * 257, None])
async def test_what_is_no_password_is_refused_and_not_repeated(
    analyst: httpx.AsyncClient, jobs: WorkedJobs, password: str | None
) -> None:
    case, file = await given(analyst, jobs, locked())
    answer = await analyst.post(f"/api/v1/cases/{case}/files/{file}/password", json={"password": password})
    assert answer.status_code == 422
    assert "xxx" not in answer.text


async def test_the_unlocked_copy_goes_with_its_file(
    analyst: httpx.AsyncClient, context: Context, jobs: WorkedJobs
) -> None:
    case, file = await given(analyst, jobs, locked())
    await analyst.post(f"/api/v1/cases/{case}/files/{file}/password", json={"password": SECRET})
    jobs.work_off()
    vault = context.store.open(case).vault
    assert vault.place_unlocked(file).exists() and vault.count(file) == 2
    await analyst.delete(f"/api/v1/cases/{case}/files/{file}")
    jobs.work_off()
    assert vault.count(file) == 0
    receipt = context.store.deletions.receipts()[0]
    assert receipt.proved and receipt.removed["stored_files"] == 2
