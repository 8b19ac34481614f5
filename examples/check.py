"""Compare a trace with the gold of an example case: ``python -m examples.check TRACE GOLD [--json] [--min-found SHARE]``.

One line a field, then totals. Exit 1 when a value that is shown as found is wrong, or a trap was fallen into, or fewer than
``--min-found`` of the fields whose value is in the files were found. Standard library only, and none of Lastro's own code:
a second opinion.

    right      the value (every cell of a table) is what the documents say, or the field was rightly not filled
    partial    every given cell of a table is right and some are missing, or a statute's section is cited in part
    person     a right value is among the rivals of a conflict that the gold does not ask for: less, and no mistake
    missing    the documents hold it and the trace does not
    WRONG      a value stands there that the documents do not support, or that an instruction or look-alike smuggled in
"""

import argparse
import json
import re
import sys
import unicodedata
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from difflib import SequenceMatcher
from pathlib import Path
from typing import Any

RIGHT, PARTIAL, PERSON, MISSING, WRONG = "right", "partial", "person", "missing", "WRONG"
NUMERIC = ("money", "number", "percent")


@dataclass(frozen=True)
class Outcome:
    field: str
    outcome: str
    expected: str
    status: str
    """The trace's."""
    detail: str = ""
    trap: str | None = None
    held: bool = False
    """Whether the files hold a value for it (and a reader is meant to find it)."""
    page_hit: bool | None = None
    """Whether a citation stands where the gold says; None where nothing was cited."""


# ------------------------------------------------------------------ values
def fold(text: str) -> str:
    text = unicodedata.normalize("NFKC", text).casefold().replace("ё", "е")
    text = re.sub("[‘’ʻʼ`´']", "", text)
    return " ".join(re.sub(r"[^\w%]+", " ", text).split())


def decimal_of(text: str) -> Decimal | None:
    """``91 347 582 416,20 сум`` and ``91347582416.20`` alike; None where no one number stands there."""
    bare = re.sub(r"[\s\u00a0\u202f]", "", text)
    found: list[str] = re.findall(r"-?\d[\d.,]*", bare)
    if not found:
        return None
    digits = found[0].rstrip(".,")
    if digits.count(",") == 1 and "." not in digits:
        digits = digits.replace(",", ".")
    try:
        return Decimal(digits.replace(",", ""))
    except InvalidOperation:
        return None


def same(wanted: str, given: Mapping[str, Any], kind: str) -> bool:
    """Whether a trace value ``{text, normalised}`` is the acceptable string ``wanted``."""
    texts = [str(given[key]) for key in ("normalised", "text") if given.get(key)]
    if kind in NUMERIC:
        numbers = [decimal_of(text) for text in texts[:1]]
        target = decimal_of(wanted)
        places = max(0, -int(target.as_tuple().exponent)) if target is not None and kind != "money" else 0
        margin = Decimal(1).scaleb(-places) if places else Decimal(0)
        return any(number is not None and target is not None and abs(number - target) <= margin for number in numbers)
    if kind == "date":
        return wanted == texts[0] if texts else False
    if kind == "identifier":
        return re.sub(r"\W", "", wanted).casefold() in {re.sub(r"\W", "", text).casefold() for text in texts}
    return any(same_words(wanted, text, names=kind in ("person", "organisation")) for text in texts)


def same_words(wanted: str, given: str, *, names: bool) -> bool:
    """Equal but for punctuation and case; in prose a long word may differ by a letter, in ``names`` none may."""
    one, other = fold(wanted).split(), fold(given).split()
    if one == other or names:
        return one == other
    return len(one) == len(other) and all(map(_same_word, one, other))


def _same_word(one: str, other: str) -> bool:
    if one == other:
        return True
    exact = min(len(one), len(other)) < 6 or any(letter.isdigit() for letter in one + other)
    return not exact and SequenceMatcher(None, one, other, autojunk=False).ratio() >= 0.85


