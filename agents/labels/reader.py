"""The reader that needs no model: labels, layout, typed values and cue phrases. It is no language model."""

import asyncio
import re
from collections.abc import Iterable

from agents.labels.appointments import of_the_subjects_orders
from agents.labels.candidates import candidates_in
from agents.labels.choose import NOTHING, Choice, Cluster, choose, choose_all
from agents.labels.counterparties import against_the_subject
from agents.labels.found import Candidate
from agents.labels.heads import on_the_right_side
from agents.labels.notebook import HeldNotebook, Notebook
from agents.labels.subject import Subject, own_of, papers_of
from agents.labels.tables import table_answer
from agents.labels.vetting import of_what_is_asked
from agents.labels.wordings import wordings_of
from agents.orders import gives_orders
from agents.papers import speaks_of
from agents.parties.people import belongs_to
from agents.parties.zones import PartyZones
from agents.steps import Answer, Claim, Decision, NotFound, SpanPointer, Turn
from evidence.checks import run_check
from evidence.fields import Field, FieldType
from evidence.findings import SearchProof
from evidence.pages import PageKind
from evidence.ports import PageSource
from evidence.reasons import Reason, because

_MOST_QUERIES = 12
_MOST_TOLD = 3
_AS_GOOD = 0.8
ONLY_DRAFT = because("only_draft", "only a draft says it; a signed paper has to")
ONLY_OLDER = because("only_older", "only an older paper says it of which the same office wrote a later one")
_SHORT_HINT = 4
"""Words."""
_QUOTED = re.compile(r"[«“„\"]([^«»“”„\"]{2,80})[»”“\"]")


class LabelsReader:
    """One per run. The case is read through once, on the first question."""

    name = "labels"

    def __init__(self, source: PageSource) -> None:
        self.held = HeldNotebook(source)
        """Shared with whoever else looks through the same source: a large case is gone through once."""

    async def decide(self, turn: Turn) -> Decision:
        """Answers or gives up in one step; a claim that did not verify is not made again."""
        return await asyncio.to_thread(self._decide, turn)

    def _decide(self, turn: Turn) -> Decision:
        with self.held.lock:
            return _answer(turn, self.held.notebook())


def _answer(turn: Turn, notebook: Notebook) -> Decision:
    field = _with_hint(turn.field, turn.hint)
    proof = _proof(field, notebook)
    if turn.feedback:
        why = because("unverified", "the value that was found did not verify: {why}", why=turn.feedback[-1])
        return NotFound(reason=why, search=proof)
    if field.type is FieldType.TABLE:
        return _table(field, notebook, proof, turn)
    candidates = _candidates(field, notebook, turn)
    choose_one = choose_all if field.list else choose
    own = [one for one in candidates if not _is_of_another(one, turn.zones)]
    choice = choose_one(_of_latest_issues(own, notebook), field)
    weak = _weakness(choice, notebook)
    if weak is not None:
        return NotFound(reason=weak, partial=tuple(claim_of(cluster.best) for cluster in choice.accepted), search=proof)
    if not choice.accepted and len(own) < len(candidates):
        # what only another party's particulars say is claimed all the same: it is refused there, and shown with the reason
        others = choose_one([one for one in candidates if _is_of_another(one, turn.zones)], field)
        choice = others if others.accepted else choice
    if not choice.accepted:
        said = choice.reason or NOTHING
        if not choice.partial and field.checks:
            choice, said = _failing(field, notebook, turn) or (choice, said)
        return NotFound(reason=said, partial=tuple(claim_of(one) for one in choice.partial), search=proof)
    claims = tuple(_claim(cluster) for cluster in choice.accepted)
    return Answer(claims=claims, cautions=_cautions(choice, notebook), search=proof)


def _candidates(field: Field, notebook: Notebook, turn: Turn) -> list[Candidate]:
    """What may be said of the subject, of the person and in the papers that are asked about."""
    found = _statements(candidates_in(field, notebook, set_aside=turn.set_aside), notebook)
    candidates = against_the_subject(field, found, turn.subject, notebook)
    about = own_of(turn.subject)
    candidates = on_the_right_side(field, candidates, about, notebook)
    candidates = papers_of(field, of_the_subjects_orders(candidates, about, notebook), about, notebook)
    candidates = _theirs(field, candidates, turn.people, notebook)
    return _on_topic(field, of_what_is_asked(field, candidates, notebook), notebook)


def _failing(field: Field, notebook: Notebook, turn: Turn) -> tuple[Choice, Reason] | None:
    """The value that would have been the answer, had it passed the field's checks: a misprint or a wrong scan."""
    unchecked = field.model_copy(update={"checks": ()})
    own = [one for one in _candidates(unchecked, notebook, turn) if not _is_of_another(one, turn.zones)]
    accepted = (choose_all if field.list else choose)(own, unchecked).accepted[:_MOST_TOLD]
    if not accepted:
        return None
    best = accepted[0].best
    why = next((said for check in field.checks if (said := run_check(check, best.value).reason) is not None), None)
    if why is None:
        return None
    file, value = notebook.file_name(best.document), best.value.text
    if notebook.leaves[notebook.leaf_of(best.document, best.page)].kind in (PageKind.TEXT, PageKind.IMAGE):
        words = "page {page} of {file} gives {value!r}, and its check fails: {why}"
        said = because("check_fails_on_page", words, page=best.page, file=file, value=value, why=why)
    else:
        said = because(
            "check_fails", "{file} gives {value!r}, and its check fails: {why}", file=file, value=value, why=why
        )
    return Choice((), tuple(cluster.best for cluster in accepted), said), said


