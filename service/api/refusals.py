"""What only the service refuses: things that a command line never meets."""

from typing import ClassVar

from evidence.errors import InputRefused, LastroError, NotAllowed, NotSignedIn, TooLarge


class ForgedRequest(NotAllowed):
    """A request that changes something came with the cookie and without the proof that our own page sent it."""

    code = "forged_request"


class PasswordChangeNeeded(NotAllowed):
    """Signed in with a password that someone else gave; it opens nothing but its own change."""

    code = "password_change_needed"

    def __init__(self) -> None:
        super().__init__("this password was given to you by someone else; choose your own, then go on")


class TooManyTries(NotSignedIn):
    """Too many sign-ins from one address."""

    code = "too_many_tries"
    http_status = 429


class BodyTooLarge(TooLarge):
    """A request's body, or one file of an upload."""

    code = "body_too_large"


class SlowClient(LastroError):
    """The body came too slowly, or not at all."""

    code = "slow_client"
    retryable = True
    http_status: ClassVar[int] = 408


class TooManyStreams(LastroError):
    """One person, or all of them together, hold too many event streams open."""

    code = "too_many_streams"
    retryable = True
    http_status = 429


class BrokenUpload(InputRefused):
    """The body is no multipart form, or ends in the middle."""

    code = "broken_upload"
    http_status = 400


class WrongMediaType(InputRefused):
    """The body is of another kind than the address takes."""

    code = "wrong_media_type"
    http_status = 415


class WrongHost(LastroError):
    """The request names a host that this service is not reached by: a page elsewhere may be steering the browser."""

    code = "wrong_host"
    http_status = 421
