"""The parts of an e-mail: which text is its body, and which files came with it. Damaged headers are read as they stand."""

import email
import email.message
import email.policy
import re
from collections.abc import Iterator
from email.header import decode_header
from pathlib import Path
from typing import NamedTuple

from ingest.decoding import decode_text

SHOWN_HEADERS = ("From", "To", "Cc", "Bcc", "Reply-To", "Date", "Subject")
_FOLD = re.compile(r"\r?\n[ \t]+")
_TRIVIAL = 80
"""Characters; a shorter plain text beside HTML only says that the message is HTML."""
_DEEPEST = 20


class Body(NamedTuple):
    text: str
    is_html: bool
    encoding: str


class Attachment(NamedTuple):
    name: str
    data: bytes
    inline: bool
    """Shown within the text: logos and signatures, mostly."""


def parse_message(path: Path) -> email.message.Message:
    with path.open("rb") as file:
        start = file.read(5)
        file.seek(0)
        if start == b"From ":
            file.readline()  # the envelope line of a mailbox
        return email.message_from_binary_file(file, policy=email.policy.compat32)


def shown_headers(message: email.message.Message) -> Iterator[tuple[str, str]]:
    for name in SHOWN_HEADERS:
        for raw in message.get_all(name) or ():
            if text := header_text(raw):
                yield name, text


def header_text(raw: object) -> str:
    """A header in letters. Encoded words that cannot be decoded stay as they are."""
    text = _FOLD.sub(" ", str(raw))
    parts: list[str] = []
    try:
        for part, charset in decode_header(text):
            parts.append(part if isinstance(part, str) else decode_text(part, stated=charset).text)
    except (ValueError, LookupError, AssertionError, TypeError):
        return text.strip()
    return " ".join("".join(parts).split())


def body_of(message: email.message.Message) -> Body | None:
    """The plain text, or the HTML where that is the real message."""
    plain: Body | None = None
    rich: Body | None = None
    for part in _leaves(message):
        if _is_attachment(part):
            continue
        kind = part.get_content_type()
        if kind == "text/plain" and plain is None:
            plain = _text_of(part, is_html=False)
        elif kind == "text/html" and rich is None:
            rich = _text_of(part, is_html=True)
    if plain is not None and rich is not None and len(plain.text.strip()) < _TRIVIAL < len(rich.text) / 4:
        return rich
    return plain if plain is not None and plain.text.strip() else rich or plain


def attachments_of(message: email.message.Message) -> Iterator[Attachment]:
    """Everything that is not the body, in order. Messages inside are given whole."""
    seen_body: set[str] = set()
    for number, part in enumerate(_leaves(message), 1):
        kind = part.get_content_type()
        if kind in ("text/plain", "text/html") and not _is_attachment(part) and kind not in seen_body:
            seen_body.add(kind)
            continue
        if kind == "message/rfc822":
            payload = part.get_payload()
            inner = payload[0] if isinstance(payload, list) and payload else None
            if isinstance(inner, email.message.Message):
                subject = header_text(inner.get("Subject", "")) or f"message {number}"
                yield Attachment(
                    f"{_name_of(part) or subject}".removesuffix(".eml") + ".eml", _bytes_of(inner), inline=False
                )
            continue
        data = part.get_payload(decode=True)
        if isinstance(data, bytes) and data:
            inline = part.get_content_disposition() != "attachment" and part.get("Content-ID") is not None
            yield Attachment(_name_of(part) or f"part {number}{_suffix_of(kind)}", data, inline)


def _leaves(message: email.message.Message, depth: int = 0) -> Iterator[email.message.Message]:
    """Parts that hold no others; a message inside counts as one."""
    payload = message.get_payload()
    if message.is_multipart() and message.get_content_type() != "message/rfc822" and isinstance(payload, list):
        if depth < _DEEPEST:
            for part in payload:
                if isinstance(part, email.message.Message):
                    yield from _leaves(part, depth + 1)
    elif message.get_content_maintype() != "multipart":
        yield message


def _is_attachment(part: email.message.Message) -> bool:
    return part.get_content_disposition() == "attachment" or bool(_name_of(part))


def _name_of(part: email.message.Message) -> str | None:
    try:
        name = part.get_filename()
    except (ValueError, LookupError, TypeError):
        return None
    return header_text(name) or None if name else None


def _text_of(part: email.message.Message, *, is_html: bool) -> Body:
    data = part.get_payload(decode=True)
    decoded = decode_text(data if isinstance(data, bytes) else b"", stated=_charset(part))
    return Body(decoded.text, is_html, decoded.encoding)


def _charset(part: email.message.Message) -> str | None:
    try:
        return part.get_content_charset()
    except (LookupError, ValueError, TypeError):
        return None


def _bytes_of(message: email.message.Message) -> bytes:
    try:
        return message.as_bytes()
    except (UnicodeError, LookupError, ValueError, TypeError, KeyError):
        return str(message).encode("utf-8", "replace")


def _suffix_of(kind: str) -> str:
    return {"text/plain": ".txt", "text/html": ".html", "application/pdf": ".pdf", "image/png": ".png",
            "image/jpeg": ".jpg", "image/gif": ".gif"}.get(kind, "")  # fmt: skip
