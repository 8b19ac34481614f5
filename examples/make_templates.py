"""Writes ``template.docx`` of the report templates: ``python -m examples.make_templates``."""

from collections.abc import Callable
from pathlib import Path

from examples.office import save_docx
from examples.wordlook import Report

REPORTS = Path(__file__).parent.parent / "templates" / "reports"


def credit_conclusion(path: Path) -> None:
    report = Report()
    report.head("[Логотип] [Наименование банка]", "Для служебного пользования")
    report.foot("{{ report.template }} · {{ report.date }}", "стр.", "из")
    report.title("ЗАКЛЮЧЕНИЕ\nпо кредитной заявке", "{{ borrower_name }}")
    report.form(
        [
            ("Дело", "{{ case.title }}"),
            ("Дата составления", "{{ report.date }}"),
            ("Проверил", "{{ report.reviewed_by }}"),
            ("Заполнение", "{{ report.counts }}"),
        ]
    )
    report.text(
        "Каждое значение приведено по документам заёмщика; номер в квадратных скобках ведёт к источнику в приложении. "
        "Что не подтверждено документами или противоречиво, отмечено знаком ⚑ и вынесено в раздел проверки.",
        italic=True,
        size=9.5,
    )
    _credit_borrower(report)
    _credit_request(report)
    _credit_finance(report)
    report.section("11. Заключение")
    report.text("Раздел заполняет кредитный аналитик.", italic=True, size=9.5)
    report.part("Рекомендация кредитному комитету")
    report.text("{{ recommendation }}")
    report.signatures(
        ["Кредитный аналитик", "Начальник кредитного отдела", "Управляющий рисками"], hand="подпись", name="Ф.И.О."
    )
    report.new_page()
    report.text("{{ report.needs_verification }}")
    report.new_page()
    report.text("{{ report.sources }}")
    save_docx(report.document, path, title="Заключение по кредитной заявке", author="Lastro")


def _credit_borrower(report: Report) -> None:
    report.section("1. Сведения о заёмщике")
    report.form(
        [
            ("Полное наименование", "{{ borrower_name }}"),
            ("Организационно-правовая форма", "{{ legal_form }}"),
            ("ИНН (СТИР)", "{{ inn }}"),
            ("Регистрационный номер", "{{ registration_number }}"),
            ("Дата государственной регистрации", "{{ registration_date }}"),
            ("Юридический адрес", "{{ legal_address }}"),
            ("Код ОКЭД", "{{ oked }}"),
            ("Основной расчётный счёт", "{{ account }}"),
            ("МФО банка", "{{ mfo }}"),
        ]
    )
    report.section("2. Учредители и уставный капитал")
    report.form([("Уставный капитал", "{{ charter_capital }}")])
    report.grid(
        ["№", "Учредитель (участник)", "Доля", "Сумма вклада"],
        ["{{ founders.row }}", "{{ founders.name }}", "{{ founders.share }}", "{{ founders.contribution }}"],
        widths=[1.2, 8.8, 2.6, 4.4],
        right=(2, 3),
    )
    report.section("3. Руководство")
    report.form(
        [
            ("Директор", "{{ director }}"),
            ("Паспорт директора", "{{ director_passport }}"),
            ("ПИНФЛ директора", "{{ director_pinfl }}"),
            ("Дата назначения директора", "{{ director_appointed }}"),
            ("Главный бухгалтер", "{{ accountant }}"),
        ]
    )
    report.section("4. Деятельность и разрешительные документы")
    report.form(
        [
            ("Основной вид деятельности", "{{ main_activity }}"),
            ("Среднесписочная численность, чел.", "{{ employees }}"),
            ("Лицензия: номер", "{{ licence_number }}"),
            ("Лицензия: дата выдачи", "{{ licence_date }}"),
            ("Лицензия: кем выдана", "{{ licence_issuer }}"),
            ("Основной покупатель по экспортному контракту", "{{ export_buyer }}"),
            ("Дата экспортного контракта", "{{ export_contract_date }}"),
        ]
    )


