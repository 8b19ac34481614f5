"""How a piece of text looks in the end: its own properties, those of its styles and the document's, in Word's order."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, NamedTuple

from docx.oxml.ns import qn as _qn
from lxml import etree

from render.tags import TBL, TC, P


@lru_cache(maxsize=512)
def qn(name: str) -> str:
    return str(_qn(name))


_OFF = frozenset({"0", "false", "off", "none"})
_THEME = "application/vnd.openxmlformats-officedocument.theme+xml"
_FONTS = "application/vnd.openxmlformats-officedocument.wordprocessingml.fontTable+xml"
_A = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
_THEME_NAMES = {
    "background1": "lt1", "light1": "lt1", "text1": "dk1", "dark1": "dk1", "background2": "lt2", "light2": "lt2",
    "text2": "dk2", "dark2": "dk2", "hyperlink": "hlink", "followedHyperlink": "folHlink",
}  # fmt: skip
_HIGHLIGHTS = {
    "black": "000000", "blue": "0000FF", "cyan": "00FFFF", "green": "00FF00", "magenta": "FF00FF", "red": "FF0000",
    "yellow": "FFFF00", "white": "FFFFFF", "darkBlue": "000080", "darkCyan": "008080", "darkGreen": "008000",
    "darkMagenta": "800080", "darkRed": "800000", "darkYellow": "808000", "darkGray": "808080", "lightGray": "C0C0C0",
}  # fmt: skip
_SYMBOLS = ("symbol", "wingdings", "webdings", "marlett", "zapf", "bookshelf symbol", "mt extra", "ms outlook")
_SEEN_FROM = 1.3
"""Contrast (as WCAG counts it) from which on a person can make letters out."""
_WHITE = (255, 255, 255)
Colour = tuple[int, int, int]


def is_on(element: Any | None) -> bool:
    return element is not None and (element.get(qn("w:val")) or "1").lower() not in _OFF


def number_of(element: Any | None, name: str = "w:val") -> float | None:
    given = element.get(qn(name)) if element is not None else None
    try:
        return float(given) if given is not None else None
    except ValueError:
        return None


Level = dict[str, Any]
"""Properties by their element's tag."""


class Look(NamedTuple):
    """Where properties of one run are looked for, the nearest first."""

    own: Level
    styles: tuple[Level, ...]
    """Of letters: character, paragraph and table style, and the document."""
    paragraph: tuple[Level, ...]
    around: tuple[Any, ...]
    """Shadings of the cell and the table, the nearest first."""

    def of(self, name: str) -> Any | None:
        tag = qn(name)
        if tag in self.own:
            return self.own[tag]
        return next((level[tag] for level in self.styles if tag in level), None)

    def says(self, name: str) -> bool:
        """Of a property that styles switch on and off; what the run says itself stands, else one style is enough."""
        tag = qn(name)
        if tag in self.own:
            return is_on(self.own[tag])
        return any(is_on(level.get(tag)) for level in self.styles)


