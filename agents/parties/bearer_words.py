"""What labels and headings in Portuguese, English and Spanish say about whose a name or a number is."""

import re
from enum import Enum, auto
from functools import lru_cache
from pathlib import Path
from typing import Any

import yaml

from agents.parties.bearer_names import plain_letters

_WORD = re.compile(r"[^\W\d_]+")
_LONGEST_LABEL = 9
"""Words."""
_ORGANISATION = re.compile(
    r"(?<!\w)(?:llc|l\.l\.c|inc|corp|corporation|ltd|ltda|limited|company|co|s\.?/?a|gmbh|plc|llp|university|universidade|universidad"
    r"|college|institute|instituto|school|escola|colegio|faculdade|hospital|bank|banco|museum|museu|museo|ministry|ministerio"
    r"|department|office|services|consulate|consulado|embassy|embaixada|foundation|fundacao|fundacion|orchestra|orquestra|theatre"
    r"|republica|republic|federativa|estado|states|street|avenue|road|rua|avenida|calle)(?!\w)"
)


class Says(Enum):
    """What a label says of the name beside it."""

    NOTHING = auto()
    OWN = auto()
    PART = auto()
    """Of the own name."""
    RELATIVE = auto()
    BESIDE = auto()
    ALIAS = auto()


class BearerWords:
    def __init__(self, data: dict[str, Any]) -> None:
        self._no_person = frozenset(data["no_person"])
        self._beside = frozenset(data["beside"])
        self._relative = frozenset(data["relative"])
        self._own = frozenset(data["own"])
        self._part = frozenset(data["part"])
        self._alias = frozenset(data["alias"])
        self._fillers = frozenset(data["fillers"])
        self._no_name = frozenset(data["no_name"])
        self._given = frozenset(data["given"].split())
        self.before = re.compile(rf"(?<!\w)(?:{'|'.join(data['before'])})[.,:]?\s+\Z", re.IGNORECASE)
        self.behind = re.compile(rf"[, (]*(?:{'|'.join(data['behind'])})", re.IGNORECASE)
        self.no_name_before = re.compile(rf"(?<!\w)(?:{'|'.join(data['not_names'])})\.?\s+\Z", re.IGNORECASE)
        self._subject = frozenset(data["subject"])
        self._couple = frozenset(data["couple"])
        self.speaker = re.compile(data["speaker"])
        self.vouches = re.compile(data["vouches"], re.IGNORECASE)
        self._child_of = re.compile(
            rf"(?<!\w)(?:{'|'.join(data['child_of'])})\s*:?\s*(?P<rest>[^.;:\n\t]*)\Z", re.IGNORECASE
        )

    def says(self, label: str) -> Says:
        """``Nome do cônjuge``, ``Last/Surname``, ``Employee's name``; NOTHING where it is no label of a person."""
        words = _WORD.findall(plain_letters(label))
        if not words or len(words) > _LONGEST_LABEL:
            return Says.NOTHING
        said = set(words)
        if said & self._no_person:
            return Says.NOTHING
        if said & self._alias:
            return Says.ALIAS if said & self._own else Says.NOTHING
        known = self._own | self._part | self._fillers | self._relative | self._beside
        if said & self._beside and len(words) <= _SHORT:
            return Says.BESIDE
        if said - known and not _names_somebody(words, self._own):
            return Says.NOTHING
        if said & self._relative:
            return Says.RELATIVE
        if said & self._part:
            return Says.PART
        return Says.OWN if said & self._own else Says.NOTHING

    def names_subject(self, label: str) -> bool:
        """``Beneficiary``, ``Principal``: whose case it is."""
        return bool(set(_WORD.findall(plain_letters(label))) & self._subject)

    def is_of_couple(self, label: str) -> bool:
        """``Date of marriage``: whichever of the two is named last before it."""
        return bool(set(_WORD.findall(plain_letters(label))) & self._couple)

    def is_of_relative(self, label: str) -> bool:
        """``CPF do cônjuge``, ``Mother's date of birth``: whose the number beside it is, when the label itself tells."""
        return bool(set(_WORD.findall(plain_letters(label))) & (self._relative | _KIN))

    def is_bare_name(self, label: str) -> bool:
        """``Full name``, ``Nome do titular``: whoever the paper is of."""
        words = set(_WORD.findall(plain_letters(label)))
        return bool(words & _NAME) and words <= _NAME | _HOLDER | self._part | self._fillers

    def speaks_of_kin(self, text: str) -> bool:
        """Whether relatives or those who marry are spoken of anywhere in it."""
        return bool(set(_WORD.findall(plain_letters(text))) & (self._relative | _KIN | self._couple | _MARRYING))

    def speaks_of_relative(self, heading: str) -> bool:
        return bool(set(_WORD.findall(plain_letters(heading))) & self._relative)

    def is_relation(self, cell: str) -> bool:
        """``Son``, ``Cônjuge``: a cell that says nothing else."""
        words = _WORD.findall(plain_letters(cell))
        return (
            0 < len(words) <= 2
            and words[0] in self._relative | _KIN
            and set(words) <= self._relative | _KIN | self._fillers
        )

    def may_be_a_name(self, run: str) -> bool:
        words = _WORD.findall(plain_letters(run))
        if not any(len(word) > 1 for word in words) or _ORGANISATION.search(plain_letters(run)):
            return False
        return not set(words) & self._no_name and self.says(run) in (Says.NOTHING, Says.ALIAS)

    def begins_as_a_name(self, run: str) -> bool:
        """Whether a common given name is its first word, or its second in a name written with the surname first."""
        words = _WORD.findall(plain_letters(run))
        _, comma, behind = run.partition(",")
        first = _WORD.findall(plain_letters(behind))[:1] if comma else words[:1]
        return bool(set(first) & self._given) or (run.isupper() and bool(set(words) & self._given))

    def is_child_of(self, sentence: str) -> bool:
        """Whether a name behind these words is a parent's or a witness's: ``filha de Antônio e de`` …"""
        match = self._child_of.search(sentence)
        if match is None:
            return False
        rest = match["rest"]
        return not re.search(
            r"[a-zß-öø-ÿ]{3,}", re.sub(r"[A-ZÀ-ÖØ-Þ][\w’'-]*|(?<!\w)(?:and|dos|das|del|don|doña)(?!\w)", "", rest)
        )


