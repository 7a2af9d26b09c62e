"""Start in a real browser: useful at once, and its sliders move its figures."""

from __future__ import annotations

import pytest

from l2dwk_core.three_voters import three_voters
from pages.shared.glossary import WORDS
from tests.browser.lab_page import READY
from tests.browser.one_page import every_screen, one_page

pytestmark = pytest.mark.browser


@every_screen
def test_sliders_move_the_vote(browser, server, width, height, scheme):
    with one_page(browser, server, width, height, scheme) as here:
        here.go("")
        assert "the vote on 64.8%" in here.text()
        here.check()
        here.hurry("start-overlap", -12)
        voters = three_voters(0.6, -0.6)
        here.page.get_by_text(f"the vote on {voters.vote:.1%}").first.wait_for(timeout=READY)
        here.settle()
        assert here.trace("voters_plane", "these voters")["y"][0] == pytest.approx(voters.vote)
        here.check()


def test_a_link_brings_the_sliders_back(browser, server):
    with one_page(browser, server) as here:
        here.go("")
        here.move("start-overlap", -1)
        voters = three_voters(0.6, -0.05)
        with one_page(browser, server) as elsewhere:
            elsewhere.go(here.page.url.split("/", 3)[3])
            assert f"the vote on {voters.vote:.1%}" in elsewhere.text()
            elsewhere.check()


def test_a_card_leads_into_a_lesson(browser, server):
    with one_page(browser, server) as here:
        here.go("")
        here.page.locator(".st-key-card-perfect_member a").click()
        here.page.get_by_text("step 1 of 3").wait_for()
        here.settle()
        assert "lesson=perfect_member" in here.page.url
        here.check()


def test_words_are_listed_when_asked_for(browser, server):
    with one_page(browser, server) as here:
        here.go("")
        button = here.page.locator(".st-key-words button:visible").first
        button.click()
        for word, meaning in WORDS.items():
            shown = here.page.locator("li").filter(has_text=f"{word}: ").first
            shown.wait_for()
            assert meaning.split(":")[0].replace("*", "") in shown.inner_text()
        button.click()  # an open list counts as a dialog
        here.page.get_by_role("dialog").wait_for(state="detached")
        here.settle()
        here.check()
