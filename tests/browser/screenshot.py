"""Pictures of the running application: ``python tests/browser/screenshot.py``.

Writes the README's picture to .readme/lab.png; with ``--all`` every page at projector and phone
size, light and dark, into the folder screenshots/.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from tests.browser.conftest import CHROMIUM_FLAGS, chromium_path, start_server  # noqa: E402
from tests.browser.lab_page import ALL_DRAWN, LabPage  # noqa: E402

SIZES = {"projector": (1366, 768), "phone": (390, 844)}
LAB = "?v=1&lam=2.0"
RUN = ":is(.st-key-run, .st-key-compare_run, .st-key-noise_run) button"
READY = '[data-testid="stApp"][data-test-script-state="notRunning"]'


def main() -> int:
    """Start a server, take the pictures, stop the server."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--all", action="store_true", help="every page, size and theme")
    options = parser.parse_args()
    path = chromium_path()
    if path is None:
        sys.stderr.write("No Chromium or Chrome on the PATH.\n")
        return 1
    from playwright.sync_api import sync_playwright

    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server, address = start_server(Path(folder) / "server.log")
        try:
            browser = playwright.chromium.launch(executable_path=path, args=CHROMIUM_FLAGS)
            if options.all:
                _all(browser, address)
            else:
                _readme(browser, address)
            browser.close()
        finally:
            server.terminate()
            server.wait(10)
    return 0


def _readme(browser: Any, address: str) -> None:
    target = ROOT / ".readme" / "lab.png"
    target.parent.mkdir(exist_ok=True)
    context = browser.new_context(viewport={"width": 1366, "height": 768})
    lab = LabPage(context.new_page(), address).open(LAB)
    lab.run()
    lab.page.set_viewport_size({"width": 1366, "height": _height(lab.page)})
    _rest(lab.page)
    lab.page.screenshot(path=target)
    context.close()


def _all(browser: Any, address: str) -> None:
    folder = ROOT / "screenshots"
    folder.mkdir(exist_ok=True)
    views = sorted(path.stem for path in (ROOT / "pages" / "views").glob("*.py"))
    for size, (width, height) in SIZES.items():
        for theme in ("light", "dark"):
            for view in views:
                context = browser.new_context(
                    viewport={"width": width, "height": height}, color_scheme=theme
                )
                page = context.new_page()
                page.goto(f"{address}/{'' if view == 'start' else view + LAB}")
                page.wait_for_selector(READY, timeout=60_000)
                page.wait_for_timeout(1_000)
                if page.locator(RUN).count():
                    page.click(RUN)
                    page.wait_for_selector(".l2dwk-figure", timeout=120_000)
                page.wait_for_function(ALL_DRAWN, timeout=60_000)
                _rest(page)
                name = f"{view}-{size}-{theme}"
                page.screenshot(path=folder / f"{name}.png")
                page.set_viewport_size({"width": width, "height": _height(page)})
                _rest(page)
                page.screenshot(path=folder / f"{name}-full.png")
                context.close()


def _height(page: Any) -> int:
    """Of everything on the page, which scrolls inside its main part."""
    return int(page.evaluate("document.querySelector('[data-testid=stMain]').scrollHeight"))


def _rest(page: Any) -> None:
    """Nothing hovered and everything painted."""
    page.mouse.move(0, 0)
    page.wait_for_timeout(2_000)


if __name__ == "__main__":
    sys.exit(main())
