"""The Compare page in a real browser: live results, Cancel, and the shared link."""

from __future__ import annotations

import re
import time

import pytest

from tests.browser.lab_page import READY, LabPage
from tests.browser.one_page import fresh_page, one_page

pytestmark = [pytest.mark.browser, pytest.mark.slow]

LINK = "/compare?v=1&dataset=zoo&n_members=15&compare.methods=single_best%2Cl2dwk&compare.folds=3"
DONE = ".st-key-figure-accuracy_and_size .js-plotly-plot"


class ComparePage(LabPage):
    """The Compare page."""

    def visit(self, link: str) -> ComparePage:
        self.page.goto(self.address + link)
        self.page.wait_for_selector(f".st-key-compare_run button, {DONE}", timeout=READY)
        return self

    def compare(self) -> ComparePage:
        if self.page.locator(".st-key-compare_run button").count():
            self.page.click(".st-key-compare_run button")
        self.page.wait_for_selector(DONE, timeout=READY)
        self.settle()
        return self


@pytest.mark.parametrize(
    ("size", "theme"), [((1366, 768), "dark"), ((390, 844), "light"), ((390, 844), "dark")]
)
def test_page_opens_and_fits(browser, server, size, theme):
    with one_page(browser, server, *size, theme, kind=ComparePage) as page:
        page.visit(LINK).compare()
        assert page.page.locator(".l2dwk-figure.js-plotly-plot").count() == 2
        page.check()


def test_folds_change_the_comparison_and_the_link_brings_it_back(browser, server):
    with one_page(browser, server, kind=ComparePage) as page:
        page.visit(LINK).compare()
        before = page.trace("method_differences", "Single best member")["x"]
        thumb = page.page.locator(".st-key-compare-folds input[type=range]")
        thumb.focus()
        thumb.press("ArrowRight")
        page.page.wait_for_selector(".st-key-compare_run button", timeout=READY)
        page.compare()
        after = page.trace("method_differences", "Single best member")["x"]
        assert before[0] != after[0]
        assert re.search(r"compare\.folds=4", page.page.url)
        page.check()
        link = page.page.url.removeprefix(server)

    with fresh_page(browser, server, kind=ComparePage) as again:
        again.visit(link).compare()
        assert again.trace("method_differences", "Single best member")["x"][0] == after[0]
        again.check()


def test_results_come_one_by_one_and_cancel_ends_them(browser, server):
    link = "/compare?v=1&dataset=glass&n_members=101&compare.folds=20&compare.repeats=10"
    with one_page(browser, server, kind=ComparePage) as page:
        page.visit(link)
        page.page.click(".st-key-compare_run button")
        page.page.wait_for_selector(".st-key-figure-so_far .js-plotly-plot", timeout=READY)
        page.page.get_by_text("of 200 splits").first.wait_for(timeout=READY)
        begun = time.monotonic()
        page.page.click(".st-key-compare_cancel button")
        page.page.wait_for_selector(".st-key-compare_run button", timeout=READY)
        assert time.monotonic() - begun < 10  # of which the work itself has a second
        page.page.get_by_text("Cancelled after").first.wait_for(timeout=READY)
        assert page.page.locator(".st-key-figure-so_far .js-plotly-plot").count() == 1
        page.check()


class ManyPage(LabPage):
    """Compare, over many datasets."""

    def visit(self, query: str = "") -> ManyPage:
        self.page.goto(f"{self.address}/compare?v=1&studies.show=many{query}")
        self.page.wait_for_selector(".st-key-figure-rank_map .main-svg", timeout=READY)
        self.settle()
        return self


@pytest.mark.parametrize(
    ("size", "theme"), [((1366, 768), "light"), ((1366, 768), "dark"), ((390, 844), "light")]
)
def test_many_datasets_open_and_fit(browser, server, size, theme):
    with one_page(browser, server, *size, theme, kind=ManyPage) as page:
        page.visit("&studies.shown=primary")
        assert page.page.locator(".l2dwk-figure").count() == 4
        page.check()


def test_a_click_on_a_cell_opens_the_lab(browser, server):
    with one_page(browser, server, kind=ManyPage) as page:
        page.visit("&studies.shown=primary&studies.order=name")
        plot = page.page.locator(".st-key-figure-rank_map .nsewdrag").first
        plot.scroll_into_view_if_needed()
        box = plot.bounding_box()
        rows = page.page.evaluate(
            "() => document.querySelector('.st-key-figure-rank_map .js-plotly-plot')"
            ".data[0].customdata.map((row) => row[0])"
        )
        row = next(i for i, cell in enumerate(rows) if "max_rounds=30" in cell)
        page.page.mouse.move(box["x"] + 8, box["y"] + box["height"] * (row + 0.5) / len(rows))
        page.page.wait_for_selector(".st-key-figure-rank_map .hoverlayer .hovertext")
        page.page.mouse.down()
        page.page.mouse.up()
        page.page.wait_for_url(re.compile("/lab.*lam=0.3"), timeout=READY)
        assert f"dataset={rows[row].split('|')[0]}" in page.page.url
        assert "pool=library" in page.page.url
