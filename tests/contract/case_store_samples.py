"""Invented documents, pages and findings for the contract of the store."""

import hashlib

from cases.case_files import CaseFiles
from cases.runs import RunFindings
from cases.store import CaseStore
from evidence.citations import Citation
from evidence.fields import FieldType
from evidence.findings import Finding, FoundValue, Producer, Status, TypedValue
from evidence.pages import Document, Page, PageKind, Problem
from evidence.reviews import OwnStatement
from evidence.spans import CharSpan

CANARY = "Золотой Тополь 4417"
"""A name that stands in documents only: wherever else it shows, text has leaked."""


def sha_of(name: str) -> str:
    return hashlib.sha256(name.encode()).hexdigest()


def document(name: str = "a.pdf", *, pages: int = 2) -> Document:
    return Document(sha256=sha_of(name), name=name, media_type="application/pdf", page_count=pages, size=1000)


def page(number: int, *, name: str = "a.pdf", text: str = f"ИНН 301 234 567, {CANARY}", lost: bool = False) -> Page:
    problems = (Problem(code="page_unread", message="x", page=number, severity="error"),) if lost else ()
    return Page(document=sha_of(name), number=number, kind=PageKind.TEXT, text="" if lost else text, problems=problems)


def typed(text: str = "301 234 567") -> TypedValue:
    return TypedValue(type=FieldType.IDENTIFIER, text=text, normalised=text.replace(" ", ""))


def found(field: str = "inn", *, note: str = "", name: str = "a.pdf") -> Finding:
    """``note`` tells findings apart."""
    cited = Citation.of(document(name), page(1, name=name), CharSpan(start=4, end=15))
    return Finding(
        field=field,
        status=Status.FOUND,
        values=(FoundValue(value=typed(), citations=(0,)),),
        citations=(cited,),
        reason=note or None,
        producer=Producer(agent="agent.report.fill", model="labels", template="t@1"),
    )


def absent(field: str = "kpp") -> Finding:
    producer = Producer(agent="agent.report.fill", model="labels", template="t@1")
    return Finding(field=field, status=Status.NOT_FOUND, reason="no such label", producer=producer)


def statement(text: str = "999", basis: str = "from the client's letter") -> OwnStatement:
    return OwnStatement(values=(typed(text),), basis=basis)


def read_in(store: CaseStore, title: str = "Case", *, names: tuple[str, ...] = ("a.pdf",)) -> CaseFiles:
    case = store.create(title)
    for name in names:
        assert case.begin_file(document(name), reader="r1")
        case.keep_pages([page(1, name=name), page(2, name=name)])
        case.finish_file(document(name))
    return case


def new_run(case: CaseFiles, *fields: str) -> RunFindings:
    run = case.new_run(template="t@1", template_sha256="0", model="labels", by="u1", fields=len(fields))
    for field in fields:
        run.keep(found(field))
    return run
