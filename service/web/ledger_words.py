"""Words of what is kept about the service itself: the audit, removals, models."""


def _(phrase: str) -> str:
    """Marks a phrase for the catalogue."""
    return phrase


REMOVED = {
    "cases": _("Case"),
    "files": _("Files"),
    "stored_files": _("Files on disk"),
    "pages": _("Pages"),
    "page_states": _("States of pages"),
    "passages": _("Passages for search"),
    "index_files": _("Files of the search index"),
    "page_images": _("Pictures of pages"),
    "runs": _("Runs"),
    "findings": _("Findings"),
    "reviews": _("Decisions"),
    "reports": _("Reports"),
    "checkpoints": _("Intermediate states of runs"),
    "forums": _("Entries on before whom it is pending"),
    "members": _("Memberships"),
    "token_cases": _("Rights of tokens"),
    "jobs": _("Jobs"),
    "events": _("Events"),
}
"""What a removal counts, by the names in its receipt."""
MODEL_ROLES = {
    "embedding": _("search by meaning"),
    "ocr": _("text recognition"),
    "language_model": _("language model"),
}
ACTORS = {
    "system": _("the system"),
    "command line": _("command line"),
    "identity provider": _("identity provider"),
    "nobody": _("nobody signed in"),
}
"""Who acts in the audit and is no user."""
AUDITED = {
    "case.create": _("opened the case"),
    "case.data_class": _("changed the class of data"),
    "case.forum": _("noted before whom it is pending"),
    "case.member": _("changed a member"),
    "case.rename": _("renamed the case"),
    "case.status": _("closed or opened the case"),
    "case.subject": _("said whom it is about"),
    "comment": _("commented"),
    "file.download": _("downloaded a file"),
    "file.password": _("gave a file's password"),
    "removal.begin": _("asked for a removal"),
    "removal.done": _("removed, nothing is left"),
    "removal.incomplete": _("removed, something is left"),
    "report.download": _("downloaded a report"),
    "review.approve": _("approved"),
    "review.ask_again": _("asked again"),
    "review.close": _("finished the review"),
    "review.comment": _("commented"),
    "review.edit": _("edited"),
    "review.reject": _("rejected"),
    "review.undo": _("took back the decision"),
    "run.begin": _("began a run"),
    "run.cancelled": _("the run was cancelled"),
    "run.done": _("the run is finished"),
    "run.failed": _("the run was stopped"),
    "run.finishing": _("the report is written"),
    "run.paused": _("the run waits for its review"),
    "run.queued": _("the run waits to start"),
    "run.running": _("the run reads"),
    "session.begin": _("signed in"),
    "session.end": _("signed out"),
    "session.refuse": _("a sign-in was refused"),
    "skill.add": _("gave a version of a template"),
    "skill.promote": _("put a version to use"),
    "skill.retire": _("took a version out of use"),
    "token.issue": _("issued a token"),
    "token.revoke": _("revoked a token"),
    "user.add": _("added a user"),
    "user.disable": _("closed an account"),
    "user.enable": _("opened an account again"),
    "user.lock": _("the account was locked after wrong passwords"),
    "user.password": _("changed a password"),
    "user.role": _("changed a role"),
    "user.unlock": _("unlocked an account"),
}
AUDITED_THINGS = {
    "address": _("address"),
    "case": _("case"),
    "field": _("field"),
    "file": _("file"),
    "of": _("of"),
    "report": _("template"),
    "run": _("run"),
    "token": _("token"),
    "user": _("user"),
}
"""Words in an audit entry's subject; between them stand ids."""
