"""A case's files, runs and search hits as its page shows them."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from cases.records import FileRecord, PageProgress, PageState, RunRecord
from evidence.pages import Document
from evidence.passages import Hit
from service.locked import lacks_password
from service.web.run_view import RunView
from service.web.said import Said

_STRIP = 120
"""Cells of the strip of pages; a longer file shows several pages in one."""
_WORST = ("failed", "problem", "waiting", "read")
_WORD = re.compile(r"\w{3,}")
_STEM = 5
_EXCERPT = 320


@dataclass(frozen=True)
class ShownProblem:
    said: str
    severity: str
    page: int | None


@dataclass(frozen=True)
class ShownFile:
    record: FileRecord
    is_paged: bool
    pages: int
    done: int
    expected: int
    strip: tuple[str, ...]
    """States of pages, worst first where one cell stands for several."""
    spoken: str
    problems: tuple[ShownProblem, ...]
    is_locked: bool
    """It waits for its password."""


@dataclass(frozen=True)
class Part:
    kind: str
    x: float
    width: float


@dataclass(frozen=True)
class ShownRun:
    record: RunRecord
    title: str
    total: int
    decided: int
    left: int
    tally: tuple[Part, ...]


@dataclass(frozen=True)
class ShownHit:
    sha256: str
    name: str
    page: int
    start: int
    end: int
    place: str
    pieces: tuple[tuple[str, bool], ...]
    """Text, and whether it is one of the words that were looked for."""

    @property
    def has_word(self) -> bool:
        """Or it is only near in meaning."""
        return any(is_word for _, is_word in self.pieces)


def shown_file(record: FileRecord, *, states: Sequence[PageState], document: Document | None, say: Said) -> ShownFile:
    expected = max(record.pages_expected or 0, len(states))
    by_number = {state.number: state.state.value for state in states}
    all_states = [by_number.get(number, "waiting") for number in range(1, expected + 1)]
    done = sum(state != "waiting" for state in all_states)
    return ShownFile(
        record=record,
        is_paged=record.media_type == "application/pdf" or record.media_type.startswith("image/"),
        pages=done,
        done=done,
        expected=expected,
        strip=_strip(all_states),
        spoken=_spoken(record, say),
        problems=_problems(states, document, say),
        is_locked=document is not None and lacks_password(document),
    )


def _strip(states: Sequence[str]) -> tuple[str, ...]:
    if len(states) <= _STRIP:
        return tuple(states)
    per = -(-len(states) // _STRIP)
    return tuple(min(states[at : at + per], key=_WORST.index) for at in range(0, len(states), per))


def _spoken(record: FileRecord, say: Said) -> str:
    counted = [(state, record.pages.get(state, 0)) for state in PageProgress]
    return ", ".join(f"{count} {say('PAGE_STATES', state)}" for state, count in counted if count)


def _problems(states: Sequence[PageState], document: Document | None, say: Said) -> tuple[ShownProblem, ...]:
    """Of the file, then of its pages: each code once, with the pages it is about."""
    shown = [
        ShownProblem(said=say.problem(problem), severity=problem.severity, page=problem.page)
        for problem in (document.problems if document is not None else ())
    ]
    told = {problem.code for problem in (document.problems if document is not None else ())}
    by_code: dict[str, list[PageState]] = {}
    for state in states:
        for code in state.problems:
            if code not in told:
                by_code.setdefault(code, []).append(state)
    for code, held in by_code.items():
        failed = any(state.state is PageProgress.FAILED for state in held)
        looked_at = any(state.state is PageProgress.PROBLEM for state in held)
        shown.append(
            ShownProblem(
                said=f"{say.pages([state.number for state in held])}: {say.problem_code(code)}",
                severity="error" if failed else "warning" if looked_at else "note",
                page=held[0].number,
            )
        )
    return tuple(shown)


def shown_old_run(record: RunRecord) -> ShownRun:
    """Without its tally: of many runs only the newest are counted through."""
    return ShownRun(record=record, title=record.template, total=0, decided=0, left=0, tally=())


def shown_run(view: RunView) -> ShownRun:
    total = len(view.rows)
    decided, left = view.count("decided"), view.count("mine")
    rest = total - decided - left
    parts, x = [], 0.0
    for kind, count in (("decided", decided), ("found", rest), ("mine", left)):
        width = 100 * count / total if total else 0.0
        parts.append(Part(kind=kind, x=round(x, 2), width=round(width, 2)))
        x += width
    return ShownRun(record=view.record, title=view.title, total=total, decided=decided, left=left, tally=tuple(parts))


def shown_hit(hit: Hit, document: Document, query: str, say: Said) -> ShownHit:
    passage = hit.passage
    text = passage.text if len(passage.text) <= _EXCERPT else _around(passage.text, query)
    place = say.page(passage.page) if document.is_paged else say.part(passage.page)
    return ShownHit(
        sha256=passage.document,
        name=document.name,
        page=passage.page,
        start=passage.span.start,
        end=passage.span.end,
        place=place,
        pieces=_pieces(text, query),
    )


def _stems(query: str) -> frozenset[str]:
    return frozenset(word.casefold()[:_STEM] for word in _WORD.findall(query))


def _around(text: str, query: str) -> str:
    stems = _stems(query)
    first = next((match.start() for match in _WORD.finditer(text) if match[0].casefold()[:_STEM] in stems), 0)
    start = max(0, min(first - _EXCERPT // 3, len(text) - _EXCERPT))
    return ("…" if start else "") + text[start : start + _EXCERPT] + ("…" if start + _EXCERPT < len(text) else "")


def _pieces(text: str, query: str) -> tuple[tuple[str, bool], ...]:
    """By the beginnings of words: search itself goes by stems and by meaning."""
    stems, pieces, at = _stems(query), [], 0
    for match in _WORD.finditer(text):
        if match[0].casefold()[:_STEM] in stems:
            pieces += [(text[at : match.start()], False), (match[0], True)]
            at = match.end()
    return (*(piece for piece in pieces if piece[0]), (text[at:], False))
