"""What any OpenAI-compatible server must do for us, run against a real one (``make test-vllm``)."""

import os

import pytest

from agents.llm.conformance import examine_model
from agents.llm.open import open_model
from agents.llm.openai import ContextOverflow, OpenAIModel
from agents.llm.port import Message, ModelRequest

pytestmark = pytest.mark.needs_vllm


@pytest.fixture
async def served() -> OpenAIModel:
    return await open_model(base_url=os.environ["LASTRO_TEST_VLLM"], timeout_seconds=300)


def asked(properties: dict[str, object], *, max_tokens: int = 200, prompt: str = "say anything") -> ModelRequest:
    shape = {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}
    return ModelRequest(
        messages=(Message(role="user", content=prompt),), schema_name="s", shape=shape, max_tokens=max_tokens
    )


async def test_the_server_says_what_it_serves(served: OpenAIModel) -> None:
    assert served.name
    assert served.context_tokens == 1024


async def test_enum_boolean_and_bounds_of_a_schema_hold(served: OpenAIModel) -> None:
    reply = await served.complete(
        asked(
            {
                "found": {"type": "boolean"},
                "ids": {"type": "array", "items": {"type": "integer", "enum": [1, 2]}, "maxItems": 3},
                "tool": {"type": "string", "enum": ["none", "rag.query"]},
            }
        )
    )
    assert reply.data is not None, reply.fault
    assert reply.data["tool"] in ("none", "rag.query")


async def test_the_canary_is_honoured(served: OpenAIModel) -> None:
    card = await examine_model(served)
    assert next(entry for entry in card.entries if entry.name == "schema is honoured").ok


async def test_a_prompt_too_long_is_refused_in_words(served: OpenAIModel) -> None:
    served._context = 100_000  # let it through our own count, to see the server's word
    with pytest.raises(ContextOverflow):
        await served.complete(asked({"a": {"type": "boolean"}}, prompt="word " * 3000))


async def test_an_answer_cut_off_is_no_answer(served: OpenAIModel) -> None:
    reply = await served.complete(asked({"text": {"type": "string"}}, max_tokens=4))
    assert reply.data is None
    assert "cut off" in str(reply.fault)
