"""A candidate is held to what the answer will be held to: its quote must support its value, and the field's checks pass."""

import re
from collections.abc import Iterable

from agents.elsewhere import said_elsewhere
from agents.labels.found import Candidate
from agents.labels.kinds import paper_of, papers_in
from agents.labels.layout import Layout
from agents.labels.notebook import Notebook
from agents.labels.thesaurus import thesaurus
from agents.labels.words import stems_of
from evidence.checks import run_check
from evidence.fields import Field, FieldType
from evidence.pages import Block
from evidence.qualifiers import qualified
from evidence.support import supports

UNSUPPORTED = 0.45
"""What is left of a score when the quote by itself does not say the value: enough for partial evidence, not for an answer."""

_QUALIFIED = 0.93
"""Words beside it change what it says: it gives way to another place, and where there is none the gate says why."""

_WORDED = frozenset({FieldType.TEXT, FieldType.LONG_TEXT, FieldType.ORGANISATION, FieldType.PERSON, FieldType.ADDRESS})
_BRACKET = 30
_EXAMPLE_BEFORE = re.compile(
    r"(?<!\w)(?:(?:образец|пример)\s+заполнения|например|к\s+примеру|masalan|масалан|for\s+example|e\.g\.|por\s+exemplo"
    r"|(?:образец|пример|namuna|намуна|example|sample|exemplo)\s*:)[^.;\n\t]{0,60}\Z|(?<!\w)(?:образец|пример)\s*\Z",
    re.IGNORECASE,
)
_EXAMPLE_BEHIND = re.compile(
    r"[^\S\n]*\((?:пример|образец|например|namuna|намуна|example|sample|exemplo)[^()]*\)", re.IGNORECASE
)
_SAYS_NOTHING = re.compile(
    r"\W*(?:\((?:указать|вписать|заполнить|specify|fill\s+in|preencher|ko.rsating|кўрсатинг)|см\.?\s+приложени|see\s+(?:annex|appendix|attach)"
    r"|vide\s+anexo|не\s+(?:рассчит|присв|присуж|определ|установл|указ|примен|заполн|предоставл)\w*|н/д|нет\s+данных|n/a|not\s+(?:calculated|rated"
    r"|assigned|applicable|available|provided|specified|stated)|hisoblanmaydi|ҳисобланмайди|(?:berilmagan|берилмаган|ko.rsatilmagan|кўрсатилмаган)"
    r"|não\s+(?:se\s+aplica|aplicável|informad|atribuíd|disponível)\w*)",
    re.IGNORECASE,
)
"""``not rated``: the paper has the place and no value in it."""
_POSTS = ("director", "accountant")
_REACH = 260
"""Characters before a value in which its owner is named."""
_OTHERS = re.compile(
    r"(?<!\w)(?:залогодател|ипотекодател|поручител|собственник|учредител|участник|гаровга қўювчи|мулк эгаси|кафил|таъсисчи"
    r"|иштирокчи|garovga qo.yuvchi|mulk egasi|kafil|ta.sischi|ishtirokchi|pledgor|guarantor|founder|shareholder)\w*",
    re.IGNORECASE,
)


def vetted(field: Field, candidate: Candidate, notebook: Notebook) -> Candidate | None:
    """None where a check fails: that value is another thing. The value comes back as the quote writes it."""
    leaf = notebook.leaf_of(candidate.document, candidate.page)
    layout = notebook.layout(leaf)
    if _is_of_another_paper(field, candidate, layout) or _is_of_another_post(field, candidate, layout):
        return None
    if _is_an_example(candidate, layout):
        return None
    if field.type in _WORDED and (_is_a_heading(candidate, layout) or _SAYS_NOTHING.match(candidate.value.text)):
        return None
    page = notebook.leaves[leaf]
    quote = "\n".join(layout.text[span.start : span.end] for span in candidate.evidence)
    support = supports(
        field,
        candidate.value.text,
        quote,
        language=notebook.reads_in(page),
        context=_context(layout.page.blocks_in(candidate.value_span), candidate.label),
        evidence=notebook.conventions_of(candidate.document),
    )
    value = support.value if support.ok else None
    if value is None and " ".join(quote.split()) == candidate.value.text:
        value = candidate.value  # nothing is quoted but the value itself
    if value is None:
        certain = candidate.certain and (support.reason is None or support.reason.code != "ambiguous_value")
        why = f"{candidate.why}; {support.reason}"
        return candidate.model_copy(
            update={"score": round(candidate.score * UNSUPPORTED, 4), "why": why, "certain": certain}
        )
    if not all(run_check(check, value).ok for check in field.checks):
        return None
    if qualified(layout.text, candidate.value_span, value, asked=field, field=field) is not None:
        candidate = candidate.model_copy(update={"score": round(candidate.score * _QUALIFIED, 4)})
    return candidate.model_copy(update={"value": value.model_copy(update={"text": " ".join(value.text.split())})})


