"""Codes, states and times in words for the reader. Everything here is a phrase of the catalogue."""

import contextlib
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any

from babel import Locale, UnknownLocaleError
from babel.dates import format_date, format_datetime, format_timedelta
from babel.numbers import format_decimal

from cases.records import DeletionReceipt
from evidence.citations import Citation
from evidence.findings import FoundValue, TypedValue
from evidence.pages import Problem
from render import wordings
from render.display import legal, shown_text
from render.phrases import Phrases
from service.api.advice import ADVICE, Advice
from service.locked import LOCKED
from service.web.ledger_words import ACTORS, AUDITED, AUDITED_THINGS, MODEL_ROLES, REMOVED
from service.web.phrases import Words


def _(phrase: str) -> str:
    """Marks a phrase for the catalogue."""
    return phrase


STATUSES = {
    "found": _("Found"),
    "not_found": _("Not found"),
    "conflict": _("Sources disagree"),
    "failed": _("Failed"),
    "asked": _("Being asked again"),
    "waiting": _("Not processed yet"),
    "analyst": _("For the analyst"),
    "approved": _("Approved"),
    "edited": _("Edited"),
    "rejected": _("Rejected"),
}
RUN_STATES = {
    "queued": _("Waiting to start"),
    "running": _("Reading"),
    "paused": _("In review"),
    "finishing": _("Writing the report"),
    "done": _("Finished"),
    "failed": _("Stopped"),
    "cancelled": _("Cancelled"),
}
PAGE_STATES = {
    "waiting": _("waiting"),
    "read": _("read"),
    "problem": _("read, look at it"),
    "failed": _("could not be read"),
}
FILE_STATES = {"reading": _("Being read"), "read": _("Read"), "removing": _("Being removed")}
ACTIONS = {
    "machine": _("answered"),
    "approve": _("approved"),
    "edit": _("edited"),
    "reject": _("rejected"),
    "ask_again": _("asked again"),
    "comment": _("commented"),
    "undo": _("took back the decision"),
}
ACTS = {
    "approve": _("Approve"),
    "edit": _("Edit"),
    "reject": _("Reject"),
    "ask_again": _("Ask again"),
    "comment": _("Comment"),
    "undo": _("Undo"),
}
FILTERS = {
    "mine": _("Needs me"),
    "all": _("All"),
    "conflict": _("Disagree"),
    "not_found": _("Not found"),
    "found": _("Found"),
    "decided": _("Decided"),
}
MATCHES = {
    "exact": _("word for word"),
    "normalised": _("word for word, layout aside"),
    "ocr_near": _("close to recognised text"),
}
ROLES = {
    "analyst": _("analyst"),
    "reviewer": _("reviewer"),
    "admin": _("administrator"),
    "service": _("program"),
    "reader": _("reader"),
    "owner": _("owner"),
}
DATA_CLASSES = {
    "confidential": _("Confidential"),
    "anonymised": _("Anonymised"),
    "synthetic": _("Synthetic"),
}
TYPES = {
    "text": _("text"),
    "date": _("date"),
    "money": _("amount"),
    "number": _("number"),
    "percent": _("percent"),
    "identifier": _("identifier"),
    "person": _("person"),
    "organisation": _("organisation"),
    "address": _("address"),
    "choice": _("choice"),
    "long_text": _("long text"),
    "table": _("table"),
}
SKILL_STATES = {"draft": _("Draft"), "live": _("Live"), "retired": _("Retired")}
NO_SIGN_IN = {
    "ended": _("The sign-in was cancelled, took too long or was begun in another browser. Begin it again."),
    "role": _("Your organisation gives you no role here. Ask an administrator for a group that has one."),
    "account": _(
        "This account cannot be used here. Ask an administrator: it may be closed, or its login may be taken."
    ),
    "answer": _(
        "The answer of your organisation's sign-in was not accepted. Try again; if it stays, tell an administrator."
    ),
    "unavailable": _("Your organisation's sign-in does not answer. Try again later, or use login and password."),
}
"""Why the identity provider's answer opened nothing; see service/api/oidc.py."""
LOCKS = {
    "password_needed": _("It is encrypted; give its password, and it is read"),
    "wrong_password": _("The password that was given does not open it; give another one"),
}
_TABLES: Mapping[str, Mapping[str, str]] = {
    "ACTORS": ACTORS,
    "AUDITED": AUDITED,
    "AUDITED_THINGS": AUDITED_THINGS,
    "MODEL_ROLES": MODEL_ROLES,
    "REMOVED": REMOVED,
}
_OF_ADDRESSES = {
    "no_such_address": Advice(
        _("There is no such page"), _("Nothing was changed."), _("Check the address, or begin from the cases.")
    ),
    "invalid": Advice(
        _("This address cannot be read"),
        _("Nothing was changed."),
        _("Take away what stands behind “?” in it, or begin from the cases."),
    ),
}
"""Of what is typed into a browser; the API's advice for the same is for programs."""
DEFAULT_SECTION = _("Fields")

