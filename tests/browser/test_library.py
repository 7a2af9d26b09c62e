"""The library of models in a real browser: trained to the end, cancelled inside a model, its names
in the figures, and no process left behind."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from l2dwk_core.pools.library_models import LIBRARY
from tests.browser.conftest import start_server
from tests.browser.lab_page import READY, LabPage

pytestmark = [pytest.mark.browser, pytest.mark.slow]

LINK = "lab?v=1&dataset=glass&pool=library&n_folds=2"
RUN, CANCEL = ".st-key-run button", ".st-key-cancel button"
PROGRESS = '.st-key-run-card [data-testid="stProgress"]'
LONG = 10 * READY
"""Milliseconds for all models, on a machine that does other things as well."""


def fitting(server):
    """The processes of a server that fit models."""
    found = []
    for children in Path(f"/proc/{server.pid}/task").glob("*/children"):
        for pid in children.read_text().split():
            command = Path(f"/proc/{pid}/cmdline")
            if command.exists() and b"popen_loky" in command.read_bytes():
                found.append(int(pid))
    return found


def ended(pids):
    """Whether these processes are gone within half a minute."""
    limit = time.monotonic() + 30
    while any(alive(pid) for pid in pids) and time.monotonic() < limit:
        time.sleep(0.1)
    return not any(alive(pid) for pid in pids)


def alive(pid):
    """Whether the process runs; one that has ended and is not yet collected does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="looks for processes in /proc")
def test_cancel_inside_a_model_then_to_the_end(browser, tmp_path):
    server, address = start_server(tmp_path / "server.log")
    try:
        page = browser.page()
        lab = LabPage(page, address)
        page.goto(f"{address}/{LINK}")
        page.click(RUN, timeout=READY)
        page.wait_for_function(
            "([place, names]) => names.some(n => "
            "document.querySelector(place)?.textContent.includes(n))",
            arg=[PROGRESS, [model.name for model in LIBRARY]],
            timeout=LONG,
        )
        assert "%" in page.locator(PROGRESS).inner_text()
        begun = fitting(server)
        assert begun
        page.click(CANCEL)
        page.wait_for_selector(RUN, timeout=READY)
        assert ended(begun)

        page.click(RUN)
        page.wait_for_selector(".st-key-headline", timeout=LONG)
        lab.settle()
        assert "of 40" in page.locator(".st-key-headline").inner_text()
        shown = page.locator(".st-key-figure-classifier_weights .textpoint").first.text_content()
        assert any(model.name[:20] in shown for model in LIBRARY)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        page.get_by_text("Who was kept: look into a member").click()
        page.wait_for_selector(".st-key-figure-kept_members .js-plotly-plot", timeout=READY)
        lab.check()
        page.close()
    finally:
        idle = fitting(server)
        server.kill()
        server.wait(10)
    assert ended(idle)
