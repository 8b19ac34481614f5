"""Who the case is about is found in the documents, and a look-alike's papers do not answer for the subject."""

from pathlib import Path

import pytest

from agents.fill.case_notes import CaseNotes
from agents.fill.run import fill
from agents.fill.subject import CaseSubject, KnownSubject, find_subject
from agents.labels.reader import LabelsReader
from agents.scripted import ScriptedReader
from agents.steps import Answer, Claim, SpanPointer
from evidence.fields import Field, FieldType, ReportTemplate, Subject
from evidence.findings import Finding, Status
from evidence.memory import MemoryFindings, MemoryPages
from evidence.pages import Document, Page, PageKind
from evidence.spans import CharSpan

INN, OTHER_INN, BANK_INN = "306123457", "309876544", "207158944"
PAPERS = {
    "Свидетельство.pdf": f"Наименование\tООО «Садаф Текстиль»\nИНН\t{INN}\nАдрес\tг. Ташкент, ул. Навои, 5",
    "Договор.pdf": f"Банк предоставляет ООО «Садаф Текстиль» (ИНН {INN}) кредит. ИНН банка {BANK_INN}.",
    "Справка.pdf": f"Справка выдана ООО «Садаф Текстиль». ИНН\t{INN}",
    "Чужое.pdf": f"Наименование\tООО «Садаф Текстиль Плюс»\nИНН\t{OTHER_INN}\nАдрес\tг. Бухара, ул. Мира, 1",
    "Прайс.pdf": "Цена пряжи 5 долларов за килограмм.",
}
NAME = Field(
    id="name",
    question="Наименование заёмщика",
    type=FieldType.ORGANISATION,
    labels=("Наименование",),
    about_subject=True,
)
TAX = Field(
    id="inn",
    question="ИНН заёмщика",
    type=FieldType.IDENTIFIER,
    labels=("ИНН",),
    stop_labels=("ИНН банка",),
    about_subject=True,
)
ADDRESS = Field(id="address", question="Адрес заёмщика", type=FieldType.ADDRESS, labels=("Адрес",), about_subject=True)
TEMPLATE = ReportTemplate(
    id="t", title="T", sha256="0", languages=("en",), fields=(NAME, TAX, ADDRESS),
    subject=Subject(names=("name",), identifiers=("inn",)),
)  # fmt: skip


def sha(name: str) -> str:
    return f"{sorted([*PAPERS, 'x']).index(name) + 1:x}" * 64


def case(papers: dict[str, str] = PAPERS) -> MemoryPages:
    documents = [Document(sha256=sha(name), name=name, media_type="application/pdf", page_count=1) for name in papers]
    pages = [
        Page(document=sha(name), number=1, kind=PageKind.TEXT, text=text, language="ru")
        for name, text in papers.items()
    ]
    return MemoryPages(documents, pages)


def subject_of(papers: dict[str, str] = PAPERS, known: KnownSubject | None = None) -> CaseSubject:
    source = case(papers)
    return find_subject(TEMPLATE, source=source, notes=CaseNotes(source), known=known)


def test_the_subject_is_whom_most_documents_name() -> None:
    subject = subject_of()
    assert subject.identifiers == (INN,)
    assert "Садаф Текстиль" in (subject.words or "")
    assert "Плюс" not in (subject.words or "")


def test_a_look_alike_is_set_aside_and_papers_about_nobody_are_not() -> None:
    subject = subject_of()
    assert set(subject.set_aside) == {sha("Чужое.pdf")}
    assert "Плюс" in subject.set_aside[sha("Чужое.pdf")]


def test_a_tie_sets_nothing_aside() -> None:
    papers = {name: PAPERS[name] for name in ("Свидетельство.pdf", "Чужое.pdf")}
    assert subject_of(papers) == CaseSubject()


def test_a_subject_given_by_a_person_decides() -> None:
    papers = {name: PAPERS[name] for name in ("Свидетельство.pdf", "Чужое.pdf")}
    subject = subject_of(papers, KnownSubject(names=("ООО «Садаф Текстиль Плюс»",), identifiers=(OTHER_INN,)))
    assert set(subject.set_aside) == {sha("Свидетельство.pdf")}


