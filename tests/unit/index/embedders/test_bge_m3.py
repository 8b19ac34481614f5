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


@pytest.fixture(scope="module")
def tiny(tmp_path_factory):
    pytest.importorskip("torch", reason="torch is not installed here (extra 'gpu'): BGE-M3 is NOT tested in this run")
    pytest.importorskip("sentence_transformers", reason="sentence-transformers is not installed here (extra 'gpu')")
    from tests.unit.index.embedders.tiny_bge_m3 import write_tiny_bge_m3

    return BgeM3Embedder(write_tiny_bge_m3(tmp_path_factory.mktemp("bge-m3")))


def test_the_dense_vector_is_the_one_that_encode_gives(tiny: BgeM3Embedder) -> None:
    texts = ["rent month", "аренда плата месяц", "ijara"]
    assert tiny.embed_passages(texts) == pytest.approx(tiny._model.encode(texts, normalize_embeddings=True), abs=1e-5)


def test_words_weigh_what_the_sparse_head_says(tiny: BgeM3Embedder) -> None:
    import torch

    text = "rent rent month аренда"
    _, lexical = tiny.encode_query(text)
    features = tiny._tokenizer([text], return_tensors="pt")
    with torch.inference_mode():
        states = tiny._model[0].auto_model(**features).last_hidden_state
        weights = torch.relu(tiny._words(states)).squeeze(-1)[0]
    wanted: dict[int, float] = {}
    for token, weight in zip(features["input_ids"][0].tolist(), weights.tolist(), strict=True):
        if token not in tiny._special and weight > 0:
            wanted[token] = max(weight, wanted.get(token, 0.0))
    assert lexical == pytest.approx(wanted or lexical, abs=1e-5)


def test_every_token_of_a_long_text_is_in_a_window(tiny: BgeM3Embedder) -> None:
    text = " ".join(f"аренда {at} rent" for at in range(200))
    windows = list(tiny._windows(text))
    assert len(windows) > 3
    assert "".join(piece for _, piece in windows) == text
    for _, piece in windows:
        assert len(tiny._tokenizer(piece, add_special_tokens=False)["input_ids"]) <= tiny._window


def test_an_index_takes_both_legs_from_one_pass(tiny: BgeM3Embedder) -> None:
    from index.open import open_memory_index
    from tests.contract.passage_index import PASSAGES

    index = open_memory_index(tiny)
    index.put(PASSAGES)
    assert index.search(PASSAGES[0].text, 1)[0].passage == PASSAGES[0]


def test_a_folder_that_cuts_texts_short_is_refused(tmp_path: Path, tiny: BgeM3Embedder) -> None:
    import json

    from tests.unit.index.embedders.tiny_bge_m3 import write_tiny_bge_m3

    folder = write_tiny_bge_m3(tmp_path)
    (folder / "sentence_bert_config.json").write_text(json.dumps({"max_seq_length": 16, "do_lower_case": False}))
    with pytest.raises(ServiceMissing, match="limits texts"):
        BgeM3Embedder(folder)
