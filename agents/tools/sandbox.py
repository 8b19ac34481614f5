"""Run one read-only program: no network, nothing of this machine but ``/usr`` and the files given, hard limits."""

import shutil
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import IO

from evidence.frozen import Frozen

_NOBODY = "65534"


class SandboxLimits(Frozen):
    wall_seconds: float = 10.0
    cpu_seconds: int = 8
    memory_bytes: int = 1 << 30
    """Address space."""
    output_bytes: int = 200_000
    """Of each of stdout and stderr; the program is ended when it writes more."""


class Ran(Frozen):
    code: int
    """Exit status; negative = the signal that ended it."""
    stdout: bytes
    stderr: bytes
    timed_out: bool = False
    overflowed: bool = False


@lru_cache(maxsize=1)
def why_absent() -> str | None:
    """Why nothing can be run here; None = bubblewrap is there and a trial run worked. Asked once a process."""
    for program in ("bwrap", "prlimit"):
        if shutil.which(program) is None:
            return f"{program} is not installed; `apt-get install bubblewrap util-linux` brings it"
    try:
        trial = run_confined(["true"], files={}, limits=SandboxLimits(wall_seconds=5.0))
    except OSError as problem:
        return f"bubblewrap could not be started: {problem}"
    if trial.code != 0 or trial.timed_out:
        said = trial.stderr.decode(errors="replace").strip().splitlines()
        return (
            f"bubblewrap does not work here ({said[-1] if said else f'exit status {trial.code}'}); "
            "user namespaces may be switched off on this host"
        )
    return None


def run_confined(argv: Sequence[str], *, files: Mapping[str, Path], limits: SandboxLimits | None = None) -> Ran:
    """Run ``argv`` in ``/case``, which holds ``files`` (name there -> path here), read-only."""
    limits = limits or SandboxLimits()
    command = [*_bubblewrap(files), "--", *_prlimit(limits), "--", *argv]
    with tempfile.TemporaryFile() as stdout, tempfile.TemporaryFile() as stderr:
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=stdout, stderr=stderr, close_fds=True)
        timed_out = False
        try:
            process.wait(timeout=limits.wall_seconds)
        except subprocess.TimeoutExpired:
            timed_out = True
        finally:
            # --die-with-parent and the process namespace take everything inside along
            process.kill()
            code = process.wait()
        out, err = _read(stdout, limits), _read(stderr, limits)
    return Ran(
        code=code,
        stdout=out,
        stderr=err,
        timed_out=timed_out,
        overflowed=max(len(out), len(err)) >= limits.output_bytes,
    )


def _read(stream: IO[bytes], limits: SandboxLimits) -> bytes:
    stream.seek(0)
    return stream.read(limits.output_bytes)


def _bubblewrap(files: Mapping[str, Path]) -> list[str]:
    arguments = [shutil.which("bwrap") or "bwrap", "--unshare-all", "--die-with-parent", "--new-session"]
    arguments += ["--cap-drop", "ALL", "--uid", _NOBODY, "--gid", _NOBODY, "--clearenv"]
    for name, value in (("PATH", "/usr/bin"), ("LANG", "C.UTF-8"), ("HOME", "/case"), ("TMPDIR", "/tmp")):
        arguments += ["--setenv", name, value]
    arguments += ["--ro-bind", "/usr", "/usr"]
    for link in ("bin", "lib", "lib64"):
        real = Path("/", link)
        if real.is_symlink():
            arguments += ["--symlink", str(real.readlink()), str(real)]
        elif real.is_dir():
            arguments += ["--ro-bind", str(real), str(real)]
    arguments += ["--dev", "/dev", "--size", str(16 << 20), "--tmpfs", "/tmp", "--dir", "/case"]
    for name, path in files.items():
        arguments += ["--ro-bind", str(path.resolve()), f"/case/{name}"]
    return [*arguments, "--remount-ro", "/", "--chdir", "/case"]


def _prlimit(limits: SandboxLimits) -> list[str]:
    return [
        shutil.which("prlimit") or "prlimit",
        f"--cpu={limits.cpu_seconds}",
        f"--as={limits.memory_bytes}",
        f"--fsize={limits.output_bytes}",
        "--nofile=64",
        "--core=0",
    ]
