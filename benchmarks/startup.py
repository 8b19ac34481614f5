"""How soon ``lastro --help`` answers, against a bare interpreter start in the same run.

    python benchmarks/startup.py [--runs 7]

Exits 1 when the median is over 0.3 s.
"""

import argparse
import statistics
import subprocess
import sys
import time
from pathlib import Path

TARGET = 0.3


def timed(command: list[str], runs: int) -> float:
    seconds = []
    for _ in range(runs):
        started = time.perf_counter()
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        seconds.append(time.perf_counter() - started)
    return statistics.median(seconds)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=7)
    runs = parser.parse_args().runs
    bare = timed([sys.executable, "-c", "pass"], runs)
    ours = timed([str(Path(sys.executable).parent / "lastro"), "--help"], runs)
    print(f"lastro --help {ours:.3f} s (target {TARGET}), bare interpreter {bare:.3f} s, ratio {ours / bare:.1f}")
    return 0 if ours <= TARGET else 1


if __name__ == "__main__":
    sys.exit(main())
