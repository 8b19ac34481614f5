"""Check a written report again from itself and the files: no model, no database."""

from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import Any

from evidence.errors import NotKept
from evidence.pages import Document, Page
from evidence.ports import PageSource
from evidence.verify import Outcome, QuoteFinder
from render.body import BodyCheck, Faults, check_body, slot_faults
from render.outcome import CheckState, CitationCheck, Covers, FieldCheck, VerifyOutcome
from render.recheck import value_faults
from render.trace import Trace, TraceCitation, TraceField, check_chain


def reverify(
    trace: Trace, *, source: PageSource, docx: Path | bytes | None = None, noted_head: str | None = None
) -> VerifyOutcome:
    """``source`` holds the files as read now. With ``docx`` the document's own words are compared with the trace too.
    ``noted_head``: the head of the chain as somebody kept it where nobody could change it."""
    files = _Files(source)
    said: dict[str, Faults] = {field.id: (tuple(slot_faults(field, trace)), ()) for field in trace.fields}
    body = check_body(trace, docx) if docx is not None else BodyCheck(said, ())
    fields = []
    for field in trace.fields:
        near = (files.check(field.id, partial.citation) for partial in field.partial)
        checks = (
            *(files.check(field.id, citation) for citation in field.citations),
            *(check.model_copy(update={"near_miss": True}) for check in near),
        )
        faults, remarks = value_faults(field, trace, files.page_of)
        more_faults, more_remarks = body.fields.get(field.id, ((), ()))
        fields.append(
            FieldCheck(
                field=field.id,
                citations=checks,
                faults=(*faults, *more_faults),
                remarks=(*remarks, *more_remarks),
            )
        )
    return VerifyOutcome(
        broken_at=check_chain(trace),
        head=trace.chain.head,
        noted_head=noted_head,
        fields=tuple(fields),
        files=tuple(files.about(trace)),
        outside=body.outside,
        covers=_covers(trace, docx),
        looks=body.look.looks,
        changed_parts=body.look.changed_parts,
        look_faults=body.look.lines,
    )


def _covers(trace: Trace, docx: Path | bytes | None) -> Covers:
    if docx is None:
        return Covers.TRACE
    return Covers.FIELDS if trace.outside is None else Covers.DOCUMENT


class _Files:
    """The files as they are now, found by content first and by name second."""

    def __init__(self, source: PageSource) -> None:
        self._source = source
        documents = source.documents()
        self._by_content = {document.sha256: document for document in documents}
        self._by_name: dict[str, Document] = {}
        for document in documents:
            self._by_name.setdefault(document.name, document)
        self._finders: dict[str, QuoteFinder] = {}

    def check(self, field_id: str, citation: TraceCitation) -> CitationCheck:
        def found(state: CheckState, detail: str = "") -> CitationCheck:
            return CitationCheck(
                field=field_id, file=citation.file, place=place_words(citation.locator), quote=citation.quote,
                number=citation.number, state=state, detail=detail,
            )  # fmt: skip

        document = self._by_content.get(citation.sha256)
        if document is None:
            other = self._by_name.get(citation.file)
            if other is None:
                return found(CheckState.FILE_MISSING, _how_to_bring(citation))
            where = self._where(other, citation)
            if where is None:
                return found(CheckState.GONE, "the file was changed")
            return found(CheckState.FILE_CHANGED, where)
        if self._stands(document, citation):
            return found(CheckState.HOLDS)
        where = self._where(document, citation)
        return found(CheckState.GONE) if where is None else found(CheckState.MOVED, where)

    def page_of(self, citation: TraceCitation) -> Page | None:
        """The cited page as it reads now, of the very file that was cited."""
        try:
            return self._source.page(citation.sha256, citation.ordinal)
        except NotKept:
            return None

    def about(self, trace: Trace) -> Iterator[str]:
        cited = {citation.sha256 for field in trace.fields for citation in _all_citations(field)}
        for file in trace.files:
            if file.sha256 in self._by_content:
                continue
            use = "cited" if file.sha256 in cited else "not cited"
            if file.name in self._by_name:
                yield f"file {file.name!r} was changed since the report was written ({use})"
            else:
                yield f"file {file.name!r} is missing ({use})"

    def _stands(self, document: Document, citation: TraceCitation) -> bool:
        try:
            page = self._source.page(document.sha256, citation.ordinal)
        except NotKept:
            return False
        return page.text[citation.start : citation.end] == citation.quote

    def _where(self, document: Document, citation: TraceCitation) -> str | None:
        """Where the quote stands in this file, the cited page first; None when it doesn't."""
        if self._stands(document, citation):
            return "at the same place"
        if document.sha256 not in self._finders:
            self._finders[document.sha256] = QuoteFinder(self._source.pages(document.sha256))
        finder = self._finders[document.sha256]
        verdict = finder.find(citation.quote, document=document.sha256, page=citation.ordinal)
        if verdict.outcome is Outcome.ABSENT or not verdict.spans:
            return None
        place = verdict.spans[0]
        page = self._source.page(place.document, place.page)
        return f"it stands at {place_words(page.locator_of(place.span).model_dump(mode='json'))} now"


def _how_to_bring(citation: TraceCitation) -> str:
    if citation.locator.get("kind") != "section":
        return "put it into the folder and check again"
    name = citation.locator.get("reference")
    return (
        f"it belongs to the reference collection {name!r}: `lastro reference add {name} --from FOLDER`, and check again"
    )


def _all_citations(field: TraceField) -> Iterable[TraceCitation]:
    return chain(field.citations, (partial.citation for partial in field.partial))


def place_words(locator: dict[str, Any]) -> str:
    """A trace's locator for the terminal."""
    kind = locator.get("kind")
    if kind == "page":
        return f"p. {locator.get('page')}"
    if kind == "cell":
        cells = locator.get("cell") or locator.get("range")
        return f"sheet {locator.get('sheet')!r}" + (f" cell {cells}" if cells else "")
    if kind == "section":
        return f"{locator.get('reference')}:{locator.get('section')}"
    return str(locator.get("path", "?"))
