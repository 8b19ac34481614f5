"""Writes the example PDFs: flowing text, form lines, ruled tables, running heads. Same input, same bytes."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from reportlab import rl_config
from reportlab.lib import colors
from reportlab.lib.enums import TA_CENTER, TA_JUSTIFY, TA_RIGHT
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import (
    Flowable,
    KeepTogether,
    PageBreak,
    Paragraph,
    SimpleDocTemplate,
    Spacer,
    Table,
    TableStyle,
)

from examples import fonts

GREY = colors.Color(0.88, 0.9, 0.93)
LINE = colors.Color(0.35, 0.35, 0.4)


def paragraph(text: str, look: ParagraphStyle) -> Paragraph:
    fonts.require_glyphs(look.fontName, text)
    return Paragraph(text, look)


def style(family: str = "Serif", size: float = 11, **more: Any) -> ParagraphStyle:
    settings = {"leading": size * 1.32, "alignment": TA_JUSTIFY, "spaceAfter": size * 0.45} | more
    return ParagraphStyle("-", fontName=family, fontSize=size, **settings)


class Paper:
    """One PDF under construction; ``family`` and ``size`` are those of its body text."""

    def __init__(self, *, family: str = "Serif", size: float = 11, spacing: float = 1.32) -> None:
        fonts.register()
        self.family, self.size, self.leading = family, size, size * spacing
        self.flow: list[Flowable] = []

    # ------------------------------------------------------------------ text
    def text(self, *paragraphs: str, **more: Any) -> None:
        for words in paragraphs:
            settings = {"leading": self.leading} | more
            self.flow.append(paragraph(words, style(self.family, settings.pop("size", self.size), **settings)))

    def title(self, text: str, *, size: float = 14, after: float = 8) -> None:
        self.flow.append(
            paragraph(text, style(self.family + "-Bold", size, alignment=TA_CENTER, spaceAfter=after, spaceBefore=4))
        )

    def heading(self, text: str, *, size: float | None = None) -> None:
        bold = style(self.family + "-Bold", size or self.size + 1, alignment=0, spaceBefore=9, keepWithNext=1)
        self.flow.append(paragraph(text, bold))

    def centre(self, text: str, **more: Any) -> None:
        self.text(text, alignment=TA_CENTER, **more)

    def right(self, text: str, **more: Any) -> None:
        self.text(text, alignment=TA_RIGHT, **more)

    def space(self, height: float) -> None:
        self.flow.append(Spacer(1, height * mm))

    def new_page(self) -> None:
        self.flow.append(PageBreak())

    def drawing(self, width: float, height: float, draw: Callable[[Canvas], None]) -> None:
        """A box in millimetres that ``draw`` fills; its origin is the lower left corner."""
        self.flow.append(_Drawing(width * mm, height * mm, draw))

    # ------------------------------------------------------------------ tables
    def form(
        self, rows: Sequence[tuple[str, str]], *, widths: tuple[float, float] = (68, 102), ruled: bool = True
    ) -> None:
        """Label and value side by side."""
        label, value = style(self.family, self.size - 1, alignment=0), style(self.family, self.size - 1, alignment=0)
        cells = [[paragraph(left, label), paragraph(right, value)] for left, right in rows]
        look = [
            ("VALIGN", (0, 0), (-1, -1), "TOP"),
            ("TOPPADDING", (0, 0), (-1, -1), 2),
            ("BOTTOMPADDING", (0, 0), (-1, -1), 3),
        ]
        if ruled:
            look += [("GRID", (0, 0), (-1, -1), 0.5, LINE), ("BACKGROUND", (0, 0), (0, -1), GREY)]
        self._table(cells, [width * mm for width in widths], look)

    def grid(
        self,
        head: Sequence[str],
        rows: Sequence[Sequence[str]],
        *,
        widths: Sequence[float],
        size: float | None = None,
        numbers: Sequence[int] = (),
        bold_last: bool = False,
        over: Sequence[tuple[int, int, str]] = (),
    ) -> None:
        """Ruled table with a repeated head; ``numbers`` are right-aligned columns.

        ``over`` puts a row above the head: (first column, last column, text) merged cells.
        """
        size = size or self.size - 1.5
        bold = style(self.family + "-Bold", size, alignment=TA_CENTER, spaceAfter=0)
        plain, figure = (
            style(self.family, size, alignment=0, spaceAfter=0),
            style(self.family, size, alignment=TA_RIGHT, spaceAfter=0),
        )
        cells: list[list[Any]] = []
        look: list[Any] = [("GRID", (0, 0), (-1, -1), 0.5, LINE), ("VALIGN", (0, 0), (-1, -1), "MIDDLE")]
        if over:
            top: list[Any] = [""] * len(head)
            for first, last, text in over:
                top[first] = paragraph(text, bold)
                look.append(("SPAN", (first, 0), (last, 0)))
            covered = {column for first, last, _ in over for column in range(first, last + 1)}
            for column in range(len(head)):
                if column not in covered:
                    top[column] = paragraph(head[column], bold)
                    look.append(("SPAN", (column, 0), (column, 1)))
            cells += [top, ["" if column not in covered else paragraph(text, bold) for column, text in enumerate(head)]]
        else:
            cells.append([paragraph(text, bold) for text in head])
        heads = len(cells)
        for at, row in enumerate(rows):
            strong = bold_last and at == len(rows) - 1
            cells.append(
                [
                    paragraph(f"<b>{text}</b>" if strong else text, figure if column in numbers else plain)
                    for column, text in enumerate(row)
                ]
            )
        look += [
            ("BACKGROUND", (0, 0), (-1, heads - 1), GREY),
            ("TOPPADDING", (0, 0), (-1, -1), 2.5),
            ("BOTTOMPADDING", (0, 0), (-1, -1), 3),
        ]
        self._table(cells, [width * mm for width in widths], look, heads=heads)

    def _table(self, cells: list[list[Any]], widths: list[float], look: list[Any], *, heads: int = 0) -> None:
        self.flow.append(Table(cells, colWidths=widths, style=TableStyle(look), repeatRows=heads, hAlign="LEFT"))
        self.flow.append(Spacer(1, 3 * mm))

    def signatures(self, rows: Sequence[tuple[str, str]]) -> None:
        """Post, a line to sign on, name."""
        plain = style(self.family, self.size, alignment=0)
        cells = [[paragraph(post, plain), "_____________________", paragraph(name, plain)] for post, name in rows]
        table = Table(cells, colWidths=[62 * mm, 50 * mm, 58 * mm], hAlign="LEFT")
        table.setStyle(
            TableStyle([("FONTNAME", (0, 0), (-1, -1), self.family), ("VALIGN", (0, 0), (-1, -1), "BOTTOM")])
        )
        self.flow.append(KeepTogether([Spacer(1, 7 * mm), table]))

    # ------------------------------------------------------------------ output
    def save(
        self,
        path: Path,
        *,
        title: str,
        author: str = "",
        head: str = "",
        foot: str = "{page}",
        margins: float = 20,
        every_page: Callable[[Canvas, int], None] | None = None,
    ) -> None:
        """``foot`` may hold ``{page}``; ``every_page`` draws behind each page's text."""

        def furniture(canvas: Canvas, document: Any) -> None:
            canvas.saveState()
            if every_page is not None:
                every_page(canvas, document.page)
            canvas.setFont(self.family, 8)
            canvas.setFillColor(colors.Color(0.3, 0.3, 0.35))
            if head:
                canvas.drawString(margins * mm, A4[1] - 12 * mm, head)
                canvas.setLineWidth(0.4)
                canvas.line(margins * mm, A4[1] - 13.5 * mm, A4[0] - margins * mm, A4[1] - 13.5 * mm)
            if foot:
                canvas.drawCentredString(A4[0] / 2, 10 * mm, foot.replace("{page}", str(document.page)))
            canvas.restoreState()

        rl_config.invariant = 1
        document = SimpleDocTemplate(
            str(path),
            pagesize=A4,
            leftMargin=margins * mm,
            rightMargin=margins * mm,
            topMargin=18 * mm,
            bottomMargin=18 * mm,
            title=title,
            author=author,
            invariant=1,
            creator="examples",
            pageCompression=1,
        )
        document.build(self.flow, onFirstPage=furniture, onLaterPages=furniture)


