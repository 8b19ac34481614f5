"""What every table shares: the declarative root, names of constraints, time that is always UTC."""

import re
from datetime import UTC, datetime

from sqlalchemy import DateTime, Dialect, MetaData, String, Text
from sqlalchemy.orm import DeclarativeBase
from sqlalchemy.types import TypeDecorator

_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")


def now() -> datetime:
    return datetime.now(UTC)


class UtcTime(TypeDecorator[datetime]):
    """Aware datetimes in and out. SQLite forgets the zone, so what is written is UTC and what is read is marked so."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError(f"a time without a zone reached the database: {value!r}")
        return value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


def storable(value: str) -> str:
    """PostgreSQL takes no NUL and no broken letter; people paste both. Looked for, such a text is simply not there."""
    return _UNSTORABLE.sub("\N{REPLACEMENT CHARACTER}", value)


class Words(TypeDecorator[str]):
    """Text of any length, as people and programs write it."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:
        return None if value is None else storable(value)


class Name(TypeDecorator[str]):
    """Text of at most so many characters."""

    impl = String
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:
        return None if value is None else storable(value)


class Table(DeclarativeBase):
    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(column_0_label)s",
            "uq": "uq_%(table_name)s_%(column_0_name)s",
            "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
            "pk": "pk_%(table_name)s",
        }
    )
