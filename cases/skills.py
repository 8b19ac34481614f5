"""Skills: versioned configuration. A version's content never changes; a named person makes it live."""

import hashlib
from datetime import datetime
from enum import StrEnum

from sqlalchemy import select
from sqlalchemy.orm import Session

from cases.audit import record_in
from cases.database import Database
from cases.schema import SkillRow, now, storable
from evidence.errors import InputRefused, NotKept, WrongState
from evidence.frozen import Frozen


class SkillState(StrEnum):
    DRAFT = "draft"
    LIVE = "live"
    """What new work uses; at most one version of a skill."""
    RETIRED = "retired"
    """Was live or given up; kept, and can be made live again."""


class Skill(Frozen):
    kind: str
    """``report``, ``card``, ``service``, ``profile``, ``prompt``."""
    name: str
    version: str
    sha256: str
    """Of the content."""
    state: SkillState
    created_by: str
    created_at: datetime
    promoted_by: str | None
    promoted_at: datetime | None
    retired_at: datetime | None
    note: str | None
    """Why it was promoted, in that person's words."""


class Skills:
    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, kind: str, name: str, version: str, *, body: str, by: str) -> Skill:
        """A draft. The same content again is the same version; other content under a version that is there is refused."""
        body = storable(body)
        digest = hashlib.sha256(body.encode()).hexdigest()
        for what, given, longest in (("kind", kind, 32), ("name", name, 120), ("version", version, 40)):
            if not given.strip() or len(given) > longest or not given.isprintable():
                raise InputRefused(f"{given!r} is no {what} of a skill; give 1 to {longest} characters")
        with self._database.write() as session:
            held = session.get(SkillRow, (kind, name, version))
            if held is not None:
                if held.sha256 != digest:
                    raise InputRefused(f"{kind} {name!r} {version} is there with other content; give a new version")
                return _skill(held)
            row = SkillRow(
                kind=kind,
                name=name,
                version=version,
                sha256=digest,
                body=body,
                state=SkillState.DRAFT.value,
                created_by=by,
                created_at=now(),
            )
            session.add(row)
            session.flush()
            _note(session, row, by=by, action="skill.add")
            return _skill(row)

    def promote(self, kind: str, name: str, version: str, *, by: str, note: str, over: str | None) -> Skill:
        """Make a version live. ``over``: the version that the person saw as live (None = none); another one raises WrongState,
        so that two promotions never undo each other unseen. Going back to a retired version is the same step."""
        if not by.strip() or not note.strip():
            raise InputRefused("a promotion names the person and says why")
        with self._database.write() as session:
            rows = _locked(session, kind, name)
            row = next((held for held in rows if held.version == version), None)
            live = next((held for held in rows if held.state == SkillState.LIVE), None)
            if row is None:
                raise NotKept(f"no {kind} {name!r} {version}")
            if (live.version if live is not None else None) != over:
                now_live = f"{live.version}, by {live.promoted_by}" if live is not None else "none"
                raise WrongState(
                    f"of {kind} {name!r} version {over or 'none'} was taken for live, and it is {now_live}"
                )
            if live is row:
                return _skill(row)
            if live is not None:
                live.state, live.retired_at = SkillState.RETIRED.value, now()
                session.flush()  # only one may be live at any time
            row.state, row.promoted_by, row.promoted_at = SkillState.LIVE.value, by, now()
            row.retired_at, row.note = None, note.strip()
            session.flush()
            _note(session, row, by=by, action="skill.promote", over=over)
            return _skill(row)

    def retire(self, kind: str, name: str, version: str, *, by: str) -> Skill:
        with self._database.write() as session:
            row = next((held for held in _locked(session, kind, name) if held.version == version), None)
            if row is None:
                raise NotKept(f"no {kind} {name!r} {version}")
            if row.state != SkillState.RETIRED:
                row.state, row.retired_at = SkillState.RETIRED.value, now()
                _note(session, row, by=by, action="skill.retire")
            return _skill(row)

    def live(self, kind: str, name: str) -> Skill | None:
        with self._database.read() as session:
            row = session.scalars(
                select(SkillRow).where(
                    SkillRow.kind == kind, SkillRow.name == name, SkillRow.state == SkillState.LIVE.value
                )
            ).one_or_none()
            return None if row is None else _skill(row)

    def list(self, kind: str | None = None, name: str | None = None) -> tuple[Skill, ...]:
        """Versions in the order in which they came."""
        asked = select(SkillRow).order_by(SkillRow.kind, SkillRow.name, SkillRow.created_at, SkillRow.version)
        if kind is not None:
            asked = asked.where(SkillRow.kind == kind)
        if name is not None:
            asked = asked.where(SkillRow.name == name)
        with self._database.read() as session:
            return tuple(_skill(row) for row in session.scalars(asked))

    def body(self, kind: str, name: str, version: str) -> str:
        """The content, held against its hash. Raises NotKept, and InputRefused where it was changed in the database."""
        with self._database.read() as session:
            row = session.get(SkillRow, (kind, name, version))
            if row is None:
                raise NotKept(f"no {kind} {name!r} {version}")
            if hashlib.sha256(row.body.encode()).hexdigest() != row.sha256:
                raise InputRefused(
                    f"{kind} {name!r} {version} is not what was promoted; give it again as a new version"
                )
            return row.body


def _locked(session: Session, kind: str, name: str) -> list[SkillRow]:
    return list(
        session.scalars(
            select(SkillRow)
            .where(SkillRow.kind == kind, SkillRow.name == name)
            .order_by(SkillRow.version)
            .with_for_update()
        )
    )


def _note(session: Session, row: SkillRow, *, by: str, action: str, over: str | None = None) -> None:
    detail = {"sha256": row.sha256} | ({} if over is None else {"over": over})
    record_in(session, actor=by, action=action, subject=f"{row.kind} {row.name} {row.version}", detail=detail)


def _skill(row: SkillRow) -> Skill:
    return Skill(
        kind=row.kind,
        name=row.name,
        version=row.version,
        sha256=row.sha256,
        state=SkillState(row.state),
        created_by=row.created_by,
        created_at=row.created_at,
        promoted_by=row.promoted_by,
        promoted_at=row.promoted_at,
        retired_at=row.retired_at,
        note=row.note,
    )
