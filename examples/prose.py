"""Reads long texts kept beside the generators: ``## chapter``, one clause a line, ``@name`` for a table."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from examples.paper import Paper


def set_prose(
    paper: Paper,
    source: Path,
    facts: Mapping[str, Any],
    *,
    tables: Mapping[str, Callable[[Paper], None]] = {},
    word: str = "",
    new_pages: bool = False,
) -> None:
    """Numbers chapters and clauses (``3.2.``) and fills ``{NAME}`` from ``facts``.

    ``word`` stands before a chapter's number ("Глава"); ``new_pages`` starts each chapter on a page of its own.
    Raises KeyError for an unknown name or table.
    """
    chapter = clause = 0
    for line in source.read_text(encoding="utf-8").splitlines():
        if not line.strip():
            continue
        if line.startswith("## "):
            chapter, clause = chapter + 1, 0
            if new_pages and chapter > 1:
                paper.new_page()
            paper.heading(f"{word} {chapter}. {line[3:]}".strip())
        elif line.startswith("@"):
            tables[line[1:]](paper)
        else:
            clause += 1
            paper.text(f"{chapter}.{clause}. {line.format_map(facts)}")
