"""A value beside its label, wherever a person would see the two together."""

import pytest

from agents.labels.candidates import find_candidates
from evidence.fields import Choice, FieldType
from evidence.pages import PageKind
from tests.unit.agents.labels.asking import field, values
from tests.unit.agents.labels.papers import case_of, filled_field, flow, form, sheet

INN = field(FieldType.IDENTIFIER, "ИНН", "STIR")
ADVERTISER = field(FieldType.ORGANISATION, "Customer")
NUMBER = field(FieldType.IDENTIFIER, "Contract / Order no.", question="What is the contract, order or invoice number?")


@pytest.mark.parametrize(
    "page",
    [
        flow("ИНН: 301234567", language="ru"),
        flow("ИНН — 301234567", language="ru"),
        flow("ИНН 301234567", language="ru"),
        flow("ИНН ........... 301234567", language="ru"),
        flow("ИНН: 301234567, МФО: 00014", language="ru"),
        flow("р/с 20208000300000000001, ИНН: 301234567, МФО: 00014", language="ru"),
        flow("ИНН\t301234567", language="ru"),
        form([(0, "ИНН"), (30, "301234567")], language="ru"),
        form([(0, "ИНН"), (30, "МФО")], [(0, "301234567"), (30, "00014")], language="ru"),
        sheet([["Показатель", "Значение"], ["ИНН", "301234567"]], language="ru"),
        filled_field("Borrower.STIR", "301234567"),
        flow("ИНН/STIR: 301234567", language="ru"),
    ],
    ids=[
        "colon", "dash", "nothing", "leaders", "several in a line", "in the middle of a line", "tab", "right of it",
        "below it", "in a sheet", "a form field's name", "two names of one label",
    ],
)  # fmt: skip
def test_finds_the_value_of_a_label(page) -> None:
    assert values(INN, page) == ["301234567"]


def test_a_longer_label_is_another_label() -> None:
    page = form([(0, "Order #"), (12, "8978"), (30, "Alt Order #"), (44, "26889199")])
    assert values(field(FieldType.IDENTIFIER, "Order no."), page) == ["8978"]


def test_a_longer_label_alone_is_not_taken() -> None:
    assert values(field(FieldType.IDENTIFIER, "Order no."), flow("Alt Order #: 26889199")) == []


def test_a_stop_label_is_never_taken() -> None:
    asked = field(FieldType.IDENTIFIER, "ИНН", stop_labels=("ИНН банка",))
    assert values(asked, flow("ИНН банка: 201234567", language="ru")) == []


def test_the_opposite_of_what_is_asked_is_not_taken() -> None:
    asked = field(FieldType.MONEY, "Gross amount")
    assert values(asked, flow("Net amount: $1,500.00")) == []


def test_the_next_label_is_not_a_value() -> None:
    page = form([(0, "Customer"), (20, "Invoice Date"), (36, "05/06/2020")])
    assert values(ADVERTISER, page) == []


def test_a_heading_row_is_read_downwards() -> None:
    page = form(
        [(0, "Customer"), (20, "Product"), (36, "Estimate Number")],
        [(0, "Aroeira Foods"), (20, "Spring"), (36, "1078")],
    )
    assert values(ADVERTISER, page) == ["Aroeira Foods"]


def test_a_second_label_that_only_says_name_is_passed_over() -> None:
    page = form([(0, "Customer"), (14, "Name:"), (24, "Aroeira Foods Ltd")])
    assert values(ADVERTISER, page) == ["Aroeira Foods Ltd"]


def test_a_blank_slot_is_no_value() -> None:
    assert values(field(FieldType.PERSON, "Director"), flow("Director: ____________________")) == []
    assert values(field(FieldType.TEXT, "City"), flow("City: «City_Name»")) == []


def test_a_code_in_brackets_is_no_part_of_a_name() -> None:
    assert values(ADVERTISER, flow("Customer: Aroeira Foods (34122)")) == ["Aroeira Foods"]


def test_a_range_gives_its_start_and_its_end() -> None:
    page = form([(0, "Flight Dates"), (20, "05/18/2020 - 05/24/2020")])
    start = field(FieldType.DATE, "Flight start", question="When does the flight start?")
    end = field(FieldType.DATE, "Flight end", question="When does the flight end?")
    assert values(start, page) == ["05/18/2020"]
    assert values(end, page) == ["05/24/2020"]


def test_one_date_does_not_say_which_end_of_a_range_it_is() -> None:
    start = field(FieldType.DATE, "Flight start", question="When does the flight start?")
    assert values(start, flow("Flight: May 18, 2020")) == []


def test_dates_joined_by_a_dash_are_two() -> None:
    start = field(FieldType.DATE, "Flight start", question="When does the flight start?")
    assert values(start, flow("Flight: 05/18/20-05/24/20")) == ["05/18/20"]


def test_the_documents_own_dates_say_which_comes_first_day_or_month() -> None:
    asked = field(FieldType.DATE, "Signed on")
    assert values(asked, flow("Signed on: 03/04/2020", "Printed 12/31/2020")) == ["03/04/2020"]


