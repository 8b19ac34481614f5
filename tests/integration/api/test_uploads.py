"""What is taken in, what is refused and why, and that nothing is left of what was refused."""

import asyncio
import hashlib
import io
import zipfile
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest
from fastapi import FastAPI

from service.api.app import create_app
from service.api.intake import Intake
from service.context import Context
from service.settings import ServeSettings, Settings
from service.spool import Spool, safe_name
from tests.integration.api import made_up
from tests.integration.api.house import House, NotedJobs, new_case

FORM = "multipart/form-data; boundary=b"


def spooled(context: Context) -> list[Path]:
    return sorted(path for path in (context.settings.root / "spool").rglob("*") if path.is_file())


async def give(client: httpx.AsyncClient, case: str, *files: tuple[str, bytes]) -> httpx.Response:
    parts = [("files", (name, content, "application/octet-stream")) for name, content in files]
    return await client.post(f"/api/v1/cases/{case}/files", files=parts)


async def send(client: httpx.AsyncClient, case: str, body: bytes, kind: str) -> httpx.Response:
    return await client.post(f"/api/v1/cases/{case}/files", content=body, headers={"Content-Type": kind})


async def test_files_are_hashed_as_they_come_and_handed_to_a_job(
    analyst: httpx.AsyncClient, context: Context, jobs: NotedJobs
) -> None:
    case = await new_case(analyst)
    content = made_up.pdf()
    answer = await give(analyst, case, ("loan.pdf", content))
    assert answer.status_code == 202, answer.text
    assert answer.json()["files"] == [
        {"name": "loan.pdf", "sha256": hashlib.sha256(content).hexdigest(), "size": len(content)}
    ]
    [(kind, of, payload)] = jobs.asked
    assert (kind, of) == ("read_files", case)
    [path] = spooled(context)
    assert payload["paths"] == [str(path)]
    assert path.read_bytes() == content


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("../../../etc/passwd", "etc_passwd"),
        ("..\\..\\windows\\win.ini", "windows_win.ini"),
        ("/abs/loan.pdf", "abs_loan.pdf"),
        ("C:\\Users\\x\\loan.pdf", "Users_x_loan.pdf"),
        ("..", "unnamed"),
        (".htaccess", "htaccess"),
        ("Кредит №7.pdf", "Кредит №7.pdf"),
        ("<img src=x onerror=alert(1)>.pdf", "<img src=x onerror=alert(1)>.pdf"),
        ("{{7*7}}{% raw %}.pdf", "{{7*7}}{% raw %}.pdf"),
        ("a\u202egpj.exe", "agpj.exe"),
        ("nul\x00byte.pdf", "nulbyte.pdf"),
    ],
)
async def test_a_name_leads_nowhere_and_is_shown_as_text(
    analyst: httpx.AsyncClient, context: Context, given: str, shown: str
) -> None:
    case = await new_case(analyst)
    head = f'--b\r\nContent-Disposition: form-data; name="files"; filename="{given}"\r\n\r\n'.encode()
    answer = await send(analyst, case, head + b"x\r\n--b--\r\n", "multipart/form-data; boundary=b")
    if "\x00" in given and answer.status_code == 400:  # the parser may refuse such a header altogether
        assert not spooled(context)
        return
    assert answer.status_code == 202, answer.text
    name = answer.json()["files"][0]["name"]
    assert name in (safe_name(given), "loan.pdf")  # of a whole Windows path browsers mean the last part
    if "\\" not in given:  # the header itself escapes backslashes
        assert name == shown
    [path] = spooled(context)
    root = (context.settings.root / "spool" / case).resolve()
    assert path.resolve().is_relative_to(root)
    assert path.name == name
    assert answer.headers["content-type"] == "application/json", "HTML in a name is never served as HTML"


def test_a_name_of_300_letters_keeps_its_ending() -> None:
    name = safe_name("ж" * 300 + ".pdf")
    assert name.endswith(".pdf")
    assert len(name.encode()) <= 200


async def test_two_files_of_one_name_do_not_overwrite_each_other(analyst: httpx.AsyncClient, context: Context) -> None:
    case = await new_case(analyst)
    answer = await give(analyst, case, ("a.txt", b"first"), ("a.txt", b"second"))
    assert [file["size"] for file in answer.json()["files"]] == [5, 6]
    assert {path.read_bytes() for path in spooled(context)} == {b"first", b"second"}


async def test_an_empty_file_is_named_and_the_others_are_taken(analyst: httpx.AsyncClient, context: Context) -> None:
    case = await new_case(analyst)
    answer = await give(analyst, case, ("empty.pdf", b""), ("full.txt", b"words"))
    assert answer.status_code == 202
    assert [(file["name"], file["code"]) for file in answer.json()["refused"]] == [("empty.pdf", "empty")]
    assert [path.name for path in spooled(context)] == ["full.txt"]


async def test_an_upload_of_nothing_but_an_empty_file_is_refused(analyst: httpx.AsyncClient, context: Context) -> None:
    answer = await give(analyst, await new_case(analyst), ("empty.pdf", b""))
    assert (answer.status_code, answer.json()["code"]) == (422, "input_refused")
    assert "empty" in answer.json()["detail"]
    assert not spooled(context)


