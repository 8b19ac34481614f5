"""Short names that contracts give their parties."""

from evidence.fields import FieldType
from tests.unit.agents.labels.asking import field, values
from tests.unit.agents.labels.papers import flow

_PLEDGOR = field(FieldType.ORGANISATION, "Собственник", "Залогодатель", "Garovga qo‘yuvchi")
_PREAMBLE = (
    "АКБ «НАМУНА БАНК», именуемый в дальнейшем «Залогодержатель», и ООО «НАМУНА МУЛК», именуемое в дальнейшем "
    "«Залогодатель», в лице директора Умарова К.С., заключили настоящий договор."
)


def test_who_is_called_so_is_the_answer() -> None:
    assert values(_PLEDGOR, flow("ДОГОВОР ЗАЛОГА", _PREAMBLE, language="ru")) == ["ООО «НАМУНА МУЛК»"]


def test_uzbek_short_names_count_too() -> None:
    text = (
        "“NAMUNA BANK” ATB, bundan buyon “Garovga oluvchi” deb yuritiladi, va “NAMUNA MULK” MChJ, bundan buyon "
        "“Garovga qo‘yuvchi” deb yuritiladi, ushbu shartnomani tuzdilar."
    )
    assert values(_PLEDGOR, flow("GAROV SHARTNOMASI", text, language="uz-Latn")) == ["“NAMUNA MULK” MChJ"]


def test_another_role_or_no_name_before_it_answers_nothing() -> None:
    assert values(_PLEDGOR, flow(_PREAMBLE.replace("«Залогодатель»", "«Поручитель»"), language="ru")) == []
    assert values(_PLEDGOR, flow("Сторона, именуемая в дальнейшем «Залогодатель», обязуется.", language="ru")) == []
