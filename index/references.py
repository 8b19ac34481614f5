"""Reference collections: laws, rules and manuals that every case may read and none may write.

One folder per collection under LASTRO_HOME/references: a file ``current`` that names the version in use, and one folder
per version (its content's hash) with the documents, their sections as Pages, the passages and their vectors. Plain files,
not Milvus: any number of processes read them at once, and a version never changes once it is there.
"""

import hashlib
import re
import shutil
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import charset_normalizer

from evidence.errors import InputRefused, NotKept
from evidence.frozen import Frozen
from evidence.pages import Document, Page
from evidence.passages import Passage
from index.case_index import embedded
from index.embedders.port import Embedder, EmbedderIdentity
from index.reference import Reference, ReferenceInfo, SectionPlace, VersionFolder
from index.sections.cutting import Section, cut_sections, numbered_apart
from index.sections.paragraphs import front_matter, of_html, of_markdown, of_text
from index.sections.passages import page_of, passages_of
from index.stores.ownership import OwnerLock
from index.stores.port import StoredPassage

_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,31}")
_SCHEME = "sections-1"  # changes when ids or cutting do: the same files then make another version
_READERS = {
    ".md": "text/markdown",
    ".markdown": "text/markdown",
    ".txt": "text/plain",
    ".html": "text/html",
    ".htm": "text/html",
}
_PER_BATCH = 256

PagesOf = Callable[[Path], Sequence[Page]]
"""Reads a file of a format that this package does not know (PDF, DOCX); given by the caller."""


class ReferenceFile(Frozen):
    """One file to go into a collection, already read."""

    name: str
    """Display name; its stem is the id of sections that cite nothing."""
    sha256: str
    media_type: str
    size: int
    content: str
    """Markdown, HTML or plain text."""


def read_folder(folder: Path, *, pages_of: PagesOf | None = None) -> tuple[list[ReferenceFile], list[str]]:
    """The files that a collection can be made of, by name, and the names of those it cannot.

    ``pages_of`` reads the others; without it they are among the second.
    """
    if not folder.is_dir():
        raise InputRefused(f"{str(folder)!r} is not a folder; give the folder that holds the collection's files")
    files, passed_over = [], []
    for path in sorted(path for path in folder.rglob("*") if path.is_file() and not path.name.startswith(".")):
        name = path.relative_to(folder).as_posix()
        media_type = _READERS.get(path.suffix.lower())
        if media_type is None and (pages_of is None or path.suffix.lower() not in (".pdf", ".docx")):
            passed_over.append(name)
            continue
        raw = path.read_bytes()
        if media_type is None:
            assert pages_of is not None
            content, media_type = "\n\n".join(page.text for page in pages_of(path)), "text/plain"
        else:
            content = _decoded(raw)
        sha256 = hashlib.sha256(raw).hexdigest()
        files.append(ReferenceFile(name=name, sha256=sha256, media_type=media_type, size=len(raw), content=content))
    return files, passed_over


def add_reference(
    home: Path, name: str, files: Iterable[ReferenceFile], *, embedder: Embedder,
    on_progress: Callable[[int, int], None] = lambda done, total: None,
) -> ReferenceInfo:  # fmt: skip
    """Make or replace collection ``name``; readers see the old version or the new one, whole.

    The same files with the same embedder give the version that is there, at once. ``on_progress`` hears of passages
    embedded and in all.
    """
    held = sorted(files, key=lambda file: file.name)
    if not held:
        raise InputRefused(f"no Markdown, HTML or text file for reference {name!r}; check the folder given with --from")
    root = _root(home, name)
    version = _version(held, embedder.identity)
    if _current(root) == version and (root / version).is_dir():
        return VersionFolder(root / version).info()
    documents, pages, places, passages = _read(name, held)
    if not passages:
        raise InputRefused(f"the files for reference {name!r} hold no words")
    with _writing(root):
        part = root / f".{version}"
        rows: list[StoredPassage] = []
        for at in range(0, len(passages), _PER_BATCH):
            rows += embedded(passages[at : at + _PER_BATCH], embedder)
            on_progress(len(rows), len(passages))
        info = ReferenceInfo(
            name=name, version=version, documents=len(documents), sections=len(pages), passages=len(passages),
            embedder=embedder.identity,
        )  # fmt: skip
        VersionFolder(part).write(info, documents=documents, pages=pages, places=places, rows=rows)
        _put_in_place(root, part, version)
    return info


def open_reference(home: Path, name: str, *, embedder: Embedder) -> Reference:
    """Raises NotKept for a collection that is not there, InputRefused for one that another embedder made."""
    root = _root(home, name)
    version = _current(root)
    if version is None:
        known = ", ".join(info.name for info in list_references(home)) or "none yet"
        raise NotKept(
            f"no reference collection {name!r}; there is: {known}. Add it with lastro reference add {name} --from DIR"
        )
    folder = VersionFolder(root / version)
    identity = folder.info().embedder
    if identity != embedder.identity:
        raise InputRefused(
            f"reference {name!r} was made by the embedder {identity}, and the settings ask for {embedder.identity}; "
            f"set the embedder back, or run lastro reference add {name} --from DIR again"
        )
    return Reference(folder, embedder)


