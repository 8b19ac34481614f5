"""An OpenAI-compatible endpoint: vLLM, llama.cpp, Ollama.

``response_format`` with a JSON schema is the one request form that all three honour; ``guided_json`` is ignored with
HTTP 200 by current servers, so it is never sent. Whatever comes back is validated here again.
"""

import asyncio
import json
import random
import re
import time
from collections.abc import Mapping
from typing import Any

import httpx
import structlog

from agents.llm.port import ModelReply, ModelRequest
from agents.llm.validate import fault_of
from evidence.errors import ModelRefused, ModelUnavailable
from evidence.frozen import Frozen
from evidence.reasons import because

_log = structlog.get_logger()

_TRIES = 4
_FIRST_WAIT = 0.5
"""Seconds; doubles with each try, with jitter."""
_RETRIED = frozenset({408, 409, 425, 429, 500, 502, 503, 504})
_TOKENS_PER_CHARACTER = 0.6
"""Before the server has told us better. Cyrillic and Uzbek take about one token for two characters."""
_MARGIN = 1.1
_CONTEXT_WORDS = re.compile(r"context|max_model_len|maximum.{0,20}length|n_ctx|too (?:long|large)", re.I)
_THOUGHT = re.compile(r"^\s*<think>.*?</think>\s*", re.S)


_ON_THE_WIRE: tuple[tuple[type[httpx.HTTPError], str], ...] = (
    (httpx.ConnectError, "nothing listens at the address"),
    (httpx.ConnectTimeout, "the address does not respond"),
    (httpx.TimeoutException, "it took longer than is allowed"),
    (httpx.RemoteProtocolError, "it closed the connection, or what it said is not HTTP"),
    (httpx.DecodingError, "what it sent does not unpack"),
    (httpx.NetworkError, "the connection broke"),
    (httpx.UnsupportedProtocol, "its address is neither http nor https"),
)


class Served(Frozen):
    """What the endpoint says of itself."""

    model: str
    context_tokens: int | None = None


class ContextOverflow(ModelRefused):
    code = "context_overflow"


