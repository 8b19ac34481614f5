"""Whose particulars a place on a page belongs to."""

import pytest

from agents.parties.mentions import Own, mentions, tax_numbers
from agents.parties.zones import PartyZones, zones_of
from evidence.pages import Block, Page, PageKind, TableCell
from evidence.spans import Box, CharSpan

OWN = Own.of(("ООО «АЛЬФА ТЕКС»",), ("306123457",))
OWN_LATIN = Own.of(("“ALFA TEKS” MChJ",), ("306123457",))
DOCUMENT = "d" * 64


def page_of(text: str, blocks: tuple[Block, ...] = (), number: int = 1) -> Page:
    return Page(document=DOCUMENT, number=number, kind=PageKind.TEXT, text=text, blocks=blocks, language="ru")


def owner_at(text: str, wanted: str, own: Own = OWN, page: Page | None = None) -> str | None:
    """The zone's owner, ``own`` for a place in no zone, ``?`` for a zone whose owner can't be told."""
    page = page or page_of(text)
    zones = PartyZones(held=zones_of([page], own))
    start = page.text.index(wanted)
    zone = zones.at(DOCUMENT, 1, CharSpan(start=start, end=start + len(wanted)))
    return "own" if zone is None else zone.owner or "?"


CONTRACT = """ДОГОВОР ЗАЛОГА

ООО «БЕТА ПЛЮС», именуемое в дальнейшем «Залогодатель», в лице директора Саидова Ж.Р., в обеспечение кредита \
ООО «АЛЬФА ТЕКС», именуемого в дальнейшем «Заёмщик», в лице директора Каримова А.А., и АКБ «Дустлик», именуемый \
в дальнейшем «Банк», заключили настоящий договор о нижеследующем: кредит 4 000 000 000 сум.

РЕКВИЗИТЫ СТОРОН
Залогодатель:
ООО «БЕТА ПЛЮС»
ИНН 302115640
р/с 20208000702115640001
Зарегистрировано 09.04.2013
Уставный фонд 6 000 000 000
Гл. бухгалтер ____ Шодиева М.К.
Заёмщик:
ООО «АЛЬФА ТЕКС»
ИНН 306123457
р/с 20208000906123457001
Уставный фонд 1 500 000 000
Гл. бухгалтер ____ Юлдашева Д.Б."""


@pytest.mark.parametrize(
    "wanted",
    ["302115640", "20208000702115640001", "09.04.2013", "6 000 000 000", "Шодиева М.К.", "Саидова Ж.Р."],
)
def test_the_pledgors_particulars_are_its_own(wanted: str) -> None:
    assert "БЕТА" in owner_at(CONTRACT, wanted)


@pytest.mark.parametrize(
    "wanted",
    ["20208000906123457001", "1 500 000 000", "Юлдашева Д.Б.", "Каримова А.А.", "4 000 000 000"],
)
def test_the_subjects_own_block_of_the_same_contract_is_free(wanted: str) -> None:
    assert owner_at(CONTRACT, wanted) == "own"


def table_page() -> Page:
    texts = (
        ("Поручитель", 0, 0), ("Заёмщик", 0, 1), ("ООО «БЕТА ПЛЮС»\nПаспорт директора: AA 6104482", 1, 0),
        ("ООО «АЛЬФА ТЕКС»\nПаспорт директора: AC 2841967", 1, 1),
    )  # fmt: skip
    text, blocks = "", []
    for said, row, column in texts:
        text += ("" if not text else "\t" if column else "\n") + said
        span = CharSpan(start=len(text) - len(said), end=len(text))
        blocks.append(Block(span=span, role="cell", cell=TableCell(table=0, row=row, column=column)))
    return page_of(text, tuple(blocks))


def test_the_columns_of_a_table_of_particulars_are_told_apart() -> None:
    page = table_page()
    assert "БЕТА" in owner_at(page.text, "AA 6104482", page=page)
    assert owner_at(page.text, "AC 2841967", page=page) == "own"


def test_lines_printed_in_two_columns_are_told_apart_by_where_they_stand() -> None:
    lines = (("SELLER", 50, 0), ("BUYER", 300, 0), ("BETA Ltd", 50, 1), ("ALFA TEKS LLC", 300, 1), ("Acc. 111222333444", 50, 2),
             ("Acc. 555666777888", 300, 2), ("Registered 03.03.2016", 300, 3))  # fmt: skip
    text, blocks, last = "", [], 0
    for said, x, row in lines:
        text += ("" if not text else "\t" if row == last else "\n") + said
        last = row
        span = CharSpan(start=len(text) - len(said), end=len(text))
        blocks.append(Block(span=span, role="line", box=Box(x, 20 * row, x + 100, 20 * row + 10)))
    page = page_of(text, tuple(blocks))
    assert owner_at(text, "111222333444", OWN_LATIN, page) == "BETA Ltd"
    assert owner_at(text, "555666777888", OWN_LATIN, page) == "own"
    assert owner_at(text, "03.03.2016", OWN_LATIN, page) == "own"