def _cautions(choice: Choice, notebook: Notebook) -> tuple[Reason, ...]:
    said = {}
    for cluster in choice.otherwise[:_MOST_TOLD]:
        file, value = notebook.file_name(cluster.best.document), cluster.best.value.text
        words = "in another language or script {file} says {value!r}: compare the two"
        said[value] = because("said_in_another_language", words, file=file, value=value)
    return tuple(said.values())


def _theirs(
    field: Field, candidates: list[Candidate], people: tuple[str, ...] | None, notebook: Notebook
) -> list[Candidate]:
    """Of a person's papers those of the people named; where it is nobody's, all: the claim is refused with its reason."""
    if people is None:
        return candidates

    def is_theirs(one: Candidate) -> bool:
        text = notebook.layout(notebook.leaf_of(one.document, one.page)).text
        return belongs_to(text, one.value_span, people, kind=field.type)

    return [one for one in candidates if is_theirs(one)] or candidates


def _statements(candidates: Iterable[Candidate], notebook: Notebook) -> list[Candidate]:
    """Without what stands in orders to the reader; where that is all there is, it is claimed, refused, and shown."""
    given = list(candidates)

    def states(one: Candidate) -> bool:
        text = notebook.layout(notebook.leaf_of(one.document, one.page)).text
        return not gives_orders(text, one.value_span)

    return [one for one in given if states(one)] or given


def _of_latest_issues(candidates: list[Candidate], notebook: Notebook) -> list[Candidate]:
    """Where a later paper of the same office says it as surely, the older one is no rival."""
    latest = [one for one in candidates if not notebook.is_outdone(notebook.leaf_of(one.document, one.page))]
    best = max((one.score for one in candidates), default=0.0)
    return latest if any(one.score >= _AS_GOOD * best for one in latest) else candidates


def _weakness(choice: Choice, notebook: Notebook) -> Reason | None:
    """Why papers that say it so surely are not enough."""
    papers = [
        (one.document, notebook.leaf_of(one.document, one.page))
        for cluster in choice.accepted
        for one in cluster.members
        if one.score >= _AS_GOOD * cluster.best.score
    ]
    if not papers:
        return None
    if all(notebook.is_draft(document) for document, _ in papers):
        return ONLY_DRAFT
    if all(notebook.is_outdone(leaf) for _, leaf in papers):
        return ONLY_OLDER
    return None


def _on_topic(field: Field, candidates: list[Candidate], notebook: Notebook) -> list[Candidate]:
    """In papers of the field's kind; as above, all where none is."""
    if not field.papers:
        return candidates

    def is_one(candidate: Candidate) -> bool:
        first = notebook.layout(notebook.leaves_of(candidate.document)[0]).page
        page = notebook.layout(notebook.leaf_of(candidate.document, candidate.page)).page
        return speaks_of(field.papers, page=page, span=candidate.value_span, first=first)

    return [one for one in candidates if is_one(one)] or candidates


def _is_of_another(candidate: Candidate, zones: PartyZones | None) -> bool:
    return zones is not None and zones.at(candidate.document, candidate.page, candidate.value_span) is not None


def _with_hint(field: Field, hint: str | None) -> Field:
    """What a person put in quotation marks, or the whole of a few words, is looked for as a label, before all others."""
    if not hint:
        return field
    quoted = tuple(part.strip() for part in _QUOTED.findall(hint) if part.strip())
    named = quoted or ((hint.strip(),) if len(hint.split()) <= _SHORT_HINT else ())
    return field.model_copy(update={"labels": (*named, *field.labels)}) if named else field


def _table(field: Field, notebook: Notebook, proof: SearchProof, turn: Turn) -> Decision:
    drafts = frozenset(document for document in notebook.documents if notebook.is_draft(document))
    answer = table_answer(field, notebook, set_aside=turn.set_aside | drafts, subject=Subject.of(turn))
    if answer is None or not answer.rows:
        drafted = table_answer(field, notebook, set_aside=turn.set_aside, subject=Subject.of(turn)) if drafts else None
        if drafted is not None and drafted.rows:
            return NotFound(reason=ONLY_DRAFT, search=proof)
        return NotFound(reason=because("no_table", "no table in the documents has these columns"), search=proof)
    return Answer(rows=answer.rows, cautions=answer.cautions, search=proof)


def _claim(cluster: Cluster) -> Claim:
    return claim_of(cluster.best)


def claim_of(candidate: Candidate) -> Claim:
    pointers = tuple(
        SpanPointer(document=candidate.document, page=candidate.page, span=span) for span in candidate.evidence
    )
    return Claim(value=candidate.value.text, evidence=pointers, context=candidate.label)


def _proof(field: Field, notebook: Notebook) -> SearchProof:
    shown = list(dict.fromkeys(wording.shown for wording in wordings_of(field)))
    return SearchProof(
        queries=tuple(shown[:_MOST_QUERIES]),
        pages_read=notebook.pages_total - notebook.pages_unreadable,
        pages_total=notebook.pages_total,
        pages_unreadable=notebook.pages_unreadable,
    )
