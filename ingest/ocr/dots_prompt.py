"""The prompt that dots.ocr was trained with, and the shape of the request. Pinned: a reworded prompt reads worse.

The picture comes before the text and the text begins with the model's own picture marks: with the template that the
weights ship with, a server leaves out the role marks for a message of several parts, and one page in five is made up.
"""

IMAGE_MARKS = "<|img|><|imgpad|><|endofimg|>"
LAYOUT = """Please output the layout information from the PDF image, including each layout element's bbox, its \
category, and the corresponding text content within the bbox.

1. Bbox format: [x1, y1, x2, y2]

2. Layout Categories: The possible categories are ['Caption', 'Footnote', 'Formula', 'List-item', 'Page-footer', \
'Page-header', 'Picture', 'Section-header', 'Table', 'Text', 'Title'].

3. Text Extraction & Formatting Rules:
    - Picture: For the 'Picture' category, the text field should be omitted.
    - Formula: Format its text as LaTeX.
    - Table: Format its text as HTML.
    - All Others (Text, Title, etc.): Format their text as Markdown.

4. Constraints:
    - The output text must be the original text from the image, with no translation.
    - All layout elements must be sorted according to human reading order.

5. Final Output: The entire output must be a single JSON object.
"""
TEMPERATURE = 0.1
TOP_P = 0.9
PATCH = 28
"""Pixels: sides of the picture that the model sees are multiples of this."""
LEAST_PIXELS = 3136
