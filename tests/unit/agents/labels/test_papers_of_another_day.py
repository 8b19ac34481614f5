"""Drafts, old editions and older issues: what only they say is shown, and is no answer."""

import pytest

from agents.steps import NotFound
from evidence.fields import FieldType
from evidence.memory import MemoryPages
from evidence.pages import Document, Page
from evidence.reasons import Reason
from tests.unit.agents.labels.asking import ask, field, values
from tests.unit.agents.labels.papers import flow


def _case(*papers: tuple[str, Page]) -> MemoryPages:
    """Under their own files' names."""
    return MemoryPages(
        [Document(sha256=page.document, name=name, media_type="text/plain", page_count=1) for name, page in papers],
        [page for _, page in papers],
    )


_TERM = field(FieldType.NUMBER, "Срок кредита")
_CAPITAL = field(FieldType.MONEY, "Уставный фонд", currency="UZS")
_CERTIFIED = field(FieldType.DATE, "Состояние на")


def _reason(decision: object) -> str:
    assert isinstance(decision, NotFound) and isinstance(decision.reason, Reason) and decision.partial
    return decision.reason.code


@pytest.mark.parametrize("name", ["zayavka_chernovik_17_02.txt", "Заявка (черновик).txt", "application draft 2.txt"])
def test_a_draft_is_known_by_its_files_name_and_does_not_answer(name: str) -> None:
    draft = name, flow("ЗАЯВКА", "Срок кредита: 84 месяца", name="a", language="ru")
    final = "Заявка 62-25.txt", flow("ЗАЯВКА", "Срок кредита: 60 месяцев", name="b", language="ru")
    assert _reason(ask(_TERM, source=_case(draft))) == "only_draft"
    assert values(_TERM, source=_case(draft, final)) == ["60 месяцев"]


@pytest.mark.parametrize("name", ["Устав (старая редакция).docx", "Ustav 2016 (eski tahrir).docx", "charter_old.docx"])
def test_an_old_edition_is_known_by_its_files_name(name: str) -> None:
    old = name, flow("УСТАВ", "Уставный фонд: 600 000 000 сум", name="a", language="ru")
    new = "Устав 2023.docx", flow("УСТАВ", "Уставный фонд: 2 460 000 000 сум", name="b", language="ru")
    assert values(_CAPITAL, source=_case(old, new)) == ["2 460 000 000 сум"]
    assert _reason(ask(_CAPITAL, source=_case(old))) == "out_of_force"


def test_an_archive_copy_says_so_of_itself() -> None:
    old = flow("УСТАВ", "г. Бухара", "Архивная копия.", "Уставный фонд: 600 000 000 сум", name="a.docx", language="ru")
    assert _reason(ask(_CAPITAL, old)) == "out_of_force"


def _certificate(day: str, state: str, name: str) -> Page:
    head = ("СОЛИҚ ҚЎМИТАСИ АНДИЖОН ВИЛОЯТИ", "АНДИЖОН ШАҲАР СОЛИҚ ИНСПЕКЦИЯСИ")
    return flow(*head, f"от {day} г.", "СПРАВКА", state, name=name, language="ru")


def test_an_older_issue_of_an_offices_paper_does_not_answer_alone() -> None:
    old = _certificate("04.10.2024", "Состояние на: 01.10.2024", "a.txt")
    new = _certificate("03.04.2025", "Задолженности на начало апреля нет.", "b.txt")
    assert _reason(ask(_CERTIFIED, old, new)) == "only_older"
    assert values(_CERTIFIED, old) == ["01.10.2024"]


def _charter(year: int, capital: str, name: str, *, company: str = "РАВНАК ТРАНС", title: str = "У С Т А В") -> Page:
    head = (
        f"УТВЕРЖДЁН решением участников {year} года",
        title,
        "общества с ограниченной ответственностью",
        f"«{company}»",
    )
    return flow(*head, f"г. Термез, {year} г.", f"Уставный фонд: {capital}", name=name, language="ru")


@pytest.mark.parametrize(
    ("title", "number"),
    [
        ("Выписка из реестра от {}", "ИНН"),
        ("Юридик шахслар реестридан кўчирма {}", "СТИР"),
        ("Extract from the register of companies as of {}", "TIN"),
    ],
)
def test_a_later_extract_from_a_register_replaces_the_earlier_one_of_the_same_taxpayer(title: str, number: str) -> None:
    def extract(day: str, taxpayer: str, capital: str, name: str) -> Page:
        return flow(title.format(day), f"{number}: {taxpayer}", capital, name=name, language="ru")

    old = extract("10.01.2020", "303221144", "Уставный фонд: 100 000 000 сум", "a.txt")
    new = extract("10.09.2025", "303221144", "Уставный фонд: 1 100 000 000 сум", "b.txt")
    silent = extract("10.09.2025", "303221144", "Место нахождения: г. Бухара", "c.txt")
    sister = extract("10.09.2025", "309998877", "Место нахождения: г. Бухара", "d.txt")
    assert values(_CAPITAL, old, new) == ["1 100 000 000 сум"]
    assert _reason(ask(_CAPITAL, old, silent)) == "only_older"
    assert values(_CAPITAL, old, sister) == ["100 000 000 сум"]


def test_of_two_editions_of_a_charter_the_later_one_answers() -> None:
    old, new = _charter(2018, "400 000 000 сум", "a"), _charter(2023, "3 200 000 000 сум", "b", title="УСТАВ")
    assert values(_CAPITAL, old, new) == ["3 200 000 000 сум"]
    assert values(_CAPITAL, old) == ["400 000 000 сум"]


