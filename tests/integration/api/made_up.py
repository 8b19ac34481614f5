"""Files for the service's tests, made by code; the people in them are invented."""

import io

import pikepdf
from docx import Document
from openpyxl import Workbook
from PIL import Image, ImageDraw
from reportlab.lib.pagesizes import A4
from reportlab.pdfgen import canvas

LINES = ("Borrower: Navruz Trading LLC", "Amount: 1 200 000.00 USD", "Date: 12 March 2024")


def pdf(*lines: str, rotate: int = 0) -> bytes:
    out = io.BytesIO()
    drawn = canvas.Canvas(out, pagesize=A4)
    drawn.setFont("Helvetica", 12)
    for number, line in enumerate(lines or LINES):
        drawn.drawString(72, 760 - 20 * number, line)
    drawn.showPage()
    drawn.save()
    if not rotate:
        return out.getvalue()
    turned = io.BytesIO()
    with pikepdf.open(out) as document:
        document.pages[0].rotate(rotate, relative=False)
        document.save(turned)
    return turned.getvalue()


def endless_drawing() -> bytes:
    """A small PDF whose one page would take years to draw: forms within forms, each drawn thirty times by the next."""
    pdf = pikepdf.new()
    pdf.add_blank_page(page_size=(200, 200))
    inner = _form(pdf, b"0 0 1 1 re f")
    for _ in range(8):
        outer = _form(pdf, b"/Inner Do " * 30)
        outer.Resources = pikepdf.Dictionary(XObject=pikepdf.Dictionary(Inner=inner))
        inner = outer
    page = pdf.pages[0]
    page.Resources = pikepdf.Dictionary(XObject=pikepdf.Dictionary(Inner=inner))
    page.Contents = pdf.make_stream(b"/Inner Do")
    out = io.BytesIO()
    pdf.save(out)
    return out.getvalue()


def _form(pdf: pikepdf.Pdf, content: bytes) -> pikepdf.Stream:
    form = pdf.make_stream(content)
    form.Type, form.Subtype = pikepdf.Name.XObject, pikepdf.Name.Form
    form.BBox = pikepdf.Array([0, 0, 200, 200])
    return form


def docx(*lines: str) -> bytes:
    out = io.BytesIO()
    document = Document()
    for line in lines or LINES:
        document.add_paragraph(line)
    document.save(out)
    return out.getvalue()


def xlsx() -> bytes:
    out = io.BytesIO()
    book = Workbook()
    sheet = book.active
    sheet.title = "Balance"
    sheet.append(["Account", "2022", "2023"])
    sheet.append(["Revenue", 1200, 1500])
    sheet.append(["Costs", 900, 1100])
    book.save(out)
    return out.getvalue()


def photo() -> bytes:
    picture = Image.new("RGB", (400, 200), "white")
    ImageDraw.Draw(picture).rectangle((20, 20, 120, 60), fill="black")
    out = io.BytesIO()
    picture.save(out, "PNG")
    return out.getvalue()
