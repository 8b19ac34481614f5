"""The engine that the options ask for, one per process."""

from ingest.ocr.port import OcrEngine
from ingest.options import ReadOptions

_engine: tuple[ReadOptions, OcrEngine] | None = None


def open_engine(options: ReadOptions) -> OcrEngine:
    """Kept for the next call with the same options. Raises OcrUnavailable, naming what is missing."""
    global _engine
    if _engine is None or _engine[0] != options:
        engine = _opened(options)
        engine.check()
        _engine = (options, engine)
    return _engine[1]


def _opened(options: ReadOptions) -> OcrEngine:
    from ingest.ocr.tesseract import Tesseract

    tesseract = Tesseract(tessdata=options.tessdata, languages=options.languages)
    if options.ocr_engine == "paddle":
        from ingest.ocr.paddle import Paddle

        return Paddle(options, orienter=tesseract if tesseract.is_installed else None)
    if options.ocr_engine == "dots":
        from ingest.ocr.dots import Dots

        return Dots(options, fallback=tesseract if tesseract.is_installed else None)
    return tesseract
