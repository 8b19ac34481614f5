"""Whether the words around a value say that it is another thing's: the address before the move, the comparable's number, the
group's revenue, a candidate for director. Readers and the gate ask the same.
"""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from agents.papers import opening_of
from evidence.fields import Column, Field, FieldType
from evidence.pages import Page
from evidence.spans import CharSpan

_REACH = 220
"""Characters of a line before a value."""
_AFTER = 120
_TITLE_LINES = 4
_LONGEST_TITLE = 200
_BEHIND = re.compile(r"[^\S\n]*[»”\"]?[^\S\n]*\(([^()\n]{2,60})\)")
_ENDS_SENTENCE = re.compile(r"(?<=[^\W\d_]{3})[.;](?=\s)|(?<=[)»”])[.;](?=\s)")
_FROM_OR_FOR = r"(?<!от )(?<!у )(?<!для )(?<!с )(?<!со )(?<!по )(?<!from )(?<!for )(?<!to )(?<!with )(?<!para )(?<!de )"


class _Kind(NamedTuple):
    id: str
    types: frozenset[FieldType]
    asks: re.Pattern[str] | None
    before: re.Pattern[str] | None
    behind: re.Pattern[str] | None
    line: re.Pattern[str] | None
    headings: re.Pattern[str] | None
    title: re.Pattern[str] | None
    unless: re.Pattern[str] | None
    is_of_row: bool
    is_about_subject: bool

    def fits(self, field: Field, kind: FieldType) -> bool:
        """A field that speaks of it itself asks for it."""
        if (self.types and kind not in self.types) or (self.is_about_subject and not field.about_subject):
            return False
        asked = _asked(field)
        if self.asks is not None and self.asks.search(asked) is None:
            return False
        return not any(mark.search(asked) for mark in (self.before, self.line) if mark is not None)


def said_elsewhere(
    field: Field, *, page: Page, span: CharSpan, first: Page, column: Column | None = None
) -> str | None:
    """The words that say so, of a value at ``span``; None where nothing does. ``first``: of the document."""
    kind = column.type if column is not None else field.type
    for one in _kinds():
        if not one.fits(field, kind):
            continue
        said = _said(one, page, span, first)
        if said is not None:
            return said
    return None


def is_of_a_group(field: Field, *texts: str) -> str | None:
    """The words of titles and headings that make figures a group's and not one company's."""
    group = next(one for one in _kinds() if one.id == "group")
    if group.title is None or not group.fits(field, FieldType.TABLE):
        return None
    return next((match.group() for text in texts if (match := group.title.search(text)) is not None), None)


def _said(kind: _Kind, page: Page, span: CharSpan, first: Page) -> str | None:
    text = page.text
    start = max(text.rfind("\n", 0, span.start) + 1, span.start - _REACH)
    end = text.find("\n", span.end)
    line = text[start : min(len(text) if end < 0 else end, span.end + _AFTER)]
    if kind.unless is not None and kind.unless.search(line) is not None:
        return None
    before = text[start : span.start]
    if kind.before is not None:
        clause = (
            before if kind.is_of_row and "\t" in before else _sentence(before) if kind.is_of_row else _clause(before)
        )
        if (match := kind.before.search(clause)) is not None:
            return match.group()
    bracket = _BEHIND.match(text, span.end)
    if kind.behind is not None and bracket is not None and kind.behind.fullmatch(bracket.group(1).strip()):
        return bracket.group(1).strip()
    if kind.line is not None and (match := kind.line.search(line)) is not None:
        return match.group()
    if kind.headings is not None:
        for heading in _headings(page, span):
            if (match := kind.headings.search(heading)) is not None and not (
                kind.unless and kind.unless.search(heading)
            ):
                return match.group()
    if kind.title is not None:
        for title in (*_title(first), *_title(page)):
            if (match := kind.title.search(title)) is not None:
                return match.group()
    return None


def _clause(before: str) -> str:
    """The label, or the words of the value's own clause: of a table's row its nearest cell."""
    cell = before.rstrip("\t \u00a0").rsplit("\t", 1)[-1] if "\t" in before else before
    cell = _sentence(cell)
    colons = [match.start() for match in re.finditer(r":(?=\s)", cell)]
    if len(colons) > 1:
        return cell[colons[-2] + 1 :]
    if not colons:
        return re.split(r"[,;]\s", cell)[-1]
    return re.sub(r"\([^()]*\)", " ", cell) if "(" in cell and re.search(r"\d", cell) is None else cell


def _sentence(before: str) -> str:
    ends = [match.end() for match in _ENDS_SENTENCE.finditer(before)]
    return before[ends[-1] :] if ends else before


def _headings(page: Page, span: CharSpan) -> Iterator[str]:
    for block in page.blocks_in(span):
        if block.heading:
            yield block.heading
        if block.cell is not None:
            yield from (heading for heading in (block.cell.row_header, block.cell.column_header) if heading)


def _title(page: Page) -> tuple[str, ...]:
    lines = [line for line in opening_of(page).split("\n") if line.strip()]
    return tuple(line for line in lines[: _TITLE_LINES + 1] if len(line) <= _LONGEST_TITLE)


def _asked(field: Field) -> str:
    return "\n".join((field.question, *field.labels))


@lru_cache(maxsize=1)
def _kinds() -> tuple[_Kind, ...]:
    given: list[dict[str, Any]] = yaml.safe_load(Path(__file__).with_suffix(".yaml").read_text(encoding="utf-8"))
    return tuple(
        _Kind(
            id=one["id"],
            types=frozenset(FieldType(kind) for kind in one.get("types", ())),
            asks=_any(one.get("asks"), whole=False),
            before=_any(one.get("before"), not_behind=_FROM_OR_FOR if one["id"] == "other_party" else ""),
            behind=re.compile("|".join(one["behind"]), re.IGNORECASE) if "behind" in one else None,
            line=_any(one.get("line")),
            headings=_any(one.get("heading_words", one["before"])) if one.get("headings") else None,
            title=_any(one.get("title")),
            unless=re.compile(one["unless"], re.IGNORECASE) if "unless" in one else None,
            is_of_row=one.get("row", False),
            is_about_subject=one.get("about_subject", False),
        )
        for one in given
    )


def _any(words: Iterable[str] | None, *, whole: bool = True, not_behind: str = "") -> re.Pattern[str] | None:
    """Any of the words, each from its beginning."""
    if words is None:
        return None
    end = r"(?!\w)" if whole else ""
    return re.compile(rf"(?<!\w){not_behind}(?:{'|'.join(words)}){end}", re.IGNORECASE)
