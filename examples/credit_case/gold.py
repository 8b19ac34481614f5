"""Writes ``gold.json`` of the credit case: ``python -m examples.credit_case.gold``."""

from pathlib import Path

from examples.credit_case import answers, facts, places
from examples.gold import Gold, Place, write_gold

HERE = Path(__file__).parent


def borrower() -> dict[str, Gold]:
    return {
        "borrower_name": Gold(
            "organisation",
            places.NAMES,
            [
                Place(places.CHARTER, "Полное наименование Общества"),
                Place(places.CHARTER, "To‘liq nomi"),
                Place(places.CERTIFICATE, "To‘liq nomi"),
                Place(places.EXTRACT, "Тўлиқ номи"),
                Place(places.APPLICATION, "Полное наименование"),
                *(Place(name, facts.FULL_RU) for name in (*places.AUDITS.values(), places.BUREAU, places.LICENCE)),
                Place(places.BALANCE),
                Place(places.PLEDGE),
                Place(places.BANK, page=1),
                Place(places.TAX, page=1),
            ],
            trap=places.LOOK_ALIKE,
        ),
        "legal_form": Gold(
            "choice",
            [
                "llc",
                "Общество с ограниченной ответственностью",
                "ООО",
                "Mas‘uliyati cheklangan jamiyat",
                "Масъулияти чекланган жамият",
                "MCHJ",
                "МЧЖ",
            ],
            [Place(places.CERTIFICATE, "Tashkiliy-huquqiy"), Place(places.EXTRACT, "Ташкилий-ҳуқуқий")],
        ),
        "inn": Gold(
            "identifier",
            [facts.INN],
            [
                Place(places.CERTIFICATE, facts.INN),
                Place(places.EXTRACT, facts.INN),
                Place(places.APPLICATION, facts.INN),
                Place(places.LICENCE, facts.INN),
                Place(places.BUREAU, facts.INN),
                Place(places.COURT, facts.INN),
                Place(places.CONTRACT, facts.INN),
                Place(places.BALANCE),
                Place(places.PLEDGE),
                *(Place(name, facts.INN) for name in places.AUDITS.values()),
                Place(places.BANK, page=1),
                Place(places.TAX, page=1),
            ],
            trap=places.LOOK_ALIKE + " ИНН банка, аудитора и учредителя тоже рядом.",
        ),
        "registration_number": Gold(
            "identifier",
            [facts.REG_NO],
            [
                Place(places.CERTIFICATE, facts.REG_NO),
                Place(places.EXTRACT, facts.REG_NO),
                Place(places.CHARTER, facts.REG_NO),
            ],
            trap=places.LOOK_ALIKE,
        ),
        "registration_date": Gold(
            "date",
            [facts.iso(facts.REG_DATE)],
            [
                Place(places.CERTIFICATE, facts.REG_DATE),
                Place(places.EXTRACT, facts.REG_DATE),
                Place(places.BUREAU, facts.REG_DATE),
                *(Place(name, f"зарегистрировано {facts.REG_DATE}") for name in places.AUDITS.values()),
                Place(places.ORDER, facts.REG_DATE),
            ],
            trap="Перерегистрация 22.11.2021 стоит рядом. " + places.LOOK_ALIKE,
        ),
        "legal_address": Gold(
            "address",
            [facts.ADDRESS_RU, facts.ADDRESS_UZ, facts.ADDRESS_CYR, facts.ADDRESS_EN],
            [
                Place(places.CHARTER, facts.ADDRESS_RU),
                Place(places.CHARTER, facts.ADDRESS_UZ),
                Place(places.CERTIFICATE, facts.ADDRESS_UZ),
                Place(places.EXTRACT, facts.ADDRESS_CYR),
                Place(places.APPLICATION, facts.ADDRESS_RU),
                Place(places.BUREAU, facts.ADDRESS_RU),
                Place(places.CONTRACT, facts.ADDRESS_EN),
                Place(places.TAX, page=1),
            ],
            trap=places.LOOK_ALIKE,
        ),
        "oked": Gold(
            "identifier",
            [facts.OKED],
            [Place(places.EXTRACT, facts.OKED), Place(places.CHARTER, facts.OKED)],
            trap=places.LOOK_ALIKE,
        ),
        "account": Gold(
            "identifier",
            [facts.ACCOUNT],
            [Place(places.APPLICATION, facts.ACCOUNT), Place(places.PLEDGE), Place(places.BANK, page=1)],
            trap="Рядом валютный счёт и корреспондентский счёт банка. " + places.LOOK_ALIKE,
        ),
        "mfo": Gold(
            "identifier",
            [facts.MFO],
            [Place(places.APPLICATION, facts.MFO), Place(places.PLEDGE), Place(places.BANK, page=1)],
            trap=places.LOOK_ALIKE,
        ),
        "charter_capital": Gold(
            "money",
            [f"{facts.CAPITAL} сум", facts.plain(facts.CAPITAL)],
            [
                Place(places.CHARTER, f"{facts.CAPITAL} ({facts.CAPITAL_WORDS}"),
                Place(places.CHARTER, f"{facts.CAPITAL} ({facts.CAPITAL_WORDS_UZ}"),
                Place(places.EXTRACT, f"{facts.CAPITAL} сўм"),
                Place(places.BALANCE, cell="Форма №1!H20"),
                *(Place(name, "Уставный капитал") for name in places.AUDITS.values()),
            ],
            trap="В преамбуле устава — прежний размер, 3 200 000 000; в аудите суммы в тысячах. " + places.LOOK_ALIKE,
        ),
        "founders": Gold(
            "table",
            [],
            [
                Place(places.CHARTER, "Сумма вклада, сум"),
                Place(places.CHARTER, "Hissasi, so‘m"),
                Place(places.EXTRACT, "Ҳиссаси, сўм"),
            ],
            trap=places.LOOK_ALIKE,
            rows=[
                {"name": [name, latin, cyrillic], "share": [f"{share} %", f"{share}%"], "contribution": [amount]}
                for (name, share, amount), latin, cyrillic in zip(
                    facts.FOUNDERS, facts.FOUNDERS_UZ, facts.FOUNDERS_CYR, strict=True
                )
            ],
        ),
    }


