"""Verification of quotes; the rows of the fault list that each test covers are named C01-C12, O06, O11."""

import random
import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evidence.citations import Match
from evidence.pages import OriginKind
from evidence.verify import Outcome, QuoteFinder, verify
from tests.unit.evidence.made_up_pages import DOCUMENT, page, scan

SENTENCE = (
    "Ответчик обязуется выплатить финальный платёж — 1 250 000 сум не позднее 05.03.2024, если «Банк» не откажется."
)


# ------------------------------------------------------------------ C01: presentation


@pytest.mark.parametrize(
    "printed",
    [
        SENTENCE.replace("обязуется выплатить", "обязуется\nвыплатить"),
        SENTENCE.replace("финальный", "ﬁнальный").replace("ﬁ", "фи"),
        SENTENCE.replace("выплатить", "выпла-\nтить"),
        SENTENCE.replace("«Банк»", "“Банк”"),
        SENTENCE.replace(" — ", " – "),
        SENTENCE.replace("1 250 000", "1\u00a0250\u202f000"),
        SENTENCE.replace("платёж", "плате\u0308ж").replace("финальный", "финальныи\u0306"),
        SENTENCE.replace("Ответчик", "Ответ\u00adчик"),
        SENTENCE.replace("обязуется выплатить", "обязуется\tвыпла\u00ad\nтить").replace(" — ", " ― "),
    ],
)  # fmt: skip
def test_a_sentence_is_found_in_any_disguise_with_offsets_into_the_raw_page(printed: str) -> None:
    here = page("Введение.", printed, "Конец.")
    verdict = verify(SENTENCE, here)
    assert verdict.outcome is Outcome.LOCATED
    span = verdict.spans[0].span
    assert here.text[span.start : span.end] == printed


def test_ligatures_are_found_by_their_letters() -> None:
    here = page("The eﬃcient ﬁnal oﬀer was ﬂawed in every way.")
    assert verify("The efficient final offer was flawed in every way.", here).match is Match.NORMALISED


def test_a_paraphrase_is_refused() -> None:
    assert verify("Ответчик должен заплатить 1 250 000 сум до 05.03.2024", page(SENTENCE)).outcome is Outcome.ABSENT


def test_a_hyphen_of_the_word_survives_a_break_and_a_missing_one_does_not() -> None:
    broken = page("Договор долго-\nсрочной аренды юго-\nзападной части здания заключён.")
    assert verify("Договор долгосрочной аренды юго-западной части здания заключён.", broken).holds
    assert not verify("Договор долгосрочной аренды ново-западной части здания", broken).holds
    whole = page("The co-op repaid the non-payment penalty in full today.")
    assert not verify("The coop repaid the nonpayment penalty in full today.", whole).holds


def test_the_exact_quote_is_told_from_the_normalised_one() -> None:
    here = page("Сумма кредита составляет 5 млн сум по договору.")
    assert verify("Сумма кредита составляет 5 млн сум", here).match is Match.EXACT
    assert verify("Сумма кредита\nсоставляет 5 млн сум", here).match is Match.NORMALISED


def test_spaces_beside_punctuation_do_not_matter() -> None:
    here = page("Заёмщик : ООО « Ромашка » , ( далее – Общество ) платит 5 % годовых.")
    assert verify("Заёмщик: ООО «Ромашка», (далее – Общество) платит 5% годовых.", here).holds


def test_a_row_of_cells_may_be_quoted_with_its_bars_or_a_colon() -> None:
    here = page("Показатель\t2022\t2023", "Чистая прибыль\t1 200\t1 350")
    assert verify("Чистая прибыль | 1 200 | 1 350", here).holds
    assert verify("Чистая прибыль: 1 200 1 350", here).holds


# ------------------------------------------------------------------ C02, C03: pages


