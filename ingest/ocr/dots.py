"""dots.ocr behind an OpenAI-compatible endpoint: blocks of text with their boxes, without word boxes or confidence.

It is a language model: it can loop, stop half-way, or write fluently where nothing is to be read. A page it did not
finish is never taken for an empty one: it is asked again in another size, then read by another engine, then failed.
"""

import base64
import io
import ipaddress
import json
import re
from collections import Counter
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import httpx
from PIL import Image

from evidence.errors import OcrUnavailable
from evidence.pages import Problem
from evidence.spans import Box
from ingest.ocr.dots_prompt import IMAGE_MARKS, LEAST_PIXELS, PATCH, PROMPT, TEMPERATURE, TOP_P
from ingest.ocr.port import OcrEngine, OcrWord, Picture, Recognition
from ingest.options import DotsOptions, ReadOptions

SCALES = (1.0, 0.75, 0.5)
"""Sizes in which one page is asked for, one after another, until an answer is whole."""
MOST_TWINS = 8
"""Equal elements, or equal lines in a row, from which on an answer is a loop."""
_FENCE = re.compile(r"^```(?:json)?\s*|\s*```$")
_MARKDOWN = re.compile(r"^\s{0,3}(?:#{1,6}\s+|[-*+]\s+(?=\S)|>\s+)|\*\*|__|`")


class Element(NamedTuple):
    box: Box
    category: str
    text: str


class Unfinished(Exception):
    """An answer that does not say what is on the page. Internal: it never leaves this module."""


class Dots:
    """Implements OcrEngine. ``fallback`` reads what the model does not finish."""

    def __init__(
        self, options: ReadOptions, *, fallback: OcrEngine | None = None, client: httpx.Client | None = None
    ) -> None:
        self.options: DotsOptions = options.dots
        self.prompt = _prompt(options.dots.prompt_file)
        self.fallback = fallback
        self.client = client or httpx.Client(timeout=self.options.seconds)

    def check(self) -> None:
        host = urlsplit(self.options.url).hostname or ""
        if not _is_near(host) and host not in self.options.private_hosts:
            raise OcrUnavailable(
                f"pages would leave this network: {host!r} is neither loopback nor listed; add it to "
                "LASTRO_READ__DOTS__PRIVATE_HOSTS if it is yours"
            )
        try:
            answer = self.client.get(f"{self.options.url}/models", headers=self._headers())
            answer.raise_for_status()
            served = [str(model["id"]) for model in answer.json()["data"]]
        except (httpx.HTTPError, ValueError, KeyError, TypeError) as error:
            raise OcrUnavailable(
                f"no OCR model answers at {self.options.url!r} ({error}); start it or set LASTRO_READ__DOTS__URL"
            ) from error
        if self.options.model not in served:
            raise OcrUnavailable(
                f"{self.options.url!r} serves {served}, not {self.options.model!r}; set LASTRO_READ__DOTS__MODEL"
            )

    def read(self, picture: Picture, *, dpi: int) -> Recognition:
        height, width = picture.shape[:2]
        engine = f"dots.ocr {self.options.model}"
        why = ""
        for scale in SCALES:
            try:
                elements = self._ask(picture, scale)
            except Unfinished as error:
                why = str(error)
                continue
            words = [word for element in elements for word in _words(element)]
            return Recognition(words=words, engine=engine, width=width, height=height)
        return self._given_up(picture, why, dpi)

    def _given_up(self, picture: Picture, why: str, dpi: int) -> Recognition:
        if self.fallback is not None:
            recognition = self.fallback.read(picture, dpi=dpi)
            recognition.problems.append(
                Problem(
                    code="ocr_fallback", message=f"dots.ocr gave no whole answer ({why}); read by {recognition.engine}"
                )
            )
            return recognition
        problem = Problem(
            code="ocr_failed",
            message=f"dots.ocr gave no whole answer ({why}); read the page again with LASTRO_READ__OCR_ENGINE=tesseract",
            severity="error",
        )
        height, width = picture.shape[:2]
        return Recognition([], f"dots.ocr {self.options.model}", width=width, height=height, problems=[problem])

    def _ask(self, picture: Picture, scale: float) -> list[Element]:
        sent = _fitted(picture, scale, self.options.max_pixels)
        request = {
            "model": self.options.model,
            "messages": [{"role": "user", "content": _content(sent, self.prompt)}],
            "temperature": TEMPERATURE,
            "top_p": TOP_P,
            "max_completion_tokens": self.options.max_tokens,
        }
        try:
            answer = self.client.post(f"{self.options.url}/chat/completions", json=request, headers=self._headers())
            answer.raise_for_status()
            choice = answer.json()["choices"][0]
            content, ended = choice["message"]["content"], choice.get("finish_reason")
        except httpx.HTTPError as error:
            raise Unfinished(f"the endpoint failed: {type(error).__name__}") from error
        except (ValueError, KeyError, IndexError, TypeError) as error:
            raise Unfinished("the endpoint answered in an unknown shape") from error
        if ended == "length":
            raise Unfinished("its answer was cut at the token limit")
        back = picture.shape[1] / sent.width, picture.shape[0] / sent.height
        elements = _elements(content, back)
        _refuse_loop(elements)
        return elements

    def _headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.options.api_key}"} if self.options.api_key else {}


