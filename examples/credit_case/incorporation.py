"""Charter, registration certificate, register extract, director's order, licence: what shows that the company exists."""

from pathlib import Path

from examples.credit_case import facts
from examples.paper import Paper, round_seal
from examples.prose import set_prose

TEXTS = Path(__file__).parent / "texts"


def charter(path: Path) -> None:
    paper = Paper(size=12.5, spacing=1.5)
    paper.right("«УТВЕРЖДЁН»")
    paper.right(f"общим собранием участников<br/>протокол № 7 от {facts.REREG_DATE}")
    paper.space(12)
    paper.right(
        f"Зарегистрирован в новой редакции<br/>{facts.AUTHORITY_RU}<br/>реестровый номер {facts.REG_NO}, {facts.REREG_DATE}"
    )
    paper.space(45)
    paper.title("USTAV / УСТАВ", size=22, after=14)
    paper.title(facts.FULL_UZ, size=14)
    paper.title(facts.FULL_RU, size=14)
    paper.centre("(yangi tahriri / новая редакция)")
    paper.space(75)
    paper.centre("Kosonsoy / Касансай — 2021")
    paper.new_page()
    set_prose(paper, TEXTS / "charter_ru.txt", vars(facts), tables={"founders": _founders_ru}, word="Глава")
    paper.signatures([("Председатель собрания", "Холматов С.И."), ("Секретарь собрания", facts.ACCOUNTANT_SHORT_RU)])
    paper.new_page()
    paper.title("USTAVNING DAVLAT TILIDAGI MATNI", size=14)
    paper.title("(asosiy qoidalar)", size=11)
    set_prose(paper, TEXTS / "charter_uz.txt", vars(facts), tables={"founders": _founders_uz}, word="")
    paper.signatures([("Yig‘ilish raisi", "Xolmatov S.I."), ("Yig‘ilish kotibi", "Yusupova D.A.")])
    paper.save(
        path, title="Устав", author=facts.SHORT_UZ, head=f"Устав {facts.SHORT_RU}", foot="— {page} —", margins=25
    )


def _founders_ru(paper: Paper) -> None:
    rows = [(str(at), name, share, amount) for at, (name, share, amount) in enumerate(facts.FOUNDERS, start=1)]
    rows.append(("", "Итого", "100", facts.CAPITAL))
    paper.grid(
        ["№", "Участник", "Доля, %", "Сумма вклада, сум"], rows, widths=[10, 80, 25, 45], numbers=(2, 3), bold_last=True
    )


def _founders_uz(paper: Paper) -> None:
    rows = [
        (str(at), name, share, amount)
        for at, (name, (_, share, amount)) in enumerate(zip(facts.FOUNDERS_UZ, facts.FOUNDERS, strict=True), start=1)
    ]
    rows.append(("", "Jami", "100", facts.CAPITAL))
    paper.grid(
        ["№", "Ishtirokchi", "Ulushi, %", "Hissasi, so‘m"],
        rows,
        widths=[10, 80, 25, 45],
        numbers=(2, 3),
        bold_last=True,
    )


def certificate(path: Path) -> None:
    """Guvohnoma: one ornate page in Uzbek (Latin)."""
    paper = Paper(size=12)
    paper.space(10)
    paper.title("O‘ZBEKISTON RESPUBLIKASI", size=15)
    paper.title("YURIDIK SHAXS DAVLAT RO‘YXATIDAN O‘TKAZILGANLIGI TO‘G‘RISIDA", size=12)
    paper.title("GUVOHNOMA", size=26, after=22)
    paper.form(
        [
            ("To‘liq nomi", facts.FULL_UZ),
            ("Qisqartirilgan nomi", facts.SHORT_UZ),
            ("Tashkiliy-huquqiy shakli", "Mas‘uliyati cheklangan jamiyat"),
            ("Soliq to‘lovchining identifikatsiya raqami (STIR)", facts.INN),
            ("Ro‘yxatga olish raqami", facts.REG_NO),
            ("Ro‘yxatga olingan sana", facts.REG_DATE),
            ("Qayta ro‘yxatga olingan sana", facts.REREG_DATE),
            ("Yuridik manzili", facts.ADDRESS_UZ),
            ("Asosiy faoliyat turi", facts.ACTIVITY_UZ),
            ("Ro‘yxatga oluvchi organ", facts.AUTHORITY_UZ),
        ]
    )
    paper.text(
        "Ushbu guvohnoma yuridik shaxs Davlat reyestriga kiritilganligini tasdiqlaydi. Guvohnomadagi ma‘lumotlarning "
        "haqqoniyligi elektron reyestr orqali tekshiriladi."
    )
    paper.signatures([("Markaz boshlig‘i", "Nishonov J.A.")])

    def ornament(canvas, _page: int) -> None:  # type: ignore[no-untyped-def]  # reportlab's canvas
        canvas.setLineWidth(2)
        canvas.rect(28, 28, 539, 786)
        canvas.setLineWidth(0.6)
        canvas.rect(34, 34, 527, 774)
        round_seal(canvas, x=150, y=62, words="KOSONSOY DAVLAT XIZMATLARI MARKAZI • NAMUNA • ", centre="NAMUNA")

    paper.save(path, title="Guvohnoma", author=facts.AUTHORITY_UZ, foot="", every_page=ornament)