def test_a_template_without_subject_fields_sets_nothing_aside() -> None:
    source = case()
    form = ReportTemplate(id="t", title="T", sha256="0", fields=(ADDRESS,))
    assert find_subject(form, source=source, notes=CaseNotes(source)) == CaseSubject()


def span(name: str, text: str) -> SpanPointer:
    start = PAPERS[name].index(text)
    return SpanPointer(document=sha(name), page=1, span=CharSpan(start=start, end=start + len(text)))


async def test_a_value_of_the_look_alike_is_refused_and_shown_as_partial_evidence() -> None:
    wrong = Answer(
        claims=(Claim(value="г. Бухара, ул. Мира, 1", evidence=(span("Чужое.pdf", "Адрес\tг. Бухара, ул. Мира, 1"),)),)
    )
    reader = ScriptedReader({"address": [wrong]})
    source = case()
    findings = await fill(TEMPLATE, source=source, searcher=None, reader=reader, log=MemoryFindings(), run_id="r")
    address = findings[2]
    assert address.status is Status.NOT_FOUND
    assert "Плюс" in (address.reason or "")
    assert any(piece.citation.file == "Чужое.pdf" for piece in address.partial)
    assert all(turn.set_aside == {sha("Чужое.pdf")} for turn in reader.turns)


async def test_the_identifier_of_the_other_side_of_a_contract_is_refused() -> None:
    wrong = Answer(claims=(Claim(value=BANK_INN, evidence=(span("Договор.pdf", f"ИНН банка {BANK_INN}"),)),))
    right = Answer(claims=(Claim(value=INN, evidence=(span("Свидетельство.pdf", f"ИНН\t{INN}"),)),))
    form = TEMPLATE.model_copy(update={"fields": (NAME, TAX.model_copy(update={"stop_labels": ()}), ADDRESS)})
    reader = ScriptedReader({"inn": [wrong, right]})
    findings = await fill(form, source=case(), searcher=None, reader=reader, log=MemoryFindings(), run_id="r")
    assert findings[1].status is Status.FOUND
    assert findings[1].values[0].value.normalised == INN
    assert "belongs to someone else" in reader.turns[-1].feedback[0]


async def test_the_subject_is_told_to_the_reader() -> None:
    reader = ScriptedReader({})
    await fill(TEMPLATE, source=case(), searcher=None, reader=reader, log=MemoryFindings(), run_id="r")
    assert all("Садаф Текстиль" in (turn.subject or "") for turn in reader.turns)


async def test_when_the_papers_do_not_settle_it_the_subject_fields_do() -> None:
    papers = {name: PAPERS[name] for name in ("Свидетельство.pdf", "Чужое.pdf")}
    right = Answer(claims=(Claim(value=INN, evidence=(span("Свидетельство.pdf", f"ИНН\t{INN}"),)),))
    reader = ScriptedReader({"inn": [right]})
    form = TEMPLATE
    findings = await fill(form, source=case(papers), searcher=None, reader=reader, log=MemoryFindings(), run_id="r")
    asked_address = next((turn for turn in reader.turns if turn.field.id == "address"), None)
    if findings[1].status is Status.FOUND:
        assert asked_address is not None and asked_address.set_aside == {sha("Чужое.pdf")}
    else:
        assert findings[1].status is Status.CONFLICT
        assert asked_address is None  # of whom it would be asked is not settled


async def test_where_two_companies_stand_against_each_other_nothing_is_taken_as_the_subjects() -> None:
    papers = {
        "Договор.pdf": "Наименование\tООО «Шойи Инвест»\nИНН\t303222116\nАдрес\tг. Фергана, ул. Ипак, 5",
        "Чужое.pdf": "Наименование\tООО «Фергана Ипаги»\nИНН\t309876544\nЗаявка на кредит",
    }
    source = case(papers)
    findings = await fill(
        TEMPLATE, source=source, searcher=None, reader=LabelsReader(source), log=MemoryFindings(), run_id="r"
    )
    by_id = {finding.field: finding for finding in findings}
    assert by_id["name"].status is Status.CONFLICT
    assert by_id["address"].status is Status.NOT_FOUND
    assert by_id["address"].reason is not None and "not settled" in by_id["address"].reason