class Letters:
    """The styles, theme and fonts of one document."""

    def __init__(self, package: Any) -> None:
        root = package.document.styles.element
        self._styles = {style.get(qn("w:styleId")): style for style in root.iter(qn("w:style"))}
        self._default = {
            style.get(qn("w:type")): style
            for style in self._styles.values()
            if (style.get(qn("w:default")) or "").lower() in ("1", "true", "on")
        }
        self._defaults = {
            tag: _level(next(root.iterfind(f"{qn('w:docDefaults')}/{qn(holder)}/{tag}"), None))
            for holder, tag in (("w:rPrDefault", qn("w:rPr")), ("w:pPrDefault", qn("w:pPr")))
        }
        self._theme: dict[str, Colour] = {}
        self._symbol_fonts: set[str] = set()
        for part in package.document.part.package.iter_parts():
            if part.content_type == _THEME:
                self._theme = dict(_theme_colours(part.blob))
            elif part.content_type == _FONTS:
                self._symbol_fonts |= set(_symbol_fonts(part.blob))
        self._chains: dict[tuple[str | None, str], tuple[Any, ...]] = {}
        self._levels: dict[tuple[str | None, str, str], Level] = {}

    def _chain(self, style_id: str | None, kind: str) -> tuple[Any, ...]:
        """The style and those it is based on."""
        if (style_id, kind) not in self._chains:
            style = self._styles.get(style_id) if style_id else self._default.get(kind)
            found: list[Any] = []
            while style is not None and style not in found:
                found.append(style)
                based = style.find(qn("w:basedOn"))
                style = self._styles.get(based.get(qn("w:val"))) if based is not None else None
            self._chains[style_id, kind] = tuple(found)
        return self._chains[style_id, kind]

    def _styled(self, style_id: str | None, kind: str, name: str) -> Level:
        """What a style says with all that it is based on."""
        key = (style_id, kind, name)
        if key not in self._levels:
            merged: Level = {}
            for style in reversed(self._chain(style_id, kind)):
                merged.update(_level(style.find(qn(name))))
            self._levels[key] = merged
        return self._levels[key]

    def paragraph(self, paragraph: Any) -> tuple[Level, ...]:
        """Properties of a paragraph, its own first."""
        own = paragraph.find(qn("w:pPr")) if paragraph is not None else None
        styled = self._styled(_style_of(own, "w:pStyle"), "paragraph", "w:pPr")
        return _level(own), styled, self._defaults[qn("w:pPr")]

    def of(self, run: Any) -> Look:
        paragraph = next(run.iterancestors(P), None)
        own = run.find(qn("w:rPr"))
        layout = paragraph.find(qn("w:pPr")) if paragraph is not None else None
        table = next(run.iterancestors(TBL), None)
        table_style = _style_of(table.find(qn("w:tblPr")), "w:tblStyle") if table is not None else None
        styles = (
            self._styled(_style_of(own, "w:rStyle"), "character", "w:rPr"),
            self._styled(_style_of(layout, "w:pStyle"), "paragraph", "w:rPr"),
            *((self._styled(table_style, "table", "w:rPr"),) if table is not None else ()),
            self._defaults[qn("w:rPr")],
        )
        tables = self._chain(table_style, "table") if table is not None else ()
        return Look(_level(own), styles, self.paragraph(paragraph), tuple(self._shadings(run, tables)))

    def _shadings(self, run: Any, styles: tuple[Any, ...]) -> Iterator[Any]:
        for parent in run.iterancestors(TC, TBL):
            properties = parent.find(qn("w:tcPr") if parent.tag == TC else qn("w:tblPr"))
            shading = properties.find(qn("w:shd")) if properties is not None else None
            if shading is not None:
                yield shading
        for style in styles:
            for name in ("w:tcPr", "w:tblPr"):
                shading = style.find(f"{qn(name)}/{qn('w:shd')}")
                if shading is not None:
                    yield shading

    # colours

    def is_lost(self, look: Look) -> bool:
        """Whether letters have as good as the colour of what they stand on."""
        colour = self._colour(look.of("w:color"), "w:val", "w:theme")
        return colour is not None and _contrast(colour, self._behind(look)) < _SEEN_FROM

    def _behind(self, look: Look) -> Colour:
        mark = look.of("w:highlight")
        if mark is not None and (name := mark.get(qn("w:val")) or "none") in _HIGHLIGHTS:
            return _hex(_HIGHLIGHTS[name]) or _WHITE
        paragraphs = (given.get(qn("w:shd")) for given in look.paragraph)
        for shading in (look.of("w:shd"), *paragraphs, *look.around):
            if shading is not None and (colour := self._filled(shading)) is not None:
                return colour
        return _WHITE

    def _filled(self, shading: Any) -> Colour | None:
        if shading.get(qn("w:val")) in ("solid",):
            return self._colour(shading, "w:color", "w:theme") or (0, 0, 0)
        return self._colour(shading, "w:fill", "w:themeFill")

    def _colour(self, element: Any | None, name: str, theme: str) -> Colour | None:
        if element is None:
            return None
        themed = element.get(qn(f"{theme}Color" if theme == "w:theme" else theme))
        found = self._theme.get(_THEME_NAMES.get(themed, themed)) if themed else None
        if found is None:
            return _hex(element.get(qn(name)) or "")
        shade, tint = (element.get(qn(f"{theme}{kind}")) for kind in ("Shade", "Tint"))
        if shade and (part := _share(shade)) is not None:
            found = _mixed(found, (0, 0, 0), part)
        if tint and (part := _share(tint)) is not None:
            found = _mixed(found, _WHITE, part)
        return found

    def in_symbols(self, look: Look) -> bool:
        """Whether a font that has pictures for letters draws the text."""
        fonts = look.of("w:rFonts")
        names = (
            [(fonts.get(qn(f"w:{name}")) or "").casefold() for name in ("ascii", "hAnsi")] if fonts is not None else []
        )
        return any(name.startswith(_SYMBOLS) or name in self._symbol_fonts for name in names if name)


def _level(properties: Any | None) -> Level:
    return {} if properties is None else {child.tag: child for child in properties}


def _style_of(properties: Any | None, name: str) -> str | None:
    found = properties.find(qn(name)) if properties is not None else None
    return None if found is None else found.get(qn("w:val"))


def _theme_colours(blob: bytes) -> Iterator[tuple[str, Colour]]:
    for scheme in _parsed(blob).iter(f"{_A}clrScheme"):
        for entry in scheme:
            for given in entry:
                colour = _hex(given.get("lastClr") or given.get("val") or "")
                if colour is not None:
                    yield etree.QName(entry).localname, colour


def _symbol_fonts(blob: bytes) -> Iterator[str]:
    for font in _parsed(blob).iter(qn("w:font")):
        charset = font.find(qn("w:charset"))
        if charset is not None and charset.get(qn("w:val")) == "02":
            yield (font.get(qn("w:name")) or "").casefold()


def _parsed(blob: bytes) -> Any:
    try:
        return etree.fromstring(blob, etree.XMLParser(resolve_entities=False, no_network=True))
    except etree.XMLSyntaxError:
        return etree.Element("none")


def _hex(text: str) -> Colour | None:
    try:
        return (int(text[0:2], 16), int(text[2:4], 16), int(text[4:6], 16)) if len(text) == 6 else None
    except ValueError:
        return None


def _share(text: str) -> float | None:
    try:
        return int(text, 16) / 255
    except ValueError:
        return None


def _mixed(colour: Colour, other: Colour, part: float) -> Colour:
    red, green, blue = (round(mine * part + theirs * (1 - part)) for mine, theirs in zip(colour, other, strict=True))
    return red, green, blue


def _contrast(one: Colour, other: Colour) -> float:
    low, high = sorted((_light(one), _light(other)))
    return (high + 0.05) / (low + 0.05)


def _light(colour: Colour) -> float:
    shares = [value / 255 for value in colour]
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in shares)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
