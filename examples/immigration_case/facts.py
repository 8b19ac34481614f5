"""What is true in the invented immigration case; documents and gold are both written from here. Everything is invented."""

NAME = "Mariana Alves Figueiredo Monteiro"
MAIDEN = "Mariana Alves Figueiredo"
SURNAME, GIVEN = "FIGUEIREDO MONTEIRO", "MARIANA ALVES"
BORN, BORN_WORDS = "17/03/1990", "dezessete de março de mil novecentos e noventa"
BIRTH_PLACE = "Belo Horizonte, Minas Gerais"
MOTHER, FATHER = "Helena Alves Figueiredo", "Antônio Carlos Figueiredo"
PASSPORT, PASSPORT_ISSUED, PASSPORT_EXPIRES = "GB482917", "22/01/2022", "21/01/2032"
SPOUSE = "Rafael Tavares Monteiro"
MARRIED, MARRIED_WORDS = "08/10/2016", "oito de outubro de dois mil e dezesseis"

I94 = "748T2K61A9"
ENTERED, ADMIT_UNTIL, CLASS = "2023 August 14", "2026 August 13", "H1B"
EMPLOYER, EIN = "Harborline Structural Engineering, Inc.", "84-2917365"
JOB = "Senior Structural Engineer"
STARTED_LETTER, STARTED_SHEET = "September 5, 2023", "2023-09-18"
SALARY, WAGES = "112,400.00", 109_865.42

DEGREE, DEGREE_EN = "Bacharel em Engenharia Civil", "Bachelor of Civil Engineering"
SCHOOL, SCHOOL_EN = "Universidade Federal do Vale Alto", "Federal University of Vale Alto"
GRADUATED, GRADUATED_WORDS = "12/12/2013", "12 de dezembro de 2013"
DIPLOMA_ISSUED = "20 de fevereiro de 2014"

SISTER, SISTER_BORN = "Marina Alves Figueiredo", "02/11/1992"


def cpf(first9: str) -> str:
    """With its two check digits, as ``000.000.000-00``."""
    digits = [int(digit) for digit in first9]
    for _ in range(2):
        rest = sum(digit * weight for digit, weight in zip(digits, range(len(digits) + 1, 1, -1), strict=True)) % 11
        digits.append(0 if rest < 2 else 11 - rest)
    text = "".join(map(str, digits))
    return f"{text[:3]}.{text[3:6]}.{text[6:9]}-{text[9:]}"


CPF, SPOUSE_CPF, SISTER_CPF = cpf("038417265"), cpf("041926538"), cpf("052738194")
