"""The page that stands for an archive whose members could not all be taken out; they are documents of their own."""

from collections.abc import Iterator
from pathlib import Path

from evidence.pages import Page, PageKind
from ingest.options import ReadOptions


def read_container(path: Path, *, document: str, options: ReadOptions) -> Iterator[Page]:
    """One page without text. What was left out is in the problems of its SourceFile."""
    yield Page(document=document, number=1, kind=PageKind.FLOW, text="")
