"""Milvus filter expressions. Filter templates do not work in milvus-lite, so every expression is written here."""

_ESCAPES = str.maketrans({"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r", "\t": "\\t"})


def equals(field: str, value: str) -> str:
    """Raises ValueError for a control character, which the expression language cannot write."""
    literal = value.translate(_ESCAPES)
    if any(char < " " for char in literal):
        raise ValueError(f"{value!r} holds a control character and cannot be a stored key")
    return f'{field} == "{literal}"'


def anything(key: str) -> str:
    """True of every row: an empty filter needs a limit on a server."""
    return f'{key} != ""'
