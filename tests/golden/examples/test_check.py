"""The scorer tells right from wrong: a perfect trace passes, and every way of being wrong is named."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from examples import check

ROOT = Path(__file__).parents[3]
GOLD = {
    case: json.loads((ROOT / "examples" / case / "gold.json").read_text(encoding="utf-8"))
    for case in ("credit_case", "immigration_case")
}


def value(text: str, kind: str) -> dict[str, Any]:
    normalised = text
    if kind in check.NUMERIC:
        normalised = str(check.decimal_of(text))
    return {"text": text, "normalised": normalised, "type": kind, "citations": [0]}


def entry_of(field_id: str, gold: Mapping[str, Any]) -> dict[str, Any]:
    """What a perfect run says about one field."""
    empty = {"id": field_id, "status": "not_found", "value": None, "citations": [], "reason": "nothing"}
    cited = [{"file": place["file"], "page": place["page"]} for place in (gold["pages"] or [])[:1]]
    if gold["status"] in ("not_found", "analyst", "review"):
        return empty
    if "section" in gold:
        reference, _, section = gold["section"].partition(":")
        cited[0]["locator"] = {"kind": "section", "reference": reference, "section": section}
        return empty | {"status": "found", "value": value(" … ".join(gold["holds"]), "long_text"), "citations": cited}
    if gold.get("rows"):
        kinds = {
            "contribution": "money",
            "share": "percent",
            "amount": "money",
            "balance": "money",
            "maturity": "date",
            "inn": "identifier",
        }
        rows = [
            {
                column: value(
                    texts[0], kinds.get(column, "money" if field_id == "financials" and column != "year" else "text")
                )
                for column, texts in row.items()
            }
            for row in gold["rows"]
        ]
        return empty | {"status": "found", "value": rows, "citations": cited}
    if gold["status"] == "conflict":
        return empty | {
            "status": "conflict",
            "value": [value(text, gold["type"]) for text in gold["values"]],
            "citations": cited,
        }
    return empty | {"status": "found", "value": value(gold["values"][0], gold["type"]), "citations": cited}


def perfect(case: str) -> dict[str, Any]:
    return {"fields": [entry_of(field_id, gold) for field_id, gold in GOLD[case]["fields"].items()]}


def outcome(case: str, field_id: str, **changes: Any) -> check.Outcome:
    gold = GOLD[case]["fields"][field_id]
    return check.judge(field_id, gold, entry_of(field_id, gold) | changes)


@pytest.mark.parametrize("case", GOLD)
def test_a_perfect_trace_is_right_everywhere(case: str) -> None:
    outcomes = check.compare(perfect(case), GOLD[case])
    assert {one.field: one.outcome for one in outcomes if one.outcome != check.RIGHT} == {}
    assert check.summary(outcomes)["found_share"] == 1.0


@pytest.mark.parametrize("case", GOLD)
def test_an_empty_trace_is_missing_and_not_wrong(case: str) -> None:
    totals = check.summary(check.compare({"fields": []}, GOLD[case]))
    assert totals["wrong"] == []
    assert totals["found_share"] == 0.0


@pytest.mark.parametrize(
    ("field_id", "text", "kind"),
    [
        ("inn", "309264817", "identifier"),
        ("account", "20214840905418265002", "identifier"),
        ("charter_capital", "3 200 000 000 сум", "money"),
        ("charter_capital", "4 800 000", "money"),
        ("loan_amount", "12 000 000 000", "money"),
        ("interest_rate", "9 %", "percent"),
        ("pledge_value", "12 000 000 000", "money"),
        ("registration_date", "2021-11-22", "date"),
        ("director", "Турсунов Бахром Олимович", "person"),
        ("borrower_name", "Общество с ограниченной ответственностью «NURAFSHON TOLA SAVDO»", "organisation"),
        ("tax_debt", "имеется", "choice"),
        ("collateral_value", "18 640 000 000", "money"),
        ("insurance_policy", "АА 1234567", "identifier"),
        ("recommendation", "Одобрить кредит", "long_text"),
        ("export_contract_date", "2024-06-05", "date"),
        ("loan_to_value", "50.97", "percent"),
    ],
)
def test_a_trap_fallen_into_is_wrong(field_id: str, text: str, kind: str) -> None:
    judged = outcome("credit_case", field_id, status="found", value=value(text, kind))
    assert judged.outcome == check.WRONG


def test_a_changed_cell_of_a_table_is_wrong() -> None:
    entry = entry_of("financials", GOLD["credit_case"]["fields"]["financials"])
    entry["value"][2]["revenue"] = value("96480000000", "money")
    judged = check.judge("financials", GOLD["credit_case"]["fields"]["financials"], entry)
    assert judged.outcome == check.WRONG
    assert "2024/revenue" in judged.detail


def test_a_row_that_nobody_asked_for_is_wrong() -> None:
    gold = GOLD["credit_case"]["fields"]["existing_loans"]
    entry = entry_of("existing_loans", gold)
    entry["value"].append(
        {"creditor": value("АКБ «VODIY TRAST BANK»", "text"), "contract": value("№ 31-КЛ от 11.06.2021", "text")}
    )
    assert check.judge("existing_loans", gold, entry).outcome == check.WRONG


def test_a_table_with_gaps_is_partial() -> None:
    gold = GOLD["credit_case"]["fields"]["founders"]
    entry = entry_of("founders", gold)
    entry["value"][1]["contribution"] = None
    assert check.judge("founders", gold, entry).outcome == check.PARTIAL


def test_a_conflict_with_the_right_side_goes_to_a_person() -> None:
    rivals = [value("9 500 000 000", "money"), value("12 000 000 000", "money")]
    assert outcome("credit_case", "loan_amount", status="conflict", value=rivals).outcome == check.PERSON


def test_another_sections_statute_is_wrong() -> None:
    locator = {"kind": "section", "reference": "aila", "section": "8CFR204.5(g)(1)"}
    judged = outcome(
        "immigration_case",
        "rule_initial_evidence",
        citations=[{"file": "8CFR204.5.md", "page": None, "locator": locator}],
    )
    assert judged.outcome == check.WRONG


def test_a_statute_cited_in_part_is_partial() -> None:
    assert (
        outcome(
            "immigration_case",
            "rule_initial_evidence",
            value=value("either a major achievement, or at least", "long_text"),
        ).outcome
        == check.PARTIAL
    )


def test_a_citation_elsewhere_is_noted() -> None:
    assert (
        outcome("credit_case", "inn", citations=[{"file": "20_NURAFSHON_TOLA_SAVDO.pdf", "page": 1}]).page_hit is False
    )


def test_files_inside_an_email_are_known_by_their_own_name() -> None:
    cited = [{"file": "19_Письмо_заёмщика.eml/Связанные_лица.pdf", "page": 1}]
    assert outcome("credit_case", "related_parties", citations=cited).page_hit is True


def test_exit_status(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    gold, trace = ROOT / "examples" / "credit_case" / "gold.json", tmp_path / "trace.json"
    trace.write_text(json.dumps(perfect("credit_case")), encoding="utf-8")
    assert check.main([str(trace), str(gold), "--min-found", "0.75"]) == 0
    broken = perfect("credit_case")
    broken["fields"][2]["value"] = value("309264817", "identifier")
    trace.write_text(json.dumps(broken), encoding="utf-8")
    assert check.main([str(trace), str(gold)]) == 1
    trace.write_text('{"fields": []}', encoding="utf-8")
    assert check.main([str(trace), str(gold), "--min-found", "0.75"]) == 1
    assert "WRONG" in capsys.readouterr().out
