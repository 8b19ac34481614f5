"""The sample credit case, from nothing to a checked report: what ``make demo`` runs."""

from pathlib import Path

from cases.records import DataClass
from evidence.errors import InputRefused, LastroError
from render.template import load_template
from service.cli import show
from service.filling import FillOutcome, fill_case
from service.reading import read_into
from service.reverifying import verify_report
from service.settings import Settings
from service.wiring import find_template, open_index, open_store

EXAMPLES = Path(__file__).parent.parent / "examples"


def run_demo(settings: Settings, out: Path, *, quiet: bool = False) -> FillOutcome:
    """``quiet``: nothing is printed. Raises LastroError when the report does not verify: a demo that hides a fault is worth
    nothing."""
    case_folder = EXAMPLES / "credit_case"
    if not case_folder.is_dir():
        raise InputRefused("the sample case is not part of this installation; run `make demo` in a checkout")
    out.mkdir(parents=True, exist_ok=True)
    files = case_folder / "files"
    template = load_template(find_template(settings, "credit_conclusion"))
    case = open_store(settings).create("sample credit case", data_class=DataClass.SYNTHETIC)
    tell = _say_nothing if quiet else show.note
    tell(f"reading {files}")
    with show.progress(quiet=quiet) as progress, open_index(settings, case.id) as index:
        summary = read_into(
            case,
            [files],
            options=settings.read,
            index=index,
            on_page=lambda name, pages, total: progress.step(f"  {show.reading(name, pages, total)}", done=bool(total)),
        )
    tell(f"{summary.files} files, {summary.pages} pages, {summary.passages} passages")
    report, trace = out / "report.docx", out / "trace.json"
    outcome = fill_case(settings, case, template, out=report, trace=trace)
    verified = verify_report(settings, report, [files], passwords={})
    for line in verified.lines():
        tell(line)
    if not quiet:
        show.say(f"report {report}  trace {trace}")
        show.say(outcome.line())
    if not verified.ok:
        raise LastroError(f"the report does not verify against its files: {', '.join(verified.failed)}")
    return outcome


def _say_nothing(_line: str) -> None:
    """For programs, which read the outcome."""