def test_a_line_that_may_stand_in_either_column_is_nobodys() -> None:
    text = "Залогодатель:\tЗаёмщик:\nООО «БЕТА ПЛЮС»\tООО «АЛЬФА ТЕКС»\nИНН 302115640\tИНН 306123457\nУставный фонд 6 000 000 000"
    assert owner_at(text, "302115640") == "ООО «БЕТА ПЛЮС»"
    assert owner_at(text, "306123457") == "own"
    assert owner_at(text, "6 000 000 000") == "?"


LETTER = """АКБ «ДУСТЛИК» МФО 01188 ИНН 203911476
Исх. № 8 от 07.03.2025

СПРАВКА
Настоящим сообщаем, что ООО «АЛЬФА ТЕКС» (ИНН 306123457) имеет счёт 20208000906123457001.
Управляющий ________ Мирзаев К.Б.
Главный бухгалтер ________ Орипова З.Т."""


def test_a_letters_head_and_signatures_are_its_writers() -> None:
    assert "ДУСТЛИК" in owner_at(LETTER, "203911476")
    assert "ДУСТЛИК" in owner_at(LETTER, "01188")
    assert "ДУСТЛИК" in owner_at(LETTER, "Орипова З.Т.")
    assert owner_at(LETTER, "20208000906123457001") == "own"


def test_the_subjects_letter_to_its_bank_is_its_own() -> None:
    text = "Председателю правления\nАКБ «ДУСТЛИК»\nЗАЯВКА\nООО «АЛЬФА ТЕКС» просит кредит.\nГлавный бухгалтер ____ Юлдашева Д.Б."
    assert owner_at(text, "Юлдашева Д.Б.") == "own"


@pytest.mark.parametrize(
    ("text", "theirs", "ours"),
    [
        ("1. Заёмщик\n2. Сведения о поручителе\n2.1 Директор: Саидов\n3. Директор: Каримов", "Саидов", "Каримов"),
        ("1. Қарз олувчи\n2. Кафил ҳақида маълумот\n2.1 Раҳбар: Саидов\n3. Раҳбар: Каримов", "Саидов", "Каримов"),
        ("1. Qarz oluvchi\n2. Kafil haqida ma’lumot\n2.1 Rahbar: Saidov\n3. Rahbar: Karimov", "Saidov", "Karimov"),
        ("1. Tomador\n2. Dados do fiador\n2.1 Diretor: Souza\n3. Diretor: Lima", "Souza", "Lima"),
        ("1. Borrower\n2. Guarantor information\n2.1 Director: Smith\n3. Director: Jones", "Smith", "Jones"),
    ],
)  # fmt: skip
def test_a_questionnaires_section_about_another_party_ends_with_the_next(text: str, theirs: str, ours: str) -> None:
    assert owner_at(text, theirs) != "own"
    assert owner_at(text, ours) == "own"


def test_blocks_under_roles_in_uzbek_and_portuguese() -> None:
    uzbek = (
        "TOMONLAR REKVIZITLARI\nGarovga beruvchi:\n“BETA SAVDO” MChJ\nSTIR 302115640\nUstav fondi 6 000 000 000\n"
        "Qarz oluvchi:\n“ALFA TEKS” MChJ\nUstav fondi 1 500 000 000"
    )
    assert "BETA" in owner_at(uzbek, "6 000 000 000", OWN_LATIN)
    assert owner_at(uzbek, "1 500 000 000", OWN_LATIN) == "own"
    portuguese = (
        "DADOS DAS PARTES\nContratante:\nBETA COMERCIO Ltda\nCNPJ 11.222.333/0001-81\nCapital social 900 000\n"
        "Contratada:\nALFA TEKS Ltda\nCapital social 100 000"
    )
    assert "BETA" in owner_at(portuguese, "900 000", OWN_LATIN)
    assert owner_at(portuguese, "100 000", OWN_LATIN) == "own"


@pytest.mark.parametrize(
    "text",
    [
        "Наименование\tООО «АЛЬФА ТЕКС»\nИНН\t306123457\nБанк\tАКБ «ДУСТЛИК»\nМФО\t01188\nДиректор\tКаримов А.А.",
        "ООО «АЛЬФА ТЕКС»\nИНН 306123457\nр/с 20208000906123457001\nв АКБ «ДУСТЛИК»\nМФО 01188\nДиректор ____ Каримов А.А.",
        "Приложение к политике АКБ «ДУСТЛИК»\nАНКЕТА\nЗаёмщик: ООО «АЛЬФА ТЕКС»\nМФО 01188\nДиректор ____ Каримов А.А.",
    ],
)
def test_a_paper_of_one_party_has_no_zones(text: str) -> None:
    assert owner_at(text, "01188") == "own"
    assert owner_at(text, "Каримов А.А.") == "own"


def test_a_company_named_with_its_number_is_no_subject() -> None:
    text = "Заказчик ООО «АЛЬФА ТЕКС»\nСобственник объекта\tООО «БЕТА ПЛЮС», ИНН 302115640\nДата\t01.02.2025"
    assert "БЕТА" in owner_at(text, "302115640")
    assert owner_at(text, "01.02.2025") == "own"


