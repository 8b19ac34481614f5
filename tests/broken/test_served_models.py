"""Model servers that fail in the ways that people report."""

import json
from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest

from agents.llm.conformance import examine_model, require_schema
from agents.llm.openai import ContextOverflow, OpenAIModel, describe
from agents.llm.port import Message, ModelRequest
from evidence.errors import ModelRefused, ModelUnavailable

SHAPE = {
    "type": "object",
    "properties": {"value": {"type": "string", "maxLength": 50}},
    "required": ["value"],
    "additionalProperties": False,
}
REQUEST = ModelRequest(messages=(Message(role="user", content="q"),), schema_name="s", shape=SHAPE, max_tokens=50)

Answer = Callable[[httpx.Request], httpx.Response]


def model(answer: Answer, *, context: int = 4096) -> OpenAIModel:
    client = httpx.AsyncClient(base_url="http://127.0.0.1:1/v1/", transport=httpx.MockTransport(answer))
    return OpenAIModel(client, model="m", context_tokens=context)


def says(content: str | None, *, finish: str = "stop", **message: Any) -> httpx.Response:
    return httpx.Response(
        200,
        json={
            "choices": [{"message": {"content": content, **message}, "finish_reason": finish}],
            "usage": {"prompt_tokens": 10, "completion_tokens": 5},
        },
    )


