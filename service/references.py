"""Reference collections of a template or a trace, opened for reading."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from agents.fill.run import Reference
from cases.records import DataClass
from evidence.errors import NotKept
from evidence.fields import ReportTemplate
from evidence.nearest import nearest
from evidence.pages import Document, Page
from evidence.ports import PageSource
from render.trace import Trace
from service.settings import Settings
from service.wiring import open_embedder, open_reader

if TYPE_CHECKING:
    from index.reference import ReferenceInfo


class JoinedPages:
    """Several page sources as one, asked in order: a case, and the reference collections it cites."""

    def __init__(self, *sources: PageSource) -> None:
        self._sources = sources

    def documents(self) -> Sequence[Document]:
        return tuple(document for source in self._sources for document in source.documents())

    def document(self, sha256: str) -> Document:
        return self._holder(sha256).document(sha256)

    def page(self, sha256: str, number: int) -> Page:
        return self._holder(sha256).page(sha256, number)

    def pages(self, sha256: str) -> Iterator[Page]:
        return self._holder(sha256).pages(sha256)

    def _holder(self, sha256: str) -> PageSource:
        for source in self._sources:
            if any(document.sha256 == sha256 for document in source.documents()):
                return source
        raise NotKept(f"no document {sha256!r} in this case or its references; was it removed?")


async def open_references(
    settings: Settings, template: ReportTemplate, *, data_class: DataClass
) -> dict[str, Reference]:
    """The collections that the template's fields name; one that is not there is left out, and its fields say so."""
    from index.references import list_references, open_reference

    wanted = {field.reference for field in template.fields if field.reference}
    here = {info.name for info in list_references(settings.root)}
    opened: dict[str, Reference] = {}
    for name in sorted(wanted & here):
        held = open_reference(settings.root, name, embedder=open_embedder(settings))
        reader = (
            await open_reader(settings, source=held, data_class=data_class) if settings.model.kind == "labels" else None
        )
        opened[name] = Reference(source=held, searcher=held, reader=reader)
    return opened


def missing_references(settings: Settings, template: ReportTemplate) -> tuple[str, ...]:
    """One line for each collection that the template's fields name and this machine does not have."""
    from index.references import list_references

    asked: dict[str, list[str]] = {}
    for field in template.fields:
        if field.reference:
            asked.setdefault(field.reference, []).append(field.id)
    here = [info.name for info in list_references(settings.root)] if asked else []
    return tuple(
        f"reference collection {name!r} is not on this machine{nearest(name, here)}; until `lastro reference add {name} "
        f"--from FOLDER` is run, these fields stay open: {', '.join(fields)}"
        for name, fields in asked.items()
        if name not in here
    )


def cited_references(settings: Settings, trace: Trace) -> tuple[PageSource, ...]:
    """The collections that a trace cites, as they are now on this machine."""
    cited = {
        str(citation.locator.get("reference"))
        for field in trace.fields
        for citation in field.citations
        if citation.locator.get("kind") == "section"
    }
    return named_references(settings, cited)


def named_references(settings: Settings, names: set[str]) -> tuple[PageSource, ...]:
    """Those of them that are on this machine, for reading their pages."""
    from index.references import list_references, open_reference

    here = {info.name for info in list_references(settings.root)} if names else set()
    if not names & here:
        return ()
    embedder = open_embedder(settings)
    return tuple(open_reference(settings.root, name, embedder=embedder) for name in sorted(names & here))


def add_from_folder(
    settings: Settings, name: str, folder: Path, *, on_progress: Callable[[int, int], None]
) -> tuple["ReferenceInfo", list[str]]:
    """Make or replace a collection; returns what it is and the files that were passed over."""
    from index.references import add_reference, read_folder
    from service.reading import pages_of

    def read_pages(path: Path) -> Sequence[Page]:
        return pages_of(path, options=settings.read)

    files, passed_over = read_folder(folder, pages_of=read_pages)
    info = add_reference(settings.root, name, files, embedder=open_embedder(settings), on_progress=on_progress)
    return info, passed_over
