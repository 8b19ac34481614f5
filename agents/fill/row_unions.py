"""Rows of one key put together: what agrees becomes one row, what differs is disputed or is another row."""

from collections.abc import Sequence

from agents.fill.judge import Bench
from agents.fill.rivals import agree, joined
from agents.fill.state import Supported, SupportedRow
from agents.fill.words_of_text import key_of
from evidence.fields import Field


def united_rows(rows: Sequence[SupportedRow], bench: Bench) -> tuple[list[SupportedRow], tuple[str, ...]]:
    """The rows, and in words the cells that two of them dispute.

    Only a row that the template names (a year) can be disputed: two loans of one bank are two rows.
    """
    field = bench.field
    kept: list[SupportedRow] = []
    disputed: list[str] = []
    wanted = {key_of(name) for name in field.rows}
    for row in rows:
        keys = {key_of(text) for text in keys_of(row, field)}
        twin = next((known for known in kept if keys & {key_of(text) for text in keys_of(known, field)}), None)
        if twin is None:
            twin = next((known for known in kept if not keys and _differing(known, row) == []), None)
        differing = _differing(twin, row) if twin is not None else []
        if twin is not None and not differing:
            kept[kept.index(twin)] = _union(twin, row, bench)
            continue
        kept.append(row)
        if twin is not None and keys & wanted:
            disputed += [_in_words(column, twin, row, field) for column in differing]
    return kept, tuple(disputed)


def keys_of(row: SupportedRow, field: Field) -> tuple[str, ...]:
    cell = row.cells.get(field.columns[0].id)
    return (cell.value.text, cell.value.normalised) if cell is not None else ()


def _differing(row: SupportedRow, other: SupportedRow) -> list[str]:
    """Columns that both rows fill, differently."""
    pairs = ((column, cell, other.cells.get(column)) for column, cell in row.cells.items())
    return [column for column, ours, theirs in pairs if ours and theirs and not agree(ours.value, theirs.value)]


def _union(row: SupportedRow, other: SupportedRow, bench: Bench) -> SupportedRow:
    cells: dict[str, Supported | None] = {}
    for column, cell in row.cells.items():
        further = other.cells.get(column)
        cells[column] = joined(cell, further, bench) if cell and further else cell or further
    return SupportedRow(cells=cells)


def _in_words(column: str, row: SupportedRow, other: SupportedRow, field: Field) -> str:
    title = next(known.title for known in field.columns if known.id == column)
    sides = [cell for cell in (row.cells[column], other.cells[column]) if cell is not None]
    values = " / ".join(f"{cell.value.text} ({cell.citations[0].file})" for cell in sides)
    return f"{keys_of(row, field)[0]}, {title}: {values}"
