"""The engine that the options ask for, one per process."""

from ingest.ocr.port import OcrEngine
from ingest.options import ReadOptions

_engines: dict[str, OcrEngine] = {}


def open_engine(options: ReadOptions) -> OcrEngine:
    """Kept for the next call that asks for the same. Raises OcrUnavailable, naming what is missing."""
    # passwords and limits differ from file to file and concern no engine
    wanted = options.model_dump_json(include={"ocr_engine", "languages", "tessdata", "paddle", "dots"})
    if wanted not in _engines:
        engine = _opened(options)
        engine.check()
        _engines[wanted] = engine
    return _engines[wanted]


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