def test_a_quote_across_two_pages_skips_what_is_printed_between() -> None:
    first = page(
        "Глава 2.", "Залогодатель обязан застраховать предмет залога от", "1) примечание внизу", "- 2 -",
        number=2, kinds=(OriginKind.TEXT_LAYER, OriginKind.TEXT_LAYER, OriginKind.FOOTNOTE, OriginKind.FOOTER),
    )  # fmt: skip
    second = page(
        "ДОГОВОР ЗАЛОГА № 5", "всех рисков утраты в пользу Банка.", "Далее.",
        number=3, kinds=(OriginKind.HEADER, OriginKind.TEXT_LAYER, OriginKind.TEXT_LAYER),
    )  # fmt: skip
    quote = "Залогодатель обязан застраховать предмет залога от всех рисков утраты в пользу Банка."
    for named, other in ((first, second), (second, first)):
        verdict = verify(quote, named, neighbours=(other,))
        assert verdict.outcome is Outcome.LOCATED
        assert [span.page for span in verdict.spans] == [2, 3]
        assert second.text[verdict.spans[1].span.start :].startswith("всех рисков")
        assert first.text[verdict.spans[0].span.start : verdict.spans[0].span.end].endswith("залога от")


def test_a_word_broken_by_the_page_is_one_word() -> None:
    first, second = (
        page("Стороны договорились о неустойке и возме-", number=1),
        page("щении убытков в полном объёме.", number=2),
    )
    verdict = verify("Стороны договорились о неустойке и возмещении убытков", first, neighbours=(second,))
    assert verdict.holds
    assert len(verdict.spans) == 2


def test_a_page_number_alone_on_its_line_is_skipped_without_blocks() -> None:
    first = page("Стороны договорились о неустойке и\n14", number=14).model_copy(update={"blocks": ()})
    second = page("15\nвозмещении убытков в полном объёме.", number=15).model_copy(update={"blocks": ()})
    assert verify("договорились о неустойке и возмещении убытков", first, neighbours=(second,)).holds


def test_a_denial_on_the_page_before_is_not_cut_off() -> None:
    first, second = (
        page("Залогодатель при этом не", number=1),
        page("вправе продать предмет залога третьим лицам.", number=2),
    )
    cut = page("Залогодатель при этом не\nвправе продать предмет залога третьим лицам.")
    assert not verify("вправе продать предмет залога третьим лицам.", cut).holds
    assert verify("Залогодатель при этом не вправе продать предмет залога", first, neighbours=(second,)).holds


def test_pages_of_two_documents_never_join() -> None:
    first = page("Начало одной фразы о залоге имущества", number=1, document="a" * 64)
    second = page("и конец другой фразы о поручительстве.", number=2, document="b" * 64)
    assert not verify("Начало одной фразы о залоге имущества и конец другой фразы", first, neighbours=(second,)).holds


def test_a_true_quote_on_another_page_says_which() -> None:
    other = page("Ставка составляет 24 % годовых и выплачивается ежемесячно.", number=7)
    verdict = verify(
        "Ставка составляет 24 % годовых", page("Совсем другой текст о сроках.", number=3), elsewhere=(other,)
    )
    assert verdict.outcome is Outcome.ELSEWHERE
    assert verdict.spans[0].page == 7
    assert not verdict.holds


# ------------------------------------------------------------------ C05: ellipsis and cut edges


@pytest.mark.parametrize(
    ("said", "quote"),
    [
        (
            "The landlord is not in any case permitted to enter the flat.",
            "The landlord is ... permitted to enter the flat.",
        ),
        (
            "The landlord is not in any case permitted to enter the flat.",
            "The landlord is […] permitted to enter the flat.",
        ),
        ("Арендатор не вправе сдавать помещение без согласия.", "вправе сдавать помещение без согласия"),
        ("O locatário não pode sublocar o imóvel sem autorização.", "pode sublocar o imóvel sem autorização"),
        ("The Tenant shall not sublet the premises to anyone.", "shall … sublet the premises to anyone"),
        (
            "Первая часть сказана здесь. Вторая часть сказана там.",
            "Вторая часть сказана там ... Первая часть сказана здесь",
        ),
        ("Qarz oluvchida muddati o‘tgan qarzdorlik mavjud emas.", "Qarz oluvchida muddati o‘tgan qarzdorlik mavjud"),
        ("Қарз олувчида муддати ўтган қарздорлик йўқ деб топилди.", "Қарз олувчида муддати ўтган қарздорлик"),
        ("The Tenant shall not sublet the premises to anyone.", "by law the Tenant shall"),
    ],
)
def test_words_left_out_are_never_evidence(said: str, quote: str) -> None:
    assert not verify(quote, page(said)).holds