@pytest.mark.parametrize(
    ("body", "kind", "status", "code"),
    [
        (b"{}", "application/json", 415, "wrong_media_type"),
        (b"x", "multipart/form-data", 400, "broken_upload"),
        (b"x", "multipart/form-data; boundary=b", 400, "broken_upload"),
        (b"", "multipart/form-data; boundary=b", 400, "broken_upload"),
        (b'--b\r\nContent-Disposition: form-data; name="f"; filename="a"\r\n\r\nhalf', FORM, 400, "broken_upload"),
        (b"--b\r\nX: y\r\n\r\nno name\r\n--b--\r\n", "multipart/form-data; boundary=b", 400, "broken_upload"),
        (b'--b\r\nContent-Disposition: form-data; name="f"\r\n\r\nno file\r\n--b--\r\n', FORM, 422, "input_refused"),
        (b"--b\r\n" + b"X" * 100_000 + b": y\r\n\r\n\r\n--b--\r\n", "multipart/form-data; boundary=b", 400, "broken_upload"),
        (b"--b--\r\n", "multipart/form-data; boundary=" + "b" * 5000, 400, "broken_upload"),
    ],
)  # fmt: skip
async def test_a_body_that_is_no_upload_is_refused_in_words_and_leaves_nothing(
    analyst: httpx.AsyncClient, context: Context, body: bytes, kind: str, status: int, code: str
) -> None:
    answer = await send(analyst, await new_case(analyst), body, kind)
    assert (answer.status_code, answer.json()["code"]) == (status, code), answer.text
    assert not spooled(context)


def narrow(settings: Settings, **limits: float) -> Settings:
    serve = ServeSettings.model_validate({**settings.serve.model_dump(), **limits})
    return settings.model_copy(update={"serve": serve})


class TestLimits:
    @pytest.fixture
    def settings(self, settings: Settings) -> Settings:
        return narrow(
            settings, file_bytes=1000, upload_bytes=5000, upload_files=3, body_bytes=2048, body_idle_seconds=0.2
        )

    async def test_a_file_over_the_limit_is_named_and_the_others_are_taken(
        self, analyst: httpx.AsyncClient, context: Context
    ) -> None:
        answer = await give(analyst, await new_case(analyst), ("big.bin", b"x" * 2000), ("small.txt", b"words"))
        assert answer.status_code == 202
        assert [(file["name"], file["code"]) for file in answer.json()["refused"]] == [("big.bin", "too_large")]
        assert [path.name for path in spooled(context)] == ["small.txt"]

    async def test_a_file_over_the_limit_alone_is_too_large(self, analyst: httpx.AsyncClient, context: Context) -> None:
        answer = await give(analyst, await new_case(analyst), ("big.bin", b"x" * 2000))
        assert (answer.status_code, answer.json()["code"]) == (413, "body_too_large")
        assert not spooled(context)

    async def test_an_upload_over_the_limit_is_refused_before_it_is_read(
        self, analyst: httpx.AsyncClient, context: Context
    ) -> None:
        answer = await give(analyst, await new_case(analyst), ("big.bin", b"x" * 6000))
        assert (answer.status_code, answer.json()["code"]) == (413, "body_too_large")
        assert not spooled(context)

    async def test_an_upload_that_hides_its_size_is_cut_off_at_the_limit(
        self, analyst: httpx.AsyncClient, context: Context
    ) -> None:
        sent = 0

        async def endless() -> AsyncIterator[bytes]:
            nonlocal sent
            yield b'--b\r\nContent-Disposition: form-data; name="f"; filename="a"\r\n\r\n'
            while sent < 10_000_000:
                sent += 1000
                yield b"x" * 1000

        answer = await analyst.post(
            f"/api/v1/cases/{await new_case(analyst)}/files",
            content=endless(),
            headers={"Content-Type": "multipart/form-data; boundary=b"},
        )
        assert (answer.status_code, answer.json()["code"]) == (413, "body_too_large")
        assert sent < 10_000
        assert not spooled(context)

    async def test_too_many_files_at_once_are_refused(self, analyst: httpx.AsyncClient, context: Context) -> None:
        files = [(f"{number}.txt", b"x") for number in range(4)]
        answer = await give(analyst, await new_case(analyst), *files)
        assert (answer.status_code, answer.json()["code"]) == (413, "body_too_large")
        assert not spooled(context)

    async def test_any_other_body_has_a_small_limit(self, analyst: httpx.AsyncClient) -> None:
        answer = await analyst.post("/api/v1/cases", json={"title": "x" * 5000})
        assert (answer.status_code, answer.json()["code"]) == (413, "body_too_large")

    async def test_a_client_that_stops_sending_is_sent_away(self, analyst: httpx.AsyncClient, context: Context) -> None:
        async def stuck() -> AsyncIterator[bytes]:
            yield b'--b\r\nContent-Disposition: form-data; name="f"; filename="a"\r\n\r\n'
            await asyncio.sleep(30)

        answer = await asyncio.wait_for(
            analyst.post(
                f"/api/v1/cases/{await new_case(analyst)}/files",
                content=stuck(),
                headers={"Content-Type": "multipart/form-data; boundary=b"},
            ),
            5,
        )
        assert (answer.status_code, answer.json()["code"]) == (408, "slow_client")
        assert not spooled(context)

    async def test_a_client_that_drips_is_sent_away(self, analyst: httpx.AsyncClient, context: Context) -> None:
        async def dripping() -> AsyncIterator[bytes]:
            yield b'--b\r\nContent-Disposition: form-data; name="f"; filename="a"\r\n\r\n'
            for _ in range(100):
                await asyncio.sleep(0.05)
                yield b"x"

        answer = await asyncio.wait_for(
            analyst.post(
                f"/api/v1/cases/{await new_case(analyst)}/files",
                content=dripping(),
                headers={"Content-Type": "multipart/form-data; boundary=b"},
            ),
            10,
        )
        assert (answer.status_code, answer.json()["code"]) == (408, "slow_client")
        assert not spooled(context)


