"""OCR engines that fail in the ways they are known to fail. A page they do not read is never an empty page."""

import json
import sys
import tomllib
import types
from pathlib import Path

import httpx
import numpy as np
import pytest

from evidence.errors import OcrUnavailable
from evidence.spans import Box
from ingest.image import read_image
from ingest.ocr import golden, opening
from ingest.ocr.dots import Dots
from ingest.ocr.dots_prompt import PROMPT
from ingest.ocr.paddle import Paddle
from ingest.ocr.port import OcrWord, Picture, Recognition
from ingest.ocr.tesseract import Tesseract
from ingest.options import TESSDATA, DotsOptions, PaddleOptions, ReadOptions
from service import doctor
from service.settings import Settings
from tests.unit.ingest import made_up_pdfs as made

PICTURE = np.full((560, 700), 255, dtype=np.uint8)
WHOLE = json.dumps([{"bbox": [56, 56, 280, 84], "category": "Text", "text": "Rate 22 %"}])


class Endpoint:
    """Answers in turn; the last answer is repeated."""

    def __init__(self, *answers: tuple[str | None, str] | int) -> None:
        self.answers = list(answers)
        self.requests: list[dict[str, object]] = []

    def __call__(self, request: httpx.Request) -> httpx.Response:
        self.requests.append(json.loads(request.content))
        answer = self.answers[min(len(self.requests), len(self.answers)) - 1]
        if isinstance(answer, int):
            return httpx.Response(answer, text="no")
        content, ended = answer
        return httpx.Response(200, json={"choices": [{"message": {"content": content}, "finish_reason": ended}]})


class Other:
    """An engine to fall back on."""

    def read(self, picture: Picture, *, dpi: int) -> Recognition:
        box = Box(1.0, 1.0, 20.0, 9.0)
        return Recognition([OcrWord("other", box, box, 90.0)], "other 1")

    def check(self) -> None:
        return None


class Unchecked:
    """Reads, and has nothing to check."""

    def __init__(self, engine: Dots) -> None:
        self.read = engine.read

    def check(self) -> None:
        return None


def dots(endpoint: Endpoint, **more: object) -> Dots:
    return Dots(ReadOptions(), client=httpx.Client(transport=httpx.MockTransport(endpoint)), **more)  # type: ignore[arg-type]


LOOP = json.dumps([{"bbox": [0, 0, 10, 10], "category": "Text", "text": "of the " * 400}])
TWINS = json.dumps([{"bbox": [0, 0, 10, 10], "category": "Text", "text": "row 1"}] * 40)


@pytest.mark.parametrize(
    "bad",
    [(WHOLE[:40], "stop"), (WHOLE[:40], "length"), (WHOLE, "length"), (LOOP, "stop"), (TWINS, "stop"), ("", "stop"),
     (None, "stop"), ("The page shows a contract.", "stop"), ('[{"text": "no box"}]', "stop"), 500],
    ids=["cut", "cut by length", "length", "loop", "one element again and again", "empty", "null", "prose", "no box",
         "server error"],
)  # fmt: skip
def test_an_answer_that_is_not_whole_is_asked_again_smaller_then_failed(bad: tuple[str, str] | int) -> None:
    endpoint = Endpoint(bad)
    found = dots(endpoint).read(PICTURE, dpi=200)
    assert found.words == []
    assert [(problem.code, problem.severity) for problem in found.problems] == [("ocr_failed", "error")]
    assert len(endpoint.requests) == 3
    assert len({request_size(request) for request in endpoint.requests}) == 3


def request_size(request: dict[str, object]) -> int:
    return len(json.dumps(request))


def test_a_second_answer_that_is_whole_is_taken() -> None:
    endpoint = Endpoint((WHOLE[:30], "length"), (WHOLE, "stop"))
    found = dots(endpoint).read(PICTURE, dpi=200)
    assert [word.text for word in found.words] == ["Rate", "22", "%"]
    assert found.problems == []


def test_boxes_are_scaled_back_from_the_picture_that_was_sent() -> None:
    endpoint = Endpoint((WHOLE[:30], "length"), (WHOLE, "stop"))
    small = dots(endpoint).read(PICTURE, dpi=200).words[0].place
    full = dots(Endpoint((WHOLE, "stop"))).read(PICTURE, dpi=200).words[0].place
    assert full.x0 == pytest.approx(56, abs=2)
    # the second answer was about a picture three quarters the size
    assert small.x0 == pytest.approx(56 / 0.75, abs=4)


def test_another_engine_reads_what_the_model_did_not_finish_and_says_so() -> None:
    found = dots(Endpoint((LOOP, "stop")), fallback=Other()).read(PICTURE, dpi=200)
    assert [word.text for word in found.words] == ["other"]
    assert found.engine == "other 1"
    assert [problem.code for problem in found.problems] == ["ocr_fallback"]


def test_leaders_on_an_empty_form_are_no_loop() -> None:
    form = json.dumps([{"bbox": [0, 0, 500, 20], "category": "Text", "text": "Name " + ". " * 300}])
    found = dots(Endpoint((form, "stop"))).read(PICTURE, dpi=200)
    assert found.words[0].text == "Name"
    assert found.problems == []