def test_an_ellipsis_that_the_page_itself_has_is_text() -> None:
    here = page("Он сказал… и замолчал надолго, глядя в окно.", "Итого ............ 5 000 сум к оплате")
    assert verify("Он сказал... и замолчал надолго", here).holds
    assert verify("Итого ... 5 000 сум к оплате", here).holds


def test_the_reason_names_the_ellipsis() -> None:
    verdict = verify("The landlord is ... permitted", page("The landlord is not permitted to enter."))
    assert "leaves words out" in (verdict.reason or "")


@pytest.mark.parametrize(
    ("said", "quote"),
    [
        ("Он unable to pay the rent on time this year", "able to pay the rent on time"),
        ("Долг составил 1 234,56 сум по итогам года", "Долг составил 1 234"),
        ("Долг составил 1 234 567 сум по итогам года", "234 567 сум по итогам года"),
        ("Долг составил 1.234.567,89 по итогам года", "Долг составил 1.234"),
        ("Остаток на счёте -5 000 сум на конец года", "5 000 сум на конец года"),
        ("Остаток\t−5 000 сум на конец года", "5 000 сум на конец года"),
        ("Убыток за год (1 234) и прибыль за год 5", "1 234) и прибыль за год 5"),
        ("Кредит в сумме 5 млн сум на три года", "Кредит в сумме 5"),
        ("Кредит в сумме 5 млн сум на три года", "Кредит в сумме 5 млн"),
        ("Ставка за пользование кредитом 24 % годовых", "Ставка за пользование кредитом 24"),
        ("рост составил 5 процентных пунктов за год", "рост составил 5 процентных"),
        ("Amount of the order is $5,000 for the flight", "5,000 for the flight"),
        ("Valor total de R$ 5.000,00 pago em juros", "5.000,00 pago em juros"),
        ("Договор № 01-2301-XXX заключён в Ташкенте", "Договор № 01-2301"),
        ("Счёт матча составил 3-1 по итогам игры", "Счёт матча составил 3-."),
        ("Счёт матча составил 3-1 по итогам игры", "-1 по итогам игры команд"),
        ("План на 2019–2020 годы утверждён советом", "2020 годы утверждён советом"),
        ("Срок 31.12.2027 установлен решением совета", "12.2027 установлен решением совета"),
        ("В 2012 году открыт новый цех завода", "12 году открыт новый цех завода"),
        ("Срок не менее 5 лет считая с даты", "5 лет считая с даты договора"),
        ("не менее 5 лет считая с даты договора", "5 лет считая с даты договора"),
        ("площадь 10² метров под склад завода", "площадь 10"),
        ("квартира 12/5 по улице Навои дом", "по адресу квартира 12"),
        ("a long-term loan was granted by bank", "term loan was granted by bank"),
        ("o‘zbek tilida tuzilgan shartnoma bor edi", "zbek tilida tuzilgan shartnoma bor"),
        ("1 000 000 (один миллион) сум выдано заёмщику", "договор на 1 000 000 (один миллион)"),
        ("Всего выдано 1 000 000 (один миллион) сум", "Всего выдано 1 000 000"),
    ],
)
def test_an_edge_may_not_cut_words_numbers_signs_or_units(said: str, quote: str) -> None:
    assert not verify(quote, page(said)).holds


@pytest.mark.parametrize(
    ("said", "quote"),
    [
        ("Ставка за пользование кредитом 24 % годовых, далее иное", "Ставка за пользование кредитом 24 % годовых"),
        ("Выручка\t1 200\t1 350", "Выручка\t1 200"),
        ("См. п. 5. Далее идёт текст договора сторон", "Далее идёт текст договора"),
        ("pages in all—others were kept by the clerk", "others were kept by the clerk"),
        ("Сумма: 5 000 сум. Срок: 3 года и два месяца", "Сумма: 5 000 сум"),
        ("за 2024 год прибыль выросла на треть", "за 2024 год прибыль"),
        ("(пункт 5) договора аренды здания завода", "договора аренды здания завода"),
    ],
)
def test_a_quote_may_stop_where_a_thought_stops(said: str, quote: str) -> None:
    assert verify(quote, page(said)).holds


