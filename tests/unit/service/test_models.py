import hashlib
from pathlib import Path

import pytest

from evidence.errors import InputRefused
from service import models
from service.models import (
    LockedModel,
    ModelFile,
    add_folder,
    lock_again,
    read_lock,
    refuse_mismatch,
    verify,
    write_lock,
)

WEIGHTS = b"weights of a model"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    folder = tmp_path / "models" / "small"
    folder.mkdir(parents=True)
    (folder / "model.onnx").write_bytes(WEIGHTS)
    return tmp_path


@pytest.fixture
def model() -> LockedModel:
    return LockedModel(
        name="small", role="embedding", source="example/small", revision="1", licence="MIT", place="folder",
        required=False,
        files=(ModelFile(path="model.onnx", sha256=hashlib.sha256(WEIGHTS).hexdigest(), size=len(WEIGHTS)),),
    )  # fmt: skip


@pytest.fixture
def lock(model: LockedModel, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "models.lock"
    write_lock((model,), path)
    monkeypatch.setattr(models.read_lock, "__defaults__", (path,))
    return path


def test_a_weight_as_locked_is_used(home: Path, lock: Path) -> None:
    (model,) = read_lock()
    assert verify(model, home).state == "ok"
    refuse_mismatch(("small",), home)


@pytest.mark.parametrize("content", [b"weights of a modeL", b"weights of a model and more", b""])
def test_a_weight_that_differs_in_one_byte_is_refused(home: Path, lock: Path, content: bytes) -> None:
    (home / "models" / "small" / "model.onnx").write_bytes(content)
    with pytest.raises(InputRefused, match="is not the file that models"):
        refuse_mismatch(("small",), home)


def test_a_weight_that_nobody_locked_is_refused(home: Path, lock: Path) -> None:
    with pytest.raises(InputRefused, match=r"'other' is not in models\.lock"):
        refuse_mismatch(("other",), home)


def test_a_missing_weight_says_where_to_put_it(model: LockedModel, tmp_path: Path) -> None:
    state = verify(model, tmp_path)
    assert state.state == "missing" and "LASTRO_HOME/models/small" in state.message


def test_a_lock_is_read_as_it_was_written(model: LockedModel, lock: Path) -> None:
    assert read_lock(lock) == (model,)


def test_locking_anew_takes_the_files_that_lie_here(home: Path, model: LockedModel) -> None:
    (home / "models" / "small" / "model.onnx").write_bytes(b"another revision")
    (again,) = lock_again((model,), home)
    assert again.files[0].sha256 == hashlib.sha256(b"another revision").hexdigest()
    (kept,) = lock_again((model,), home / "elsewhere")
    assert kept == model


def test_every_file_of_a_new_model_is_locked(home: Path) -> None:
    folder = home / "models" / "small"
    (folder / "vocabulary").mkdir()
    (folder / "vocabulary" / "words.txt").write_text("а б", encoding="utf-8")
    added = add_folder(name="small", folder=folder, role="ocr", source="s", revision="2", licence="MIT")
    assert [file.path for file in added.files] == ["model.onnx", "vocabulary/words.txt"]
    with pytest.raises(InputRefused, match="holds no files"):
        (home / "empty").mkdir()
        add_folder(name="none", folder=home / "empty", role="ocr", source="s", revision="2", licence="MIT")


def test_the_committed_lock_names_source_revision_and_licence_of_every_weight() -> None:
    locked = read_lock()
    assert {model.role for model in locked} >= {"embedding", "ocr"}
    assert all(model.source and model.revision and model.licence and model.files for model in locked)


def test_the_language_data_that_is_held_against_the_lock_is_the_folder_in_use(
    model: LockedModel, tmp_path: Path
) -> None:
    locked, used = tmp_path / "locked", tmp_path / "used"
    for folder, content in ((locked, WEIGHTS), (used, WEIGHTS + b"!")):
        folder.mkdir()
        (folder / "model.onnx").write_bytes(content)
    language_data = model.model_copy(update={"place": "tessdata"})
    assert verify(language_data, tmp_path, tessdata=locked).state == "ok"
    assert verify(language_data, tmp_path, tessdata=used).state == "mismatch"
    assert verify(language_data, tmp_path, tessdata=tmp_path / "none").state == "missing"
