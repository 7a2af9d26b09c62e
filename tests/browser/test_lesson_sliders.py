"""Lessons in a real browser: sliders after an answer, and answers after the page was reloaded."""

from __future__ import annotations

import pytest

from pages.lessons.lessons import LESSONS
from pages.lessons.own_lesson import packed
from pages.lessons.rules import step_choice, step_pair
from tests.browser.lab_page import READY
from tests.browser.one_page import one_page

pytestmark = [pytest.mark.browser, pytest.mark.slow]

COUNTS = ("both", "first", "second", "neither")


def shown(here, key):
    """What the slider with this key shows, as a number."""
    thumb = here.page.locator(f".st-key-{key} input[type=range]")
    words = thumb.get_attribute("aria-valuetext") or thumb.input_value()
    return float(words.replace("−", "-"))


def wanted(step):
    """The sliders of a step after its answer, each with the value of the step's choice."""
    if step.of == "pair":
        return {f"pair-{name}": getattr(step_pair(step), name) for name in COUNTS}
    if not step.control:
        return {}
    return {f"choice-{step.control}": getattr(step_choice(step), step.control)}


def answer(here, last):
    """Answer the question of the step and wait for the last of its sliders."""
    slider = here.page.locator(".st-key-predict button")
    (slider if slider.count() else here.page.locator(".st-key-option_0 button")).click()
    here.page.wait_for_selector(".st-key-lesson-compared", timeout=READY)
    if last:
        here.page.wait_for_selector(f".st-key-{last} input", timeout=READY)
    here.settle()


@pytest.mark.parametrize("key", LESSONS)
def test_after_each_answer_sliders_show_the_step_and_move_from_there(browser, server, key):
    steps = LESSONS[key].steps
    with one_page(browser, server) as here:
        here.page.goto(f"{here.address}/lessons?v=1&lesson={key}&step=1")
        for number, step in enumerate(steps, 1):
            here.page.get_by_text(f"step {number} of").wait_for(timeout=READY)
            here.settle()
            sliders = wanted(step)
            answer(here, list(sliders)[-1] if sliders else "")
            for name, value in sliders.items():
                if here.page.locator(f".st-key-{name} input[type=range]").count():
                    assert shown(here, name) == value, (number, name)
            for name, value in sliders.items():
                thumb = here.page.locator(f".st-key-{name} input[type=range]")
                if thumb.count():
                    here.move(name, 1)
                    moved = shown(here, name)
                    assert value < moved <= max(2 * value, value + 1), (number, name)
            if number < len(steps):
                here.press("lesson_next")


OWN_LESSON = """+++
title = "One question"
about = "How many?"
learnt = "A few."
+++

## One step
+++
figures = ["sparsity"]
[question]
ask = "How many of the 301 members keep weight?"
answer = "members_kept"
low = 0
high = 301
+++
"""


@pytest.mark.parametrize(
    "place", ["lesson=weighting_pays&step=2", f"lesson=own&file={packed(OWN_LESSON)}"],
    ids=["shipped", "own"],
)  # fmt: skip
def test_answers_are_there_after_the_page_was_reloaded(browser, server, place):
    with one_page(browser, server) as here:
        here.page.goto(f"{here.address}/lessons?v=1&{place}")
        here.page.wait_for_selector(".st-key-lesson-question", timeout=READY)
        here.settle()
        answer(here, "")
        said = here.page.locator(".st-key-lesson-compared").inner_text()
        address = here.page.url
        here.page.reload()
        here.page.wait_for_selector(".st-key-lesson-compared", timeout=READY)
        here.settle()
        assert here.page.locator(".st-key-lesson-compared").inner_text() == said
        assert here.page.url == address
        here.press("lesson_again")
        here.page.wait_for_selector(".st-key-lesson-question", timeout=READY)
        here.page.reload()
        here.page.wait_for_selector(".st-key-lesson-question", timeout=READY)
        here.settle()
        assert here.page.locator(".st-key-lesson-compared").count() == 0


def test_the_choice_of_the_lab_comes_back_after_a_lesson(browser, server):
    with one_page(browser, server) as here:
        menu = here.page.get_by_test_id("stTopNavLink")
        here.page.goto(f"{here.address}/lab?v=1&kernel=polynomial&lam=2.5")
        here.page.wait_for_selector(".st-key-choice-lam input", timeout=READY)
        here.settle()
        menu.filter(has_text="Start").click()
        here.page.locator(".st-key-card-few a").click()
        here.page.wait_for_selector(".st-key-lesson-question", timeout=READY)
        here.settle()
        here.press("lesson_next")
        here.press("lesson_leave")
        menu.filter(has_text="Lab").click()
        here.page.wait_for_selector(".st-key-choice-lam input", timeout=READY)
        here.settle()
        assert "kernel=polynomial" in here.page.url and "lam=2.5" in here.page.url
        assert shown(here, "choice-lam") == 2.5
