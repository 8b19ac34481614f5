"""A case whose documents have one page each, from their texts."""

from evidence.memory import MemoryPages
from evidence.pages import Document, Page, PageKind


def case(*texts: str) -> MemoryPages:
    shas = [f"{number:x}" * 64 for number in range(1, len(texts) + 1)]
    return MemoryPages(
        [Document(sha256=sha, name=f"{sha[0]}.pdf", media_type="application/pdf", page_count=1) for sha in shas],
        [
            Page(document=sha, number=1, kind=PageKind.TEXT, text=text, language="ru")
            for sha, text in zip(shas, texts, strict=True)
        ],
    )