_SHORT = 5
_NAME = frozenset("name names nome nomes nombre nombres surname surnames sobrenome apellido apellidos".split())
_HOLDER = frozenset("titular holder bearer portador portadora applicant requerente solicitante".split())
_MARRYING = frozenset(
    "nubente nubentes contraente contraentes contrayente contrayentes noivo noiva bride groom casados married marital "
    "matrimonial family familia parentesco relationship filiacao".split()
)
_OF_NAMES = re.compile(r"[A-ZÀ-ÖØ-Þ][\w’'-]*|(?<!\w)(?:and|dos|das|del|don|doña)(?!\w)")
_SMALL_WORD = re.compile(r"[a-zß-öø-ÿ]{3,}")
_OF = frozenset("of do da de del dos das completo completa".split())
_KIN = frozenset(
    "father mother parent parents pai mae padre madre genitor genitora grandfather grandmother avo witness testemunha testigo "
    "supervisor translator tradutor declarante contraparte parceiro".split()
)


def _names_somebody(words: list[str], own: frozenset[str]) -> bool:
    """``Nome da contraente``, ``Name of graduate``: a name of whoever the label says, be the word unknown."""
    return (
        words[0] in own
        and len(words) > 1
        and words[1] in {"of", "do", "da", "de", "del", "dos", "das", "completo", "completa"}
    )


@lru_cache(maxsize=1)
def bearer_words() -> BearerWords:
    return BearerWords(yaml.safe_load(Path(__file__).with_name("bearers.yaml").read_text(encoding="utf-8")))
