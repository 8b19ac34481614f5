"""Pictures of every page in three languages into docs/images/pages: ``make screenshots``. Needs Chromium; takes some minutes."""

import argparse
import os
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

from PIL import Image

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.browser.house import PASSWORD, House, filled, served

OUT = Path(__file__).parent / "images" / "pages"
RUN = "/cases/{case}/runs/{run}"
PAGES = {
    "login": "/login",
    "cases": "/cases",
    "case": "/cases/{case}",
    "search": "/cases/{case}?q=сумма кредита",
    "run": RUN + "?field=director",
    "run-conflict": RUN + "?field=collateral_value",
    "run-scan": RUN + "?field=turnover_credit",
    "run-sheet": RUN + "?field=financials",
    "run-paragraph": RUN + "?field=pledge_value",
    "run-not-found": RUN + "?field=export_contract_date",
    "run-edit": RUN + "?field=inn",
    "report": RUN + "/report",
    "templates": "/templates",
    "template": "/templates/credit_conclusion",
    "admin": "/admin",
    "refused": "/cases/01JZX5Q2R8M4T7V9W1Y3A5C7E9",
}
KEYS = {"run-conflict": "c", "run-edit": "e"}
DARK = ("run", "case")
SIZE = {"width": 1440, "height": 900}


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--only", nargs="*", help="names of pages")
    options.add_argument("--languages", nargs="*", default=["ru", "pt", "en"])
    chosen = options.parse_args()
    program = os.environ.get("LASTRO_CHROMIUM") or shutil.which("chromium")
    if program is None:
        sys.exit("Chromium is not installed; apt install chromium, or set LASTRO_CHROMIUM")
    OUT.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="lastro-pages-") as folder:
        home = Path(folder)
        case, runs = filled(home)
        with served(home, case, runs) as house:
            _take(house, program, names=chosen.only or list(PAGES), languages=chosen.languages)


def _take(house: House, program: str, *, names: list[str], languages: list[str]) -> None:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        for language in languages:
            for scheme in ("light", "dark"):
                page = browser.new_context(
                    base_url=house.address, locale=language, color_scheme=scheme, viewport=SIZE, reduced_motion="reduce"
                ).new_page()
                for name in names:
                    if name == "login":
                        page.context.clear_cookies()
                    if scheme == "light" or name in DARK:
                        _one(page, house, name, OUT / f"{name}{'-dark' if scheme == 'dark' else ''}.{language}.png")
        browser.close()


def _one(page: Any, house: House, name: str, path: Path) -> None:
    address = PAGES[name].format(case=house.case, run=house.run)
    page.goto(address)
    if page.url.startswith(f"{house.address}/login") and name != "login":
        page.fill("#login", "dilnoza")
        page.fill("#password", PASSWORD)
        page.press("#password", "Enter")
        page.wait_for_url("**/cases**")
        page.goto(address)
    if name.startswith("run"):
        page.wait_for_selector("[data-sheet]")
    if name == "search":
        page.wait_for_selector(".hit", timeout=60_000)
    if name == "admin":
        page.wait_for_selector("#doctor .checks", timeout=60_000)
    if name in KEYS:
        page.keyboard.press(KEYS[name])
    page.wait_for_timeout(1500)
    page.evaluate("() => Promise.all([...document.images].map((one) => one.decode().catch(() => null)))")  # drawn late
    page.screenshot(path=path)
    with Image.open(path) as picture:
        small = picture.convert("RGB").quantize(128, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    small.save(path, optimize=True)


if __name__ == "__main__":
    main()
