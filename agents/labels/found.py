"""A candidate: one place that may answer a field."""

from agents.labels.readings import Reading
from evidence.findings import TypedValue
from evidence.frozen import Frozen
from evidence.pages import Page
from evidence.spans import CharSpan


class Candidate(Frozen):
    """One value where it stands, and why it may be the answer."""

    document: str
    """sha256."""
    page: int
    value_span: CharSpan
    evidence_span: CharSpan
    """What a person must see to believe it: the value, with its label where that stands right beside it."""
    value: TypedValue
    label: str | None
    """The label or heading as the document writes it; None where running text gave the value."""
    score: float
    """0-1; compares within one field."""
    why: str
    certain: bool = True
    """False where the text itself can be read in two ways."""
    language: str | None = None
    """Of the page, as far as known."""
    further: tuple[CharSpan, ...] = ()
    """Further lines of the value, where the text parts them by another column's."""
    in_force: bool = True
    """False where the page itself says that it is expired, annulled or replaced."""

    @property
    def evidence(self) -> tuple[CharSpan, ...]:
        return (self.evidence_span, *self.further)

    @property
    def place(self) -> tuple[str, int, int]:
        return self.document, self.page, self.value_span.start


def candidate_of(
    reading: Reading, *, page: Page, evidence: CharSpan, label: str | None, score: float, why: str,
    in_force: bool = True, further: tuple[CharSpan, ...] = (),
) -> Candidate:  # fmt: skip
    return Candidate(
        document=page.document,
        page=page.number,
        language=page.language,
        value_span=CharSpan(start=reading.start, end=reading.end),
        evidence_span=evidence,
        value=reading.value,
        label=label,
        score=round(min(score, 1.0), 4),
        why=why,
        certain=reading.certain,
        in_force=in_force,
        further=further,
    )
