"""The Diversity page in a real browser, at both sizes and in both themes."""

from __future__ import annotations

import re

import numpy as np
import pytest

from tests.browser.lab_page import READY, LabPage
from tests.browser.one_page import fresh_page, one_page

pytestmark = [pytest.mark.browser, pytest.mark.slow]

LINK = "/diversity?v=1&n_members=21"


class DiversityPage(LabPage):
    """The Diversity page of a server that may have to train first."""

    def visit(self, link: str) -> DiversityPage:
        self.page.goto(self.address + link)
        last = ".st-key-figure-measures_in_disguise .js-plotly-plot"
        self.page.wait_for_selector(f".st-key-run button, {last}", timeout=READY)
        if self.page.locator(".st-key-run button").count():
            self.page.click(".st-key-run button")
        self.page.wait_for_selector(last, timeout=READY)
        self.settle()
        return self


@pytest.mark.parametrize(
    ("size", "theme"), [((1366, 768), "light"), ((390, 844), "dark"), ((390, 844), "light")]
)
def test_page_opens_and_fits(browser, server, size, theme):
    with one_page(browser, server, *size, theme, kind=DiversityPage) as page:
        page.visit(LINK)
        assert page.page.locator(".l2dwk-figure.js-plotly-plot").count() == 8
        page.check()


def test_size_moves_the_cloud_and_the_link_brings_it_back(browser, server):
    with one_page(browser, server, scheme="dark", kind=DiversityPage) as page:
        page.visit(LINK)
        before = page.trace("subensemble_scatter", "fixed")
        thumb = page.page.locator(".st-key-diversity-size input[type=range]")
        thumb.focus()
        for _ in range(5):
            thumb.press("ArrowLeft")
        page.settle()
        after = page.trace("subensemble_scatter", "fixed")
        assert not np.array_equal(before["y"], after["y"])
        assert re.search(r"diversity\.size=10", page.page.url)
        page.page.locator(".st-key-diversity-perfect label").click()
        page.settle()
        assert "21 of 231 pairs undefined" in page.text()
        page.check()
        link = page.page.url.removeprefix(server)
        cloud = page.trace("subensemble_scatter", "fixed")

    with fresh_page(browser, server, kind=DiversityPage) as again:
        again.visit(link)
        np.testing.assert_array_equal(again.trace("subensemble_scatter", "fixed")["x"], cloud["x"])
        np.testing.assert_array_equal(again.trace("subensemble_scatter", "fixed")["y"], cloud["y"])
        assert "21 of 231 pairs undefined" in again.text()
        again.check()


@pytest.mark.parametrize(
    ("size", "theme", "trials"), [((1366, 768), "dark", 3), ((390, 844), "light", 4)]
)
def test_trade_off_is_trained_when_asked_and_the_loss_changes_it(
    browser, server, size, theme, trials
):
    # Other trials at each size, because the server keeps what it has trained.
    more = f"&dataset=zoo&diversity.trials={trials}&diversity.members=4&diversity.depth=3"
    with one_page(browser, server, *size, theme, kind=DiversityPage) as page:
        page.visit(LINK + more)
        drawn = ".st-key-figure-bias_variance_diversity .js-plotly-plot"
        assert page.page.locator(drawn).count() == 0
        page.page.click(".st-key-trials_run button")
        page.page.wait_for_selector(drawn, timeout=READY)
        page.page.wait_for_selector(".st-key-trials_cancel", state="detached", timeout=READY)
        page.settle()
        name = "bias_variance_diversity"
        members = page.trace(name, "members' loss = bias + variance")
        ensemble = page.trace(name, "ensemble's loss = bias + variance − diversity")
        difference = page.trace(name, "diversity")["y"]
        np.testing.assert_allclose(np.subtract(members["y"], ensemble["y"]), difference, atol=1e-9)
        page.page.get_by_text("0/1 loss", exact=True).click()
        page.settle()
        np.testing.assert_array_equal(page.trace(name, "diversity-effect")["x"], [1, 2, 3])
        assert "diversity.loss=zero_one" in page.page.url
        page.check()


def test_menu_to_and_fro_loses_nothing(browser, server):
    with one_page(browser, server, kind=DiversityPage) as page:
        page.visit(LINK + "&diversity.size=7&lam=2.0")
        for _ in range(2):
            page.page.get_by_role("link", name="Lab").first.click()
            page.page.wait_for_selector(".st-key-figure-rounds .js-plotly-plot", timeout=READY)
            page.settle()
            assert re.search(r"n_members=21.*lam=2\.0", page.page.url)
            page.page.get_by_role("link", name="Diversity").first.click()
            page.page.wait_for_selector(".st-key-figure-diversity_measures", timeout=READY)
            page.settle()
            assert re.search(r"n_members=21.*lam=2\.0.*diversity\.size=7", page.page.url)
