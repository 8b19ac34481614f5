"""Media types that are told apart, and what to do about those that nobody here reads."""

PDF = "application/pdf"
OOXML = "application/vnd.openxmlformats-officedocument"
DOCX = f"{OOXML}.wordprocessingml.document"
XLSX = f"{OOXML}.spreadsheetml.sheet"
PPTX = f"{OOXML}.presentationml.presentation"
DOC, XLS, PPT = "application/msword", "application/vnd.ms-excel", "application/vnd.ms-powerpoint"
XLSB = "application/vnd.ms-excel.sheet.binary.macroEnabled.12"
MSG = "application/vnd.ms-outlook"
RTF = "application/rtf"
ZIP = "application/zip"
MAIL = "message/rfc822"
TEXT, MARKDOWN, CSV, HTML = "text/plain", "text/markdown", "text/csv", "text/html"
UNKNOWN = "application/octet-stream"
EMPTY = "application/x-empty"
NOT_TEXT = "application/x-not-text"
"""Named as a text, and holding bytes that no text has."""

ADVICE = {
    DOC: "it is in the old Word format; open it in Word, save it as DOCX and add that",
    XLS: "it is in the old Excel format; open it in Excel, save it as XLSX and add that",
    XLSB: "it is a binary workbook; open it in Excel, save it as XLSX and add that",
    PPT: "it is a presentation; save it as PDF and add that",
    PPTX: "it is a presentation; save it as PDF and add that",
    MSG: "it is an Outlook message; save it as EML or PDF and add that, with its attachments",
    RTF: "it is in the RTF format; open it in Word, save it as DOCX and add that",
    EMPTY: "it is empty (0 bytes); ask for the file again",
    "application/x-7z-compressed": "it is a 7z archive; unpack it and add the files",
    "application/vnd.rar": "it is a RAR archive; unpack it and add the files",
    "application/gzip": "it is a gzip archive; unpack it and add the files",
    "application/x-msdownload": "it is a program; programs are never opened",
    "application/x-executable": "it is a program; programs are never opened",
    NOT_TEXT: "it is named as a text and holds bytes that no text has (zero bytes or control codes); open it in the program "
    "that made it, save it as PDF or as text in UTF-8 and add that",
    UNKNOWN: "its format is not known here; convert it to PDF, DOCX or XLSX and add that",
}
"""By media type; the subject is the file."""
OPEN_DOCUMENT = "application/vnd.oasis.opendocument."
_OPEN_DOCUMENT_ADVICE = "it is an OpenDocument file; save it as DOCX, XLSX or PDF and add that"


def advice_for(media_type: str) -> str:
    """What a person should do about a file that is not read."""
    if media_type.startswith(OPEN_DOCUMENT):
        return _OPEN_DOCUMENT_ADVICE
    return ADVICE.get(media_type, f"files of type {media_type} cannot be read here; convert it to PDF, DOCX or XLSX")
