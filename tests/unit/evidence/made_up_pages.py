"""Pages for the tests of verification; every name and number is invented."""

from evidence.pages import Block, Origin, OriginKind, Page, PageKind, Withheld
from evidence.spans import CharSpan

DOCUMENT = "a" * 64


def page(
    *parts: str, number: int = 1, document: str = DOCUMENT, kinds: tuple[OriginKind, ...] = (), withheld: str = ""
) -> Page:
    """One block to a part, joined by line breaks; ``kinds`` are the parts' origins, text layer where they run out."""
    blocks, at = [], 0
    for index, text in enumerate(parts):
        kind = kinds[index] if index < len(kinds) else OriginKind.TEXT_LAYER
        if text:
            blocks.append(Block(span=CharSpan(start=at, end=at + len(text)), origin=Origin(kind=kind)))
        at += len(text) + 1
    hidden = (
        (Withheld(text=withheld, origin=Origin(kind=OriginKind.HIDDEN), reason="white on white"),) if withheld else ()
    )
    return Page(
        document=document,
        number=number,
        kind=PageKind.TEXT,
        text="\n".join(parts),
        blocks=tuple(blocks),
        withheld=hidden,
    )


def scan(*parts: str, number: int = 1) -> Page:
    made = page(*parts, number=number, kinds=(OriginKind.OCR,) * len(parts))
    return made.model_copy(update={"kind": PageKind.SCAN})
