import hashlib
import os
import threading
from pathlib import Path

import pytest

from cases.vault import FileVault
from evidence.errors import InputRefused, NotKept


def given(folder: Path, content: bytes = b"content") -> tuple[Path, str]:
    path = folder / "given.bin"
    path.write_bytes(content)
    return path, hashlib.sha256(content).hexdigest()


def test_a_file_is_found_by_its_content(tmp_path: Path) -> None:
    path, sha256 = given(tmp_path)
    vault = FileVault(tmp_path / "vault")
    assert vault.put(path, sha256=sha256).read_bytes() == b"content"
    assert vault.put(path, sha256=sha256) == vault.path_of(sha256)
    assert (vault.count(), vault.count(sha256), vault.count("0" * 64)) == (1, 1, 0)


def test_a_file_that_changes_while_it_is_copied_is_refused_and_leaves_nothing(tmp_path: Path) -> None:
    path, _ = given(tmp_path)
    vault = FileVault(tmp_path / "vault")
    with pytest.raises(InputRefused, match="changed while it was copied"):
        vault.put(path, sha256="0" * 64)
    assert vault.count() == 0


def test_a_removed_file_is_gone_by_name(tmp_path: Path) -> None:
    path, sha256 = given(tmp_path)
    vault = FileVault(tmp_path / "vault")
    vault.put(path, sha256=sha256)
    assert vault.remove(sha256)
    assert not vault.remove(sha256)
    with pytest.raises(NotKept, match="is gone"):
        vault.path_of(sha256)


def test_many_may_remove_everything_at_once(tmp_path: Path) -> None:
    vault = FileVault(tmp_path / "vault")
    for at in range(60):
        path, sha256 = given(tmp_path, str(at).encode())
        vault.put(path, sha256=sha256)
    failed: list[BaseException] = []

    def remove() -> None:
        try:
            vault.remove_all()
        except BaseException as error:  # noqa: BLE001  - the test looks at it
            failed.append(error)

    threads = [threading.Thread(target=remove) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failed
    assert vault.count() == 0


@pytest.mark.skipif(os.geteuid() == 0, reason="root may look into every folder")
def test_a_folder_that_cannot_be_looked_into_is_not_counted_as_empty(tmp_path: Path) -> None:
    path, sha256 = given(tmp_path)
    vault = FileVault(tmp_path / "vault")
    closed = vault.put(path, sha256=sha256).parent
    closed.chmod(0)
    try:
        with pytest.raises(PermissionError):
            vault.count()
    finally:
        closed.chmod(0o700)