# ------------------------------------------------------------------ C06: no tolerance for meaning


@pytest.mark.parametrize("make", [page, scan])
@pytest.mark.parametrize(
    ("said", "quote"),
    [
        (
            "сумма кредита по договору составляет 1 250 000 сум всего",
            "сумма кредита по договору составляет 1 260 000 сум всего",
        ),
        ("заёмщик при этом не обязан платить штраф банку", "заёмщик при этом обязан платить штраф банку"),
        (
            "договор подписан директором Каримовым в городе Бухаре",
            "договор подписан директором Карамовым в городе Бухаре",
        ),
        ("доля составила двадцать процентов от капитала фирмы", "доля составила двадцать пунктов от капитала фирмы"),
        (
            "аренда оплачена за месяц март текущего года полностью",
            "аренда оплачена за месяц май текущего года полностью",
        ),
        (
            "платить следует в долларах сразу после подписания акта",
            "платить следует в рублях сразу после подписания акта",
        ),
        ("the lender may call the loan in thirty days", "the lender may call the loan in thirty years"),
        ("общество включает проценты в сумму основного долга", "общество исключает проценты в сумму основного долга"),
        ("предмет налога оценён независимым оценщиком в мае", "предмет залога оценён независимым оценщиком в мае"),
        ("the lessor shall repair the roof of the house", "the lessee shall repair the roof of the house"),
        (
            "поручение клиента было исполнено банком без задержки",
            "получение клиента было исполнено банком без задержки",
        ),
        ("является нерезидентом по закону этой страны сейчас", "является резидентом по закону этой страны сейчас"),
    ],
)
def test_one_changed_word_is_refused_on_text_and_on_scans(make: object, said: str, quote: str) -> None:
    assert callable(make)
    assert not verify(quote, make(said)).holds