def management_and_activity() -> dict[str, Gold]:
    directors = [facts.DIRECTOR_RU, facts.DIRECTOR_UZ, facts.DIRECTOR_CYR, facts.DIRECTOR_SHORT_RU]
    return {
        "director": Gold(
            "person",
            directors,
            [
                Place(places.CHARTER, facts.DIRECTOR_RU),
                Place(places.CHARTER, facts.DIRECTOR_UZ),
                Place(places.EXTRACT, facts.DIRECTOR_CYR),
                Place(places.ORDER, facts.DIRECTOR_CYR),
                Place(places.APPLICATION, facts.DIRECTOR_RU),
                Place(places.APPLICATION, facts.DIRECTOR_SHORT_RU),
                *(Place(name, facts.DIRECTOR_SHORT_RU) for name in places.AUDITS.values()),
                Place(places.BALANCE),
                Place(places.PLEDGE),
            ],
            trap=places.LOOK_ALIKE + " Подписывают и другие директора: оценщика, агентства.",
        ),
        "director_passport": Gold(
            "identifier",
            [facts.DIRECTOR_PASSPORT.replace(" ", ""), facts.DIRECTOR_PASSPORT],
            [Place(places.PASSPORT, page=1)],
            scan=True,
            trap="Стоит только на изображении паспорта.",
        ),
        "director_pinfl": Gold(
            "identifier",
            [facts.DIRECTOR_PINFL],
            [Place(places.EXTRACT, facts.DIRECTOR_PINFL), Place(places.PASSPORT, page=1)],
        ),
        "director_appointed": Gold(
            "date",
            [facts.iso(facts.DIRECTOR_APPOINTED)],
            [Place(places.ORDER, facts.DIRECTOR_APPOINTED_CYR), Place(places.EXTRACT, "Раҳбарни тайинлаш")],
            trap="Приказ написан по-узбекски кириллицей: «2019 йил 18 март»; рядом 1 апреля — приём бухгалтера.",
        ),
        "accountant": Gold(
            "person",
            [facts.ACCOUNTANT_RU, facts.ACCOUNTANT_UZ, facts.ACCOUNTANT_CYR, facts.ACCOUNTANT_SHORT_RU],
            [
                Place(places.APPLICATION, facts.ACCOUNTANT_RU),
                Place(places.APPLICATION, facts.ACCOUNTANT_SHORT_RU),
                Place(places.EXTRACT, facts.ACCOUNTANT_CYR),
                Place(places.ORDER, facts.ACCOUNTANT_CYR),
                *(Place(name, facts.ACCOUNTANT_SHORT_RU) for name in places.AUDITS.values()),
                Place(places.BALANCE),
                Place(places.EMAIL),
            ],
            trap=places.LOOK_ALIKE,
        ),
        "main_activity": Gold(
            "text",
            [
                facts.ACTIVITY_RU,
                facts.ACTIVITY_UZ,
                facts.ACTIVITY_CYR,
                f"{facts.ACTIVITY_RU} (код ОКЭД {facts.OKED})",
            ],
            [
                Place(places.CHARTER, facts.ACTIVITY_RU),
                Place(places.CHARTER, facts.ACTIVITY_UZ),
                Place(places.CERTIFICATE, facts.ACTIVITY_UZ),
                Place(places.EXTRACT, "Асосий фаолият тури"),
                Place(places.APPLICATION, facts.ACTIVITY_RU),
            ],
            trap="Лицензируемый вид деятельности — другой. " + places.LOOK_ALIKE,
        ),
        "employees": Gold(
            "number",
            [facts.EMPLOYEES],
            [Place(places.APPLICATION, "Среднесписочная численность")],
            trap="Новых рабочих мест — 38; у похожей компании — 19 человек.",
        ),
        "licence_number": Gold(
            "identifier",
            [facts.LICENCE_NO],
            [Place(places.LICENCE, facts.LICENCE_NO)],
            trap="Лицензии оценщика и аудитора названы в их отчётах.",
        ),
        "licence_date": Gold(
            "date",
            [facts.iso(facts.LICENCE_DATE)],
            [Place(places.LICENCE, facts.LICENCE_DATE)],
            trap="Рядом срок действия лицензии, 05.09.2027; в других файлах — даты лицензий оценщика и аудитора.",
        ),
        "licence_issuer": Gold(
            "text", [facts.LICENCE_ISSUER_RU, facts.LICENCE_ISSUER_UZ], [Place(places.LICENCE, facts.LICENCE_ISSUER_RU)]
        ),
        "export_contract_date": Gold(
            "date",
            [],
            [Place(places.CONTRACT, facts.CONTRACT_DATE)],
            status="review",
            trap="05/06/2024: 5 июня или 6 мая — из документа не видно.",
        ),
        "export_buyer": Gold("organisation", [facts.BUYER], [Place(places.CONTRACT, facts.BUYER)]),
    }


def fields() -> dict[str, Gold]:
    """In the template's order."""
    return {
        **borrower(),
        **management_and_activity(),
        **answers.request(),
        **answers.finance(),
        **answers.taxes_courts_people(),
        **answers.conclusions(),
    }


if __name__ == "__main__":
    write_gold(
        HERE / "gold.json", case="credit_case", template="credit_conclusion", files=HERE / "files", fields=fields()
    )