RIVALS = {
    "Свидетельство.pdf": f"Наименование\tООО «Садаф Текстиль»\nИНН\t{INN}\nАдрес\tг. Ташкент, ул. Навои, 5",
    "Справка.pdf": f"Справка выдана ООО «Садаф Текстиль». ИНН\t{INN}",
    "Чужое.pdf": f"Наименование\tООО «Бухара Пласт»\nИНН\t{OTHER_INN}\nАдрес\tг. Бухара, ул. Мира, 1",
    "Прайс.pdf": f"Справка выдана ООО «Бухара Пласт». ИНН\t{OTHER_INN}",
    "Договор.pdf": f"Договор между ООО «Садаф Текстиль» (ИНН {INN}) и ООО «Бухара Пласт» (ИНН {OTHER_INN}).",
}
"""As many papers name the one company as the other."""


async def filled(known: KnownSubject | None, *, log: MemoryFindings | None = None) -> dict[str, Finding]:
    source = case(RIVALS)
    findings = await fill(
        TEMPLATE, source=source, searcher=None, reader=LabelsReader(source), log=log or MemoryFindings(), run_id="r",
        subject=known,
    )  # fmt: skip
    return {finding.field: finding for finding in findings}


async def test_rivals_named_equally_leave_every_field_open_and_the_reason_says_what_to_do() -> None:
    found = await filled(None)
    assert {finding.status for finding in found.values()} == {Status.CONFLICT, Status.NOT_FOUND}
    assert "lastro case subject" in (found["address"].reason or "")


@pytest.mark.parametrize(
    "known",
    [
        KnownSubject(names=("Бухара пласт",)),
        KnownSubject(identifiers=(OTHER_INN,)),
        KnownSubject(names=("ООО «Бухара Пласт»",), identifiers=("309 876 544",)),
    ],
)
async def test_whom_it_is_about_settles_every_field_and_sets_the_rival_aside(known: KnownSubject) -> None:
    found = await filled(known)
    said = {name: [value.value.text for value in finding.values] for name, finding in found.items()}
    assert said == {"name": ["ООО «Бухара Пласт»"], "inn": [OTHER_INN], "address": ["г. Бухара, ул. Мира, 1"]}
    assert sha("Свидетельство.pdf") in subject_of(RIVALS, known).set_aside


async def test_a_field_asked_again_goes_by_what_was_said_meanwhile() -> None:
    log = MemoryFindings()
    await filled(None, log=log)
    kept = MemoryFindings()
    for finding in log.kept():
        if finding.field != "address":
            kept.keep(finding)
    found = await filled(KnownSubject(identifiers=(INN,)), log=kept)
    assert (found["name"].status, found["address"].status) == (Status.CONFLICT, Status.FOUND)
    assert found["address"].values[0].value.text == "г. Ташкент, ул. Навои, 5"


async def test_what_was_worked_out_before_the_subject_was_said_is_no_part_of_it(tmp_path: Path) -> None:
    """A run was cut short: its checkpoints hold an answer that was given about somebody else."""
    source = case(RIVALS)
    wrong = Answer(
        claims=(Claim(value="г. Ташкент, ул. Навои, 5", evidence=(rival_span("г. Ташкент, ул. Навои, 5"),)),)
    )
    right = Answer(claims=(Claim(value="г. Бухара, ул. Мира, 1", evidence=(rival_span("г. Бухара, ул. Мира, 1"),)),))
    place = tmp_path / "checkpoints"
    for name, answer in (("Садаф Текстиль", wrong), ("Бухара Пласт", right)):
        log = CutShort() if answer is wrong else MemoryFindings()
        asked = fill(
            TEMPLATE, source=source, searcher=None, reader=ScriptedReader({"address": [answer]}), log=log, run_id="r",
            checkpoints=place, subject=KnownSubject(names=(name,)),
        )  # fmt: skip
        if answer is wrong:
            with pytest.raises(ExceptionGroup):
                await asked
        else:
            assert (await asked)[2].values[0].value.text == "г. Бухара, ул. Мира, 1"


async def test_a_slip_in_what_was_said_is_told() -> None:
    found = await filled(KnownSubject(names=("ООО «Никто»",)))
    assert {finding.status for finding in found.values()} == {Status.NOT_FOUND}
    assert all("No document names ООО «Никто»" in (finding.reason or "") for finding in found.values())