def _credit_request(report: Report) -> None:
    report.section("5. Кредитная заявка")
    report.form(
        [
            ("Сумма кредита", "{{ loan_amount }}"),
            ("Валюта кредита", "{{ loan_currency }}"),
            ("Срок кредита, месяцев", "{{ loan_term }}"),
            ("Процентная ставка, годовых", "{{ interest_rate }}"),
            ("Цель кредита", "{{ loan_purpose }}"),
        ]
    )
    report.section("6. Обеспечение")
    report.form(
        [
            ("Вид обеспечения", "{{ collateral_type }}"),
            ("Предмет залога", "{{ collateral_description }}"),
            ("Кадастровый номер", "{{ cadastre_number }}"),
            ("Собственник (залогодатель)", "{{ collateral_owner }}"),
            ("Рыночная стоимость", "{{ collateral_value }}"),
            ("Дата оценки", "{{ valuation_date }}"),
            ("Залоговая стоимость", "{{ pledge_value }}"),
            ("Страховой полис", "{{ insurance_policy }}"),
        ]
    )


def _credit_finance(report: Report) -> None:
    report.section("7. Финансовое состояние")
    report.part("Финансовые результаты")
    report.grid(
        ["Год", "Чистая выручка", "Себестоимость", "Чистая прибыль"],
        [
            "{{ financials.year }}",
            "{{ financials.revenue }}",
            "{{ financials.cost_of_sales }}",
            "{{ financials.net_profit }}",
        ],
        widths=[2.0, 5.0, 5.0, 5.0],
        right=(1, 2, 3),
    )
    report.part("Баланс на конец года")
    report.grid(
        ["Год", "Активы", "Текущие активы", "Собственный капитал", "Обязательства", "Текущие обязательства"],
        [
            "{{ financials.year }}",
            "{{ financials.total_assets }}",
            "{{ financials.current_assets }}",
            "{{ financials.equity }}",
            "{{ financials.liabilities }}",
            "{{ financials.current_liabilities }}",
        ],
        widths=[1.5, 3.1, 3.1, 3.1, 3.1, 3.1],
        right=(1, 2, 3, 4, 5),
        size=8.5,
    )
    report.section("8. Обороты и кредитная история")
    report.form(
        [
            ("Кредитовый оборот по счёту за 12 месяцев", "{{ turnover_credit }}"),
            ("Дебетовый оборот по счёту за 12 месяцев", "{{ turnover_debit }}"),
            ("Просроченная задолженность", "{{ overdue_debt }}"),
            ("Внешний кредитный рейтинг", "{{ external_rating }}"),
        ]
    )
    report.part("Действующие кредиты")
    report.grid(
        ["№", "Кредитор", "Договор", "Сумма", "Остаток", "Погашение"],
        [
            "{{ existing_loans.row }}",
            "{{ existing_loans.creditor }}",
            "{{ existing_loans.contract }}",
            "{{ existing_loans.amount }}",
            "{{ existing_loans.balance }}",
            "{{ existing_loans.maturity }}",
        ],
        widths=[0.9, 4.2, 3.7, 3.2, 3.0, 2.0],
        right=(3, 4),
        size=8.5,
    )
    report.section("9. Налоги, суды и связанные лица")
    report.form(
        [
            ("Задолженность по налогам", "{{ tax_debt }}"),
            ("Справка налогового органа: номер", "{{ tax_certificate_number }}"),
            ("Справка налогового органа: дата", "{{ tax_certificate_date }}"),
            ("Судебные дела", "{{ litigation }}"),
        ]
    )
    report.part("Связанные лица")
    report.grid(
        ["№", "Наименование", "ИНН", "Характер связи"],
        [
            "{{ related_parties.row }}",
            "{{ related_parties.name }}",
            "{{ related_parties.inn }}",
            "{{ related_parties.relation }}",
        ],
        widths=[1.0, 7.0, 3.4, 5.6],
    )
    report.section("10. Расчётные показатели")
    report.text(
        "Вычислены по приведённым выше значениям; если исходное значение не подтверждено, показатель не вычисляется.",
        italic=True,
        size=9.5,
    )
    report.form(
        [
            ("Рентабельность продаж (чистая), %", "{{ net_margin }}"),
            ("Рентабельность активов (ROA), %", "{{ roa }}"),
            ("Коэффициент текущей ликвидности", "{{ current_ratio }}"),
            ("Обязательства к собственному капиталу", "{{ debt_to_equity }}"),
            ("Покрытие кредита залоговой стоимостью, %", "{{ coverage }}"),
            ("Кредит к рыночной стоимости залога (LTV), %", "{{ loan_to_value }}"),
        ],
        label=9.0,
    )