class OpenAIModel:
    """Open once, share between fields: one connection pool, one count of tokens per character."""

    def __init__(
        self,
        client: httpx.AsyncClient,
        *,
        model: str,
        context_tokens: int,
        temperature: float = 0.0,
        extra: Mapping[str, Any] | None = None,
    ) -> None:
        self._client = client
        self._model = model
        self._context = context_tokens
        self._temperature = temperature
        self._extra = dict(extra or {})
        """Quirks of one model, as data: ``chat_template_kwargs`` and the like."""
        self._per_character = _TOKENS_PER_CHARACTER
        self._measured = False

    @property
    def name(self) -> str:
        return self._model

    @property
    def context_tokens(self) -> int:
        return self._context

    def count(self, text: str) -> int:
        return int(len(text) * self._per_character * _MARGIN) + 8

    async def complete(self, request: ModelRequest) -> ModelReply:
        prompt = sum(len(message.content) for message in request.messages)
        needed = sum(self.count(message.content) for message in request.messages) + request.max_tokens
        if needed > self._context:
            raise ContextOverflow(
                f"a prompt of about {needed - request.max_tokens} tokens and {request.max_tokens} for the answer do not "
                f"fit into the {self._context} that {self._model!r} is served with; serve it with a longer context"
            )
        started = time.monotonic()
        body = await self._post(request)
        usage = _table(body.get("usage"))
        self._learn(prompt, usage.get("prompt_tokens"))
        reply = _read(body, request.shape)
        return reply.model_copy(
            update={
                "prompt_tokens": _count(usage.get("prompt_tokens")),
                "output_tokens": _count(usage.get("completion_tokens")),
                "seconds": time.monotonic() - started,
            }
        )

    def _learn(self, characters: int, tokens: object) -> None:
        """Keep the highest share seen: a count that is too low costs a refused call."""
        if not isinstance(tokens, int) or tokens <= 0 or characters < 400:
            return
        share = tokens / characters
        self._per_character = max(self._per_character, share) if self._measured else share
        self._measured = True

    async def _post(self, request: ModelRequest) -> dict[str, Any]:
        body = {
            "model": self._model,
            "messages": [message.model_dump() for message in request.messages],
            "max_tokens": request.max_tokens,
            "temperature": self._temperature,
            "seed": 0,
            "stream": False,
            "response_format": {
                "type": "json_schema",
                "json_schema": {"name": request.schema_name, "strict": True, "schema": request.shape},
            },
            **self._extra,
        }
        for attempt in range(1, _TRIES + 1):
            try:
                response = await self._client.post("chat/completions", json=body)
            except (httpx.TransportError, httpx.DecodingError) as error:
                problem, fault = _of_transport(error), type(error).__name__
            else:
                if response.status_code == 200:
                    return _body_of(response)
                problem, fault = _explain(response), f"HTTP {response.status_code}"
                if response.status_code not in _RETRIED:
                    refused = self._refusal(response, problem)
                    if response.status_code in (401, 403) or await self._is_up():
                        raise refused
                    raise ModelUnavailable(
                        f"model endpoint {self._client.base_url} refused ({fault}) and does not answer any more: its engine "
                        "broke down, see its log. Finished fields are kept: start it and run the same command again"
                    )
            if attempt == _TRIES:
                break
            wait = _FIRST_WAIT * 2 ** (attempt - 1) * random.uniform(0.8, 1.2)  # jitter, not a secret
            # the kind of fault, never the server's words: some repeat the prompt
            _log.info("model_retry", attempt=attempt, fault=fault, wait_seconds=round(wait, 2))
            await asyncio.sleep(wait)
        if await self._is_up():
            raise ModelUnavailable(
                f"model endpoint {self._client.base_url} is up and fails on what it is asked, {_TRIES} times ({problem}); see "
                "its log. Finished fields are kept: mend it and run the same command again"
            )
        raise ModelUnavailable(
            f"model endpoint {self._client.base_url} did not answer after {_TRIES} tries ({problem}); is it running? "
            "Finished fields are kept: start it and run the same command again"
        )

    async def _is_up(self) -> bool:
        """Whether the server answers at all after a failure: an engine that a schema broke goes on refusing everything."""
        try:
            response = await self._client.get("models")
        except (httpx.TransportError, httpx.DecodingError):
            return False
        return response.status_code < 500

    def _refusal(self, response: httpx.Response, problem: str) -> ModelRefused:
        if response.status_code in (400, 413, 422) and _CONTEXT_WORDS.search(problem):
            self._per_character *= 1.25
            return ContextOverflow(f"{self._model!r} refused the prompt as too long: {problem}")
        if response.status_code in (401, 403):
            return ModelRefused(f"model endpoint {self._client.base_url} wants a key; set LASTRO_MODEL__API_KEY")
        if response.status_code == 404:
            return ModelRefused(f"{self._client.base_url} serves no model {self._model!r}; set LASTRO_MODEL__NAME")
        return ModelRefused(
            f"model endpoint {self._client.base_url} refused with HTTP {response.status_code}: {problem}"
        )


def _of_transport(error: httpx.TransportError | httpx.DecodingError) -> str:
    """What went wrong on the wire; the library's own words are for whoever knows the library."""
    for kind, words in _ON_THE_WIRE:
        if isinstance(error, kind):
            return words
    return "the connection failed"


def _body_of(response: httpx.Response) -> dict[str, Any]:
    try:
        body = response.json()
    except (ValueError, RecursionError):
        raise ModelRefused(f"{response.url} answered something that is not JSON; is it a model endpoint?") from None
    choices = body.get("choices") if isinstance(body, dict) else None
    if not isinstance(body, dict) or not isinstance(choices, list) or not choices or not isinstance(choices[0], dict):
        raise ModelRefused(f"{response.url} answered without choices; is it an OpenAI-compatible endpoint?")
    return body