class CutShort(MemoryFindings):
    def keep(self, finding: Finding) -> None:
        if finding.field == "address":
            raise OSError("the disk is full")
        super().keep(finding)


def rival_span(text: str) -> SpanPointer:
    name = next(name for name, held in RIVALS.items() if text in held)
    start = RIVALS[name].index(text)
    return SpanPointer(document=sha(name), page=1, span=CharSpan(start=start, end=start + len(text)))


BORROWER = NAME.model_copy(
    update={"question": "Кто заёмщик?", "labels": ("Наименование", "Заёмщик", "Qarz oluvchi", "Borrower")}
)
ABOUT_A_BORROWER = TEMPLATE.model_copy(update={"fields": (BORROWER, TAX, ADDRESS)})
SURETY = {
    "Договор.pdf": (
        f"Заявка на получение кредита\nЗаёмщик: ООО «Садаф Текстиль»\nИНН: {INN}\n"
        f"Сведения о поручителе\nНаименование: ООО «Бухара Пласт»\nИНН: {OTHER_INN}\nАдрес: г. Бухара, ул. Мира, 1"
    ),
    "Справка.pdf": f"Справка\nВыдана ООО «Бухара Пласт» (ИНН {OTHER_INN}).\nНаименование: ООО «Бухара Пласт»",
    "Чужое.pdf": f"Свидетельство\nНаименование: ООО «Бухара Пласт»\nИНН: {OTHER_INN}\nАдрес: г. Бухара, ул. Мира, 1",
}


def borrower_of(papers: dict[str, str]) -> CaseSubject:
    source = case(papers)
    return find_subject(ABOUT_A_BORROWER, source=source, notes=CaseNotes(source))


async def test_a_guarantor_named_in_more_papers_does_not_outvote_the_borrower() -> None:
    subject = borrower_of(SURETY)
    assert (subject.names, subject.identifiers) == (("ООО «Садаф Текстиль»",), (INN,))
    assert set(subject.set_aside) == {sha("Справка.pdf"), sha("Чужое.pdf")}
    source = case(SURETY)
    findings = await fill(
        ABOUT_A_BORROWER, source=source, searcher=None, reader=LabelsReader(source), log=MemoryFindings(), run_id="r"
    )
    assert [value.value.text for finding in findings for value in finding.values] == ["ООО «Садаф Текстиль»", INN]


async def test_the_guarantors_address_is_refused_of_any_reader() -> None:
    start = SURETY["Договор.pdf"].index("Адрес: г. Бухара")
    place = CharSpan(start=start, end=start + len("Адрес: г. Бухара, ул. Мира, 1"))
    wrong = Answer(
        claims=(
            Claim(
                value="г. Бухара, ул. Мира, 1",
                evidence=(SpanPointer(document=sha("Договор.pdf"), page=1, span=place),),
            ),
        )
    )
    findings = await fill(
        ABOUT_A_BORROWER, source=case(SURETY), searcher=None, reader=ScriptedReader({"address": [wrong]}),
        log=MemoryFindings(), run_id="r",
    )  # fmt: skip
    assert findings[2].status is Status.NOT_FOUND


def test_a_contract_in_which_the_subject_stands_for_another_does_not_make_that_one_the_borrower() -> None:
    papers = {name: text for name, text in PAPERS.items() if name != "Чужое.pdf"}
    papers["Чужое.pdf"] = "Договор поручительства\nЗаёмщик: ООО «Бухара Пласт»\nПоручитель: ООО «Садаф Текстиль»"
    assert borrower_of(papers).identifiers == (INN,)


def test_two_who_are_called_borrower_alike_are_disputed() -> None:
    papers = {
        "Договор.pdf": f"Заявка на кредит\nЗаёмщик: ООО «Садаф Текстиль»\nИНН: {INN}",
        "Чужое.pdf": f"Заявка на кредит\nЗаёмщик: ООО «Бухара Пласт»\nИНН: {OTHER_INN}",
    }
    subject = borrower_of(papers)
    assert (subject.names, subject.identifiers) == ((), ())