def test_a_date_that_reads_two_ways_is_left_to_a_person() -> None:
    assert values(field(FieldType.DATE, "Signed on"), flow("Signed on: 03/04/2020")) == []


def test_a_total_row_gives_the_column_that_is_asked() -> None:
    page = form(
        [(0, "Period"), (16, "# of Spots"), (34, "Gross Amount"), (54, "Net Amount")],
        [(0, "April"), (16, "3"), (34, "$1,000.00"), (54, "$850.00")],
        [(0, "May"), (16, "4"), (34, "$1,500.00"), (54, "$1,275.00")],
        [(0, "Totals"), (16, "7"), (34, "$2,500.00"), (54, "$2,125.00")],
    )
    assert values(field(FieldType.MONEY, "Gross amount"), page) == ["$2,500.00"]


def test_a_count_beside_a_sum_is_no_sum() -> None:
    page = form([(0, "Grand Total:"), (20, "10"), (30, "$985.00")])
    assert values(field(FieldType.MONEY, "Gross amount"), page) == ["$985.00"]


def test_on_an_invoice_the_invoice_number_is_the_papers_own() -> None:
    page = form(
        [(30, "INVOICE")],
        [(0, "Order #"), (12, "950466"), (30, "Invoice #"), (44, "950466-1")],
    )
    assert values(NUMBER, page) == ["950466-1"]


def test_a_value_may_run_over_the_lines_of_its_column() -> None:
    page = form(
        [(0, "Юридический адрес"), (24, "город Намуна, улица Большая")],
        [(24, "Садовая, дом 12, квартира 4")],
        [(0, "Телефон"), (24, "+998 71 200-00-00")],
        language="ru",
    )
    (found,) = values(field(FieldType.ADDRESS, "Юридический адрес"), page)
    assert "дом 12" in found and "Телефон" not in found


def test_a_value_may_run_over_the_lines_of_its_paragraph() -> None:
    page = flow("2.2. Основной вид деятельности: прядение хлопковых\nволокон и крашение пряжи.", language="ru")
    (found,) = values(field(FieldType.TEXT, "Основной вид деятельности"), page)
    assert found == "прядение хлопковых волокон и крашение пряжи"


def test_what_stands_below_a_value_is_another_rows() -> None:
    page = sheet(
        [
            ["Раҳбар", "Ғаниев Алишер Баҳромович"],
            ["Лавозими", "Директор"],
            ["Бош бухгалтер", "Юнусова Зарина Олимовна"],
        ],
        heads=0,
        language="uz-Cyrl",
    )
    found = find_candidates(field(FieldType.PERSON, "Директор"), case_of(page))
    assert all("Юнусова" not in candidate.value.text for candidate in found)


def test_the_code_of_a_line_is_no_figure() -> None:
    page = sheet(
        [["Показатель", "Код стр.", "2023", "2024"], ["Уставный капитал", "410", "4800000000", "4800000000"]],
        language="ru",
    )
    asked = field(FieldType.MONEY, "Уставный капитал", currency="UZS")
    assert values(asked, page) == ["4800000000"]


def test_different_figures_in_one_row_are_not_guessed_between() -> None:
    page = sheet([["Показатель", "2023", "2024"], ["Чистая прибыль", "100500", "200700"]], language="ru")
    found = values(field(FieldType.MONEY, "Чистая прибыль", currency="UZS"), page)
    assert len(found) != 1


def test_the_longest_choice_wins() -> None:
    asked = field(
        FieldType.CHOICE,
        "Soliq qarzdorligi",
        choices=(Choice(id="present", labels=("mavjud",)), Choice(id="absent", labels=("mavjud emas", "yo‘q"))),
    )
    page = form([(0, "Soliq qarzdorligi"), (30, "mavjud emas")], language="uz-Latn")
    (candidate, *_) = find_candidates(asked, case_of(page))
    assert candidate.value.normalised == "absent"


def test_a_check_that_fails_is_no_candidate() -> None:
    asked = field(FieldType.IDENTIFIER, "CPF", checks=("cpf",))
    assert values(asked, flow("CPF: 111.111.111-12", language="pt")) == []


def test_a_label_over_its_value_in_one_cell() -> None:
    # the words' places tell the two lines apart; the text joins them
    page = form([(0, "Customer")], [(0, "Aroeira Foods")])
    cell_text = page.text.replace("\n", " ")
    from evidence.pages import Block, TableCell
    from evidence.spans import CharSpan

    cell = Block(span=CharSpan(start=0, end=len(cell_text)), role="cell", cell=TableCell(table=0, row=0, column=0))
    joined = page.model_copy(update={"text": cell_text, "blocks": (cell,)})
    assert values(ADVERTISER, joined) == ["Aroeira Foods"]


