"""``models.lock``: every weight that Lastro may use, by hash; a weight that differs is not used.

A model's files lie in one of three places: inside an installed Python package (``package:NAME``), in tesseract's data
folder (``tessdata``), or under ``LASTRO_HOME/models/NAME`` (``folder``), where an operator puts them.
"""

import hashlib
import tomllib
from importlib.util import find_spec
from pathlib import Path
from typing import Literal, get_args

from evidence.errors import InputRefused
from evidence.frozen import Frozen
from ingest.options import TESSDATA

_BESIDE = Path(__file__).parent / "models.lock"  # in a wheel
LOCK = _BESIDE if _BESIDE.exists() else Path(__file__).parent.parent / "models.lock"

Role = Literal["embedding", "ocr", "language_model"]
ROLES: tuple[Role, ...] = get_args(Role)


class ModelFile(Frozen):
    path: str
    sha256: str
    size: int
    """Bytes."""


class LockedModel(Frozen):
    name: str
    role: Role
    source: str
    revision: str
    licence: str
    place: str
    """``package:NAME``, ``tessdata`` or ``folder``."""
    required: bool
    """Whether the default set-up needs it."""
    files: tuple[ModelFile, ...]


class ModelState(Frozen):
    name: str
    state: Literal["ok", "missing", "mismatch"]
    message: str


def read_lock(path: Path = LOCK) -> tuple[LockedModel, ...]:
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise InputRefused(
            f"no {path.name} at {str(path.parent)!r}; it belongs to the installation: restore it"
        ) from None
    return tuple(LockedModel.model_validate(entry) for entry in tomllib.loads(text).get("model", []))


def write_lock(models: tuple[LockedModel, ...], path: Path = LOCK) -> None:
    lines = [
        "# Every weight that Lastro may use. `lastro models lock` writes this file, `lastro models verify` holds the",
        "# weights on this machine against it, and start-up refuses a weight that differs.",
    ]
    for model in models:
        lines += ["", "[[model]]"]
        for key in ("name", "role", "source", "revision", "licence", "place"):
            lines.append(f"{key} = {_quoted(getattr(model, key))}")
        lines.append(f"required = {str(model.required).lower()}")
        lines.append("files = [")
        for file in model.files:
            lines.append(f'  {{ path = {_quoted(file.path)}, size = {file.size}, sha256 = "{file.sha256}" }},')
        lines.append("]")
    incoming = path.with_name(path.name + ".incoming")
    incoming.write_text("\n".join(lines) + "\n", encoding="utf-8")
    incoming.replace(path)


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def folder_of(model: LockedModel, home: Path, *, tessdata: Path = TESSDATA) -> Path | None:
    """Where the model's files lie on this machine; None when the place is not there. ``tessdata``: the folder that the
    reader uses (setting ``read.tessdata``)."""
    if model.place == "tessdata":
        return tessdata if tessdata.is_dir() else None
    if model.place.startswith("package:"):
        spec = find_spec(model.place.removeprefix("package:"))
        return Path(spec.origin).parent if spec and spec.origin else None
    return home / "models" / model.name


def lock_again(models: tuple[LockedModel, ...], home: Path, *, tessdata: Path = TESSDATA) -> tuple[LockedModel, ...]:
    """The same models with the hashes of the files that lie here; one that is not here keeps its old entry."""
    return tuple(_locked_here(model, folder_of(model, home, tessdata=tessdata)) for model in models)


def _locked_here(model: LockedModel, folder: Path | None) -> LockedModel:
    if folder is None or not all((folder / file.path).is_file() for file in model.files):
        return model
    files = tuple(
        ModelFile(path=file.path, sha256=_sha256(folder / file.path), size=(folder / file.path).stat().st_size)
        for file in model.files
    )
    return model.model_copy(update={"files": files})


def add_folder(*, name: str, folder: Path, role: str, source: str, revision: str, licence: str) -> LockedModel:
    """A lock entry over every file of a folder that an operator brought."""
    paths = sorted(path for path in folder.rglob("*") if path.is_file())
    if not paths:
        raise InputRefused(f"{str(folder)!r} holds no files; give the folder that the model's files lie in")
    files = tuple(
        ModelFile(path=str(path.relative_to(folder)), sha256=_sha256(path), size=path.stat().st_size) for path in paths
    )
    return LockedModel.model_validate(
        {
            "name": name,
            "role": role,
            "source": source,
            "revision": revision,
            "licence": licence,
            "place": "folder",
            "required": False,
            "files": files,
        }
    )


def verify(model: LockedModel, home: Path, *, tessdata: Path = TESSDATA) -> ModelState:
    folder = folder_of(model, home, tessdata=tessdata)
    if folder is None or not any((folder / file.path).exists() for file in model.files):
        return ModelState(name=model.name, state="missing", message=_how_to_get(model))
    for file in model.files:
        path = folder / file.path
        if not path.is_file():
            return ModelState(name=model.name, state="mismatch", message=f"{file.path!r} is missing from {folder}")
        if path.stat().st_size != file.size or _sha256(path) != file.sha256:
            return ModelState(
                name=model.name,
                state="mismatch",
                message=f"{path} is not the file that models.lock names; put revision {model.revision!r} of "
                f"{model.source!r} there, or lock it anew with `lastro models lock` if you trust it",
            )
    return ModelState(name=model.name, state="ok", message=f"{_files(len(model.files))} as locked, {model.licence}")


def _files(count: int) -> str:
    return "1 file" if count == 1 else f"{count} files"


def _how_to_get(model: LockedModel) -> str:
    if model.place == "tessdata":
        return f"install the Debian package of {model.name} (make system)"
    if model.place.startswith("package:"):
        return f"install the Python package {model.place.removeprefix('package:')!r} at {model.revision}"
    return f"copy the files of {model.source!r} at {model.revision!r} to LASTRO_HOME/models/{model.name}"


def refuse_mismatch(names: tuple[str, ...], home: Path) -> None:
    """Called before a model is opened. A weight that is not locked or not as locked raises InputRefused."""
    locked = {model.name: model for model in read_lock()}
    for name in names:
        if name not in locked:
            raise InputRefused(f"model {name!r} is not in models.lock; add it with `lastro models lock --add {name}`")
        state = verify(locked[name], home)
        if state.state == "mismatch":
            raise InputRefused(state.message)


def _sha256(path: Path) -> str:
    digest = hashlib.sha256()
    with path.open("rb") as stream:
        while chunk := stream.read(1 << 20):
            digest.update(chunk)
    return digest.hexdigest()
