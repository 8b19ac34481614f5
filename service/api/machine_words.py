"""What the doctor, the models and the audit say, in the reader's language; the command line says it in English."""

from cases.audit import AuditVerdict
from render.shapes import said_by_shape
from service.api.details import LOCALES
from service.doctor import Check
from service.models import ModelState

OF_MACHINE = LOCALES / "machine"


def said_in(words: str, language: str) -> str:
    said = None if language == "en" else said_by_shape(words, OF_MACHINE / f"{language}.po")
    return words if said is None else said


def check_in(check: Check, language: str) -> Check:
    mend = None if check.mend is None else said_in(check.mend, language)
    said = {"name": said_in(check.name, language), "message": said_in(check.message, language), "mend": mend}
    return check.model_copy(update=said)


def model_in(state: ModelState, language: str) -> ModelState:
    return state.model_copy(update={"message": said_in(state.message, language)})


def verdict_in(verdict: AuditVerdict, language: str) -> AuditVerdict:
    reason = None if verdict.reason is None else said_in(verdict.reason, language)
    return verdict.model_copy(update={"reason": reason})
