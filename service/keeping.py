"""Whether what is kept is what was given: files by their sha256, versions of templates by theirs."""

from cases.store import CaseFiles, CaseStore
from cases.vault import sha256_of
from evidence.errors import InputRefused, NotKept


def changed_files(store: CaseStore) -> tuple[str, ...]:
    """One line for each that is not as it was given, or is gone. Reads every kept file once."""
    lines = [line for record in store.list() for line in _of_case(store.open(record.id))]
    for skill in store.skills.list():
        try:
            store.skills.body(skill.kind, skill.name, skill.version)
        except InputRefused as error:
            lines.append(str(error))
    return tuple(lines)


def _of_case(case: CaseFiles) -> list[str]:
    lines = []
    for file in case.files():
        what = f"file {file.name!r} ({file.sha256[:12]}…) of case {case.record.title!r}"
        try:
            if sha256_of(case.vault.path_of(file.sha256)) != file.sha256:
                lines.append(f"{what} was changed after it was given; give it again")
        except NotKept:
            lines.append(f"{what} is gone from the vault; give it again")
        except OSError as error:
            lines.append(f"{what} cannot be read: {error.strerror}")
    return lines
