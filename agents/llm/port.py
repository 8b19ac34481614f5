"""One call to a model: messages in, one JSON object out."""

from typing import Any, Literal, Protocol

from evidence.frozen import Frozen
from evidence.reasons import Reason


class Message(Frozen):
    role: Literal["system", "user", "assistant"]
    content: str


class ModelRequest(Frozen):
    messages: tuple[Message, ...]
    schema_name: str
    shape: dict[str, Any]
    """JSON schema that the answer must satisfy; kept plain, because servers skip keywords silently."""
    max_tokens: int


class ModelReply(Frozen):
    data: dict[str, Any] | None
    """The answer, validated against the shape; None when what came was unusable."""
    fault: Reason | None = None
    """Why ``data`` is None: cut off, not JSON, wrong shape."""
    prompt_tokens: int = 0
    output_tokens: int = 0
    seconds: float = 0.0
    reasoning: str | None = None
    """What a reasoning model said beside its answer; logged by length, never shown as an answer."""


class ChatModel(Protocol):
    @property
    def name(self) -> str: ...

    @property
    def context_tokens(self) -> int: ...

    def count(self, text: str) -> int:
        """Tokens of a text, never too few."""
        ...

    async def complete(self, request: ModelRequest) -> ModelReply:
        """Raises ModelUnavailable when the endpoint does not answer, ModelRefused when it refuses the request."""
        ...
