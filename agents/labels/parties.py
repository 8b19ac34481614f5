"""Who an agreement is between: the preamble, defined names, a letter's two ends."""

import re
from collections.abc import Iterator

from agents.labels.found import Candidate, candidate_of
from agents.labels.layout import Layout
from agents.labels.notebook import Notebook
from agents.labels.party_words import (
    ABOUT_A_PAPER,
    DATED,
    DEFINED,
    NAME,
    NAMED_FURTHER,
    NEXT,
    NOT_A_PARTY,
    OPENS,
    POST,
    SALUTATION,
    SIGNED,
    STOPS,
    SUFFIX,
)
from agents.labels.readings import Reading, worded_value
from agents.labels.shapes import has_legal_form, is_blank_slot
from agents.labels.thesaurus import thesaurus
from agents.labels.words import stems_of
from evidence.fields import Field, FieldType
from evidence.spans import CharSpan

_FIRST = 4_500
"""Characters of a document in which its parties are introduced."""
_WINDOW = 1_100
_SIGNATURE_LEAVES = 4
_SIGNATURE_BLOCK = 90
"""Characters below a signature in which the signer's post would stand."""


def asks_for_parties(field: Field) -> bool:
    if field.type not in (FieldType.ORGANISATION, FieldType.PERSON, FieldType.TEXT) or not field.list:
        return False
    party = thesaurus().members["party"]
    return any(stem in party for label in (*field.labels, field.question) for stem in stems_of(label))


def parties(field: Field, notebook: Notebook, *, set_aside: frozenset[str]) -> list[Candidate]:
    found: list[Candidate] = []
    for document in notebook.documents:
        leaves = notebook.leaves_of(document)
        if document in set_aside or not leaves:
            continue
        layout = notebook.layout(leaves[0])
        names = list(_in_preamble(layout)) or list(_in_letter(layout)) or list(_defined(layout))
        for start, end, score, why in names:
            found.append(_candidate(field, layout, start, end, score=score, why=why))
        if len(names) == 1:
            found.extend(_signers(field, notebook, leaves, layout.flat[slice(*names[0][:2])]))
    return found


def _signers(field: Field, notebook: Notebook, leaves: list[int], other: str) -> Iterator[Candidate]:
    """The one person who signs in their own name an agreement that names only the other side in its preamble."""
    signed: dict[str, Candidate] = {}
    for number in leaves[-_SIGNATURE_LEAVES:]:
        layout = notebook.layout(number)
        for match in SIGNED.finditer(layout.text):
            name = match.group("name")
            after = layout.flat[match.end() : match.end() + _SIGNATURE_BLOCK]
            if match.group("by") is None and POST.search(after) is None and _key(name) != _key(other):
                signed[_key(name)] = _candidate(field, layout, *match.span("name"), score=0.74, why="signature")
    if len(signed) == 1:
        yield from signed.values()


def _in_preamble(layout: Layout) -> Iterator[tuple[int, int, float, str]]:
    flat = layout.flat
    for opening in OPENS.finditer(flat, 0, min(len(flat), _FIRST)):
        before = flat[max(0, opening.start() - 260) : opening.start()]
        if ABOUT_A_PAPER.search(before + opening.group()) is None:
            continue
        stop = STOPS.search(flat, opening.end(), opening.end() + _WINDOW)
        limit = stop.start() if stop else min(len(flat), opening.end() + _WINDOW)
        limit = _sentence_end(flat, opening.end(), limit)
        names = list(_names_in(flat, opening.end(), limit))
        if names:
            for start, end in names:
                yield start, end, 0.9, "preamble"
            return


def _sentence_end(flat: str, start: int, limit: int) -> int:
    """The first full stop that is no abbreviation's and no initial's."""
    for stop in re.finditer(r"(\w[\w.]*)[”\"»)]{0,2}\.\s+(?=[A-ZА-Я])", flat[start:limit]):
        word = stop.group(1)
        if len(word) > 2 and re.fullmatch(SUFFIX, word) is None and "." not in word:
            return start + stop.end()
    return limit


def _names_in(flat: str, at: int, limit: int) -> Iterator[tuple[int, int]]:
    """The name that stands at ``at``, then each that follows an *and* outside brackets."""
    first = _name_at(flat, at, limit)
    if first is not None:
        yield first
        at = first[1]
    taken = 1 if first is not None else 0
    while taken < 6:
        step = _next_outside_brackets(flat, at, limit)
        if step is None:
            return
        name = _name_at(flat, step, limit) or _defined_as(flat, step)
        at = step + 1
        if name is not None and name[0] < step:
            yield name  # "and the Company", whose name stands further up
            taken += 1
            continue
        if name is not None:
            yield name
            at = name[1]
            taken += 1
            if taken >= 2 and not _reads_on(flat, at, limit):
                return


