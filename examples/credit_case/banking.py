"""Bank letter and tax certificate (scans), passport (photograph), credit report and court certificate (born digital)."""

import tempfile
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from examples import scans
from examples.credit_case import facts
from examples.fonts import font_file
from examples.mrz import passport as passport_zone
from examples.paper import Paper, round_seal

MONTHS = (
    "март 2024",
    "апрель 2024",
    "май 2024",
    "июнь 2024",
    "июль 2024",
    "август 2024",
    "сентябрь 2024",
    "октябрь 2024",
    "ноябрь 2024",
    "декабрь 2024",
    "январь 2025",
    "февраль 2025",
)
_SHARES = (69, 74, 81, 78, 85, 88, 92, 96, 91, 94, 75)


def months_of(total: str) -> tuple[str, ...]:
    """Twelve monthly sums, in tiyin exact, that add up to ``total``."""
    left = tiyin = int(total.replace(" ", "").replace(",", ""))
    sums = []
    for share in (*_SHARES, None):
        month = left if share is None else tiyin * share // 1000 // 137 * 137
        left -= month
        sums.append(f"{month // 100:,}".replace(",", " ") + f",{month % 100:02d}")
    return tuple(sums)


def turnover_letter(path: Path) -> None:
    """Scan, tilted by two degrees, no text layer."""
    paper = Paper(family="Sans", size=11.5)
    paper.title(facts.BANK_BRANCH_RU.upper(), size=13, after=2)
    paper.centre(f"МФО {facts.MFO}, ИНН банка {facts.BANK_INN}")
    paper.text(f"№ {facts.BANK_LETTER_NO} от {facts.BANK_LETTER_DATE}")
    paper.title("СПРАВКА ОБ ОБОРОТАХ ПО СЧЁТУ", size=15)
    paper.text(
        f"Дана {facts.FULL_RU}, ИНН {facts.INN}, в том, что обороты по счёту {facts.ACCOUNT} за период {facts.TURNOVER_PERIOD} "
        "составили, в сумах:"
    )
    rows = list(zip(MONTHS, months_of(facts.DEBIT_TURNOVER), months_of(facts.CREDIT_TURNOVER), strict=True))
    paper.grid(["Месяц", "Дебет", "Кредит"], rows, widths=[50, 58, 58], numbers=(1, 2), size=11)
    paper.text(f"Итого дебетовый оборот: {facts.DEBIT_TURNOVER} сум")
    paper.text(f"Итого кредитовый оборот: {facts.CREDIT_TURNOVER} сум")
    paper.text("Картотека № 2: отсутствует")
    paper.text("Справка выдана по запросу клиента для представления в кредитный отдел.")
    paper.signatures([("Управляющий филиалом", "Эргашев Ф.Н.")])
    with tempfile.TemporaryDirectory() as folder:
        clean = Path(folder) / "clean.pdf"
        paper.save(
            clean,
            title="Справка",
            foot="",
            every_page=lambda canvas, _: round_seal(
                canvas, x=70, y=34, words="NAMUNA BANK • NAMANGAN FILIALI • ", centre="NAMUNA"
            ),
        )
        pages = [scans.age(image, skew=2.0, noise=6, fade=0.12, seed=11) for image in scans.page_images(clean)]
    scans.save_pdf(pages, path, title="scan")


def tax_certificate(path: Path) -> None:
    """Scan that went into the feeder sideways: rotated by 90 degrees, no text layer; Uzbek in Latin letters."""
    paper = Paper(size=13)
    paper.title("O‘ZBEKISTON RESPUBLIKASI DAVLAT SOLIQ QO‘MITASI", size=13, after=2)
    paper.title("KOSONSOY TUMANI DAVLAT SOLIQ INSPEKSIYASI", size=13, after=16)
    paper.title("MA’LUMOTNOMA", size=20, after=12)
    paper.form(
        [
            ("Ma’lumotnoma raqami", facts.TAX_CERT_NO),
            ("Ma’lumotnoma sanasi", facts.TAX_CERT_DATE),
            ("Korxona nomi", facts.FULL_UZ),
            ("STIR", facts.INN),
            ("Yuridik manzili", facts.ADDRESS_UZ),
            ("Soliq va yig‘imlar bo‘yicha qarzdorligi", "mavjud emas"),
            ("Ijtimoiy soliq bo‘yicha qarzdorligi", "mavjud emas"),
        ],
        widths=(75, 95),
    )
    paper.text(
        "Ma’lumotnoma tijorat bankiga kredit olish uchun taqdim etish maqsadida berildi. Hujjat berilgan sanadan boshlab bir oy "
        "davomida amal qiladi. Ma’lumotlar soliq to‘lovchining shaxsiy kartochkasi asosida tayyorlangan."
    )
    paper.signatures([("Inspeksiya boshlig‘i", "Madrahimov B.Q.")])
    with tempfile.TemporaryDirectory() as folder:
        clean = Path(folder) / "clean.pdf"
        paper.save(
            clean,
            title="Ma’lumotnoma",
            foot="",
            every_page=lambda canvas, _: round_seal(
                canvas, x=75, y=90, words="SOLIQ INSPEKSIYASI • NAMUNA • ", centre="NAMUNA"
            ),
        )
        pages = [
            scans.age(image, noise=5, fade=0.08, seed=12).rotate(90, expand=True) for image in scans.page_images(clean)
        ]
    scans.save_pdf(pages, path, title="scan")


