"""What a written report reads in the places of ours, and where these places stand among its other words."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from docx.oxml.ns import qn

from render.outside import CHAIN_PLACE, OurPlaces, pieces, plain_letters, text_digest
from render.package import Package, Story
from render.tags import VALUE_TAG, in_fallback

_AROUND = ("header", "footer")
_START = qn("w:bookmarkStart")


class Stretch(NamedTuple):
    """One run of text in one of our places; a second one of the same tag is a copy, or text passed off as ours."""

    tag: str
    text: str
    context: str | None
    """Digest of what stands before it and beside it; None in headers, and where these words were changed."""
    around: bool


def stretches(package: Package, *, head: str = CHAIN_PLACE, known: frozenset[str] | None = None) -> Iterator[Stretch]:
    """In document order. ``known``: digests of the paragraphs as they were written; others were added and are passed over."""
    for story in package.stories:
        yield from _of_story(story, head, known)


def _of_story(story: Story, head: str, known: frozenset[str] | None) -> Iterator[Stretch]:
    around = story.kind in _AROUND
    before, since = "", 0
    contexts: dict[int, str | None] = {}
    stretch_of: dict[str, int] = {}
    texts: list[tuple[str, list[str]]] = []
    for paragraph in _paragraphs(story):
        held = {tag for _, tags, _ in paragraph for tag in tags}
        stretch_of = {tag: number for tag, number in stretch_of.items() if tag in held}
        skeleton, own, begun = "", "", []
        last: frozenset[str] = frozenset(stretch_of)
        first_of: set[str] = set()
        for _, tags, text in paragraph:
            for tag in sorted(tags - last):
                texts.append((tag, []))
                stretch_of[tag] = len(texts) - 1
                begun.append(len(texts) - 1)
                skeleton += f"\x00{tag}\x00"
            for tag in tags:
                goes_on = tag not in first_of and stretch_of[tag] not in begun and bool(texts[stretch_of[tag]][1])
                texts[stretch_of[tag]][1].append("\n" + text if goes_on else text)
                first_of.add(tag)
            if not tags:
                skeleton += text
            if not any(tag.startswith(VALUE_TAG) for tag in tags):
                own += text
            last = tags if text or tags else last
        is_known = known is None or not plain_letters(own) or text_digest(own, head) in known
        if begun:
            since += 1
            context = text_digest(f"{before}\x00{since}\x00{skeleton}", head) if is_known and not around else None
            contexts.update(dict.fromkeys(begun, context))
        if is_known and plain_letters(own):
            before, since = plain_letters(own), 0
    for number, (tag, pieces_) in enumerate(texts):
        yield Stretch(tag, "".join(pieces_), contexts.get(number), around)


def _paragraphs(story: Story) -> list[list[tuple[Any, frozenset[str], str]]]:
    found: dict[Any, list[tuple[Any, frozenset[str], str]]] = {}
    for piece in pieces(story):
        held = found.setdefault(piece[0], [])
        if piece[1] or piece[2]:
            held.append(piece)
    return list(found.values())


def named_places(package: Package) -> Iterator[str]:
    """Tags of all our places, those without any text too."""
    for story in package.stories:
        ours = OurPlaces(story.root)
        yield from ours.names
        for element in story.root.iter(_START):
            if not in_fallback(element) and (tag := ours.tag_named(element)) is not None:
                yield tag
