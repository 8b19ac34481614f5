"""Rows of a list that a paper gives as cards: one block of labels and values for each loan, share or party.

Credit bureaus print loans so. A card counts only under a heading that names what is asked for; those under a heading of
closed contracts or of sureties for others do not, nor those that say so themselves.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from agents.labels.grids import Grid, Square
from agents.labels.layout import Layout, Segment
from agents.labels.matching import Vetoes
from agents.labels.notebook import Notebook
from agents.labels.record_rows import MEASURED, TITLED, cell_claim, title_fit
from agents.labels.shapes import looks_like_a_label, reads_as_a_sentence
from agents.labels.subject import Subject, is_of_another
from agents.labels.table_cells import HEADING, fit_of_heading, reader_for
from agents.steps import Claim, RowClaim
from evidence.fields import Column, Field

_LONGEST_HEADING = 160
_LONGEST_CAPTION = 5
"""Words of the line over one card: ``Договор 2``."""
_STATE_WORDS = 3
_LEAST_CARDS = 2
"""Cards of one paper from which its form is known to be one of cards."""
_ENDED = re.compile(
    r"(?<!\w)(?:(?:погаш[её]н|исполнен|завершен|прекращ[её]н|списан|закрыт)(?!и[еяюй])|yopilgan|yopiq|so[ʻ'‘’`]?ndirilgan"
    r"|to[ʻ'‘’`]?langan|tugagan|ёпилган|ёпиқ|сўндирилган|тўланган|тугаган|closed|repaid|settled|terminated|completed)\w*",
    re.IGNORECASE,
)
"""Not the nouns: a schedule of repayment is of an open loan."""
_END_DAY = re.compile(
    r"(?<!\w)(?:дата\s+(?:фактического\s+)?закрытия|фактическ\w+\s+(?:дата\s+)?погашени\w*|дата\s+фактического\s+погашения"
    r"|yopilgan\s+sana\w*|ёпилган\s+сана\w*|closing\s+date|date\s+closed)(?!\w)",
    re.IGNORECASE,
)
_FOR_OTHERS = re.compile(
    r"(?<!\w)(?:поручит|гарант|созаемщик|созаёмщик|авал|kafil|kafolat|кафил|кафолат|guarant|suret|co-borrower)\w*",
    re.IGNORECASE,
)
_BORROWER = re.compile(
    r"(?:основной\s+)?(?:за[её]мщик|должник|принципал|qarz\s+oluvchi|қарз\s+олувчи|borrower|debtor|principal)\s*:?",
    re.IGNORECASE,
)
_STATE = re.compile(
    r"(?<!\w)(?:статус|состояние|роль|вид\s+(?:обязательства|участия)|holati?|roli|ҳолати?|роли|status|state|role)(?!\w)",
    re.IGNORECASE,
)
_SECTION = re.compile(r"\s*(?:[A-ZА-ЯЁ]|[IVX]{1,4}|\d{1,2}(?:\.\d{1,2})?)[.)]\s+\S|[^a-zа-яё]{8,}\Z")
"""A letter or number before it, or all in capitals."""
_DAY = re.compile(r"\d{1,4}[./-]\d{1,2}[./-]\d{2,4}")


class _Pair(NamedTuple):
    label: str
    column: Column | None
    fit: float
    start: int
    end: int


class _Card:
    def __init__(self) -> None:
        self.cells: dict[str, Claim] = {}
        self.fits: dict[str, float] = {}
        self.labels: set[str] = set()
        self.first: tuple[int, int] | None = None
        self.is_ended = False
        self.is_anothers = False


class _Section(NamedTuple):
    """What the headings above say of the cards below them."""

    is_asked: bool = False
    heading: str = ""


class _Walk:
    """Over the pages of one document; a section may go on on the next page."""

    def __init__(self, field: Field, notebook: Notebook, subject: Subject) -> None:
        self._field = field
        self._notebook = notebook
        self._subject = subject
        self._section = _Section()
        self._caption = ""
        self._card = _Card()
        self.rows: list[RowClaim] = []
        self.seen = 0
        """Cards of any section."""

    def over(self, layout: Layout) -> None:
        for row in _rows(layout):
            pairs = list(_pairs(self._field, row, layout))
            if pairs:
                self._take(pairs, layout)
                continue
            self._close(layout)
            if len(row) == 1:
                self._head(layout.of(row[0]))
        self._close(layout)

    def skip(self) -> None:
        """A page is missing between: what its last heading said is not known."""
        self._section, self._caption = _Section(), ""

    def _head(self, text: str) -> None:
        if len(text) > _LONGEST_HEADING or reads_as_a_sentence(text):
            return
        if len(text.split()) <= _LONGEST_CAPTION and any(map(str.isdigit, text)) and not _SECTION.match(text):
            self._caption = text
            return
        fit = title_fit(self._field, text)
        if _ENDED.search(text) or _FOR_OTHERS.search(text) or fit is None:
            self._section = _Section(False, text)
        elif fit >= TITLED:
            self._section = _Section(True, text)
        elif _SECTION.match(text):
            self._section = _Section(False, text)
        self._caption = ""

    def _take(self, pairs: list[_Pair], layout: Layout) -> None:
        if any(pair.column is not None and _key(pair.label) in self._card.labels for pair in pairs):
            caption = self._caption
            self._close(layout)
            self._caption = caption
        reader = reader_for(self._field, layout, self._notebook)
        card = self._card
        for pair in pairs:
            card.first = card.first or (pair.start, pair.end)
            said = layout.text[pair.start : pair.end]
            if pair.column is None:
                is_end = _ENDED.search(pair.label) or _END_DAY.search(pair.label)
                card.is_ended |= bool(is_end and _DAY.search(said))
                if _STATE.search(pair.label):
                    card.is_ended |= bool(_ENDED.search(said))
                    card.is_anothers |= bool(_FOR_OTHERS.search(said))
                if _BORROWER.fullmatch(pair.label.strip()):
                    card.is_anothers |= self._subject.own is None or is_of_another(said, self._subject.own)
                continue
            card.labels.add(_key(pair.label))
            claim = cell_claim(pair.column, Square(0, 0, pair.start, pair.end, None, pair.label), layout, reader)
            if claim is not None and pair.fit > card.fits.get(pair.column.id, 0.0):
                card.cells[pair.column.id] = claim  # "date of the contract" comes near its number, and is not it
                card.fits[pair.column.id] = pair.fit

    def _close(self, layout: Layout) -> None:
        card, self._card = self._card, _Card()
        caption, self._caption = self._caption, ""
        columns = self._field.columns
        if len(card.cells) < min(3, len(columns)) or columns[0].id not in card.cells:
            return
        asked = {column.id for column in columns if column.type in MEASURED}
        if asked and not asked & set(card.cells):
            return
        self.seen += 1
        ended = card.is_ended or _ENDED.search(caption) is not None
        if not self._section.is_asked or ended or card.is_anothers or _FOR_OTHERS.search(caption) or card.first is None:
            return
        grid = Grid((Square(0, 0, *card.first, None, None),), self._section.heading, self._section.heading)
        if self._subject.owns(self._field, grid, layout):
            self.rows.append(RowClaim(cells={column.id: card.cells.get(column.id) for column in columns}))


def opens_an_ended_part(field: Field, row: tuple[Square, ...], layout: Layout) -> bool:
    """Whether a line inside a table says that what follows is closed or stands for others: *Б. Погашенные договоры*."""
    if len({square.start for square in row}) != 1 or not _leaves_out_the_ended(field):
        return False
    said = layout.text[row[0].start : row[0].end]
    return len(said) <= _LONGEST_HEADING and (_ENDED.search(said) or _FOR_OTHERS.search(said)) is not None


def says_it_has_ended(field: Field, row: tuple[Square, ...], columns: dict[int, str], layout: Layout) -> bool:
    """Whether a cell of a column that is not asked for says no more than *closed*."""
    if not _leaves_out_the_ended(field):
        return False
    said = (layout.text[square.start : square.end] for square in row if square.column not in columns)
    return any(len(text.split()) <= _STATE_WORDS and _ENDED.match(text.strip()) is not None for text in said)


def _leaves_out_the_ended(field: Field) -> bool:
    """By the labels that its author does not want."""
    return any(_ENDED.search(label) is not None for label in field.stop_labels)


def cards(field: Field, notebook: Notebook, leaves: Iterable[int], subject: Subject) -> tuple[RowClaim, ...]:
    """Of the one paper that gives most of them."""
    by_document: dict[str, list[int]] = defaultdict(list)
    for number in leaves:
        by_document[notebook.leaves[number].document].append(number)
    best: tuple[RowClaim, ...] = ()
    for numbers in by_document.values():
        walk = _Walk(field, notebook, subject)
        last: int | None = None
        for number in sorted(numbers):
            if last is not None and number != last + 1:
                walk.skip()
            walk.over(notebook.layout(number))
            last = number
        if walk.seen >= _LEAST_CARDS and len(walk.rows) > len(best):
            best = tuple(walk.rows)
    return best


def _rows(layout: Layout) -> Iterator[tuple[Segment, ...]]:
    index = 0
    while index < len(layout.segments):
        row = layout.row_of(layout.segments[index])
        yield row
        index = max(index, layout.index_at(row[-1].start)) + 1


def _pairs(field: Field, row: tuple[Segment, ...], layout: Layout) -> Iterator[_Pair]:
    """Labels with the piece behind them; ``label: value`` in one piece too."""
    place = 0
    while place < len(row):
        segment = row[place]
        text = layout.of(segment)
        label, colon, rest = text.partition(":")
        if colon and rest.strip():
            column, fit = _column(field, label)
            if column is not None or looks_like_a_label(label) or _says_how_it_stands(label):
                start = segment.end - len(rest.lstrip())
                yield _Pair(label, column, fit, start, segment.end)
            place += 1
            continue
        column, fit = _column(field, text)
        is_label = column is not None or bool(colon) or looks_like_a_label(text) or _says_how_it_stands(text)
        following = row[place + 1] if place + 1 < len(row) else None
        if is_label and following is not None and _column(field, layout.of(following))[0] is None:
            yield _Pair(text, column, fit, following.start, following.end)
            place += 2
            continue
        place += 1


def _says_how_it_stands(text: str) -> bool:
    if len(text.split()) > _LONGEST_CAPTION:
        return False
    return (
        any(mark.search(text) is not None for mark in (_ENDED, _END_DAY, _STATE))
        or _BORROWER.fullmatch(text) is not None
    )


def _column(field: Field, label: str) -> tuple[Column | None, float]:
    scored = [(fit_of_heading(column, label, vetoes=Vetoes((), frozenset())), column) for column in field.columns]
    fit, column = max(scored, key=lambda one: one[0])
    return (column, fit) if fit >= HEADING else (None, 0.0)


def _key(label: str) -> str:
    return " ".join(label.casefold().split()).rstrip(" :")
