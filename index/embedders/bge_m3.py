"""BGE-M3 from a local folder, by sentence-transformers: meaning and words in one forward pass.

Nothing is fetched: the path is absolute, the hub's clients are told to stay offline, and what is missing is named.
"""

import hashlib
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from evidence.errors import InputRefused, ServiceMissing
from index.embedders.port import EmbedderIdentity, Vectors, unit_row, unit_rows
from index.lexical.bm25 import SparseVector

_NEEDED = (
    ("config.json",),
    ("modules.json",),
    ("tokenizer.json", "sentencepiece.bpe.model"),
    ("model.safetensors", "pytorch_model.bin"),
    ("sparse_linear.pt",),
)
_TOKENS_PER_BATCH = 16_384
_LEAST_WINDOW = 64  # a folder whose settings cut texts shorter than this is a broken copy


class BgeM3Embedder:
    """Implements Embedder and HybridEmbedder."""

    def __init__(self, folder: Path, *, device: str | None = None) -> None:
        files = _checked(folder)
        os.environ["HF_HUB_OFFLINE"] = os.environ["TRANSFORMERS_OFFLINE"] = "1"
        try:
            import torch
            from sentence_transformers import SentenceTransformer
        except ImportError as error:
            raise ServiceMissing(
                f"the embedder 'bge-m3' needs sentence-transformers ({error}); install lastro[gpu], or use the embedder 'e5'"
            ) from error
        self._torch = torch
        try:
            self._model = SentenceTransformer(str(folder), device=device, local_files_only=True)
            self._model.eval()
            self._words = _sparse_head(torch, folder, self._model)
        except (OSError, ValueError, KeyError, RuntimeError) as error:
            raise ServiceMissing(
                f"the model in {str(folder)!r} does not load ({error}); copy the folder again"
            ) from error
        self._tokenizer = self._model.tokenizer
        self._special = frozenset(self._tokenizer.all_special_ids)
        self._window = int(self._model.max_seq_length or 0) - self._tokenizer.num_special_tokens_to_add()
        if self._window < _LEAST_WINDOW:
            raise ServiceMissing(
                f"{str(folder)!r} limits texts to {self._window} tokens; its settings files are not BGE-M3's"
            )
        self.identity = EmbedderIdentity(
            name="bge-m3", dim=int(self._model[0].auto_model.config.hidden_size), sha256=_sha256(files)
        )

    def embed_passages(self, texts: Sequence[str]) -> Vectors:
        return self.encode_passages(texts)[0]

    def embed_query(self, text: str) -> Vectors:
        return self.encode_query(text)[0]

    def encode_query(self, text: str) -> tuple[Vectors, SparseVector]:
        dense, lexical = self.encode_passages([text])
        return unit_row(dense[0]), lexical[0]

    def encode_passages(self, texts: Sequence[str]) -> tuple[Vectors, Sequence[SparseVector]]:
        """A long text window by window: dense vectors averaged by length, each word's greatest weight kept."""
        dense = np.zeros((len(texts), self.identity.dim), dtype=np.float64)
        lexical: list[SparseVector] = [{} for _ in texts]
        windows = sorted(
            ((length, at, piece) for at, text in enumerate(texts) for length, piece in self._windows(text)),
            key=lambda window: (-window[0], window[1]),
        )
        for batch in _batches(windows):
            rows, weights = self._forward([piece for _, _, piece in batch])
            for (length, at, _), row, words in zip(batch, rows, weights, strict=True):
                dense[at] += row.astype(np.float64) * length
                for token, weight in words.items():
                    lexical[at][token] = max(weight, lexical[at].get(token, 0.0))
        nothing = {
            int(self._tokenizer.pad_token_id): 1e-6
        }  # a store refuses an empty vector; padding is never asked for
        return unit_rows(dense), [words or dict(nothing) for words in lexical]

    def _windows(self, text: str) -> Iterator[tuple[int, str]]:
        """(tokens, slice) of the text; slices are cut between tokens so that none is lost to truncation."""
        coded = self._tokenizer(
            text, add_special_tokens=False, return_offsets_mapping=True, truncation=False, verbose=False
        )
        places = coded["offset_mapping"]
        if len(places) <= self._window:
            yield max(1, len(places)), text
            return
        step = self._window * 9 // 10  # a slice may tokenise a little longer by itself than within the text
        for at in range(0, len(places), step):
            end = places[at + step][0] if at + step < len(places) else len(text)
            yield min(step, len(places) - at), text[places[at][0] : end]

    def _forward(self, texts: list[str]) -> tuple[Any, list[SparseVector]]:
        torch, modules = self._torch, list(self._model)
        prepare = getattr(modules[0], "preprocess", None) or modules[0].tokenize
        features = {
            name: value.to(self._model.device) if hasattr(value, "to") else value
            for name, value in prepare(texts).items()
        }
        with torch.inference_mode():
            state = modules[0](features)
            weights = torch.relu(self._words(state["token_embeddings"])).squeeze(-1) * state["attention_mask"]
            for module in modules[1:]:
                state = module(state)
        ids = features["input_ids"].cpu().tolist()
        per_text = [
            self._words_of(row, row_ids) for row, row_ids in zip(weights.float().cpu().tolist(), ids, strict=True)
        ]
        return state["sentence_embedding"].float().cpu().numpy(), per_text

    def _words_of(self, weights: list[float], ids: list[int]) -> SparseVector:
        greatest: SparseVector = {}
        for token, weight in zip(ids, weights, strict=True):
            if weight > 0 and token not in self._special:
                greatest[token] = max(weight, greatest.get(token, 0.0))
        return greatest


def _checked(folder: Path) -> tuple[Path, ...]:
    """The files that make the model what it is; names the first one missing."""
    if not folder.is_absolute():
        raise InputRefused(
            f"the model folder {str(folder)!r} must be an absolute path; a bare name would be looked up on a hub"
        )
    found = []
    for names in _NEEDED:
        path = next((folder / name for name in names if (folder / name).is_file()), None)
        if path is None:
            raise ServiceMissing(
                f"{' or '.join(map(repr, names))} is missing from the model folder {str(folder)!r}; "
                "copy the whole folder of BGE-M3, with its sparse head"
            )
        found.append(path)
    return tuple(found)


def _sparse_head(torch: Any, folder: Path, model: Any) -> Any:
    weights = torch.load(folder / "sparse_linear.pt", map_location="cpu", weights_only=True)
    head = torch.nn.Linear(weights["weight"].shape[1], 1)
    head.load_state_dict(weights)
    first = next(model.parameters())
    return head.to(device=first.device, dtype=first.dtype).eval()


def _batches(windows: Sequence[tuple[int, int, str]]) -> Iterator[Sequence[tuple[int, int, str]]]:
    """Longest first, so that a batch's padding is bounded by its first text."""
    at = 0
    while at < len(windows):
        size = max(1, _TOKENS_PER_BATCH // (windows[at][0] + 2))
        yield windows[at : at + size]
        at += size


def _sha256(files: Sequence[Path]) -> str:
    digest = hashlib.sha256()
    for path in files:
        with path.open("rb") as file:
            digest.update(hashlib.file_digest(file, "sha256").digest())
    return digest.hexdigest()
