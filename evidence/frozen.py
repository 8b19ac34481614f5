"""The base of every value that crosses a package border."""

from pydantic import BaseModel, ConfigDict


class Frozen(BaseModel):
    """Immutable, and strict about its keys: a misspelt field is an error, never silence."""

    model_config = ConfigDict(frozen=True, extra="forbid", validate_default=True)
