"""Plain text, Markdown and CSV. What stands in the file stands on the page, line by line."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

from evidence.pages import Origin, OriginKind, Page, Problem, Withheld
from ingest.decoding import Decoded, decode_text
from ingest.flow import FlowPages, Group, Piece, Role
from ingest.grid import GridCell, name_cells
from ingest.headings import looks_like_heading
from ingest.options import ReadOptions
from ingest.rows import row_groups, table_cell
from ingest.struck import withheld_struck

_GAP = re.compile(r"(?<=\S)(?: {3,}|[ \u00a0]*\t\s*)(?=\S)")
"""What sets columns apart in text that is laid out with blanks."""
_HEADING = re.compile(r"^\s{0,3}#{1,6}\s+(.*?)(?:\s+#+)?\s*$")
_UNDERLINE = re.compile(r"^\s{0,3}(?:=+|-{3,})\s*$")
_LISTED = re.compile(r"^\s*(?:[-*+]|\d{1,3}[.)])\s+")
_FENCE = re.compile(r"^\s{0,3}(?:```|~~~)")
_DIVIDER = re.compile(r"^\s*\|?\s*:?-{2,}:?\s*(?:\|\s*:?-{2,}:?\s*)*\|?\s*$")
_STRUCK_OUT = re.compile(
    r"(?<![~\\])~~(?!~)(?P<text>\S|\S[^\n]*?\S)~~(?!~)|<(?P<tag>s|del|strike)>(?P<inner>[^\n]*?)</(?P=tag)>",
    re.IGNORECASE,
)
_HOLE = re.compile("\x00+")
_ESCAPED_PIPE = re.compile(r"(?<!\\)\|")


def read_text(path: Path, *, document: str, options: ReadOptions) -> Iterator[Page]:
    """FLOW pages; one block per line, or per column of a line laid out in columns."""
    decoded = _decoded(path)
    pages = _opened(document, decoded)
    for group in text_groups(_shown(decoded)):
        yield from pages.add(group)
    yield from pages.finish()


def read_markdown(path: Path, *, document: str, options: ReadOptions) -> Iterator[Page]:
    """FLOW pages. Marks within a line stay as they are: a quote must be found in the file as it stands."""
    decoded = _decoded(path)
    pages = _opened(document, decoded)
    shown, comments = _without_comments(_shown(decoded))
    for comment in comments:
        hidden = Origin(kind=OriginKind.HIDDEN, detail="comment")
        pages.withhold(Withheld(text=comment, origin=hidden, reason="a comment that no page shows"))
    shown, struck = _without_struck(shown)
    for piece in struck:
        pages.withhold(withheld_struck(piece))
    for group in markdown_groups(shown):
        yield from pages.add(group)
    yield from pages.finish()


def _without_comments(text: str) -> tuple[str, list[str]]:
    """The text with its line numbers kept, and what stood in its HTML comments."""
    shown, comments = [], []
    at = 0
    while (start := text.find("<!--", at)) >= 0 and (end := text.find("-->", start)) >= 0:
        comments.append(text[start + 4 : end])
        shown.append(text[at:start] + "\n" * text.count("\n", start, end))
        at = end + 3
    return "".join([*shown, text[at:]]), comments


def _without_struck(text: str) -> tuple[str, list[str]]:
    """The text without what it strikes out, and that; programs' text between fences stays as it is."""
    struck: list[str] = []
    fenced = False
    lines = []
    for line in text.split("\n"):
        fenced ^= bool(_FENCE.match(line))
        if not fenced and ("~~" in line or "<" in line):
            struck += [found["text"] or found["inner"] for found in _STRUCK_OUT.finditer(line)]
            line = _STRUCK_OUT.sub("", line)
        lines.append(line)
    return "\n".join(lines), struck


def text_groups(text: str) -> Iterator[Group]:
    heading: str | None = None
    for number, line, lead in _lines(text):
        if looks_like_heading(line, bold=False, centred=line.startswith("        ")):
            heading = line.strip()
        columns = _GAP.split(line.strip())
        path = f"line[{number}]"
        yield [
            Piece(column, role="line", path=path, heading=heading, lead=lead if place == 0 else "\t")
            for place, column in enumerate(columns)
        ]


