"""The names by which an agent knows the files of a case: display names made unique, never paths."""

import difflib
from collections.abc import Iterable, Sequence

from evidence.pages import Document


class FileNames:
    """Two files of one name become ``a.pdf`` and ``a.pdf (2)``, in the order of the case."""

    def __init__(self, documents: Iterable[Document]) -> None:
        self._by_label: dict[str, Document] = {}
        self._labels: dict[str, str] = {}
        for document in documents:
            label, copies = document.name, 1
            while label in self._by_label:
                copies += 1
                label = f"{document.name} ({copies})"
            self._by_label[label] = document
            self._labels[document.sha256] = label

    @property
    def documents(self) -> Sequence[Document]:
        return tuple(self._by_label.values())

    @property
    def labels(self) -> tuple[str, ...]:
        return tuple(self._by_label)

    def label(self, sha256: str) -> str:
        return self._labels.get(sha256, sha256[:12])

    def find(self, name: str) -> Document | None:
        """By label; in other case or without a folder, where only one file fits; by the beginning of its hash."""
        name = name.strip().strip("\"'«»")
        if name in self._by_label:
            return self._by_label[name]
        key = _key(name)
        fitting = [document for label, document in self._by_label.items() if _key(label) == key]
        if not fitting and len(name) >= 8:
            fitting = [document for sha256, document in self._by_hash() if sha256.startswith(name.lower())]
        return fitting[0] if len(fitting) == 1 else None

    def near(self, name: str) -> tuple[str, ...]:
        """The labels that a mistyped name may mean."""
        keys = {_key(label): label for label in self._by_label}
        return tuple(keys[key] for key in difflib.get_close_matches(_key(name), keys, n=3, cutoff=0.5))

    def unknown(self, name: str) -> str:
        near = ", ".join(repr(label) for label in self.near(name))
        return f"there is no file {name!r} in this case; " + (
            f"did you mean {near}?" if near else "fs.list shows what there is"
        )

    def _by_hash(self) -> Iterable[tuple[str, Document]]:
        return ((document.sha256, document) for document in self._by_label.values())


def _key(name: str) -> str:
    return name.replace("\\", "/").rsplit("/", 1)[-1].strip().casefold()
