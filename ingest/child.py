"""The other end of ``ingest.workers``: a process that runs one generator at a time and sends what it yields as JSON.

Started as ``python -m ingest.child FD``. The parent never unpickles what comes from here: a document that takes this
process over gains JSON that the parent validates, and nothing else.
"""

import contextlib
import gc
import importlib
import json
import os
import pickle
import resource
import sys
from collections.abc import Callable, Iterable
from multiprocessing.connection import Connection
from typing import Any

from evidence.errors import LastroError

ITEM, DONE, FAILED, READY = b"i", b"d", b"f", b"r"


def main(descriptor: int) -> None:
    connection = Connection(descriptor)
    setup = pickle.loads(connection.recv_bytes())  # noqa: S301 - from our own parent
    sys.path[:] = setup["path"]
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    gc.set_threshold(100_000, 20, 20)  # a page is thousands of small objects without cycles; the default costs a third
    _limit_memory(setup["memory_mb"])
    connection.send_bytes(READY)
    while True:
        try:
            request = connection.recv_bytes()
        except EOFError:
            return
        if not _answer(connection, request, setup):
            return


def _limit_memory(megabytes: int) -> None:
    """What the program itself takes by now is free; pages may take so much more."""
    limit = virtual_memory() + megabytes * 2**20
    resource.setrlimit(resource.RLIMIT_AS, (limit, resource.getrlimit(resource.RLIMIT_AS)[1]))


def _import(modules: Iterable[str], megabytes: int) -> None:
    missing = [module for module in modules if module not in sys.modules]
    if missing:
        hard = resource.getrlimit(resource.RLIMIT_AS)[1]
        resource.setrlimit(resource.RLIMIT_AS, (hard, hard))
        for module in missing:
            importlib.import_module(module)
        _limit_memory(megabytes)


def _answer(connection: Connection, request: bytes, setup: dict[str, Any]) -> bool:
    """Run one request to its end; False where this process should not be used again."""
    try:
        needs, call = pickle.loads(request)  # noqa: S301 - from our own parent
        _import(needs, setup["memory_mb"])
        function, args, kwargs = pickle.loads(call)  # noqa: S301 - as above
        connection.send_bytes(READY)
        _run(connection, function, args, kwargs, setup["seconds"])
    except (BrokenPipeError, ConnectionResetError):
        return False  # the parent has stopped listening
    except MemoryError:
        _fail(connection, "out_of_memory", "it needed more memory than one page may take")
        return False
    except LastroError as error:
        _fail(connection, error.code, str(error))
    except RecursionError:
        _fail(connection, "unreadable", "its parts contain one another without end")
        return True
    except Exception as error:  # noqa: BLE001 - the worker border: whatever a parser raises is a value for the parent
        if "out of memory" in str(error).casefold() or "bad_alloc" in str(error):
            _fail(connection, "out_of_memory", "it needed more memory than one page may take")
            return False
        _fail(connection, "unreadable", f"{type(error).__name__}: {error}"[:500])
    else:
        resident = json.dumps({"resident_mb": resident_memory() // 2**20}).encode()
        connection.send_bytes(DONE + resident)
    return True


def _run(
    connection: Connection,
    function: Callable[..., Iterable[Any]],  # whatever the caller of WorkerPool.stream named
    args: tuple[Any, ...],
    kwargs: dict[str, Any],
    seconds: float,
) -> None:
    _allow_cpu(seconds)
    for item in function(*args, **kwargs):
        # most of a page's fields keep their defaults, and the parent is slower at reading than we are at leaving out
        connection.send_bytes(ITEM + item.model_dump_json(exclude_defaults=True).encode())
        _allow_cpu(seconds)


def _allow_cpu(seconds: float) -> None:
    """Our own last resort: should the parent be gone, a loop in native code still ends."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    until = int(used.ru_utime + used.ru_stime + 4 * seconds) + 10
    resource.setrlimit(resource.RLIMIT_CPU, (until, resource.getrlimit(resource.RLIMIT_CPU)[1]))


def _fail(connection: Connection, code: str, message: str) -> None:
    with contextlib.suppress(OSError):
        connection.send_bytes(FAILED + json.dumps({"code": code, "message": message}).encode())


def virtual_memory() -> int:
    """Bytes of address space; 0 where the system does not say."""
    return _statm(0)


def resident_memory() -> int:
    return _statm(1)


def _statm(column: int) -> int:
    try:
        with open("/proc/self/statm", encoding="ascii") as file:  # noqa: PTH123 - runs often
            return int(file.read().split()[column]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 0


if __name__ == "__main__":
    main(int(sys.argv[1]))
