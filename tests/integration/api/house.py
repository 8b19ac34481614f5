"""A service over a home of its own, without a socket: people with sessions and tokens who call it."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import httpx
from fastapi import FastAPI

from cases.access import Role
from cases.people import User
from service.context import Context
from service.jobs.port import JobKind

PASSWORD = "a long sentence for tests"


@dataclass
class NotedJobs:
    """A JobRunner that does nothing but note what it was asked."""

    asked: list[tuple[JobKind, str, dict[str, Any]]] = field(default_factory=list)
    cancelled: list[str] = field(default_factory=list)

    def start(self) -> None: ...

    def stop(self, grace_seconds: float) -> None: ...

    def put(self, kind: JobKind, *, case: str, payload: Any, by: str, key: str | None = None) -> str:
        self.asked.append((kind, case, dict(payload)))
        return f"01JZJ0B{len(self.asked):019d}"

    def cancel(self, job: str) -> None:
        self.cancelled.append(job)


@dataclass
class House:
    """Makes people and lets them call."""

    app: FastAPI
    context: Context
    _clients: list[httpx.AsyncClient] = field(default_factory=list)

    def person(self, login: str, role: Role = Role.ANALYST) -> User:
        return self.context.people.add(login, name=login.title(), role=role, by="tests", password=PASSWORD)

    def client(self, **more: Any) -> httpx.AsyncClient:
        transport = httpx.ASGITransport(app=self.app, raise_app_exceptions=False)
        client = httpx.AsyncClient(transport=transport, base_url="http://localhost", **more)
        self._clients.append(client)
        return client

    async def signed_in(self, login: str, role: Role = Role.ANALYST) -> httpx.AsyncClient:
        """A browser: its cookie and its proof."""
        self.person(login, role)
        client = self.client()
        answer = await client.post("/api/v1/session", json={"login": login, "password": PASSWORD})
        assert answer.status_code == 200, answer.text
        client.headers["X-CSRF-Token"] = answer.json()["csrf"]
        return client

    def program(self, user: User, role: Role | None = None, cases: Sequence[str] | None = None) -> httpx.AsyncClient:
        """With a bearer token."""
        chosen = None if cases is None else frozenset(cases)
        new = self.context.tokens.issue("tests", user=user.id, role=role or user.role, by="tests", cases=chosen)
        return self.client(headers={"Authorization": f"Bearer {new.secret}"})

    async def close(self) -> None:
        for client in self._clients:
            await client.aclose()


async def new_case(client: httpx.AsyncClient, title: str = "OOO Navruz, working capital") -> str:
    answer = await client.post("/api/v1/cases", json={"title": title})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])