@pytest.mark.parametrize("make", [page, scan])
@pytest.mark.parametrize(
    ("said", "quote"),
    [
        ("Срок кредита составляет 36 месяцев с даты выдачи", "Срок кредита составляет 36 дней с даты выдачи"),
        ("Глава XIV договора определяет порядок расчётов", "Глава XVI договора определяет порядок расчётов"),
        ("Сумма 5 тыс. долларов перечислена на счёт банка", "Сумма 5 млн долларов перечислена на счёт банка"),
        ("ставка 5 % в год по договору займа банка", "ставка 5 п.п. в год по договору займа банка"),
        ("пять миллионов сум получено в кассу общества", "шесть миллионов сум получено в кассу общества"),
        ("с 04.03.2024 по 05.03.2024 проведена ревизия склада", "с 05.03.2024 по 04.03.2024 проведена ревизия склада"),
        ("дата 04.03.2024 указана в акте сверки сторон", "дата 03.04.2024 указана в акте сверки сторон"),
        ("Банк А уступает Банку Б право требования долга", "Банк Б уступает Банку А право требования долга"),
        ("долг в размере 10-15 тысяч сум признан должником", "долг в размере 1015 тысяч сум признан должником"),
        ("долг в размере 10 15 тысяч сум признан должником", "долг в размере 1015 тысяч сум признан должником"),
        ("The lender may, but need not, accept the offer", "The lender may accept the offer"),
        ("Заёмщик вправе, если банк согласен, продать залог", "Заёмщик вправе продать залог"),
        ("O banco não é obrigado a aceitar a proposta", "O banco é obrigado a aceitar a proposta"),
        ("Bank taklifni qabul qilishga majbur emas ekan", "Bank taklifni qabul qilishga majbur ekan"),
        ("Банк таклифни қабул қилишга мажбур эмас экан", "Банк таклифни қабул қилишга мажбур экан"),
        ("Bank kredit bermaydi agar hujjatlar to'liq bo'lmasa", "Bank kredit beradi agar hujjatlar to'liq bo'lmasa"),
        ("налог на имущество физических лиц уплачен вовремя", "залог на имущество физических лиц уплачен вовремя"),
        ("сумма 1,234 долларов перечислена на счёт банка", "сумма 1.234 долларов перечислена на счёт банка"),
        ("сумма 1 234,5 долларов перечислена на счёт банка", "сумма 12 34,5 долларов перечислена на счёт банка"),
        ("Договор № 12/3 от 5 марта заключён сторонами", "Договор № 1/23 от 5 марта заключён сторонами"),
        ("USD 100 was paid to the borrower on demand", "USO 100 was paid to the borrower on demand"),
        ("выплачено 100 $ наличными деньгами в кассе", "выплачено 100 € наличными деньгами в кассе"),
        ("до 5 рабочих дней включительно с даты заявки", "до 5 календарных дней включительно с даты заявки"),
        ("остаток составил минус 5 тысяч сум на конец", "остаток составил 5 тысяч сум на конец"),
        (
            "Каримов Алишер Бахтиёрович назначен директором общества",
            "Каримов Анвар Бахтиёрович назначен директором общества",
        ),
        ("at least five percent of shares were sold today", "at most five percent of shares were sold today"),
        ("no later than 5 days after the notice is given", "no earlier than 5 days after the notice is given"),
        (
            "процент начисляется ежемесячно на остаток долга клиента",
            "процент начисляется ежедневно на остаток долга клиента",
        ),
        (
            "the parties are jointly and severally liable for debt",
            "the parties are jointly or severally liable for debt",
        ),
        ("оплата до или после поставки товара покупателем", "оплата до и после поставки товара покупателем"),
        ("сумма 100 000 (сто тысяч) сум выдана под отчёт", "сумма 100 000 (двести тысяч) сум выдана под отчёт"),
        ("<5 % капитала принадлежит иностранным лицам сейчас", ">5 % капитала принадлежит иностранным лицам сейчас"),
        ("доля ≤ 5 % капитала принадлежит иностранным лицам", "доля ≥ 5 % капитала принадлежит иностранным лицам"),
    ],
)
def test_a_statement_turned_round_is_refused_on_text_and_on_scans(make: object, said: str, quote: str) -> None:
    assert callable(make)
    assert not verify(quote, make(said)).holds
    assert not QuoteFinder([page("Другой лист без этих слов."), make(said, number=2)]).find(quote).holds


# ------------------------------------------------------------------ C12: apostrophes, ё, й


@pytest.mark.parametrize("apostrophe", ["ʻ", "‘", "’", "ʼ", "'", "`"])
def test_every_uzbek_apostrophe_is_the_same(apostrophe: str) -> None:
    here = page("Toʻlov muddati oʻttiz kun va maʼlumotnoma boʻyicha hisoblanadi.")
    assert verify(f"To{apostrophe}lov muddati o{apostrophe}ttiz kun va ma{apostrophe}lumotnoma", here).holds


def test_yo_and_ye_are_two_letters_and_the_reason_says_so() -> None:
    verdict = verify("все обязательства исполнены в срок банком", page("всё обязательства исполнены в срок банком"))
    assert not verdict.holds
    assert "ё" in (verdict.reason or "")


def test_a_decomposed_letter_is_whole_or_not_at_all() -> None:
    here = page("мои\u0306 дом стоит у реки Чирчик")
    assert verify("мой дом стоит у реки Чирчик", here).holds
    assert not verify("мои дом стоит у реки Чирчик", here).holds


# ------------------------------------------------------------------ O06, O11: scans


def test_a_misread_letter_is_near_only_where_the_span_was_read_by_ocr() -> None:
    read = "Банк выдаёт кредит на пополненне оборотных средств предприятия"
    quote = "Банк выдаёт кредит на пополнение оборотных средств предприятия"
    verdict = verify(quote, scan(read))
    assert verdict.outcome is Outcome.NEAR
    assert verdict.match is Match.OCR_NEAR
    assert verdict.holds
    assert not verify(quote, page(read)).holds


