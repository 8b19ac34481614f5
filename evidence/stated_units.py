"""The unit that a form, a sheet, a section or a heading states for the bare figures under it: ``Единица измерения: тыс. сум``.

What stands nearest counts: the figure's own row and column, then what leads to its table, then the head of the form, which
may stand on an earlier page. Where two units could be meant, both are told.
"""

import re
from collections.abc import Callable, Iterator
from decimal import Decimal
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from evidence.fields import FieldType
from evidence.folding import Folded
from evidence.pages import Block, Page, PageKind
from evidence.periods import side_of, year_closed
from evidence.spans import CharSpan
from evidence.values import read_values, units

_ONE = Decimal(1)
_LONGEST_HEADING = 160
_LONGEST_NOTE = 70
_LONGEST_TITLE = 60
_FURTHEST = 400
"""Lines above a figure that are looked at on its page."""
_PAGES_BACK = 6
_BELOW = 3
"""Lines under a table among which a note may stand."""
_UNIT_WORDS = 3
_NOTE_WORDS = 7
_OPENS_NOTE = re.compile(
    r"[(\[*\s]*(?:в|in|em|все|суммы|данные|показатели|amounts?|all|valores|барча|barcha|summalar|суммалар)\b",
    re.IGNORECASE,
)
_SAYS_UNIT = re.compile(
    r"единиц\w* измерени|ед\. ?изм|o'lchov birlig|ўлчов бирлиг|ulchov birlig|units? of measure|unidades? de medida",
    re.IGNORECASE,
)
_NUMBERED = re.compile(r"\s*(?:\d{1,2}(?:\.\d{1,2})*[.)]?|[IVXLC]{1,5}[.)]|§ ?\d+)\s+[^\W\d_]")
_NUMBERED_HEAD = re.compile(r"\A\s*(?:\d{1,2}(?:\.\d{1,2})*[.)]?|[IVXLC]{1,5}[.)]|§ ?\d+)\s+(?=[^\W\d_])")
_CLOSES = re.compile(r"[.\s]*(?:$|[)\]};,:/|*])")
_LEADS = re.compile(r"(?:^|[(\[{,:;/|*$-]|\b(?:в|in|em|the|of|de))\s*\Z", re.IGNORECASE)
_ENDING = re.compile(r"(?:да|da|ah|ах)?\b", re.IGNORECASE)
_WORDED = re.compile(r"[^\W\d_]{2}")
_BARE_YEAR = re.compile(r"(?:за\s+)?(?:19|20)\d\d(?![\d.,])")
_FIGURE = re.compile(r"[-–—(]?\d[\d\s.,']*\)?")
_BRACKETS = re.compile(r"\s*\([^()]{3,200}\)")
_OF = re.compile(r"\.?\s*(?:of |de )?", re.IGNORECASE)


class Stated(NamedTuple):
    """``notes`` as the page writes them; ``scales`` has two and more members where it is not known which one is meant."""

    notes: tuple[str, ...] = ()
    scales: tuple[Decimal, ...] = ()

    @property
    def is_doubtful(self) -> bool:
        return len(self.scales) > 1

    @property
    def scale(self) -> Decimal:
        return self.scales[0] if len(self.scales) == 1 else _ONE


NOTHING_STATED = Stated()


class Head(NamedTuple):
    """What a whole page says for the bare figures of the pages behind it."""

    label: str | None
    stated: Stated
    is_headless: bool
    """No heading of its own stands on it: what an earlier page says goes on."""


class _Line(NamedTuple):
    start: int
    end: int
    text: str

    @property
    def pieces(self) -> list[str]:
        return [piece.strip() for piece in self.text.split("\t") if piece.strip()]


def stated_over(page: Page, span: CharSpan, *, before: Callable[[], Iterator[Head]] | None = None) -> Stated:
    """The unit of the bare figure at ``span``. ``before`` gives the heads of the pages before this one of its document, nearest
    first; who asks for many figures keeps them."""
    if _names_its_own(page.text, span.end):
        return NOTHING_STATED
    above = list(islice(_lines_above(page, span.start), _FURTHEST))
    own, above = above[0], above[1:]
    if not _is_row(page, own, span):
        return NOTHING_STATED
    for found in (_of_row(page, own, span), _of_column(page, above, span), _of_corner(page, own, above, span)):
        if found.scales:
            return found
    over, is_headless = _of_head(page, above)
    under = _below(page, own)
    if not over.scales and is_headless and before is not None:
        over = _carried(page, before)
    return _together(over, under)