def markdown_groups(text: str) -> Iterator[Group]:
    heading: str | None = None
    lines = list(_lines(text))
    at = tables = 0
    fenced = False
    while at < len(lines):
        number, line, lead = lines[at]
        if _FENCE.match(line):
            fenced = not fenced
        elif not fenced and "|" in line and at + 1 < len(lines) and _DIVIDER.match(lines[at + 1][1]):
            end = at + 2
            while end < len(lines) and "|" in lines[end][1] and lines[end][2] == "\n":
                end += 1
            yield from _pipe_table([lines[at], *lines[at + 2 : end]], table=tables, lead=lead)
            tables += 1
            at = end
            continue
        elif not (_UNDERLINE.match(line) and not fenced):
            below = lines[at + 1] if at + 1 < len(lines) else None
            underlined = below is not None and below[2] == "\n" and bool(_UNDERLINE.match(below[1]))
            shown, role = _markdown_line(line, fenced=fenced, underlined=underlined)
            if role == "heading":
                heading = shown
            yield [Piece(shown, role=role, path=f"line[{number}]", heading=heading, lead=lead)]
        at += 1


def _markdown_line(line: str, *, fenced: bool, underlined: bool) -> tuple[str, Role]:
    if fenced:
        return line, "line"
    if (found := _HEADING.match(line)) is not None:
        return found.group(1), "heading"
    if underlined:
        return line.strip(), "heading"
    if _LISTED.match(line):
        # the number of a numbered item is the file's own and stays; a bullet says nothing
        return re.sub(r"^\s*[-*+]\s+", "", line), "list_item"
    return re.sub(r"^\s*(?:>\s?)+", "", line), "paragraph"


def _pipe_table(lines: list[tuple[int, str, str]], *, table: int, lead: str) -> Iterator[Group]:
    rows = [[cell.strip() for cell in _ESCAPED_PIPE.split(line.strip().strip("|"))] for _, line, _ in lines]
    cells = [
        GridCell(row, column, text, marked=row == 0)
        for row, texts in enumerate(rows)
        for column, text in enumerate(texts)
    ]
    headings = name_cells(cells)
    for row, texts in enumerate(rows):
        places = [
            (table_cell(cell, table=table, headings=headings), [[Piece(cell.text, path=f"line[{lines[row][0]}]")]])
            for cell in cells
            if cell.row == row and cell.text
        ]
        if texts:
            yield from row_groups(places, lead=lead if row == 0 else "\n")


def _lines(text: str) -> Iterator[tuple[int, str, Literal["\n", "\n\n"]]]:
    """Line number from 1, the line, and what separates it from the line before that is not blank."""
    lead: Literal["\n", "\n\n"] = "\n"
    for number, line in enumerate(re.split("\r\n|[\n\r\x0b\x0c\x85\u2028\u2029]", text), 1):
        if not line.strip():
            lead = "\n\n"
            continue
        yield number, line, lead
        lead = "\n"


def _decoded(path: Path) -> Decoded:
    return decode_text(path.read_bytes())


def _shown(decoded: Decoded) -> str:
    """Without zero bytes. A hole reads as one sign, so that what stood on both sides of it does not become one word."""
    return _HOLE.sub("\ufffd", decoded.text.rstrip("\x00"))


def _opened(document: str, decoded: Decoded) -> FlowPages:
    pages = FlowPages(document)
    if holes := len(_HOLE.findall(decoded.text)):
        pages.report(
            Problem(
                code="damaged_text",
                message=f"Zero bytes stand where text should be ({holes} times, read as \ufffd; at the end: left out). Ask for "
                "the file again, whole.",
            )
        )
    if (problem := encoding_problem(decoded)) is not None:
        pages.report(problem)
    return pages


def encoding_problem(decoded: Decoded) -> Problem | None:
    damaged = decoded.text.count("\ufffd")
    if damaged:
        return Problem(
            code="damaged_text",
            message=f"{damaged} characters are in no encoding that was recognised ({decoded.encoding} fits best); save it "
            "as UTF-8.",
        )
    if decoded.guessed:
        return Problem(
            code="encoding_guessed",
            message=f"The file does not say its encoding; it was read as {decoded.encoding}. If letters are wrong, save it "
            "as UTF-8.",
            severity="note",
        )
    return None
