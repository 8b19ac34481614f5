"""Fixtures of the service's tests."""

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
from tests.integration.api.house import House, NotedJobs


@pytest.fixture(autouse=True)
def _quick_passwords(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Argon2 with costs for tests; what is checked is the same."""
    monkeypatch.setattr(people, "_hasher", lambda: PasswordHasher(time_cost=1, memory_cost=64, parallelism=1))
    yield


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(
        home=tmp_path / "home",
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
