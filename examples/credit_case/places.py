"""Names of the case's files as the gold cites them, and the notes on traps that many fields share."""

from examples.credit_case import facts

CHARTER, CERTIFICATE, EXTRACT, ORDER, LICENCE = (
    "01_Устав.pdf",
    "02_Guvohnoma.pdf",
    "03_Реестрдан_кўчирма.pdf",
    "04_Буйруқ_директор.pdf",
    "05_Лицензия.pdf",
)
PASSPORT, APPLICATION, BALANCE = "06_Паспорт_директора.jpg", "07_Заявка_на_кредит.pdf", "08_Баланс_2022-2024.xlsx"
AUDITS = {2022: "09_Аудит_2022.pdf", 2023: "10_Аудит_2023.pdf", 2024: "11_Аудит_2024.pdf"}
BANK, TAX, VALUATION, PLEDGE = (
    "12_Справка_банка_обороты.pdf",
    "13_Soliq_malumotnomasi.pdf",
    "14_Отчёт_об_оценке.pdf",
    "15_Договор_залога.docx",
)
BUREAU, COURT, CONTRACT, EMAIL = (
    "16_Кредитный_отчёт.pdf",
    "17_Справка_суда.pdf",
    "18_Sale_contract_NTT-24-17.pdf",
    "19_Письмо_заёмщика.eml",
)
ATTACHMENT = "Связанные_лица.pdf"

NAMES = [facts.FULL_RU, facts.FULL_UZ, facts.FULL_CYR, facts.SHORT_RU, facts.SHORT_UZ, facts.SHORT_CYR, facts.EN]
LOOK_ALIKE = "Карточка ООО «NURAFSHON TOLA SAVDO» лежит в папке по ошибке: похожее название, другой ИНН."
DRAFT = "Черновик заявки от 14.01.2025 называет другое; он не подписан."
