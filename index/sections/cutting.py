"""Paragraphs to sections: one section per numbered paragraph or heading that has words of its own."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from evidence.frozen import Frozen
from index.sections import naming
from index.sections.enumerators import Nesting, leading_enumerators
from index.sections.paragraphs import Paragraph

_WORDS_ABOVE = 160  # characters of an enclosing paragraph that its parts carry as context


class Section(Frozen):
    id: str
    """``INA 204(b)(1)``; unique in its collection once ``numbered_apart`` has seen it."""
    aliases: tuple[str, ...] = ()
    """The same place by its other citations: ``8USC1154(b)(1)``."""
    paragraphs: tuple[str, ...]
    above: tuple[str, ...]
    """Headings and enclosing paragraphs, outermost first; searched with the section, never part of it."""
    titled: bool = False
    """Whether the first paragraph is the section's own heading."""

    @property
    def text(self) -> str:
        return "\n".join(self.paragraphs)


def cut_sections(
    paragraphs: Iterable[Paragraph], *, base: str, aliases: Sequence[str] = (), code: str | None = None
) -> Iterator[Section]:
    """``base`` is the file's own id, used until a heading cites itself; ``code`` as in naming.citations.

    Every word of the input is in exactly one section, but for enumerators that stand alone on a line and for headings
    repeated above a deeper paragraph.
    """
    cutter = _Cutter(list(paragraphs), _Place(base, tuple(aliases)), code)
    for at in range(len(cutter.paragraphs)):
        yield from cutter.read(at)
    yield from cutter.finish()


@dataclass
class _Place:
    """Where in a law the reading has come to."""

    base: str
    aliases: tuple[str, ...]
    title: str = ""
    nesting: Nesting = field(default_factory=Nesting)
    opened: dict[str, str] = field(default_factory=dict)
    """Enumerator path to the paragraph that opened it, for the paths that are open."""
    plain: list[tuple[int, str]] = field(default_factory=list)
    """Plain headings inside the section and their depths."""

    @property
    def tail(self) -> str:
        return "".join(f"/{naming.slug(words)}" for _, words in self.plain) + self.nesting.path

    def above(self) -> tuple[str, ...]:
        here = self.nesting.path
        enclosing = [
            words[:_WORDS_ABOVE]
            for path, words in self.opened.items()
            if path != here and leading_enumerators(words)[1]  # a bare "(1)" says nothing
        ]
        return tuple(words for words in (self.title, *(words for _, words in self.plain), *enclosing) if words)

    def remember(self, text: str) -> None:
        here = self.nesting.path
        self.opened = {path: words for path, words in self.opened.items() if here.startswith(path) and path != here}
        self.opened[here] = text

    def open_plain(self, depth: int, words: str) -> None:
        self.plain = [(level, above) for level, above in self.plain if level < depth] + [(depth, words)]
        self.nesting, self.opened = Nesting(), {}


class _Cutter:
    def __init__(self, paragraphs: Sequence[Paragraph], place: _Place, code: str | None) -> None:
        self.paragraphs, self._place, self._code = paragraphs, place, code
        self._tokens = [leading_enumerators(paragraph.text)[0] for paragraph in paragraphs]
        self._flat = [token for tokens in self._tokens for token in tokens]
        self._seen = 0  # enumerators read so far
        self._own: list[str] = []
        self._titled = False
        self._frame: tuple[str, tuple[str, ...], tuple[str, ...]] = ("", (), ())

    def read(self, at: int) -> Iterator[Section]:
        paragraph, tokens = self.paragraphs[at], self._tokens[at]
        start, self._seen = self._seen, self._seen + len(tokens)
        is_heading = paragraph.heading is not None
        cited = naming.citations(paragraph.text, code=self._code) if is_heading and not tokens else ()
        if is_heading and paragraph.text in self._place.opened.values():
            return  # an open paragraph's heading again, above a deeper one
        if cited:
            yield from self.finish()
            self._place = _Place(cited[0], cited[1:], paragraph.text)
            self._titled = True
        elif tokens and (nesting := self._entered(tokens, start, may_go_back=is_heading)) is not None:
            yield from self.finish()
            self._place.nesting = nesting
            self._titled = is_heading
            self._place.remember(paragraph.text)
            if not leading_enumerators(paragraph.text)[1]:
                return  # "(1)" alone on its line opens a level and says nothing
        elif paragraph.heading is not None:
            yield from self.finish()
            self._place.open_plain(paragraph.heading, paragraph.text)
            self._titled = True
        self._add(paragraph.text)

    def finish(self) -> Iterator[Section]:
        if self._own:
            name, aliases, above = self._frame
            yield Section(id=name, aliases=aliases, paragraphs=tuple(self._own), above=above, titled=self._titled)
        self._own = []
        self._titled = False

    def _add(self, text: str) -> None:
        if not self._own:
            place = self._place
            aliases = tuple(alias + place.tail for alias in place.aliases)
            # a heading is not context of itself
            above = tuple(words for words in place.above() if words != text)
            self._frame = (place.base + place.tail, aliases, above)
        self._own.append(text)

    def _entered(self, tokens: Sequence[str], start: int, *, may_go_back: bool) -> Nesting | None:
        """The nesting after these enumerators; None where the first one is not an enumerator but words."""
        nesting = self._place.nesting.copy()
        for place, token in enumerate(tokens):
            if not nesting.enter(token, self._flat[start + place + 1 :], may_go_back=may_go_back):
                return nesting if place else None  # "(1) (see above)": the rest is words
        return nesting


def numbered_apart(sections: Iterable[Section], *, seen: Counter[str]) -> Iterator[Section]:
    """A repeated id gets ``~2``, ``~3``: two sections of a collection never share one. ``seen`` is counted up."""
    for section in sections:
        seen[section.id] += 1
        times = seen[section.id]
        if times == 1:
            yield section
            continue
        aliases = tuple(f"{alias}~{times}" for alias in section.aliases)
        yield section.model_copy(update={"id": f"{section.id}~{times}", "aliases": aliases})
