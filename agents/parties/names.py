"""Names of companies and people compared across scripts and legal forms, and found in running text as whole names."""

import re
import unicodedata
from functools import lru_cache

from rapidfuzz import fuzz

from evidence.values.transliteration import heard

_SIMILAR = 84.0
"""Of 100: two spellings of one word (``Tekstil``, ``Textile``); every word of the name must reach it."""

_MOST_FURTHER = 3
"""Words of a longer name before its legal form."""
_SHORT = 4
"""Letters up to which words must be the same."""
_LEGAL_FORMS = frozenset(
    """ооо оао зао пао ао чп ип сп нпо гуп тоо оооо мчж аж қк хк ук
    mchj aj qk xk ok dk ooo oao zao ao chp sp
    llc jv ltd limited inc incorporated corp corporation company co llp lp jsc ojsc cjsc plc gmbh ag bv nv sarl srl
    ltda sa eireli me epp cia
    общество ограниченной ответственностью акционерное открытое закрытое частное предприятие совместное компания
    mas'uliyati cheklangan jamiyati jamiyat aksiyadorlik xususiy korxonasi qo'shma масъулияти чекланган жамияти
    акциядорлик аксиядорлик хусусий корхонаси liability joint venture
    stock private enterprise sociedade limitada anonima""".split()
)
_FILLERS = frozenset("с и the of and e de da do".split())
_LATIN = str.maketrans(
    {
        "а": "a", "б": "b", "в": "v", "г": "g", "д": "d", "е": "e", "ё": "e", "ж": "j", "з": "z", "и": "i", "й": "i",
        "к": "k", "л": "l", "м": "m", "н": "n", "о": "o", "п": "p", "р": "r", "с": "s", "т": "t", "у": "u", "ф": "f",
        "х": "h", "ц": "ts", "ч": "ch", "ш": "sh", "щ": "sh", "ъ": "", "ы": "i", "ь": "", "э": "e", "ю": "yu",
        "я": "ya", "ў": "o", "қ": "k", "ғ": "g", "ҳ": "h",
    }
)  # fmt: skip
_SOUNDS = (("kh", "h"), ("ks", "h"), ("x", "h"), ("zh", "j"), ("q", "k"), ("w", "v"), ("y", "i"))
"""Written differently, heard nearly the same: х is x in Uzbek and x is кс in English."""
_WORD = re.compile(r"[^\W_]+(?:['’‘ʻʼ`´][^\W_]+)*")
_QUOTES = re.compile(r"[«»„“”\"″‟〝〞]")
_OPENED = re.compile(r"[«“„\"][^«»“”„\"\n]{0,40}\Z")
_APOSTROPHES = re.compile(r"[ʻʼ‘’`´']")


def core_words(name: str) -> tuple[str, ...]:
    """The words of a name without legal form, in Latin sounds: ``ООО «Садаф Текстиль»`` is ``sadaf tekstil``."""
    words = [word for word in _WORD.findall(_plain(name)) if word not in _LEGAL_FORMS and word not in _FILLERS]
    return tuple(sound for word in words if (sound := _sound(word)))


def same_party(left: str, right: str) -> bool:
    """Whether two spellings may name one company or person; word order is free, a further word is another name."""
    ours, theirs = sorted(core_words(left)), sorted(core_words(right))
    return (
        bool(ours)
        and len(ours) == len(theirs)
        and all(_is_one(mine, other, of=len(ours)) for mine, other in zip(ours, theirs, strict=True))
    )


def _is_one(mine: str, other: str, *, of: int) -> bool:
    """One word in two spellings. In a name of several words its vowels may be heard otherwise: ``Бузсув``, ``Bo‘zsuv``."""
    return fuzz.ratio(mine, other) >= _SIMILAR or _sounds_alike(mine, other, of=of)


def _sounds_alike(mine: str, other: str, *, of: int) -> bool:
    return of > 1 and len(other) > _SHORT and _without_vowels(mine) == _without_vowels(other)


@lru_cache(maxsize=1 << 16)
def _without_vowels(word: str) -> str:
    return heard(word)


