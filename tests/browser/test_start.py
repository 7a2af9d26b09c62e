"""Start in a real browser: useful at once, and its sliders move its figures."""

from __future__ import annotations

import re

import pytest

from l2dwk_core.demos.three_voters import three_voters
from pages.widgets.glossary import WORDS
from tests.browser.lab_page import READY
from tests.browser.one_page import every_screen, fresh_page, one_page

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


def test_figures_follow_a_slider_before_it_is_let_go(browser, server):
    with one_page(browser, server) as here:
        here.go("")
        address, sign = here.page.url, here.page.locator(".st-key-figure-voters_plane h3")
        assert sign.inner_text() == "The vote gains 4.8 points over one voter"
        here.drag("start-overlap", -180)
        here.page.get_by_text(re.compile("^The vote gains (?!4.8)")).wait_for(timeout=READY)
        assert here.page.url == address  # the page has not run
        ahead = "document.body.classList.contains('l2dwk-outdated')"
        assert here.page.evaluate(ahead)  # the formula is faint: it is that of the value before
        here.page.mouse.up()
        here.page.wait_for_url(re.compile("overlap=-"))
        here.settle()
        assert not here.page.evaluate(ahead)
        overlap = int(re.search(r"overlap=(-\d+)", here.page.url)[1])
        vote = three_voters(0.6, overlap / 100).vote
        assert here.trace("voters_plane", "these voters")["y"][0] == pytest.approx(vote)
        assert sign.inner_text() == f"The vote gains {100 * (vote - 0.6):.1f} points over one voter"
        here.check()


def test_a_link_brings_the_sliders_back(browser, server):
    with one_page(browser, server) as here:
        here.go("")
        here.move("start-overlap", -1)
        voters = three_voters(0.6, -0.05)
        with fresh_page(browser, server) as elsewhere:
            elsewhere.go(here.page.url.split("/", 3)[3])
            assert f"the vote on {voters.vote:.1%}" in elsewhere.text()
            elsewhere.check()


def test_a_card_leads_into_a_lesson(browser, server):
    with one_page(browser, server) as here:
        here.go("")
        here.page.locator(".st-key-card-perfect_member a").click()
        here.page.get_by_text("step 1 of 4").wait_for()
        here.settle()
        assert "lesson=perfect_member" in here.page.url
        here.check()


@pytest.mark.parametrize(("width", "height"), [(1366, 768), (390, 844)])
def test_a_link_leads_to_the_place_for_ones_own_table(browser, server, width, height):
    with one_page(browser, server, width, height) as here:
        here.go("")
        (link,) = here.page.get_by_role("link", name="your own table").all()
        box = link.bounding_box()
        assert box["y"] + box["height"] < 260  # beside or under the title
        link.click()
        here.page.locator("input[type=file]").wait_for(state="attached", timeout=READY)
        here.settle()
        here.check()


def test_words_are_listed_when_asked_for(browser, server):
    with one_page(browser, server) as here:
        here.go("")
        button = here.page.locator(".st-key-words button:visible").first
        button.click()
        for word, meaning in WORDS.items():
            shown = here.page.locator("li", has_text=re.compile(f"^{re.escape(word)}: ")).first
            shown.wait_for()
            assert meaning.split(":")[0].replace("*", "") in shown.inner_text()
        button.click()  # an open list counts as a dialog
        here.page.get_by_role("dialog").wait_for(state="detached")
        here.settle()
        here.check()
