"""A service without its pages: the store and the jobs, until its input ends. Started by test_service_survives_kill.py.

service_child.py SETTINGS_JSON
"""

import json
import sys
from pathlib import Path

from service import logs
from service.jobs.opening import open_jobs
from service.settings import Settings
from service.wiring import open_store


def main() -> None:
    settings = Settings(**json.loads(Path(sys.argv[1]).read_text("utf-8")))
    logs.set_up("info", as_json=True)
    store = open_store(settings)
    jobs = open_jobs(settings, store)
    jobs.start()
    print("started", flush=True)
    sys.stdin.read()
    jobs.stop(10)
    store.close()


if __name__ == "__main__":
    main()
