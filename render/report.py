"""Findings become a DOCX: only values whose evidence holds get in, everything else is a mark that leads to a person."""

import errno
import hashlib
import os
import tempfile
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from babel.dates import format_date
from docx.oxml.ns import qn

from evidence.errors import InputRefused, ReportNotWritten, StoreUnavailable
from evidence.fields import ReportTemplate
from evidence.findings import Finding
from evidence.frozen import Frozen
from evidence.pages import Document
from evidence.ports import PageSource
from evidence.year_rows import with_rows_asked
from render.admit import Entry, admit
from render.appearance import appearance_of
from render.body import read_controls
from render.display import legal
from render.embed import embed_trace, extract_trace
from render.ledger import Ledger, marks_of
from render.outside import CHAIN_PLACE, digest_outside
from render.package import Package
from render.phrases import Phrases
from render.place import Placer
from render.plain import lay_out
from render.review import Review
from render.sections import Sections
from render.styles import add_styles, heading_style
from render.tags import QUOTE_TAG, T, refuse_finished
from render.targets import Special
from render.trace import Trace, build_trace, check_chain
from render.wordml import Ids

_A4_COLUMN = 9026
"""Width of the text on an A4 page with margins of one inch, in twentieths of a point."""
_HEAD = "sha256 {}"
"""How the chain's head is printed."""
_DATES = {"ru": "d MMMM yyyy 'года'", "pt": "d 'de' MMMM 'de' yyyy", "uz": "dd.MM.yyyy"}


class RenderResult(Frozen):
    path: str
    sha256: str
    trace: Trace
    filled: tuple[str, ...]
    """Fields whose value stands in the report, in part at least."""
    needs_verification: tuple[str, ...]
    """Fields with a number in that section, in its order; a table with open cells is in both."""
    notes: tuple[str, ...]
    """What a person should know about the writing: characters left out, fields with no place in the template."""
    citations: int
    """Entries of the appendix."""


def render_report(
    template: ReportTemplate, findings: Sequence[Finding], *, case_id: str, case_title: str,
    documents: Sequence[Document], out: Path, now: datetime, language: str | None = None,
    reviewed_by: str | None = None, source: PageSource | None = None, review: Review | None = None,
) -> RenderResult:  # fmt: skip
    """Writes ``out`` whole or not at all. With ``source`` each quote is compared with its page once more; with ``review``
    the report says who decided what.

    Raises InputRefused for findings that don't fit the template, ReportNotWritten when the file cannot be written or
    doesn't read back as it should, StoreUnavailable when the disk is full.
    """
    say = Phrases(language or template.language)
    case_title = case_title.encode("utf-8", "replace").decode()  # a command line may hand over half characters
    reviewed_by = review.reviewed_by(say) if review is not None else reviewed_by
    entries = _entries(template, findings, say, source, review)
    package = _package(template, say)
    add_styles(package.document.styles.element, language=say.tag)
    ledger = Ledger(Ids(package), marks_of(say))
    width = _column_width(package)
    specials = _specials(
        template, entries, case_id=case_id, case_title=case_title, reviewed_by=reviewed_by, now=now, say=say
    )
    placer = Placer(package, entries, ledger, specials, say, width)
    placer.place()
    for field_id, entry in entries.items():
        if entry.needs_a_person:
            ledger.need_of(field_id)
        if field_id not in ledger.slots and entry.held is None:
            ledger.notes.append(f"field {field_id!r} has a value and no place in the template; it is in the trace only")
    # what the slots and the appendix are numbered by is settled here; the sections only print it
    numbers, needs, slots = (
        dict(ledger.numbers),
        dict(ledger.needs),
        {key: tuple(held) for key, held in ledger.slots.items()},
    )
    sections = Sections(ledger, entries, documents, say, width, heading_style(package), review=review)
    closing = _closing(specials, say)
    _insert(package, placer, sections, closing)
    if review is not None and review.is_preview:
        package.body.insert(0, sections.banner())
    _describe(package, template, case_title, now)
    trace = build_trace(
        template, entries, case_id=case_id, case_title=case_title, documents=documents, language=say.language,
        now=now, reviewed_by=reviewed_by, review=review, numbers=numbers, needs=needs, slots=slots,
        outside=digest_outside(package), appearance=appearance_of(package.save(now=now)),
    )  # fmt: skip
    _print_head(package, trace.chain.head)
    embed_trace(package, trace)
    content = package.save(now=now)
    _must_read_back(content, ledger, trace, name=out.name)
    _write(content, out)
    return RenderResult(
        path=str(out),
        sha256=hashlib.sha256(content).hexdigest(),
        trace=trace,
        filled=tuple(field_id for field_id, entry in entries.items() if entry.held is None),
        needs_verification=tuple(ledger.needs),
        notes=tuple(ledger.notes),
        citations=len(ledger.sources),
    )


def _entries(
    template: ReportTemplate,
    findings: Sequence[Finding],
    say: Phrases,
    source: PageSource | None,
    review: Review | None,
) -> dict[str, Entry]:
    """In the template's order. The last finding of a field stands, as in a FindingLog."""
    known = {field.id for field in template.fields}
    strangers = sorted({finding.field for finding in findings} - known)
    if strangers:
        raise InputRefused(
            f"there are findings for {', '.join(map(repr, strangers))}, and template {template.id!r} has no such field; "
            "fill the case with this template again"
        )
    latest = {finding.field: finding for finding in findings}
    decided = review.decisions if review is not None else {}
    return {
        field.id: admit(field, latest.get(field.id), locale=say.locale, source=source, decision=decided.get(field.id))
        for field in with_rows_asked(template, latest).fields
    }