def test_in_a_mixed_page_only_the_ocr_part_is_forgiven() -> None:
    text, read = (
        "Стороны заключили договор залога земельного участка",
        "Банк выдаёт кредит на пополненне оборотных средств",
    )
    mixed = page(text.replace("земельного", "эемельного"), read, kinds=(OriginKind.TEXT_LAYER, OriginKind.OCR))
    assert verify("Банк выдаёт кредит на пополнение оборотных средств", mixed).holds
    assert not verify(text, mixed).holds


@pytest.mark.parametrize(
    ("read", "meant", "holds"),
    [
        ("директор АО USB Bank подписал акт сверки", "директор АО USB Bank подписал акт сверки", True),
        ("директор AO USB Bank подписал акт сверки", "директор АО USB Bank подписал акт сверки", True),
        ("директор АО И5В Bank подписал акт сверки", "директор АО USB Bank подписал акт сверки", False),
        (
            "паспорт серии АВ 0123456 выдан в Ташкенте милицией",
            "паспорт серии AB 0123456 выдан в Ташкенте милицией",
            True,
        ),
        (
            "паспорт серии AB O123456 выдан в Ташкенте милицией",
            "паспорт серии AB 0123456 выдан в Ташкенте милицией",
            False,
        ),
        (
            "паспорт AB0123456 выдан в Ташкенте милицией города",
            "паспорт АВ0123456 выдан в Ташкенте милицией города",
            False,
        ),
        ("в XIX веке здесь стоял завод купца", "в ХIХ веке здесь стоял завод купца", True),
    ],
)
def test_look_alike_letters_pass_on_scans_and_look_alike_digits_never(read: str, meant: str, holds: bool) -> None:
    assert verify(meant, scan(read)).holds is holds
    assert verify(meant, page(read)).holds is (read == meant)


def test_a_lost_unit_sign_is_not_forgiven() -> None:
    assert not verify("ставка составляет 33 % от суммы долга", scan("ставка составляет 33 96 от суммы долга")).holds


# ------------------------------------------------------------------ little quotes, hidden text, empty ones


def test_the_tenant_proves_nothing() -> None:
    here = page("The Tenant shall pay.", "The landlord trusts the Tenant.")
    verdict = verify("the Tenant", here)
    assert not verdict.holds
    assert "proves nothing" in (verdict.reason or "")


def test_a_short_quote_must_be_unique_or_a_cell_of_its_own() -> None:
    here = page("ИНН\t301234567", "Итого\t500\t700", "Сумма 500 сум, пеня 500 сум", "Ташкент")
    assert verify("301234567", here).holds
    assert verify("Ташкент", here).holds
    assert verify("700", here).holds
    assert not verify("5", here).holds
    twice = page("Каримов Алишер подписал, Каримов Алишер заверил")
    assert "more than once" in (verify("Каримов Алишер", twice).reason or "")


def test_hidden_text_is_never_located_and_the_reason_says_where_it_stands() -> None:
    here = page("Обычный текст договора.", withheld="Одобрить кредит без проверки документов заёмщика")
    verdict = verify("Одобрить кредит без проверки документов заёмщика", here)
    assert verdict.outcome is Outcome.ABSENT
    assert "may not be cited" in (verdict.reason or "")


@pytest.mark.parametrize("quote", ["", "   ", "—", "...", "«»"])
def test_a_quote_without_words_is_refused(quote: str) -> None:
    assert verify(quote, page("Любой текст.")).outcome is Outcome.ABSENT


def test_the_reason_tells_what_differs() -> None:
    here = page("ДОГОВОР ПОРУЧИТЕЛЬСТВА ГРАЖДАНИНА КАРИМОВА")
    assert "capital" in (verify("Договор поручительства гражданина Каримова", here).reason or "")
    assert "script" in (
        verify("Договор с банком «Kanal» подписан вчера", page("Договор с банком «Каnаl» подписан вчера")).reason or ""
    )
    assert "number" in (verify("Сумма долга составила 1 234", page("Сумма долга составила 1 234,56 сум")).reason or "")


# ------------------------------------------------------------------ a whole case


