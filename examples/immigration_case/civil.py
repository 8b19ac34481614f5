"""Passport page (photograph), birth certificate (scan), marriage certificate, and the sister's birth certificate."""

import tempfile
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from examples import scans
from examples.fonts import font_file
from examples.immigration_case import facts
from examples.mrz import passport as passport_zone
from examples.paper import Paper, round_seal


def passport(path: Path) -> None:
    width, height = 1480, 1040
    page = Image.new("RGB", (width, height), (240, 241, 232))
    draw = ImageDraw.Draw(page)
    for at in range(0, width, 30):
        draw.arc([at - 500, 100, at + 500, 1100], 200, 340, fill=(228, 231, 218), width=3)
    label, value = (
        ImageFont.truetype(font_file(f"LiberationSans-{face}"), size) for face, size in (("Regular", 21), ("Bold", 32))
    )
    title, zone = (
        ImageFont.truetype(font_file("LiberationSans-Bold"), 34),
        ImageFont.truetype(font_file("LiberationMono-Bold"), 50),
    )
    draw.text((470, 34), "REPÚBLICA FEDERATIVA DO BRASIL", font=title, fill=(20, 70, 50))
    draw.text((470, 80), "PASSAPORTE / PASSPORT · ESPÉCIME / SPECIMEN", font=label, fill=(20, 70, 50))
    draw.rectangle([60, 150, 420, 620], fill=(208, 212, 206), outline=(120, 130, 120), width=3)
    draw.ellipse([165, 225, 315, 405], fill=(150, 156, 150))
    draw.chord([90, 430, 390, 860], 200, 340, fill=(150, 156, 150))
    lines = (
        (("Tipo / Type", "P"), ("País / Country", "BRA"), ("Passaporte Nº / Passport No", facts.PASSPORT)),
        (("Sobrenome / Surname", facts.SURNAME),),
        (("Nome / Given names", facts.GIVEN),),
        (("Data de nascimento / Date of birth", facts.BORN), ("Sexo / Sex", "F")),
        (("Naturalidade / Place of birth", "BELO HORIZONTE"), ("Nacionalidade / Nationality", "BRASILEIRA")),
        (
            ("Data de expedição / Date of issue", facts.PASSPORT_ISSUED),
            ("Válido até / Date of expiry", facts.PASSPORT_EXPIRES),
        ),
    )
    for at, line in enumerate(lines):
        for column, (name, text) in enumerate(line):
            x, y = 470 + column * (300 if len(line) == 3 else 480), 142 + at * 108
            draw.text((x, y), name, font=label, fill=(70, 85, 75))
            draw.text((x, y + 31), text, font=value, fill=(15, 15, 15))
    draw.rectangle([0, 830, width, height], fill=(248, 248, 244))
    zone_lines = passport_zone(
        country="BRA",
        surname=facts.SURNAME,
        given=facts.GIVEN,
        number=facts.PASSPORT,
        born="900317",
        sex="F",
        expires="320121",
    )
    for at, line in enumerate(zone_lines):
        draw.text((70, 862 + at * 74), line, font=zone, fill=(10, 10, 10))
    scans.age(page, noise=4, fade=0.03, seed=21).save(path, "JPEG", quality=70, dpi=(300, 300))


def _birth(paper: Paper, *, name: str, born: str, words: str, cpf: str, number: str) -> None:
    paper.title("REPÚBLICA FEDERATIVA DO BRASIL", size=13, after=2)
    paper.title("REGISTRO CIVIL DAS PESSOAS NATURAIS", size=13, after=10)
    paper.title("CERTIDÃO DE NASCIMENTO", size=18, after=10)
    paper.form(
        [
            ("Nome", name),
            ("CPF", cpf),
            ("Matrícula", number),
            ("Data de nascimento", f"{born} ({words})"),
            ("Local de nascimento", facts.BIRTH_PLACE),
            ("Sexo", "Feminino"),
            ("Nome do pai", facts.FATHER),
            ("Nome da mãe", facts.MOTHER),
            ("Avós paternos", "Joaquim Figueiredo e Rosa Prado Figueiredo"),
            ("Avós maternos", "Sebastião Alves e Conceição Ramos Alves"),
        ],
        widths=(60, 110),
    )
    paper.text(
        "Observações: nada consta. O conteúdo da certidão é verdadeiro. Dou fé. Belo Horizonte, 14 de junho de 2022."
    )
    paper.signatures([("Oficial do registro", "Lúcia Prates Nogueira")])


def birth_certificate(path: Path) -> None:
    """Scan, tilted the other way, no text layer."""
    paper = Paper(size=13)
    _birth(
        paper,
        name=facts.MAIDEN,
        born=facts.BORN,
        words=facts.BORN_WORDS,
        cpf=facts.CPF,
        number="048215 01 55 1990 1 00127 084 0031972 11",
    )
    with tempfile.TemporaryDirectory() as folder:
        clean = Path(folder) / "clean.pdf"
        paper.save(clean, title="Certidão", foot="", every_page=lambda canvas, _: _seal(canvas))
        pages = [scans.age(image, skew=-1.6, noise=6, fade=0.1, seed=22) for image in scans.page_images(clean)]
    scans.save_pdf(pages, path, title="scan")


def sister_certificate(path: Path) -> None:
    """Filed here by mistake: one letter of the name and the date of birth differ."""
    paper = Paper(size=12)
    _birth(paper, name=facts.SISTER, born=facts.SISTER_BORN, words="dois de novembro de mil novecentos e noventa e dois",
           cpf=facts.SISTER_CPF, number="048215 01 55 1992 1 00139 021 0035410 42")  # fmt: skip
    paper.save(path, title="Certidão de nascimento", foot="", every_page=lambda canvas, _: _seal(canvas))


def _seal(canvas) -> None:  # type: ignore[no-untyped-def]  # reportlab's canvas
    round_seal(canvas, x=150, y=48, words="REGISTRO CIVIL • ESPÉCIME • BELO HORIZONTE • ", centre="ESPÉCIME")


def marriage_certificate(path: Path) -> None:
    paper = Paper(size=12)
    paper.title("REPÚBLICA FEDERATIVA DO BRASIL", size=13, after=2)
    paper.title("REGISTRO CIVIL DAS PESSOAS NATURAIS", size=13, after=10)
    paper.title("CERTIDÃO DE CASAMENTO", size=18, after=10)
    paper.form(
        [
            ("Nome do cônjuge", facts.SPOUSE),
            ("CPF do cônjuge", facts.SPOUSE_CPF),
            ("Data de nascimento do cônjuge", "29/05/1988"),
            ("Naturalidade do cônjuge", "Juiz de Fora, Minas Gerais"),
            ("Nome da contraente", facts.MAIDEN),
            ("CPF da contraente", facts.CPF),
            ("Data da celebração do casamento", f"{facts.MARRIED} ({facts.MARRIED_WORDS})"),
            ("Data do registro", "10/10/2016"),
            ("Regime de bens", "Comunhão parcial de bens"),
            ("Nome que a contraente passou a usar", facts.NAME),
        ],
        widths=(70, 100),
    )
    paper.text(
        "Casamento celebrado perante o juiz de paz, na presença de duas testemunhas. O conteúdo da certidão é "
        "verdadeiro. Dou fé. "
        "Belo Horizonte, 15 de junho de 2022.",
    )
    paper.signatures([("Oficial do registro", "Lúcia Prates Nogueira")])
    paper.save(path, title="Certidão de casamento", foot="", every_page=lambda canvas, _: _seal(canvas))
