"""How a written report looks, as far as that decides what a reader sees; kept in the trace and held against the document.

Whether it is the very file that was written can be said of every byte. A report that another program has saved again is
another file: then its text, the places of its values, and whatever hides or alters text for the eye are compared.
"""

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from render.looks import Appearance, Looks
from render.outside import OutsideText, text_digest
from render.package import Package
from render.peculiar import Peculiar, peculiarities
from render.placed import Stretch, stretches
from render.seal import doubled_parts, part_digests
from render.tags import VALUE_TAG

_LINES = 8
_SHOWN = 80
_DRAWN = "a drawing or picture"


class LookCheck(NamedTuple):
    looks: Looks
    changed_parts: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()
    """What a reader sees otherwise than it was written."""


def appearance_of(content: bytes) -> Appearance:
    """Of a report as it is about to be written, without its trace and with zeros for the chain's head."""
    package = Package(content, name="the report")
    found = list(peculiarities(package))
    return Appearance(
        parts=part_digests(content),
        places={held.tag: held.context for held in stretches(package) if held.context is not None},
        peculiar=tuple(sorted(text_digest(entry.key) for entry in found)),
        pictures=tuple(sorted(text_digest(entry.key) for entry in found if entry.what == _DRAWN)),
    )


def check_look(
    package: Package, content: bytes, written: Appearance | None, *, head: str, outside: OutsideText | None
) -> LookCheck:
    doubled = tuple(
        f"the file holds {name!r} twice, and programs disagree on which one is read" for name in doubled_parts(content)
    )
    known = frozenset(outside.body) if outside is not None else None
    held = list(stretches(package, head=head, known=known))
    if written is None:
        found = [entry for entry in peculiarities(package) if entry.is_ever]
        return LookCheck(Looks.NOT_KEPT, (), (*doubled, *_copies(held), *_shortened(map(_said, found))))
    parts = part_digests(content, head=head)
    changed = tuple(name for name in sorted({*parts, *written.parts}) if parts.get(name) != written.parts.get(name))
    if not changed:
        return LookCheck(Looks.AS_WRITTEN, (), (*doubled, *_copies(held)))
    lines = (*doubled, *_copies(held), *_moved(held, written), *_shortened(_new(package, written, head)))
    return LookCheck(Looks.SAVED_AGAIN, changed, lines)


def _copies(held: list[Stretch]) -> Iterator[str]:
    first: dict[str, Stretch] = {}
    for stretch in held:
        known = first.setdefault(stretch.tag, stretch)
        if known is stretch or (stretch.around and stretch.text == known.text):
            continue  # word processors copy headers from section to section
        yield f"{stretch.text!r} stands in a second place of a {_kind(stretch)} that reads {known.text!r}"


def _moved(held: list[Stretch], written: Appearance) -> Iterator[str]:
    for stretch in held:
        place = written.places.get(stretch.tag)
        if place is not None and stretch.context is not None and stretch.context != place:
            yield f"the {_kind(stretch)} {_short(stretch.text)} stands at another place than where it was written"


def _kind(stretch: Stretch) -> str:
    return "value" if stretch.tag.startswith(VALUE_TAG) else "quote"


def _new(package: Package, written: Appearance, head: str) -> Iterator[str]:
    left = Counter(written.peculiar)
    kept = set(written.peculiar)
    seen = set()
    for entry in peculiarities(package):
        key = text_digest(entry.key, head)
        seen.add(key)
        if entry.around and key in kept:
            continue
        if left[key] > 0:
            left[key] -= 1
            continue
        yield _said(entry)
    gone = sum(key not in seen for key in written.pictures)
    if gone:
        yield f"{gone} of the drawings and pictures that stood in the report are gone or changed"


def _said(entry: Peculiar) -> str:
    return f"{entry.what} stands in the document" + (f": {_short(entry.text)}" if entry.text.strip() else "")


def _shortened(lines: Iterator[str]) -> tuple[str, ...]:
    found = tuple(dict.fromkeys(lines))
    return found if len(found) <= _LINES else (*found[:_LINES], f"and {len(found) - _LINES} more of the kind")


def _short(text: str) -> str:
    words = " ".join(text.split())
    return repr(words if len(words) <= _SHOWN else words[: _SHOWN - 1] + "…")
