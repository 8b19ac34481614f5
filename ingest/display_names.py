"""What a file is called on screen and in citations. A display name is text: nothing ever opens it as a path."""

import re
import unicodedata
from pathlib import PurePosixPath

LONGEST = 200
"""Characters."""
_UNFIT = re.compile("[\x00-\x1f\x7f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufffe\uffff\ud800-\udfff]")
"""Control characters, and those that turn the writing direction to hide an ending."""
_DRIVE = re.compile(r"^[A-Za-z]:")
_JUNK = re.compile(
    r"(?:^|/)(?:__MACOSX(?:/|$)|\.DS_Store$|Thumbs\.db$|desktop\.ini$|\._[^/]*$|~\$[^/]*$|\.~lock\.[^/]*#$|\.git/|\.svn/)",
    re.I,
)

_OFFICE_LOCK = re.compile(r"(?:^|/)(?:~\$[^/]*|\.~lock\.[^/]*#)$")


def display_name(raw: str) -> str:
    """The relative name that ``raw`` shows, without anything that could lead out of a folder."""
    name = _UNFIT.sub("", unicodedata.normalize("NFC", raw)).replace("\\", "/")
    parts = [part.strip() for part in _DRIVE.sub("", name).split("/")]
    kept = "/".join(part for part in parts if part not in ("", ".", ".."))
    return _shortened(kept or "unnamed")


def is_junk(name: str) -> bool:
    """Files that operating systems and office programs leave behind."""
    return bool(_JUNK.search(name.replace("\\", "/")))


def is_office_lock(name: str) -> bool:
    """What Word, Excel or LibreOffice lay beside a document as long as it is open: who has it open, and none of its text."""
    return bool(_OFFICE_LOCK.search(name.replace("\\", "/")))


def _shortened(name: str) -> str:
    if len(name) <= LONGEST:
        return name
    suffix = PurePosixPath(name).suffix
    suffix = suffix if len(suffix) <= 10 else ""
    return f"{name[: LONGEST - len(suffix) - 1]}…{suffix}"


class NameRegister:
    """Gives each file of one expansion a name of its own."""

    def __init__(self) -> None:
        self._taken: set[str] = set()

    def take(self, name: str) -> str:
        """The name, or ``name (2).pdf`` where it is taken. Case is no difference: on some disks it is none."""
        path = PurePosixPath(name)
        count, chosen = 1, name
        while chosen.casefold() in self._taken:
            count += 1
            chosen = str(path.with_name(f"{path.stem} ({count}){path.suffix}"))
        self._taken.add(chosen.casefold())
        return chosen
