"""What is right for every field of an example case, as data: values, where they stand, what must happen, which trap lies there.

``pages`` are looked up in the written files, so a layout change moves them; what is right never comes from a file.
"""

import json
import re
import subprocess
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Literal

Expected = Literal["found", "not_found", "conflict", "computed", "analyst", "review"]
"""``review``: the documents hold it and it cannot be read one way only; anything but ``found`` is right."""


@dataclass(frozen=True)
class Place:
    """``near``: words that stand on the page. ``page`` is given for images and scans, which hold no text to look in."""

    file: str
    near: str = ""
    page: int | None = None
    cell: str | None = None
    """``Sheet!A1`` in a workbook."""


@dataclass(frozen=True)
class Gold:
    type: str
    values: Sequence[Any] | None
    """Acceptable strings; None = the documents do not say; [] = not compared."""
    places: Sequence[Place] = ()
    status: Expected = "found"
    also: Sequence[str] = ()
    """Other statuses that are no mistake, only less."""
    trap: str | None = None
    rows: Sequence[Mapping[str, Sequence[str] | None]] = ()
    """Of a table: column id to acceptable strings, key column first; None = the documents leave it open."""
    scan: bool = False
    """Stands on scans only."""
    more: dict[str, Any] = field(default_factory=dict)


def squeeze(text: str) -> str:
    """For finding: compatibility forms and white space out, apostrophes alike."""
    text = unicodedata.normalize("NFKC", text)
    return re.sub(r"\s+", "", re.sub("[‘’ʻʼ`´]", "'", text)).casefold()


@cache
def pdf_pages(path: Path) -> tuple[str, ...]:
    """Text of each page by poppler, in reading order."""
    done = subprocess.run(["pdftotext", "-enc", "UTF-8", str(path), "-"], capture_output=True, check=True)
    return tuple(done.stdout.decode("utf-8").split("\f")[:-1])


def resolve(place: Place, files: Path) -> list[dict[str, Any]]:
    """Every page of a PDF that holds the words; one entry without a page for the other formats. Raises LookupError."""
    entry: dict[str, Any] = {"file": place.file, "page": place.page}
    if place.cell is not None:
        entry["cell"] = place.cell
    if place.page is not None or not place.file.endswith(".pdf") or not (files / place.file).exists():
        return [entry]
    wanted = squeeze(place.near)
    numbers = [number for number, text in enumerate(pdf_pages(files / place.file), start=1) if wanted in squeeze(text)]
    if not numbers:
        raise LookupError(f"{place.file!r} has no page with {place.near!r}")
    return [entry | {"page": number} for number in numbers]


def write_gold(path: Path, *, case: str, template: str, files: Path, fields: Mapping[str, Gold]) -> None:
    written: dict[str, Any] = {}
    for field_id, gold in fields.items():
        pages = [entry for place in gold.places for entry in resolve(place, files)]
        entry: dict[str, Any] = {
            "values": gold.values,
            "pages": pages or None,
            "type": gold.type,
            "status": gold.status,
        }
        if gold.rows:
            entry["rows"] = gold.rows
        if gold.also:
            entry["also"] = gold.also
        if gold.trap:
            entry["trap"] = gold.trap
        if gold.scan:
            entry["scan"] = True
        written[field_id] = entry | gold.more
    content = {"case": case, "set": "examples", "template": template, "fields": written}
    path.write_text(json.dumps(content, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
