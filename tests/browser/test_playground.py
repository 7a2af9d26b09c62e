"""The Playground in a real browser: direct, scrubbed in the browser, reproduced by its link."""

from __future__ import annotations

import re

import numpy as np
import pytest

from tests.browser.lab_page import ALL_DRAWN
from tests.browser.one_page import fresh_page, one_page

pytestmark = [pytest.mark.browser, pytest.mark.slow]

FIGURE = "weighted_plane"


# Counts how often the picture of the regions is taken away: what is painted then is empty.
_WATCH = """name => {
  window.takenAway = 0;
  new MutationObserver((changes) => {
    for (const {removedNodes} of changes)
      for (const node of removedNodes) if (node.querySelector?.('image')) takenAway++;
  }).observe(document.querySelector(`.st-key-figure-${name} .js-plotly-plot`),
             {childList: true, subtree: true});
}"""


def _plane(here):
    return np.asarray(
        here.page.evaluate(
            """name => {
              const plot = document.querySelector(`.st-key-figure-${name} .js-plotly-plot`);
              return Array.from(plot._fullData.find(t => t.name === 'region').z, r => [...r]);
            }""",
            FIGURE,
        )
    )


def _go(here, place):
    here.go(place)
    here.page.wait_for_selector(f".st-key-figure-{FIGURE} .js-plotly-plot .main-svg")
    here.settle()


@pytest.mark.parametrize(("width", "height", "scheme"), [(1366, 768, "light"), (390, 844, "dark")])
def test_depth_changes_the_picture_and_a_link_brings_it_back(
    browser, server, width, height, scheme
):
    with one_page(browser, server, width, height, scheme) as here:
        _go(here, "playground?v=1")
        before = _plane(here)
        here.move("playground-depth", 2)
        after = _plane(here)
        assert not np.array_equal(before, after)
        here.check()
        with fresh_page(browser, server) as elsewhere:
            _go(elsewhere, here.page.url.split("/", 3)[3])
            np.testing.assert_array_equal(_plane(elsewhere), after)
            shown = ".st-key-fresh [data-testid='stMetricValue']"
            assert (
                elsewhere.page.locator(shown).all_inner_texts()
                == here.page.locator(shown).all_inner_texts()
            )
            elsewhere.check()


def test_pictures_follow_a_slider_before_it_is_let_go(browser, server):
    with one_page(browser, server) as here:
        _go(here, "playground?v=1")
        address, before = here.page.url, _plane(here)
        said = here.page.locator(f".st-key-figure-{FIGURE} h3").inner_text()
        here.drag("playground-depth", 60)
        here.page.wait_for_function(
            "([selector, said]) => document.querySelector(selector).textContent !== said",
            arg=[f".st-key-figure-{FIGURE} h3", said],
        )
        here.page.wait_for_function(ALL_DRAWN)
        assert not np.array_equal(_plane(here), before)
        assert here.page.url == address  # the page has not run
        here.page.mouse.up()
        here.page.wait_for_url(re.compile("playground.depth="))
        here.settle()
        after = _plane(here)
        with fresh_page(browser, server) as elsewhere:
            _go(elsewhere, here.page.url.split("/", 3)[3])
            np.testing.assert_array_equal(_plane(elsewhere), after)
        here.check()


def test_rounds_are_scrubbed_in_the_browser(browser, server):
    with one_page(browser, server) as here:
        _go(here, "playground?v=1")
        before, crosses = _plane(here), here.trace(FIGURE, "vote is wrong")["x"]
        here.page.evaluate("window.stayed = true")
        bar = here.page.locator(".st-key-round-bar")
        bar.locator("input[type=range]").press("Home")
        here.page.wait_for_timeout(600)
        assert here.trace(FIGURE, "headline")["text"][0].startswith("round 1:")
        assert not np.array_equal(before, _plane(here))
        assert len(crosses) != len(here.trace(FIGURE, "vote is wrong")["x"])
        bar.get_by_role("button", name="Play").press("Enter")  # all of it by the keyboard
        here.page.evaluate(_WATCH, FIGURE)
        here.page.wait_for_function(
            f"""() => document.querySelector('.st-key-figure-{FIGURE} .js-plotly-plot')
            ._fullData.find(t => t.name === 'headline').text[0].startsWith('round 4:')"""
        )
        assert here.page.evaluate("window.stayed")
        assert here.page.evaluate("takenAway === 0")
        here.check()


def test_the_pictures_fit_on_a_projector_without_scrolling(browser, server):
    with one_page(browser, server) as here:
        _go(here, "playground?v=1")
        for figure in ("uniform_plane", FIGURE):
            box = here.page.locator(f".st-key-figure-{figure}").bounding_box()
            assert box["y"] + box["height"] < 768
        strength = here.page.locator(".st-key-playground-lam").bounding_box()
        assert strength["y"] < 768  # beside the pictures, not below them