def extract(path: Path) -> None:
    """Extract from the state register, Uzbek in Cyrillic letters."""
    paper = Paper(family="Wide", size=9.5)
    paper.title("ТАДБИРКОРЛИК СУБЪЕКТЛАРИНИНГ ЯГОНА ДАВЛАТ РЕЕСТРИДАН", size=13, after=2)
    paper.title("КЎЧИРМА", size=16, after=4)
    paper.centre("№ 5-07/2241, 2025 йил 26 февраль")
    paper.heading("I. Юридик шахс тўғрисида умумий маълумот")
    paper.form(
        [
            ("Тўлиқ номи", facts.FULL_CYR),
            ("Қисқартирилган номи", facts.SHORT_CYR),
            ("СТИР", facts.INN),
            ("Рўйхатга олиш рақами", facts.REG_NO),
            ("Давлат рўйхатидан ўтказилган сана", facts.REG_DATE),
            ("Қайта рўйхатга олинган сана", facts.REREG_DATE),
            ("Юридик манзили", facts.ADDRESS_CYR),
            ("Ташкилий-ҳуқуқий шакли", "Масъулияти чекланган жамият"),
            ("ИФУТ коди", facts.OKED),
            ("Асосий фаолият тури", facts.ACTIVITY_CYR),
            ("Устав фонди миқдори", f"{facts.CAPITAL} сўм"),
            ("Ҳолати", "Фаолият юритмоқда"),
        ]
    )
    paper.heading("II. Таъсисчилар тўғрисида маълумот")
    rows = [(name, share, amount) for name, (_, share, amount) in zip(facts.FOUNDERS_CYR, facts.FOUNDERS, strict=True)]
    paper.grid(["Таъсисчи", "Улуши, %", "Ҳиссаси, сўм"], rows, widths=[90, 30, 50], numbers=(1, 2))
    paper.heading("III. Раҳбарият")
    paper.form(
        [
            ("Раҳбар", facts.DIRECTOR_CYR),
            ("Раҳбарнинг ЖШШИР", facts.DIRECTOR_PINFL),
            ("Лавозими", "Директор"),
            ("Бош бухгалтер", facts.ACCOUNTANT_CYR),
        ]
    )
    paper.heading("IV. Реестрга киритилган ўзгартиришлар")
    paper.grid(
        ["Сана", "Ўзгартириш мазмуни", "Асос"],
        [
            (facts.REG_DATE, "Юридик шахсни рўйхатга олиш", "Таъсис йиғилиши баённомаси № 1"),
            ("18.03.2019", "Раҳбарни тайинлаш", "2019 йил 18 мартдаги 2-сон буйруқ"),
            (facts.REREG_DATE, "Уставнинг янги таҳририни рўйхатга олиш", "Баённома № 7"),
        ],
        widths=[28, 82, 60],
    )
    paper.text(
        "Кўчирма электрон тарзда шакллантирилган ва имзо қўйишни талаб этмайди. Маълумотлар шакллантирилган санадаги ҳолатни "
        "акс эттиради; кейинги ўзгаришлар реестрда эълон қилинади.",
        "Кўчирма банкка тақдим этиш учун берилди.",
    )
    paper.save(
        path,
        title="Кўчирма",
        author=facts.AUTHORITY_UZ,
        head="Ягона давлат реестри — кўчирма № 5-07/2241",
        foot="{page}-бет",
    )


