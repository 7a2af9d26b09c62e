"""The Noise page in a real browser: live results, Cancel, and the shared link."""

from __future__ import annotations

import time

import numpy as np
import pytest

from tests.browser.lab_page import READY
from tests.browser.one_page import every_screen, fresh_page, one_page

pytestmark = [pytest.mark.browser, pytest.mark.slow]

LINK = "noise?v=1&dataset=zoo&n_members=9&noise.levels=3&noise.repeats=3"
DONE = ".st-key-figure-noise_differences .js-plotly-plot"
START = ".st-key-noise_run button"


def _studied(page, link=LINK):
    page.page.goto(f"{page.address}/{link}")
    page.page.wait_for_selector(f"{START}, {DONE}", timeout=READY)
    if page.page.locator(START).count():
        page.page.click(START)
    page.page.wait_for_selector(DONE, timeout=READY)
    page.settle()


@every_screen
def test_page_opens_and_fits(browser, server, width, height, scheme):
    with one_page(browser, server, width, height, scheme) as page:
        _studied(page)
        assert page.page.locator(".l2dwk-figure.js-plotly-plot").count() == 4
        page.check()


def test_level_moves_its_figures_and_the_link_brings_it_back(browser, server):
    with one_page(browser, server) as page:
        _studied(page)
        before = page.trace("noise_chase", "of the rows (chance)")["y"]
        page.page.get_by_text("40% flipped", exact=True).click()
        page.settle()
        after = page.trace("noise_chase", "of the rows (chance)")["y"]
        assert before[0] < 0.3 < after[0]
        assert "noise.level=0.4" in page.page.url
        page.check()
        link = page.page.url.removeprefix(server + "/")
    with fresh_page(browser, server) as again:
        _studied(again, link)
        shown = again.trace("noise_chase", "of the rows (chance)")["y"]
        np.testing.assert_array_equal(shown, after)
        again.check()


def test_results_come_one_by_one_and_stay_after_cancel(browser, server):
    with one_page(browser, server, scheme="dark") as page:
        page.page.goto(f"{server}/noise?v=1&dataset=zoo&n_members=15&noise.repeats=20")
        page.page.wait_for_selector(START, timeout=READY)
        page.page.click(START)
        page.page.wait_for_selector(".st-key-figure-noise_accuracy .js-plotly-plot", timeout=READY)
        begun = time.monotonic()
        page.page.click(".st-key-noise_cancel button")
        page.page.get_by_text("Cancelled after").wait_for(timeout=READY)
        assert time.monotonic() - begun < 10  # of which the work itself has a second
        page.settle()
        assert page.page.locator(".st-key-figure-noise_accuracy .js-plotly-plot").count() == 1
        page.check()