async def test_a_reader_of_the_case_gives_it_no_files(house: House, analyst: httpx.AsyncClient) -> None:
    case = await new_case(analyst)
    reader = await house.signed_in("jasur")
    added = await analyst.put(f"/api/v1/cases/{case}/members", json={"login": "jasur", "role": "reader"})
    assert added.status_code == 200
    answer = await give(reader, case, ("a.txt", b"x"))
    assert (answer.status_code, answer.json()["code"]) == (403, "not_allowed")


async def test_what_waits_to_be_read_goes_with_its_case(context: Context, analyst: httpx.AsyncClient) -> None:
    from service.wiring import remains_of

    case = await new_case(analyst)
    await give(analyst, case, ("a.txt", b"x"))
    assert (await analyst.delete(f"/api/v1/cases/{case}")).status_code == 202
    [deletion] = context.store.unfinished_deletions()
    receipt = context.store.deletions.finish(deletion.id, remains=remains_of(context.settings))
    assert receipt.proved
    assert receipt.removed["spooled_files"] == 1
    assert not spooled(context)


async def test_an_upload_is_never_whole_in_memory(tmp_path: Path) -> None:
    """64 MB through the intake; what it holds at any time is a few buffers."""
    import tracemalloc

    async def large() -> AsyncIterator[bytes]:
        yield b'--b\r\nContent-Disposition: form-data; name="f"; filename="a"\r\n\r\n'
        for _ in range(1024):
            yield b"x" * 65536
        yield b"\r\n--b--\r\n"

    upload = Spool(tmp_path).begin("01JZX5Q2R8M4T7V9W1Y3A5C7E9")
    intake = Intake(upload, content_type="multipart/form-data; boundary=b", most_files=1, file_bytes=2**30)
    tracemalloc.start()
    await intake.take(large())
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert intake.taken[0].size == 64 * 2**20
    assert peak < 12 * 2**20


def test_an_upload_that_nobody_asked_for_is_swept_after_a_week(tmp_path: Path) -> None:
    import os
    import time

    spool = Spool(tmp_path)
    old, new = (spool.begin("01JZX5Q2R8M4T7V9W1Y3A5C7E9") for _ in range(2))
    for upload in (old, new):
        upload.place("a.txt").write_text("x")
    os.utime(old.folder, (time.time() - 8 * 24 * 3600,) * 2)
    assert spool.sweep() == 1
    assert (old.folder.exists(), new.folder.exists()) == (False, True)


def test_release_touches_nothing_outside_of_the_spool(tmp_path: Path) -> None:
    spool, outside = Spool(tmp_path), tmp_path / "kept.txt"
    outside.write_text("x")
    for path in (outside, tmp_path, tmp_path / "spool" / ".." / "kept.txt"):
        spool.release(path)
    assert outside.exists()


def zipped(*names: str) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name in names:
            archive.writestr(name, "x")
    return out.getvalue()


async def test_an_archive_is_taken_as_one_file_and_opened_by_the_job(analyst: httpx.AsyncClient) -> None:
    answer = await give(analyst, await new_case(analyst), ("all.zip", zipped("a.txt", "../b.txt")))
    assert [file["name"] for file in answer.json()["files"]] == ["all.zip"]


def test_the_application_can_be_made_twice_in_one_process(context: Context, app: FastAPI) -> None:
    assert create_app(context) is not app


async def test_why_a_file_is_refused_is_said_in_the_language(analyst: httpx.AsyncClient) -> None:
    case = await new_case(analyst)
    analyst.headers["Accept-Language"] = "ru"
    answer = await give(analyst, case, ("loan.pdf", made_up.pdf()), ("empty.pdf", b""))
    assert answer.status_code == 202
    [refused] = answer.json()["refused"]
    assert (refused["name"], refused["code"]) == ("empty.pdf", "empty")
    assert refused["reason"] == "он пуст; может быть, он ещё копировался, когда его выбрали?"
    alone = await give(analyst, case, ("empty.pdf", b""))
    assert alone.json()["detail"].endswith(refused["reason"])
