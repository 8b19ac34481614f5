"""Passages in, passages found again: embedders, the store of a case, reference collections, fusion."""