def _is_near(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _prompt(file: Path | None) -> str:
    if file is None:
        return PROMPT
    try:
        return file.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise OcrUnavailable(
            f"the prompt file {str(file)!r} of dots.ocr cannot be read ({error}); mend LASTRO_READ__DOTS__PROMPT_FILE"
        ) from error


def _content(sent: Image.Image, prompt: str) -> list[dict[str, Any]]:
    """The picture first, the text second: the other way round the model was never trained."""
    buffer = io.BytesIO()
    sent.save(buffer, format="PNG")
    data = base64.b64encode(buffer.getvalue()).decode()
    return [
        {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{data}"}},
        {"type": "text", "text": f"{IMAGE_MARKS}{prompt}"},
    ]


def _fitted(picture: Picture, scale: float, most_pixels: int) -> Image.Image:
    """In a size whose sides are whole patches, so that the model's boxes are in the picture that was sent."""
    height, width = picture.shape[:2]
    pixels = width * height * scale * scale
    scale *= min(1.0, (most_pixels / max(1.0, pixels)) ** 0.5) * max(1.0, (LEAST_PIXELS / max(1.0, pixels)) ** 0.5)
    sides = (max(PATCH, round(width * scale / PATCH) * PATCH), max(PATCH, round(height * scale / PATCH) * PATCH))
    return Image.fromarray(picture).convert("RGB").resize(sides, Image.Resampling.BICUBIC)


def _elements(content: object, back: tuple[float, float]) -> list[Element]:
    if not isinstance(content, str) or not content.strip():
        raise Unfinished("its answer was empty")
    try:
        found = json.loads(_FENCE.sub("", content.strip()))
    except ValueError as error:
        raise Unfinished("its answer was no whole JSON") from error
    if isinstance(found, dict):
        found = next((value for value in found.values() if isinstance(value, list)), [found])
    elements = []
    for item in found:
        try:
            x0, top, x1, bottom = (float(edge) for edge in item["bbox"])
            text, category = str(item.get("text") or ""), str(item["category"])
        except (TypeError, ValueError, KeyError) as error:
            raise Unfinished("its answer had an element without a box") from error
        box = Box(min(x0, x1) * back[0], min(top, bottom) * back[1], max(x0, x1) * back[0], max(top, bottom) * back[1])
        if text.strip() and category != "Picture":
            elements.append(Element(box, category, text))
    return elements


def _refuse_loop(elements: list[Element]) -> None:
    twins = Counter((element.text, element.box) for element in elements)
    if twins and max(twins.values()) > MOST_TWINS:
        raise Unfinished("it repeated one element over and over")
    for element in elements:
        words = element.text.split()
        for size in (1, 2, 3, 5, 8):
            if _repeats(words, size) > 4 * MOST_TWINS:
                raise Unfinished("it repeated the same words over and over")


def _repeats(words: list[str], size: int) -> int:
    """The longest run of one group of ``size`` words; groups of leaders (``.....`` ``____``) do not count."""
    longest = run = 0
    for at in range(size, len(words) - size + 1, size):
        group = words[at : at + size]
        same = group == words[at - size : at] and any(char.isalnum() for word in group for char in word)
        run = run + 1 if same else 0
        longest = max(longest, run)
    return longest


def _words(element: Element) -> Iterator[OcrWord]:
    """Words with places in proportion to their letters: the model gives a box for the whole block only."""
    rows = _table(element.text) if element.category == "Table" else [[line] for line in _plain(element.text)]
    rows = [row for row in rows if any(cell.strip() for cell in row)]
    if not rows:
        return
    box = element.box
    tall = (box.bottom - box.top) / len(rows)
    for number, row in enumerate(rows):
        top = box.top + number * tall
        wide = (box.x1 - box.x0) / len(row)
        for column, cell in enumerate(row):
            left = box.x0 + column * wide
            # a cell keeps free of its neighbour, so that layout sees two
            room = wide * (0.9 if len(row) > 1 else 1.0)
            yield from _line(cell, Box(left, top, left + room, top + tall))


def _line(text: str, box: Box) -> Iterator[OcrWord]:
    per_char = min((box.x1 - box.x0) / max(1, len(text)), 0.7 * (box.bottom - box.top))
    at = 0
    for word in text.split(" "):
        if word:
            place = Box(box.x0 + at * per_char, box.top, box.x0 + (at + len(word)) * per_char, box.bottom)
            baseline = box.bottom - 0.22 * (box.bottom - box.top)
            yield OcrWord(word, place, place, None, box.bottom - box.top, baseline)
        at += len(word) + 1


def _plain(text: str) -> list[str]:
    """The model writes Markdown; its marks are not on the page."""
    return [_MARKDOWN.sub("", line).strip() for line in text.splitlines()]


class _Rows(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.rows: list[list[str]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "tr" or not self.rows:
            self.rows.append([])
        if tag in ("td", "th"):
            self.rows[-1].append("")

    def handle_data(self, data: str) -> None:
        if self.rows and self.rows[-1]:
            self.rows[-1][-1] = " ".join(f"{self.rows[-1][-1]} {data}".split())


def _table(markup: str) -> list[list[str]]:
    parser = _Rows()
    parser.feed(markup)
    return [row for row in parser.rows if row] or [[line] for line in _plain(markup)]
