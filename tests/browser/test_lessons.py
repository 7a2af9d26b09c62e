"""Lessons in a real browser: asked, answered, moved; on a phone the slider stays in sight."""

from __future__ import annotations

import numpy as np
import pytest

from pages.lessons.lessons import LESSONS
from tests.browser.lab_page import READY
from tests.browser.one_page import every_screen, fresh_page, one_page

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def opened(here, key, step, more=""):
    """Open a step and wait for its question."""
    here.page.goto(f"{here.address}/lessons?v=1&lesson={key}&step={step}{more}")
    here.page.wait_for_selector(".st-key-lesson-question", timeout=READY)
    here.settle()


def answered(here):
    """Answer the question and wait for the figure."""
    slider = here.page.locator(".st-key-predict button")
    (slider if slider.count() else here.page.locator(".st-key-option_0 button")).click()
    here.page.wait_for_selector(".st-key-lesson-compared", timeout=READY)
    here.page.wait_for_selector(".l2dwk-figure.js-plotly-plot .main-svg", timeout=READY)
    here.settle()


@every_screen
@pytest.mark.parametrize("key", LESSONS)
def test_every_step_asks_and_answers(browser, server, key, width, height, scheme):
    with one_page(browser, server, width, height, scheme) as here:
        opened(here, key, 1)
        for number in range(1, len(LESSONS[key].steps) + 1):
            here.page.get_by_text(f"step {number} of").wait_for()
            here.check()
            answered(here)
            here.check()
            if number < len(LESSONS[key].steps):
                here.press("lesson_next")


def test_on_a_phone_the_slider_stays_above_its_figure(browser, server):
    with one_page(browser, server, 390, 844) as here:
        opened(here, "few", 1)
        answered(here)
        here.page.locator(".l2dwk-words").scroll_into_view_if_needed()
        bar = here.page.locator(".st-key-lesson-bar").bounding_box()
        figure = here.page.locator(".l2dwk-figure").bounding_box()
        assert bar["y"] >= 0 and bar["y"] + bar["height"] <= figure["y"] + figure["height"]
        assert not here.page.locator('[data-testid="stSidebar"]').is_visible()
        before = here.trace("sparsity", "members with weight")["y"]
        here.move("choice-lam", 3)
        after = here.trace("sparsity", "members with weight")["y"]
        assert not np.array_equal(after, before)


def test_a_moved_pair_is_shared(browser, server):
    with one_page(browser, server) as here:
        opened(here, "perfect_member", 2)
        answered(here)
        here.move("pair-neither", 1)
        assert "step=2" in here.page.url and "pair.neither=1" in here.page.url
        shown = here.trace("pair_measures", "value")["x"]
        with fresh_page(browser, server) as elsewhere:
            place = here.page.url.split("step=2")[1]
            opened(elsewhere, "perfect_member", 2, place)
            answered(elsewhere)
            np.testing.assert_allclose(elsewhere.trace("pair_measures", "value")["x"], shown)


def test_finish_leads_to_the_next_lesson_and_back_to_the_last_step(browser, server):
    with one_page(browser, server) as here:
        opened(here, "few", 4)
        here.press("lesson_finish")
        here.page.get_by_text("4 questions are not answered").wait_for()
        here.check()
        here.press("open_2")
        here.page.get_by_text("step 2 of 4").wait_for()
        here.press("lesson_next")
        here.press("lesson_next")
        here.press("lesson_finish")
        here.press("lesson_end")
        here.page.get_by_text("Finished: Many could be few.").wait_for()
        assert here.page.url == f"{server}/lessons?v=1"  # what the lesson had set goes with it
        here.page.go_back()
        here.page.get_by_text("step 4 of 4").wait_for()
        here.check()
