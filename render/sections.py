"""The two sections that Lastro adds to a report: what needs verification, and where everything comes from."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from evidence.citations import Citation
from evidence.fields import FieldType
from evidence.findings import Finding, FoundValue
from evidence.pages import Document, OriginKind
from evidence.reviews import Decision
from render import wordings
from render.admit import Entry, Gap, Held
from render.display import legal, shown_text
from render.ledger import Ledger, need_anchor, slot_anchor, source_anchor, statement_anchor
from render.phrases import Phrases
from render.review import Review, decision_words, moment
from render.styles import BESIDE, CELL, CELL_HEAD, ENTRY, GAP, LABEL, LINK, MARK, NOTE, REFERENCE, TABLE
from render.wordml import hyperlink, paragraph, run, table

_SHA_LETTERS = 10
_QUERIES_SHOWN = 8
_CAUTIONS_SHOWN = 4
_CONTEXT_SHOWN = 140


@dataclass
class Sections:
    """Builds block elements; quotes go through the ledger, which compares them after writing."""

    ledger: Ledger
    entries: Mapping[str, Entry]
    documents: Sequence[Document]
    say: Phrases
    width: int
    heading: str
    """Style id of the sections' headings."""
    review: Review | None = None

    def needs_verification(self) -> list[Any]:
        blocks = [paragraph(self.heading, run(self.say("Needs verification")))]
        if not self.ledger.needs:
            return [*blocks, self._note(self.say("Every field is filled, and every value has a source that holds."))]
        blocks.append(
            self._note(
                self.say("These places of the report have no verified value. Nothing was filled in by guessing.")
            )
        )
        for field_id, number in sorted(self.ledger.needs.items(), key=lambda item: item[1]):
            blocks += self._need(number, self.entries[field_id])
        return blocks

    def _need(self, number: int, entry: Entry) -> Iterator[Any]:
        field, finding, say = entry.field, entry.finding, self.say
        state = say(entry.held.phrase) if entry.held else say("filled in part")
        title = [run(say("No. {number} · {title} — ", number=number, title=field.title)), run(state, style=MARK)]
        if not field.required:
            title.append(run(" " + say("(optional)")))
        yield paragraph(ENTRY, *self.ledger.ids.bookmarked(need_anchor(number), *title))
        asked = [] if field.question == field.title else [run(field.question + "  ")]
        slot = self.ledger.first_slot(field.id)
        back = [hyperlink(slot_anchor(slot), run(say("↑ to its place in the report"), style=LINK))] if slot else []
        if asked or back:
            yield paragraph(NOTE, *asked, *back)
        for label, words in self._reasons(entry):
            yield self._note(words, label=label)
        if finding is not None:
            if entry.held is not None and (finding.values or finding.rows):
                yield from self._rivals(entry, finding)
            if finding.partial:
                yield from self._partial(entry, finding)
            if searched := self._searched(finding):
                yield self._note(searched, label=say("Searched"))

    def _reasons(self, entry: Entry) -> Iterator[tuple[str, str]]:
        say = self.say
        if entry.why is not None:
            yield say("Reason"), say(entry.why.phrase, **entry.why.given)
        if entry.finding is not None and entry.finding.reason:
            yield say("Reason"), entry.finding.reason
        if entry.decision is not None:
            yield say("Decision"), self._decided(entry, entry.decision)
        for gap in entry.gaps:
            yield say("Open"), f"{self._where(entry, gap)}: {say(gap.why.phrase, **gap.why.given)}"
        if entry.finding is not None and entry.held is not None:
            for caution in entry.finding.cautions:
                yield say("Caution"), caution

    def _where(self, entry: Entry, gap: Gap) -> str:
        if gap.heading is not None:
            return self.say("row “{heading}”", heading=gap.heading)
        if gap.row is None:
            return entry.field.title
        if gap.column is None:
            return self.say("value {number}", number=gap.row + 1)
        column = next(column.title for column in entry.field.columns if column.id == gap.column)
        return self.say("row {number}, “{column}”", number=gap.row + 1, column=column)

    def _rivals(self, entry: Entry, finding: Finding) -> Iterator[Any]:
        say = self.say
        heading = say("Rival values") if entry.held is Held.CONFLICT else say("Proposed, not verified")
        rows = []
        for label, value in _values(entry, finding):
            held = [finding.citations[at] for at in value.citations if 0 <= at < len(finding.citations)]
            for number, citation in enumerate(held or [None]):
                text = shown_text(value.value, say.locale)
                words = (f"{label}: {text}" if label else text) if number == 0 else ""
                rows.append([self._cell(words), *self._evidence(citation, entry)])
        yield from self._table((26, 32, 42), (heading, say("Source"), say("Quote")), rows)

    def _partial(self, entry: Entry, finding: Finding) -> Iterator[Any]:
        say = self.say
        rows = [[*self._evidence(partial.citation, entry), self._cell(partial.why_not)] for partial in finding.partial]
        yield from self._table((28, 42, 30), (say("Looked promising"), say("Quote"), say("Why not enough")), rows)

    def _evidence(self, citation: Citation | None, entry: Entry) -> list[Any]:
        if citation is None:
            return [self._cell("—"), self._cell("—")]
        quote = paragraph(CELL, *self.ledger.quoted(citation.quote, entry.field.id))
        return [self._place(citation), quote]

    def _place(self, citation: Citation) -> list[Any]:
        """File and place, what stands beside the quote, and how the text was come by unless it is the file's own."""
        cells = [self._cell(f"{citation.file}, {wordings.place(citation, self.say)}")]
        if citation.context:
            beside = " ".join(citation.context.split())
            beside = beside if len(beside) <= _CONTEXT_SHOWN else beside[: _CONTEXT_SHOWN - 1] + "…"
            cells.append(paragraph(CELL, run(beside, style=BESIDE)))
        if citation.origin.kind is not OriginKind.TEXT_LAYER:
            cells.append(self._cell(wordings.origin(citation, self.say)))
        return cells

    def _searched(self, finding: Finding) -> str:
        say, search = self.say, finding.search
        words = []
        if search.pages_total:
            share = f"{search.coverage:.0%}".replace("%", "\u00a0%")
            read, total = search.pages_read, search.pages_total
            words.append(say("pages read: {read} of {total} ({share})", read=read, total=total, share=share))
        elif search.pages_read:
            words.append(say("pages read: {read}", read=search.pages_read))
        if search.pages_unreadable:
            words.append(say("unreadable pages: {number}", number=search.pages_unreadable))
        if search.queries:
            shown = [f"“{query}”" for query in search.queries[:_QUERIES_SHOWN]]
            if len(search.queries) > _QUERIES_SHOWN:
                shown.append("…")
            words.append(say("queries: {queries}", queries=", ".join(shown)))
        return "; ".join(words)

    # sources

    def sources(self, closing: Sequence[tuple[str, str]]) -> list[Any]:
        """``closing``: label and words of the last lines (counts, who reviewed, chain)."""
        say = self.say
        blocks = [paragraph(self.heading, run(say("Appendix: sources")))]
        if self.ledger.sources:
            blocks.append(self._note(say("Each number in the report leads here, and each number here leads back.")))
            headings = (say("No."), say("Field"), say("Source"), say("Quote"), say("Check"))
            rows = [self._source(number, citation) for number, citation in enumerate(self.ledger.sources.values(), 1)]
            blocks += self._table((5, 18, 27, 34, 16), headings, rows)
        else:
            blocks.append(self._note(say("The report holds no value, so there is no source.")))
        blocks += self._decisions()
        blocks += self._computations()
        blocks += self._cautions()
        blocks += self._files()
        return [*blocks, *(self._note(words, label=label) for label, words in closing)]

    def _source(self, number: int, citation: Citation) -> list[Any]:
        uses = self.ledger.uses.get(number, [])
        numbered = paragraph(CELL, *self.ledger.ids.bookmarked(source_anchor(number), run(str(number))))
        fields = [
            paragraph(CELL, hyperlink(slot_anchor(slot), run(self.entries[field_id].field.title, style=LINK)))
            for field_id, slot in uses
        ]
        field_id = uses[0][0] if uses else "?"
        quote = paragraph(CELL, *self.ledger.quoted(citation.quote, field_id))
        removed = legal(citation.quote)[1]
        check = [wordings.match(citation, self.say)]
        check += [self.say("left out: {characters}", characters=", ".join(removed))] if removed else []
        check.append(f"sha256 {citation.sha256[:_SHA_LETTERS]}")
        return [
            numbered,
            fields or self._cell(""),
            self._place(citation),
            quote,
            [self._cell(words) for words in check],
        ]

    def banner(self) -> Any:
        """On the first page of a preview."""
        words = self.say("Preview: the review is not finished. This is not the report.")
        return paragraph(NOTE, run(words, style=MARK))

    def _decided(self, entry: Entry, decision: Decision) -> str:
        has_value = entry.finding is not None and bool(entry.finding.values or entry.finding.rows)
        words = f"{decision_words(decision, has_value=has_value, say=self.say)} ({decision.by}, {moment(decision.at)})"
        said = decision.statement.basis if decision.statement is not None else None
        return ": ".join(filter(None, (words, " ".join(filter(None, (said, decision.note))))))

    def _decisions(self) -> Iterator[Any]:
        """Who decided on which field, and which values nobody looked at."""
        say = self.say
        rows = []
        for field_id, entry in self.entries.items():
            if entry.decision is None:
                continue
            title = run(entry.field.title)
            number = self.ledger.statements.get(field_id)
            if number is not None:
                marked = run(f" [✎{number}]", style=REFERENCE)
                cell = paragraph(CELL, *self.ledger.ids.bookmarked(statement_anchor(number), title, marked))
            else:
                cell = paragraph(CELL, title)
            rows.append([cell, self._cell(self._decided(entry, entry.decision))])
        if rows:
            yield self._label(say("Decisions of the reviewers"))
            yield from self._table((34, 66), (say("Field"), say("Decision")), rows)
        unseen = [entry.field.title for entry in self.entries.values() if entry.held is None and entry.decision is None]
        if self.review is not None and unseen:
            words = say(
                "nobody decided on these values; they stand as they were found: {fields}", fields="; ".join(unseen)
            )
            yield self._note(words, label=say("Not reviewed"))

    def _computations(self) -> Iterator[Any]:
        """Computed values with their sums, so that a person can do them again."""
        rows = []
        for entry in self.entries.values():
            if entry.held is not None or entry.finding is None or entry.finding.computation is None:
                continue
            computation = entry.finding.computation
            operands = [
                self._cell(f"{name} = {value}{' ✎' if name in computation.stated else ''}")
                for name, value in computation.operands.items()
            ]
            value = "; ".join(shown.text for shown in entry.shown())
            result = [self._cell(value)]
            if computation.rounding:
                result.append(self._cell(computation.rounding))
            rows.append([self._cell(entry.field.title), self._cell(computation.formula), operands, result])
        if rows:
            say = self.say
            yield self._label(say("Computed values"))
            yield from self._table(
                (25, 30, 28, 17), (say("Field"), say("Formula"), say("Operands"), say("Value")), rows
            )

    def _cautions(self) -> Iterator[Any]:
        rows = [
            [self._cell(entry.field.title), [self._cell(words) for words in self._shortened(entry.finding.cautions)]]
            for entry in self.entries.values()
            if entry.held is None and entry.finding is not None and entry.finding.cautions
        ]
        if rows:
            yield self._label(self.say("Found, and still worth a look"))
            yield from self._table((30, 70), (self.say("Field"), self.say("Caution")), rows)

    def _shortened(self, cautions: Sequence[str]) -> list[str]:
        shown = list(cautions[:_CAUTIONS_SHOWN])
        if len(cautions) > len(shown):
            shown.append(self.say("… and {number} more, in the trace", number=len(cautions) - len(shown)))
        return shown

    def _files(self) -> Iterator[Any]:
        say = self.say
        if not self.documents:
            return
        yield self._label(say("Files of the case"))
        rows = []
        for number, document in enumerate(self.documents, 1):
            pages = str(document.page_count) if document.is_paged else "—"
            said = dict.fromkeys(wordings.problem(problem, say) for problem in document.problems)
            state = [self._cell(words) for words in said] or [self._cell(say("read"))]
            name, digest = document.name, document.sha256
            rows.append([self._cell(str(number)), self._cell(name), self._cell(pages), self._cell(digest), state])
        headings = (say("No."), say("File"), say("Pages"), "sha256", say("State"))
        yield from self._table((5, 28, 9, 34, 24), headings, rows)

    # small parts

    def _table(self, shares: Sequence[int], headings: Sequence[str], rows: Iterable[Sequence[Any]]) -> Iterator[Any]:
        widths = [self.width * share // sum(shares) for share in shares]
        yield table(widths, [paragraph(CELL_HEAD, run(words)) for words in headings], rows, style=TABLE)
        yield paragraph(GAP)

    def _cell(self, words: str) -> Any:
        return paragraph(CELL, run(words))

    def _label(self, words: str) -> Any:
        return paragraph(ENTRY, run(words))

    def _note(self, words: str, *, label: str | None = None) -> Any:
        said = run(words)
        return paragraph(NOTE, run(f"{label}: ", style=LABEL), said) if label else paragraph(NOTE, said)


def _values(entry: Entry, finding: Finding) -> Iterator[tuple[str, FoundValue]]:
    if entry.field.type is not FieldType.TABLE:
        yield from (("", value) for value in finding.values)
        return
    titles = {column.id: column.title for column in entry.field.columns}
    for number, row in enumerate(finding.rows, 1):
        for column, value in row.cells.items():
            if value is not None:
                yield f"{number}, {titles.get(column, column)}", value
