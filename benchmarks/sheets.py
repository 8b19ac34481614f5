"""Read a workbook of 200,000 rows: rows/s against bare openpyxl on the same file in the same run, and peak memory.

    python benchmarks/sheets.py [--rows 200000] [--workers]

``--workers`` reads through the ingest pipeline, as a case is read: the reader runs in a worker process and its pages
are sent over and checked again.
"""

import argparse
import json
import resource
import subprocess
import sys
import tempfile
import time
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006"
COLUMNS = 10


def write_workbook(path: Path, rows: int) -> None:
    """Two text columns (one of shared, one of unique texts), a date, a formula and six amounts per row."""
    parts = {
        "[Content_Types].xml": f'<Types xmlns="{PACKAGE}/content-types"><Default Extension="xml" ContentType="application/'
        'xml"/><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        '<Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.'
        'sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-'
        'officedocument.spreadsheetml.worksheet+xml"/><Override PartName="/xl/sharedStrings.xml" ContentType="application/'
        'vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"/><Override PartName="/xl/styles.xml" '
        'ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/></Types>',
        "_rels/.rels": f'<Relationships xmlns="{PACKAGE}/relationships"><Relationship Id="r1" Type="{RELATIONS}/'
        'officeDocument" Target="xl/workbook.xml"/></Relationships>',
        "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{PACKAGE}/relationships">'
        f'<Relationship Id="r1" Type="{RELATIONS}/worksheet" Target="worksheets/sheet1.xml"/>'
        f'<Relationship Id="r2" Type="{RELATIONS}/sharedStrings" Target="sharedStrings.xml"/>'
        f'<Relationship Id="r3" Type="{RELATIONS}/styles" Target="styles.xml"/></Relationships>',
        "xl/workbook.xml": f'<workbook xmlns="{MAIN}" xmlns:r="{RELATIONS}"><sheets><sheet name="Проводки" sheetId="1" '
        'r:id="r1"/></sheets></workbook>',
        "xl/styles.xml": f'<styleSheet xmlns="{MAIN}"><fonts><font/></fonts><fills><fill><patternFill/></fill></fills>'
        "<borders><border/>"
        '</borders><cellStyleXfs><xf/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="4"/>'
        "</cellXfs></styleSheet>",
    }
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as package:
        for name, text in parts.items():
            package.writestr(name, text)
        with package.open("xl/sharedStrings.xml", "w") as part:
            part.write(f'<sst xmlns="{MAIN}">'.encode())
            for n in range(rows + 100):
                part.write(f"<si><t>Контрагент № {n}, ООО</t></si>".encode())
            part.write(b"</sst>")
        with package.open("xl/worksheets/sheet1.xml", "w") as part:
            part.write(f'<worksheet xmlns="{MAIN}"><dimension ref="A1"/><sheetData>'.encode())
            for r in range(1, rows + 1):
                amounts = "".join(f'<c r="{c}{r}" s="2"><v>{r * 7 + i}.25</v></c>' for i, c in enumerate("EFGHIJ"))
                part.write(
                    f'<row r="{r}"><c r="A{r}" t="s"><v>{r % 50}</v></c><c r="B{r}" t="s"><v>{r + 50}</v></c>'
                    f'<c r="C{r}" s="1"><v>{44000 + r % 700}</v></c>'
                    f'<c r="D{r}" s="2"><f>SUM(E{r}:J{r})</f><v>{r * 42}</v></c>{amounts}</row>'.encode()
                )
            part.write(b"</sheetData></worksheet>")


def read_here(path: Path) -> int:
    from ingest.options import ReadOptions
    from ingest.xlsx import read_xlsx

    return sum(len(page.blocks) for page in read_xlsx(path, document="0" * 64, options=ReadOptions()))


def read_in_workers(path: Path) -> int:
    from ingest.expand import expand
    from ingest.options import ReadOptions
    from ingest.pipeline import read
    from ingest.workers import WorkerPool

    options = ReadOptions(workers=1)
    with tempfile.TemporaryDirectory() as into, WorkerPool(options) as pool:
        (source,) = expand(path, into=Path(into), options=options)
        return sum(len(page.blocks) for page in read(source, options=options, pool=pool).pages())


def read_bare(path: Path) -> int:
    import openpyxl

    book = openpyxl.load_workbook(path, read_only=True, data_only=True)
    sheet = book.worksheets[0]
    sheet.reset_dimensions()
    return sum(1 for row in sheet.iter_rows() for cell in row if cell.value is not None)


READERS = {"lastro": read_here, "lastro in a worker": read_in_workers, "openpyxl": read_bare}


def measured(reader: str, path: Path) -> dict[str, float]:
    done = subprocess.run(
        [sys.executable, __file__, "--one", reader, "--file", str(path)], capture_output=True, text=True, check=True
    )
    return dict(json.loads(done.stdout))


def one(reader: str, path: Path) -> None:
    started, cpu = time.perf_counter(), time.process_time()
    cells = READERS[reader](path)
    own = resource.getrusage(resource.RUSAGE_SELF)
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(
        json.dumps(
            {
                "seconds": time.perf_counter() - started,
                "cpu": time.process_time() - cpu + children.ru_utime + children.ru_stime,
                "peak_mb": max(own.ru_maxrss, children.ru_maxrss) / 1024,
                "cells": cells,
            }
        )
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=200_000)
    parser.add_argument("--workers", action="store_true")
    parser.add_argument("--one")
    parser.add_argument("--file", type=Path)
    arguments = parser.parse_args()
    if arguments.one:
        one(arguments.one, arguments.file)
        return
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "rows.xlsx"
        write_workbook(path, arguments.rows)
        print(f"{arguments.rows} rows of {COLUMNS} cells, {path.stat().st_size / 2**20:.1f} MB")
        names = [name for name in READERS if arguments.workers or name != "lastro in a worker"]
        results = {name: measured(name, path) for name in names}
    assert len({result["cells"] for result in results.values()}) == 1, "the readers saw different cells"
    bare = results["openpyxl"]["cpu"]
    for name, result in results.items():
        print(
            f"{name:20} {arguments.rows / result['cpu']:9.0f} rows per CPU second  {bare / result['cpu']:5.2f} x openpyxl  "
            f"peak {result['peak_mb']:5.0f} MB  ({result['seconds']:.1f} s)"
        )


if __name__ == "__main__":
    main()
