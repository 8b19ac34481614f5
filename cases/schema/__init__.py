"""The tables. Changing one takes a migration; a test holds them against each other."""

from cases.schema.casework import CaseRow, EventRow, FileRow, ForumRow, MemberRow, PageRow, PageStateRow
from cases.schema.columns import Table, UtcTime, now, storable
from cases.schema.ledger import AuditHeadRow, AuditRow, DeletionRow, SkillRow
from cases.schema.people import SessionRow, TokenCaseRow, TokenRow, UserRow
from cases.schema.runs import FindingRow, JobRow, ReviewRow, RunRow

__all__ = [
    "AuditHeadRow",
    "AuditRow",
    "CaseRow",
    "DeletionRow",
    "EventRow",
    "FileRow",
    "FindingRow",
    "ForumRow",
    "JobRow",
    "MemberRow",
    "PageRow",
    "PageStateRow",
    "ReviewRow",
    "RunRow",
    "SessionRow",
    "SkillRow",
    "Table",
    "TokenCaseRow",
    "TokenRow",
    "UserRow",
    "UtcTime",
    "now",
    "storable",
]
