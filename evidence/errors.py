"""Everything that Lastro raises on purpose.

    LastroError
    +-- InputRefused          a file, template or setting cannot be used; says what to do        exit 3
    |   +-- PasswordNeeded    an encrypted file, and no password that opens it
    |   +-- TooLarge          a limit on bytes, pages, entries or ratio
    |   +-- TemplateInvalid   a report template that lint refuses
    |   +-- StoreTooNew       the database was made by a later Lastro
    +-- ServiceMissing        a program, model or server is not there                            exit 4
    |   +-- IndexUnavailable  the vector store did not open or answer
    |   +-- StoreUnavailable  the database did not open, or its disk is full
    |   +-- ModelUnavailable  the model endpoint did not answer
    |   +-- OcrUnavailable    no OCR engine, or a language is not installed
    +-- ModelRefused          the endpoint answered and cannot be used (schema ignored, egress)  exit 4
    +-- NotKept               the case, file, page or run is not in the store                    exit 3
    +-- ReportNotWritten      the report cannot be written, or doesn't read back as it should     exit 3
    +-- CaseBusy              another process owns the case or its index                         exit 4
    +-- StaleFinding          someone decided on the finding since it was looked at              exit 3
    +-- WrongState            the run, job, skill or case is not in a state that allows this     exit 3
    +-- NotSignedIn           unknown login, wrong password, ended session or refused token      exit 3
    +-- NotAllowed            signed in, and the role does not allow this                        exit 3

Facts about an error live on its class: ``code``, ``retryable``, ``exit_code``, ``http_status``.
"""

from datetime import datetime
from typing import ClassVar


class LastroError(Exception):
    """The root. The message names the thing and says what to do next."""

    code: ClassVar[str] = "lastro"
    retryable: ClassVar[bool] = False
    exit_code: ClassVar[int] = 1
    http_status: ClassVar[int] = 500


class InputRefused(LastroError):
    """A file, template or setting cannot be used; the message says what to do."""

    code = "input_refused"
    exit_code = 3
    http_status = 422


class PasswordNeeded(InputRefused):
    """An encrypted file, and no password that opens it."""

    code = "password_needed"

    def __init__(self, name: str, *, was_given: bool = False) -> None:
        """``was_given``: a password was, and does not open it."""
        if was_given:
            super().__init__(
                f"{name!r} is encrypted; the password given for it does not open it; give the right one and read it again"
            )
        else:
            super().__init__(f"{name!r} is encrypted; give its password and read it again")
        self.name = name
        self.problem = "wrong_password" if was_given else self.code
        """Code of the Problem that it becomes."""


class TooLarge(InputRefused):
    """A limit on bytes, pages, entries or ratio was passed."""

    code = "too_large"
    http_status = 413


class TemplateInvalid(InputRefused):
    """A report template that lint refuses."""

    code = "template_invalid"


class StoreTooNew(InputRefused):
    """The database was made by a later Lastro."""

    code = "store_too_new"
    http_status = 503


class ServiceMissing(LastroError):
    """A program, model or server is not there."""

    code = "service_missing"
    exit_code = 4
    http_status = 503


class IndexUnavailable(ServiceMissing):
    """The vector store did not open or answer."""

    code = "index_unavailable"
    retryable = True


class StoreUnavailable(ServiceMissing):
    """The database did not open, or its disk is full."""

    code = "store_unavailable"
    retryable = True


class ModelUnavailable(ServiceMissing):
    """The model endpoint did not answer."""

    code = "model_unavailable"
    retryable = True


class OcrUnavailable(ServiceMissing):
    """No OCR engine, or a language is not installed."""

    code = "ocr_unavailable"


class ModelRefused(LastroError):
    """The endpoint answered and cannot be used: schema ignored, key missing, egress refused."""

    code = "model_refused"
    exit_code = 4
    http_status = 502


class NotKept(LastroError):
    """The case, file, page or run is not in the store."""

    code = "not_kept"
    exit_code = 3
    http_status = 404


class CaseBusy(LastroError):
    """Another process owns the case or its index."""

    code = "case_busy"
    retryable = True
    exit_code = 4
    http_status = 409


class ReportNotWritten(LastroError):
    """The report cannot be written, or does not read back as it should."""

    code = "report_not_written"
    exit_code = 3


class StaleFinding(LastroError):
    """Someone decided on the finding since it was looked at; says who, what and when. Nothing was written."""

    code = "stale_finding"
    exit_code = 3
    http_status = 409

    def __init__(self, field: str, *, on: int, standing: int, by: str | None, action: str, at: datetime) -> None:
        super().__init__(
            f"{field!r} was looked at in version {on}, and version {standing} stands since {at:%Y-%m-%d %H:%M} UTC "
            f"({action} by {by or 'the machine'}); look at it and decide again"
        )
        self.field = field
        self.on = on
        self.standing = standing
        self.by = by
        """None = the machine."""
        self.action = action
        self.at = at


class WrongState(LastroError):
    """The run, job, skill or case is not in a state that allows this."""

    code = "wrong_state"
    exit_code = 3
    http_status = 409


class NotSignedIn(LastroError):
    """Unknown login, wrong password, ended session or refused token; never says which."""

    code = "not_signed_in"
    exit_code = 3
    http_status = 401

    def __init__(self, message: str, *, retry_after: float | None = None) -> None:
        super().__init__(message)
        self.retry_after = retry_after
        """Seconds until another try is looked at; None = at once."""


class NotAllowed(LastroError):
    """Signed in, and the role does not allow this."""

    code = "not_allowed"
    exit_code = 3
    http_status = 403
