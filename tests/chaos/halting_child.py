"""Does one job as a worker does, and stands still at a named step until it is killed; started by test_killed_at_each_step.py.

halting_child.py SETTINGS_JSON KIND PAYLOAD_JSON STEP      STEP ``none``: to the end
"""

import importlib
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from cases.records import RunState
from service.jobs.stopping import Stopping
from service.jobs.work import work_of
from service.settings import Settings
from service.wiring import open_store

STEPS = {
    "found noted": ("cases.deletions", "Deletions._note_found", "after"),
    "files not yet": ("cases.vault", "FileVault.remove_all", "before"),
    "file not yet": ("cases.vault", "FileVault.remove", "before"),
    "rows of the case in an open transaction": ("cases.deletions", "_remove_case_rows", "after"),
    "rows of the file in an open transaction": ("cases.deletions", "_remove_file_rows", "after"),
    "receipt not yet": ("cases.deletions", "Deletions._close", "before"),
    "report not yet": ("service.reviewed", "render_reviewed", "before"),
    "report written, trace not yet": ("service.filling", "write_whole", "before"),
    "trace written": ("service.filling", "write_whole", "after"),
    "done not said": ("cases.runs", "RunFindings.advance", "before"),
}


def halt(step: str) -> None:
    module_name, path, when = STEPS[step]
    owner: Any = importlib.import_module(module_name)
    *holders, name = path.split(".")
    for holder in holders:
        owner = getattr(owner, holder)
    real: Callable[..., Any] = getattr(owner, name)

    def halted(*args: Any, **named: Any) -> Any:
        if name == "advance" and RunState.DONE not in args:
            return real(*args, **named)
        if when == "after":
            real(*args, **named)
        print("here", flush=True)
        sys.stdin.read()
        raise AssertionError("it was to be killed")

    setattr(owner, name, halted)


def main() -> None:
    settings = Settings(**json.loads(Path(sys.argv[1]).read_text("utf-8")))
    if sys.argv[4] != "none":
        halt(sys.argv[4])
    store = open_store(settings)
    work_of(sys.argv[2])(settings, store, json.loads(sys.argv[3]), Stopping())
    store.close()


if __name__ == "__main__":
    main()
