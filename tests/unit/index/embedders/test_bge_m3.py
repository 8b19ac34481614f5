"""What can be said of BGE-M3 without its libraries: the folder is checked first, and the missing file is named."""

import os
from pathlib import Path

import pytest

from evidence.errors import InputRefused, ServiceMissing
from index.embedders.bge_m3 import BgeM3Embedder
from index.open import open_embedder

FILES = ("config.json", "modules.json", "tokenizer.json", "model.safetensors", "sparse_linear.pt")


def folder_without(tmp_path: Path, missing: str) -> Path:
    for name in FILES:
        if name != missing:
            (tmp_path / name).write_bytes(b"{}")
    return tmp_path


@pytest.mark.parametrize("missing", FILES)
def test_names_the_file_that_is_missing(tmp_path: Path, missing: str) -> None:
    with pytest.raises(ServiceMissing, match=missing):
        BgeM3Embedder(folder_without(tmp_path, missing))


def test_refuses_a_name_that_would_be_looked_up_on_a_hub() -> None:
    with pytest.raises(InputRefused, match="absolute path"):
        BgeM3Embedder(Path("BAAI/bge-m3"))


def test_needs_a_folder() -> None:
    with pytest.raises(InputRefused, match="model folder"):
        open_embedder("bge-m3")


def test_says_what_to_install_or_that_the_copy_is_broken(tmp_path: Path) -> None:
    with pytest.raises(ServiceMissing, match=r"lastro\[gpu\]|does not load"):
        BgeM3Embedder(folder_without(tmp_path, ""))
    assert os.environ["HF_HUB_OFFLINE"] == "1"
