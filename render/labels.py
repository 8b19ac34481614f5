"""What a word processor writes before the paragraphs of a list: no text of the document, and read by everybody."""

import re
from typing import Any

from docx.opc.constants import RELATIONSHIP_TYPE
from docx.oxml.ns import qn
from lxml import etree

from render.letters import Letters

_PLACE = re.compile(r"%([1-9])")
_BULLET = "•"
_LEVELS = 9


class Labels:
    """Counts lists through one story, paragraph by paragraph in their order."""

    def __init__(self, package: Any, letters: Letters) -> None:
        self._letters = letters
        root = _numbering(package)
        self._lists = {entry.get(qn("w:abstractNumId")): entry for entry in root.iter(qn("w:abstractNum"))}
        self._numbers = {entry.get(qn("w:numId")): entry for entry in root.iter(qn("w:num"))}
        self._cache: dict[str, list[Any]] = {}
        self._counts: dict[str, list[int | None]] = {}
        self._begun: set[tuple[str, int]] = set()

    def of(self, paragraph: Any) -> str:
        """The label as it reads, with figures for every kind of number; empty where there is none."""
        number, level = self._place(paragraph)
        entry = self._numbers.get(number) if number else None
        base = entry.find(qn("w:abstractNumId")) if entry is not None else None
        if entry is None or base is None:
            return ""
        key = base.get(qn("w:val")) or ""
        levels = self._levels(entry, key)
        own = levels[level]
        if own is None:
            return ""
        counts = self._count(entry, key, level, levels)
        kind = _value(own, "w:numFmt") or "decimal"
        text = _value(own, "w:lvlText") or ""
        if own.find(qn("w:lvlPicBulletId")) is not None:
            return "picture"
        if kind == "bullet":
            return _bullet(text)
        if kind == "none":
            return _PLACE.sub("", text).strip()
        said = _PLACE.sub(lambda match: str(counts[int(match[1]) - 1] or _start(levels[int(match[1]) - 1])), text)
        return said if kind == "decimal" or not said else f"{said} ({kind})"

    def _place(self, paragraph: Any) -> tuple[str | None, int]:
        number: str | None = None
        level: int | None = None
        for properties in self._letters.paragraph(paragraph):
            given = properties.get(qn("w:numPr"))
            if given is None:
                continue
            number = number if number is not None else _value(given, "w:numId")
            found = _value(given, "w:ilvl")
            level = level if level is not None else int(found) if found and found.isdigit() else None
        return number, min(level or 0, _LEVELS - 1)

    def _levels(self, entry: Any, key: str) -> list[Any]:
        number = entry.get(qn("w:numId")) or ""
        if number not in self._cache:
            self._cache[number] = [self._level(entry, key, at) for at in range(_LEVELS)]
        return self._cache[number]

    def _level(self, entry: Any, key: str, at: int) -> Any | None:
        for given in entry.iterfind(qn("w:lvlOverride")):
            if given.get(qn("w:ilvl")) == str(at) and (own := given.find(qn("w:lvl"))) is not None:
                return own
        listed = self._lists.get(key)
        levels = listed.iterfind(qn("w:lvl")) if listed is not None else ()
        return next((level for level in levels if level.get(qn("w:ilvl")) == str(at)), None)

    def _count(self, entry: Any, key: str, level: int, levels: list[Any]) -> list[int | None]:
        counts = self._counts.setdefault(key, [None] * _LEVELS)
        number = entry.get(qn("w:numId")) or ""
        for given in entry.iterfind(qn("w:lvlOverride")):
            at = given.get(qn("w:ilvl")) or ""
            begin = _value(given, "w:startOverride")
            if (
                begin
                and begin.isdigit()
                and at.isdigit()
                and int(at) < _LEVELS
                and (number, int(at)) not in self._begun
            ):
                self._begun.add((number, int(at)))
                counts[int(at)] = int(begin) - 1
        held = counts[level]
        counts[level] = _start(levels[level]) if held is None else held + 1
        counts[level + 1 :] = [None] * (_LEVELS - level - 1)
        return counts


def _numbering(package: Any) -> Any:
    for relation in package.document.part.rels.values():
        if relation.reltype == RELATIONSHIP_TYPE.NUMBERING and not relation.is_external:
            try:
                return etree.fromstring(
                    relation.target_part.blob, etree.XMLParser(resolve_entities=False, no_network=True)
                )
            except etree.XMLSyntaxError:
                break
    return etree.Element("none")


def _start(level: Any | None) -> int:
    given = _value(level, "w:start") if level is not None else None
    return int(given) if given and given.isdigit() else 1


def _value(element: Any, name: str) -> str | None:
    found = element.find(qn(name))
    return None if found is None else found.get(qn("w:val"))


def _bullet(text: str) -> str:
    """Which sign marks the point says nothing, and programs change it; a letter or figure in its place says something."""
    plain = "".join(chr(ord(sign) - 0xF000) if 0xF020 <= ord(sign) <= 0xF0FF else sign for sign in text)
    said = len(plain) > 1 or (plain.isalnum() and plain not in "o§")
    return plain if said else _BULLET
