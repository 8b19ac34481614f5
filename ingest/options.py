"""How files are read. Frozen, passed whole to every reader, and sent to the worker processes."""

import os
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field

from evidence.frozen import Frozen

TESSDATA = Path("/usr/share/tesseract-ocr/5/tessdata")
"""Where Debian keeps tesseract's language data."""


class PaddleOptions(Frozen):
    """Local model folders for PaddleOCR; each needs its name too, because a folder without a name is not enough."""

    detection_dir: Path | None = None
    """Folder of the text detection model."""
    detection_name: str = "PP-OCRv5_server_det"
    """Its name; must be the one its own files give."""
    recognition_dir: Path | None = None
    """Folder of the text recognition model."""
    recognition_name: str = "cyrillic_PP-OCRv5_mobile_rec"
    """Its name; this one reads all five languages, `lang="ru"` of PaddleOCR does not."""
    device: str = "cpu"
    """``cpu`` or ``gpu:0``."""
    detection_side: int = 1280
    """Longest side in pixels of the image that the detector sees."""


class DotsOptions(Frozen):
    """An OpenAI-compatible vision endpoint that serves dots.ocr."""

    url: str = "http://127.0.0.1:8000/v1"
    """Address of the vision endpoint."""
    model: str = "dots.ocr"
    """Name under which it is served."""
    api_key: str | None = Field(default=None, repr=False)
    """Its key."""
    seconds: float = 120.0
    """Time limit of one request."""
    max_tokens: int = 16384
    """Length limit of one answer; a page that reaches it is read another way."""
    max_pixels: int = 11_289_600
    """Larger images are sent smaller; boxes are scaled back."""
    prompt_file: Path | None = None
    """A UTF-8 text file with the wording the weights were trained with; without it we ask in our own words."""
    private_hosts: tuple[str, ...] = ()
    """Hosts beside loopback that may see pages; any other is refused."""


class ReadOptions(Frozen):
    """Limits and choices of one ingest run."""

    ocr: Literal["auto", "never", "always"] = "auto"
    """``always`` replaces every text layer of a paged file; ``auto`` asks triage page by page."""
    ocr_engine: Literal["tesseract", "paddle", "dots"] = "tesseract"
    """Which engine reads what has no usable text layer."""
    languages: tuple[str, ...] = ()
    """Known languages of the collection (``ru en pt uz-Latn uz-Cyrl``); empty = found out page by page."""
    passwords: dict[str, str] = Field(default_factory=dict, repr=False)
    """File name -> password."""
    dpi: Annotated[int, Field(ge=72, le=600)] = 200
    """Resolution at which pages are rendered for OCR."""
    tessdata: Path = TESSDATA
    """Folder of tesseract language data."""
    paddle: PaddleOptions = PaddleOptions()
    """PaddleOCR."""
    dots: DotsOptions = DotsOptions()
    """dots.ocr."""

    workers: Annotated[int, Field(ge=1)] = Field(default_factory=lambda: os.cpu_count() or 1)
    """Reading processes."""
    page_seconds: Annotated[float, Field(gt=0)] = 120.0
    """A page that takes longer is stopped, tried once more alone, and then kept as a page with a problem."""
    page_memory_mb: Annotated[int, Field(ge=64)] = 1500
    """Memory one worker may take for its page, beyond what the program itself takes."""
    recycle_pages: Annotated[int, Field(ge=1)] = 1000
    """A worker is replaced after so many pages: OCR engines leak."""

    max_pages: Annotated[int, Field(ge=1)] = 5000
    """Per file; what is beyond is not read, and the document says so."""
    max_bytes: Annotated[int, Field(ge=1)] = 4 * 1024**3
    """Per file, and for everything that comes out of one container."""
    max_entries: Annotated[int, Field(ge=1)] = 20_000
    """Files in one folder tree or container."""
    max_ratio: Annotated[float, Field(gt=1)] = 200.0
    """Inflated size : packed size of a container entry."""
    max_depth: Annotated[int, Field(ge=1)] = 6
    """Containers inside containers."""
