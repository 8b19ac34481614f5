"""A paper's own number and day, which stand in its first lines without a label: ``Samarkand, 12 November 2024``."""

import re
from collections.abc import Iterable, Iterator

from agents.labels.found import Candidate, candidate_of
from agents.labels.kinds import kinds_in
from agents.labels.labelled import standing
from agents.labels.layout import Layout, Segment
from agents.labels.notebook import Notebook
from agents.labels.readings import Reader, Reading
from agents.labels.shapes import reads_as_a_sentence
from agents.labels.thesaurus import thesaurus
from agents.labels.words import stems_of
from agents.parties.clauses import roles_given
from agents.parties.mentions import Own
from evidence.fields import Field, FieldType
from evidence.spans import CharSpan

HEAD = "head of the paper"
_MOST_PIECES = 16
_LONGEST = 90
_NUMBER_SCORE, _DATE_SCORE = 0.8, 0.78
"""Below what a label or a phrase gives: a certificate may be written on one day as of another."""
_SIDES = {"export": "seller", "import": "buyer"}
_FIRST_PAGES = 3
_AT_HOME = frozenset({"ru", "uz"})
_ABROAD = re.compile(
    r"(?<!\w)(?:FCA|CIP|CIF|FOB|EXW|DAP|DDP|CPT|CFR|FAS|Incoterms|Инкотермс|USD|EUR|RUB|CNY|GBP|SWIFT|IBAN|export\w*|экспорт\w*"
    r"|eksport\w*|доллар\w*|евро|US dollars?|euros?)(?!\w)|[$€£]",
    re.IGNORECASE,
)
"""Delivery terms, currencies and words of trade abroad."""
_NUMBER = re.compile(
    r"(?:(?:Исх|Chiq|Чиқ)\.?\s*)?(?:№|N[oº°]\.?|Ne)\s*(?P<number>[\w./-]*\d[\w./-]*)(?P<rest>.*)", re.DOTALL
)
_PLACE = re.compile(r"\W*(?:[^\W\d_][\w’'ʻ‘-]*\W*){0,4}")
_BESIDE = re.compile(r"(?<!\w)(?:от|dated|of|date|дата|sana|сана|г|года?|y|й|yil\w*|йил\w*)(?!\w)", re.IGNORECASE)


def in_heads(field: Field, notebook: Notebook, *, set_aside: frozenset[str]) -> list[Candidate]:
    """Only in papers of the kind that the field's labels name, on its topic where it has one."""
    kinds = frozenset(kind for label in field.labels for kind in kinds_in(stems_of(label)))
    if field.type not in (FieldType.DATE, FieldType.IDENTIFIER) or not kinds:
        return []
    asked = frozenset(stem for said in (*field.labels, field.question) for stem in stems_of(said))
    topics = [name for name in ("tax",) if asked & thesaurus().members[name]]
    sides = [name for name in _SIDES if asked & thesaurus().members[name]]
    if not topics and not (sides and field.type is FieldType.DATE):
        return []
    found: list[Candidate] = []
    for document in notebook.documents:
        leaves = notebook.leaves_of(document)
        if document in set_aside or not leaves or not notebook.kinds_of(document) & kinds:
            continue
        layout = notebook.layout(leaves[0])
        head = list(_head(layout))
        said = frozenset(stem for segment in head for stem in stems_of(layout.of(segment)))
        if all(said & thesaurus().members[topic] for topic in topics):
            found += _of_head(field, head, layout, notebook, leaves[0])
    return found


