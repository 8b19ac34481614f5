"""What /metrics says, in Prometheus' words. Labels are routes and states: never an id, a name or a text."""

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

from cases.records import RunState
from cases.tallies import Tallies

_SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.2, 0.3, 0.4, 0.6, 1, 2.5, 5, 10, 30)


class Counts:
    """One registry for each application, so that two of them in one process do not count for each other."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self._requests = Counter(
            "lastro_http_requests", "Requests answered", ("method", "route", "status"), registry=self.registry
        )
        self._seconds = Histogram(
            "lastro_http_request_seconds",
            "Time to answer a request",
            ("method", "route"),
            buckets=_SECONDS,
            registry=self.registry,
        )
        self.uploaded_files = Counter("lastro_uploaded_files", "Files taken in", registry=self.registry)
        self.uploaded_bytes = Counter("lastro_uploaded_bytes", "Bytes of files taken in", registry=self.registry)
        self.pictures = Counter(
            "lastro_page_images", "Page images given out: kept, drawn, failed", ("outcome",), registry=self.registry
        )
        self.sign_ins = Counter(
            "lastro_sign_ins", "Sign-ins: done, refused, limited", ("outcome",), registry=self.registry
        )
        self.listeners = Gauge("lastro_event_listeners", "Open event streams", registry=self.registry)
        self.cases = Gauge("lastro_cases", "Cases kept", registry=self.registry)
        self.runs = Gauge("lastro_runs", "Runs by state", ("state",), registry=self.registry)
        self.jobs = Gauge("lastro_jobs", "Jobs by kind and state", ("kind", "state"), registry=self.registry)

    def take(self, held: Tallies) -> None:
        """What is kept now. A state that nothing is in any more is said to be 0."""
        self.cases.set(held.cases)
        for state in RunState:
            self.runs.labels(state.value).set(held.runs.get(state, 0))
        self.jobs.clear()
        for (kind, progress), count in held.jobs.items():
            self.jobs.labels(kind, progress).set(count)

    def answered(self, method: str, route: str, *, status: int, seconds: float) -> None:
        known = method if method in ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS") else "other"
        self._requests.labels(known, route, str(status)).inc()
        self._seconds.labels(known, route).observe(seconds)
