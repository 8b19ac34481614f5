"""The shapes of refusals' details and of what lint says of templates, gathered from the code that says them;
``deploy/web_words.py`` writes them into catalogues.

A shape is the message with a ``{name}`` for what is filled in: ``no file {sha256} in this case; was it removed?``. Left out are
the modules whose messages only whoever runs the machine can meet.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from pydantic_core._pydantic_core import list_all_errors  # the table behind the documented list of errors

HOUSE = Path(__file__).resolve().parent.parent
_CASES = ("access case_files events findings jobs members people reviews run_states runs sessions skills store tokens "
          "vault").split()  # fmt: skip
_SERVICE = (
    "editing picking running run_places run_templates sealed spool page_images references filling searching".split()
)
_OTHERS = ("render/phrases.py", "render/trace.py", "evidence/errors.py")
_LINT = (
    "render/lint.py", "render/field_lint.py", "render/fields_file.py", "render/yaml_nodes.py", "render/docx_fields.py",
    "render/targets.py", "render/tags.py", "render/template.py", "render/package.py", "evidence/formula.py",
    "evidence/fields.py", "evidence/nearest.py",
)  # fmt: skip
_PLACES = ("body", "header {number}", "footer {number}", "footnotes", "endnotes")
"""What ``render.package`` calls the parts of a DOCX."""
_NOT_SAID = ("Node | None", "Word Document", "Value error, ", "lastro template lint", "the formula has no result",
             "the operand {", "the formula divides by zero", "is a finished report")  # fmt: skip
"""Parts of strings of those modules that no person reads in an issue."""
_PROBLEMS = (
    "archive child docx/hiding docx/reader expand flow garble html image layout/face mail media ocr/dots ocr/paddle "
    "ocr/tesseract ooxml pdf/facts pdf/opening pdf/reader pdf/recognition pdf/reference pipeline render sniff struck "
    "text workers xlsx/cells "
    "xlsx/reader xlsx/workbook"
).split()
_NO_PROBLEM = ("bytearray |", "Bearer {", "unknown error", "powerpoint document", "value stored by", "dots.ocr {model}",
               "paddleocr {version}", "tesseract {version}", "consume pages()", "worker pool is closed",
               " of {total}", "not read: {name}", "read {name}: ")  # fmt: skip
"""Parts of strings of those modules that are no words about a file."""
_MACHINE = (
    "service/doctor.py",
    "service/models.py",
    "service/store_faults.py",
    "agents/tools/sandbox.py",
    "cases/audit.py",
)
_OCR = ("dots", "paddle", "tesseract")
_CHECKS = ("1 file", "settings", "home", "database", "temporary cases", "index", "reader", "not installed")
_NOT_OF_MACHINE = ("PRAGMA", "sha256 =", "# Every weight", "# weights", "required = ", "disk image", "unable to open",
                   "unsupported file", "not a database", "no such ", "REPEATABLE", "{model}: {name}", "holds no files; give the",
                   "path = {")  # fmt: skip
_VERIFY = ("outcome", "recheck", "body", "outside", "reverify")
_ALSO_OF_VERIFY = ("{file}, p. {page}", "p. {page}", "changed, and now reads {short}", "added, and now reads {short}")
_NOT_OF_VERIFY = ("PAGE NUMPAGES", "{number}, and now reads", " cell {cells}", "the report cannot be opened")
_OF_A_NAME = ("is a ", "was left out: ", "cannot be opened ")
"""Beginnings of what ``ingest.expand`` says behind a file's name."""
_LEFT_OUT = (
    "begin_file", "--out", "--trace", "--run", "--password", "LASTRO_SERVE__ADDRESS", "--port", "with `lastro ingest`", "; stop",
    "choose another place", "a place outside of them", "the name of a file in it", "is no sha256", "points at a citation",
)  # fmt: skip
"""Parts of messages that only the command line or our own code meets."""
_NO_NAMES = frozenset({"self", "join", "repr", "str", "map", "len", "sorted"})
_FORM_FAULTS = frozenset(
    "missing extra_forbidden string_type string_too_short string_too_long string_pattern_mismatch int_type int_parsing "
    "bool_type bool_parsing enum literal_error greater_than_equal less_than_equal list_type dict_type tuple_type too_short "
    "too_long json_invalid model_attributes_type value_error datetime_from_date_parsing datetime_parsing".split()
)


