from evidence.spans import Box
from ingest.layout.face import INVISIBLE, NO_INK, Face, Word
from ingest.triage import plan_page

TEXT = "Общество с ограниченной ответственностью создано в соответствии с законодательством и действует".split()


def words(texts: list[str], *, top: float = 100, hidden: str | None = None) -> list[Word]:
    return [
        Word(text, 50 + 60 * (n % 8), top + 20 * (n // 8), 100 + 60 * (n % 8), top + 12 + 20 * (n // 8), 11,
             top + 10 + 20 * (n // 8), hidden=hidden)
        for n, text in enumerate(texts)
    ]  # fmt: skip


def face(some: list[Word], *pictures: Box, painted: int = 5) -> Face:
    return Face(595, 842, words=some, pictures=list(pictures), painted=painted)


SHEET = Box(0, 0, 595, 842)


def test_plain_text_is_kept() -> None:
    plan = plan_page(face(words(TEXT)))
    assert (plan.layer, plan.whole, plan.regions) == ("keep", False, [])


def test_a_page_with_nothing_painted_needs_no_ocr() -> None:
    assert not plan_page(face([], painted=0)).whole


def test_drawn_letters_without_any_text_are_read_by_ocr() -> None:
    assert plan_page(face([], painted=900)).whole


def test_a_scan_without_text_is_read_whole() -> None:
    assert plan_page(face([], SHEET)).whole


def test_a_scan_with_a_stray_word_is_still_a_scan() -> None:
    assert plan_page(face(words(["Стр.", "1"]), SHEET)).regions == [SHEET]


def test_a_background_under_a_full_page_of_text_is_not_read() -> None:
    many = [word for line in range(35) for word in words(TEXT[:8], top=60 + 22 * line)]
    assert plan_page(face(many, SHEET)).regions == []


def test_small_pictures_are_left_alone() -> None:
    assert plan_page(face(words(TEXT), Box(20, 20, 60, 60), Box(100, 500, 580, 510))).regions == []


def test_a_picture_beside_text_is_a_region() -> None:
    assert plan_page(face(words(TEXT), Box(50, 300, 500, 500))).regions == [Box(50, 300, 500, 500)]


def test_strips_of_one_scan_are_one_region() -> None:
    strips = [Box(0, 200 + 40 * n, 595, 240 + 40 * n) for n in range(5)]
    assert plan_page(face(words(TEXT), *strips)).regions == [Box(0, 200, 595, 400)]


def test_invisible_text_over_a_scan_is_its_ocr_layer() -> None:
    assert plan_page(face(words(TEXT, hidden=INVISIBLE), SHEET)).layer == "embedded"


def test_invisible_text_without_a_scan_is_no_layer_at_all() -> None:
    plan = plan_page(face([*words(TEXT), *words(["approve"], top=400, hidden=INVISIBLE)]))
    assert (plan.layer, plan.whole) == ("keep", False)


def test_a_garbled_ocr_layer_is_replaced() -> None:
    letters = [char for word in TEXT for char in word]
    plan = plan_page(face(words(letters, hidden=INVISIBLE), SHEET))
    assert (plan.layer, plan.whole) == ("drop", True)


def test_covered_text_is_not_taken_for_an_ocr_layer() -> None:
    assert plan_page(face(words(TEXT, hidden=NO_INK), SHEET)).layer == "keep"


def test_whoever_asks_for_ocr_gets_it() -> None:
    plan = plan_page(face(words(TEXT)), always=True)
    assert (plan.layer, plan.whole) == ("drop", True)
