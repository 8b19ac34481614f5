"""multilingual-e5-small as an ONNX graph with int8 products, written once into the model folder.

Activations are quantised per text, so a text's vector does not depend on its batch. The two products of the feed-forward
part first scale each token to at most one: a few tokens hold values thirty times the others', and one scale for all of
them costs a hundred times the accuracy (measured: least cosine to full precision 0.992 without, 0.999 with).
"""

import hashlib
import logging
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from evidence.errors import ServiceMissing
from index.embedders.e5_weights import E5Weights

if TYPE_CHECKING:
    from onnx import NodeProto, TensorProto

log = logging.getLogger("lastro.index")

RECIPE = "int8-1"
"""Changes whenever the graph does; part of the file name, so that an old file is not taken for a new one."""
INPUT, OUTPUT = "embedded", "pooled"
_MICROSOFT = "com.microsoft"
_LEAST_TOP = 0.2  # the activation never goes below -0.17: a row's largest value is its range when it is above that


def graph_path(weights: E5Weights, folder: Path, *, precise: bool = False) -> Path:
    """The graph on disk, written first where it is missing or does not hold what was written.

    ``precise`` writes full-precision products: four times slower, for tests and for comparing.
    """
    kind = "fp32" if precise else RECIPE
    path = folder / f"multilingual-e5-small-{kind}-{weights.sha256[:12]}.onnx"
    recorded = path.with_suffix(".sha256")
    if path.is_file() and recorded.is_file() and _sha256(path) == recorded.read_text("ascii").strip():
        return path
    log.info("writing the embedder's graph once to %s (a few seconds)", path)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        content = _GraphWriter(weights, precise=precise).graph()
        _replace(path, content)
        _replace(recorded, (hashlib.sha256(content).hexdigest() + "\n").encode("ascii"))
    except OSError as error:
        raise ServiceMissing(
            f"cannot write the embedder's graph to {str(folder)!r} ({error}); make room or set LASTRO_HOME"
        ) from error
    return path


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _replace(path: Path, content: bytes) -> None:
    """Whole or not at all, also when two processes write at once."""
    part = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with part.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


class _GraphWriter:
    def __init__(self, weights: E5Weights, *, precise: bool) -> None:
        self._weights, self._precise = weights, precise
        self._nodes: list[NodeProto] = []
        self._constants: dict[str, TensorProto] = {}

    def graph(self) -> bytes:
        from onnx import TensorProto, helper

        weights = self._weights
        hidden = weights.hidden
        self._constant("last_axis", np.array([-1], np.int64))
        self._constant("token_axis", np.array([1], np.int64))
        self._constant("least_top", np.array(_LEAST_TOP, np.float32))
        self._constant("thirds", np.array([hidden] * 3, np.int64))
        state = self._normalised(INPUT, "emb.ln.", "start")
        for layer in range(weights.layers):
            state = self._layer(state, f"l{layer}.")
        self._node("ReduceMean", [state, "token_axis"], OUTPUT, keepdims=0)
        graph = helper.make_graph(
            self._nodes,
            "multilingual-e5-small",
            [helper.make_tensor_value_info(INPUT, TensorProto.FLOAT, [1, "tokens", hidden])],
            [helper.make_tensor_value_info(OUTPUT, TensorProto.FLOAT, [1, hidden])],
            list(self._constants.values()),
        )
        model = helper.make_model(
            graph,
            ir_version=10,
            opset_imports=[helper.make_opsetid("", 23), helper.make_opsetid(_MICROSOFT, 1)],
            producer_name="lastro",
        )
        return bytes(model.SerializeToString(deterministic=True))

    def _layer(self, state: str, at: str) -> str:
        hidden, inner = self._weights.hidden, self._weights.inner
        mixed = self._product(state, [at + "q", at + "k", at + "v"], hidden, at + "qkv")
        self._node("Split", [mixed, "thirds"], at + "Q", at + "K", at + "V", axis=2)
        heads = self._weights.heads
        seen = self._node(
            "Attention", [at + "Q", at + "K", at + "V"], at + "seen", q_num_heads=heads, kv_num_heads=heads
        )
        attended = self._product(seen, [at + "ao"], hidden, at + "attended")
        state = self._normalised(self._node("Add", [state, attended], at + "sum1"), at + "aln.", at + "state1")

        top = self._node("ReduceMax", [self._node("Abs", [state], at + "abs"), "last_axis"], at + "top1", keepdims=1)
        wide = self._scaled_product(state, top, at + "fi", hidden, at + "wide")
        active = self._node("BiasGelu", [wide, at + "fi.b"], at + "active", domain=_MICROSOFT)
        top = self._node("ReduceMax", [active, "last_axis"], at + "top2", keepdims=1)
        top = self._node("Max", [top, "least_top"], at + "top2_kept")
        narrow = self._scaled_product(active, top, at + "fo", inner, at + "narrow")
        narrow = self._node("Add", [narrow, at + "fo.b"], at + "narrow_b")
        return self._normalised(self._node("Add", [state, narrow], at + "sum2"), at + "oln.", at + "state2")

    def _scaled_product(self, given: str, top: str, name: str, width: int, out: str) -> str:
        """``given @ W`` with each token brought to at most one before and back after; the bias is left to the caller."""
        self._constant(name + ".b", self._weights.vector(name + ".b"))
        flat = self._node("Div", [given, top], out + "_flat")
        return self._node("Mul", [self._product(flat, [name], width, out + "_raw", bias=False), top], out)

    def _product(self, given: str, names: list[str], width: int, out: str, *, bias: bool = True) -> str:
        matrix = np.concatenate([self._weights.matrix(name + ".w", width) for name in names])
        offset = np.concatenate([self._weights.vector(name + ".b") for name in names])
        if self._precise:
            product = self._node("MatMul", [given, self._constant(out + ".w", matrix.T)], out + ("_p" if bias else ""))
            return self._node("Add", [product, self._constant(out + ".b", offset)], out) if bias else product
        scale = np.abs(matrix).max(axis=1) / 127.0
        levels = np.clip(np.rint(matrix / scale[:, None]), -127, 127).astype(np.int8)
        inputs = [given, self._constant(out + ".w", levels.T), self._constant(out + ".s", scale.astype(np.float32)), ""]
        if bias:
            inputs.append(self._constant(out + ".b", offset))
        return self._node("DynamicQuantizeMatMul", inputs, out, domain=_MICROSOFT)

    def _normalised(self, given: str, name: str, out: str) -> str:
        scale = self._constant(name + "w", self._weights.vector(name + "w"))
        shift = self._constant(name + "b", self._weights.vector(name + "b"))
        return self._node(
            "LayerNormalization", [given, scale, shift], out, axis=-1, epsilon=float(self._weights.epsilon)
        )

    def _constant(self, name: str, value: NDArray[Any]) -> str:
        from onnx import numpy_helper

        self._constants[name] = numpy_helper.from_array(np.ascontiguousarray(value), name)
        return name

    def _node(self, kind: str, inputs: list[str], *outputs: str, domain: str = "", **attributes: Any) -> str:
        from onnx import helper

        self._nodes.append(helper.make_node(kind, inputs, list(outputs), domain=domain, **attributes))
        return outputs[0]