def mostly_shared(left: str, right: str) -> bool:
    """Whether more than half of the words of the longer name have their like in the other."""
    ours, theirs = sorted((core_words(left), core_words(right)), key=len)
    shared = sum(any(fuzz.ratio(word, other) >= _SIMILAR for other in ours) for word in theirs)
    return 2 * shared > len(theirs)


def name_spans(text: str, name: tuple[str, ...]) -> list[tuple[int, int]]:
    """Where the core words stand together in the text, be it across a line break or with a legal form between them."""
    heard = [(match, sound) for match in _WORD.finditer(text) if (sound := _heard(match.group())) is not None]
    words, sounds = [match for match, _ in heard], [sound for _, sound in heard]
    found = []
    for at in range(len(sounds) - len(name) + 1) if name else ():
        alike = (
            mine == other or (len(other) > _SHORT and _is_one(mine, other, of=len(name)))
            for mine, other in zip(sounds[at : at + len(name)], name, strict=True)
        )
        if all(alike) and not _is_begun(words, at, at + len(name)):
            found.append((words[at].start(), words[at + len(name) - 1].end()))
    return found


def _is_begun(words: list[re.Match[str]], first: int, end: int) -> bool:
    """Whether the words are the beginning of a longer name: ``«Садаф Текстиль Плюс»``, ``Sadaf Textile Trading LLC``."""
    if end >= len(words) or not _goes_on(words[end - 1], words[end]):
        return False
    if _OPENED.search(words[first].string[: words[first].start()]):
        return True
    last = end
    while last + 1 < len(words) and last - end < _MOST_FURTHER and _goes_on(words[last], words[last + 1]):
        last += 1
    following = _WORD.search(words[last].string, words[last].end())
    between = words[last].string[words[last].end() : following.start()] if following is not None else "?"
    return following is not None and between.strip(" ,") == "" and _plain(following.group()) in _LEGAL_FORMS


@lru_cache(maxsize=1 << 16)
def _heard(word: str) -> str | None:
    plain = _plain(word)
    return None if plain in _LEGAL_FORMS else _sound(plain)


class TextNames:
    """One page's text, ready to be asked for names."""

    def __init__(self, text: str) -> None:
        plain = _QUOTES.sub('"', unicodedata.normalize("NFKC", text))
        self._lines = [
            [(match, _sound(_plain(match.group()))) for match in _WORD.finditer(line)] for line in plain.split("\n")
        ]

    def hold(self, name: tuple[str, ...]) -> bool:
        """Whether the core words stand together as a whole name, not as the beginning of a longer one."""
        return bool(name) and any(self._in_line(line, name) for line in self._lines)

    def _in_line(self, line: list[tuple[re.Match[str], str]], name: tuple[str, ...]) -> bool:
        sounds = [sound for _, sound in line]
        for start in range(len(sounds) - len(name) + 1):
            stands = (
                mine == other or _sounds_alike(mine, other, of=len(name))
                for mine, other in zip(sounds[start : start + len(name)], name, strict=True)
            )
            if not all(stands):
                continue
            following = line[start + len(name)][0] if start + len(name) < len(line) else None
            if following is None or not _goes_on(line[start + len(name) - 1][0], following):
                return True
        return False


def _goes_on(last: re.Match[str], following: re.Match[str]) -> bool:
    """Whether the next word belongs to the same name."""
    between = last.string[last.end() : following.start()]
    if between.strip(" ") not in ("", "-") or between == " - ":
        return False
    word = following.group()
    return word[0].isupper() and _plain(word) not in _LEGAL_FORMS


def _plain(text: str) -> str:
    return _APOSTROPHES.sub("'", unicodedata.normalize("NFKC", text)).casefold()


@lru_cache(maxsize=1 << 16)
def _sound(word: str) -> str:
    sound = word.replace("'", "").translate(_LATIN)
    for written, spoken in _SOUNDS:
        sound = sound.replace(written, spoken)
    return re.sub(r"(.)\1+", r"\1", sound)


def has_legal_form(name: str) -> bool:
    return any(word in _LEGAL_FORMS for word in _WORD.findall(_plain(name)))
