"""Figures in a real browser: kept while their data change, in the page's colours, whole screen."""

from __future__ import annotations

import gzip
import re
import urllib.request

import pytest
from plotly.offline import get_plotlyjs

from tests.browser.lab_page import READY, LabPage

_FIGURE = ".st-key-figure-classifier_weights .l2dwk-figure"


@pytest.mark.parametrize("place", ["", "lab", "nowhere"])
def test_every_page_asks_for_the_script(server, place):
    asked = urllib.request.Request(f"{server}/{place}", headers={"Accept-Encoding": "gzip"})
    with urllib.request.urlopen(asked) as page:
        (address,) = re.findall(r'href="(/plotly-[^"]+)"', page.read().decode())
    request = urllib.request.Request(server + address, headers={"Accept-Encoding": "gzip"})
    with urllib.request.urlopen(request) as script:
        assert "immutable" in script.headers["Cache-Control"]
        assert gzip.decompress(script.read()).decode() == get_plotlyjs()


def test_figures_stay_while_their_data_change(browser, server):
    context = browser.new_context(viewport={"width": 1366, "height": 768}, color_scheme="dark")
    lab = LabPage(context.new_page(), server).open("?v=1&n_members=101")
    lab.page.wait_for_selector(f"{_FIGURE}.js-plotly-plot", timeout=READY)
    mark = f"document.querySelector('{_FIGURE}')"
    lab.page.evaluate(f"{mark}.mine = true")
    title = lab.page.locator(".st-key-figure-classifier_weights h3")
    before, shown = title.inner_text(), lab.trace("classifier_weights", "classifier weight")
    lab.slide("lam", "4")
    assert title.inner_text() != before
    assert len(lab.trace("classifier_weights", "classifier weight")["y"]) != len(shown["y"])
    assert lab.page.evaluate(f"{mark}.mine")
    colours = lab.page.evaluate(
        f"[{mark}._fullLayout.font.color, getComputedStyle(document.querySelector('.stApp')).color]"
    )
    assert colours[0] == colours[1]
    lab.page.locator(_FIGURE).hover()
    lab.page.locator(f'{_FIGURE} [data-title="Full screen"]').click()
    lab.page.wait_for_function(f"{mark}._fullLayout.height === innerHeight")
    lab.page.evaluate("document.exitFullscreen()")
    lab.page.wait_for_function(f"{mark}._fullLayout.height < innerHeight / 2")
    lab.check()
    context.close()