def _reads_on(flat: str, at: int, limit: int) -> bool:
    """Whether the sentence of the preamble is still running."""
    stop = re.compile(r"\.\s+(?=[A-ZА-Я])|[”\"»)]\s*\.\s").search(flat, at, limit)
    return (stop.start() if stop else limit) - at > 12 and re.search(
        r"\b(?:among|между)\b", flat[max(0, at - 500) : at]
    ) is not None


def _next_outside_brackets(flat: str, at: int, limit: int) -> int | None:
    for match in NEXT.finditer(flat, at, limit):
        depth = flat.count("(", at, match.start()) - flat.count(")", at, match.start())
        if depth <= 0:
            return match.end()
    return None


def _name_at(flat: str, at: int, limit: int) -> tuple[int, int] | None:
    match = NAME.match(flat, at, limit)
    if match is None:
        return None
    start, end = match.span("name")
    end = _cut_at_description(flat, start, end)
    piece = flat[start:end]
    if len(piece) < 3 or is_blank_slot(piece) or NOT_A_PARTY.match(piece.strip(".")) is not None:
        return None
    return start, end


def _defined_as(flat: str, at: int) -> tuple[int, int] | None:
    """The name that the text gave the short name standing at ``at``."""
    short = re.match(r"[«“\"]?([^\W\d_][\w-]*)", flat[at : at + 40])
    if short is None:
        return None
    best: tuple[int, tuple[int, int]] | None = None
    for match in NAME.finditer(flat, 0, at):
        defined = DEFINED.match(flat, match.end("name"), at)
        if defined is None or defined.group("short").casefold() != short.group(1).casefold():
            continue
        gap = defined.end() - match.end("name")
        if best is None or gap < best[0]:
            best = gap, match.span("name")
    return best[1] if best is not None else None


def _cut_at_description(flat: str, start: int, end: int) -> int:
    piece = flat[start:end]
    cut = re.search(r"\s+(?:and|и|e)\s+(?:its|his|her|all)\b", piece)
    if cut is not None:
        end = start + cut.start()
    closed = re.search(rf"\b{SUFFIX}\.(?=\s+(?!{SUFFIX}\b)[A-ZА-Я])", flat[start:end])
    if closed is not None:
        end = start + closed.end()
    while end > start and flat[end - 1] in " ,;:":
        end -= 1
    return end


def _in_letter(layout: Layout) -> Iterator[tuple[int, int, float, str]]:
    """The letterhead and the addressee; without a letterhead, the first company that the letter gives a short name."""
    flat = layout.flat
    salutation = SALUTATION.search(flat, 0, min(len(flat), _FIRST))
    if salutation is None:
        return
    ends: dict[str, tuple[int, int]] = {}
    for segment in layout.segments:
        if segment.start >= salutation.start():
            break
        piece = layout.of(segment).strip(" ,")
        if not 4 <= len(piece) <= 70 or not has_legal_form(piece) or ":" in piece:
            continue
        if not any(word in piece.casefold() for word in ("agreement", "c/o", "attention", "договор", "re ")):
            ends.setdefault(_key(piece), (segment.start, segment.start + len(piece)))
    date = DATED.search(flat, 0, salutation.start())
    headed = date is not None and any(start < date.start() for start, _ in ends.values())
    if ends and not headed:
        for start, end, _, _ in _defined(layout, after=salutation.end()):
            ends.setdefault(_key(flat[start:end]), (start, end))
            break
    for start, end in ends.values():
        yield start, end, 0.78, "letter"


def _key(piece: str) -> str:
    return re.sub(r"\W", "", piece).casefold()


def _defined(layout: Layout, *, after: int = 0) -> Iterator[tuple[int, int, float, str]]:
    """Names that the text introduces with a short name of their own."""
    flat = layout.flat[: after + _FIRST]
    seen: set[str] = set()
    for match in NAME.finditer(flat, after):
        start, end = match.span("name")
        end = _cut_at_description(flat, start, end)
        piece = flat[start:end]
        defined = DEFINED.match(flat, end) is not None
        further = (
            NAMED_FURTHER.match(flat, end + 1) is not None or NAMED_FURTHER.search(flat, end, end + 12) is not None
        )
        if not (defined or further) or is_blank_slot(piece) or len(piece) < 4:
            continue
        if not has_legal_form(piece) and not further:
            continue
        if NOT_A_PARTY.match(piece) or _key(piece) in {"company", "agreement"}:
            continue
        if _key(piece) not in seen:
            seen.add(_key(piece))
            yield start, end, 0.72, "defined name"
        if len(seen) >= 4:
            return


def _candidate(field: Field, layout: Layout, start: int, end: int, *, score: float, why: str) -> Candidate:
    value = worded_value(field.type, " ".join(layout.text[start:end].split()))
    return candidate_of(
        Reading(start, end, value, 1.0),
        page=layout.page,
        evidence=CharSpan(start=start, end=end),
        label=None,
        score=score,
        why=why,
    )
