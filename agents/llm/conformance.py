"""What a served model can really do, measured when it is installed: a card, not a belief."""

import time
from collections.abc import Awaitable, Callable
from typing import Any

from agents.llm.port import ChatModel, Message, ModelReply, ModelRequest
from evidence.errors import LastroError, ModelRefused
from evidence.frozen import Frozen

_LETTERS = "«ёлка» №7, oʻzbek gʻoza, „ação“ — 1 234,56"
"""Shapes that constrained decoding is known to drop or escape."""

_PAGES = (
    ("Registered capital: 4 500 000 UZS", "What is the registered capital?", "4 500 000 UZS"),
    ("Директор: Каримов Азиз", "Кто директор?", "Каримов Азиз"),
    ("Data de nascimento: 5 de março de 1990", "Qual é a data de nascimento?", "5 de março de 1990"),
)
_SILENT = (
    ("The office is open from nine to six.", "What is the registered capital?"),
    ("Склад находится в Ташкенте.", "Кто директор?"),
    ("O contrato tem dez páginas.", "Qual é a data de nascimento?"),
)


class CardLine(Frozen):
    name: str
    ok: bool
    message: str
    mend: str | None = None


class Card(Frozen):
    model: str
    entries: tuple[CardLine, ...]

    @property
    def fit(self) -> bool:
        return all(entry.ok for entry in self.entries)


async def examine_model(model: ChatModel) -> Card:
    """A dozen short calls. Raises ModelUnavailable when the endpoint is not there."""
    entries = [await _timed("schema is honoured", model, _canary)]
    for name, trial in (
        ("letters survive", _letters),
        ("speed", _speed),
        ("answers what is there", _answers),
        ("says when it is not there", _abstains),
    ):
        entries.append(await _timed(name, model, trial))
    entries.append(
        CardLine(
            name="context",
            ok=model.context_tokens >= 4096,
            message=f"{model.context_tokens} tokens",
            mend=None if model.context_tokens >= 4096 else "serve it with 4096 tokens or more: pages will be cut short",
        )
    )
    return Card(model=model.name, entries=tuple(entries))


async def require_schema(model: ChatModel) -> None:
    """Asked before a case is read: a server that ignores schemas would answer prose to everything. Raises ModelRefused."""
    ok, message, mend = await _canary(model)
    if not ok:
        raise ModelRefused(f"model {model.name!r} cannot be used: {message}; {mend}")


Trial = Callable[[ChatModel], Awaitable[tuple[bool, str, str | None]]]


async def _timed(name: str, model: ChatModel, trial: Trial) -> CardLine:
    started = time.monotonic()
    try:
        ok, message, mend = await trial(model)
    except LastroError as error:
        if error.retryable:
            raise
        ok, message, mend = False, str(error), "see the message"
    return CardLine(name=name, ok=ok, message=f"{message} ({time.monotonic() - started:.1f} s)", mend=mend)


async def _ask(model: ChatModel, text: str, properties: dict[str, Any], *, max_tokens: int = 120) -> ModelReply:
    messages = (Message(role="user", content=text),)
    return await model.complete(
        ModelRequest(messages=messages, schema_name="trial", shape=_object(properties), max_tokens=max_tokens)
    )


def _object(properties: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}


async def _canary(model: ChatModel) -> tuple[bool, str, str | None]:
    """The prompt asks for one thing and the schema allows only others: a server that ignores schemas gives itself away.

    In the shape of a real step: alternatives at the root, each with a constant.
    """
    alternatives = [_object({"colour": {"const": colour}}) for colour in ("teal", "ochre")]
    request = ModelRequest(
        messages=(Message(role="user", content='Answer with {"colour": "red"} and nothing else.'),),
        schema_name="trial",
        shape={"type": "object", "anyOf": alternatives},
        max_tokens=120,
    )
    reply = await model.complete(request)
    if reply.data is not None:
        return True, "an answer the schema forbids was not given", None
    return (
        False,
        f"the schema was not enforced ({reply.fault})",
        "serve it with structured outputs (xgrammar or similar)",
    )


async def _letters(model: ChatModel) -> tuple[bool, str, str | None]:
    reply = await _ask(
        model, f"Repeat this text exactly, letter by letter: {_LETTERS}", {"text": {"type": "string", "maxLength": 120}}
    )
    said = str((reply.data or {}).get("text", ""))
    lost = sorted({letter for letter in _LETTERS if letter not in said and not letter.isspace()})
    if not lost:
        return True, "typographic, Cyrillic, Uzbek and Portuguese letters came back", None
    return (
        False,
        f"lost: {' '.join(lost)}",
        "quotes are copied by code, so this harms values only; prefer another model",
    )


async def _speed(model: ChatModel) -> tuple[bool, str, str | None]:
    reply = await _ask(
        model, "Count from 1 to 30 in words.", {"text": {"type": "string", "maxLength": 400}}, max_tokens=150
    )
    rate = reply.output_tokens / reply.seconds if reply.seconds else 0.0
    return (
        rate >= 2,
        f"{rate:.1f} tokens a second",
        None if rate >= 2 else "too slow for a case; use a GPU or a smaller model",
    )


def _field(text: str, question: str) -> str:
    return f"[1] {text}\n\nQuestion: {question}\nIf line 1 does not state the answer, found is false."


_STEP = {
    "found": {"type": "boolean"},
    "ids": {"type": "array", "items": {"type": "integer"}, "maxItems": 3},
    "value": {"type": "string", "maxLength": 80},
}


async def _answers(model: ChatModel) -> tuple[bool, str, str | None]:
    right = 0
    for text, question, value in _PAGES:
        reply = await _ask(model, _field(text, question), _STEP)
        right += bool(reply.data and reply.data["found"] and value in str(reply.data["value"]))
    mend = None if right == len(_PAGES) else "it misses answers that are plain to see; prefer a stronger model"
    return right == len(_PAGES), f"{right} of {len(_PAGES)}", mend


async def _abstains(model: ChatModel) -> tuple[bool, str, str | None]:
    right = 0
    for text, question in _SILENT:
        reply = await _ask(model, _field(text, question), _STEP)
        right += bool(reply.data and not reply.data["found"])
    mend = (
        None
        if right == len(_SILENT)
        else "it invents when the page is silent; verification stops it, at the cost of time"
    )
    return right == len(_SILENT), f"{right} of {len(_SILENT)}", mend
