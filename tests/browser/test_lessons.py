"""Lessons in a real browser: asked, answered, moved; on a phone the slider stays in sight."""

from __future__ import annotations

import numpy as np
import pytest

from l2dwk_core.figures.predicted_place import ANSWER, PREDICTION
from pages.lessons.lessons import LESSONS
from tests.browser.boxes import CLIPPED, ON_EACH_OTHER
from tests.browser.lab_page import READY
from tests.browser.one_page import OnePage, fresh_page, one_page

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


SCREENS = [
    (1366, 768, "light"), (1366, 768, "dark"), (390, 844, "light"), (390, 844, "dark"),
    (820, 1180, "light"), (683, 384, "dark"),
]  # fmt: skip
"""The last is 1366 × 768 at 200 %."""


@pytest.mark.parametrize(("width", "height", "scheme"), SCREENS)
@pytest.mark.parametrize("key", LESSONS)
def test_every_step_asks_and_answers(browser, server, key, width, height, scheme):
    with one_page(browser, server, width, height, scheme) as here:
        opened(here, key, 1)
        for number in range(1, len(LESSONS[key].steps) + 1):
            here.page.get_by_text(f"step {number} of").wait_for()
            check_boxes(here)
            answered(here)
            asked = LESSONS[key].steps[number - 1].question.ask
            compared = here.page.locator(".st-key-lesson-compared")
            assert asked.replace("*", "") in compared.inner_text()
            check_boxes(here)
            if number < len(LESSONS[key].steps):
                here.press("lesson_next")


def check_boxes(here):
    here.check()
    here.page.evaluate("document.querySelector('[data-testid=stMain]').scrollTo(0, 0)")
    assert here.page.evaluate(CLIPPED) == []
    assert here.page.evaluate(ON_EACH_OTHER) == []


TOP = "document.querySelector('[data-testid=stMain]').scrollTop"
PLACE = "predicted_place"
POINT = """([x, y]) => {
  const figure = document.querySelector('.st-key-figure-predicted_place .l2dwk-figure');
  figure.scrollIntoView({block: 'center'});
  const {left, top} = figure.getBoundingClientRect();
  const {xaxis, yaxis} = figure._fullLayout;
  return [left + xaxis._offset + xaxis.d2p(x), top + yaxis._offset + yaxis.d2p(y)];
}"""


def point_at(here):
    """Where the reader's point is, on the two axes."""
    trace = here.trace(PLACE, PREDICTION)
    return trace["x"][0], trace["y"][0]


def sliders_at(here):
    return tuple(
        float(here.page.locator(f".st-key-prediction-weighting_pays-2-{way} input").input_value())
        for way in ("across", "up")
    )


def test_a_place_is_dragged_clicked_and_moved_with_keys(browser, server):
    with one_page(browser, server) as here:
        opened(here, "weighting_pays", 2)
        assert point_at(here) == pytest.approx((0.2, 80))
        mouse = here.page.mouse
        x, y = here.page.evaluate(POINT, [0.2, 80])
        to_x, to_y = here.page.evaluate(POINT, [0.05, 95])
        mouse.move(x, y)
        mouse.down()
        for step in range(1, 6):
            mouse.move(x + (to_x - x) * step / 5, y + (to_y - y) * step / 5)
        assert point_at(here) == pytest.approx((0.05, 95))
        assert sliders_at(here) == pytest.approx((0.2, 80))  # the page has not run
        title = here.page.locator(f".st-key-figure-{PLACE} h3")
        faint = "e => getComputedStyle(e).transitionProperty === 'opacity'"
        assert title.evaluate(faint)  # its numbers are those of before
        mouse.up()
        here.settle()
        assert not title.evaluate(faint)
        assert point_at(here) == sliders_at(here) == pytest.approx((0.05, 95))
        mouse.click(*here.page.evaluate(POINT, [0.25, 75.5]))
        here.settle()
        assert point_at(here) == sliders_at(here) == pytest.approx((0.25, 75.5))
        here.move("prediction-weighting_pays-2-across", -2)
        here.move("prediction-weighting_pays-2-up", 1)
        assert point_at(here) == sliders_at(here) == pytest.approx((0.23, 76))
        check_boxes(here)
        answered(here)
        assert point_at(here) == pytest.approx((0.23, 76))
        answer = here.trace(PLACE, ANSWER)
        across, up = answer["x"][0], answer["y"][0]
        said = here.page.locator(".st-key-lesson-compared").inner_text()
        assert f"you said 0.23; it is {across:.2f}" in said
        assert f"you said 76%; it is {up:.0f}%" in said
        # The answer stays where it is: there is nothing left to move.
        mouse.click(*here.page.evaluate(POINT, [0.25, 75.5]))
        here.settle()
        assert point_at(here) == pytest.approx((0.23, 76))
        check_boxes(here)


def test_keys_pressed_quickly_all_count(browser, server):
    with one_page(browser, server) as here:
        opened(here, "weighting_pays", 2)
        before = sliders_at(here)[1]
        here.hurry("prediction-weighting_pays-2-up", -20)
        here.settle()
        assert sliders_at(here)[1] == pytest.approx(before - 10)


def test_a_finger_drags_the_place_and_beside_it_scrolls_the_page(browser, server):
    context = browser.new_context(
        viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True
    )
    here = OnePage(context.new_page(), server)
    opened(here, "weighting_pays", 2)
    touch = context.new_cdp_session(here.page)

    def swipe(start, end):
        def send(kind, *points):
            touch.send(
                "Input.dispatchTouchEvent",
                {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]},
            )

        send("touchStart", start)
        for step in range(1, 9):
            send(
                "touchMove",
                [a + (b - a) * step / 8 for a, b in zip(start, end, strict=True)],
            )
            here.page.wait_for_timeout(30)
        send("touchEnd")
        here.settle()

    start, end = (here.page.evaluate(POINT, at) for at in ([0.2, 80], [0.05, 95]))
    top = here.page.evaluate(TOP)
    swipe(start, end)
    assert point_at(here) == sliders_at(here) == pytest.approx((0.05, 95))
    assert here.page.evaluate(TOP) == top
    x, y = here.page.evaluate(POINT, [0.25, 75])
    swipe((x, y), (x, y - 150))
    assert here.page.evaluate(TOP) > top
    assert point_at(here) == pytest.approx((0.05, 95))
    # The button is below the figure; the comparison, above it, comes into sight.
    here.page.locator(".st-key-predict button").tap()
    here.page.wait_for_function(
        """() => {
          const box = document.querySelector('.st-key-lesson-compared')?.getBoundingClientRect();
          return box?.top >= 60 && box.bottom < innerHeight;
        }""",
        timeout=READY,
    )
    here.settle()
    here.check()
    context.close()


def test_on_a_phone_the_slider_stays_above_its_figure(browser, server):
    with one_page(browser, server, 390, 844) as here:
        opened(here, "few", 2)
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
