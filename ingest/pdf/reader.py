"""One PDF page -> Page: the text layer where it can be believed, OCR where it cannot, problems for the rest."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Literal

import pypdfium2 as pdfium

from evidence.errors import OcrUnavailable
from evidence.pages import Origin, OriginKind, Page, PageKind, Problem, Withheld
from evidence.spans import Box
from ingest.garble import judge, recoded, refutes, unseen
from ingest.language import guess_language
from ingest.layout.compose import compose
from ingest.layout.face import INVISIBLE, NO_INK, Face
from ingest.options import ReadOptions
from ingest.pdf import fast
from ingest.pdf.forms import form_words, notes
from ingest.pdf.opening import open_pdf
from ingest.pdf.recognition import Read, recognise_page, recognise_regions
from ingest.pdf.visibility import is_blank, unexplained_ink, without_ink
from ingest.struck import STRUCK, struck_problem
from ingest.triage import Plan, letters_of, plan_page

Severity = Literal["note", "warning", "error"]
EMBEDDED = Origin(kind=OriginKind.OCR, engine="embedded")
LOW_CONFIDENCE = 65.0


def read_pdf(path: Path, *, document: str, options: ReadOptions) -> Iterator[Page]:
    """Every page in order, in this process; the pipeline reads pages in parallel instead."""
    password = options.passwords.get(path.name)
    count = len(open_pdf(path, password))
    yield from read_pages(path, range(1, min(count, options.max_pages) + 1), document=document, options=options)


def read_pages(path: Path, numbers: Iterable[int], *, document: str, options: ReadOptions) -> Iterator[Page]:
    """The pages asked for (1-based). Raises PasswordNeeded or InputRefused."""
    pdf = open_pdf(path, options.passwords.get(path.name))
    for number in numbers:
        yield _PageReader(pdf, path, number, options).read(document)


class _PageReader:
    def __init__(self, pdf: pdfium.PdfDocument, path: Path, number: int, options: ReadOptions) -> None:
        self.pdf = pdf
        self.path = path
        self.number = number
        self.options = options
        self.problems: list[Problem] = []
        self.withheld: list[Withheld] = []
        self.kind = PageKind.TEXT
        self.rotation = 0

    def read(self, document: str) -> Page:
        page = self.pdf[self.number - 1]
        try:
            face = self._face(page)
            self._settle(page, face)
            display = fast.display_of(page)
            written, unseen = notes(page, face, display)
            face.words += [*form_words(self.pdf, page, display), *unseen]
        finally:
            page.close()
        composed = compose(face, after=written)
        unseen_lines = [one for one in composed.withheld if one.reason != STRUCK]
        if unseen_lines:
            self._problem(
                "hidden_text",
                f"{len(unseen_lines)} lines on page {self.number} cannot be seen by a reader "
                f"({unseen_lines[0].reason}) and are kept apart; look at the page before relying on it",
            )
        if struck := len(composed.withheld) - len(unseen_lines):
            problem = struck_problem(f"{struck} lines on page {self.number}")
            self.problems.append(problem.model_copy(update={"page": self.number}))
        return Page(
            document=document,
            number=self.number,
            kind=self.kind,
            text=composed.text,
            blocks=composed.blocks,
            words=composed.words,
            width=round(face.width, 2),
            height=round(face.height, 2),
            label=self._label(),
            language=guess_language(composed.text),
            withheld=(*composed.withheld, *self.withheld),
            problems=tuple(self.problems),
            rotation=self.rotation,
        )

    def _face(self, page: pdfium.PdfPage) -> Face:
        """From the fast engine; from the reference where that one fails on the page."""
        try:
            face = fast.read_face(page)
        except pdfium.PdfiumError:
            return self._reference()
        if face.incomplete:
            face.words = self._reference().words
            fast.mark_hidden_again(face, page)
        return face

    def _reference(self) -> Face:
        from ingest.pdf.reference import reference_face  # rarely needed, and a quarter of the start-up time

        return reference_face(self.path, self.number, self.options)

    def _settle(self, page: pdfium.PdfPage, face: Face) -> None:
        """Decide which words of the face stand, and add what OCR finds."""
        self._recode(face)
        plan = plan_page(face, always=self.options.ocr == "always")
        if plan.layer in ("drop", "compare") and self.options.ocr != "always":
            plan = self._second_opinion(face, plan)
        if self.options.ocr == "never":
            self._without_ocr(page, face, plan)
            return
        if plan.whole and not face.words and is_blank(page):
            return
        if plan.layer == "embedded":
            self._believe_embedded(page, face)
        if plan.whole:
            self._whole(page, face, plan)
        elif plan.regions:
            self._regions(page, face, plan)

    def _recode(self, face: Face) -> None:
        meant = recoded([word.text for word in face.words])
        if meant is not None:
            for word, text in zip(face.words, meant, strict=True):
                word.text = text
            message = f"the letters of page {self.number} were stored in a wrong code and have been put right"
            self._problem("recoded", message, severity="note")

    def _second_opinion(self, face: Face, plan: Plan) -> Plan:
        """The reference engine reads some encodings that the fast one does not."""
        if plan.garble.reason is None or any(word.hidden == INVISIBLE for word in face.words):
            return plan
        other = self._reference()
        words = [word for word in other.words if word.hidden is None]
        verdict = judge([word.text for word in words], damaged=other.damaged_chars)
        if verdict.condemned or verdict.doubtful or letters_of(words) < 0.6 * letters_of(face.words):
            return plan
        face.words = other.words
        face.damaged_chars = other.damaged_chars
        return plan_page(face)

    def _without_ocr(self, page: pdfium.PdfPage, face: Face, plan: Plan) -> None:
        if plan.layer == "embedded":
            self._believe_embedded(page, face)
        elif plan.layer == "drop" and plan.garble.condemned:
            self._drop(face, plan.garble.reason)
            self._problem(
                "garbled_text_layer",
                f"the text of page {self.number} is unusable ({plan.garble.reason}) and OCR is switched off; "
                "read it again with ocr=auto",
                severity="error",
            )
        elif plan.layer == "compare":
            self._doubt(plan)
        elif (plan.whole or plan.regions) and not is_blank(page):
            self._problem("not_read", f"page {self.number} holds pictures that were not read: OCR is switched off")

    def _believe_embedded(self, page: pdfium.PdfPage, face: Face) -> None:
        """Invisible words over a scan are its OCR layer, as long as there is ink where they claim to be."""
        claimed = [word for word in face.words if word.hidden == INVISIBLE]
        for word, bare in zip(claimed, without_ink(page, face, claimed), strict=True):
            if bare:
                word.hidden = NO_INK
            else:
                word.hidden = None
                word.origin = EMBEDDED
        self._problem(
            "ocr_layer",
            f"page {self.number} is a scan whose text was recognised before it came here; compare figures with the image",
            severity="note",
        )
        shown = {word.origin.kind for word in face.words if word.hidden is None}
        self.kind = PageKind.MIXED if OriginKind.TEXT_LAYER in shown else PageKind.SCAN

    def _whole(self, page: pdfium.PdfPage, face: Face, plan: Plan) -> None:
        layer = [word.text for word in face.words]
        read = self._recognised(page, face, None)
        if read is None:
            if plan.layer == "drop":
                self._drop(face, plan.garble.reason or "replaced by OCR")
            return
        if plan.layer == "compare":
            if not self._refuted(face, read, plan):
                return
            self._drop(face, plan.garble.reason)
        elif plan.layer == "drop":
            self._drop(face, plan.garble.reason)
        else:
            hidden_layer = [word for word in face.words if word.hidden == INVISIBLE]
            if read.words and hidden_layer:
                face.words = [word for word in face.words if word.hidden != INVISIBLE]
        shown = any(word.hidden is None for word in face.words)
        self._take(face, read, mixed=shown)
        if plan.garble.condemned or plan.layer == "compare":
            dropped, carried = unseen(layer, [word.text for word in read.words])
            self._problem(
                "garbled_text_layer",
                f"the text that page {self.number} carries is not what it shows ({plan.garble.reason}); "
                f"it was read by OCR instead, and {dropped} of its {carried} words are not in the picture",
                severity="note" if read.words else "error",
            )

    def _refuted(self, face: Face, read: Read, plan: Plan) -> bool:
        """Whether OCR saw other words than the doubted layer has."""
        layer = [word.text for word in face.words if word.hidden is None]
        verdict = refutes(layer, [(word.text, word.confidence or 0.0) for word in read.words])
        if verdict is None:
            self._doubt(plan)
        return verdict is True

    def _doubt(self, plan: Plan) -> None:
        self._problem(
            "garbled_text_layer",
            f"the text of page {self.number} may not be what it shows ({plan.garble.reason}); look at the page",
        )

    def _regions(self, page: pdfium.PdfPage, face: Face, plan: Plan) -> None:
        shown = [word for word in face.words if word.hidden is None]
        regions = [box for box in plan.regions if unexplained_ink(page, face, shown, box)]
        if regions:
            read = self._recognised(page, face, regions)
            if read is not None and read.words:
                self._take(face, read, mixed=True)

    def _recognised(self, page: pdfium.PdfPage, face: Face, regions: list[Box] | None) -> Read | None:
        try:
            if regions is None:
                return recognise_page(page, face, self.options)
            return recognise_regions(page, face, regions, self.options)
        except OcrUnavailable as error:
            self._problem(
                "ocr_failed", f"page {self.number} holds pictures that were not read: {error}", severity="error"
            )
            return None

    def _take(self, face: Face, read: Read, *, mixed: bool) -> None:
        face.words.extend(read.words)
        self.problems.extend(problem.model_copy(update={"page": self.number}) for problem in read.problems)
        if not read.words:
            return
        self.kind = PageKind.MIXED if mixed else PageKind.SCAN
        if not mixed:
            self.rotation = read.rotation
        sure = [word.confidence for word in read.words if word.confidence is not None]
        if sure and sum(sure) / len(sure) < LOW_CONFIDENCE:
            self._problem(
                "low_confidence",
                f"OCR is unsure of page {self.number} ({sum(sure) / len(sure):.0f} of 100 on average); compare with the image",
            )

    def _drop(self, face: Face, reason: str | None) -> None:
        """The layer's words leave the page; what they said is kept for the reviewer in one piece."""
        text = " ".join(word.text for word in face.words if word.hidden is None)
        if text and reason:
            detail = f"unusable text layer: {reason}"
            self.withheld.append(
                Withheld(text=text[:2000], origin=Origin(kind=OriginKind.HIDDEN, detail=detail), reason=detail)
            )
        face.words = [word for word in face.words if word.hidden is not None and word.hidden != INVISIBLE]

    def _problem(self, code: str, message: str, *, severity: str = "warning") -> None:
        self.problems.append(
            Problem.model_validate({"code": code, "message": message, "page": self.number, "severity": severity})
        )

    def _label(self) -> str | None:
        label = self.pdf.get_page_label(self.number - 1)
        return label if label and label != str(self.number) else None
