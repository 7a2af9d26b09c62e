"""Lessons in a real browser: a card starts one, Next goes on, a link brings a step back."""

from __future__ import annotations

import time

import numpy as np
import pytest

from tests.browser.one_page import every_screen, fresh_page, one_page

pytestmark = [pytest.mark.browser, pytest.mark.slow]


@every_screen
def test_panel_lesson_opens_and_moves(browser, server, width, height, scheme):
    with one_page(browser, server, width, height, scheme) as here:
        here.go("lessons?v=1&lesson=perfect_member&step=2")
        assert "cannot be computed" in here.text()
        here.move("pair-neither", 1)
        assert "Every measure has a value" in here.text()
        here.check()
        here.press("lesson_next")
        here.press("lesson_next")
        assert "step 4 of 4" in here.text()
        here.page.get_by_text("The two members are independent").click()
        here.settle()
        assert "Right." in here.text()
        here.check()


def test_panel_lesson_is_shared(browser, server):
    with one_page(browser, server) as here:
        here.go("lessons?v=1&lesson=perfect_member&step=2")
        here.move("pair-neither", 1)
        assert "step=2" in here.page.url and "pair.neither=1" in here.page.url
        shown = here.trace("pair_measures", "value")["x"]
        with fresh_page(browser, server) as elsewhere:
            elsewhere.go(here.page.url.split("/", 3)[3])
            np.testing.assert_allclose(elsewhere.trace("pair_measures", "value")["x"], shown)
            elsewhere.check()


def test_finish_leads_to_the_next_lesson_and_back_to_the_last_step(browser, server):
    with one_page(browser, server) as here:
        here.go("lab?v=1&lesson=few&step=4&lam=10.0")
        here.press("lesson_finish")
        here.page.get_by_text("Finished: Many could be few.").wait_for()
        assert here.page.url == f"{server}/lessons?v=1"  # what the lesson had set goes with it
        here.page.go_back()
        here.page.get_by_text("step 4 of 4").wait_for()
        assert here.page.url == f"{server}/lab?v=1&lesson=few&step=4&lam=10.0"
        here.check()


def test_controls_of_a_lesson_link_are_right_in_a_browser_slower_than_the_training(browser, server):
    with fresh_page(browser, server) as here:
        slowed = here.page.context.new_cdp_session(here.page)
        slowed.send("Emulation.setCPUThrottlingRate", {"rate": 5})
        seed = int(time.time()) % 1_000_000  # nobody has trained it, not even the attempt before
        here.go(f"lab?v=1&lesson=training_votes&step=1&seed={seed}")
        assert here.page.locator(".st-key-choice-oracle input").input_value() == "The training rows"
        assert "the same 149 rows weigh them" in here.text()


def test_a_card_starts_a_lesson_in_the_lab(browser, server):
    with one_page(browser, server) as here:
        here.go("lessons")
        here.page.locator(".st-key-card-margin_target a").click()
        here.page.wait_for_selector(".st-key-figure-rounds .js-plotly-plot", timeout=60_000)
        here.settle()
        assert "lesson=margin_target" in here.page.url
        here.page.get_by_text("target 1/λ = 1").first.wait_for()
        here.press("lesson_next")
        here.page.get_by_text("target 1/λ = 0.5").first.wait_for()
        assert "step=2" in here.page.url
        here.page.go_back()
        here.page.get_by_text("step 1 of 4").wait_for()
        here.check()