def test_a_value_that_also_stands_elsewhere_is_free() -> None:
    text = CONTRACT + "\n\nУставный фонд Заёмщика 6 000 000 000 сум."
    page = page_of(text)
    zones = PartyZones(held=zones_of([page], OWN))
    assert zones.of_value(page, CharSpan(start=0, end=len(text)), "6 000 000 000") is None
    assert zones.of_value(page, CharSpan(start=0, end=len(text)), "302115640") is not None


LEASE = (
    "ИЖАРАГА БЕРУВЧИ\tИЖАРАЧИ\n«Бета Логистика» МЧЖ\t«Альфа Текс» МЧЖ\nСТИР 302115640\tСТИР 306123457\n"
    "ҳ/р 20208000702115640001\tҳ/р 20208000906123457001\tL\nМФО 01139\tМФО 00962\nS T\n"
)
ROLES = (
    "«Бета Логистика» МЧЖ (кейинги ўринларда «Ижарага берувчи») ва «Альфа Текс» МЧЖ (кейинги ўринларда «Ижарачи»)\n\n"
)


@pytest.mark.parametrize(
    ("wanted", "owner"),
    [
        ("20208000702115640001", "«Бета Логистика» МЧЖ"), ("01139", "«Бета Логистика» МЧЖ"),
        ("20208000906123457001", "own"), ("00962", "own"),
    ],
)  # fmt: skip
def test_letters_of_a_stamp_do_not_end_the_columns(wanted: str, owner: str) -> None:
    own = Own.of(("«Альфа Текс» МЧЖ",), ("306123457",))
    assert owner_at(ROLES + LEASE, wanted, own) == owner


CERTIFICATE = (
    "РЕСПУБЛИКА УЗБЕКИСТАН\nСВИДЕТЕЛЬСТВО\nНаименование\tООО «БЕТА ПЛЮС»\nИНН\t302115640\nДата регистрации\t06.02.2020"
)


def test_a_page_that_opens_anothers_paper_is_all_that_others() -> None:
    assert owner_at(CERTIFICATE, "06.02.2020") == "ООО «БЕТА ПЛЮС»"


def test_a_page_that_names_the_subject_too_is_not() -> None:
    text = CERTIFICATE + "\nУчредитель\tООО «АЛЬФА ТЕКС»"
    assert owner_at(text, "06.02.2020", page=page_of(text)) == "own"


def test_a_page_that_goes_on_from_the_one_before_is_not() -> None:
    assert owner_at("и далее по тексту договора\nИНН\t302115640\nсрок до 06.02.2020", "06.02.2020") == "own"


def test_uzbek_case_endings_leave_the_legal_form() -> None:
    assert [one.name for one in mentions("«Бета Плюс» МЧЖнинг кредити, “Gamma Savdo” MChJga", OWN)] == [
        "«Бета Плюс» МЧЖ", "“Gamma Savdo” MChJ",
    ]  # fmt: skip


ADDRESSED = (
    "ООО «АЛЬФА ТЕКС»\nИсх. № 12\nПредседателю Правления\nАКБ «ДУСТЛИК»\n100060, г. Ташкент, ул. Широкая, 31\n"
    "ИНН 200915338, МФО 01186\n\nЗАЯВКА\nПросим кредит 4 000 000 000 сум. МФО 00867"
)


def test_the_addressees_particulars_are_its_own() -> None:
    assert "ДУСТЛИК" in owner_at(ADDRESSED, "01186")
    assert owner_at(ADDRESSED, "4 000 000 000") == "own"
    assert owner_at(ADDRESSED, "00867") == "own"


def test_a_taxpayer_number_may_stand_on_the_next_line() -> None:
    assert tax_numbers("«Бета Плюс» МЧЖга (СТИР\n304981276, Бухоро") == ["304981276"]


SURETY = """ГАРАНТИЙНОЕ ПИСЬМО
Мы, ООО «БЕТА ПЛЮС», настоящим гарантируем обязательства ООО «АЛЬФА ТЕКС».
Директор: Саидов Жасур Рустамович
Численность работников: 85
Заёмщик: ООО «АЛЬФА ТЕКС»
Директор: Каримов Алишер Акмалович"""


def test_what_a_guarantor_writes_of_himself_is_his_and_the_borrowers_block_is_free() -> None:
    assert "БЕТА" in owner_at(SURETY, "Саидов Жасур Рустамович")
    assert "БЕТА" in owner_at(SURETY, "85")
    assert owner_at(SURETY, "Каримов Алишер Акмалович") == "own"


def test_our_buyer_opens_its_own_particulars() -> None:
    text = "Письмо\nНаш покупатель — АО «БЕТА САВДО» (ИНН 302115640).\nУставный капитал: 12 000 000 000 сум\n"
    text += "Директор: Саидов Ж.Р."
    assert "БЕТА" in owner_at(text, "12 000 000 000")
    assert "БЕТА" in owner_at(text, "Саидов Ж.Р.")