def list_references(home: Path) -> tuple[ReferenceInfo, ...]:
    folder = home / "references"
    if not folder.is_dir():
        return ()
    found = [(root, _current(root)) for root in sorted(folder.iterdir()) if root.is_dir()]
    return tuple(VersionFolder(root / version).info() for root, version in found if version is not None)


def remove_reference(home: Path, name: str) -> None:
    """Raises NotKept when there is none."""
    root = _root(home, name)
    if _current(root) is None:
        raise NotKept(f"no reference collection {name!r}")
    with _writing(root):
        (root / "current").unlink()
        shutil.rmtree(root)


def _root(home: Path, name: str) -> Path:
    if not _NAME.fullmatch(name):
        raise InputRefused(
            f"{name!r} cannot name a reference collection; use up to 32 small Latin letters, digits, '-' and '_'"
        )
    return home / "references" / name


@contextmanager
def _writing(root: Path) -> Iterator[None]:
    """One writer of a collection at a time; what a broken-off one left goes, before and after."""
    lock = OwnerLock(root / "writer.lock")
    lock.acquire()
    try:
        _tidy(root)
        yield
    finally:
        _tidy(root)
        lock.release()


def _tidy(root: Path) -> None:
    for left in root.glob(".*"):
        if left.is_dir():
            shutil.rmtree(left, ignore_errors=True)
        else:
            left.unlink(missing_ok=True)


def _decoded(raw: bytes) -> str:
    """UTF-8, or what the letters look like: older pages are in Windows-1251 and the like."""
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        guess = charset_normalizer.from_bytes(raw).best()
        return str(guess) if guess is not None else raw.decode("utf-8", "replace")


def _current(root: Path) -> str | None:
    """The version in use; None for a collection that is not there or was never finished."""
    try:
        version = (root / "current").read_text("ascii").strip()
    except FileNotFoundError:
        return None
    return version if (root / version / "manifest.json").is_file() else None


def _version(files: Sequence[ReferenceFile], identity: EmbedderIdentity) -> str:
    digest = hashlib.sha256(f"{_SCHEME} {identity.name} {identity.dim} {identity.sha256}".encode())
    for file in files:
        digest.update(f"\0{file.name}\0{file.sha256}".encode())
    return digest.hexdigest()[:32]


def _put_in_place(root: Path, part: Path, version: str) -> None:
    """The new version whole, then the pointer to it, then away with all but the one that readers may have open."""
    before = _current(root)
    shutil.rmtree(root / version, ignore_errors=True)
    part.rename(root / version)
    pointer = root / ".current"
    pointer.write_text(version + "\n", "ascii")
    pointer.replace(root / "current")
    for old in root.iterdir():
        if old.is_dir() and old.name not in (version, before):
            shutil.rmtree(old, ignore_errors=True)


def _read(
    name: str, files: Sequence[ReferenceFile]
) -> tuple[list[Document], list[Page], list[SectionPlace], list[Passage]]:
    documents: list[Document] = []
    pages: list[Page] = []
    places: list[SectionPlace] = []
    passages: list[Passage] = []
    ids: Counter[str] = Counter()
    different: dict[str, ReferenceFile] = {}
    for file in files:
        different.setdefault(file.sha256, file)  # a second copy would only repeat every id
    for file in different.values():
        number = 0
        for section in numbered_apart(_sections(file), seen=ids):
            number += 1
            page = page_of(section, reference=name, document=file.sha256, number=number)
            pages.append(page)
            places.append(SectionPlace(ids=(section.id, *section.aliases), document=file.sha256, page=number))
            passages.extend(passages_of(section, page))
        documents.append(
            Document(
                sha256=file.sha256, name=file.name, media_type=file.media_type, page_count=number, size=file.size,
                reference=name,
            )
        )  # fmt: skip
    return documents, pages, places, passages


def _sections(file: ReferenceFile) -> Iterator[Section]:
    """Front matter may give the file's ``id``, its ``aliases``, and the ``code`` that its bare ``§`` belong to."""
    stem = Path(file.name).stem
    if file.media_type == "text/html":
        return cut_sections(of_html(file.content), base=stem)
    if file.media_type != "text/markdown":
        return cut_sections(of_text(file.content), base=stem)
    given, body = front_matter(file.content)
    aliases = given.get("aliases") or ()
    return cut_sections(
        of_markdown(body),
        base=str(given.get("id") or stem),
        aliases=(str(aliases),) if isinstance(aliases, str) else tuple(map(str, aliases)),
        code=str(given["code"]) if given.get("code") else None,
    )
