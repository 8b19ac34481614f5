"""Markdown, HTML and plain text as the same sequence of paragraphs."""

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

import yaml

_HEADING = re.compile(r"(#{1,12})\s+(.*?)\s*#*")
_FRONT_MATTER = re.compile(r"\A---\s*\n(.*?)\n---\s*(?:\n|\Z)", re.DOTALL)
_BREAK = re.compile(r"\n\s*\n")
_HTML_HEADINGS = {f"h{level}": level for level in range(1, 7)}
_HTML_BLOCKS = {"p", "li", "td", "th", "dd", "dt", "blockquote", "pre", "caption", "div", "section", "article"}
_HTML_UNSEEN = {"script", "style", "template", "noscript", "head", "nav"}


class Paragraph(NamedTuple):
    text: str
    heading: int | None = None
    """Depth, 1 outermost; None for running text."""


def front_matter(markdown: str) -> tuple[dict[str, Any], str]:
    """What stands between the opening ``---`` lines, and the text below; values as YAML gives them."""
    match = _FRONT_MATTER.match(markdown)
    if match is None:
        return {}, markdown
    try:
        given = yaml.safe_load(match[1])
    except yaml.YAMLError:
        return {}, markdown
    return (given, markdown[match.end() :]) if isinstance(given, dict) else ({}, markdown)


def of_markdown(text: str) -> Iterator[Paragraph]:
    """A line break inside a paragraph stays: quotes are the source's own characters."""
    for piece in _BREAK.split(text.replace("\r\n", "\n").replace("\r", "\n")):
        running: list[str] = []
        for line in piece.strip("\n").split("\n"):
            match = _HEADING.fullmatch(line.strip())
            if match is None:
                running.append(line.rstrip())
                continue
            yield from _joined(running)
            running = []
            if match[2]:
                yield Paragraph(match[2], len(match[1]))
        yield from _joined(running)


def of_text(text: str) -> Iterator[Paragraph]:
    """No headings but what the enumerators and citations say; used for pages of PDFs."""
    for piece in _BREAK.split(text.replace("\r\n", "\n").replace("\r", "\n")):
        yield from _joined([line.rstrip() for line in piece.split("\n")])


def of_html(html: str) -> Iterator[Paragraph]:
    from lxml import html as lxml_html

    if not html.strip():
        return
    root = lxml_html.document_fromstring(html)
    unseen = {inner for element in root.iter(*_HTML_UNSEEN) for inner in element.iter()}
    for element in root.iter():
        if not isinstance(element.tag, str) or element in unseen:
            continue
        level = _HTML_HEADINGS.get(element.tag)
        if level is None and element.tag not in _HTML_BLOCKS:
            continue
        words = " ".join("".join(_own_text(element)).split())
        if words:
            yield Paragraph(words, level)


def _own_text(element: Any) -> Iterator[str]:  # lxml has no usable types here
    """Without what belongs to a block inside, which comes by itself."""
    yield element.text or ""
    for child in element:
        if isinstance(child.tag, str) and child.tag not in _HTML_BLOCKS and child.tag not in _HTML_HEADINGS:
            if child.tag == "br":
                yield " "
            yield from _own_text(child)
        yield child.tail or ""


def _joined(lines: list[str]) -> Iterator[Paragraph]:
    text = "\n".join(lines).strip()
    if text:
        yield Paragraph(text)
