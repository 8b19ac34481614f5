"""Ids that sort by time and cannot be guessed, and secrets that are kept only as hashes."""

import hashlib
import secrets
import time

from ulid import ULID


def new_id() -> str:
    """A ULID of this millisecond and 80 fresh random bits. (``ULID()`` counts up within a millisecond: guessable.)"""
    return str(ULID.from_bytes((time.time_ns() // 1_000_000).to_bytes(6, "big") + secrets.token_bytes(10)))


def new_secret() -> str:
    """256 random bits, safe in an address and a header."""
    return secrets.token_urlsafe(32)


def hash_of_secret(secret: str) -> str:
    """What is kept of a secret. It is random and long, so one round of SHA-256 is enough."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()