def head_of(page: Page) -> Head:
    stated, is_headless = _of_head(page, list(islice(_lines_above(page, len(page.text)), _FURTHEST)))
    return Head(page.label, stated, is_headless)


def unit_in(piece: str) -> Decimal | None:
    """What a heading or a note multiplies by: 1000 for ``Сумма, тыс. сум``, 1 for ``Сумма, сум``, None where it names no unit."""
    return _unit_in(piece)


@lru_cache(maxsize=8_192)
def _unit_in(piece: str) -> Decimal | None:
    key = Folded(piece).key
    plain: Decimal | None = None
    for match in re.finditer(r"(?<!\w)(?=\S)", key):
        at = match.start()
        scale = units.scale_at(key, at)
        named = units.currency_at(key, at)
        end = scale[1] if scale is not None else named[1] if named is not None else None
        if end is None or re.search(r"\d ?\Z", key[:at]):
            continue
        currency = named
        after = units.scale_at(key, end + 1) if scale is None and key[end : end + 1] == " " else None
        if after is not None:
            scale, currency = after, None if named is None else (named[0], after[1])  # ``UZS thousand``
        elif scale is not None:
            gap = _OF.match(key, end)
            currency = units.currency_at(key, gap.end() if gap is not None else end)
        behind = currency[1] if currency is not None else end
        ending = _ENDING.match(key, behind)
        closes = _CLOSES.match(key, ending.end() if ending is not None else behind) is not None
        leads = _LEADS.search(key[:at]) is not None
        if not closes or not (leads or (scale is not None and currency is not None)) or _is_amount(key, at):
            continue
        if scale is not None:
            return scale[0]
        plain = _ONE
    if re.search(r"(?<![\d.,])(?<!\d )'000'?s?(?!\d)", key):
        return Decimal(1000)
    return plain


def _is_amount(key: str, at: int) -> bool:
    """A scale word inside an amount written in words: ``шесть миллионов сум``."""
    return any(read.span.start <= at < read.span.end for read in read_values(key, FieldType.MONEY, language=None))


def _names_its_own(text: str, end: int) -> bool:
    """A currency or a scale right behind the figure, or behind the same in words: ``5 000 (пять тысяч) сум``."""
    ahead = text[end : end + 260]
    bracket = _BRACKETS.match(ahead)
    rest = Folded(ahead[bracket.end() if bracket else 0 :].lstrip(" \n\u00a0")).key.lstrip()
    return units.currency_at(rest, 0) is not None or units.scale_at(rest, 0) is not None


def _lines_above(page: Page, at: int) -> Iterator[_Line]:
    """The figure's own line first, then upwards."""
    end = page.text.find("\n", at)
    end = len(page.text) if end < 0 else end
    while True:
        start = page.text.rfind("\n", 0, end) + 1
        text = page.text[start:end]
        if text.strip() or start <= at <= end:
            yield _Line(start, end, text)
        if start == 0:
            return
        end = start - 1


def _is_row(page: Page, line: _Line, span: CharSpan) -> bool:
    """A table row or a label with its value: no running text."""
    if len(line.pieces) > 1 or any(block.cell is not None for block in page.blocks_in(span)):
        return True
    lead = page.text[line.start : span.start].rstrip()
    return lead.endswith((":", "-", "–", "—")) or line.text.strip() == page.text[span.start : span.end].strip()


def _of_row(page: Page, line: _Line, span: CharSpan) -> Stated:
    """What the row says itself: its heading, a column of units, the words before the figure in its own piece."""
    before = page.text[line.start : span.start].split("\t")
    headings = [block.cell.row_header for block in page.blocks_in(span) if block.cell is not None]
    behind = page.text[span.end : line.end].split("\t")[1:2]
    for piece in (*reversed(before), *headings, *(one for one in behind if len(one.strip()) <= 20)):
        if piece and (scale := unit_in(piece.strip())) is not None:
            return Stated((piece.strip(),), (scale,))
    return NOTHING_STATED