def _package(template: ReportTemplate, say: Phrases) -> Package:
    if template.docx is None:
        return lay_out(template, say)
    path = Path(template.docx)
    try:
        package = Package(path.read_bytes(), name=path.name)
    except OSError as wrong:
        raise InputRefused(f"the template {template.docx!r} cannot be read: {wrong.strerror}; put it back") from wrong
    refuse_finished(package, template.docx)
    return package


def _specials(
    template: ReportTemplate, entries: Mapping[str, Entry], *, case_id: str, case_title: str, reviewed_by: str | None,
    now: datetime, say: Phrases,
) -> dict[Special, str]:  # fmt: skip
    filled = sum(entry.held is None for entry in entries.values())
    needs = sum(entry.needs_a_person for entry in entries.values())
    return {
        Special.CASE_TITLE: case_title,
        Special.CASE_ID: case_id,
        Special.TITLE: template.title,
        Special.TEMPLATE: f"{template.id}@{template.version}",
        Special.DATE: format_date(now.date(), _DATES.get(say.locale.language, "d MMMM yyyy"), locale=say.locale),
        Special.REVIEWED_BY: reviewed_by or say("not reviewed"),
        Special.COUNTS: say(
            "fields {fields} · filled {filled} · need verification {needs}",
            fields=len(entries), filled=filled, needs=needs,
        ),
    }  # fmt: skip


def _closing(specials: Mapping[Special, str], say: Phrases) -> list[tuple[str, str]]:
    return [
        (say("Template"), f"{specials[Special.TITLE]} ({specials[Special.TEMPLATE]})"),
        (say("Written"), f"{specials[Special.DATE]}; {specials[Special.COUNTS]}"),
        (say("Reviewed by"), specials[Special.REVIEWED_BY]),
        (say("Chain of evidence"), _HEAD.format(CHAIN_PLACE)),
        (say("To check again"), "lastro verify REPORT.docx --files DIR"),
    ]


def _insert(package: Package, placer: Placer, sections: Sections, closing: list[tuple[str, str]]) -> None:
    """Sections go where the template wants them, else before the last section's page set-up."""
    built = {Special.NEEDS_VERIFICATION: sections.needs_verification(), Special.SOURCES: sections.sources(closing)}
    end = package.body.find(qn("w:sectPr"))
    for special, blocks in built.items():
        anchor = placer.sections.get(special)
        for block in blocks:
            if anchor is not None:
                anchor.addprevious(block)
            elif end is not None:
                end.addprevious(block)
            else:
                package.body.append(block)
        if anchor is not None:
            anchor.getparent().remove(anchor)


def _print_head(package: Package, head: str) -> None:
    """The chain covers what the report reads, so its head is known only when everything else is written."""
    for text in package.body.iter(T):
        if text.text == _HEAD.format(CHAIN_PLACE):
            text.text = _HEAD.format(head)


def _column_width(package: Package) -> int:
    section = package.document.sections[-1]
    try:
        width = (section.page_width or 0) - (section.left_margin or 0) - (section.right_margin or 0)
    except (ValueError, TypeError):  # a template with a page set-up that isn't a number
        return _A4_COLUMN
    return int(width / 635) if width > 0 else _A4_COLUMN


def _describe(package: Package, template: ReportTemplate, case_title: str, now: datetime) -> None:
    properties: Any = package.document.core_properties
    properties.title = legal(f"{template.title} — {case_title}")[0][:250]
    properties.last_modified_by = properties.author = "Lastro"
    properties.created = properties.modified = now.astimezone(UTC).replace(tzinfo=None)


def _must_read_back(content: bytes, ledger: Ledger, trace: Trace, *, name: str) -> None:
    """Opens what would be written and compares every value, mark and quote, character by character."""
    held = read_controls(Package(content, name=name))
    for tag, expected in ledger.expected.items():
        if held.get(tag) != expected:
            what = "a quote" if tag.startswith(QUOTE_TAG) else "a value"
            raise ReportNotWritten(
                f"{name!r}: {what} ({tag}) reads {held.get(tag)!r} and should read {expected!r}; nothing was written. "
                "Look at this place of the template"
            )
    if extract_trace(content) != trace or check_chain(trace) is not None:
        raise ReportNotWritten(f"{name!r}: the embedded trace doesn't read back; nothing was written")


def _write(content: bytes, out: Path) -> None:
    """A reader of ``out`` sees the old file or the whole new one. Only its owner may read it: it holds personal data."""
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(dir=out.parent, prefix=f".{out.name[:40]}.", suffix=".part")
    except OSError as wrong:
        raise not_written(out, wrong) from wrong
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        Path(temporary).replace(out)
    except OSError as wrong:
        Path(temporary).unlink(missing_ok=True)
        raise not_written(out, wrong) from wrong


def not_written(path: Path, wrong: OSError) -> StoreUnavailable | ReportNotWritten:
    """A full disk is the machine's fault, and another try helps; everything else is about the place."""
    if wrong.errno in (errno.ENOSPC, errno.EDQUOT):
        return StoreUnavailable(f"{str(path)!r} cannot be written: the disk is full; free some space and run it again")
    return ReportNotWritten(f"{str(path)!r} cannot be written: {wrong.strerror}; choose another place, or close it")