def _table(given: object) -> dict[str, Any]:
    return given if isinstance(given, dict) else {}


def _text(given: object) -> str | None:
    """Text, or the texts of content in parts, as some servers write it; nothing else is an answer."""
    if isinstance(given, list):
        given = "".join(str(_table(part).get("text") or "") for part in given)
    return given if isinstance(given, str) else None


def _count(given: object) -> int:
    return given if isinstance(given, int) and given > 0 else 0


def _explain(response: httpx.Response) -> str:
    try:
        error = response.json()
    except (ValueError, RecursionError):
        return response.text[:300]
    inner = error.get("error", error) if isinstance(error, dict) else error
    return str(inner.get("message", inner) if isinstance(inner, dict) else inner)[:500]


def _read(body: dict[str, Any], shape: dict[str, Any]) -> ModelReply:
    choice = body["choices"][0]
    message = _table(choice.get("message"))
    content = _text(message.get("content"))
    reasoning = _text(message.get("reasoning")) or _text(message.get("reasoning_content"))
    if choice.get("finish_reason") == "length":
        fault = because("answer_cut_off", "the answer was cut off at its token limit; answer shorter")
        return ModelReply(data=None, fault=fault, reasoning=reasoning)
    if not content and reasoning and fault_of(_parse(reasoning), shape) is None:
        _log.warning(
            "answer_in_reasoning_field"
        )  # a known fault of reasoning parsers; the text is checked all the same
        content, reasoning = reasoning, None
    if not content:
        return ModelReply(data=None, fault=because("answer_empty", "the answer was empty"), reasoning=reasoning)
    data = _parse(_THOUGHT.sub("", content))
    if not isinstance(data, dict):
        fault = because("answer_misshapen", "{said}", said="the answer is not as asked: it is no JSON object")
        return ModelReply(data=None, fault=fault, reasoning=reasoning)
    if (said := fault_of(data, shape)) is not None:
        return ModelReply(data=None, fault=because("answer_misshapen", "{said}", said=said), reasoning=reasoning)
    return ModelReply(data=data, reasoning=reasoning)


def _parse(text: str) -> object:
    """The JSON value; None where there is none, or where it holds half characters, which nothing can store."""
    try:
        value = json.loads(text)
        json.dumps(value, ensure_ascii=False).encode()
    except (ValueError, RecursionError):
        return None
    return value


async def describe(client: httpx.AsyncClient, *, wanted: str | None) -> Served:
    """Ask the endpoint what it serves. Raises ModelUnavailable or ModelRefused."""
    try:
        response = await client.get("models")
    except (httpx.TransportError, httpx.DecodingError) as error:
        raise ModelUnavailable(
            f"model endpoint {client.base_url} did not answer ({_of_transport(error)}); is it running?"
        ) from None
    if response.status_code in (401, 403):
        raise ModelRefused(f"model endpoint {client.base_url} wants a key; set LASTRO_MODEL__API_KEY")
    try:
        served = {str(entry["id"]): entry for entry in response.json()["data"]}
    except (ValueError, KeyError, TypeError, RecursionError):
        raise ModelRefused(
            f"{client.base_url}models did not list models (HTTP {response.status_code}); "
            "is this an OpenAI-compatible address?"
        ) from None
    if wanted is None and len(served) != 1:
        raise ModelRefused(f"{client.base_url} serves {sorted(served)}; choose one with LASTRO_MODEL__NAME")
    name = wanted or next(iter(served))
    if name not in served:
        raise ModelRefused(f"{client.base_url} serves {sorted(served)} and not {name!r}; set LASTRO_MODEL__NAME")
    entry = served[name]
    meta = _table(entry.get("meta"))
    context = entry.get("max_model_len") or meta.get("n_ctx") or meta.get("n_ctx_train")
    return Served(model=name, context_tokens=_count(context) or None)
