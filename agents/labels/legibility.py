"""Names that OCR made of a signature or a stamp, and names read beside a post that is not theirs.

A scan loses words under stamps: of *Director ___ A. Bek Accountant ___ T. Kim* may be left *Director … T. Kim*.
"""

import re
from collections.abc import Sequence

from agents.labels.appointments import alike
from agents.labels.found import Candidate
from agents.labels.labelled import beside_labels
from agents.labels.layout import Layout
from agents.labels.notebook import Notebook
from agents.labels.thesaurus import thesaurus
from agents.labels.words import stems_of
from evidence.conflict import similar_value
from evidence.fields import Field, FieldType
from evidence.pages import OriginKind
from evidence.spans import CharSpan

ILLEGIBLE = 0.62
"""What is left of a score: shown, never an answer nor a rival of one."""
_LEAST_CONFIDENCE = 60.0
"""Of 100, of each word of a name; initials are often read poorly and count only where there is nothing else."""
_LEAST_WORD = 3
"""Letters of a surname read by OCR."""
_VOWEL = re.compile(r"[aeiouyаеёиоуыэюяўіїєąęóöüäāēīōūàáâãèéêìíòôõùúı]", re.IGNORECASE)
_LETTERS = re.compile(r"[^\W\d_][^\W\d_’'ʻʼ‘`´]*")
_WIDE_GAP = 0.22
"""Of the page's width: as much as another post and another name would take."""
_SURE = 0.66
_POSTS = {
    "director": ("Руководитель", "Директор", "Генеральный директор", "Раҳбар", "Rahbar", "Direktor"),
    "accountant": ("Главный бухгалтер", "Бухгалтер", "Бош бухгалтер", "Bosh buxgalter", "Chief accountant"),
}


def by_legibility(field: Field, candidates: Sequence[Candidate], notebook: Notebook) -> list[Candidate]:
    """Of a field about a person; what is doubtful comes back with a score that is no answer."""
    if field.type is not FieldType.PERSON:
        return list(candidates)
    lowered = [_lowered(one) if _is_illegible(one, notebook) else one for one in candidates]
    return _without_the_other_post(field, lowered, notebook)


def _lowered(candidate: Candidate) -> Candidate:
    return candidate.model_copy(update={"score": round(candidate.score * ILLEGIBLE, 4)})


def _is_illegible(candidate: Candidate, notebook: Notebook) -> bool:
    layout = notebook.layout(notebook.leaf_of(candidate.document, candidate.page))
    if not _is_ocr(layout, candidate):
        return False
    text = layout.text[candidate.value_span.start : candidate.value_span.end]
    if not has_the_shape_of_a_name(text):
        return True
    words = layout.page.words_in(candidate.value_span)
    seen = [(len(_letters(layout.text[word.start : word.end])), word.confidence) for word in words]
    told = [(length, sure) for length, sure in seen if sure is not None]
    long = [sure for length, sure in told if length >= _LEAST_WORD]
    return min(long or [sure for _, sure in told], default=100.0) < _LEAST_CONFIDENCE


def has_the_shape_of_a_name(text: str) -> bool:
    """Two words that can be spoken, or a surname of three letters and more with an initial."""
    words = _LETTERS.findall(text)
    spoken = [word for word in words if len(_letters(word)) >= _LEAST_WORD and _VOWEL.search(word)]
    initials = [word for word in words if len(word) == 1 and word.isupper()]
    return len(spoken) > 1 or (len(spoken) == 1 and bool(initials))


def _letters(word: str) -> str:
    return "".join(letter for letter in word if letter.isalpha())


def _is_ocr(layout: Layout, candidate: Candidate) -> bool:
    """By the block's origin, or where that is not told, by words with a confidence."""
    if layout.page.origin_of(candidate.value_span).kind is OriginKind.OCR:
        return True
    return layout.page.confidence_of(candidate.value_span) is not None


def _without_the_other_post(field: Field, candidates: list[Candidate], notebook: Notebook) -> list[Candidate]:
    """Who holds the other post by papers that say so is not taken for this one from a scan where something may be lost
    between the post and the name."""
    other = _other_post(field)
    doubtful = [one for one in candidates if other is not None and _may_have_lost_words(one, notebook)]
    if other is None or not doubtful:
        return candidates
    asked = Field(id="other_post", question=f"{_POSTS[other][0]}?", type=FieldType.PERSON, labels=_POSTS[other])
    holders = [one for one in beside_labels(asked, notebook, set_aside=frozenset()) if one.score >= _SURE]
    lost = {one.place for one in doubtful if any(_is_one(one, holder) for holder in holders)}
    kept = [one for one in candidates if one.place not in lost and one.score >= _SURE]
    sure = {one.place for one in doubtful if any(_is_one(one, held) for held in kept)}  # holds both posts
    return [_lowered(one) if one.place in lost - sure else one for one in candidates]


def _is_one(one: Candidate, other: Candidate) -> bool:
    return one.place != other.place and (similar_value(one.value, other.value) or alike(one.value, other.value))


def _other_post(field: Field) -> str | None:
    known = thesaurus().members
    said = {stem for label in field.labels for stem in stems_of(label)}
    held = [name for name in _POSTS if said & known[name]]
    if "accountant" in held:
        return "director"
    return "accountant" if held else None


def _may_have_lost_words(candidate: Candidate, notebook: Notebook) -> bool:
    if candidate.label is None or not candidate.why.startswith(("right of label", "same line")):
        return False
    layout = notebook.layout(notebook.leaf_of(candidate.document, candidate.page))
    page = layout.page
    if not _is_ocr(layout, candidate) or not page.width:
        return False
    line = layout.text.rfind("\n", 0, candidate.value_span.start) + 1
    before = (
        page.words_in(CharSpan(start=line, end=candidate.value_span.start)) if line < candidate.value_span.start else ()
    )
    own = page.words_in(candidate.value_span)
    if not before or not own:
        return False
    return own[0].box.x0 - before[-1].box.x1 > _WIDE_GAP * page.width
