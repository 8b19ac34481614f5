"""Papers that say to whom they were given."""

import pytest

from agents.parties.mentions import Own
from agents.parties.papers import made_out_to


@pytest.mark.parametrize(
    "paper",
    [
        "ГНИ района\nСПРАВКА № 4521\nДана поручителю ООО «GULISTON MEVA» для банка по кредиту {own}.\nДолг: 15 млн",
        "МАЪЛУМОТНОМА\nКафил «GULISTON MEVA» МЧЖга {own} кредити бўйича банкка тақдим этиш учун берилди\nҚарз: 15 млн",
        "Certificate\nIssued to the guarantor GULISTON MEVA LLC for the loan of {own}\nTax debt: 15 mln",
    ],
)
def test_a_certificate_given_to_a_surety_says_nothing_of_the_borrower_whose_loan_it_is_for(paper: str) -> None:
    own = Own.of(("ООО «BAHOR NUR SAVDO»",), ("305112233",))
    assert "GULISTON MEVA" in (made_out_to(paper.format(own="ООО «BAHOR NUR SAVDO»"), own) or "")
    assert made_out_to("Справка\nДана ООО «BAHOR NUR SAVDO» для предоставления в АКБ «Z»", own) is None
    assert made_out_to("Справка\nДана АКБ «Zamin» о том, что ООО «BAHOR NUR SAVDO»", own) is None
