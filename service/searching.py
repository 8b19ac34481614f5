"""Search in one case: by meaning and words where its index is free, by words alone while a job works on it."""

import re
import threading
import time
from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from cases.store import CaseFiles
from evidence.errors import CaseBusy
from evidence.folding import fold
from evidence.passages import Hit
from ingest.passages import cut_passages
from service.context import Context
from service.settings import Settings

if TYPE_CHECKING:
    from index.embedders.port import Embedder

_AT_ONCE = threading.BoundedSemaphore(2)
_SCAN_SECONDS = 5.0
_WORD = re.compile(r"\w{2,}")


def search_case(context: Context, files: CaseFiles, query: str, *, k: int) -> Sequence[Hit]:
    """Best first. Blocks, so call it from a worker thread. Hits of files that are being removed are left out."""
    documents = {document.sha256 for document in files.documents()}
    if not documents or not query.strip():
        return ()
    with _AT_ONCE:
        try:
            hits: Sequence[Hit] = _by_meaning(context.settings, files.id, query, k)
        except CaseBusy:  # a job works on it in another process
            hits = _by_words(files, query, k)
    return tuple(hit for hit in hits if hit.passage.document in documents)


def _by_meaning(settings: Settings, case: str, query: str, k: int) -> Sequence[Hit]:
    from index.open import open_case_index

    index = open_case_index(
        settings.root,
        case,
        embedder=_embedder(settings.root, settings.index.model_dump_json()),
        uri=settings.index.uri,
        token=settings.index.token.get_secret_value() if settings.index.token else None,
    )
    try:
        return index.search(query, k)
    finally:
        index.close()


@lru_cache(maxsize=2)
def _embedder(home: Path, chosen: str) -> "Embedder":
    """Loading it takes a second; the settings do not change while the process lives."""
    from service.settings import IndexSettings
    from service.wiring import open_embedder

    return open_embedder(Settings(home=home, index=IndexSettings.model_validate_json(chosen)))


def _by_words(files: CaseFiles, query: str, k: int) -> Sequence[Hit]:
    wanted = {fold(word).key for word in _WORD.findall(query)}
    if not wanted:
        return ()
    hits = sorted(_scanned(files, wanted), key=lambda hit: -hit.score)
    return hits[:k]


def _scanned(files: CaseFiles, wanted: set[str]) -> Iterator[Hit]:
    until = time.monotonic() + _SCAN_SECONDS
    for document in files.documents():
        for page in files.pages(document.sha256):
            if time.monotonic() > until:
                return
            lowered = page.text.casefold()
            if not any(word.casefold() in lowered for word in wanted):
                continue
            for passage in cut_passages(page, name=document.name):
                held = fold(passage.text).key.casefold()
                share = sum(word.casefold() in held for word in wanted) / len(wanted)
                if share:
                    yield Hit(passage=passage, score=share, lexical=share)