SCRIPT = {
    "saved": _("Saved"),
    "approved": _("Approved"),
    "rejected": _("Rejected"),
    "asked": _("The machine answers this field again"),
    "undone": _("The decision is taken back"),
    "commented": _("Comment added"),
    "copied": _("Link copied"),
    "offline": _("The connection is lost. Your work is kept; trying again…"),
    "online": _("Connected again"),
    "failed": _("That did not work"),
    "noneLeft": _("Nothing more needs you in this run"),
    "cited": _("Quote added to the edit"),
    "noWords": _("There is no text on this page that could be selected"),
    "uploading": _("Uploading"),
    "uploaded": _("Uploaded; reading begins"),
    "uploadedOf": _("%(taken)s of %(all)s uploaded; reading begins"),
    "dismiss": _("Dismiss"),
    "uploadFailed": _("Not uploaded"),
    "tooLarge": _("The file is larger than this server takes"),
    "signedOut": _("Your session has ended. Sign in again; nothing that was saved is lost."),
    "confirmRemove": _("Remove this file with its pages and everything found in it? This cannot be undone."),
    "confirmRemoveCase": _("Remove this case with all its files, runs and reports? This cannot be undone."),
    "confirmFinish": _("Finish the review and write the report?"),
    "passwordGiven": _("Password given; the file is read with it"),
    "confirmCancel": _("Cancel this run? What was found so far is kept."),
    "confirmDisable": _("Close this account? Its sessions end at once; what it decided stays on record."),
    "confirmRetire": _("Take this version out of use? Runs that begin from now on use the installed template again."),
    "confirmRetireLast": _(
        "Take this version out of use? The template cannot be run until another version is put to use."
    ),
    "confirmRevoke": _("Revoke this token? Programs that use it are refused from then on."),
    "removed": _("Removed"),
    "removing": _("It is being removed"),
    "receipt": _("Receipt"),
    "fieldDone": _("%(done)s of %(all)s fields"),
    "pageOf": _("page %(page)s of %(all)s"),
    "selected": _("%(count)s characters selected"),
    "fieldAnswered": _("Field answered: %(field)s"),
    "notTheSame": _("The two new passwords are not the same"),
    "undoLabel": _("Undo"),
    "machine": _("Machine"),
    "addValue": _("Add a value"),
    "removeValue": _("Remove this value"),
    "addRow": _("Add a row"),
    "removeRow": _("Remove this row"),
    "cellNeedsQuote": _(
        "“%(value)s” has no quote: put the cursor there and select its text on the page, or choose “My own statement”."
    ),
    "wordMode": _(
        "Select text: drag over the page, or move with the arrow keys and hold Shift to extend. Enter cites it."
    ),
}


def for_scripts(words: Words) -> dict[str, object]:
    advice = {code: [words.get(part) for part in said] for code, said in ADVICE.items()}
    shared = {"action": ACTIONS, "act": ACTS, "match": MATCHES}
    tables = {name: {code: words.get(said) for code, said in table.items()} for name, table in shared.items()}
    return {key: words.get(phrase) for key, phrase in SCRIPT.items()} | tables | {"advice": advice}


def when(at: datetime | None, words: Words) -> str:
    if at is None:
        return "–"
    local = (at if at.tzinfo else at.replace(tzinfo=UTC)).astimezone()
    return str(format_datetime(local, "d MMM y, HH:mm", locale=words.locale))


