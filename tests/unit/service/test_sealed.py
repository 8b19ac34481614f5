from pathlib import Path

import pytest

from evidence.errors import InputRefused
from service.sealed import LONGEST, seal, unseal


def test_two_halves_give_the_password_back(tmp_path: Path) -> None:
    path, key = seal("Навруз-2026 ключ", tmp_path)
    assert unseal(path, key) == "Навруз-2026 ключ"


def test_neither_half_says_anything_alone(tmp_path: Path) -> None:
    """Of a short and a long password: as long, and never the same twice."""
    made = []
    for number, password in enumerate(("a", "a", "a" * 900)):
        (folder := tmp_path / str(number)).mkdir()
        path, key = seal(password, folder)
        made.append((path.read_bytes(), key))
    files, keys = zip(*made, strict=True)
    assert len({len(held) for held in files}) == 1 == len({len(key) for key in keys})
    assert len(set(files)) == 3 == len(set(keys))
    assert not any(b"aaaa" in held for held in files)


def test_its_file_is_its_owners_alone_to_read(tmp_path: Path) -> None:
    path, _ = seal("key", tmp_path)
    assert path.stat().st_mode & 0o777 == 0o600


def test_halves_that_do_not_belong_together_give_nothing(tmp_path: Path) -> None:
    path, key = seal("key", tmp_path)
    for other in ("", "not base64!", key[:-8]):
        assert unseal(path, other) is None
    path.unlink()
    assert unseal(path, key) is None


@pytest.mark.parametrize("password", ["", "x" * (LONGEST + 1)])
def test_what_is_no_password_is_refused(tmp_path: Path, password: str) -> None:
    with pytest.raises(InputRefused):
        seal(password, tmp_path)
