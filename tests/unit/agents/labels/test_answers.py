"""Questions of fields that have no labels."""

import pytest

from agents.labels.questions import analysed
from evidence.fields import FieldType
from tests.unit.agents.labels.asking import field, values
from tests.unit.agents.labels.papers import flow


def question(text: str):
    return field(FieldType.TEXT, question=text)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("В каком году был построен мост?", "year"),
        ("Сколько арок у моста?", "number"),
        ("Кто построил мост?", "person"),
        ("Em que ano foi construída a ponte?", "year"),
        ("Quantos arcos tem a ponte?", "number"),
        ("Por que a ponte foi fechada?", "reason"),
        ("When was the bridge opened?", "date"),
        ("Who designed the bridge?", "person"),
        ("Что видно с моста?", "open"),
    ],
)
def test_knows_what_kind_of_answer_is_asked(text: str, kind: str) -> None:
    assert analysed(text).kind == kind


RIVER = flow(
    "Старый мост через реку Тихую построен в 1874 году инженером Павлом Ивановичем Сомовым и имеет семь каменных арок.",
    "Паромная переправа через реку Тихую работала до 1860 года и перевозила сорок подвод в день.",
    language="ru",
)


def test_answers_with_the_year_of_the_best_sentence() -> None:
    assert values(question("В каком году построен старый мост через реку Тихую?"), RIVER) == ["1874"]


def test_answers_with_the_number_before_what_is_counted() -> None:
    assert values(question("Сколько каменных арок имеет старый мост через реку Тихую?"), RIVER) == ["семь"]


def test_answers_in_portuguese() -> None:
    page = flow(
        "A ponte velha sobre o rio Manso foi construída em 1874 pelo engenheiro Paulo Somes.",
        "A travessia de barcos funcionou até 1860.",
        language="pt",
    )
    assert values(question("Em que ano foi construída a ponte velha sobre o rio Manso?"), page) == ["1874"]


def test_abstains_when_few_words_are_shared() -> None:
    assert values(question("В каком году основан городской театр кукол?"), RIVER) == []


def test_abstains_across_languages() -> None:
    assert values(question("In which year was the old stone bridge over the river built?"), RIVER) == []


def test_abstains_where_no_kind_of_answer_is_known() -> None:
    assert values(question("Что думают жители о старом мосте через реку Тихую?"), RIVER) == []


def test_answers_with_the_noun_asked_about_and_what_is_new_of_it() -> None:
    page = flow(
        "A máquina hidráulica de Somes formalizou o conceito de comporta móvel em 1901.",
        "Outra oficina fabricava carroças.",
        language="pt",
    )
    assert values(question("Qual máquina formalizou o conceito de comporta móvel?"), page) == [
        "máquina hidráulica de Somes"
    ]