def ago(at: datetime | None, words: Words) -> str:
    if at is None:
        return "–"
    aware = at if at.tzinfo else at.replace(tzinfo=UTC)
    passed = datetime.now(UTC) - aware
    if passed.total_seconds() < 45:
        return words(_("just now"))
    if passed.days > 6:
        return str(format_date(aware.astimezone(), "d MMM y", locale=words.locale))
    return str(format_timedelta(-passed, add_direction=True, locale=words.locale))


def size_in(words: Words) -> Callable[[int], str]:
    def size(count: int) -> str:
        amount, unit = float(count), "B"
        for unit in ("B", "KB", "MB", "GB"):  # noqa: B007  # the unit where it stopped is the one to show
            if amount < 1024:
                break
            amount /= 1024
        return f"{format_decimal(round(amount, 0 if amount >= 10 or unit == 'B' else 1), locale=words.locale)} {unit}"

    return size


class Said:
    """Called from templates."""

    def __init__(self, words: Words) -> None:
        self._words = words
        self._report = Phrases(words.language)
        self.language = words.language

    def __call__(self, table: str, code: object) -> str:
        """A code of one of the tables above, in words; one that has none speaks for itself."""
        known: Mapping[str, str] = _TABLES[table] if table in _TABLES else globals()[table]
        plain = str(getattr(code, "value", code))
        return self._words(known.get(plain, plain))

    def place(self, citation: Citation) -> str:
        return wordings.place(citation, self._report)

    def origin(self, citation: Citation) -> str:
        return wordings.origin(citation, self._report)

    def match(self, citation: Citation) -> str:
        return wordings.match(citation, self._report)

    def problem(self, problem: Problem) -> str:
        if problem.code in LOCKED:  # its own words are for the command line
            return self("LOCKS", problem.code)
        return wordings.problem(problem, self._report)

    def problem_code(self, code: str) -> str:
        return wordings.code_in_words(code, self._report)

    def value(self, value: TypedValue | FoundValue) -> str:
        plain = value.value if isinstance(value, FoundValue) else value
        with contextlib.suppress(ValueError, ArithmeticError):
            return legal(shown_text(plain, self._report.locale))[0]
        return plain.text

    def number(self, number: Any) -> str:  # int or float, from templates
        return str(format_decimal(number, locale=self._words.locale))

    def percent(self, share: float) -> str:
        return f"{round(100 * share)} %"

    def page(self, number: int) -> str:
        return self._words(_("page %(number)s"), number=number)

    def part(self, number: int) -> str:
        return self._words(_("part %(number)s"), number=number)

    def pages(self, numbers: list[int]) -> str:
        shown = ", ".join(map(str, numbers[:8])) + ("…" if len(numbers) > 8 else "")
        return self.page(numbers[0]) if len(numbers) == 1 else self._words(_("pages %(numbers)s"), numbers=shown)

    def language_name(self, code: str) -> str:
        with contextlib.suppress(ValueError, UnknownLocaleError):
            return Locale.parse(code.replace("-", "_")).get_display_name(self._words.locale) or code
        return code

    def removed_thing(self, receipt: DeletionReceipt) -> str:
        if receipt.document is None:
            return self._words(_("the case %(id)s"), id=receipt.case or "")
        return self._words(
            _("the file %(sha256)s… of the case %(id)s"), sha256=receipt.document[:12], id=receipt.case or ""
        )

    def audited_thing(self, subject: str) -> str:
        """``run 01J… field amount``: the first word, and those in front of what they name, in the language."""
        parts = subject.split(" ")
        is_kind = [number % 2 == 0 for number in range(len(parts))]
        if len(parts) == 5 and parts[2] == "of":  # file … of case …
            is_kind = [True, False, True, True, False]
        return " ".join(
            self("AUDITED_THINGS", part) if named else part for part, named in zip(parts, is_kind, strict=True)
        )

    def no_sign_in(self, why: str | None) -> str:
        """Nothing for words that are not ours: anyone can write an address."""
        return self._words.get(NO_SIGN_IN[why]) if why in NO_SIGN_IN else ""

    def advice(self, code: str, status: int) -> Advice:
        """What happened, what is kept, what to do; in the reader's language."""
        by_status = {404: "no_such_address", 405: "no_such_address", 422: "invalid"}.get(status, "lastro")
        found = _OF_ADDRESSES.get(code) or ADVICE.get(code) or _OF_ADDRESSES.get(by_status) or ADVICE["lastro"]
        return Advice(*(self._words.get(part) for part in found))
