"""The pledge agreement: tables, footnotes, tracked changes, and a market value that the valuation does not give."""

from pathlib import Path

from docx import Document
from docx.enum.text import WD_ALIGN_PARAGRAPH
from docx.shared import Pt

from examples.credit_case import facts
from examples.office import change, footnote, save_docx

_NOTES = (
    "Рыночная стоимость указана залогодателем по данным отчёта об оценке; при расхождении стороны сверяют её с отчётом.",
    "Страхование оформляется до выдачи кредита; реквизиты полиса вносятся дополнительным соглашением.",
    "Реестр залогов ведётся в электронном виде.",
)


def pledge(path: Path) -> None:
    """Tables, footnotes, tracked changes; its market value disagrees with the valuation report."""
    document = Document()
    normal = document.styles["Normal"]
    normal.font.name, normal.font.size = "Liberation Serif", Pt(11)
    head = document.add_paragraph()
    head.alignment = WD_ALIGN_PARAGRAPH.CENTER
    head.add_run("ДОГОВОР ЗАЛОГА НЕДВИЖИМОГО ИМУЩЕСТВА (ИПОТЕКИ) № 118-З").bold = True
    document.add_paragraph("город Наманган\t\t\t\t\t\t\t\t11.03.2025")
    document.add_paragraph(
        f"{facts.BANK_FULL_RU}, именуемый «Залогодержатель», в лице управляющего филиалом Эргашева Ф.Н., и {facts.FULL_RU}, "
        f"именуемое «Залогодатель», в лице директора {facts.DIRECTOR_RU_GEN}, действующего на основании Устава, "
        "заключили договор:"
    )
    document.add_heading("1. Предмет договора", level=2)
    document.add_paragraph(
        "1.1. Залогодатель передаёт в залог недвижимое имущество, описанное в таблице, в обеспечение обязательств по кредитному "
        "договору, который стороны намерены заключить по заявке № 118."
    )
    table = document.add_table(rows=1, cols=2, style="Table Grid")
    table.rows[0].cells[0].text, table.rows[0].cells[1].text = "Показатель", "Содержание"
    for label, value in (
        ("Предмет залога", facts.OBJECT),
        ("Адрес предмета залога", facts.OBJECT_ADDRESS),
        ("Кадастровый номер", facts.CADASTRE),
        ("Залогодатель (собственник)", facts.SHORT_RU),
    ):
        cells = table.add_row().cells
        cells[0].text, cells[1].text = label, value
    cells = table.add_row().cells
    cells[0].text = "Рыночная стоимость предмета залога"
    cells[1].paragraphs[0].add_run(f"{facts.MARKET_VALUE_IN_PLEDGE} сум")
    footnote(cells[1].paragraphs[0], 1)
    cells = table.add_row().cells
    cells[0].text = "Залоговая стоимость"
    worth = cells[1].paragraphs[0]
    change(worth, kind="del", text=facts.PLEDGE_VALUE_DELETED, author="Юрист банка", number=101)
    change(worth, kind="ins", text=facts.PLEDGE_VALUE, author="Юрист банка", number=102)
    worth.add_run(" сум")
    document.add_paragraph("1.2. Имущество остаётся во владении и пользовании Залогодателя.")
    document.add_heading("2. Права и обязанности сторон", level=2)
    document.add_paragraph(
        "2.1. Залогодатель обязан содержать имущество в исправности, не отчуждать и не сдавать его в аренду без письменного "
        "согласия Залогодержателя, немедленно сообщать о повреждении и притязаниях третьих лиц."
    )
    insured = document.add_paragraph(
        "2.2. Залогодатель страхует имущество на сумму не ниже залоговой стоимости в пользу Залогодержателя."
    )
    footnote(insured, 2)
    document.add_paragraph(
        "2.3. Залогодержатель вправе проверять наличие и состояние имущества не чаще одного раза в квартал."
    )
    moved = document.add_paragraph("2.4. Осмотр проводится в рабочее время с уведомлением за ")
    change(moved, kind="del", text="один день", author="Юрист банка", number=103)
    change(moved, kind="ins", text="три дня", author="Юрист банка", number=104)
    moved.add_run(".")
    document.add_heading("3. Обращение взыскания", level=2)
    document.add_paragraph(
        "3.1. Залогодержатель вправе обратить взыскание, если обеспеченное обязательство не исполнено в срок. "
        "Продажа проводится с "
        "публичных торгов; начальная цена равна восьмидесяти процентам рыночной стоимости, определённой на день "
        "обращения взыскания."
    )
    document.add_paragraph(
        "3.2. За просрочку исполнения Залогодатель уплачивает пеню 0,1 процента за каждый день, но не более пяти процентов."
    )
    document.add_heading("4. Прочие условия", level=2)
    registered = document.add_paragraph(
        "4.1. Договор подлежит нотариальному удостоверению и регистрации в реестре залогов."
    )
    footnote(registered, 3)
    document.add_paragraph("4.2. Споры рассматривает экономический суд по месту нахождения Залогодержателя.")
    document.add_heading("5. Реквизиты и подписи", level=2)
    sides = document.add_table(rows=1, cols=2, style="Table Grid")
    sides.rows[0].cells[0].text = (
        f"Залогодержатель\n{facts.BANK_BRANCH_RU}\nИНН банка {facts.BANK_INN}\nКорреспондентский счёт {facts.BANK_CORR}\n"
        "Адрес банка: город Наманган, улица Навои, дом 31\n\n__________ Эргашев Ф.Н."
    )
    sides.rows[0].cells[1].text = (
        f"Залогодатель\n{facts.SHORT_RU}\nИНН {facts.INN}\nр/с {facts.ACCOUNT}\nМФО {facts.MFO}\n\n"
        f"__________ {facts.DIRECTOR_SHORT_RU}"
    )
    document.sections[0].footer.paragraphs[0].text = "Договор залога № 118-З"
    save_docx(document, path, footnotes=_NOTES, title="Договор залога", author="Юрист банка")
