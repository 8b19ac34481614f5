"""Several values for one question: which of them say the same, which may not contradict, and which stand against each other.

Equal values become one with the citations of all. A draft does not contradict a final paper, and a text does not
contradict its translation: both are kept out of the answer and named in a caution, so that a person sees them.
"""

from collections.abc import Sequence

from agents.fill.judge import Bench, distinct
from agents.fill.state import Supported
from agents.fill.words_of_text import key_of, script_of
from agents.parties.names import mostly_shared, same_party
from evidence.conflict import same_value, similar_value
from evidence.fields import FieldType
from evidence.findings import TypedValue

_WORDED = frozenset({FieldType.TEXT, FieldType.LONG_TEXT, FieldType.ADDRESS})


def agree(left: TypedValue, right: TypedValue) -> bool:
    """Whether two documents that say this say the same, be it written otherwise or more fully."""
    if similar_value(left, right):
        return True
    if left.type is not right.type:
        return False
    if left.type is FieldType.ORGANISATION:
        return same_party(left.text, right.text)
    if left.type in _WORDED:
        ours, theirs = f" {key_of(left.text)} ", f" {key_of(right.text)} "
        return ours.strip() != "" and theirs.strip() != "" and (ours in theirs or theirs in ours)
    return False


def merged(values: Sequence[Supported], bench: Bench, *, items: bool) -> tuple[Supported, ...]:
    """``items``: of a list, where only values equal beyond doubt are one; else of a single answer."""
    kept: list[Supported] = []
    for value in values:
        for index, known in enumerate(kept):
            if same_value(known.value, value.value) or (not items and agree(known.value, value.value)):
                kept[index] = joined(known, value, bench)
                break
        else:
            kept.append(value)
    return tuple(kept)


def joined(value: Supported, other: Supported, bench: Bench) -> Supported:
    """``value`` with the citations of ``other``, which says the same."""
    cautions = [*value.cautions, *other.cautions]
    if not same_value(value.value, other.value):
        cautions.append(_said(value, other, "otherwise_written", bench))
    citations = distinct((*value.citations, *other.citations))[: bench.most_citations]
    return value.model_copy(update={"citations": citations, "cautions": tuple(dict.fromkeys(cautions))})


def settled(values: Sequence[Supported], bench: Bench) -> tuple[Supported, ...]:
    """The values of a single answer that stand against each other; one, where all that differ are drafts or translations."""
    standing = list(merged(values, bench, items=False))
    final = [value for value in standing if not _is_of_drafts(value, bench)]
    if final and len(final) < len(standing):
        drafts = [value for value in standing if value not in final]
        standing = [_with_cautions(final[0], [_said(final[0], one, "draft_says", bench) for one in drafts]), *final[1:]]
    translated = [one for one in standing[1:] if _is_translation(standing[0], one, bench)]
    if translated:
        said = [_said(standing[0], one, "otherwise_written", bench) for one in translated]
        standing = [_with_cautions(standing[0], said), *(one for one in standing[1:] if one not in translated)]
    if len(standing) == 1 and _is_of_drafts(standing[0], bench):
        file = standing[0].citations[0].file
        standing = [_with_cautions(standing[0], [bench.wording.say("only_a_draft", file=file)])]
    return tuple(standing)


def _is_translation(value: Supported, other: Supported, bench: Bench) -> bool:
    """Whether the two are in different languages, so that code cannot say that they differ. Companies keep most of their
    words in any language."""
    ours, theirs = bench.language_of(value.citations[0]), bench.language_of(other.citations[0])
    differ = ours is not None and theirs is not None and ours.split("-")[0] != theirs.split("-")[0]
    if value.value.type in _WORDED:
        return differ or script_of(value.value.text) != script_of(other.value.text)
    return differ and value.value.type is FieldType.ORGANISATION and mostly_shared(value.value.text, other.value.text)


def _is_of_drafts(value: Supported, bench: Bench) -> bool:
    return all(bench.is_draft(citation.sha256) for citation in value.citations)


def _said(value: Supported, other: Supported, key: str, bench: Bench) -> str:
    return bench.wording.say(key, file=other.citations[0].file, value=other.value.text)


def _with_cautions(value: Supported, said: Sequence[str]) -> Supported:
    return value.model_copy(update={"cautions": tuple(dict.fromkeys((*value.cautions, *said)))})
