"""Verification of rows. Each cell stands on its own quote, narrowed to the cell of the page that holds the value."""

from collections.abc import Iterable, Iterator

from agents.fill.headings import numbers_heading
from agents.fill.judge import Bench, judge_claim, supported_by
from agents.fill.resolve import Located, Lost
from agents.fill.row_unions import keys_of, united_rows
from agents.fill.state import Judgement, Refusal, Supported, SupportedRow
from agents.fill.words_of_text import key_of
from agents.steps import Answer, Claim, Pointer, RowClaim, SpanPointer
from evidence.citations import Citation
from evidence.fields import Column, Field, FieldType
from evidence.findings import TypedValue
from evidence.pages import Block
from evidence.periods import year_meant

_MEASURES = frozenset({FieldType.MONEY, FieldType.NUMBER, FieldType.PERCENT})


def judge_rows(answer: Answer, bench: Bench) -> Judgement:
    rows: list[SupportedRow] = []
    refusals: list[Refusal] = []
    for claimed in answer.rows:
        row, refused = _judge_row(claimed, bench)
        refusals.extend(refused)
        if _says_something(row, bench.field):
            rows.append(row)
    united, disputed = united_rows(rows, bench)
    cautions = tuple(map(bench.wording.of, answer.cautions))
    return Judgement(
        rows=_in_order(united, bench.field), refusals=tuple(refusals), disputed=disputed, cautions=cautions
    )


def _says_something(row: SupportedRow, field: Field) -> bool:
    """A year that the template asked for is no answer by itself."""
    key = field.columns[0].id
    return any(cell for column, cell in row.cells.items() if column != key or not field.rows)


def missing_rows(rows: Iterable[SupportedRow], field: Field) -> tuple[str, ...]:
    """Wanted row headings that no row answers."""
    present = {key_of(text) for row in rows for text in keys_of(row, field)}
    return tuple(wanted for wanted in field.rows if key_of(wanted) not in present)


def _judge_row(claimed: RowClaim, bench: Bench) -> tuple[SupportedRow, list[Refusal]]:
    field = bench.field
    key_column = field.columns[0]
    bench = bench._replace(row=tuple(claim.value for claim in claimed.cells.values() if claim is not None))
    key_claim = claimed.cells.get(key_column.id)
    row_key = key_claim.value if key_claim is not None else None
    cells: dict[str, Supported | None] = {column.id: None for column in field.columns}
    refusals: list[Refusal] = []
    for unknown in claimed.cells.keys() - cells.keys():
        known = ", ".join(cells)
        refusals.append(
            Refusal(feedback=f"there is no column {unknown!r}; the columns are {known}", why="", cell=unknown)
        )
    for column in field.columns:
        claim = claimed.cells.get(column.id)
        if claim is None or (column is key_column and not claim.value.strip()):
            continue
        ruling = _judge_cell(claim, column, bench, row_key=None if column is key_column else row_key)
        if isinstance(ruling, Refusal):
            refusals.append(ruling.model_copy(update={"cell": f"{row_key or '?'}/{column.id}"}))
        else:
            cells[column.id] = ruling
    if key_claim is not None and cells[key_column.id] is None:
        headed = _key_from_headings(key_claim, key_column, cells, bench) or _key_from_periods(
            key_claim, key_column, bench
        )
        if headed is not None:
            cells[key_column.id] = headed
            refusals = [refusal for refusal in refusals if refusal.cell != f"{row_key or '?'}/{key_column.id}"]
    return SupportedRow(cells=cells), refusals


def _judge_cell(claim: Claim, column: Column, bench: Bench, *, row_key: str | None) -> Supported | Refusal:
    narrowed: list[Pointer] = []
    for pointer in claim.evidence:
        place = bench.resolver.locate(pointer)
        if isinstance(place, Lost):
            narrowed.append(pointer)
            continue
        block = _cell_block(claim, column, place, bench, row_key=row_key)
        if block is None:
            narrowed.append(pointer)
            continue
        if row_key is not None and (wrong := _heading_against(block, place, row_key)) is not None:
            return Refusal(
                feedback=f"{claim.value!r} stands under {wrong!r}, not under {row_key!r}",
                why=bench.wording.say("wrong_cell", header=wrong, row=row_key),
                citations=place.citations(),
            )
        narrowed.append(SpanPointer(document=place.document.sha256, page=place.page.number, span=block.span))
    ruling = judge_claim(claim.model_copy(update={"evidence": tuple(narrowed)}), column, bench)
    if isinstance(ruling, Refusal):
        return ruling
    if column.type in _MEASURES and (wrong := _numbers_over(ruling, bench)) is not None:
        return Refusal(
            feedback=f"{claim.value!r} stands under {wrong!r}: it is a number of somebody, and no {column.type}",
            why=bench.wording.say("wrong_cell", header=wrong, row=column.title),
            citations=ruling.citations,
        )
    return ruling.model_copy(update={"citations": tuple(_with_headings(ruling, bench))})


