"""DOCX: the final view of the text in document order, everything else kept apart and marked."""

from ingest.docx.reader import read_docx

__all__ = ["read_docx"]
