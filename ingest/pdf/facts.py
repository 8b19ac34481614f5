"""What a PDF says about itself before any page is read."""

from pathlib import Path

import pypdfium2.raw as raw

from evidence.pages import Problem
from ingest.options import ReadOptions
from ingest.pdf.opening import open_pdf
from ingest.pdf.paging import PdfFacts


def facts_of(path: Path, *, options: ReadOptions) -> PdfFacts:
    """Raises PasswordNeeded or InputRefused."""
    pdf = open_pdf(path, options.passwords.get(path.name))
    problems = []
    if raw.FPDF_GetFormType(pdf.raw) in (raw.FORMTYPE_XFA_FULL, raw.FORMTYPE_XFA_FOREGROUND):
        problems.append(
            Problem(
                code="xfa_form",
                message="an XFA form: what its script would show is not read, only the pages it carries; "
                "print it to PDF and add that copy too",
            )
        )
    names = [pdf.get_attachment(index).get_name() for index in range(pdf.count_attachments())]
    if names:
        listed = ", ".join(repr(name) for name in names[:10]) + (" …" if len(names) > 10 else "")
        problems.append(
            Problem(code="attachments", message=f"{len(names)} files are embedded in it: {listed}", severity="note")
        )
    permissions = raw.FPDF_GetDocPermissions(pdf.raw)
    if raw.FPDF_GetSecurityHandlerRevision(pdf.raw) > 0 and not permissions & 0x10:
        problems.append(
            Problem(code="copying_restricted", message="its author asks not to copy text out of it", severity="note")
        )
    return PdfFacts(page_count=len(pdf), problems=tuple(problems))
