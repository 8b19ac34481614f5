"""XLSX: every cell that shows something, with its address, its formula and the headings that name it."""

from ingest.xlsx.reader import read_xlsx

__all__ = ["read_xlsx"]
