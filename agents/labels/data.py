"""The word lists and cue phrases of this package, read from YAML files beside the code."""

from pathlib import Path
from typing import Any

import yaml

_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
"""The C parser where the platform has it: ten times as fast, and as safe."""


def read_data(path: Path) -> Any:
    return yaml.load(path.read_text(encoding="utf-8"), Loader=_LOADER)