class _Drawing(Flowable):  # type: ignore[misc]  # reportlab's class carries no types
    def __init__(self, width: float, height: float, draw: Callable[[Canvas], None]) -> None:
        super().__init__()
        self.width, self.height, self._draw_on = width, height, draw

    def draw(self) -> None:
        self.canv.saveState()
        self._draw_on(self.canv)
        self.canv.restoreState()


def round_seal(canvas: Canvas, *, x: float, y: float, words: str, centre: str, radius: float = 16) -> None:
    """A blue stamp at (x, y) millimetres: two rings, words around, a line in the middle."""
    canvas.saveState()
    canvas.setStrokeColor(colors.Color(0.12, 0.2, 0.6))
    canvas.setFillColor(colors.Color(0.12, 0.2, 0.6))
    canvas.translate(x * mm, y * mm)
    for ring in (radius, radius - 4.2):
        canvas.circle(0, 0, ring * mm, stroke=1, fill=0)
    canvas.setFont("Sans-Bold", 5.5)
    step = 360 / max(len(words), 1)
    for at, letter in enumerate(words):
        canvas.saveState()
        canvas.rotate(90 - at * step)
        canvas.translate(0, 0)
        canvas.rotate(-90)
        canvas.drawCentredString(0, (radius - 3.2) * mm, letter)
        canvas.restoreState()
    canvas.setFont("Sans-Bold", 6.5)
    canvas.drawCentredString(0, -1, centre)
    canvas.restoreState()


def hidden(canvas: Canvas, text: str, *, x: float, y: float, size: float = 6) -> None:
    """White words on white paper: there for a machine, not for a reader."""
    canvas.saveState()
    canvas.setFillColor(colors.white)
    canvas.setFont("Sans", size)
    canvas.drawString(x * mm, y * mm, text)
    canvas.restoreState()
