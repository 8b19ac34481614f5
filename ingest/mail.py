"""E-mail: its headers as label and value, then its body. Attachments are documents of their own."""

from collections.abc import Iterator
from pathlib import Path

from evidence.pages import Page, Problem
from ingest.flow import FlowPages, Piece
from ingest.html import mail_groups
from ingest.message import attachments_of, body_of, parse_message, shown_headers
from ingest.options import ReadOptions
from ingest.text import text_groups


def read_mail(path: Path, *, document: str, options: ReadOptions) -> Iterator[Page]:
    """FLOW pages."""
    message = parse_message(path)
    pages = FlowPages(document)
    for name, text in shown_headers(message):
        place = f"header[{name}]"
        label = Piece(f"{name}:", role="label", path=place, lead="\n")
        yield from pages.add([label, Piece(text, role="line", path=place, lead="\t")])
    body = body_of(message)
    if body is not None:
        groups = mail_groups(body.text, pages.withhold) if body.is_html else text_groups(body.text)
        first = True
        for group in groups:
            if first:
                group = [group[0]._replace(lead="\n\n"), *group[1:]]
                first = False
            yield from pages.add(group)
    names = [attachment.name for attachment in attachments_of(message) if not attachment.inline]
    if names:
        pages.report(
            Problem(
                code="attachments",
                message=f"{len(names)} files came with it and are documents of their own: {', '.join(map(repr, names[:20]))}",
                severity="note",
            )
        )
    yield from pages.finish()
