"""Names, addresses and choices inside a quote. Each finder gives the value as the quote writes it, or why there is none."""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from evidence.borders import cut_by
from evidence.fields import Choice, FieldType
from evidence.findings import TypedValue
from evidence.folding import Folded, plain
from evidence.negations import denied_after, denied_before, is_negation
from evidence.reasons import Reason, because
from evidence.values.addresses import typed_address
from evidence.values.organisations import split_form, typed_organisation
from evidence.values.persons import same_person, typed_person

_PIECE: Final = re.compile(r"[^\W_]+(?:['.-][^\W_]+)*\.?")
_NAME_LENGTHS: Final = (5, 4, 3, 2)
_ONLY_BEHIND: Final = frozenset({"inc", "ltd", "gmbh"})
"""Forms that stand behind a name: before it, ``company`` is a word."""
_HYPHENS: Final = 12
"""Pieces that a name may have beyond its spaces: slashes and hyphens part it too."""
_FORM_REACH: Final = 5
"""Words of a legal form written out."""


class Piece(NamedTuple):
    text: str
    """Lower case, without its full stop."""
    start: int
    end: int
    """In the folded key."""


def _pieces(key: str) -> tuple[Piece, ...]:
    return tuple(Piece(match[0].casefold().strip(".'"), match.start(), match.end()) for match in _PIECE.finditer(key))


def _runs(wanted: tuple[str, ...], pieces: tuple[Piece, ...]) -> Iterator[int]:
    """Where the words stand one after the other."""
    for at in range(len(pieces) - len(wanted) + 1):
        if all(pieces[at + step].text == word for step, word in enumerate(wanted)):
            yield at


def _spelled(name: str, key: str, pieces: tuple[Piece, ...]) -> Iterator[tuple[int, int]]:
    """Where the name stands, first and last piece; hyphens and the spaces of initials are no difference (``plain``)."""
    name = name.strip("!?)(")
    for at, piece in enumerate(pieces):
        if piece.text[:1] != name[:1]:
            continue
        for last in range(at, min(len(pieces), at + name.count(" ") + name.count(".") + _HYPHENS)):
            written = plain(key[piece.start : pieces[last].end])
            if written == name:
                yield at, last
            if len(written) >= len(name):
                break


def find_person(claimed: str, quote: str) -> TypedValue | Reason:
    folded = Folded(quote)
    wanted = typed_person(claimed).normalised
    words = tuple(wanted.split())
    pieces = _pieces(folded.key)
    for at in _runs(words, pieces):
        return typed_person(_slice(folded, pieces[at].start, pieces[at + len(words) - 1].end))
    found: list[TypedValue] = []
    for length in _NAME_LENGTHS:
        for at in range(len(pieces) - length + 1):
            run = pieces[at : at + length]
            between = folded.key[run[0].start : run[-1].end]
            if ":" in between:
                continue  # a label and the name that it announces
            if "," in between and (
                "." in between or between.find(",") > run[0].end - run[0].start or between.count(",") > 1
            ):
                continue  # only "Surname, Given names" has a comma inside
            written = _slice(folded, run[0].start, run[-1].end)
            if (
                _looks_like_name(between)
                and same_person(typed_person(written).normalised, wanted, inflected=True)
                and not _goes_on(folded.key, pieces, at, at + length - 1, wanted)
            ):
                found.append(typed_person(written))
    # a post with the initial of the given name reads as a part of the name: the run with as many words as claimed comes first
    best = min(found, key=lambda person: abs(len(person.normalised.split()) - len(words)), default=None)
    return best if best is not None else _not_named(claimed)


def _goes_on(key: str, pieces: tuple[Piece, ...], at: int, last: int, wanted: str) -> bool:
    """Whether the claim says more than the found words while the name in the quote runs on, and so says something else."""
    found = pieces[at : last + 1]
    parts = typed_person(key[found[0].start : found[-1].end]).normalised.split()
    if len(parts) >= len(wanted.split()):
        return False
    neighbours = []
    if last + 1 < len(pieces) and key[pieces[last].end : pieces[last + 1].start].strip() == "":
        neighbours.append(pieces[last + 1])
    if at and key[pieces[at - 1].end : pieces[at].start].strip() == "":
        neighbours.append(pieces[at - 1])
    said = {word for word in wanted.split() if len(word) > 1} - set(parts)
    return any(key[piece.start].isupper() for piece in neighbours) or any(piece.text in said for piece in pieces)