def _numbers_over(ruling: Supported, bench: Bench) -> str | None:
    for citation in ruling.citations:
        place = bench.resolver.locate(SpanPointer(document=citation.sha256, page=citation.page, span=citation.span))
        if isinstance(place, Located) and (heading := numbers_heading(place.page, citation.span)) is not None:
            return heading
    return None


def _cell_block(claim: Claim, column: Column, place: Located, bench: Bench, *, row_key: str | None) -> Block | None:
    """The one table cell among what was pointed at that supports the value by itself, best the one headed by the row."""
    cells = [block for block in place.page.blocks_in(place.span) if block.cell is not None]
    if len(cells) < 2:
        return None
    text = place.page.text
    fitting = [
        block
        for block in cells
        if supported_by(text[block.span.start : block.span.end], claim, column, place=place, bench=bench).ok
    ]
    if len(fitting) > 1 and row_key is not None:
        headed = [block for block in fitting if _is_headed(block, row_key)]
        fitting = headed or fitting
    return fitting[0] if len(fitting) == 1 else None


def _heading_against(block: Block, place: Located, row_key: str) -> str | None:
    """The heading of the cell, where another cell of the same row is the one headed by ``row_key``."""
    if _is_headed(block, row_key):
        return None
    siblings = [other for other in place.page.blocks_in(place.span) if other is not block and other.cell is not None]
    if not any(other.cell is not None and _names(other.cell.column_header, row_key) for other in siblings):
        return None
    return (block.cell.column_header if block.cell else None) or place.page.text[block.span.start : block.span.end]


def _is_headed(block: Block, row_key: str) -> bool:
    return block.cell is not None and (
        _names(block.cell.row_header, row_key) or _names(block.cell.column_header, row_key)
    )


def _names(heading: str | None, row_key: str) -> bool:
    return bool(heading) and f" {key_of(row_key)} " in f" {key_of(heading or '')} "


def _key_from_headings(
    claim: Claim, column: Column, cells: dict[str, Supported | None], bench: Bench
) -> Supported | None:
    """A row key that the template asked for, or that heads the cells of the row, is shown by the cells' own citations."""
    others = [cell for cell in cells.values() if cell is not None]
    citations = [citation for cell in others for citation in cell.citations]
    named = [
        citation
        for citation in citations
        if _names(citation.context, claim.value) or _names(citation.quote, claim.value)
    ]
    if not named:
        return None
    text = claim.value.strip()
    return Supported(
        value=TypedValue(type=column.type, text=text, normalised=text),
        citations=tuple(named[: bench.most_citations]),
    )


def _key_from_periods(claim: Claim, column: Column, bench: Bench) -> Supported | None:
    """A year that a statement says only as *the end of the period* and, above, *as of 1 January* of the next."""
    places = [place for pointer in claim.evidence if isinstance(place := bench.resolver.locate(pointer), Located)]
    if not places or claim.value.strip() not in bench.field.rows:
        return None
    title, heading = places[0].quote, places[-1].quote
    if str(year_meant(title, heading)) != claim.value.strip():
        return None
    text = claim.value.strip()
    citations = tuple(citation for place in places for citation in place.citations())
    return Supported(
        value=TypedValue(type=column.type, text=text, normalised=text), citations=citations[: bench.most_citations]
    )


def _with_headings(ruling: Supported, bench: Bench) -> Iterator[Citation]:
    """Citations of table cells say which row and column they stand in."""
    for citation in ruling.citations:
        place = bench.resolver.locate(SpanPointer(document=citation.sha256, page=citation.page, span=citation.span))
        block = None
        if isinstance(place, Located):
            block = next((one for one in place.page.blocks_in(citation.span) if one.cell is not None), None)
        if block is None or block.cell is None:
            yield citation
            continue
        headings = [heading for heading in (block.cell.row_header, block.cell.column_header) if heading]
        if ruling.value.type is FieldType.MONEY and isinstance(place, Located):
            notes = bench.resolver.stated_over(place, ruling.value.text).notes
            headings += [note for note in notes if not any(note in heading for heading in headings)]
        yield citation.model_copy(update={"context": " / ".join(headings)}) if headings else citation


def _in_order(rows: list[SupportedRow], field: Field) -> tuple[SupportedRow, ...]:
    """As the template lists the rows it wants; otherwise as the reader gave them."""
    wanted = {key_of(name): place for place, name in enumerate(field.rows)}
    return tuple(
        sorted(
            rows,
            key=lambda row: min((wanted.get(key_of(text), len(wanted)) for text in keys_of(row, field)), default=0),
        )
        if wanted
        else rows
    )
