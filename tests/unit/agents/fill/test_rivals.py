import pytest

from agents.fill.judge import Bench
from agents.fill.rivals import agree, merged, settled
from agents.fill.state import Supported
from agents.fill.wording import Wording
from evidence.citations import Citation
from evidence.fields import Field, FieldType
from evidence.findings import TypedValue
from evidence.pages import Document, Page, PageKind
from evidence.spans import CharSpan
from evidence.values import parse_value

LANGUAGES = {"final": "ru", "other": "ru", "draft": "ru", "english": "en", "unknown": None}


def supported(value: TypedValue, source: str = "final", start: int = 0) -> Supported:
    sha256 = f"{sorted(LANGUAGES).index(source) + 1:x}" * 64
    document = Document(sha256=sha256, name=f"{source}.pdf", media_type="application/pdf", page_count=1)
    page = Page(document=sha256, number=1, kind=PageKind.TEXT, text="x" * 200)
    return Supported(value=value, citations=(Citation.of(document, page, CharSpan(start=start, end=start + 9)),))


def text(words: str, kind: FieldType = FieldType.TEXT) -> TypedValue:
    return TypedValue(type=kind, text=words, normalised=words.casefold())


def money(words: str) -> TypedValue:
    read = parse_value(words, FieldType.MONEY, language="ru")
    assert read is not None
    assert read.value is not None
    return read.value


def organisation(words: str) -> TypedValue:
    read = parse_value(words, FieldType.ORGANISATION, language="ru")
    assert read is not None
    assert read.value is not None
    return read.value


@pytest.fixture
def bench() -> Bench:
    return Bench(
        field=Field(id="f", question="?"),
        resolver=None,  # type: ignore[arg-type]  # rivals resolve nothing
        wording=Wording("en"),
        today=None,
        set_aside=frozenset(),
        who_else=lambda sha256: "?",
        is_foreign=lambda value, place: False,
        zone_of=lambda place, value: None,
        zone_of_row=lambda place, field, said: None,
        people=None,
        strangers=frozenset(),
        is_draft=lambda sha256: sha256[0] == f"{sorted(LANGUAGES).index('draft') + 1:x}",
        manner_of=None,  # type: ignore[arg-type]  # as above
        language_of=lambda citation: LANGUAGES[citation.file.removesuffix(".pdf")],
        subject=None,
        most_citations=3,
    )


def test_equal_amounts_are_one_with_both_citations(bench: Bench) -> None:
    one = settled([supported(money("5 000 сум")), supported(money("5000 сум"), "other")], bench)
    assert len(one) == 1
    assert [citation.file for citation in one[0].citations] == ["final.pdf", "other.pdf"]
    assert not one[0].cautions


def test_different_amounts_stand_against_each_other(bench: Bench) -> None:
    assert len(settled([supported(money("5 000 сум")), supported(money("6 000 сум"), "other")], bench)) == 2


def test_a_draft_does_not_contradict_a_final_paper_and_is_named(bench: Bench) -> None:
    both = [supported(money("6 000 сум"), "draft"), supported(money("5 000 сум"))]
    one = settled(both, bench)
    assert [value.value.normalised for value in one] == ["5000"]
    assert "draft.pdf" in one[0].cautions[0]
    assert "6 000 сум" in one[0].cautions[0]


def test_a_value_that_only_a_draft_gives_says_so(bench: Bench) -> None:
    one = settled([supported(money("6 000 сум"), "draft")], bench)
    assert one[0].cautions == ("Stands only in a draft, draft.pdf.",)


def test_a_text_and_its_translation_are_no_conflict_and_both_are_seen(bench: Bench) -> None:
    one = settled([supported(text("прядение хлопка")), supported(text("cotton spinning"), "english")], bench)
    assert len(one) == 1
    assert "cotton spinning" in one[0].cautions[0]


def test_two_texts_of_one_language_that_differ_are_a_conflict(bench: Bench) -> None:
    assert len(settled([supported(text("прядение хлопка")), supported(text("торговля зерном"), "other")], bench)) == 2


def test_amounts_in_two_languages_are_still_a_conflict(bench: Bench) -> None:
    assert len(settled([supported(money("5 000 сум")), supported(money("6 000 сум"), "english")], bench)) == 2


def test_a_company_named_in_another_language_needs_most_of_its_words(bench: Bench) -> None:
    university = text("Universidade Federal do Vale Alto", FieldType.ORGANISATION)
    translated = text("Federal University of Vale Alto", FieldType.ORGANISATION)
    assert len(settled([supported(university), supported(translated, "english")], bench)) == 1
    stranger = text("Vale Verde Trading", FieldType.ORGANISATION)
    assert len(settled([supported(university), supported(stranger, "english")], bench)) == 2


def test_a_company_in_another_script_is_the_same_and_said(bench: Bench) -> None:
    one = settled(
        [supported(organisation("ООО «Садаф Текстиль»")), supported(organisation("Sadaf Tekstil MChJ"), "other")], bench
    )
    assert len(one) == 1
    assert "Sadaf Tekstil" in one[0].cautions[0]


def test_a_longer_company_name_is_another_company() -> None:
    assert not agree(organisation("ООО «Садаф Текстиль»"), organisation("ООО «Садаф Текстиль Плюс»"))


def test_a_text_that_says_more_of_the_same_agrees() -> None:
    assert agree(text("прядение хлопка"), text("прядение хлопка (код 13100)"))
    assert not agree(text("прядение"), text("непрядение"))
    assert not agree(text("—"), text("прядение"))


def test_items_of_a_list_are_one_only_when_equal_beyond_doubt(bench: Bench) -> None:
    items = [supported(text("лицензия")), supported(text("лицензия № 5")), supported(text("лицензия"), "other")]
    kept = merged(items, bench, items=True)
    assert [value.value.text for value in kept] == ["лицензия", "лицензия № 5"]
    assert len(kept[0].citations) == 2
