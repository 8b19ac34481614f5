"""Which files wait for their password."""

from evidence.pages import Document

LOCKED = frozenset({"password_needed", "wrong_password"})
"""Codes of the Problem of a file that a password would open."""


def lacks_password(document: Document) -> bool:
    return any(problem.code in LOCKED for problem in document.problems)
