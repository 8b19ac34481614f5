"""What a dots.ocr endpoint is asked, and the shape of the request. Pinned by tests: each change is a change of engine.

The wording is ours; the names of the categories and of the answer's keys are the model's own. The wording that the
weights were trained with may read better: whoever has it puts it in a file and names it in ``dots.prompt_file``.

The picture comes before the text and the text begins with the model's own picture marks: with the template that the
weights ship with, a server leaves out the role marks for a message of several parts, and one page in five is made up.
"""

IMAGE_MARKS = "<|img|><|imgpad|><|endofimg|>"
PROMPT = """Find every layout element of this page image and return all of them as one JSON array, in the order in \
which a person reads the page.

Each element is an object with these keys:
- "bbox": [x1, y1, x2, y2], pixels of the image;
- "category": Caption, Footnote, Formula, List-item, Page-footer, Page-header, Picture, Section-header, Table, Text or Title;
- "text": what is printed inside the box. A Picture has no "text".

Write a Table as HTML, a Formula as LaTeX, everything else as Markdown. Copy the letters and digits that are printed; \
translate nothing, correct nothing, leave nothing out. Return the JSON and nothing else.
"""
TEMPERATURE = 0.1
TOP_P = 0.9
PATCH = 28
"""Pixels: sides of the picture that the model sees are multiples of this."""
LEAST_PIXELS = 3136
