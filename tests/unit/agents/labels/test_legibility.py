"""What OCR makes of signatures, and names beside a post that is not theirs. All persons are invented."""

import pytest

from agents.labels.legibility import has_the_shape_of_a_name
from evidence.fields import FieldType
from evidence.pages import Origin, OriginKind, Page, PageKind
from tests.unit.agents.labels.asking import field, values
from tests.unit.agents.labels.papers import Piece, flow, form

DIRECTOR = field(FieldType.PERSON, "Директор", "Rahbar", about_subject=True)
ACCOUNTANT = field(FieldType.PERSON, "Главный бухгалтер", "Bosh buxgalter", about_subject=True)


def scanned(*rows: list[Piece] | str, poor: dict[str, float] | None = None, name: str = "scan.pdf") -> Page:
    """A page read by OCR; ``poor`` words with the confidence they were read with."""
    page = form(*rows, name=name, kind=PageKind.SCAN, language="ru")
    sure = poor or {}
    words = tuple(one._replace(confidence=sure.get(page.text[one.start : one.end], 95.0)) for one in page.words)
    blocks = tuple(one.model_copy(update={"origin": Origin(kind=OriginKind.OCR)}) for one in page.blocks)
    return page.model_copy(update={"words": words, "blocks": blocks})


def test_a_name_read_with_low_confidence_is_no_answer() -> None:
    page = scanned([(0, "Директор"), (20, "Азимова Рано")], poor={"Азимова": 44.0})
    assert values(DIRECTOR, page) == []
    assert values(DIRECTOR, scanned([(0, "Директор"), (20, "Азимова Рано")])) == ["Азимова Рано"]


def test_what_is_left_of_a_signature_is_no_rival() -> None:
    page = scanned([(0, "Директор"), (20, "RA Py")], name="order.pdf")
    other = flow("АНКЕТА", "Директор: Беков Темур Рустамович", name="form", language="ru")
    assert values(DIRECTOR, page, other) == ["Беков Темур Рустамович"]


def test_initials_read_poorly_do_not_spoil_a_surname() -> None:
    page = scanned([(0, "Директор"), (20, "Азимова Р.С.")], poor={"Р.С.": 40.0})
    assert values(DIRECTOR, page) == ["Азимова Р.С."]


@pytest.mark.parametrize("text", ["RA Py", "ABr", "Hp Tk", "LADI", "Жкрт Пвл"])
def test_letters_that_cannot_be_spoken_are_no_name(text: str) -> None:
    assert not has_the_shape_of_a_name(text)


@pytest.mark.parametrize(
    "text", ["Азимова Р.С.", "R. Bekov", "Pak Inna", "Bekov Temur Rustam o‘g‘li", "Цой А.", "O‘ktam G‘aniyeva"]
)
def test_words_that_can_be_spoken_are(text: str) -> None:
    assert has_the_shape_of_a_name(text)


SIGNED = [[(0, "Rahbar"), (60, "Pak I.S.")]]
FORM = flow("Bosh buxgalter: Pak Inna Sergeyevna", "Direktor haqida so‘z yo‘q", name="form", language="uz-Latn")


def test_the_accountant_is_not_the_director_of_a_scan_that_lost_the_words_between() -> None:
    assert values(DIRECTOR, scanned(*SIGNED), FORM) == []


def test_a_director_who_signs_far_from_his_post_is_one_where_nobody_says_otherwise() -> None:
    assert values(DIRECTOR, scanned(*SIGNED)) == ["Pak I.S."]


def test_who_holds_both_posts_by_other_papers_stays() -> None:
    both = flow("Rahbar: Pak Inna Sergeyevna", name="both", language="uz-Latn")
    assert values(DIRECTOR, scanned(*SIGNED), FORM, both) == ["Pak Inna Sergeyevna"]


def test_a_text_layer_loses_no_words() -> None:
    page = form(*SIGNED, language="uz-Latn")
    assert values(DIRECTOR, page, FORM) == ["Pak I.S."]


def test_names_of_the_accountant_are_held_to_the_same() -> None:
    assert values(ACCOUNTANT, scanned([(0, "Bosh buxgalter"), (20, "Tkr Py")])) == []
