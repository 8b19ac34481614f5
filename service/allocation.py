"""How the C library hands out memory to a process with many threads."""

import ctypes
import sys

_ARENA_MAX = -8
"""``M_ARENA_MAX`` of malloc.h."""
_ARENAS = 2


def keep_few_arenas() -> None:
    """Before threads are started. glibc gives threads up to eight arenas a core, and what is freed in one is of no use to the
    others: the process grows for hours. The interpreter lets one thread allocate at a time, so two arenas hold up nobody."""
    if sys.platform != "linux":
        return
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)  # other C libraries have no arenas
    if mallopt is not None:
        mallopt(_ARENA_MAX, _ARENAS)
