"""Score the verifier on quotes that somebody else marked: a JSONL file with ``file``, ``quote``, ``expect`` and ``kind``.

    python -m benchmarks.verifier_file --data FOLDER/mutations.jsonl

``file`` is a text file, relative to the JSONL file. Exit status 1 unless every false quote is refused and at most 2 % of
the true ones are.
"""

import argparse
import json
import sys
from collections import Counter
from pathlib import Path

from evidence.pages import Page, PageKind
from evidence.verify import verify


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    given = parser.parse_args()
    pages: dict[str, Page] = {}
    seen: Counter[tuple[str, bool, bool]] = Counter()
    for line in given.data.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        if row["file"] not in pages:
            text = (given.data.parent / row["file"]).read_text(encoding="utf-8")
            pages[row["file"]] = Page(document="0" * 64, number=1, kind=PageKind.FLOW, text=text)
        holds = verify(row["quote"], pages[row["file"]]).holds
        seen[row["kind"], row["expect"], holds] += 1
        if holds != row["expect"]:
            print(f"wrong [{row['kind']}] {row['quote']!r}")
    for kind, expect in sorted({(kind, expect) for kind, expect, _ in seen}):
        right, wrong = seen[kind, expect, expect], seen[kind, expect, not expect]
        print(f"{kind:20} expected {'to hold' if expect else 'refused':8} {right:6} right {wrong:4} wrong")
    accepted = sum(count for (_, expect, holds), count in seen.items() if holds and not expect)
    refused = sum(count for (_, expect, holds), count in seen.items() if expect and not holds)
    true = sum(count for (_, expect, _), count in seen.items() if expect)
    print(
        f"false accepts {accepted} of {seen.total() - true}, false rejects {refused} of {true} ({refused / max(1, true):.2%})"
    )
    return 0 if accepted == 0 and refused <= 0.02 * true else 1


if __name__ == "__main__":
    sys.exit(main())
