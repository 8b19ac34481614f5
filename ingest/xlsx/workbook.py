"""What a workbook says about its sheets, its texts and its calendar."""

import datetime as dt
from typing import NamedTuple

from lxml import etree
from openpyxl.utils.datetime import CALENDAR_MAC_1904, CALENDAR_WINDOWS_1900

from evidence.errors import InputRefused
from ingest.ooxml import Package
from ingest.xlsx.formats import Format, read_formats
from ingest.xlsx.names import Element, R, S, is_on, plain_text, struck_text

_MAIN = "xl/workbook.xml"
_ITEM = S + "si"


class Sheet(NamedTuple):
    name: str
    part: str | None
    """None where the sheet's part is missing, or it is a chart."""
    hidden: bool


class Workbook:
    """Raises InputRefused where the package holds no workbook."""

    def __init__(self, package: Package) -> None:
        self.package = package
        part = package.main_part(_MAIN)
        tree = package.tree(part) if part is not None else None
        if part is None or tree is None or tree.tag != S + "workbook":
            raise InputRefused(
                "it holds a Word document; name it .docx and add it again"
                if package.has("word/document.xml")
                else "it holds no workbook; open it in Excel, save it as XLSX and add that"
            )
        self.part = part
        properties = tree.find(S + "workbookPr")
        self.epoch: dt.datetime = (
            CALENDAR_MAC_1904 if properties is not None and is_on(properties.get("date1904")) else CALENDAR_WINDOWS_1900
        )
        calculation = tree.find(S + "calcPr")
        self.recalculates = calculation is not None and is_on(calculation.get("fullCalcOnLoad"))
        self.sheets = self._sheets(tree)
        self.formats: list[Format] = read_formats(self._side_part("styles", "xl/styles.xml"))
        self.missing_texts = False
        """The shared texts are referred to and not there."""
        self.struck_texts: dict[int, str] = {}
        """Place among the texts -> what that one strikes out."""
        self.texts = self._texts()

    def format(self, style: int) -> Format:
        return self.formats[style] if 0 <= style < len(self.formats) else self.formats[0]

    def _sheets(self, tree: Element) -> list[Sheet]:
        relations = self.package.relationships(self.part)
        sheets = []
        for place, element in enumerate(tree.iterfind(f"{S}sheets/{S}sheet"), 1):
            relation = relations.get(element.get(R + "id") or "")
            part = None
            if relation is not None and relation.kind == "worksheet" and self.package.has(relation.target):
                part = relation.target
            elif relation is None and self.package.has(f"xl/worksheets/sheet{place}.xml"):
                part = f"xl/worksheets/sheet{place}.xml"
            hidden = (element.get("state") or "visible") != "visible"
            sheets.append(Sheet(element.get("name") or f"sheet {place}", part, hidden))
        return sheets

    def _side_part(self, kind: str, usual: str) -> Element | None:
        for part in (*self.package.related(self.part, kind), usual):
            if self.package.has(part):
                return self.package.tree(part)
        return None

    def _texts(self) -> list[str]:
        related = self.package.related(self.part, "sharedStrings")
        part = related[0] if related else "xl/sharedStrings.xml"
        if not self.package.has(part):
            self.missing_texts = True
            return []
        texts: list[str] = []
        events = etree.iterparse(
            self.package.stream(part),
            events=("end",),
            tag=_ITEM,
            resolve_entities=False,
            no_network=True,
            huge_tree=True,
        )
        try:
            for _, element in events:
                if struck := struck_text(element):
                    self.struck_texts[len(texts)] = struck
                texts.append(plain_text(element))
                element.clear()
                while element.getprevious() is not None:
                    del element.getparent()[0]
        except etree.XMLSyntaxError as error:
            raise InputRefused(f"its texts break off ({error}); open the workbook in Excel and save it again") from None
        return texts
