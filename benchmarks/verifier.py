"""How often the verifier is wrong: a seeded set of changed and of disguised quotes, values, and the time a whole case takes.

    python -m benchmarks.verifier [--seed 7] [--mutations 8000] [--texts DIR] [--tesseract] [--json out.json]

Exit status 1 when a target is missed: no changed quote or value accepted, at most 2 % of true quotes and values refused,
1,000 quotes found in 1,000 pages in under 2 seconds, folding included.
"""

import argparse
import json
import random
import re
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from benchmarks.verifier_changes import FORMS, MEANINGS, NEGATIONS, ONLY_TEXT_LAYER, misread
from benchmarks.verifier_texts import CURRENCIES, LANGUAGES, MONTHS, SCALES, TERMS, Sentence, page_of
from benchmarks.verifier_values import false_claims, true_claims
from evidence.pages import Block, Origin, OriginKind, Page, PageKind
from evidence.spans import CharSpan
from evidence.support import supports
from evidence.verify import QuoteFinder, verify

DOCUMENT = "0" * 64
MOST_FALSE_REJECTS = 0.02
MOST_SECONDS = 2.0
PER_PAGE = 18


def page(sentences: list[str], number: int, *, ocr: bool) -> Page:
    """One page, a block to each sentence."""
    blocks, parts, at = [], [], 0
    origin = Origin(kind=OriginKind.OCR, engine="noise") if ocr else Origin()
    for text in sentences:
        parts.append(text)
        blocks.append(Block(span=CharSpan(start=at, end=at + len(text)), origin=origin))
        at += len(text) + 1
    kind = PageKind.SCAN if ocr else PageKind.TEXT
    return Page(document=DOCUMENT, number=number, kind=kind, text="\n".join(parts), blocks=tuple(blocks))


def bare(text: str) -> str:
    """For telling whether a change made another sentence of the same page: white space and lone marks do not count."""
    return " ".join(re.sub(r"(?<!\S)[^\w%]+|[,;]+(?=\s)", " ", text).split())


class Score:
    def __init__(self) -> None:
        self.tried: Counter[tuple[str, str]] = Counter()
        self.wrong: Counter[tuple[str, str]] = Counter()
        self.shown: list[str] = []

    def add(self, kind: str, language: str, *, wrong: bool, what: str) -> None:
        self.tried[kind, language] += 1
        if wrong:
            self.wrong[kind, language] += 1
            if len(self.shown) < 12:
                self.shown.append(f"{kind} [{language}] {what}")

    @property
    def share(self) -> float:
        return self.wrong.total() / max(1, self.tried.total())

    def table(self, title: str) -> str:
        languages = sorted({language for _, language in self.tried})
        lines = [f"\n{title}", f"  {'':22}" + "".join(f"{language:>16}" for language in languages) + f"{'all':>16}"]
        for kind in sorted({kind for kind, _ in self.tried}):
            cells = [(self.wrong[kind, one], self.tried[kind, one]) for one in languages]
            cells.append((sum(wrong for wrong, _ in cells), sum(tried for _, tried in cells)))
            lines.append(f"  {kind:22}" + "".join(f"{wrong:>8}/{tried:<7}" for wrong, tried in cells))
        lines.append(f"  all: {self.wrong.total()} of {self.tried.total()} ({self.share:.2%})")
        return "\n".join([*lines, *(f"    {line}" for line in self.shown)])


def sources(rnd: random.Random, texts: Path | None) -> Iterator[tuple[str, list[Sentence]]]:
    """Pages of sentences without end: our own in turn, and with ``--texts`` those of the files, where a folder is a language."""
    files = sorted(texts.rglob("*.txt")) if texts else []
    own = 0
    while True:
        language = LANGUAGES[own % len(LANGUAGES)]
        own += 1
        yield language, page_of(rnd, language, PER_PAGE)
        if files and own % 2 == 0:
            file = rnd.choice(files)
            named = next(
                (part for part in reversed(file.parts) if part.split("-")[0] in ("ru", "uz", "pt", "en")), "en"
            )
            kept = [line.strip() for line in file.read_text(encoding="utf-8").splitlines() if len(line.split()) > 5]
            language = "uz-Latn" if named.startswith("uz") else named[:2]
            if kept and any(re.search(r"\d", line) for line in kept):
                yield language, [Sentence(line, language) for line in dict.fromkeys(kept)]


def changed_quotes(rnd: random.Random, wanted: int, texts: Path | None) -> Score:
    score = Score()
    for number, (language, made) in enumerate(sources(rnd, texts), 1):
        if score.tried.total() >= wanted:
            return score
        ocr = number % 3 == 0
        here = page([one.text for one in made], number, ocr=ocr)
        other = page([one.text for one in page_of(rnd, language, PER_PAGE)], number + 1, ocr=ocr)
        said = {bare(one.text) for one in made}
        for one in made:
            for kind, change in MEANINGS.items():
                if (ocr and kind in ONLY_TEXT_LAYER) or (
                    kind.startswith(("digit", "mark")) and not re.search(r"\d", one.text)
                ):
                    continue
                quote = change(rnd, one)
                if (
                    quote is None
                    or bare(quote) in said
                    or any(bare(quote).rstrip(".") in other for other in said - {bare(one.text)})
                ):
                    continue
                verdict = verify(quote, here)
                score.add(kind, language, wrong=verdict.holds, what=f"{quote!r} for {one.text!r}")
            if one.text not in other.text:
                verdict = verify(one.text, other, neighbours=(here,) if rnd.random() < 0.5 else ())
                score.add("wrong page", language, wrong=verdict.holds, what=one.text)
    return score


