"""Pin, change, compare, and hand the link on; look into a member by pressing its dot."""

from __future__ import annotations

import numpy as np
import pytest

from l2dwk_core.figures.lab.two_runs import run_pair_sentence
from l2dwk_core.method.settings import Settings
from l2dwk_core.runs.prepare import prepare_run
from l2dwk_core.runs.two_runs import pair_runs
from tests.browser.lab_page import READY, LabPage

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def _compared(lab: LabPage) -> None:
    """Both ways and the sentence are those of λ = 1 and λ = 2."""
    prepared = prepare_run("glass")
    pair = pair_runs(prepared.solve(Settings()), prepared.solve(Settings(lam=2.0)))
    for name, run in (("A, pinned", pair.a), ("B, now", pair.b)):
        path = lab.trace("run_paths", name)
        np.testing.assert_allclose(path["x"], run.path("test").diversity)
        np.testing.assert_allclose(path["y"], run.path("test").accuracy)
    dots = lab.trace("common_members", "members")
    assert np.count_nonzero((dots["x"] > 0) & (dots["y"] > 0)) == len(pair.common)
    assert run_pair_sentence(pair) in lab.text()


def test_pinned_link_shows_the_same_in_a_fresh_browser(browser, server):
    context = browser.new_context(viewport={"width": 1366, "height": 768})
    lab = LabPage(context.new_page(), server).open("?v=1")
    lab.page.get_by_role("button", name="Pin this run as A").first.click()
    lab.page.wait_for_selector(".st-key-pin_remove", timeout=READY)
    lab.settle()
    lab.slide("lam", "2")
    _compared(lab)
    link = lab.page.url
    assert "pin.v=1" in link
    lab.check()
    context.close()

    context = browser.new_context(viewport={"width": 390, "height": 844}, color_scheme="dark")
    other = LabPage(context.new_page(), server)
    other.page.goto(link)
    other.page.wait_for_selector(".st-key-figure-run_paths .js-plotly-plot", timeout=READY)
    other.settle()
    _compared(other)
    other.page.locator(".st-key-pin_remove button").click()
    other.page.wait_for_selector(".st-key-pin-card", state="detached", timeout=READY)
    other.settle()
    assert "pin." not in other.page.url
    other.check()
    context.close()


def test_pressing_a_dot_looks_into_its_member(browser, server):
    context = browser.new_context(viewport={"width": 1366, "height": 900})
    lab = LabPage(context.new_page(), server).open("?v=1&look.member=0")
    weights = prepare_run("glass").solve().trace.weights
    lab.page.wait_for_selector(".st-key-figure-kept_members .js-plotly-plot", timeout=READY)
    heaviest = int(weights.argmax())
    lab.page.locator(".st-key-figure-kept_members").scroll_into_view_if_needed()
    lab.settle()
    place = lab.page.evaluate(
        """member => {
          const plot = document.querySelector('.st-key-figure-kept_members .js-plotly-plot');
          const trace = plot._fullData.find(t => t.name === 'with weight');
          const i = Array.from(trace.customdata).indexOf(member);
          const {xaxis, yaxis} = plot._fullLayout, box = plot.getBoundingClientRect();
          return [box.left + xaxis._offset + xaxis.d2p(trace.x[i]),
                  box.top + yaxis._offset + yaxis.d2p(trace.y[i])];
        }""",
        heaviest,
    )
    lab.page.mouse.move(*place)
    lab.page.wait_for_timeout(200)
    lab.page.mouse.click(*place)
    lab.page.wait_for_function(f"location.search.includes('look.member={heaviest}')", timeout=READY)
    lab.settle()
    assert f"Member {heaviest} is wrong on" in lab.text()
    lab.check()
    context.close()
