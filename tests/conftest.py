"""No test reaches the network; data beside the checkout is found here and nowhere else."""

import os
import shutil
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

os.environ.setdefault("LANGGRAPH_STRICT_MSGPACK", "true")
os.environ.setdefault("OMP_THREAD_LIMIT", "1")
for variable in ("LANGSMITH_TRACING", "LANGCHAIN_TRACING_V2"):
    os.environ[variable] = "false"
for variable in ("HF_HUB_OFFLINE", "TRANSFORMERS_OFFLINE"):
    os.environ[variable] = "1"

LOOPBACK = {"127.0.0.1", "::1", "localhost", "0.0.0.0", ""}  # compared with, never bound to


@pytest.fixture(autouse=True)
def _no_network(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    connect, look_up = socket.socket.connect, socket.getaddrinfo

    def guarded_connect(self: socket.socket, address: object) -> None:
        if isinstance(address, tuple) and address[0] not in LOOPBACK:
            raise AssertionError(f"a test tried to reach {address[0]!r}")
        connect(self, address)  # type: ignore[arg-type]

    def guarded_look_up(host: object, *rest: object, **more: object) -> object:
        name = host.decode() if isinstance(host, bytes) else host
        if name is not None and name not in LOOPBACK:
            raise AssertionError(f"a test tried to look up {name!r}")
        return look_up(host, *rest, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(socket.socket, "connect", guarded_connect)
    monkeypatch.setattr(socket, "getaddrinfo", guarded_look_up)
    yield


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """Development data that never enters the repository; tests that need it skip where it is absent."""
    place = Path(os.environ.get("LASTRO_SHARED", Path(__file__).parents[2] / "shared")) / "data"
    if not place.is_dir():
        pytest.skip("no development data beside the checkout")
    return place


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run on several cores, a file's tests stay together: they share what is made once for the file."""
    for item in items:
        item.add_marker(pytest.mark.xdist_group(str(item.path)))


def pytest_runtest_setup(item: pytest.Item) -> None:
    for marker, program in (
        ("needs_tesseract", "tesseract"),
        ("needs_bubblewrap", "bwrap"),
        ("needs_libreoffice", "soffice"),
    ):
        if item.get_closest_marker(marker) and shutil.which(program) is None:
            pytest.skip(f"{program} is not installed")
    if item.get_closest_marker("needs_vllm") and not os.environ.get("LASTRO_TEST_VLLM"):
        pytest.skip("no vLLM is running; make test-vllm starts one")
    if item.get_closest_marker("needs_postgres") and not os.environ.get("LASTRO_TEST_POSTGRES"):
        pytest.skip("NO POSTGRESQL: half of the store is untested; deploy/postgres-for-tests.sh starts one")
    if item.get_closest_marker("needs_milvus_server") and not os.environ.get("LASTRO_TEST_MILVUS"):
        pytest.skip(
            "NO MILVUS SERVER: the index is tested in memory and on milvus-lite; LASTRO_TEST_MILVUS names a server"
        )
    if item.get_closest_marker("needs_model") and not os.environ.get("LASTRO_TEST_MODEL"):
        pytest.skip("no model is being served; make demo-llm starts one")