def passport(path: Path) -> None:
    """A telephone's picture of the data page of an invented specimen."""
    width, height = 1480, 1040
    page = Image.new("RGB", (width, height), (238, 243, 236))
    draw = ImageDraw.Draw(page)
    for at in range(-height, width, 26):
        draw.line([(at, 0), (at + height, height)], fill=(226, 235, 228), width=3)
    label, value = (
        ImageFont.truetype(font_file("LiberationSans-Regular"), 22),
        ImageFont.truetype(font_file("LiberationSans-Bold"), 33),
    )
    title, zone = (
        ImageFont.truetype(font_file("LiberationSans-Bold"), 36),
        ImageFont.truetype(font_file("LiberationMono-Bold"), 50),
    )
    draw.text((470, 34), "O‘ZBEKISTON RESPUBLIKASI", font=title, fill=(20, 60, 110))
    draw.text(
        (470, 78), "REPUBLIC OF UZBEKISTAN · PASPORT / PASSPORT · NAMUNA / SPECIMEN", font=label, fill=(20, 60, 110)
    )
    draw.rectangle([60, 150, 420, 600], fill=(206, 214, 220), outline=(120, 130, 140), width=3)
    draw.ellipse([165, 215, 315, 395], fill=(150, 160, 170))
    draw.pieslice([90, 410, 390, 800], 180, 360, fill=(150, 160, 170))
    draw.rectangle([60, 600, 420, 800], fill=(238, 243, 236))
    number = facts.DIRECTOR_PASSPORT.replace(" ", "")
    lines = (
        (("Turi / Type", "P"), ("Davlat kodi / Code", "UZB"), ("Pasport raqami / Passport No", number)),
        (("Familiyasi / Surname", facts.DIRECTOR_SURNAME),),
        (("Ismi / Given names", facts.DIRECTOR_GIVEN),),
        (("Tug‘ilgan sanasi / Date of birth", facts.DIRECTOR_BORN), ("Jinsi / Sex", "M")),
        (("Shaxsiy raqami / Personal No", facts.DIRECTOR_PINFL), ("Tug‘ilgan joyi / Place of birth", "NAMANGAN")),
        (
            ("Berilgan sanasi / Date of issue", facts.DIRECTOR_PASSPORT_ISSUED),
            ("Amal qilish muddati / Date of expiry", facts.DIRECTOR_PASSPORT_EXPIRES),
        ),
    )
    for at, line in enumerate(lines):
        for column, (name, text) in enumerate(line):
            x, y = 470 + column * (300 if len(line) == 3 else 470), 142 + at * 104
            draw.text((x, y), name, font=label, fill=(70, 80, 90))
            draw.text((x, y + 32), text, font=value, fill=(15, 15, 20))
    draw.rectangle([0, 830, width, height], fill=(247, 248, 246))
    for at, line in enumerate(
        passport_zone(
            country="UZB",
            surname=facts.DIRECTOR_SURNAME,
            given=facts.DIRECTOR_GIVEN,
            number=number,
            born="810827",
            sex="M",
            expires="320210",
            personal=facts.DIRECTOR_PINFL,
        )
    ):
        draw.text((70, 862 + at * 74), line, font=zone, fill=(10, 10, 10))
    aged = scans.age(page, noise=4, fade=0.03, seed=13)
    aged.save(path, "JPEG", quality=70, dpi=(300, 300))


