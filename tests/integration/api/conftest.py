"""Fixtures of the service's tests."""

import tempfile
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import httpx
import pytest
from argon2 import PasswordHasher
from fastapi import FastAPI

from cases import people
from service.api.app import create_app
from service.context import Context, open_context
from service.settings import IndexSettings, ServeSettings, Settings
from service.wiring import open_store
from tests.integration.api.house import House, NotedJobs
from tests.integration.service_people import database_on_server


@pytest.fixture(autouse=True)
def _quick_passwords(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Argon2 with costs for tests; what is checked is the same."""
    monkeypatch.setattr(people, "_hasher", lambda: PasswordHasher(time_cost=1, memory_cost=64, parallelism=1))
    yield


ON_BOTH = {
    f"test_{name}.py"
    for name in ("admin", "canary", "cases", "events", "oidc", "review", "sessions", "templates", "uploads")
}
"""Files whose every test that opens a service runs on SQLite and on PostgreSQL."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "stored_in" in metafunc.fixturenames and Path(str(metafunc.module.__file__)).name in ON_BOTH:
        stores = ["sqlite", pytest.param("postgres", marks=pytest.mark.needs_postgres)]
        metafunc.parametrize("stored_in", stores, indirect=True)


@pytest.fixture(scope="session")
def laid_out() -> Iterator[str]:
    """A database with our tables: copied for each test, which is much quicker than to lay them out each time."""
    with database_on_server() as dsn, tempfile.TemporaryDirectory() as home:
        open_store(Settings(home=Path(home), database=dsn)).close()
        yield dsn


@pytest.fixture
def stored_in(request: pytest.FixtureRequest) -> Iterator[str | None]:
    """DSN; none = SQLite."""
    if getattr(request, "param", "sqlite") == "sqlite":
        yield None
        return
    with database_on_server(like=request.getfixturevalue("laid_out")) as dsn:
        yield dsn


@pytest.fixture
def settings(tmp_path: Path, stored_in: str | None) -> Settings:
    return Settings(
        home=tmp_path / "home",
        database=stored_in,
        index=IndexSettings(embedder="hashing"),
        serve=ServeSettings(tries_per_minute=1000),
    )


@pytest.fixture
def jobs() -> NotedJobs:
    return NotedJobs()


@pytest.fixture
def context(settings: Settings, jobs: NotedJobs) -> Iterator[Context]:
    opened = open_context(settings, jobs=jobs)
    yield opened
    opened.close()


@pytest.fixture
def app(context: Context) -> FastAPI:
    return create_app(context)


@pytest.fixture
async def house(app: FastAPI, context: Context) -> AsyncIterator[House]:
    opened = House(app, context)
    yield opened
    await opened.close()


@pytest.fixture
async def analyst(house: House) -> httpx.AsyncClient:
    return await house.signed_in("dilnoza")