def order(path: Path) -> None:
    """The order that appoints the director, Uzbek in Cyrillic letters."""
    paper = Paper(family="Book", size=11.5, spacing=1.5)
    paper.title(facts.FULL_CYR.upper(), size=13)
    paper.space(6)
    paper.title("БУЙРУҚ", size=18, after=2)
    paper.centre("№ 2")
    paper.form([("2019 йил 18 март", "Косонсой тумани")], ruled=False, widths=(85, 75))
    paper.text("<b>Директорни ва бош бухгалтерни тайинлаш тўғрисида</b>")
    paper.text(
        f"Таъсис йиғилишининг 2019 йил 12 мартдаги 1-сон баённомасига мувофиқ ва жамият {facts.REG_DATE} куни давлат рўйхатидан "
        "ўтказилганлиги муносабати билан",
    )
    paper.centre("<b>БУЮРАМАН:</b>")
    paper.text(
        f"1. {facts.DIRECTOR_CYR} жамият директори этиб тайинлансин. Лавозимга тайинланган сана: {facts.DIRECTOR_APPOINTED_CYR}.",
        "2. Директорга жамият номидан ишонч қоғозисиз иш юритиш, молиявий ҳужжатларда биринчи имзо қўйиш ҳуқуқи берилсин.",
        f"3. {facts.ACCOUNTANT_CYR} 2019 йил 1 апрелдан жамиятнинг бош бухгалтери лавозимига қабул қилинсин ва унга иккинчи имзо "
        "ҳуқуқи берилсин.",
        "4. Банкдаги имзо намуналари варақаси беш иш куни ичида расмийлаштирилсин.",
        "5. Мазкур буйруқ ижросини назорат қилишни ўз зиммамда қолдираман.",
    )
    paper.signatures([("Таъсис йиғилиши раиси", "Холматов С.И.")])
    paper.save(path, title="Буйруқ", author=facts.SHORT_CYR, foot="", margins=25)


def licence(path: Path) -> None:
    """Licence in Russian and Uzbek on one page."""
    paper = Paper(size=12)
    paper.space(8)
    paper.title(facts.LICENCE_ISSUER_UZ.upper(), size=12, after=2)
    paper.title(facts.LICENCE_ISSUER_RU.upper(), size=12, after=18)
    paper.title("LITSENZIYA / ЛИЦЕНЗИЯ", size=22, after=16)
    paper.form(
        [
            ("Номер лицензии", facts.LICENCE_NO),
            ("Дата выдачи лицензии", facts.LICENCE_DATE),
            ("Действительна до", facts.LICENCE_UNTIL),
            ("Лицензирующий орган", facts.LICENCE_ISSUER_RU),
            ("Лицензиат", facts.FULL_RU),
            ("ИНН лицензиата", facts.INN),
            ("Лицензируемый вид деятельности", "Заготовка и первичная переработка хлопка-сырца"),
            ("Место осуществления деятельности", facts.OBJECT_ADDRESS),
        ]
    )
    paper.text(
        "Лицензия действует на всей территории Республики Узбекистан при соблюдении лицензионных требований и условий, "
        "приложенных к ней. Передача лицензии другому лицу не допускается.",
        "Litsenziya O‘zbekiston Respublikasining butun hududida amal qiladi. Uni boshqa shaxsga berish mumkin emas.",
    )
    paper.signatures([("Директор агентства", "Мадаминов У.К.")])

    def frame(canvas, _page: int) -> None:  # type: ignore[no-untyped-def]  # reportlab's canvas
        canvas.setStrokeColorRGB(0.1, 0.4, 0.3)
        canvas.setLineWidth(3)
        canvas.rect(30, 30, 535, 782)
        round_seal(canvas, x=160, y=58, words="AGENTLIK • NAMUNA • AGENTLIK • NAMUNA • ", centre="NAMUNA")

    paper.save(path, title="Лицензия", author=facts.LICENCE_ISSUER_RU, foot="", every_page=frame)