def test_the_label_is_quoted_with_a_value_on_its_line() -> None:
    page = flow("Customer: Aroeira Foods Ltd")
    (candidate, *_) = find_candidates(ADVERTISER, case_of(page))
    span = candidate.evidence_span
    assert page.text[span.start : span.end] == "Customer: Aroeira Foods Ltd"


def test_a_value_in_another_column_is_quoted_alone() -> None:
    page = form([(0, "Customer"), (30, "Aroeira Foods Ltd")])
    (candidate, *_) = find_candidates(ADVERTISER, case_of(page))
    span = candidate.evidence_span
    assert page.text[span.start : span.end] == "Aroeira Foods Ltd"
    assert candidate.label == "Customer"


def test_general_labels_need_a_document_on_the_topic() -> None:
    asked = field(FieldType.DATE, "Дата выдачи лицензии", "Date of issue", question="Когда выдана лицензия?")
    licence = form(
        [(0, "Лицензия на переработку")], [(0, "Дата выдачи лицензии"), (30, "06.09.2022")], name="a", language="ru"
    )
    passport = form([(0, "Passport")], [(0, "Date of issue"), (30, "11.02.2022")], name="b", language="ru")
    assert values(asked, licence, passport) == ["06.09.2022"]


def test_a_name_that_breaks_off_is_not_taken() -> None:
    page = form([(0, "Customer: Friends of the")], [(10, "North River")])
    assert values(ADVERTISER, page) == []


def test_a_label_that_ocr_misread_by_a_letter_is_known_on_a_scan() -> None:
    rows = [[(0, "lnvoice number"), (30, "116419-1")]]
    asked = field(FieldType.IDENTIFIER, "Invoice number")
    assert values(asked, form(*rows, kind=PageKind.SCAN)) == ["116419-1"]
    assert values(asked, form(*rows, kind=PageKind.TEXT)) == []


def test_the_label_of_the_left_table_does_not_meet_the_value_of_the_right_one() -> None:
    page = form(
        [(0, "Agency"), (14, "Pine Media"), (40, "Buyer"), (54, "Maria Quill")],
        [(0, "Customer"), (40, "Account"), (54, "Alice Marsh")],
    )
    assert values(ADVERTISER, page) == []


def test_the_end_of_a_sentence_is_no_label_of_the_paragraph_below() -> None:
    asked = field(FieldType.TEXT, "Terms")
    page = form(
        "As it is used in this paper by all of us, the terms:",
        "information shall mean all documents that one of them has given to the other",
    )
    assert values(asked, page) == []


def test_several_blanks_end_a_name() -> None:
    asked = field(FieldType.ORGANISATION, "Организация")
    page = flow("Организация: ООО «НАМУНА ШИФО»        Код по ОКПО 20304050", language="ru")
    assert values(asked, page) == ["ООО «НАМУНА ШИФО»"]


def test_a_coefficient_is_no_amount() -> None:
    asked = field(FieldType.MONEY, "Залоговая стоимость", currency="UZS")
    page = flow("Залоговая стоимость 0,65 коэффициент к рыночной.", language="ru")
    assert values(asked, page) == []


def test_what_is_paid_with_a_loan_is_no_turnover_of_an_account() -> None:
    asked = field(FieldType.MONEY, "Обороты по кредиту счёта", currency="UZS")
    page = flow(
        "Направление\tЗа счёт кредита\tСвои", "Станок\t700 000\t100 000", "ИТОГО\t700 000\t100 000", language="ru"
    )
    assert values(asked, page) == []


def test_the_word_that_belongs_to_a_year_is_no_part_of_the_label() -> None:
    asked = field(FieldType.NUMBER, "Численность работников", "Xodimlar soni")
    for said in ("2021-yilda xodimlar soni – 37 nafar", "В 2021 году численность работников: 37"):
        found = values(asked, flow(said, language="ru"))
        assert [value.split()[0] for value in found] == ["37"]


def test_a_cell_that_names_the_label_once_more_before_its_value_is_as_sure() -> None:
    asked = field(FieldType.NUMBER, "Численность работников")
    row = [(0, "Численность работников"), (30, "в 2021 году в среднем работников – 37 человек")]
    other = flow("Численность работников: 52 человека", name="other", language="ru")
    assert sorted(values(asked, form(row, language="ru"), other)) == ["37 человек", "52 человека"]
    plan = [(0, "Численность работников"), (30, "на 2 смены – 37 человек")]
    assert values(asked, form(plan, language="ru"), other) == ["52 человека"]


def test_of_two_labels_between_slashes_the_part_in_the_same_place_is_meant() -> None:
    page = form([(0, "STIR / davlat ro‘yxati"), (40, "301234567 / 10-000777, 04.05.2016 y.")], language="uz-Latn")
    assert values(field(FieldType.IDENTIFIER, "Davlat ro‘yxati"), page) == ["10-000777"]
    assert values(field(FieldType.DATE, "Davlat ro‘yxati"), page) == ["04.05.2016"]
    assert values(field(FieldType.IDENTIFIER, "STIR"), page) == ["301234567"]
