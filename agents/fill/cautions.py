"""Found, and still worth a look at the page: what the origin of a quote says about it."""

from agents.fill.resolve import Located
from agents.fill.wording import Wording
from evidence.citations import Match
from evidence.locators import CellLocator
from evidence.pages import OriginKind

LOW_CONFIDENCE = 70.0
"""Of 100; below it OCR words are often wrong in a letter."""


def cautions_of(located: Located, wording: Wording) -> tuple[str, ...]:
    said: list[str] = []
    for page, span in located.parts:
        least = page.confidence_of(span)
        if least is not None and least < LOW_CONFIDENCE:
            doubtful = [
                page.text[word.start : word.end]
                for word in page.words_in(span)
                if word.confidence is not None
                and word.confidence < LOW_CONFIDENCE
                and any(character.isdigit() for character in page.text[word.start : word.end])
            ]
            said.append(
                wording.say("low_confidence_digits", words=", ".join(doubtful[:5]))
                if doubtful
                else wording.say("low_confidence", confidence=least)
            )
        origins = {block.origin.kind for block in page.blocks_in(span)}
        if OriginKind.OCR in origins and least is None:
            # a vision model, or a layer that came with the scan: it can write fluently where nothing is to be read
            said.append(wording.say("unmeasured"))
        if OriginKind.INSERTED in origins:
            said.append(wording.say("inserted"))
        if OriginKind.ANNOTATION in origins:
            said.append(wording.say("annotation"))
        formula = _formula(located, page.number)
        if formula:
            said.append(wording.say("stored_by_formula", formula=formula))
    if located.match is Match.OCR_NEAR:
        said.append(wording.say("ocr_near"))
    return tuple(dict.fromkeys(said))


def _formula(located: Located, number: int) -> str | None:
    for page, span in located.parts:
        if page.number != number:
            continue
        locator = page.locator_of(span)
        if isinstance(locator, CellLocator) and locator.formula:
            return locator.formula
        for block in page.blocks_in(span):
            if block.cell is not None and block.cell.formula:
                return block.cell.formula
    return None
