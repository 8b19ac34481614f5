"""Text is marked on the picture of a page, by hand."""

from typing import Any


def show_words(page: Any) -> None:
    page.keyboard.press("s")
    page.wait_for_selector("svg.words rect")


def mark_quote(page: Any) -> list[str]:
    """Drags from the first word of the quote that is shown to its last one; the quote's words."""
    show_words(page)
    quote: list[str] = page.inner_text(".source .quote").split()
    index: int = page.evaluate(
        """async () => {
          const sheet = document.querySelector('[data-sheet]').dataset;
          const base = `/api/v1/cases/${sheet.case}/files/${sheet.sha256}/pages/${sheet.number}`;
          const words = await (await fetch(base + '/words')).json();
          const [start] = document.querySelector('[data-sheet]').dataset.mark.split('-').map(Number);
          return words.findIndex((word) => word[4] >= start);
        }"""
    )
    page.locator("svg.words rect").nth(index).scroll_into_view_if_needed()
    _drag(page, index, index + len(quote) - 1)
    return quote


def _drag(page: Any, first: int, last: int) -> None:
    boxes = [page.locator("svg.words rect").nth(index).bounding_box() for index in (first, last)]
    page.mouse.move(boxes[0]["x"] + 3, boxes[0]["y"] + boxes[0]["height"] / 2)
    page.mouse.down()
    page.mouse.move(boxes[1]["x"] + boxes[1]["width"] - 3, boxes[1]["y"] + boxes[1]["height"] / 2, steps=5)
    page.mouse.up()
