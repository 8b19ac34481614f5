"""Names in the environment that begin like ours and are no setting: a misspelt one must not be passed over in silence."""

from collections.abc import Iterator, Mapping
from difflib import get_close_matches

from pydantic import BaseModel

PREFIX = "LASTRO_"
_NO_SETTINGS = frozenset(
    PREFIX + name
    for name in (
        "CONFIG",
        "TRACEBACK",
        "CHROMIUM",
        "LLM_HOME",
        "LLM_PORT",
        "MADE_UP_CALLS",
        "REWRITE_GOLDEN",
        "SHARED",
        "VLLM_HOME",
        "VLLM_PORT",
    )
)
"""Read by the process before there are settings, by our scripts and by our tests."""
_NO_SETTINGS_BEGIN = (PREFIX + "TEST_", PREFIX + "WITH_")


def misspelt_names(model: type[BaseModel], environment: Mapping[str, str]) -> Iterator[str]:
    """One sentence for each, with the nearest name that there is. Below a branch pydantic refuses misspelt names itself."""
    known = tuple(names_of(model))
    branches = {PREFIX + name.upper() for name in model.model_fields if _branch(model, name) is not None}
    for given in sorted(environment):
        name = given.upper()
        if not name.startswith(PREFIX) or name in known or name in _NO_SETTINGS or name.startswith(_NO_SETTINGS_BEGIN):
            continue
        if name.partition("__")[0] in branches:
            continue
        endings = [other.removeprefix(PREFIX) for other in (*known, *_NO_SETTINGS)]
        near = get_close_matches(name.removeprefix(PREFIX), endings, n=1, cutoff=0.7)
        advice = f"did you mean {PREFIX}{near[0]}?" if near else "docs/settings.md lists what there is; unset it"
        yield f"{given} is no setting; {advice}"


def names_of(model: type[BaseModel], lead: str = PREFIX) -> Iterator[str]:
    """Every setting as the environment calls it, branches too."""
    for name in model.model_fields:
        yield lead + name.upper()
        if (below := _branch(model, name)) is not None:
            yield from names_of(below, f"{lead}{name.upper()}__")


def _branch(model: type[BaseModel], name: str) -> type[BaseModel] | None:
    kind = model.model_fields[name].annotation
    return kind if isinstance(kind, type) and issubclass(kind, BaseModel) else None