def test_a_page_of_equal_rows_in_different_places_is_no_loop() -> None:
    rows = [{"bbox": [0, 10 * n, 500, 10 * n + 9], "category": "Text", "text": "paid 100"} for n in range(40)]
    found = dots(Endpoint((json.dumps(rows), "stop"))).read(PICTURE, dpi=200)
    assert len(found.words) == 80


def test_tables_come_out_as_rows_of_cells() -> None:
    table = "<table><tr><th>Year</th><th>Sales</th></tr><tr><td>2023</td><td>1 900</td></tr></table>"
    answer = json.dumps([{"bbox": [0, 0, 560, 56], "category": "Table", "text": table}])
    words = dots(Endpoint((answer, "stop"))).read(PICTURE, dpi=200).words
    assert [word.text for word in words] == ["Year", "Sales", "2023", "1", "900"]
    assert words[1].place.x0 > words[0].place.x1
    assert words[2].place.top >= words[0].place.bottom - 1


def test_the_picture_comes_first_and_the_text_begins_with_the_model_s_marks() -> None:
    endpoint = Endpoint((WHOLE, "stop"))
    dots(endpoint).read(PICTURE, dpi=200)
    (request,) = endpoint.requests
    image, text = request["messages"][0]["content"]  # type: ignore[index]
    assert image["type"] == "image_url"
    assert text["text"] == f"<|img|><|imgpad|><|endofimg|>{PROMPT}"
    assert request["temperature"] == 0.1


@pytest.mark.parametrize("url", ["http://ocr.example.org/v1", "http://10.0.0.5:8000/v1"])
def test_pages_are_not_sent_to_a_host_that_nobody_listed(url: str) -> None:
    engine = Dots(ReadOptions(dots=DotsOptions(url=url)))
    with pytest.raises(OcrUnavailable, match="PRIVATE_HOSTS"):
        engine.check()


def test_an_endpoint_that_serves_another_model_is_named() -> None:
    client = httpx.Client(transport=httpx.MockTransport(lambda r: httpx.Response(200, json={"data": [{"id": "x"}]})))
    with pytest.raises(OcrUnavailable, match=r"'dots\.ocr'"):
        Dots(ReadOptions(), client=client).check()


def test_an_endpoint_that_is_down_is_named() -> None:
    def refuse(request: httpx.Request) -> httpx.Response:
        raise httpx.ConnectError("refused")

    with pytest.raises(OcrUnavailable, match=r"start it or set LASTRO_READ__DOTS__URL"):
        Dots(ReadOptions(), client=httpx.Client(transport=httpx.MockTransport(refuse))).check()


# ---- PaddleOCR


def folder(path: Path, *files: str, name: str = "PP-OCRv5_server_det") -> Path:
    path.mkdir()
    for file in files:
        (path / file).write_text(f"Global:\n  model_name: {name}\n" if file.endswith("yml") else "x")
    return path


@pytest.mark.parametrize(
    ("files", "says"),
    [
        ((), "inference.yml"),
        (("inference.yml",), "inference.onnx or inference.json and inference.pdiparams"),
        (("inference.yml", "inference.json"), "inference.pdiparams"),
    ],
)
def test_a_model_folder_names_what_it_lacks_before_anything_is_imported(
    tmp_path: Path, files: tuple[str, ...], says: str
) -> None:
    options = PaddleOptions(detection_dir=folder(tmp_path / "det", *files))
    with pytest.raises(OcrUnavailable, match=says):
        Paddle(ReadOptions(paddle=options)).check()


def test_a_folder_that_is_not_set_or_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(OcrUnavailable, match=r"LASTRO_READ__PADDLE__DETECTION_DIR"):
        Paddle(ReadOptions()).check()
    good = folder(tmp_path / "det", "inference.yml", "inference.onnx")
    options = PaddleOptions(detection_dir=good, recognition_dir=tmp_path / "gone")
    with pytest.raises(OcrUnavailable, match="gone"):
        Paddle(ReadOptions(paddle=options)).check()


def test_a_folder_of_another_model_is_named(tmp_path: Path) -> None:
    wrong = folder(tmp_path / "det", "inference.yml", "inference.onnx", name="latin_det")
    with pytest.raises(OcrUnavailable, match="'latin_det'"):
        Paddle(ReadOptions(paddle=PaddleOptions(detection_dir=wrong))).check()


def paddle_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, engine: type) -> Paddle:
    module = types.ModuleType("paddleocr")
    module.PaddleOCR = engine  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "paddleocr", module)
    options = PaddleOptions(
        detection_dir=folder(tmp_path / "det", "inference.yml", "inference.onnx"),
        recognition_dir=folder(
            tmp_path / "rec", "inference.yml", "inference.onnx", name="cyrillic_PP-OCRv5_mobile_rec"
        ),
    )
    return Paddle(ReadOptions(paddle=options))


