"""Does a cited line speak of what was asked? A small model invents when the page is silent; code asks first."""

import re
from collections.abc import Sequence
from functools import lru_cache

from agents.steps import Line
from evidence.fields import Field
from evidence.folding import fold

_WORD = re.compile(r"[^\W\d_]{3,}")
_STEM = 5
"""Letters compared: enough to tell words apart, few enough to survive inflection in all five languages."""
_COMMON = frozenset(
    "what which when where whom whose does have been this that there their with from into about many much long "
    "какой какая какое какие каков какова каковы когда кто что где чей сколько этот была было были есть для или "
    "qual quais quando quem onde quanto quanta quantos como para pela pelo esta este essa esse "
    "qaysi qachon kim nima qayer qancha necha uchun bilan қайси қачон ким нима қанча учун билан".split()
)


def is_about(field: Field, *, cited: Sequence[Line], around: Sequence[Line]) -> bool:
    """Whether a whole label, or most of the question's own words, stand in the cited lines or their headings.

    A label may also stand in the line before or after: forms are printed in two rows.
    """
    if not cited:
        return False
    near = _stems(" ".join(f"{line.context} {line.text}" for line in cited))
    wide = near | _stems(" ".join(line.text for line in around))
    for label in field.labels:
        wanted = _stems(label)
        if wanted and wanted <= wide:
            return True
    asked = _stems(field.question)
    return not asked or len(asked & near) * 3 >= len(asked) * 2


@lru_cache(maxsize=4096)
def _stems(text: str) -> frozenset[str]:
    words = _WORD.findall(fold(text).key.casefold())
    return frozenset(word[:_STEM] for word in words if word not in _COMMON)