def test_the_pages_after_the_title_go_with_it_up_to_the_next_paper() -> None:
    title = flow("УСТАВ", "«РАВНАК ТРАНС»", "г. Термез, 2018 г.", name="a", language="ru")
    inside = flow("3. Фонд", "Уставный фонд: 400 000 000 сум", name="a", number=2, language="ru")
    minutes = flow("ПРОТОКОЛ № 9", "Уставный фонд: 3 200 000 000 сум", name="a", number=3, language="ru")
    new = flow("USTAV", "“RAVNAK TRANS” MChJ", "Termiz, 2023", name="b", language="uz-Latn")
    assert values(_CAPITAL, title, inside, minutes, new) == ["3 200 000 000 сум"]


def test_a_chapter_in_capitals_opens_no_other_paper_and_a_title_may_say_whose_it_is() -> None:
    title = flow("УСТАВ", "«РАВНАК ТРАНС»", "г. Термез, 2018 г.", name="a", language="ru")
    inside = flow("II. УСТАВНЫЙ ФОНД", "Уставный фонд: 400 000 000 сум", name="a", number=2, language="ru")
    new = flow(
        "«РАВНАК ТРАНС» MCHJ USTAVI", "Termiz, 2023", "Уставный фонд: 3 200 000 000 сум", name="b", language="ru"
    )
    assert values(_CAPITAL, title, inside, new) == ["3 200 000 000 сум"]


def test_another_companys_charter_replaces_nobodys() -> None:
    own, other = _charter(2018, "400 000 000 сум", "a"), _charter(2023, "7 000 сум", "b", company="БОШҚА САВДО")
    assert "400 000 000 сум" in values(_CAPITAL, own, other)


@pytest.mark.parametrize(
    "said", ["не рассчитывается для юридических лиц", "not rated", "ko‘rsatilmagan", "não se aplica"]
)
def test_a_place_left_without_a_value_holds_none(said: str) -> None:
    rating = field(FieldType.TEXT, "Внешний рейтинг")
    assert values(rating, flow("АНКЕТА", f"Внешний рейтинг: {said}", language="ru")) == []
    assert values(rating, flow("АНКЕТА", "Внешний рейтинг: uzA+, стабильный", language="ru")) == ["uzA+, стабильный"]


@pytest.mark.parametrize(
    "said", ["Образец заполнения: 100 000 сум", "например, 100 000 сум", "пример 100 000 сум", "100 000 сум (namuna)"]
)
def test_a_forms_own_example_is_no_value(said: str) -> None:
    assert values(_CAPITAL, flow("АНКЕТА", f"Уставный фонд: {said}", language="ru")) == []


def test_a_company_called_example_keeps_its_value() -> None:
    paper = flow("АНКЕТА", "ООО «НАМУНА МУЛК», уставный фонд: 100 000 сум", language="ru")
    assert values(_CAPITAL, paper) == ["100 000 сум"]


@pytest.mark.parametrize("said", ["12 % годовых в долларах или 23 % в сумах", "24 % на 01.01.2020; 26 % на 01.10.2025"])
def test_two_values_in_one_place_are_for_a_person(said: str) -> None:
    rate = field(FieldType.PERCENT, "Процентная ставка")
    assert values(rate, flow("ЗАЯВКА", f"Процентная ставка: {said}", language="ru")) == []


def test_an_employee_is_no_employer() -> None:
    employer = field(FieldType.ORGANISATION, "Employer")
    assert values(employer, flow("LETTER", "Employee: FERNANDA GOMES DA SILVA", language="en")) == []
    assert values(employer, flow("LETTER", "Employer: Harborline Engineering, Inc.", language="en")) != []


def test_a_label_that_says_whose_it_is_speaks_for_nobody_else() -> None:
    debt = field(FieldType.MONEY, "Просроченная задолженность", currency="UZS").model_copy(
        update={"about_subject": True}
    )
    guarantors = flow("СПРАВКА", "Просроченная задолженность поручителя: 3 400 000 сум", language="ru")
    assert values(debt, guarantors) == []
    borrowers = flow("СПРАВКА", "Просроченная задолженность заёмщика: 1 200 000 сум", language="ru")
    assert values(debt, borrowers) == ["1 200 000 сум"]


def test_a_suppliers_offer_says_nothing_of_the_subject() -> None:
    address = field(FieldType.ADDRESS, "Юридический адрес").model_copy(update={"about_subject": True})
    offer = flow("ООО «Поставщик Плюс»", "Предложение", "Юридический адрес: г. Навои, ул. Ленина, 1", language="ru")
    form = flow("АНКЕТА ООО «Альфа»", "Юридический адрес: г. Бухара, ул. Мира, 5", name="b", language="ru")
    assert values(address, offer, form, subject="ООО «Альфа», 301222333") == ["г. Бухара, ул. Мира, 5"]
    assert values(address, offer, subject="ООО «Альфа», 301222333") == []


def test_a_brothers_birth_certificate_of_a_later_day_replaces_nobodys() -> None:
    head = "REPÚBLICA DA CONCÓRDIA", "REGISTRO CIVIL DE NACIMIENTO"
    own = flow(*head, "Nombre: Catalina Restrepo", "Inscrito 25/06/1987", "Serial No: 771-A", name="a", language="pt")
    brother = flow(
        *head, "Nombre: Hernando Restrepo", "Inscrito 28/04/2015", "Serial No: 985-B", name="b", language="pt"
    )
    assert set(values(field(FieldType.IDENTIFIER, "Serial No"), own, brother)) == {"771-A", "985-B"}
