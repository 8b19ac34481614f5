"""Typed addresses of a quote. A format without pages never gets one."""

from typing import Annotated, Literal

from pydantic import Field

from evidence.frozen import Frozen
from evidence.spans import Box


class PageLocator(Frozen):
    """A place on a page of a PDF or image."""

    kind: Literal["page"] = "page"
    page: Annotated[int, Field(ge=1)]
    boxes: tuple[Box, ...] = ()
    label: str | None = None
    """The printed page number (a PDF page label) where it differs from ``page``."""


class CellLocator(Frozen):
    """One cell of a sheet, or with ``range`` a run of cells."""

    kind: Literal["cell"] = "cell"
    sheet: str
    cell: str | None = None
    """A1 reference of the one cell, the anchor of a merge."""
    range: str | None = None
    """``A1:C3`` when the quote runs over more than one cell."""
    formula: str | None = None


class ParagraphLocator(Frozen):
    """A place in a flowing document: ``body/p[12]``, ``body/tbl[1]/r[3]/c[2]``, ``footnote[4]``, ``line[120]``."""

    kind: Literal["paragraph"] = "paragraph"
    path: str
    heading: str | None = None
    """The nearest heading above, for the reader's eye."""


class SectionLocator(Frozen):
    """A section of a reference collection, printed as ``aila:8CFR204.5(h)(3)``."""

    kind: Literal["section"] = "section"
    reference: str
    section: str


Locator = Annotated[PageLocator | CellLocator | ParagraphLocator | SectionLocator, Field(discriminator="kind")]
