"""The same sentences printed small, blurred, read by tesseract and looked for: how the third tier does on real misreadings.

Needs Pillow, tesserocr and the language data; a sentence counts where the engine read its numbers, names and denials right.
"""

import random
import re
from collections import Counter

from benchmarks.verifier_changes import NEGATIONS
from benchmarks.verifier_texts import CURRENCIES, LANGUAGES, MONTHS, SCALES, TERMS, page_of
from evidence.pages import Block, Origin, OriginKind, Page, PageKind
from evidence.spans import CharSpan
from evidence.verify import verify

FONT = "/usr/share/fonts/truetype/dejavu/DejaVuSerif.ttf"
DATA = "/usr/share/tesseract-ocr/5/tessdata"
ENGINES = {"ru": "rus+eng", "uz-Latn": "uzb+eng", "uz-Cyrl": "uzb_cyrl+eng", "pt": "por+eng", "en": "eng"}
SIZES = (16, 20, 24)
"""Pixels of type on a page of 200 dpi: about 6, 8 and 9 points."""


def read_and_find(rnd: random.Random, pages: int = 2) -> dict[str, dict[str, int]]:
    import tesserocr

    results: dict[str, dict[str, int]] = {}
    for language in LANGUAGES:
        seen: Counter[str] = Counter()
        with tesserocr.PyTessBaseAPI(path=DATA, lang=ENGINES[language], psm=4, oem=tesserocr.OEM.LSTM_ONLY) as engine:
            for size in SIZES:
                for _ in range(pages):
                    sentences = [one.text for one in page_of(rnd, language, 14)]
                    engine.SetImage(_printed(sentences, size))
                    engine.SetSourceResolution(200)
                    text = engine.GetUTF8Text()
                    block = Block(
                        span=CharSpan(start=0, end=len(text)), origin=Origin(kind=OriginKind.OCR, engine="tesseract")
                    )
                    page = Page(document="0" * 64, number=1, kind=PageKind.SCAN, text=text, blocks=(block,))
                    for sentence in sentences:
                        verdict = verify(sentence, page)
                        guarded = "guarded words misread" if not _guarded_stand(sentence, text, language) else "refused"
                        seen[verdict.match.value if verdict.match else guarded] += 1
        results[language] = dict(seen)
        print(f"tesseract {language}: {dict(seen)}")
    return results


def _guarded_stand(sentence: str, text: str, language: str) -> bool:
    """Whether the engine read every number, capital word, denial and unit of the sentence somewhere on the page."""
    words = set(re.findall(r"[^\s«»“”\"(),.;:]+", text))
    guarded = {word.strip() for word in NEGATIONS[language]} | set(MONTHS[language])
    guarded |= {
        part.strip(".") for table in (CURRENCIES, SCALES, TERMS) for unit in table[language] for part in unit.split()
    }
    wanted = [
        word
        for word in re.findall(r"[^\s«»“”\"(),.;:]+", sentence)
        if any(char.isdigit() or char.isupper() for char in word) or word in guarded
    ]
    signs = sentence.count("%") <= text.count("%")
    return signs and all(word in words or word.replace("ʻ", "'") in words for word in wanted)


def _printed(sentences: list[str], size: int) -> object:
    from PIL import Image, ImageDraw, ImageFilter, ImageFont

    page = Image.new("L", (1654, 2339), 255)
    draw, font = ImageDraw.Draw(page), ImageFont.truetype(FONT, size)
    y = 90
    for sentence in sentences:
        line = ""
        for word in [*sentence.split(" "), None]:
            if word is None or draw.textlength(f"{line} {word}", font=font) > 1450:
                draw.text((100, y), line, font=font, fill=40)
                y += int(size * 1.4)
                line = word or ""
            else:
                line = f"{line} {word}".strip()
    return page.filter(ImageFilter.GaussianBlur(0.8))
