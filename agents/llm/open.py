"""Opens the endpoint: where it may stand, what it serves, how long a prompt may be."""

from collections.abc import Iterable, Mapping
from typing import Any

import httpx

from agents.llm.egress import Egress, Network, guarded_transport
from agents.llm.openai import OpenAIModel, describe

DEFAULT_CONTEXT = 8192
"""Tokens assumed of a server that does not say."""
_CONNECTIONS = 64


async def open_model(
    *,
    base_url: str,
    model: str | None = None,
    api_key: str | None = None,
    private_networks: Iterable[Network] = (),
    may_leave: bool = False,
    context_tokens: int | None = None,
    timeout_seconds: float = 120,
    extra: Mapping[str, Any] | None = None,
) -> OpenAIModel:
    """Connects once to learn the model's name and context. The client lives as long as the model is used."""
    egress = Egress(private_networks=private_networks, may_leave=may_leave)
    client = httpx.AsyncClient(
        base_url=base_url.rstrip("/") + "/",
        transport=guarded_transport(egress, connections=_CONNECTIONS),
        headers={"Authorization": f"Bearer {api_key}"} if api_key else {},
        timeout=httpx.Timeout(timeout_seconds, connect=10),
        trust_env=False,
    )
    served = await describe(client, wanted=model)
    return OpenAIModel(
        client,
        model=served.model,
        context_tokens=context_tokens or served.context_tokens or DEFAULT_CONTEXT,
        extra=extra,
    )
