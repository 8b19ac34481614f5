"""Texts to vectors. Each module is one engine; none is imported before it is asked for (``index.open``)."""
