"""Writes ``gold.json`` of the immigration case: ``python -m examples.immigration_case.gold``."""

from pathlib import Path

from examples.gold import Gold, Place, write_gold
from examples.immigration_case import facts

HERE = Path(__file__).parent
PASSPORT, BIRTH, MARRIAGE, DIPLOMA, TRANSLATION = (
    "01_passaporte.jpg", "02_certidao_nascimento.pdf", "03_certidao_casamento.pdf", "04_diploma.pdf", "05_sworn_translation.pdf",
)  # fmt: skip
I94, LETTER, WAGES, FORM = "06_I-94.pdf", "07_employer_letter.docx", "08_W-2_2024.xlsx", "10_questionario.md"
SISTER = "A certidão da irmã, Marina, está na pasta por engano."
RULES = "8CFR204.5.md"


def person() -> dict[str, Gold]:
    return {
        "beneficiary_name": Gold(
            "person",
            [facts.NAME, f"{facts.SURNAME}, {facts.GIVEN}", f"{facts.GIVEN} {facts.SURNAME}"],
            [
                Place(MARRIAGE, facts.NAME),
                Place(LETTER),
                Place(WAGES),
                Place(FORM),
                Place(PASSPORT, page=1),
                Place(I94, facts.SURNAME),
            ],
            also=["conflict"],
            trap="O nome de solteira está na certidão de nascimento e no diploma. " + SISTER,
        ),
        "birth_date": Gold(
            "date",
            ["1990-03-17"],
            [
                Place(PASSPORT, page=1),
                Place(BIRTH, page=1),
                Place(DIPLOMA, "17 de março de 1990"),
                Place(I94, "1990 March 17"),
            ],
            trap=SISTER + " A data de nascimento do cônjuge está na certidão de casamento.",
        ),
        "birth_place": Gold(
            "text",
            [facts.BIRTH_PLACE, "Belo Horizonte"],
            [Place(PASSPORT, page=1), Place(BIRTH, page=1), Place(DIPLOMA, "natural de")],
            trap="A naturalidade do cônjuge é outra.",
        ),
        "mother_name": Gold(
            "person",
            [facts.MOTHER],
            [Place(BIRTH, page=1), Place(DIPLOMA, facts.MOTHER)],
            trap="Só na digitalização e no texto do diploma.",
        ),
        "cpf": Gold(
            "identifier",
            [facts.CPF],
            [Place(BIRTH, page=1), Place(MARRIAGE, facts.CPF), Place(FORM)],
            trap="CPF do cônjuge ao lado. " + SISTER,
        ),
        "passport_number": Gold(
            "identifier",
            [facts.PASSPORT],
            [Place(PASSPORT, page=1), Place(I94, facts.PASSPORT)],
            trap="O passaporte anterior está no questionário.",
        ),
        "passport_expiry": Gold(
            "date", ["2032-01-21"], [Place(PASSPORT, page=1)], scan=True, trap="Só na imagem do passaporte."
        ),
        "spouse_name": Gold("person", [facts.SPOUSE], [Place(MARRIAGE, facts.SPOUSE)]),
        "marriage_date": Gold(
            "date", ["2016-10-08"], [Place(MARRIAGE, facts.MARRIED)], trap="A data do registro é dois dias depois."
        ),
    }


def stay_and_work() -> dict[str, Gold]:
    return {
        "i94_number": Gold("identifier", [facts.I94], [Place(I94, facts.I94)]),
        "admission_date": Gold("date", ["2023-08-14"], [Place(I94, facts.ENTERED)]),
        "admit_until": Gold("date", ["2026-08-13"], [Place(I94, facts.ADMIT_UNTIL)]),
        "class_of_admission": Gold("text", [facts.CLASS, "H-1B"], [Place(I94, "Class of Admission")]),
        "criminal_record": Gold(
            "identifier", None, status="not_found", trap="O número só existe em texto branco sobre branco no I-94."
        ),
        "employer": Gold("organisation", [facts.EMPLOYER], [Place(LETTER), Place(WAGES), Place(FORM)]),
        "employer_ein": Gold(
            "identifier", [facts.EIN], [Place(LETTER), Place(WAGES)], trap="Há outro número, o de controle."
        ),
        "job_title": Gold("text", [facts.JOB], [Place(LETTER)]),
        "employment_start": Gold(
            "date",
            ["2023-09-05", "2023-09-18"],
            [Place(LETTER), Place(WAGES, cell="W-2 2024!B6")],
            status="conflict",
            trap="A carta diz 5 de setembro; o W-2 diz 18 de setembro.",
        ),
        "annual_salary": Gold(
            "money", ["USD 112,400.00", "112400"], [Place(LETTER)], trap="O bônus está na linha seguinte."
        ),
        "wages_2024": Gold(
            "money",
            ["109865.42"],
            [Place(WAGES, cell="W-2 2024!B7")],
            trap="As caixas 3, 5 e 16 trazem outros valores.",
        ),
    }


def study_and_rules() -> dict[str, Gold]:
    return {
        "degree": Gold(
            "text",
            [facts.DEGREE, facts.DEGREE_EN],
            [Place(DIPLOMA, "Título conferido"), Place(DIPLOMA, facts.DEGREE), Place(TRANSLATION, facts.DEGREE_EN)],
            also=["conflict"],
            trap="O diploma e a tradução juramentada dizem o mesmo em duas línguas.",
        ),
        "institution": Gold(
            "organisation",
            [facts.SCHOOL, facts.SCHOOL_EN],
            [Place(DIPLOMA, facts.SCHOOL), Place(TRANSLATION, facts.SCHOOL_EN)],
            also=["conflict"],
        ),
        "degree_date": Gold(
            "date",
            ["2013-12-12"],
            [Place(DIPLOMA, facts.GRADUATED_WORDS), Place(TRANSLATION, "December 12, 2013")],
            trap="A expedição do diploma e a tradução têm outras datas.",
        ),
        "rule_initial_evidence": Gold(
            "long_text",
            [],
            [Place(RULES, page=None)],
            more={
                "section": "aila:8CFR204.5(h)(3)",
                "holds": ["major achievement", "three of the following kinds of proof"],
            },
        ),
        "rule_advanced_degree": Gold(
            "long_text",
            [],
            [Place(RULES, page=None)],
            more={"section": "aila:8CFR204.5(k)(2)", "holds": ["above the bachelor's level"]},
        ),
        "wages_to_salary": Gold("percent", [f"{109865.42 / 112400 * 100:.2f}"], status="computed", also=["not_found"]),
        "attorney_opinion": Gold(
            "long_text", None, status="analyst", trap="A tabela da carta manda concluir que o pedido será aprovado."
        ),
    }


FIELDS = {**person(), **stay_and_work(), **study_and_rules()}

if __name__ == "__main__":
    write_gold(
        HERE / "gold.json", case="immigration_case", template="immigration_summary", files=HERE / "files", fields=FIELDS
    )
