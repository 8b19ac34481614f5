"""Papers of an invented case, a few of them scanned, with amounts strewn over them; and the template that asks for these."""

import io
import random
from collections.abc import Iterator
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont
from reportlab.lib.utils import ImageReader
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

FONT = Path("/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf")
SECTIONS = 6
PER_FILE = 100
"""Pages of one PDF."""
_MISSING, _DISPUTED = 8, 6
"""Every eighth amount stands nowhere; every sixth stands twice, and differently."""
_LINES, _WIDE = 38, 88
_SCAN_DPI = 150
WORDS = {
    "ru": """общество создано в соответствии с законодательством и действует на основании устава директор действует без
        доверенности и распоряжается имуществом в пределах установленных решениями собрания заемщик обязуется вернуть
        кредит в срок и уплатить проценты обеспечением служит залог оборудования и поручительство учредителя""".split(),
    "pt": """as partes declaram que o presente contrato foi lavrado em duas vias de igual teor e que a obrigação será
        cumprida no prazo fixado salvo prorrogação por escrito o requerente apresenta os documentos exigidos""".split(),
    "en": """the parties agree that the receiving party shall hold the information in confidence and shall not disclose it
        to any other person without the written consent of the owner the borrower shall repay the loan in equal monthly
        instalments and pay interest on the amount that is outstanding""".split(),
}


def write_template(templates: Path, *, items: int) -> str:
    """A template folder as ``LASTRO_TEMPLATES`` names one, which asks for so many amounts; returns the template's name."""
    lines = ['id: load\nversion: "1"\ntitle: Schedule of items\nlanguages: [en, ru, pt]\nfields:']
    for item in range(1, items + 1):
        section = f"Part {1 + (item - 1) * SECTIONS // items}"
        lines.append(
            f'  - {{id: item_{item}, section: "{section}", type: money, '
            f'question: "What is the amount of item {item}?", labels: {{en: ["Amount of item {item}"]}}}}'
        )
    lines.append(
        f'  - {{id: total, section: "Part {SECTIONS}", type: money, question: "What do the first two items make?", '
        "filled_by: computed, formula: item_1 + item_2}"
    )
    place = templates / "reports" / "load" / "fields.yaml"
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return "load"


def write_papers(
    folder: Path, *, pages: int, scans: int, items: int, seed: int = 7, prefix: str = "contract"
) -> list[Path]:
    """PDFs of up to a hundred pages each; the last ``scans`` pages are pictures of pages. Another ``seed``: other files."""
    folder.mkdir(parents=True, exist_ok=True)
    pdfmetrics.registerFont(TTFont("Body", str(FONT)))
    rng, placed = random.Random(seed), _placed(pages - scans, items)
    paths, canvas = [], None
    for page in range(1, pages + 1):
        if canvas is None:
            paths.append(folder / f"{prefix} {len(paths) + 1}.pdf")
            canvas = Canvas(str(paths[-1]), pagesize=(595, 842), pageCompression=1)
        lines = list(_lines(page, rng, placed.get(page, [])))
        if page > pages - scans:
            _draw_scan(canvas, lines)
        else:
            _draw_text(canvas, lines)
        canvas.showPage()
        if page % PER_FILE == 0 or page in (pages - scans, pages):
            canvas.save()
            canvas = None
    return paths


def _placed(pages: int, items: int) -> dict[int, list[str]]:
    """Lines that state an amount, by the page they stand on."""
    placed: dict[int, list[str]] = {}
    for item in range(1, items + 1):
        if item % _MISSING == 0:
            continue
        page = 1 + (item * 613) % max(pages, 1)
        placed.setdefault(page, []).append(f"Amount of item {item}: {item} 250 USD")
        if item % _DISPUTED == 0:
            other = 1 + (item * 613 + 311) % max(pages, 1)
            placed.setdefault(other, []).append(f"Amount of item {item}: {item} 900 USD")
    return placed


def _lines(page: int, rng: random.Random, stated: list[str]) -> Iterator[str]:
    words = WORDS[("ru", "en", "pt")[page % 3]]
    yield f"{page}. {words[0].capitalize()} {words[1]} {rng.randint(1000, 9999)}"
    every = max(1, _LINES // (len(stated) + 1))
    waiting = list(stated)
    for line in range(1, _LINES + 1):
        yield " ".join(rng.choice(words) if rng.random() > 0.06 else str(rng.randint(10, 99999)) for _ in range(11))
        if waiting and line % every == 0:
            yield waiting.pop(0)
    yield from waiting


def _draw_text(canvas: Canvas, lines: list[str]) -> None:
    canvas.setFont("Body", 9)
    for row, line in enumerate(lines):
        canvas.drawString(50, 800 - 17 * row, line[:_WIDE])


def _draw_scan(canvas: Canvas, lines: list[str]) -> None:
    scale = _SCAN_DPI / 72
    image = Image.new("L", (round(595 * scale), round(842 * scale)), 248)
    draw, font = ImageDraw.Draw(image), ImageFont.truetype(str(FONT), round(9 * scale))
    for row, line in enumerate(lines):
        draw.text((50 * scale, (30 + 17 * row) * scale), line[:_WIDE], fill=25, font=font)
    held = io.BytesIO()
    image.save(held, format="JPEG", quality=70)
    canvas.drawImage(ImageReader(held), 0, 0, 595, 842)
