"""A case with a small file and people on it, for tests of the service. Names and figures are invented."""

import os
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import create_engine, text

from cases.access import Actor, Role
from cases.store import CaseFiles, CaseStore
from service.jobs.port import JobRunner
from service.settings import Settings

LEASE = """Lease agreement No. 17
Tenant: Orchid Trading LLC
Monthly rent: 1,250.00 USD
Annual rent: 15,000.00 USD
Tax: 250.00 USD
Broker: Marsh and Sons
Tax according to the annex is 300.00 USD a month.
Signed on: 14 March 2025
"""
FIELDS = """id: lease
version: "1"
title: Lease summary
languages: [en]
fields:
  - {id: tenant, question: "Who is the tenant?", type: text, labels: {en: ["Tenant"]}}
  - {id: rent, question: "What is the monthly rent?", type: money, labels: {en: ["Monthly rent"]}}
  - {id: signed, question: "When was it signed?", type: date, labels: {en: ["Signed on"]}}
  - {id: tax, question: "What is the tax?", type: money, labels: {en: ["Tax"]}}
  - {id: agent, question: "Who was the agent?", type: text, labels: {en: ["Agent"]}}
  - {id: left, question: "What is left after tax?", type: money, filled_by: computed, formula: "rent - tax"}
  - {id: deposit, question: "What is the deposit?", type: money, labels: {en: ["Deposit"]}}
"""


@contextmanager
def database_on_server(*, like: str | None = None) -> Iterator[str]:
    """A PostgreSQL database of its own; see the marker needs_postgres. ``like``: a copy of that one, to which nobody is
    connected."""
    server = os.environ["LASTRO_TEST_POSTGRES"]
    name = f"lastro_test_{uuid.uuid4().hex[:16]}"
    _on(server, f"CREATE DATABASE {name}" + ("" if like is None else f" TEMPLATE {like.rsplit('/', 1)[1]}"))
    yield f"{server.rsplit('/', 1)[0]}/{name}"
    _on(server, f"DROP DATABASE {name} WITH (FORCE)")


def _on(server: str, statement: str) -> None:
    engine = create_engine(server, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(text(statement))
    engine.dispose()


@dataclass(frozen=True)
class Desk:
    """What ``service.running`` needs of the service's Context."""

    settings: Settings
    store: CaseStore
    jobs: JobRunner


def settings_for(tmp_path: Path, *, dsn: str | None = None, fields: str = FIELDS, workers: int = 1) -> Settings:
    templates = tmp_path / "templates" / "reports" / "lease"
    templates.mkdir(parents=True, exist_ok=True)
    (templates / "fields.yaml").write_text(fields, encoding="utf-8")
    return Settings(
        home=tmp_path / "home",
        database=dsn,
        templates=tmp_path / "templates",
        index={"embedder": "hashing"},
        jobs={"workers": workers, "niceness": 0, "stalled_seconds": 3},
        read={"ocr": "never", "workers": 1},
    )


def person(store: CaseStore, login: str = "ann") -> Actor:
    return store.people.add(login, name=f"{login.title()} Reed", role=Role.REVIEWER, by="test").actor


def case_of(store: CaseStore, owner: Actor) -> CaseFiles:
    return store.create("Orchid", by=owner)


def spooled(settings: Settings, case: CaseFiles, content: str = LEASE, name: str = "lease.txt") -> list[Path]:
    place = settings.root / "spool" / case.id / "01" / name
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(content, encoding="utf-8")
    return [place]