def _of_column(page: Page, above: list[_Line], span: CharSpan) -> Stated:
    cells = [block.cell for block in page.blocks_in(span) if block.cell is not None]
    if cells:
        heading = cells[0].column_header
        scale = unit_in(heading) if heading else None
        return Stated((heading,), (scale,)) if heading and scale is not None else NOTHING_STATED
    boxes = page.boxes_of(span)
    for line in above:
        if len(line.pieces) < 2:
            if len(line.text) > _LONGEST_TITLE:
                break
            continue
        for piece, start in _placed(line):
            if any(char.isdigit() for char in piece) or (scale := unit_in(piece)) is None:
                continue
            over = page.boxes_of(CharSpan(start=start, end=start + len(piece)))
            is_over = not boxes or not over or (over[0].x0 < boxes[-1].x1 and boxes[-1].x0 < over[-1].x1)
            if is_over:
                return Stated((piece,), (scale,))
    return NOTHING_STATED


def _of_corner(page: Page, own: _Line, above: list[_Line], span: CharSpan) -> Stated:
    """What the table's heading says over the names of its rows, beside its periods: ``Показатель, тыс. сум | 2023 | 2024``."""
    name = own.pieces[0] if own.pieces else ""
    if not _WORDED.search(name) or span.start < own.start + own.text.find(name) + len(name):
        return NOTHING_STATED
    cells = [block.cell for block in _blocks(page, own) if block.cell is not None]
    over_names = cells[0].column_header if cells else None
    if over_names and not re.search(r"\d", over_names) and (scale := unit_in(over_names)) is not None:
        return Stated((over_names,), (scale,))
    is_found = False
    for line in above:
        if _heads_periods(line):
            is_found = True
            corner = line.pieces[0]
            if not _is_period(corner) and not re.search(r"\d", corner) and (scale := unit_in(corner)) is not None:
                return Stated((corner,), (scale,))
        elif is_found or (len(line.pieces) == 1 and len(line.text) > _LONGEST_TITLE):
            break
    return NOTHING_STATED


def _heads_periods(line: _Line) -> bool:
    """Whether the line is a table's heading that names years, days or the ends of a period."""
    return len(line.pieces) > 1 and any(map(_is_period, line.pieces)) and not any(map(_is_figure, line.pieces))


@lru_cache(maxsize=8_192)
def _is_period(piece: str) -> bool:
    if len(piece) > _LONGEST_TITLE:
        return False
    return _BARE_YEAR.match(piece) is not None or year_closed(piece) is not None or side_of(piece) is not None


def _is_figure(piece: str) -> bool:
    return _FIGURE.fullmatch(piece) is not None and not _is_period(piece)


def _placed(line: _Line) -> Iterator[tuple[str, int]]:
    at = line.start
    for piece in line.text.split("\t"):
        lead = len(piece) - len(piece.lstrip())
        if piece.strip():
            yield piece.strip(), at + lead
        at += len(piece) + 1


def _of_head(page: Page, above: list[_Line]) -> tuple[Stated, bool]:
    """The nearest note above, and whether the page has no heading of its own over the figure."""
    is_headless = True
    crossed = False
    found: list[Stated] = []
    headed = False
    titles = False
    lower: _Line | None = None
    for line in above:
        pieces = line.pieces
        is_head = _heads_periods(line)
        titles = is_head or (titles and not any(map(_is_figure, pieces)))
        note = _note(pieces) or (_beside_titles(pieces) if titles and not is_head else None)
        heads = len(pieces) == 1 and not any(block.cell is not None for block in _blocks(page, line))
        is_title = heads or (titles and len(pieces) == 1)
        if note is None and is_title and not crossed and len(line.text) <= _LONGEST_HEADING:
            note = _heading(line.text)
        if note is not None:
            is_form = any(_SAYS_UNIT.search(Folded(piece).key) for piece in pieces)
            unsure = crossed and not is_form and page.kind is not PageKind.SHEET
            found.append(note._replace(scales=(_ONE, *note.scales)) if unsure else note)
        elif found:
            break  # only what stands together with the nearest note can speak against it
        if (
            heads
            and lower is not None
            and not _has_figures(lower)
            and (_NUMBERED.match(line.text) or len(lower.pieces) > 1)
        ):
            headed = True  # the heading of a table, not of a part of one
        elif headed and _has_figures(line):
            crossed = True  # and above it another table
        lower = line
        if heads and len(line.text.strip()) > _LONGEST_TITLE:
            is_headless = False
    named = unit_in(page.label) if page.kind is PageKind.SHEET and page.label and not found else None
    if named is not None and page.label is not None:
        return Stated((page.label,), (named,)), is_headless
    return _together(*found), is_headless