def immigration_summary(path: Path) -> None:
    report = Report(language="pt-BR")
    report.head("[Logotipo] [Nome do escritório]", "Confidencial — sigilo profissional")
    report.foot("{{ report.template }} · {{ report.date }}", "página", "de")
    report.title("RESUMO DO CASO\nDE IMIGRAÇÃO", "{{ beneficiary_name }}")
    report.form(
        [
            ("Caso", "{{ case.title }}"),
            ("Data", "{{ report.date }}"),
            ("Revisto por", "{{ report.reviewed_by }}"),
            ("Preenchimento", "{{ report.counts }}"),
        ]
    )
    report.text(
        "Cada valor vem dos documentos do caso ou da base de referência; o número entre colchetes leva à fonte "
        "no apêndice. O que os "
        "documentos não comprovam, ou contradizem, traz o sinal ⚑ e está na seção de verificação.",
        italic=True,
        size=9.5,
    )
    report.section("1. Beneficiário")
    report.form(
        [
            ("Nome completo", "{{ beneficiary_name }}"),
            ("Data de nascimento", "{{ birth_date }}"),
            ("Local de nascimento", "{{ birth_place }}"),
            ("Nome da mãe", "{{ mother_name }}"),
            ("CPF", "{{ cpf }}"),
            ("Passaporte", "{{ passport_number }}, válido até {{ passport_expiry }}"),
        ]
    )
    report.section("2. Estado civil")
    report.form([("Cônjuge", "{{ spouse_name }}"), ("Data do casamento", "{{ marriage_date }}")])
    report.section("3. Entrada e permanência")
    report.form(
        [
            ("Número do I-94", "{{ i94_number }}"),
            ("Última entrada", "{{ admission_date }}"),
            ("Classe de admissão", "{{ class_of_admission }}"),
            ("Admitido até", "{{ admit_until }}"),
            ("Certidão de antecedentes criminais nº", "{{ criminal_record }}"),
        ]
    )
    report.section("4. Emprego")
    report.form(
        [
            ("Empregador", "{{ employer }}"),
            ("EIN do empregador", "{{ employer_ein }}"),
            ("Cargo", "{{ job_title }}"),
            ("Data de início do emprego", "{{ employment_start }}"),
            ("Salário anual", "{{ annual_salary }}"),
            ("Salários pagos em 2024 (W-2)", "{{ wages_2024 }}"),
            ("Salários pagos / salário anual, %", "{{ wages_to_salary }}"),
        ]
    )
    report.section("5. Formação")
    report.form(
        [
            ("Grau", "{{ degree }}"),
            ("Instituição de ensino", "{{ institution }}"),
            ("Data da colação de grau", "{{ degree_date }}"),
        ]
    )
    report.section("6. Base legal")
    report.part("Prova inicial de habilidade extraordinária")
    report.text("{{ rule_initial_evidence }}")
    report.part("Grau avançado")
    report.text("{{ rule_advanced_degree }}")
    report.section("7. Parecer")
    report.text("Preenchido pelo advogado responsável.", italic=True, size=9.5)
    report.text("{{ attorney_opinion }}")
    report.signatures(["Advogado responsável", "Revisor"], hand="assinatura", name="nome")
    report.new_page()
    report.text("{{ report.needs_verification }}")
    report.new_page()
    report.text("{{ report.sources }}")
    save_docx(report.document, path, title="Resumo do caso de imigração", author="Lastro")


TEMPLATES: dict[str, Callable[[Path], None]] = {
    "credit_conclusion": credit_conclusion,
    "immigration_summary": immigration_summary,
}

if __name__ == "__main__":
    for name, write in TEMPLATES.items():
        write(REPORTS / name / "template.docx")
