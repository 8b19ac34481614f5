"""Writes the documents of the invented credit case into ``files/``: ``python -m examples.credit_case.make [FOLDER]``."""

import sys
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path

from examples.credit_case import accounts, application, banking, incorporation, pledge, trade, valuation, workbook

HERE = Path(__file__).parent


def email_with_attachment(path: Path) -> None:
    with tempfile.TemporaryDirectory() as folder:
        attachment = Path(folder) / application.ATTACHMENT
        application.related_parties(attachment)
        application.email(path, attachment=attachment.read_bytes())


DOCUMENTS: dict[str, Callable[[Path], None]] = {
    "01_Устав.pdf": incorporation.charter,
    "02_Guvohnoma.pdf": incorporation.certificate,
    "03_Реестрдан_кўчирма.pdf": incorporation.extract,
    "04_Буйруқ_директор.pdf": incorporation.order,
    "05_Лицензия.pdf": incorporation.licence,
    "06_Паспорт_директора.jpg": banking.passport,
    "07_Заявка_на_кредит.pdf": application.application,
    "08_Баланс_2022-2024.xlsx": workbook.workbook,
    "09_Аудит_2022.pdf": partial(accounts.audit, year=2022),
    "10_Аудит_2023.pdf": partial(accounts.audit, year=2023),
    "11_Аудит_2024.pdf": partial(accounts.audit, year=2024),
    "12_Справка_банка_обороты.pdf": banking.turnover_letter,
    "13_Soliq_malumotnomasi.pdf": banking.tax_certificate,
    "14_Отчёт_об_оценке.pdf": valuation.valuation,
    "15_Договор_залога.docx": pledge.pledge,
    "16_Кредитный_отчёт.pdf": banking.credit_report,
    "17_Справка_суда.pdf": banking.court_certificate,
    "18_Sale_contract_NTT-24-17.pdf": trade.contract,
    "19_Письмо_заёмщика.eml": email_with_attachment,
    "20_NURAFSHON_TOLA_SAVDO.pdf": trade.look_alike,
    "21_Заявка_черновик.docx": application.draft,
}


def make(folder: Path) -> None:
    """Writes every document; files of other names that lie there are left alone."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, write in DOCUMENTS.items():
        write(folder / name)


if __name__ == "__main__":
    make(Path(sys.argv[1]) if len(sys.argv) > 1 else HERE / "files")