@pytest.fixture(autouse=True)
def _no_waiting(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    async def at_once(_: float) -> None: ...

    monkeypatch.setattr("agents.llm.openai.asyncio.sleep", at_once)
    yield


async def test_prose_where_json_was_asked_is_no_answer() -> None:
    reply = await model(lambda _: says("The value is 5, of course.")).complete(REQUEST)
    assert reply.data is None
    assert reply.fault


async def test_an_answer_cut_at_its_limit_is_never_mended() -> None:
    reply = await model(lambda _: says('{"value": "12' + " " * 2000, finish="length")).complete(REQUEST)
    assert reply.data is None
    assert "cut off" in str(reply.fault)


async def test_a_whole_answer_with_finish_length_is_still_not_taken() -> None:
    reply = await model(lambda _: says('{"value": "12"}', finish="length")).complete(REQUEST)
    assert reply.data is None


async def test_json_in_the_reasoning_field_is_read_and_checked() -> None:
    reply = await model(lambda _: says(None, reasoning='{"value": "12"}')).complete(REQUEST)
    assert reply.data == {"value": "12"}
    reply = await model(lambda _: says(None, reasoning_content="I think it is 12")).complete(REQUEST)
    assert reply.data is None


async def test_a_thought_before_the_answer_is_set_apart() -> None:
    reply = await model(lambda _: says('<think>{"value": "0"}</think>\n{"value": "12"}')).complete(REQUEST)
    assert reply.data == {"value": "12"}


async def test_tool_call_markup_is_never_shown_as_an_answer() -> None:
    reply = await model(lambda _: says('<tool_call>{"name": "rag.query"}</tool_call>')).complete(REQUEST)
    assert reply.data is None


@pytest.mark.parametrize(
    "content", ['{"value": 12}', '{"value": "x", "more": 1}', "[]", "null", '{"value": "' + "x" * 51 + '"}']
)
async def test_a_schema_that_the_server_ignored_is_enforced_here(content: str) -> None:
    reply = await model(lambda _: says(content)).complete(REQUEST)
    assert reply.data is None
    assert "not as asked" in str(reply.fault)


async def test_what_goes_wrong_on_the_wire_is_told_in_our_words() -> None:
    def broken(_: httpx.Request) -> httpx.Response:
        raise httpx.RemoteProtocolError("illegal status line: bytearray(b'HELLO WORLD')")

    with pytest.raises(ModelUnavailable, match="is not HTTP") as refused:
        await model(broken).complete(REQUEST)
    assert "bytearray" not in str(refused.value) and "RemoteProtocolError" not in str(refused.value)


async def test_letters_survive_the_round_trip() -> None:
    text = "«ёлка» №7, oʻzbek, „ação“"
    seen: list[bytes] = []

    def answer(request: httpx.Request) -> httpx.Response:
        seen.append(request.content)
        return says(json.dumps({"value": text}))

    reply = await model(answer).complete(REQUEST.model_copy(update={"messages": (Message(role="user", content=text),)}))
    assert reply.data == {"value": text}
    assert json.loads(seen[0])["messages"][0]["content"] == text


async def test_a_prompt_too_long_is_refused_before_it_is_sent() -> None:
    def answer(_: httpx.Request) -> httpx.Response:
        raise AssertionError("sent")

    long = REQUEST.model_copy(update={"messages": (Message(role="user", content="слово " * 4000),)})
    with pytest.raises(ContextOverflow, match="4096"):
        await model(answer).complete(long)


async def test_a_servers_own_word_on_length_is_understood() -> None:
    refusal = httpx.Response(400, json={"error": {"message": "This model's maximum context length is 1024 tokens."}})
    with pytest.raises(ContextOverflow):
        await model(lambda _: refusal).complete(REQUEST)


async def test_a_busy_server_is_asked_again_and_an_absent_one_named() -> None:
    tries = 0

    def busy(_: httpx.Request) -> httpx.Response:
        nonlocal tries
        tries += 1
        return says('{"value": "12"}') if tries == 3 else httpx.Response(503, text="busy")

    assert (await model(busy).complete(REQUEST)).data == {"value": "12"}

    def absent(_: httpx.Request) -> httpx.Response:
        raise httpx.ConnectError("refused")

    with pytest.raises(ModelUnavailable, match=r"127\.0\.0\.1:1.*is it running"):
        await model(absent).complete(REQUEST)


@pytest.mark.parametrize(
    ("status", "words"), [(401, "LASTRO_MODEL__API_KEY"), (404, "LASTRO_MODEL__NAME"), (418, "HTTP 418")]
)
async def test_a_refusal_says_what_to_do(status: int, words: str) -> None:
    with pytest.raises(ModelRefused, match=words):
        await model(lambda _: httpx.Response(status, json={"error": "no"})).complete(REQUEST)


@pytest.mark.parametrize(
    ("asked", "up", "error", "words"),
    [
        (400, True, ModelRefused, "refused with HTTP 400: no such keyword"),
        (400, False, ModelUnavailable, "does not answer any more: its engine broke down"),
        (500, True, ModelUnavailable, "is up and fails on what it is asked"),
        (500, False, ModelUnavailable, "is it running"),
    ],
)
async def test_after_a_failure_the_server_is_looked_at_and_a_broken_engine_is_told_from_a_refusal(
    asked: int, up: bool, error: type[Exception], words: str
) -> None:
    def answer(request: httpx.Request) -> httpx.Response:
        if request.url.path.endswith("/models"):
            return httpx.Response(200, json={"data": []}) if up else httpx.Response(503, text="engine is dead")
        return httpx.Response(asked, json={"error": {"message": "no such keyword"}})

    with pytest.raises(error, match=words):
        await model(answer).complete(REQUEST)


async def test_rubbish_with_http_200_is_no_endpoint() -> None:
    with pytest.raises(ModelRefused, match="is it a model endpoint"):
        await model(lambda _: httpx.Response(200, text="<html>")).complete(REQUEST)
    with pytest.raises(ModelRefused, match="OpenAI-compatible"):
        await model(lambda _: httpx.Response(200, json={"choices": []})).complete(REQUEST)


@pytest.mark.parametrize(
    "body",
    [
        {"choices": ["a"]},
        {"choices": [5]},
        [1],
        "text",
    ],
)
async def test_an_answer_of_another_form_is_no_endpoint(body: object) -> None:
    with pytest.raises(ModelRefused, match="OpenAI-compatible"):
        await model(lambda _: httpx.Response(200, json=body)).complete(REQUEST)


@pytest.mark.parametrize(
    "message",
    [
        "hello",
        {"content": 5},
        {"content": {"value": "x"}},
        {"content": [5, "x"]},
        {"content": None, "reasoning": 7},
        {"content": "[" * 100_000},
        {"content": "9" * 10_000},
        {"content": '{"value": NaN}'},
        {"content": '{"value": "\\ud800"}'},
        {"content": "\x00 {{{"},
    ],
)
async def test_a_message_that_makes_no_sense_is_no_answer_and_no_fault_of_ours(message: object) -> None:
    reply = await model(
        lambda _: httpx.Response(200, json={"choices": [{"message": message}], "usage": "much"})
    ).complete(REQUEST)
    assert reply.data is None and reply.fault


async def test_content_in_parts_is_read() -> None:
    parts = [{"type": "text", "text": '{"value": '}, {"type": "text", "text": '"x"}'}]
    reply = await model(lambda _: httpx.Response(200, json={"choices": [{"message": {"content": parts}}]})).complete(
        REQUEST
    )
    assert reply.data == {"value": "x"}


async def test_bytes_that_do_not_unpack_are_a_server_that_does_not_answer() -> None:
    def broken(_: httpx.Request) -> httpx.Response:
        return httpx.Response(200, headers={"Content-Encoding": "gzip"}, stream=httpx.ByteStream(b"no gzip"))

    with pytest.raises(ModelUnavailable, match="is it running"):
        await model(broken).complete(REQUEST)


@pytest.mark.parametrize(
    "entry", [{"id": 5}, {"id": "m", "meta": "x"}, {"id": "m", "max_model_len": "8k"}, {"id": "m", "max_model_len": -5}]
)
async def test_an_odd_list_of_models_is_read_as_far_as_it_goes(entry: dict[str, object]) -> None:
    client = httpx.AsyncClient(
        base_url="http://127.0.0.1:1/v1/",
        transport=httpx.MockTransport(lambda _: httpx.Response(200, json={"data": [entry]})),
    )
    served = await describe(client, wanted=None)
    assert (served.model, served.context_tokens) == (str(entry["id"]), None)


async def test_a_server_with_many_models_must_be_told_which() -> None:
    listing = httpx.Response(200, json={"data": [{"id": "a", "max_model_len": 100}, {"id": "b"}]})
    client = httpx.AsyncClient(base_url="http://127.0.0.1:1/v1/", transport=httpx.MockTransport(lambda _: listing))
    with pytest.raises(ModelRefused, match="choose one"):
        await describe(client, wanted=None)
    with pytest.raises(ModelRefused, match="not 'c'"):
        await describe(client, wanted="c")
    assert (await describe(client, wanted="a")).context_tokens == 100


async def test_the_card_tells_a_server_that_ignores_schemas() -> None:
    card = await examine_model(model(lambda _: says('{"colour": "red"}')))
    assert not card.fit
    assert not next(entry for entry in card.entries if entry.name == "schema is honoured").ok


async def test_the_card_of_a_server_that_does_as_asked() -> None:
    def answer(request: httpx.Request) -> httpx.Response:
        body = json.loads(request.content)
        prompt = body["messages"][0]["content"]
        shape = body["response_format"]["json_schema"]["schema"]
        if "anyOf" in shape:
            return says(json.dumps({name: of["const"] for name, of in shape["anyOf"][0]["properties"].items()}))
        properties = shape["properties"]
        if "text" in properties:
            return says(json.dumps({"text": prompt.partition("letter: ")[2] or "one two"}))
        known = ("4 500 000 UZS", "Каримов Азиз", "5 de março de 1990")
        value = next((value for value in known if value in prompt), None)
        return says(json.dumps({"found": value is not None, "ids": [1], "value": value or ""}))

    assert (await examine_model(model(answer))).fit


async def test_a_server_that_ignores_schemas_is_refused_before_a_case_is_read() -> None:
    with pytest.raises(ModelRefused, match="schema was not enforced"):
        await require_schema(model(lambda _: says('{"colour": "red"}')))
