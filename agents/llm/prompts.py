"""Prompts are files with a version in their front matter."""

from functools import lru_cache
from pathlib import Path

import yaml

from evidence.errors import InputRefused
from evidence.frozen import Frozen

FOLDER = Path(__file__).parent.parent / "prompts"


class Prompt(Frozen):
    id: str
    version: int
    text: str

    @property
    def label(self) -> str:
        """``read_field@1``, as a finding records it."""
        return f"{self.id}@{self.version}"


@lru_cache(maxsize=32)
def read_prompt(name: str) -> Prompt:
    path = FOLDER / f"{name}.md"
    parts = path.read_text(encoding="utf-8").split("---\n", 2)
    if len(parts) != 3 or parts[0]:
        raise InputRefused(f"prompt {path.name!r} lacks its front matter; begin it with --- id, version ---")
    head = yaml.safe_load(parts[1])
    return Prompt(id=head["id"], version=head["version"], text=parts[2].strip())
