"""The ``lastro`` command. Only typer is imported here: ``lastro --help`` must answer at once.

Exit codes: 0 done, 1 findings need review, 2 usage, 3 input refused, 4 a service is missing, 5 a fault of ours, 130 stopped
by the person. docs/cli.md says what each command means by them.
"""

import errno
import os
import sys
from typing import NoReturn

import typer

from service.cli import audit, case, checks, evaluate, fill, reference, review, serve, show, template, user, worker

os.environ.setdefault("LANGGRAPH_STRICT_MSGPACK", "true")  # read when langgraph is imported; see docs/security.md

app = typer.Typer(
    name="lastro",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    help="Turn a case's documents into statements a person can rely on: every value with a verified quote.",
)
app.command("demo")(fill.demo)
app.command("fill")(fill.fill)
app.command("ingest")(fill.ingest)
app.command("review")(review.review)
app.command("search")(fill.search)
app.command("worker")(worker.worker)
app.command("verify")(checks.verify)
app.command("doctor")(checks.doctor)
app.command("serve")(serve.serve)
app.command("eval")(evaluate.evaluate)
app.add_typer(case.app, name="case")
app.add_typer(template.app, name="template")
app.add_typer(reference.app, name="reference")
app.add_typer(user.app, name="user")
app.add_typer(audit.app, name="audit")
app.add_typer(checks.models_app, name="models")
app.add_typer(checks.docs_app, name="docs")


_MACHINE = frozenset(
    {errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EIO, errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.EAGAIN}
)
"""Errors of the machine: the same command may go through when it is mended. All others are about the file that was given."""


def main() -> None:
    import gc
    import resource
    import signal

    from evidence.errors import InputRefused, LastroError, ServiceMissing, StoreUnavailable

    gc.set_threshold(
        100_000, 20, 20
    )  # pages are many small values that live long; scanning them over and over doubles the time
    os.umask(0o077)  # pages, index and database hold confidential text: their owner's alone to read
    resource.setrlimit(
        resource.RLIMIT_CORE, (0, 0)
    )  # memory holds text and, for a while, passwords; children inherit it
    # asked to end, it says what is kept and how to go on, as for Ctrl-C; the service and workers set handlers of their own
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        app()
    except LastroError as error:  # the one place where errors meet the person
        _end(error.exit_code, str(error), code=error.code)
    except KeyboardInterrupt:
        show.note("lastro: stopped; finished pages and fields are kept")
        sys.exit(130)
    except BrokenPipeError:
        sys.exit(0)
    except OSError as error:
        is_machine = error.errno in _MACHINE
        code = ServiceMissing.code if is_machine else InputRefused.code
        _end(ServiceMissing.exit_code if is_machine else InputRefused.exit_code, _explain(error), code=code)
    except ExceptionGroup as group:  # several fields at once: the first cause speaks for all
        _end(4, _cause(group), code=ServiceMissing.code)
    except Exception as error:  # the border to the person: a traceback only when asked for
        if type(error).__module__.split(".")[0] in ("sqlalchemy", "sqlite3"):
            _end(4, _database(error), code=StoreUnavailable.code)
        if os.environ.get("LASTRO_TRACEBACK"):
            raise
        said = f"a fault of ours, {type(error).__name__}: {error}\nset LASTRO_TRACEBACK=1 and run it again to see where"
        _end(5, said, code=LastroError.code)


def _end(exit_code: int, message: str, *, code: str) -> NoReturn:
    """Words for the person; and for the program that asked for JSON, the same as JSON. Commands print theirs when all is done."""
    show.note(f"lastro: {message}")
    if "--json" in sys.argv:
        show.as_json({"error": {"code": code, "message": message}})
    sys.exit(exit_code)


def _cause(group: ExceptionGroup[Exception]) -> str:
    first: Exception = group
    while isinstance(first, ExceptionGroup):
        first = first.exceptions[0]
    if isinstance(first, OSError):
        return _explain(first)
    if type(first).__module__.split(".")[0] in ("sqlalchemy", "sqlite3"):
        return _database(first)
    return f"{type(first).__name__}: {first}; finished fields are kept, is the disk of LASTRO_HOME full?"


def _database(error: Exception) -> str:
    from service.store_faults import fault_of

    return str(fault_of(error, show.settings().root))


def _explain(error: OSError) -> str:
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return (
            f"the disk is full ({error.filename or 'LASTRO_HOME'}); finished pages and fields are kept: free some space"
        )
    return (
        f"{error.filename or 'a file'}: {error.strerror or error}; check that it is there and may be read and written"
    )


if __name__ == "__main__":
    main()