def test_an_engine_that_does_not_start_says_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Refuses:
        def __init__(self, **arguments: object) -> None:
            raise Exception("No available model hosting platforms detected.")

    with pytest.raises(OcrUnavailable, match="did not start"):
        paddle_with(tmp_path, monkeypatch, Refuses).read(PICTURE, dpi=200)


def test_an_engine_that_fails_on_a_picture_gives_a_problem(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Fails:
        def __init__(self, **arguments: object) -> None:
            pass

        def predict(self, picture: object, **arguments: object) -> object:
            raise RuntimeError("(PreconditionNotMet) Tensor holds no memory.")

    found = paddle_with(tmp_path, monkeypatch, Fails).read(PICTURE, dpi=200)
    assert [problem.code for problem in found.problems] == ["ocr_failed"]


# ---- tesseract


def test_no_language_data_is_named(tmp_path: Path) -> None:
    with pytest.raises(OcrUnavailable, match="tesseract-ocr-rus"):
        Tesseract(tessdata=tmp_path).check()


@pytest.mark.needs_tesseract
def test_a_missing_language_is_a_problem_of_the_page(tmp_path: Path) -> None:
    from ingest.options import TESSDATA

    for name in ("eng", "rus"):
        (tmp_path / f"{name}.traineddata").symlink_to(TESSDATA / f"{name}.traineddata")
    picture = np.array(made.written(["Loan agreement No 15"]), dtype=np.uint8)
    found = Tesseract(tessdata=tmp_path, languages=("uz-Cyrl", "en")).read(picture, dpi=200)
    assert "agreement" in " ".join(word.text for word in found.words)
    assert [problem.code for problem in found.problems] == ["ocr_language_missing"]
    assert "tesseract-ocr-uzb-cyrl" in found.problems[0].message


def test_a_failed_picture_is_a_page_with_a_problem(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    options = ReadOptions(ocr_engine="dots")
    monkeypatch.setattr(opening, "_engines", {})
    monkeypatch.setattr(opening, "_opened", lambda options: Unchecked(dots(Endpoint((LOOP, "stop")))))
    made.written(["text"]).save(tmp_path / "a.png")
    (page,) = read_image(tmp_path / "a.png", document="d" * 64, options=options)
    assert page.text == ""
    assert [problem.code for problem in page.problems] == ["ocr_failed"]


def test_a_wording_of_one_s_own_is_sent_and_a_missing_one_is_said(tmp_path: Path) -> None:
    endpoint = Endpoint((WHOLE, "stop"))
    client = httpx.Client(transport=httpx.MockTransport(endpoint))
    wording = tmp_path / "wording.txt"
    options = ReadOptions(dots=DotsOptions(prompt_file=wording))
    with pytest.raises(OcrUnavailable, match=r"LASTRO_READ__DOTS__PROMPT_FILE"):
        Dots(options, client=client)
    wording.write_text("Read this.", encoding="utf-8")
    Dots(options, client=client).read(PICTURE, dpi=200)
    (request,) = endpoint.requests
    assert request["messages"][0]["content"][1]["text"].endswith("<|endofimg|>Read this.")  # type: ignore[index]


def golden_answers() -> list[tuple[str, str]]:
    truths = tomllib.loads((Path(golden.__file__).with_name("golden") / "truth.toml").read_text("utf-8")).values()
    return [(json.dumps([{"bbox": [0, 0, 400, 40], "category": "Text", "text": text}]), "stop") for text in truths]


def test_pictures_with_known_text_tell_a_served_model_that_makes_things_up() -> None:
    answers = golden_answers()
    sound = golden.read_golden(dots(Endpoint(*answers)))
    assert (sound.pictures, sound.otherwise) == (len(answers), ())
    assert sound.pictures >= 8
    answers[0] = (answers[0][0].replace("250", "260"), "stop")
    answers[-1] = (json.dumps([{"bbox": [0, 0, 9, 9], "category": "Text", "text": "The contract is valid."}]), "stop")
    assert len(golden.read_golden(dots(Endpoint(*answers))).otherwise) == 2
    assert len(golden.read_golden(dots(Endpoint(500))).otherwise) == sound.pictures


def test_doctor_reads_the_pictures_through_the_served_model(monkeypatch: pytest.MonkeyPatch) -> None:
    settings = Settings(read={"ocr_engine": "dots"})
    answers = golden_answers()
    monkeypatch.setattr("ingest.ocr.dots.Dots", lambda options: dots(Endpoint(*answers)))
    assert doctor._golden(settings).state == "ok"
    answers[1] = (answers[1][0].replace("2024", "2025"), "stop")
    found = doctor._golden(settings)
    assert found.state == "wrong" and "1 of 10" in found.message and "chat template" in str(found.mend)


@pytest.mark.needs_tesseract
def test_the_pictures_themselves_can_be_read() -> None:
    found = golden.read_golden(Tesseract(tessdata=TESSDATA, languages=("ru", "uz-Latn", "pt", "en")))
    assert len(found.otherwise) <= 2, found.otherwise
