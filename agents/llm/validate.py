"""Hold a model's answer against its shape. Servers skip schema keywords silently, so nothing is taken on trust."""

from functools import lru_cache
from json import dumps, loads
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.exceptions import best_match


def fault_of(data: object, shape: dict[str, Any]) -> str | None:
    """What is wrong, in words that can be fed back to the model; None when all is right."""
    error = best_match(_validator(dumps(shape, sort_keys=True)).iter_errors(data))
    if error is None:
        return None
    where = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in error.absolute_path)
    return f"the answer{where} is not as asked: {error.message[:200]}"


@lru_cache(maxsize=64)
def _validator(shape: str) -> Draft202012Validator:
    return Draft202012Validator(loads(shape))
