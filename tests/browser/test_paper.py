"""The Paper page in a real browser: formulas are drawn, counter-examples move and are shared."""

from __future__ import annotations

import pytest

from l2dwk_core.paper import EQUATIONS
from l2dwk_core.paper.examples import double_fault_sign
from tests.browser.one_page import every_screen, fresh_page, one_page

pytestmark = [pytest.mark.browser, pytest.mark.slow]


@every_screen
def test_counter_example_moves_and_is_shared(browser, server, width, height, scheme):
    with one_page(browser, server, width, height, scheme) as here:
        here.go("paper?v=1&paper.example=UnifiedCriterion4")
        # Every formula has been set: KaTeX marks what it cannot read.
        assert here.page.locator(".katex-display").count() >= len(EQUATIONS)
        assert here.page.locator(".katex-error").count() == 0
        assert "with 1/4, the least accurate member" in here.text()
        here.check()
        here.move("paper-b_lam", -12)
        assert "with 1/4, the most accurate member" in here.text()
        point = here.trace("paper_double_fault", "where the slider stands")
        assert point["x"][0] == 1.0
        assert point["y"][0] == pytest.approx(double_fault_sign(1.0).accuracy.max())
        here.check()
        with fresh_page(browser, server) as elsewhere:
            elsewhere.go(here.page.url.split("/", 3)[3])
            again = elsewhere.trace("paper_double_fault", "where the slider stands")
            assert (again["x"], again["y"]) == (point["x"], point["y"])
            elsewhere.check()


WIDE = """() => [...document.querySelectorAll('.katex-display')]
  .filter(formula => formula.scrollWidth > formula.clientWidth).map(f => f.innerText)"""


@pytest.mark.parametrize("width", [1366, 820])
def test_every_formula_is_seen_whole_in_its_column(browser, server, width):
    with one_page(browser, server, width, 900) as here:
        here.page.goto(f"{server}/paper?v=1")
        here.page.wait_for_selector(".katex-display")
        here.settle()
        assert here.page.locator(".katex-display").count() >= len(EQUATIONS)
        assert here.page.evaluate(WIDE) == []


def test_an_example_opens_below_its_button(browser, server):
    with one_page(browser, server) as here:
        here.page.goto(f"{server}/paper?v=1&paper.show=defect")
        here.page.wait_for_selector(".st-key-try-weighted_kernel button")
        here.settle()
        here.press("try-weighted_kernel")
        inside = ".st-key-equation-weighted_kernel .js-plotly-plot"
        here.page.wait_for_selector(inside)
        assert "paper.example=weighted_kernel" in here.page.url
        here.check()
