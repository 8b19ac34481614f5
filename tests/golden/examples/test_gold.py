"""Every value of the gold stands where the gold says, read by tools that are not ours."""

import itertools
import json
import re
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.golden.examples import witness

ROOT = Path(__file__).parents[3]
CASES = {"credit_case": "credit_conclusion", "immigration_case": "immigration_summary"}
REFERENCE = ROOT / "examples" / "reference_aila"
MONTHS = (
    ("января", "yanvar", "январь", "janeiro", "January"), ("февраля", "fevral", "февраль", "fevereiro", "February"),
    ("марта", "mart", "март", "março", "March"), ("апреля", "aprel", "апрель", "abril", "April"),
    ("мая", "may", "май", "maio", "May"), ("июня", "iyun", "июнь", "junho", "June"),
    ("июля", "iyul", "июль", "julho", "July"), ("августа", "avgust", "август", "agosto", "August"),
    ("сентября", "sentabr", "сентябрь", "setembro", "September"), ("октября", "oktabr", "октябрь", "outubro", "October"),
    ("ноября", "noyabr", "ноябрь", "novembro", "November"), ("декабря", "dekabr", "декабрь", "dezembro", "December"),
)  # fmt: skip


def gold_of(case: str) -> dict[str, Any]:
    return json.loads((ROOT / "examples" / case / "gold.json").read_text(encoding="utf-8"))["fields"]


def writings(value: str, kind: str) -> Iterator[str]:
    """Ways in which documents may write the acceptable value, squeezed."""
    yield witness.squeeze(value)
    if re.fullmatch(r"\d{4}-\d\d-\d\d", value):
        day = date.fromisoformat(value)
        yield from (f"{day:%d.%m.%Y}", f"{day:%d/%m/%Y}")
        for name in MONTHS[day.month - 1]:
            for text in (f"{day.day} {name} {day.year}", f"{day.day} de {name} de {day.year}", f"{name} {day.day}, {day.year}",
                         f"{day.year} йил {day.day} {name}", f"{day.year} {name} {day.day}"):  # fmt: skip
                yield witness.squeeze(text)
    if kind in ("money", "number", "table"):
        digits = re.sub(r"[^\d.,]", "", value).replace(",", ".")
        whole = digits.split(".")[0]
        yield digits.replace(".", ",")
        if kind != "number" and whole.endswith("000"):
            yield whole[:-3]  # the audits count in thousands
        yield f"{float(digits):.2f}" if digits else ""
        yield f"{float(digits):,.2f}" if digits else ""


def stands(value: str, kind: str, text: str) -> bool:
    return any(form and form in text for form in writings(value, kind))


def cited_fields(case: str) -> Iterator[Any]:
    for field_id, gold in gold_of(case).items():
        for place in gold["pages"] or ():
            needs_ocr = place["file"] in witness.LANGUAGES
            marks = [pytest.mark.needs_tesseract] if needs_ocr else []
            yield pytest.param(
                case, field_id, gold, place, id=f"{field_id}-{place['file']}-{place['page']}", marks=marks
            )


@pytest.mark.parametrize(("case", "field_id", "gold", "place"), itertools.chain.from_iterable(map(cited_fields, CASES)))
def test_value_stands_where_the_gold_says(
    case: str, field_id: str, gold: dict[str, Any], place: dict[str, Any]
) -> None:
    files = ROOT / "examples" / case / "files"
    if "section" in gold:
        section = gold["section"].partition("(")[2]
        assert f"## ({section}" in (REFERENCE / place["file"]).read_text(encoding="utf-8")
        return
    text = witness.squeeze(witness.read(files, place["file"], place["page"]))
    if gold.get("rows"):
        cells = [values for row in gold["rows"] for values in row.values() if values]
        found = sum(any(stands(value, "table", text) for value in values) for values in cells)
        # one audit holds the balance or the results of one of the three years
        assert found >= len(cells) * 0.1, f"{found} of {len(cells)} cells"
        return
    if gold["status"] == "review":
        return
    wanted = [value for value in gold["values"] if value not in ("llc", "UZS", "absent", "real_estate")]
    if gold["type"] == "person":
        wanted += [value.split()[0] for value in wanted]  # a data page writes surname and given names apart
    assert any(stands(value, gold["type"], text) for value in wanted)


@pytest.mark.parametrize("case", CASES)
def test_every_cell_of_a_table_stands_in_one_of_its_places(case: str) -> None:
    files = ROOT / "examples" / case / "files"
    for field_id, gold in gold_of(case).items():
        if not gold.get("rows"):
            continue
        text = "".join(witness.squeeze(witness.read(files, place["file"], place["page"])) for place in gold["pages"])
        lost = [
            values
            for row in gold["rows"]
            for values in row.values()
            if values and not any(stands(v, "table", text) for v in values)
        ]
        assert not lost, f"{field_id}: {lost}"


@pytest.mark.parametrize("case", CASES)
def test_every_side_of_a_conflict_stands_somewhere(case: str) -> None:
    files = ROOT / "examples" / case / "files"
    for field_id, gold in gold_of(case).items():
        if gold["status"] == "conflict":
            text = "".join(
                witness.squeeze(witness.read(files, place["file"], place["page"])) for place in gold["pages"]
            )
            lost = [value for value in gold["values"] if not stands(value, gold["type"], text)]
            assert not lost, f"{field_id}: {lost}"


@pytest.mark.parametrize(("case", "template"), CASES.items())
def test_gold_and_template_ask_the_same_fields(case: str, template: str) -> None:
    asked = yaml.safe_load((ROOT / "templates" / "reports" / template / "fields.yaml").read_text(encoding="utf-8"))[
        "fields"
    ]
    gold = gold_of(case)
    assert list(gold) == [field["id"] for field in asked]
    assert {field["id"]: field.get("type", "text") for field in asked} == {
        name: entry["type"] for name, entry in gold.items()
    }


def test_credit_case_is_large_enough() -> None:
    files = sorted((ROOT / "examples" / "credit_case" / "files").iterdir())
    assert len(files) >= 12
    assert sum(witness.pdf_page_count(path) for path in files if path.suffix == ".pdf") >= 60
    assert sum(path.stat().st_size for path in files) < 15_000_000


@pytest.mark.parametrize("name", ["12_Справка_банка_обороты.pdf", "13_Soliq_malumotnomasi.pdf"])
def test_scans_have_no_text_layer(name: str) -> None:
    assert not witness.pdf_page(ROOT / "examples" / "credit_case" / "files" / name, None).strip()


def test_what_is_nowhere_is_nowhere() -> None:
    files = ROOT / "examples" / "credit_case" / "files"
    read = {
        path.name: witness.read(files, path.name, None)
        for path in sorted(files.iterdir())
        if path.name not in witness.LANGUAGES
    }
    read["Связанные_лица.pdf"] = witness.read(files, "Связанные_лица.pdf", None)
    for name, text in read.items():
        assert not re.search(r"(?i)полис\S*\s*(?:№|номер)\s*\S*\d", text), name
        assert not re.search(r"(?i)рейтинг\S*\s*[:—-]?\s*[a-z]{1,3}[+-]?\b(?![a-z])", text), name
