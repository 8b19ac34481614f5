"""What is kept and what to do, for each code of an error."""

from collections.abc import Mapping
from typing import NamedTuple


class Advice(NamedTuple):
    title: str
    kept: str
    """What was done or kept in spite of it."""
    do: str
    """What the person or program can do next."""


_NOTHING = "Nothing was changed."
ADVICE: Mapping[str, Advice] = {
    "lastro": Advice(
        "Something went wrong", _NOTHING, "Try again; if it stays, give the administrator the request's id."
    ),
    "input_refused": Advice("This cannot be used", _NOTHING, "Mend what the detail names, and send it again."),
    "password_needed": Advice(
        "The file is encrypted", "The file itself is kept.", "Give its password on the page of the case."
    ),
    "too_large": Advice(
        "Over a limit", "What was below the limit is kept.", "Split it, or ask the administrator for a higher limit."
    ),
    "template_invalid": Advice(
        "The template cannot be used", _NOTHING, "Mend what lint names; GET /templates/{id}/lint lists it all."
    ),
    "store_too_new": Advice(
        "The database is newer than this program", _NOTHING, "The administrator must update Lastro."
    ),
    "service_missing": Advice(
        "A service is missing",
        "All that was finished is kept.",
        "The administrator finds the cause with `lastro doctor`.",
    ),
    "index_unavailable": Advice(
        "Search is not available", "Files, pages and findings are kept.", "Try again in a minute."
    ),
    "store_unavailable": Advice(
        "The database does not answer", "All that was confirmed before is kept.", "Try again in a minute."
    ),
    "model_unavailable": Advice(
        "The model does not answer",
        "Finished fields are kept.",
        "Try again when it runs; nothing has to be done twice.",
    ),
    "ocr_unavailable": Advice(
        "Text recognition is missing",
        "Pages with a text layer are kept.",
        "The administrator installs the language that is named.",
    ),
    "model_refused": Advice(
        "The model cannot be used",
        "Finished fields are kept.",
        "The administrator finds the cause with `lastro doctor --model`.",
    ),
    "not_kept": Advice(
        "Not there", _NOTHING, "Look at the list it was in: it may have been removed, or you are no member of its case."
    ),
    "case_busy": Advice("The case is being worked on", _NOTHING, "Try again when that work is done."),
    "report_not_written": Advice(
        "The report was not written",
        "All decisions are kept.",
        "Mend what the detail names, then ask for the report again.",
    ),
    "stale_finding": Advice(
        "Someone else decided meanwhile",
        "Their decision is kept; yours was not written.",
        "Look at the finding as it stands now, then decide again.",
    ),
    "wrong_state": Advice("Not possible as it stands", _NOTHING, "Look at the state it is in now."),
    "not_signed_in": Advice("Not signed in", _NOTHING, "Sign in, or send a valid token."),
    "not_allowed": Advice(
        "Not allowed", _NOTHING, "Ask an owner of the case, or an administrator, for the role that is named."
    ),
    "forged_request": Advice(
        "The request carries no proof of its origin",
        _NOTHING,
        "Load the page again; programs use a token instead of a cookie.",
    ),
    "password_change_needed": Advice(
        "Choose a password of your own", _NOTHING, "PUT /session/password with the old one and a new one."
    ),
    "too_many_tries": Advice("Too many tries", _NOTHING, "Wait as long as Retry-After says."),
    "too_many_streams": Advice(
        "Too many open pages", _NOTHING, "Close some of the pages that follow cases, then try again."
    ),
    "value_not_supported": Advice(
        "The quote does not say this value", _NOTHING, "Mark the place that says it, or save it as your own statement."
    ),
    "body_too_large": Advice("The request is too large", _NOTHING, "Send fewer or smaller files at once."),
    "slow_client": Advice("The request came too slowly", _NOTHING, "Send it again over a better connection."),
    "broken_upload": Advice(
        "The upload cannot be read", _NOTHING, "Send a multipart form whose parts named 'files' have file names."
    ),
    "wrong_media_type": Advice(
        "Another kind of body is wanted", _NOTHING, "Send the media type that the detail names."
    ),
    "wrong_host": Advice("Wrong address", _NOTHING, "Use the address that the administrator gave you."),
    "cannot_draw": Advice(
        "The page cannot be drawn", "Its text is kept.", "Read its text; the original can be downloaded."
    ),
    "invalid": Advice(
        "The request is not as described",
        _NOTHING,
        "Mend the places under `errors`; GET /api/v1/openapi.json describes all.",
    ),
    "no_such_address": Advice("No such address", _NOTHING, "GET /api/v1/openapi.json lists what there is."),
    "fault": Advice(
        "A fault of ours",
        "All that was confirmed before is kept.",
        "Try again; if it stays, give the administrator the request's id.",
    ),
}