def on_the_right_side(
    field: Field, candidates: Iterable[Candidate], own: Own | None, notebook: Notebook
) -> list[Candidate]:
    """Of a field about exports only contracts that cross a border; those that only their first lines date must also name
    the subject as the one who sells."""
    asked = frozenset(stem for said in (*field.labels, field.question) for stem in stems_of(said))
    roles = [role for name, role in _SIDES.items() if asked & thesaurus().members[name]]
    kept = []
    for one in candidates:
        if roles and one.label is None:
            text = notebook.layout(notebook.leaf_of(one.document, one.page)).text
            is_named = own is not None and any(_has_role(role, text, own) for role in roles)
            if not _crosses_a_border(one.document, notebook) or (one.why == HEAD and not is_named):
                continue
            if field.type is FieldType.DATE and not _is_a_contract(one.document, notebook):
                continue  # a questionnaire names leases and policies too
        elif roles and not _crosses_a_border(one.document, notebook):
            continue
        kept.append(one)
    return kept


def _is_a_contract(document: str, notebook: Notebook) -> bool:
    return bool(notebook.kinds_of(document) & kinds_in(tuple(thesaurus().members["contract"])))


def _crosses_a_border(document: str, notebook: Notebook) -> bool:
    """By delivery terms and currencies, or by a language that is not spoken at home."""
    leaves = notebook.leaves_of(document)[:_FIRST_PAGES]
    if any((notebook.leaves[leaf].language or "ru").split("-")[0] not in _AT_HOME for leaf in leaves):
        return True
    return any(_ABROAD.search(notebook.layout(leaf).text) for leaf in leaves)


def _has_role(role: str, text: str, own: Own) -> bool:
    given = roles_given(text, own)
    return any(owner.is_own and set(stems_of(name)) & thesaurus().members[role] for name, owner in given.items())


def _head(layout: Layout) -> Iterator[Segment]:
    for segment in layout.segments[:_MOST_PIECES]:
        piece = layout.of(segment)
        if reads_as_a_sentence(piece):
            return
        yield segment


def _of_head(
    field: Field, head: Iterable[Segment], layout: Layout, notebook: Notebook, leaf: int
) -> Iterator[Candidate]:
    where = notebook.leaves[leaf]
    reader = Reader(
        field.type, language=notebook.language_of(where), conventions=notebook.conventions_of(where.document)
    )
    for segment in head:
        if segment.end - segment.start > _LONGEST:
            continue
        readings = (
            _dates(segment, layout, reader) if field.type is FieldType.DATE else _numbers(segment, layout, reader)
        )
        for reading in readings:
            score = _DATE_SCORE if field.type is FieldType.DATE else _NUMBER_SCORE
            yield candidate_of(
                reading, page=layout.page, evidence=CharSpan(start=segment.start, end=segment.end), label=None,
                score=score * standing(notebook, leaf), why=HEAD, in_force=not notebook.is_lapsed(leaf),
            )  # fmt: skip


def _dates(segment: Segment, layout: Layout, reader: Reader) -> Iterator[Reading]:
    """A day alone, behind a place, or behind the paper's number."""
    readings = reader.read(layout.text, segment.start, segment.end)
    if len(readings) != 1 or len(readings[0].value.normalised) != len("2024-01-31"):
        return
    before = layout.text[segment.start : readings[0].start]
    after = _BESIDE.sub("", layout.text[readings[0].end : segment.end])
    numbered = _NUMBER.fullmatch(before.strip())
    rest = numbered["rest"] if numbered is not None else before
    if _PLACE.fullmatch(_BESIDE.sub("", rest)) and _PLACE.fullmatch(after):
        yield readings[0]._replace(fit=1.0)


def _numbers(segment: Segment, layout: Layout, reader: Reader) -> Iterator[Reading]:
    """A number alone, or with its day."""
    match = _NUMBER.fullmatch(layout.text[segment.start : segment.end])
    if match is None:
        return
    days = reader._replace(kind=FieldType.DATE).read(match["rest"], 0, len(match["rest"]))
    rest = match["rest"]
    for day in days:
        rest = rest.replace(rest[day.start : day.end], "") if len(days) == 1 else rest
    if re.search(r"\w", _BESIDE.sub("", rest)):
        return
    start = segment.start + match.start("number")
    for reading in reader.read(layout.text, start, segment.start + match.end("number")):
        if reading.start == start:
            yield reading._replace(fit=1.0)
            return
