"""Tables of officers, one a row: post, name, document, personal number. The row says whose the number is, not its heading."""

import re
from collections.abc import Iterator

from agents.labels.found import Candidate, candidate_of
from agents.labels.layout import Layout, Segment
from agents.labels.notebook import Notebook
from agents.labels.readings import Reader, Reading
from agents.labels.shapes import person_fit
from agents.labels.thesaurus import thesaurus
from agents.labels.words import stems_of
from evidence.checks import run_check
from evidence.fields import Field, FieldType
from evidence.findings import TypedValue
from evidence.spans import CharSpan

_POSTS = ("director", "accountant")
_SHAPES = {
    "passport": re.compile(r"(?<![^\W_])[A-ZА-Я]{2}\s?(?:№\s?)?\d{7}(?!\d)"),
    "pinfl": re.compile(r"(?<!\d)[1-6]\d{13}(?!\d)"),
}
_SCORE = 0.95
_LEAST_PIECES = 3
_MOST_WORDS = 4
"""Of a post."""
_NAMED = 0.8
_LONGEST_ROW = 240
_NOT_THE_HEAD = re.compile(
    r"(?<!\w)(?:зам\.?|заместител\w*|и\.?\s?о\.?|бывш\w*|прежн\w*|филиал\w*|учредител\w*|o[ʻ'‘’`]?rinbosar\w*|ўринбосар\w*|sobiq|собиқ"
    r"|deputy|former|acting|branch)(?!\w)",
    re.IGNORECASE,
)


def of_officers(field: Field, notebook: Notebook, *, set_aside: frozenset[str]) -> Iterator[Candidate]:
    """Passports and personal numbers of the one post that the field asks about."""
    checks = [name for name in field.checks if name in _SHAPES]
    known = thesaurus().members
    asked = {stem for said in (field.question, *field.labels) for stem in stems_of(said)}
    posts = [name for name in _POSTS if asked & known[name]]
    if field.type is not FieldType.IDENTIFIER or len(checks) != 1 or len(posts) != 1:
        return
    for leaf in sorted({leaf for stem in known[posts[0]] for leaf in notebook.leaves_with((stem,))}):
        if notebook.leaves[leaf].document in set_aside:
            continue
        layout = notebook.layout(leaf)
        for post, row in _rows_of(layout, posts[0]):
            readings = list(_numbers(row, layout, checks[0]))
            if len({one.value.normalised for one in readings}) != 1:
                continue
            start = post.start if readings[0].end - post.start <= _LONGEST_ROW else readings[0].start
            yield candidate_of(
                readings[0],
                page=layout.page,
                evidence=CharSpan(start=start, end=readings[0].end),
                label=_label(layout, post, readings[0]),
                score=_SCORE,
                why=f"row of {layout.of(post)!r}",
                in_force=not notebook.is_lapsed(leaf),
            )


def _label(layout: Layout, post: Segment, reading: Reading) -> str:
    """The post, and what the cell itself calls the number: *passport*."""
    before = layout.text[layout.at(reading.start).start : reading.start]
    return " ".join(f"{layout.of(post)} {before}".split()).rstrip(" :№")


def _rows_of(layout: Layout, post: str) -> Iterator[tuple[Segment, tuple[Segment, ...]]]:
    """Rows in which the post stands alone in a piece and somebody's name behind it."""
    stems = thesaurus().members[post]
    others = frozenset(stem for name in _POSTS if name != post for stem in thesaurus().members[name])
    for segment in layout.segments:
        said = layout.of(segment)
        words = frozenset(stems_of(said))
        if not words & stems or words & others or len(words) > _MOST_WORDS or _NOT_THE_HEAD.search(said):
            continue
        row = tuple(one for one in layout.row_of(segment) if one.start > segment.start)
        named = [one for one in row if person_fit(layout.of(one)) >= _NAMED]
        if len(row) + 1 >= _LEAST_PIECES and len(named) == 1:
            yield segment, row


def _numbers(row: tuple[Segment, ...], layout: Layout, check: str) -> Iterator[Reading]:
    reader = Reader(FieldType.IDENTIFIER)
    for segment in row:
        for match in _SHAPES[check].finditer(layout.text, segment.start, segment.end):
            for reading in reader.read(layout.text, match.start(), match.end()):
                if reading.end - reading.start == match.end() - match.start() and _passes(check, reading.value):
                    yield reading._replace(fit=1.0)


def _passes(check: str, value: TypedValue) -> bool:
    return run_check(check, value).ok
