"""The Sweep page in a real browser, at both sizes and in both themes."""

from __future__ import annotations

import re

import numpy as np
import pytest

from tests.browser.lab_page import READY, LabPage
from tests.browser.one_page import fresh_page, one_page

pytestmark = [pytest.mark.browser, pytest.mark.slow]

LINK = "/sweep?v=1&n_members=21&weighting=out_of_bag&sweep.splits=2&sweep.points=7"
VOTE = "L2DWK, weighted vote"


class SweepPage(LabPage):
    """The Sweep page of a server that may have to train first."""

    def visit(self, link: str) -> SweepPage:
        self.page.goto(self.address + link)
        last = ".st-key-figure-sweep_components .js-plotly-plot"
        self.page.wait_for_selector(f".st-key-run button, {last}", timeout=READY)
        if self.page.locator(".st-key-run button").count():
            self.page.click(".st-key-run button")
        self.page.wait_for_selector(last, timeout=READY)
        self.page.wait_for_selector(".st-key-figure-sweep_accuracy .js-plotly-plot", timeout=READY)
        self.settle()
        return self

    def train_splits(self) -> None:
        """Have the missing splits trained, unless the server has them."""
        button = self.page.locator(".st-key-more_splits button")
        if button.count():
            button.click()
        self.page.wait_for_function(
            """() => {
              const plot = document.querySelector('.st-key-figure-sweep_accuracy .js-plotly-plot');
              return plot && plot._fullData && plot._fullData.length > 4;
            }""",
            timeout=READY,
        )
        self.settle()


@pytest.mark.parametrize(
    ("size", "theme"),
    [((1366, 768), "light"), ((1366, 768), "dark"), ((390, 844), "dark"), ((390, 844), "light")],
)
def test_page_opens_and_fits(browser, server, size, theme):
    with one_page(browser, server, *size, theme, kind=SweepPage) as page:
        page.visit(LINK)
        assert page.page.locator(".l2dwk-figure.js-plotly-plot").count() == 6
        page.check()


def test_splits_move_the_curve_and_the_link_brings_it_back(browser, server):
    with one_page(browser, server, scheme="dark", kind=SweepPage) as page:
        page.visit(LINK)
        page.train_splits()
        before = page.trace("sweep_accuracy", VOTE)
        assert len(before["y"]) == 7
        thumb = page.page.locator(".st-key-sweep-points input[type=range]")
        thumb.focus()
        for _ in range(2):
            thumb.press("ArrowRight")
        page.page.wait_for_function(
            """() => document.querySelector('.st-key-figure-sweep_accuracy .js-plotly-plot')
                 ?._fullData?.some(t => t.x && t.x.length === 9)""",
            timeout=READY,
        )
        page.settle()
        after = page.trace("sweep_accuracy", VOTE)
        assert len(after["y"]) == 9
        assert re.search(r"sweep\.points=9", page.page.url)
        page.check()
        link = page.page.url.removeprefix(server)

    with fresh_page(browser, server, kind=SweepPage) as again:
        again.visit(link)
        shown = again.trace("sweep_accuracy", VOTE)
        np.testing.assert_array_equal(shown["x"], after["x"])
        np.testing.assert_array_equal(shown["y"], after["y"])
        again.check()


def test_two_choices_are_cells_and_values_can_be_trained(browser, server):
    with one_page(browser, server, 390, 844, kind=SweepPage) as page:
        grid = LINK + "&sweep.second=n_members&sweep.grid_points=3"
        page.page.goto(server + grid.replace("sweep.splits=2", "sweep.splits=1"))
        cells = ".st-key-figure-sweep_grid .js-plotly-plot"
        page.page.wait_for_selector(f".st-key-run button, {cells}", timeout=READY)
        if page.page.locator(".st-key-run button").count():
            page.page.click(".st-key-run button")
        page.page.wait_for_selector(cells, timeout=READY)
        page.settle()
        shown = page.trace("sweep_grid", "Test accuracy, difference to the uniform vote")["z"]
        assert shown.shape == (3, 3)
        page.check()
        noise = LINK + "&sweep.parameter=max_depth&sweep.max_depth_to=100"
        page.page.goto(server + noise.replace("points=7", "points=20"))
        page.page.wait_for_selector(".st-key-train_sweep button", timeout=READY)
        page.settle()
        page.page.click(".st-key-train_sweep button")
        page.page.wait_for_selector(".st-key-cancel_train_sweep button", timeout=READY)
        page.page.click(".st-key-cancel_train_sweep button")
        page.page.wait_for_selector(".st-key-train_sweep button", timeout=READY)
        page.settle()
        page.check()


def test_cancel_ends_the_training_of_splits(browser, server):
    with one_page(browser, server, kind=SweepPage) as page:
        page.visit(LINK.replace("sweep.splits=2", "sweep.splits=20"))
        page.page.click(".st-key-more_splits button")
        page.page.wait_for_selector(".st-key-cancel_splits button", timeout=READY)
        page.page.click(".st-key-cancel_splits button")
        page.page.wait_for_selector(".st-key-more_splits button", timeout=READY)
        page.settle()
        page.check()
