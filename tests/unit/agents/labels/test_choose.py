import pytest

from agents.labels import choose
from agents.labels.found import Candidate
from agents.steps import Answer, NotFound
from evidence.fields import FieldType
from evidence.findings import TypedValue
from evidence.spans import CharSpan
from tests.unit.agents.labels.asking import ask, field, values
from tests.unit.agents.labels.papers import flow, form

AMOUNT = field(FieldType.MONEY, "Сумма кредита", currency="UZS")


def test_two_documents_that_disagree_are_rivals() -> None:
    one = form([(0, "Сумма кредита"), (30, "9 500 000 сум")], name="a", language="ru")
    other = form([(0, "Сумма кредита"), (30, "12 000 000 сум")], name="b", language="ru")
    assert sorted(values(AMOUNT, one, other)) == ["12 000 000 сум", "9 500 000 сум"]


def test_a_draft_gives_way_to_the_signed_paper() -> None:
    signed = form([(0, "Сумма кредита"), (30, "9 500 000 сум")], name="a", language="ru")
    draft = form("ЧЕРНОВИК", [(0, "Сумма кредита"), (30, "12 000 000 сум")], name="b", language="ru")
    assert values(AMOUNT, draft, signed) == ["9 500 000 сум"]


def test_documents_that_agree_give_one_value() -> None:
    one = form([(0, "Сумма кредита"), (30, "9 500 000 сум")], name="a", language="ru")
    other = form([(0, "Сумма кредита"), (30, "9 500 000,00 сум")], name="b", language="ru")
    assert len(values(AMOUNT, one, other)) == 1


def test_a_document_set_aside_answers_nothing() -> None:
    page = form([(0, "Сумма кредита"), (30, "9 500 000 сум")], language="ru")
    assert values(AMOUNT, page, set_aside=frozenset({page.document})) == []


def test_a_name_in_full_is_taken_before_one_with_initials() -> None:
    asked = field(FieldType.PERSON, "Директор", question="Кто директор?")
    short = form([(0, "Директор"), (30, "Ғаниев А.Б.")], name="a", language="ru")
    full = form([(0, "Директор"), (30, "Ғаниев Алишер Баҳромович")], name="b", language="ru")
    assert values(asked, short, full) == ["Ғаниев Алишер Баҳромович"]


def test_an_address_in_two_languages_is_no_conflict() -> None:
    asked = field(FieldType.ADDRESS, "Юридический адрес", "Yuridik manzili", question="Каков адрес?")
    russian = form([(0, "Юридический адрес"), (30, "город Намуна, улица Садовая, дом 4")], name="a", language="ru")
    uzbek = form([(0, "Yuridik manzili"), (30, "Namuna shahri, Bog‘ ko‘chasi, 4-uy")], name="b", language="uz-Latn")
    assert values(asked, uzbek, russian) == ["город Намуна, улица Садовая, дом 4"]


def test_one_name_misread_in_one_document_is_one_name() -> None:
    asked = field(FieldType.ORGANISATION, "Customer")
    first = form([(0, "Customer"), (30, "Aroeira Distribution Company")], name="a", number=1)
    second = form([(0, "Customer"), (30, "Aroeira Distributlon Company")], name="a", number=2)
    assert len(values(asked, first, second)) == 1


def test_nothing_named_is_not_found_with_a_proof_of_the_search() -> None:
    decision = ask(AMOUNT, flow("Справка о составе семьи.", language="ru"))
    assert isinstance(decision, NotFound)
    assert decision.search is not None
    assert decision.search.coverage == 1.0
    assert "Сумма кредита" in decision.search.queries


def test_a_loose_match_is_partial_evidence() -> None:
    decision = ask(field(FieldType.IDENTIFIER, "Order no."), flow("Agency Order #: 26889199"))
    assert isinstance(decision, NotFound)
    assert [claim.value for claim in decision.partial] == ["26889199"]


def test_pages_without_text_count_as_unreadable() -> None:
    blank = flow(" ", name="b")
    decision = ask(AMOUNT, form([(0, "Сумма кредита"), (30, "9 500 000 сум")], name="a", language="ru"), blank)
    assert isinstance(decision, Answer)
    assert decision.search is not None
    assert (decision.search.pages_read, decision.search.pages_total, decision.search.pages_unreadable) == (1, 2, 1)


def test_an_amount_that_reads_two_ways_is_called_so_and_not_named_loosely() -> None:
    asked = field(FieldType.MONEY, "Amount <gross & net>")
    decision = ask(asked, flow("Amount <gross & net>: USD 4,500", language=None))
    assert isinstance(decision, NotFound)
    assert str(decision.reason).startswith("'USD 4,500' can be read in more than one way")
    assert decision.partial


def test_papers_of_the_kind_asked_for_contradict_each_other_in_running_text_too() -> None:
    asked = field(FieldType.PERCENT, "Процентная ставка", papers=("заявк", "протокол"), question="Какова ставка?")
    applied = form("КРЕДИТНАЯ ЗАЯВКА", [(0, "Процентная ставка"), (30, "21 % годовых")], name="a", language="ru")
    decided = flow("ПРОТОКОЛ № 4\n\nРешили получить кредит по ставке 19,5 % годовых.", name="b", language="ru")
    assert {value[:2] for value in values(asked, applied, decided)} == {"21", "19"}


def candidate(kind: FieldType, text: str, place: int) -> Candidate:
    span = CharSpan(start=place, end=place + 1)
    return Candidate(
        document="a" * 64, page=1, value_span=span, evidence_span=span, label="label", score=0.9, why="",
        value=TypedValue(type=kind, text=text, normalised=text),
    )  # fmt: skip


@pytest.mark.parametrize("kind", [FieldType.MONEY, FieldType.IDENTIFIER, FieldType.TEXT, FieldType.ORGANISATION])
def test_thousands_of_values_are_not_held_each_against_each(kind: FieldType, monkeypatch: pytest.MonkeyPatch) -> None:
    compared = 0

    def counted(one: Candidate, other: Candidate) -> bool:
        nonlocal compared
        compared += 1
        return one.value.text == other.value.text

    monkeypatch.setattr(choose, "_says_the_same", counted)
    many = [candidate(kind, f"{number % 2_500}7", number) for number in range(5_000)]
    assert len(choose.clusters_of(many)) >= 2_500
    assert compared < 5_000 * 4 * choose._MOST_COMPARED  # four of a group stand for it


def test_a_number_in_look_alike_letters_is_still_the_same_number() -> None:
    said = [candidate(FieldType.IDENTIFIER, "АА123", 0), candidate(FieldType.IDENTIFIER, "AA123", 5)]  # Cyrillic, Latin
    assert len(choose.clusters_of(said)) == 1