def _looks_like_name(text: str) -> bool:
    words = [word for word in re.split(r"[\s,.]+", text) if len(word) > 3]
    return all(word[0].isupper() for word in words)


def _slice(folded: Folded, start: int, end: int) -> str:
    span = folded.raw_span(start, end)
    return folded.raw[span.start : span.end].strip(" ,;:")


def find_organisation(claimed: str, quote: str) -> TypedValue | Reason:
    name, form = split_form(claimed)
    if not _pieces(name) or split_form(f"{claimed} x")[0] == "x":
        return because("only_a_legal_form", "{claimed!r} is only a legal form", claimed=claimed)
    folded = Folded(quote, cells=True)
    pieces = _pieces(folded.key)
    refused: Reason | None = None
    for at, last in _spelled(name, folded.key, pieces):
        start, end = _with_quotes(folded.key, pieces[at].start, pieces[last].end)
        longer = _longer_name(folded.key, pieces, at, last)
        if longer is not None:
            why = "the quote names {longer!r}, which is not {claimed!r}"
            refused = because("longer_name", why, longer=longer, claimed=claimed)
            continue
        low, high, written_form = _with_form(folded.key, start, end)
        if form is not None and written_form is None:
            wrapped = _with_form(folded.key, start, end, gap=r",?\n")
            low, high, written_form = wrapped if wrapped[2] == form else (low, high, None)
        if form is not None and written_form is not None and written_form != form:
            why = "the quote gives {written!r} another legal form"
            refused = because("other_legal_form", why, written=folded.key[low:high])
            continue
        return typed_organisation(_slice(folded, low, high))
    return refused or _not_named(claimed)


def _not_named(claimed: str) -> Reason:
    return because("name_not_held", "the quote does not name {claimed!r}", claimed=claimed)


def _with_quotes(key: str, start: int, end: int) -> tuple[int, int]:
    if start and key[start - 1] == '"' and key[end : end + 1] == '"':
        return start - 1, end + 1
    return start, end


def _longer_name(key: str, pieces: tuple[Piece, ...], at: int, last: int) -> str | None:
    """The name that the found words are only a part of: inside the same quotes, or followed by one more capital word."""
    opening = key.rfind('"', 0, pieces[at].start)
    if key.count('"', 0, pieces[at].start) % 2 == 1:
        closing = key.find('"', pieces[last].end)
        closing = len(key) if closing < 0 else closing
        inside = key[opening + 1 : closing]
        whole, _ = split_form(inside)
        mine, _ = split_form(key[pieces[at].start : pieces[last].end])
        return None if plain(whole) == plain(mine) else inside
    following = pieces[last + 1] if last + 1 < len(pieces) else None
    if (
        following is not None
        and key[pieces[last].end : following.start] in (" ", "-", " & ")
        and key[following.start].isupper()
    ):
        tail = " ".join(piece.text for piece in pieces[last + 1 : last + 1 + _FORM_REACH])
        name, form = split_form(f"x {following.text}")
        is_form = (form is not None and name == "x") or split_form(f"x {tail}")[0] == "x"
        if not is_form and not following.text.isdigit():
            return key[pieces[at].start : following.end]
    if following is not None and key[pieces[last].end : following.start] == "\n":
        return _wrapped_name(key, pieces, at, last)
    return None


def _wrapped_name(key: str, pieces: tuple[Piece, ...], at: int, last: int) -> str | None:
    """A name that a line break cuts: capital words on the next line that lead up to a legal form."""
    for piece in pieces[last + 1 : last + 1 + _FORM_REACH]:
        name, form = split_form(f"x {piece.text}")
        if form is not None and name == "x":
            return None if piece is pieces[last + 1] else key[pieces[at].start : piece.end].replace("\n", " ")
        if not key[piece.start].isupper():
            return None
    return None


def _with_form(key: str, start: int, end: int, *, gap: str = ",? ") -> tuple[int, int, str | None]:
    """Bounds with the legal form beside the name, and the form. ``gap``: what may stand before a form behind the name."""
    after = _pieces(key[end:])[:_FORM_REACH]
    for take in range(len(after), 0, -1):
        tail = key[end : end + after[take - 1].end]
        if re.match(gap, tail) and not re.search(r"[;:]", tail):
            bare = tail.strip(" ,\n")
            rest, form = split_form(f"x {bare}")
            if form is not None and rest == "x":
                return start, end + len(tail), form
    before = _pieces(key[:start])[-_FORM_REACH:]
    for skip in range(len(before)):
        head = key[before[skip].start : start]
        if not re.search(r"[,;:.]\s", head):
            rest, form = split_form(f"{head.strip()} x")
            if form is not None and form not in _ONLY_BEHIND and rest == "x":
                return before[skip].start, end, form
    return start, end, None


