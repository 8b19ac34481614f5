"""Cases that last as long as one run: what ``lastro fill`` reads without --case and --title."""

_BEGINNING = "temporary: "


def temporary_title(first_file: str) -> str:
    return f"{_BEGINNING}{first_file}"


def is_temporary(title: str) -> bool:
    return title.startswith(_BEGINNING)
