"""HTML: what a browser would show, in document order; tables as rows."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

from lxml import etree
from lxml import html as lxml_html

from evidence.errors import InputRefused
from evidence.pages import Origin, OriginKind, Page, Problem, Withheld
from ingest.css import HiddenRules
from ingest.decoding import Decoded, decode_text
from ingest.flow import BODY, FlowPages, Group, Piece, Role
from ingest.grid import GridCell, name_cells
from ingest.options import ReadOptions
from ingest.rows import row_groups, table_cell
from ingest.struck import origin_of
from ingest.text import encoding_problem

Element = etree._Element

_DROPPED = frozenset(
    {"script", "style", "template", "head", "meta", "link", "object", "embed", "iframe", "svg", "math"}
)
_BLOCKS = frozenset(
    """address article aside blockquote body center dd details dialog dir div dl dt fieldset figcaption figure footer form
    h1 h2 h3 h4 h5 h6 header hr html legend li main menu nav ol p pre section summary table caption td th tr tbody thead
    tfoot ul optgroup""".split()
)
_SPACE = re.compile(r"[ \t\n\r\f]+")
_CHARSET = re.compile(rb"<meta[^>]{0,200}?charset\s*=\s*[\"']?\s*([\w-]+)", re.I)
_XML_DECLARATION = re.compile(r"^\s*<\?xml[^>]*\?>")
_DEEPEST = 250
"""Elements inside one another; deeper ones are flattened by the parser anyway."""

Withhold = Callable[[Withheld], None]


def read_html(path: Path, *, document: str, options: ReadOptions) -> Iterator[Page]:
    """FLOW pages of the visible text."""
    pages = FlowPages(document)
    data = path.read_bytes()
    decoded = decode_html(data)
    if (problem := encoding_problem(decoded)) is not None:
        pages.report(problem)
    story = _HtmlStory(pages.withhold)
    for group in story.groups(_parsed(decoded.text)):
        yield from pages.add(group)
    if story.cut:
        pages.report(Problem(code="truncated", message="Elements nested too deep were not read; save the page as PDF."))
    yield from pages.finish()


def html_groups(data: bytes) -> Iterator[Group]:
    """The visible text of HTML that is part of another document; what is hidden is dropped."""
    yield from _HtmlStory(lambda _: None).groups(_parsed(decode_html(data).text))


def mail_groups(text: str, withhold: Withhold) -> Iterator[Group]:
    """The visible text of an HTML message body, already decoded."""
    yield from _HtmlStory(withhold).groups(_parsed(text))


def decode_html(data: bytes) -> Decoded:
    stated = _CHARSET.search(data[:4096])
    return decode_text(data, stated=stated.group(1).decode("ascii") if stated else None)


def _parsed(text: str) -> Element:
    text = _XML_DECLARATION.sub("", text)
    parser = lxml_html.HTMLParser(no_network=True, remove_comments=True, remove_pis=True, huge_tree=False)
    try:
        return lxml_html.document_fromstring(text or "<html></html>", parser=parser)
    except (etree.ParserError, etree.XMLSyntaxError, ValueError) as error:
        raise InputRefused(f"it cannot be read as HTML ({error}); open it in a browser and save it as PDF") from None


class _HtmlStory:
    def __init__(self, withhold: Withhold) -> None:
        self._withhold = withhold
        self._paragraphs = 0
        self._tables = 0
        self._heading: str | None = None
        self._buffer: list[tuple[str, Origin]] = []
        self._rules = HiddenRules("")
        self.cut = False

    def groups(self, root: Element) -> Iterator[Group]:
        styles = "\n".join(style.text or "" for style in root.iter("style"))
        self._rules = HiddenRules(styles)
        body = root.find("body")
        yield from self._block(body if body is not None else root, path="body", role="paragraph", depth=0)

    def _block(self, element: Element, *, path: str, role: Role, depth: int) -> Iterator[Group]:
        """A block and all below it, from a clean line to a clean line."""
        yield from self._flush(path, role)
        yield from self._inside(element, path=path, role=role, depth=depth)
        yield from self._flush(path, role)

    def _inside(self, element: Element, *, path: str, role: Role, depth: int) -> Iterator[Group]:
        keep = element.tag in ("pre", "textarea")
        self._say(element.text, keep=keep)
        for item in element:
            if isinstance(item.tag, str):
                yield from self._element(item, path=path, role=role, depth=depth + 1)
            self._say(item.tail, keep=keep)

    def _element(self, item: Element, *, path: str, role: Role, depth: int) -> Iterator[Group]:
        tag = str(item.tag).casefold()
        if tag in _DROPPED:
            return
        if depth > _DEEPEST:
            self.cut = True
            return
        if self._is_kept_apart(item, path):
            return
        match tag:
            case "br":
                self._buffer.append(("\n", BODY))
            case "table":
                yield from self._flush(path, role)
                yield from self._table(item, path=path, depth=depth)
            case "input" | "select" | "textarea":
                self._form_field(item, tag)
            case "h1" | "h2" | "h3" | "h4" | "h5" | "h6":
                yield from self._block(item, path=path, role="heading", depth=depth)
            case "li" | "dt" | "dd":
                yield from self._block(item, path=path, role="list_item", depth=depth)
            case _ if tag in _BLOCKS:
                yield from self._block(item, path=path, role=role, depth=depth)
            case _:
                yield from self._inside(item, path=path, role=role, depth=depth)

    def _say(self, text: str | None, *, keep: bool) -> None:
        if text:
            self._buffer.append((text if keep else _SPACE.sub(" ", text), BODY))

    def _form_field(self, item: Element, tag: str) -> None:
        name = item.get("name") or item.get("id")
        kind = (item.get("type") or "text").casefold()
        if tag == "select":
            chosen = [option for option in item.iter("option") if option.get("selected") is not None]
            chosen = chosen or list(item.iter("option"))[:1]
            text = ", ".join(_SPACE.sub(" ", _all_text(option)).strip() for option in chosen)
        elif tag == "textarea":
            text = _all_text(item)
        elif kind in ("checkbox", "radio"):
            text = "☒" if item.get("checked") is not None else "☐"
        else:
            text = (
                ""
                if kind in ("hidden", "password", "submit", "button", "image", "reset", "file")
                else item.get("value") or ""
            )
        if text.strip():
            self._buffer.append((f" {text.strip()} ", Origin(kind=OriginKind.FORM_FIELD, detail=name)))

    def _is_kept_apart(self, item: Element, path: str) -> bool:
        """Whether a browser would not show the element, or shows it struck out; its text is then withheld."""
        reason = self._rules.why_hidden(item)
        if reason is None:
            return False
        text = _SPACE.sub(" ", _all_text(item))
        if text.strip():
            self._withhold(Withheld(text=text, origin=origin_of(reason), reason=reason, path=path))
        return True

    def _flush(self, path: str, role: Role) -> Iterator[Group]:
        """The line collected so far as one group of one piece per origin."""
        buffer, self._buffer = self._buffer, []
        pieces: list[Piece] = []
        lead = "\n\n"
        last_blank = True
        for text, origin in buffer:
            if text.startswith(" ") and last_blank:
                text = text.lstrip(" ")
            if not text:
                continue
            last_blank = text[-1] in " \n"
            if pieces and pieces[-1].origin == origin:
                pieces[-1] = pieces[-1]._replace(text=pieces[-1].text + text)
            elif text.strip() or pieces:
                pieces.append(Piece(text, role=role, origin=origin, lead=lead))
                lead = ""
        if not any(piece.text.strip() for piece in pieces):
            return
        self._paragraphs += 1
        place = f"{path}/p[{self._paragraphs}]"
        pieces[-1] = pieces[-1]._replace(text=pieces[-1].text.rstrip())
        if role == "heading":
            self._heading = " ".join("".join(piece.text for piece in pieces).split())[:200]
        yield [piece._replace(path=place, heading=self._heading) for piece in pieces if piece.text]

    def _table(self, table: Element, *, path: str, depth: int) -> Iterator[Group]:
        self._tables += 1
        number, place = self._tables - 1, f"{path}/tbl[{self._tables}]"
        rows: list[list[tuple[GridCell, list[Group]]]] = []
        taken: dict[int, int] = {}
        """Column -> first row below what reaches down into it."""
        for row_number, row in enumerate(self._rows_of(table, place)):
            column = 0
            cells: list[tuple[GridCell, list[Group]]] = []
            for item in row:
                if item.tag not in ("td", "th"):
                    continue
                while taken.get(column, 0) > row_number:
                    column += 1
                down, across = _span(item, "rowspan"), _span(item, "colspan")
                cell_path = f"{place}/r[{row_number + 1}]/c[{column + 1}]"
                groups = [] if self._is_kept_apart(item, cell_path) else self._cell(item, cell_path, depth)
                text = " ".join(
                    " ".join(piece.text for group in groups for piece in group if piece.cell is None).split()
                )
                cells.append(
                    (GridCell(row_number, column, text, down, across, marked=item.tag == "th" or _in_head(row)), groups)
                )
                for covered in range(column, column + across):
                    taken[covered] = row_number + down
                column += across
            rows.append(cells)
        for caption in table.iterfind("caption"):
            yield from self._block(caption, path=path, role="paragraph", depth=depth + 1)
        headings = name_cells([cell for cells in rows for cell, _ in cells])
        lead = "\n\n"
        for cells in rows:
            places = [(table_cell(cell, table=number, headings=headings), groups) for cell, groups in cells if groups]
            for group in row_groups(places, lead=lead):
                yield group
                lead = "\n"

    def _rows_of(self, table: Element, path: str) -> Iterator[Element]:
        for item in table:
            if item.tag == "tr":
                rows = [item]
            elif item.tag in ("thead", "tbody", "tfoot") and not self._is_kept_apart(item, path):
                rows = list(item.iterfind("tr"))
            else:
                continue
            yield from (row for row in rows if not self._is_kept_apart(row, path))

    def _cell(self, item: Element, path: str, depth: int) -> list[Group]:
        outer, self._buffer = self._buffer, []
        groups = list(self._block(item, path=path, role="paragraph", depth=depth + 1))
        self._buffer = outer
        return groups


def _all_text(element: Element) -> str:
    return "".join(str(text) for text in element.itertext())


def _in_head(row: Element) -> bool:
    parent = row.getparent()
    return parent is not None and parent.tag == "thead"


def _span(cell: Element, attribute: str) -> int:
    stated = (cell.get(attribute) or "1").strip()
    return min(max(int(stated), 1), 1000) if stated.isascii() and stated.isdigit() else 1