def shapes() -> list[str]:
    found = {shape for path in _paths() for shape in _of(path)}
    found |= {
        error["message_template_python"].replace("{expected_plural}", "{plural}")
        for error in list_all_errors()
        if error["type"] in _FORM_FAULTS
    }
    return sorted(shape for shape in found if not any(part in shape for part in _LEFT_OUT))


def lint_shapes() -> list[str]:
    found = {shape for name in _LINT for shape in _said_in(HOUSE / name)} | set(_PLACES)
    return sorted(shape for shape in found if not any(part in shape for part in _NOT_SAID))


def problem_shapes() -> list[str]:
    """Of what is wrong with a file: what its reading says of it, and the reasons inside."""
    paths = [HOUSE / "ingest" / f"{name}.py" for name in _PROBLEMS] + [HOUSE / "service" / "reading.py"]
    found = {
        f"{{name}} {shape}" if shape.startswith(_OF_A_NAME) else shape
        for path in paths
        for shape in _said_in(path)
        if "\n" not in shape
    }
    return sorted(shape for shape in found if not any(part in shape for part in _NO_PROBLEM))


def machine_shapes() -> list[str]:
    """Of what the doctor, the models and the audit say of this machine."""
    paths = [HOUSE / name for name in _MACHINE] + [HOUSE / "ingest" / "ocr" / f"{name}.py" for name in _OCR]
    found = {shape for path in paths for shape in _said_in(path) if "\n" not in shape} | set(_CHECKS)
    return sorted(shape for shape in found if not any(part in shape for part in (*_NO_PROBLEM, *_NOT_OF_MACHINE)))


def verify_shapes() -> list[str]:
    """Of what the check of a written report says."""
    found = {shape for name in _VERIFY for shape in _said_in(HOUSE / "render" / f"{name}.py") if "\n" not in shape}
    return sorted(shape for shape in found | set(_ALSO_OF_VERIFY) if not any(part in shape for part in _NOT_OF_VERIFY))


def _said_in(path: Path) -> Iterator[str]:
    """Every phrase of a module whose phrases are put together on their way."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    inside = {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in ast.walk(node)}
    documents = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if id(node) in documents:
            continue
        if isinstance(node, ast.JoinedStr):
            yield from _shape(node, words=1)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in inside:
            yield from _shape(node, words=2)


def _paths() -> list[Path]:
    paths = [HOUSE / "cases" / f"{name}.py" for name in _CASES]
    paths += [HOUSE / "service" / f"{name}.py" for name in _SERVICE]
    paths += [HOUSE / name for name in _OTHERS]
    return [*paths, *sorted((HOUSE / "service" / "api").glob("*.py"))]


def _of(path: Path) -> Iterator[str]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    named = {
        target.id: node.value
        for node in tree.body
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    for node in ast.walk(tree):
        call = node.exc if isinstance(node, ast.Raise) else node
        if not isinstance(call, ast.Call):
            continue
        if isinstance(call.func, ast.Name) and call.func.id == "RefusedFile":
            yield from (shape for given in call.keywords if given.arg == "reason" for shape in _shape(given.value))
        if not call.args:
            continue
        if isinstance(node, ast.Raise) or _is_init(call):
            first = call.args[0]
            said = named.get(first.id) if isinstance(first, ast.Name) else first
            if isinstance(said, ast.JoinedStr) or (isinstance(said, ast.Constant) and isinstance(said.value, str)):
                yield from _shape(said)


def _is_init(call: ast.Call) -> bool:
    return isinstance(call.func, ast.Attribute) and call.func.attr == "__init__"


def _shape(said: ast.expr, *, words: int = 2) -> Iterator[str]:
    parts = said.values if isinstance(said, ast.JoinedStr) else [said]
    text, used = "", set[str]()
    for part in parts:
        if isinstance(part, ast.Constant):
            text += str(part.value)
            continue
        name = _name(part, used)
        used.add(name)
        text += f"{{{name}}}"
    plain = re.sub(r"\{\w+\}", "", text)
    if (
        len(re.findall(r"[^\W\d_]{2,}", plain)) >= words and " " in text
    ):  # a name alone would be the shape of everything
        yield text


def _name(part: ast.expr, used: set[str]) -> str:
    value = part.value if isinstance(part, ast.FormattedValue) else part
    nodes = [node for node in ast.walk(value) if isinstance(node, ast.Attribute | ast.Name)]
    words = [node.attr if isinstance(node, ast.Attribute) else node.id for node in nodes]
    base = next((word.strip("_").lower() for word in words if word not in _NO_NAMES), "value")
    name, number = base, 2
    while name in used:
        name, number = f"{base}{number}", number + 1
    return name