def credit_report(path: Path) -> None:
    paper = Paper(family="Sans", size=10)
    paper.title("КРЕДИТНЫЙ ОТЧЁТ", size=16, after=2)
    paper.centre("№ КО-2025-118402, сформирован 04.03.2025 по запросу " + facts.BANK_RU)
    paper.heading("1. Субъект кредитной информации")
    paper.form(
        [
            ("Наименование", facts.FULL_RU),
            ("ИНН", facts.INN),
            ("Дата регистрации", facts.REG_DATE),
            ("Юридический адрес", facts.ADDRESS_RU),
        ]
    )
    paper.heading("2. Сводные показатели")
    paper.form(
        [
            ("Действующих договоров", "2"),
            ("Закрытых договоров", "1"),
            ("Остаток задолженности по действующим договорам", "5 900 000 000,00 сум"),
            ("Просроченная задолженность", f"{facts.OVERDUE} сум"),
            ("Максимальная просрочка за 24 месяца", "0 дней"),
            ("Скоринговый балл", "318 (шкала 200–500)"),
        ]
    )
    paper.heading("3. Действующие кредиты")
    head = ["Кредитор", "Номер и дата договора", "Сумма по договору, сум", "Остаток долга, сум", "Срок погашения"]
    paper.grid(head, facts.LOANS, widths=[42, 40, 34, 32, 24], numbers=(2, 3))
    paper.heading("4. Закрытые договоры")
    paper.grid(head, facts.CLOSED_LOANS, widths=[42, 40, 34, 32, 24], numbers=(2, 3))
    paper.new_page()
    paper.heading("5. Платёжная дисциплина по действующим договорам")
    months = (
        "03.2024",
        "04.2024",
        "05.2024",
        "06.2024",
        "07.2024",
        "08.2024",
        "09.2024",
        "10.2024",
        "11.2024",
        "12.2024",
        "01.2025",
        "02.2025",
    )
    paper.grid(
        ["Период", "№ 214/К, дней просрочки", "№ 77-КЛ, дней просрочки"],
        [(month, "0", "0" if at > 6 else "—") for at, month in enumerate(months)],
        widths=[50, 60, 60],
    )
    paper.heading("6. Запросы кредитной информации за 12 месяцев")
    paper.grid(
        ["Дата", "Пользователь", "Цель"],
        [
            ("04.03.2025", facts.BANK_RU, "Рассмотрение заявки"),
            ("23.09.2024", "АКБ «VODIY TRAST BANK»", "Рассмотрение заявки"),
            ("11.05.2024", "Лизинговая компания", "Рассмотрение заявки"),
        ],
        widths=[30, 80, 60],
    )
    paper.heading("7. Пояснения")
    paper.text(
        "Отчёт составлен по сведениям, переданным кредитными организациями, и не содержит рекомендаций о выдаче кредита. "
        "Скоринговый балл рассчитан статистически и не является рейтингом.",
        "Субъект вправе бесплатно получить отчёт один раз в год и оспорить сведения, которые считает недостоверными.",
        "Пользователь обязан использовать отчёт только для цели, указанной в запросе, и хранить его с соблюдением тайны.",
    )
    paper.save(
        path,
        title="Кредитный отчёт",
        author="Кредитное бюро",
        head="Кредитное бюро — отчёт № КО-2025-118402",
        foot="{page}",
    )


def court_certificate(path: Path) -> None:
    paper = Paper(size=12, spacing=1.45)
    paper.title("НАМАНГАНСКИЙ МЕЖРАЙОННЫЙ ЭКОНОМИЧЕСКИЙ СУД", size=13, after=10)
    paper.text("№ 214-с от 06.03.2025")
    paper.title("СПРАВКА", size=16)
    paper.text(
        f"На запрос {facts.SHORT_RU} (ИНН {facts.INN}) суд сообщает сведения о делах с участием общества за три года."
    )
    paper.form(
        [
            ("Дела о банкротстве", "не возбуждались"),
            ("Судебные дела, в которых общество — ответчик", facts.CASE_TEXT),
            ("Стадия", "Производство не завершено, заседание назначено на 09.04.2025"),
            ("Судебные дела, в которых общество — истец", "не имеется"),
        ]
    )
    paper.text("Сведения даны по состоянию на день выдачи справки. Справка действительна один месяц.")
    paper.signatures([("Председатель суда", "Кадыров М.А.")])
    paper.save(path, title="Справка суда", foot="", margins=25)