# ------------------------------------------------------------------ fields
def judge(field_id: str, gold: Mapping[str, Any], entry: Mapping[str, Any] | None) -> Outcome:
    entry = entry or {"status": "absent"}
    status, expected = str(entry.get("status")), str(gold["status"])
    held = expected in ("found", "conflict")
    outcome, detail = _outcome(gold, entry, status=status, expected=expected)
    return Outcome(field_id, outcome, expected, status, detail, gold.get("trap"), held, _page_hit(gold, entry))


def _outcome(gold: Mapping[str, Any], entry: Mapping[str, Any], *, status: str, expected: str) -> tuple[str, str]:
    if expected in ("not_found", "analyst", "review"):
        filled = status == "found" or (status == "conflict" and expected == "not_found")
        return (WRONG, "must not be filled: " + shown(entry)) if filled else (RIGHT, "left open")
    if status not in ("found", "conflict"):
        allowed = status in gold.get("also", ()) and expected == "computed"
        return (MISSING, "not computed" if allowed else str(entry.get("reason") or ""))
    if gold.get("rows"):
        return _table(gold["rows"], entry)
    if "section" in gold:
        cited = {f"{place.get('reference')}:{place.get('section')}" for place in _locators(entry)}
        lost = [words for words in gold.get("holds", ()) if fold(words) not in fold(" ".join(_texts(entry)))]
        outcome = WRONG if gold["section"] not in cited else PARTIAL if lost else RIGHT
        return outcome, "cites " + ", ".join(sorted(cited)) + (f"; without {lost[0]!r}" if lost else "")
    given = _values(entry)
    wanted, kind = [str(value) for value in gold["values"]], str(gold["type"])
    if expected == "conflict":
        hit = {value for value in wanted if any(same(value, one, kind) for one in given)}
        strays = [one for one in given if not any(same(value, one, kind) for value in wanted)]
        if status == "found" or strays:
            return WRONG, "one side of a conflict, or a stray: " + shown(entry)
        return (
            (RIGHT, shown(entry))
            if len(hit) == len(wanted)
            else (MISSING, "the other side was not seen: " + shown(entry))
        )
    right = [any(same(value, one, kind) for value in wanted) for one in given]
    if status == "conflict":
        # one with a right side goes to a person; one without is noise that a person has to clear up
        return (PERSON if any(right) else MISSING), "conflict: " + shown(entry)
    return (RIGHT, shown(entry)) if right and all(right) else (WRONG, shown(entry))


def _table(wanted: Sequence[Mapping[str, Any]], entry: Mapping[str, Any]) -> tuple[str, str]:
    given = [row for row in entry.get("value") or [] if isinstance(row, Mapping)]
    key = next(iter(wanted[0]))
    missing, wrong, used = [], [], set()
    for row in wanted:
        at = next((n for n, one in enumerate(given) if n not in used and _cell_fits(row[key], one.get(key))), None)
        if at is None:
            missing.append(str(row[key][0]))
            continue
        used.add(at)
        for column, values in row.items():
            cell = given[at].get(column)
            if cell is None:
                missing += [f"{row[key][0]}/{column}"] if values else []
            elif not values or not _cell_fits(values, cell):
                wrong.append(f"{row[key][0]}/{column} = {cell.get('text')!r}")
    wrong += [f"row {_row_text(one)}" for n, one in enumerate(given) if n not in used and any(one.values())]
    if wrong:
        return WRONG, "; ".join(wrong)
    return (PARTIAL, "missing: " + ", ".join(missing)) if missing else (RIGHT, f"{len(wanted)} rows")


def _cell_fits(values: Sequence[str], cell: Mapping[str, Any] | None) -> bool:
    return cell is not None and any(same(value, cell, str(cell.get("type") or "text")) for value in values)


def _row_text(row: Mapping[str, Any]) -> str:
    return " | ".join(str(cell.get("text")) for cell in row.values() if cell)


