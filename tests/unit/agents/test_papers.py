"""Whether a paper speaks of what is asked: its title, its heading or the line says so."""

from agents.papers import speaks_of
from evidence.pages import Block, Page, PageKind
from evidence.spans import CharSpan

WORDS = ("залог", "гаров", "та’минот")
LEASE = (
    "ДОГОВОР АРЕНДЫ № 17\nг. Ташкент\nПомещение имеет кадастровый номер 11:07:31:01:02:0418.\n"
    + "Оплата помесячно.\n" * 9
)
LEASE += "\nАрендатор не вправе передавать помещение в залог.\n"


def page_of(text: str, number: int = 1, heading: str | None = None, wanted: str = "11:07:31:01:02:0418") -> Page:
    span = span_of(text, wanted)
    blocks = (Block(span=span, heading=heading),) if heading else ()
    return Page(document="a" * 64, number=number, kind=PageKind.TEXT, text=text, blocks=blocks, language="ru")


def span_of(text: str, wanted: str = "11:07:31:01:02:0418") -> CharSpan:
    return CharSpan(start=text.index(wanted), end=text.index(wanted) + len(wanted))


def speaks(text: str, *, first: Page | None = None, heading: str | None = None) -> bool:
    page = page_of(text, heading=heading)
    return speaks_of(WORDS, page=page, span=span_of(text), first=first or page)


def test_a_word_elsewhere_on_the_page_says_nothing_of_the_paper() -> None:
    assert not speaks(LEASE)


def test_the_title_says_it() -> None:
    assert speaks(LEASE.replace("ДОГОВОР АРЕНДЫ", "ДОГОВОР ЗАЛОГА"))


def test_blank_lines_between_paragraphs_do_not_push_the_title_away() -> None:
    letter = "\n\n".join(
        ("ООО Пример", "г. Ташкент", "12.03.2025", "Иванову И. И.", "О залоге имущества", "Уважаемый!")
    )
    assert speaks(f"{letter}\n\nКадастровый номер\t11:07:31:01:02:0418")


def test_the_title_of_the_documents_first_page_says_it() -> None:
    first = page_of("ДОГОВОР ЗАЛОГА\n11:07:31:01:02:0418")
    assert speaks("Продолжение\n1.2. Кадастровый номер\t11:07:31:01:02:0418", first=first)


def test_the_heading_says_it() -> None:
    assert speaks(LEASE, heading="6. Предмет залога")


def test_the_row_says_it_and_the_row_above_does_not() -> None:
    assert speaks("АНКЕТА\nЗалог\tздание, кадастровый номер 11:07:31:01:02:0418")
    assert not speaks("АНКЕТА\n" + "Поле\tзначение\n" * 9 + "Залог\tздание\nСклад\t11:07:31:01:02:0418")


def test_any_apostrophe_will_do() -> None:
    assert speaks("та'минот объекти\n11:07:31:01:02:0418")


def test_a_title_whose_letters_are_set_apart_says_it() -> None:
    assert speaks(LEASE.replace("ДОГОВОР АРЕНДЫ", "З А Л О Г"))
    assert not speaks(LEASE.replace("ДОГОВОР АРЕНДЫ", "А Р Е Н Д А"))


def test_a_credential_in_the_letterhead_does_not_say_what_the_paper_is() -> None:
    report = (
        "ООО «БАҲО»\nоценочная организация, лицензия BL-001933 · полис № PO-26/7705\nОТЧЁТ\n\n11:07:31:01:02:0418\n"
    )
    page = page_of(report)
    assert not speaks_of(("лицензи", "полис"), page=page, span=span_of(report), first=page)


def test_the_number_in_a_title_leaves_it_a_title() -> None:
    licence = "ООО «БАҲО»\nЛИЦЕНЗИЯ № 000846\nОбъект\t11:07:31:01:02:0418\n"
    page = page_of(licence)
    assert speaks_of(("лицензи",), page=page, span=span_of(licence), first=page)