def is_free(word: str) -> bool:
    """Whether a word carries no denial, unit or month: what an engine misreads there may be forgiven."""
    guarded = {
        part.strip(".")
        for table in (CURRENCIES, SCALES, TERMS, MONTHS)
        for words in table.values()
        for name in words
        for part in name.split()
    }
    guarded |= set("year people unless человек года году nafar нафар pessoas anos foiz yilgi йилги".split())
    denials = {word.strip() for words in NEGATIONS.values() for word in words}
    return not any(word.startswith(part[:5]) for part in guarded if len(part) > 3) and word not in guarded | denials


def disguised_quotes(rnd: random.Random, wanted: int) -> tuple[Score, Score]:
    """Form on the page's side and on the quote's; and misread print on the page's."""
    forms, noise = Score(), Score()
    for number, (language, made) in enumerate(sources(rnd, None), 1):
        if forms.tried.total() >= wanted:
            return forms, noise
        plain = page([one.text for one in made], number, ocr=False)
        for one in made:
            for kind, change in FORMS.items():
                disguised = change(rnd, one)
                there = verify(one.text, page([*(o.text for o in made if o is not one), disguised], 1, ocr=False))
                back = verify(disguised, plain)
                forms.add(
                    kind,
                    language,
                    wrong=not (there.holds and back.holds),
                    what=f"{disguised!r}: {there.reason or back.reason}",
                )
            for words in (1, 2):
                read = misread(rnd, one, words, is_free)
                if read is not None and len(one.text.split()) >= 5 * words:
                    scan = page([*(o.text for o in made if o is not one), read], 1, ocr=True)
                    verdict = verify(one.text, scan)
                    noise.add(
                        f"{words} words misread", language, wrong=not verdict.holds, what=f"{read!r} for {one.text!r}"
                    )
    return forms, noise


def values(rnd: random.Random, wanted: int) -> tuple[Score, Score]:
    wrong, right = Score(), Score()
    for language, made in sources(rnd, None):
        if wrong.tried.total() >= wanted:
            return wrong, right
        for one in made:
            for field, claim in true_claims(one):
                support = supports(field, claim, one.text, language=language)
                right.add(
                    field.type.value,
                    language,
                    wrong=not support.ok,
                    what=f"{claim!r} in {one.text!r}: {support.reason}",
                )
            for kind, field, claim in false_claims(rnd, one):
                support = supports(field, claim, one.text, language=language)
                wrong.add(f"{field.type.value}: {kind}", language, wrong=support.ok, what=f"{claim!r} in {one.text!r}")
    return wrong, right


def timing(rnd: random.Random) -> tuple[float, int, int]:
    """Processor seconds for 1,000 quotes in a case of 1,000 pages of about 3,000 characters, folding included; quotes found."""
    pages, quotes = [], []
    for number in range(1, 1001):
        language = LANGUAGES[number % len(LANGUAGES)]
        made = [one.text for one in page_of(rnd, language, 24)]
        body = [re.sub(r" (?=\S{4,}$)", "\n", re.sub(r"(.{70,80}) ", r"\1\n", text)) for text in made]
        pages.append(page(body, number, ocr=number % 10 == 0))
        quotes.append(rnd.choice(made))
    size = sum(len(one.text) for one in pages)
    start = time.process_time()
    finder = QuoteFinder(pages)
    located = sum(finder.find(quote).holds for quote in quotes)
    return time.process_time() - start, located, size


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--mutations", type=int, default=8000)
    parser.add_argument("--texts", type=Path, help="a folder of .txt files in folders named ru, uz, pt, en")
    parser.add_argument(
        "--tesseract", action="store_true", help="also print sentences, read them with tesseract and look for them"
    )
    parser.add_argument("--json", type=Path)
    given = parser.parse_args()
    rnd = random.Random(given.seed)
    accepted = changed_quotes(rnd, given.mutations, given.texts)
    forms, noise = disguised_quotes(rnd, given.mutations // 2)
    claims_accepted, claims_refused = values(rnd, given.mutations // 2)
    seconds, located, size = timing(rnd)
    print(accepted.table("Changed quotes ACCEPTED (target 0)"))
    print(forms.table("Disguised true quotes refused (target at most 2 %)"))
    print(noise.table("True quotes refused on a misread page (target at most 2 % with the above)"))
    print(claims_accepted.table("Changed values ACCEPTED (target 0)"))
    print(claims_refused.table("True values refused (target at most 2 %)"))
    print(
        f"\n1,000 quotes in 1,000 pages ({size / 1e6:.1f} M characters): {seconds:.2f} s of one core, {located} located"
    )
    false_rejects = (forms.wrong.total() + noise.wrong.total()) / (forms.tried.total() + noise.tried.total())
    report = {
        "mutations": accepted.tried.total(), "false_accepts": accepted.wrong.total(),
        "true_quotes": forms.tried.total() + noise.tried.total(),
        "false_reject_rate": round(false_rejects, 5), "changed_values": claims_accepted.tried.total(),
        "values_accepted": claims_accepted.wrong.total(), "true_values": claims_refused.tried.total(),
        "values_refused_rate": round(claims_refused.share, 5), "seconds": round(seconds, 3), "located": located,
    }  # fmt: skip
    if given.tesseract:
        from benchmarks.verifier_tesseract import read_and_find

        report["tesseract"] = read_and_find(rnd)
    print(json.dumps(report))
    if given.json:
        given.json.write_text(json.dumps(report, indent=1), encoding="utf-8")
    met = (
        accepted.wrong.total() == 0
        and claims_accepted.wrong.total() == 0
        and max(false_rejects, claims_refused.share) <= MOST_FALSE_REJECTS
        and seconds < MOST_SECONDS
    )
    print("targets met" if met else "TARGETS MISSED")
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())