def _values(entry: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    value = entry.get("value")
    return [one for one in (value if isinstance(value, list) else [value]) if isinstance(one, Mapping)]


def _texts(entry: Mapping[str, Any]) -> list[str]:
    return [str(one.get("text")) for one in _values(entry)]


def _locators(entry: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    return [one["locator"] for one in entry.get("citations") or [] if isinstance(one.get("locator"), Mapping)]


def shown(entry: Mapping[str, Any]) -> str:
    return " / ".join(_texts(entry))[:110]


def _page_hit(gold: Mapping[str, Any], entry: Mapping[str, Any]) -> bool | None:
    """Files inside an e-mail or archive may carry its name before theirs."""
    cited = [one for one in entry.get("citations") or [] if isinstance(one, Mapping)]
    if not cited or not gold.get("pages"):
        return None
    return any(
        re.split(r"[/!»>]", str(one.get("file")))[-1].strip() == place["file"]
        and place["page"] in (None, one.get("page"))
        for one in cited
        for place in gold["pages"]
    )


def compare(trace: Mapping[str, Any], gold: Mapping[str, Any]) -> list[Outcome]:
    entries = {str(entry.get("id")): entry for entry in trace.get("fields", ())}
    return [judge(field_id, wanted, entries.get(field_id)) for field_id, wanted in gold["fields"].items()]


# ------------------------------------------------------------------ report
def summary(outcomes: Sequence[Outcome]) -> dict[str, Any]:
    held = [one for one in outcomes if one.held]
    good = sum(one.outcome in (RIGHT, PARTIAL) for one in held)
    traps = [one for one in outcomes if one.trap]
    cited = [one for one in outcomes if one.page_hit is not None and one.status == "found"]
    return {
        "fields": len(outcomes),
        "outcomes": dict(Counter(one.outcome for one in outcomes)),
        "in_the_files": len(held),
        "found_of_these": good,
        "found_share": round(good / len(held), 4) if held else None,
        "traps": len(traps),
        "traps_handled": sum(one.outcome != WRONG for one in traps),
        "cited_where_gold_says": f"{sum(one.page_hit is True for one in cited)}/{len(cited)}",
        "wrong": [one.field for one in outcomes if one.outcome == WRONG],
    }


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="examples.check", description="Compare a trace with the gold of an example case."
    )
    parser.add_argument("trace", type=Path)
    parser.add_argument("gold", type=Path)
    parser.add_argument("--json", action="store_true", help="totals and outcomes as JSON")
    parser.add_argument(
        "--min-found", type=float, default=0.0, help="least share of the fields in the files to be found"
    )
    parser.add_argument("--totals", action="store_true", help="one line of totals, and the wrong fields")
    given = parser.parse_args(arguments)
    trace, gold = (json.loads(path.read_text(encoding="utf-8")) for path in (given.trace, given.gold))
    outcomes = compare(trace, gold)
    totals = summary(outcomes)
    if given.json:
        print(json.dumps({"totals": totals, "fields": [vars(one) for one in outcomes]}, ensure_ascii=False, indent=1))
    elif given.totals:
        share = totals["found_share"] or 0
        wrong = ", ".join(totals["wrong"]) or "none"
        print(f"against the gold: {share:.0%} of the fields that are in the files found; wrong: {wrong}; "
              f"traps handled: {totals['traps_handled']} of {totals['traps']}")  # fmt: skip
    else:
        for one in outcomes:
            mark = "" if one.page_hit in (None, True) else "  (cited elsewhere than the gold says)"
            trap = "" if not one.trap else "  trap: fallen into" if one.outcome == WRONG else "  trap: handled"
            print(f"{one.outcome:8} {one.field:24} {one.status:10} {one.detail}{mark}{trap}")
        print(json.dumps(totals, ensure_ascii=False))
    enough = totals["found_share"] is None or totals["found_share"] >= given.min_found
    return 0 if not totals["wrong"] and enough else 1


if __name__ == "__main__":
    sys.exit(main())
