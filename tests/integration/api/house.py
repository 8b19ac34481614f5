"""A service over a home of its own, without a socket: people with sessions and tokens who call it."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import httpx
from fastapi import FastAPI

from cases.access import Role
from cases.people import User
from cases.records import RunState
from service.context import Context
from service.jobs.port import JobKind
from tests.integration.api import made_up

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


def keep_document(context: Context, case: str, *lines: str, name: str = "loan.pdf") -> str:
    """A file of one page, read already; its sha256."""
    from evidence.pages import Block, Document, Page, PageKind
    from evidence.spans import Box, CharSpan, WordBox

    content = made_up.pdf(*lines)
    sha256 = hashlib.sha256(content).hexdigest()
    files = context.store.open(case)
    place = context.settings.root / "given.pdf"
    place.write_bytes(content)
    files.vault.put(place, sha256=sha256)
    text, blocks, words = "\n".join(lines), [], []
    for number, line in enumerate(lines):
        start = sum(len(before) + 1 for before in lines[:number])
        top = 72.0 + 20 * number
        blocks.append(Block(span=CharSpan(start=start, end=start + len(line)), box=Box(72, top, 400, top + 12)))
        at = start
        for word in line.split(" "):
            x0 = 72.0 + 6 * (at - start)
            words.append(WordBox(at, at + len(word), Box(x0, top, x0 + 6 * len(word), top + 12)))
            at += len(word) + 1
    document = Document(sha256=sha256, name=name, media_type="application/pdf", page_count=1, size=len(content))
    files.begin_file(document, reader="tests")
    page = Page(
        document=sha256,
        number=1,
        kind=PageKind.TEXT,
        text=text,
        blocks=tuple(blocks),
        words=tuple(words),
        width=595.28,
        height=841.89,
        language="en",
    )
    files.keep_pages([page])
    files.finish_file(document)
    return sha256


TEMPLATE = """
id: short_note
version: "1"
title: Short note
languages: [en]
fields:
  - {id: borrower, question: "Who borrows?", type: organisation, labels: [Borrower]}
  - {id: amount, question: "How much?", type: money, labels: [Amount]}
  - {id: guarantor, question: "Who guarantees?", type: person, labels: [Guarantor]}
"""


def keep_run(context: Context, case: str, sha256: str) -> str:
    """A run that is paused for review: one field found, one in doubt, one not found. Its id."""
    from evidence.citations import Citation
    from evidence.fields import FieldType
    from evidence.findings import Finding, FoundValue, Producer, SearchProof, Status, TypedValue
    from evidence.spans import CharSpan
    from render.template import load_template
    from service.run_places import keep_template, run_place

    folder = context.settings.root / "templates" / "reports" / "short_note"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "fields.yaml").write_text(TEMPLATE, encoding="utf-8")
    template = load_template(folder)
    files = context.store.open(case)
    run = files.new_run(
        template="short_note@1", template_sha256=template.sha256, model="labels", fields=len(template.fields)
    )
    keep_template(folder, run_place(context.settings.root, case, run.id))
    document, page = files.document(sha256), files.page(sha256, 1)
    producer = Producer(agent="agent.report.fill", model="labels", template="short_note@1")

    def found(field: str, kind: FieldType, text: str, normalised: str, *cautions: str) -> Finding:
        start = page.text.index(text)
        citation = Citation.of(document, page, CharSpan(start=start, end=start + len(text)))
        value = TypedValue(type=kind, text=text, normalised=normalised)
        return Finding(
            field=field, status=Status.FOUND, values=(FoundValue(value=value, citations=(0,)),), citations=(citation,),
            producer=producer, cautions=cautions, search=SearchProof(queries=(field,), pages_read=1, pages_total=1),
        )  # fmt: skip

    run.keep(found("borrower", FieldType.ORGANISATION, "Navruz Trading LLC", "navruz trading"))
    run.keep(found("amount", FieldType.MONEY, "1 200 000.00 USD", "1200000.00", "look again"))
    run.keep(Finding(field="guarantor", status=Status.NOT_FOUND, reason="nobody is named", producer=producer))
    run.advance(RunState.PAUSED)
    return run.id
