"""axe-core finds nothing serious or critical on any page, light and dark, on a wide screen and a
phone."""

from __future__ import annotations

from importlib.resources import files

import pytest

from tests.browser.lab_page import READY
from tests.browser.one_page import every_screen, one_page
from tests.page_apps import VIEWS

pytestmark = [pytest.mark.browser, pytest.mark.slow]

AXE = files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8")
LESSONS = ["lessons?v=1&lesson=few", "lessons?v=1&lesson=weighting_pays&step=2"]
"""Open lessons, beside the list of them: one asks for a number, one for a place."""
FOUND = """async () => (await axe.run()).violations
  .filter((fault) => ['serious', 'critical'].includes(fault.impact))
  .map((fault) => [fault.id, fault.nodes.map((node) => node.html.slice(0, 200))])"""


@every_screen
def test_no_page_has_a_serious_fault(browser, server, width, height, scheme):
    places = [view.removesuffix(".py") for view in VIEWS] + LESSONS
    found = {}
    with one_page(browser, server, width, height, scheme) as here:
        for place in places:
            here.page.goto(f"{server}/{'' if place == 'start' else place}")
            here.page.wait_for_selector("h1", timeout=READY)
            here.settle()
            here.page.wait_for_timeout(2_500)
            here.page.evaluate(AXE)
            if faults := here.page.evaluate(FOUND):
                found[place] = faults
        here.check()
    assert found == {}