def of_what_is_asked(field: Field, candidates: Iterable[Candidate], notebook: Notebook) -> list[Candidate]:
    """Without those whose line says that they are another thing's; where all do, all: the claim is refused with the words."""
    given = list(candidates)

    def is_asked(one: Candidate) -> bool:
        first = notebook.layout(notebook.leaves_of(one.document)[0]).page
        page = notebook.layout(notebook.leaf_of(one.document, one.page)).page
        return said_elsewhere(field, page=page, span=one.value_span, first=first) is None

    return [one for one in given if is_asked(one)] or given


def _is_an_example(candidate: Candidate, layout: Layout) -> bool:
    """A form's own sample of how to fill it in: ``Образец заполнения: …``, ``например, 123456``, ``100 (namuna)``."""
    at = candidate.value_span
    start = layout.text.rfind("\n", 0, at.start) + 1
    before = layout.text[max(start, at.start - _REACH) : at.start]
    behind = layout.text[at.end : at.end + _BRACKET]
    within = _EXAMPLE_BEHIND.search(candidate.value.text)
    return _EXAMPLE_BEFORE.search(before) is not None or (within or _EXAMPLE_BEHIND.match(behind)) is not None


def _is_a_heading(candidate: Candidate, layout: Layout) -> bool:
    """Whether the words are the heading of a table's column or row: a label's neighbour, and nobody's value."""
    said = candidate.value.text.casefold()
    return any(
        said == part.strip().casefold()
        for block in layout.page.blocks
        if block.cell is not None
        for heading in (block.cell.column_header, block.cell.row_header)
        if heading is not None
        for part in heading.split(" / ")
    )


def _is_of_another_post(field: Field, candidate: Candidate, layout: Layout) -> bool:
    """What a row or a sentence gives of the accountant, a founder or a pledgor is not the director's."""
    known = thesaurus().members
    asked = {stem for said in (field.question, *field.labels) for stem in stems_of(said)}
    posts = [name for name in _POSTS if asked & known[name]]
    if len(posts) != 1 or field.type is not FieldType.IDENTIFIER:
        return False
    at = candidate.value_span.start
    segment = layout.at(at)
    before = [layout.of(one) for one in layout.row_of(segment) if one.start < segment.start]
    text = " ".join((*before, layout.text[max(segment.start, at - _REACH) : at]))
    said = set(stems_of(text))
    others = [known[name] for name in _POSTS if name not in posts]
    return not said & known[posts[0]] and (any(said & other for other in others) or _OTHERS.search(text) is not None)


def _is_of_another_paper(field: Field, candidate: Candidate, layout: Layout) -> bool:
    """The day on which a passport was issued is no licence's, unless its label says so."""
    asked = papers_in(" ".join((field.question, *field.labels)))
    if len(asked) != 1 or (candidate.label is not None and papers_in(candidate.label) & asked):
        return False
    own = paper_of(layout)
    return bool(own) and not own & asked


def _context(blocks: tuple[Block, ...], label: str | None) -> str:
    said = [label or ""]
    for block in blocks:
        said.append(block.heading or "")
        if block.cell is not None:
            said += [block.cell.row_header or "", block.cell.column_header or ""]
    return "\n".join(part for part in said if part)