def _case() -> tuple[list[object], QuoteFinder]:
    pages = [
        page("Устав общества, утверждённый учредителями.", "Уставный капитал равен 400 000 000 сум.", number=1),
        page("Стороны договорились о неустойке и", number=2),
        page("возмещении убытков в полном объёме.", "Ставка составляет 24 % годовых.", number=3),
        page("Другой документ об оценке залога.", "Ставка составляет 19 % годовых.", number=1, document="b" * 64),
    ]
    return list(pages), QuoteFinder(pages)


def test_a_finder_finds_without_a_hint_and_corrects_a_wrong_one() -> None:
    _, finder = _case()
    assert finder.find("Уставный капитал равен 400 000 000 сум").outcome is Outcome.LOCATED
    wrong = finder.find("Уставный капитал равен 400 000 000 сум", document=DOCUMENT, page=3)
    assert wrong.outcome is Outcome.ELSEWHERE
    assert wrong.spans[0].page == 1
    other = finder.find("Ставка составляет 19 % годовых.", document=DOCUMENT)
    assert other.outcome is Outcome.ELSEWHERE
    assert other.spans[0].document == "b" * 64


def test_a_finder_joins_pages() -> None:
    _, finder = _case()
    for hint in ({}, {"document": DOCUMENT, "page": 2}, {"document": DOCUMENT, "page": 3}, {"document": DOCUMENT}):
        verdict = finder.find("Стороны договорились о неустойке и возмещении убытков в полном объёме", **hint)  # type: ignore[arg-type]
        assert verdict.outcome is Outcome.LOCATED
        assert [span.page for span in verdict.spans] == [2, 3]


def test_a_finder_and_verify_agree() -> None:
    pages, finder = _case()
    quotes = (
        "Ставка составляет 24 % годовых",
        "Ставка составляет 25 % годовых",
        "Устав общества",
        "учредителями",
        "неустойке и",
    )
    for quote in quotes:
        for one in pages:
            alone = verify(quote, one)  # type: ignore[arg-type]
            found = finder.find(quote, document=one.document, page=one.number)  # type: ignore[attr-defined]
            assert alone.holds == found.holds


# ------------------------------------------------------------------ properties

WORDS = st.lists(
    st.text(alphabet="абвгдеёжзклмнопрстуabcdefgh", min_size=3, max_size=9).filter(
        lambda word: word not in ("нет", "без", "emas", "год")
    ),
    min_size=6,
    max_size=16,
)


@given(WORDS, st.integers(1, 10**9), st.randoms(use_true_random=False))
def test_what_stands_there_is_found_with_its_own_characters(words: list[str], number: int, rnd: random.Random) -> None:
    said = " ".join([*words[:3], str(number), *words[3:]])
    printed = "".join(rnd.choice((" ", "\n", "\u00a0", "  ", "\t")) if char == " " else char for char in said)
    here = page("Начало.", printed, "Конец.")
    verdict = verify(said, here)
    assert verdict.holds
    span = verdict.spans[0].span
    assert here.text[span.start : span.end] == printed


@given(WORDS, st.integers(10, 10**9), st.integers(0, 9), st.data(), st.booleans())
def test_a_changed_digit_is_never_accepted(
    words: list[str], number: int, digit: int, data: st.DataObject, ocr: bool
) -> None:
    written = str(number)
    at = data.draw(st.integers(0, len(written) - 1))
    changed = written[:at] + str(digit) + written[at + 1 :]
    if changed == written:
        return
    said = " ".join([*words[:3], written, *words[3:]])
    quote = " ".join([*words[:3], changed, *words[3:]])
    assert not verify(quote, scan(said) if ocr else page(said)).holds


@given(WORDS, st.data())
def test_a_dropped_word_is_never_accepted(words: list[str], data: st.DataObject) -> None:
    at = data.draw(st.integers(1, len(words) - 2))
    if words[at] in (words[at - 1], words[at + 1]):
        return
    assert not verify(" ".join(words[:at] + words[at + 1 :]), scan(" ".join(words))).holds


@given(st.text(alphabet=string.printable + "«»ё й\u0306ʻ№", max_size=80), st.text(max_size=200))
def test_no_input_breaks_it(quote: str, text: str) -> None:
    verify(quote, page(text))