def find_address(claimed: str, quote: str) -> TypedValue | Reason:
    """Every word of the claim in its order, numbers exact, little left out between."""
    wanted = typed_address(claimed).normalised.split()
    folded = Folded(quote)
    held: list[tuple[str, int, int]] = []
    for match in re.finditer(r"[^\s,;]+", folded.key):
        held += [(word, match.start(), match.end()) for word in typed_address(match[0]).normalised.split()]
    for first, (word, start, _) in enumerate(held):
        if word != wanted[0]:
            continue
        at, skipped, end = first, 0, held[first][2]
        for step in wanted[1:]:
            ahead = next(
                (offset for offset in range(1, 4) if at + offset < len(held) and held[at + offset][0] == step), None
            )
            if ahead is None:
                break
            between = [held[at + offset][0] for offset in range(1, ahead)]
            skipped += len(between)
            if any(any(char.isdigit() for char in left) for left in between):
                break
            at, end = at + ahead, held[at + ahead][2]
        else:
            if skipped <= max(1, len(wanted) // 3) and cut_by(folded.key, start, end, parts=True) is None:
                return typed_address(_slice(folded, start, end))
    return because("address_not_held", "the quote does not give the address {claimed!r}", claimed=claimed)


class _Label(NamedTuple):
    start: int
    end: int
    choice: Choice


def find_choice(choices: tuple[Choice, ...], claimed: str, quote: str) -> TypedValue | Reason:
    """The label of exactly one choice, not denied. A longer label wins over one inside it."""
    wanted = _chosen(choices, claimed)
    if wanted is None:
        known = ", ".join(choice.id for choice in choices)
        return because("no_such_choice", "{claimed!r} is none of {known}", claimed=claimed, known=known)
    folded = Folded(quote)
    labels = _labels(choices, folded.key)
    mine = [label for label in labels if label.choice.id == wanted.id]
    if not mine:
        return because("choice_unsaid", "the quote has no word for {choice!r}", choice=wanted.id)
    others = sorted({label.choice.id for label in labels} - {wanted.id})
    if others:
        why = "the quote also speaks of {others}; quote only what decides"
        return because("other_choices_said", why, others=", ".join(others))
    for label in mine:
        denial = _denied(folded.key, label)
        if denial:
            word = folded.key[label.start : label.end]
            return because("choice_denied", "the quote says {denial!r} beside {word!r}", denial=denial, word=word)
    text = _slice(folded, mine[0].start, mine[0].end)
    return TypedValue(type=FieldType.CHOICE, text=text, normalised=wanted.id)


def _chosen(choices: tuple[Choice, ...], claimed: str) -> Choice | None:
    said = plain(claimed)
    return next((choice for choice in choices if said in (plain(choice.id), *map(plain, choice.labels))), None)


def _labels(choices: tuple[Choice, ...], key: str) -> list[_Label]:
    found = [
        _Label(match.start(), match.end(), choice)
        for choice in choices
        for label in choice.labels
        if label.strip()
        for match in re.finditer(rf"(?<!\w){re.escape(Folded(label.strip()).key)}(?!\w)", key, re.IGNORECASE)
    ]
    return [
        label
        for label in found
        if not any(
            other.start <= label.start
            and label.end <= other.end
            and len(key[other.start : other.end]) > label.end - label.start
            for other in found
        )
    ]


def _denied(key: str, label: _Label) -> str | None:
    """A denial within three words before, in the same clause, or directly behind."""
    inner = key[label.start : label.end]
    behind = denied_after(key[label.end :], inner.split()[-1])
    if behind:
        return behind
    if denied_before(key[: label.start]):
        return denied_before(key[: label.start])
    clause = re.split(r"[.,;:!?()\n]", key[: label.start])[-1]
    words = re.findall(r"[^\W\d_]+(?:'[^\W\d_]+)*", clause)[-3:]
    return next((word for word in words if is_negation(word)), None)