def _has_figures(line: _Line) -> bool:
    figures = [
        piece
        for piece in line.pieces[1:]
        if re.search(r"\d", piece) and not re.fullmatch(r"\D*(?:19|20)\d\d\D*", piece)
    ]
    return bool(figures)


def _blocks(page: Page, line: _Line) -> tuple[Block, ...]:
    return page.blocks_in(CharSpan(start=line.start, end=max(line.end, line.start + 1)))


def _note(pieces: list[str]) -> Stated | None:
    """``Единица измерения | тыс. сум``, or a piece that says nothing but the unit: ``(в тыс. сум)``."""
    for at, piece in enumerate(pieces):
        key = Folded(piece).key
        said = _SAYS_UNIT.search(key)
        if said is not None:
            for one in (piece, *pieces[at + 1 : at + 2]):
                scale = unit_in(one)
                if scale is not None:
                    text = piece if one is piece else f"{piece}: {one}"
                    return Stated((text[:_LONGEST_HEADING],), (scale,))
            continue
        if len(piece) > _LONGEST_NOTE or len(pieces) > 2 or re.search(r"\d", piece.replace("000", "")):
            continue
        scale = unit_in(piece)
        words = len(re.findall(r"[^\W\d_]+", piece))
        if scale is not None and (words <= _UNIT_WORDS or (words <= _NOTE_WORDS and _OPENS_NOTE.match(key))):
            return Stated((piece,), (scale,))
    return None


def _beside_titles(pieces: list[str]) -> Stated | None:
    """The one piece of a line above a table's periods that says nothing but the unit: ``ООО «…» | ИНН … | тыс. сум``."""
    said = [(piece, scale) for piece in pieces if (scale := unit_in(piece)) is not None]
    if len(said) != 1 or len(said[0][0]) > _LONGEST_NOTE or any("%" in piece for piece in pieces):
        return None
    piece, scale = said[0]
    words = len(re.findall(r"[^\W\d_]+", piece))
    return Stated((piece,), (scale,)) if words <= _UNIT_WORDS and not re.search(r"\d", piece) else None


def _heading(text: str) -> Stated | None:
    """A heading that ends with the unit: ``3. Смета проекта, тыс. сум``."""
    tail = re.search(r"[,(:][^,(:]{2,30}$", text.strip())
    if tail is not None and _has_own_figure(text.strip()[: tail.start()]):
        return None  # a line with a figure of its own says in which unit that one is
    scale = unit_in(tail.group()) if tail is not None else None
    return Stated((text.strip(),), (scale,)) if scale is not None else None


def _has_own_figure(heading: str) -> bool:
    """A number that is neither the heading's own, nor a year or a day."""
    rest = _NUMBERED_HEAD.sub("", heading)
    rest = re.sub(r"(?<!\d)\d{1,2}[./]\d{1,2}[./](?:\d{4}|\d\d)(?!\d)|(?<!\d)(?:19|20)\d\d(?!\d)", "", rest)
    rest = re.sub(
        r"(?<!\d)\d{1,2}\s+[^\W\d_]{3,10}(?!\w)|№\s*\d+|(?:форма|шакл|shakl|form)\W*\d", "", rest, flags=re.IGNORECASE
    )
    return re.search(r"\d", rest) is not None


def _below(page: Page, own: _Line) -> Stated:
    """A note under the table."""
    found: list[Stated] = []
    left = _BELOW
    for text in page.text[own.end :].split("\n"):
        pieces = [piece.strip() for piece in text.split("\t") if piece.strip()]
        if len(pieces) != 1:
            if found or left < _BELOW:
                break
            continue
        left -= 1
        note = _note(pieces)
        if note is not None:
            found.append(note)
        if left == 0 or _NUMBERED.match(text):
            break
    return _together(*found)


def _carried(page: Page, before: Callable[[], Iterator[Head]]) -> Stated:
    """From the head of the form that goes on here; of a sheet only from earlier rows of the same sheet."""
    for earlier in islice(before(), _PAGES_BACK):
        if page.kind is PageKind.SHEET and earlier.label != page.label:
            break
        if earlier.stated.scales or not earlier.is_headless:
            return earlier.stated
    return NOTHING_STATED


def _together(*found: Stated) -> Stated:
    notes = tuple(dict.fromkeys(note for one in found for note in one.notes))
    scales = tuple(sorted({scale for one in found for scale in one.scales}))
    return Stated(notes, scales)
