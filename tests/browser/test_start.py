"""Start in a real browser: useful at once, and its sliders move its figures."""

from __future__ import annotations

import re

import pytest

from l2dwk_core.demos.three_voters import three_voters
from pages.models.drawn_points import FIRST_POINTS, SIDE, place_of
from pages.widgets.glossary import WORDS
from tests.browser.lab_page import READY
from tests.browser.one_page import every_screen, fresh_page, one_page

pytestmark = pytest.mark.browser


@pytest.mark.parametrize(
    ("width", "height", "scheme"),
    [
        (1366, 768, "light"),
        (390, 844, "dark"),
        pytest.param(1366, 768, "dark", marks=pytest.mark.slow),
        pytest.param(390, 844, "light", marks=pytest.mark.slow),
    ],
)
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
        sign.filter(has_text=re.compile("^The vote gains (?!4.8)")).wait_for(timeout=READY)
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


@pytest.mark.slow
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


@pytest.mark.parametrize(
    ("width", "height"), [pytest.param(1366, 768, marks=pytest.mark.slow), (390, 844)]
)
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
        search = here.page.locator(".st-key-words_search input")
        search.fill("margin")
        listed = here.page.locator(".st-key-words-list li:visible")
        wanted = [w for w, text in WORDS.items() if "margin" in (w + text).lower()]
        assert listed.count() == len(wanted)
        here.page.get_by_text(f"{len(wanted)} words").wait_for()
        search.fill("zebra")
        assert listed.count() == 0
        button.click()  # an open list counts as a dialog
        here.page.get_by_role("dialog").wait_for(state="detached")
        here.settle()
        here.check()


_PLACE = """([x, y]) => {
  const figure = document.querySelector('.st-key-figure-drawn_points .l2dwk-figure');
  const {left, top} = figure.getBoundingClientRect();
  const {xaxis, yaxis} = figure._fullLayout;
  return [left + xaxis._offset + xaxis.d2p(x), top + yaxis._offset + yaxis.d2p(y)];
}"""


def _on_screen(here, x, y):
    """Where on the screen a place of the figure is, given in hundredths of its square."""
    here.page.locator(".st-key-figure-drawn_points .l2dwk-figure").scroll_into_view_if_needed()
    return here.page.evaluate(_PLACE, [x / SIDE, y / SIDE])


def test_a_point_is_dragged_and_another_added_with_a_click(browser, server):
    with one_page(browser, server) as here:
        here.go("#trees")
        title = here.page.locator(".st-key-figure-drawn_points h3")
        before, address = title.inner_text(), here.page.url
        mouse = here.page.mouse
        x, y = _on_screen(here, *place_of(FIRST_POINTS[0]))
        to_x, to_y = _on_screen(here, 5, 5)
        mouse.move(x, y)
        mouse.down()
        for step in range(1, 6):
            mouse.move(x + (to_x - x) * step / 5, y + (to_y - y) * step / 5)
        here.page.wait_for_function(
            "before => document.querySelector('.st-key-figure-drawn_points h3').textContent"
            " !== before",
            arg=before,
        )
        assert here.page.url == address  # the page has not run
        mouse.up()
        here.page.wait_for_url(re.compile("start.points=b0505"))
        here.settle()
        ring = here.trace("drawn_points", "chosen point")
        assert (ring["x"][0] * SIDE, ring["y"][0] * SIDE) == pytest.approx((5, 5))
        mouse.click(*_on_screen(here, 95, 5))
        here.page.wait_for_url(re.compile(r"a9505&|a9505$"))
        here.settle()
        assert len(here.trace("drawn_points", "class A")["x"]) == 1 + sum(
            word[0] == "a" for word in FIRST_POINTS
        )
        with fresh_page(browser, server) as elsewhere:
            elsewhere.go(here.page.url.split("/", 3)[3])
            assert (
                elsewhere.page.locator(".st-key-figure-drawn_points h3").inner_text()
                == title.inner_text()
            )
            elsewhere.check()
        here.check()


@pytest.mark.parametrize(
    "step",
    [
        pytest.param("trees", marks=pytest.mark.slow),
        pytest.param("hard-row", marks=pytest.mark.slow),
        "does-it-pay",
    ],
)
def test_a_link_opens_at_its_step(browser, server, step):
    with fresh_page(browser, server) as here:
        here.go(f"#{step}")
        here.page.wait_for_function(
            "id => { const {top} = document.getElementById(id).getBoundingClientRect();"
            " return top > 0 && top < innerHeight / 3; }",
            arg=step,
        )
        here.check()


@pytest.mark.slow
@pytest.mark.parametrize(("width", "height"), [(1366, 768), (640, 800), (390, 844), (320, 568)])
def test_a_jump_shows_the_heading_below_the_round_bar(browser, server, width, height):
    with one_page(browser, server, width, height) as here:
        here.go("")
        here.page.locator(".st-key-figure-gain_of_vote .main-svg").first.wait_for(timeout=READY)
        here.settle()
        here.page.locator(".st-key-start-steps-list a").filter(has_text="promised").click()
        here.page.wait_for_timeout(1500)
        bar = here.page.locator(".st-key-round-bar").bounding_box()
        words = here.page.locator("#promised-plots span").first.bounding_box()
        assert 0 <= words["y"] - bar["y"] - bar["height"] < 70
        here.check()


@pytest.mark.slow
def test_a_link_opens_the_place_for_a_file_of_a_class(browser, server):
    with one_page(browser, server) as here:
        here.go("")
        here.page.get_by_role("link", name="Open a file for your class").click()
        place = here.page.locator(".st-key-class_upload")
        place.wait_for(timeout=READY)
        here.settle()
        assert place.is_visible()
        here.page.reload()
        place.wait_for(timeout=READY)
        here.settle()
        here.page.locator(".st-key-card-few :is(a, button)").click()
        here.page.wait_for_selector(".st-key-lesson-question", timeout=READY)
        here.settle()
        assert "class_file" not in here.page.url
        here.check()


@pytest.mark.slow
def test_the_bar_moves_the_hard_row_and_the_three_plots(browser, server):
    with one_page(browser, server) as here:
        here.go("#hard-row")
        title = here.page.locator(".st-key-figure-gain_of_vote h3")
        for index in (1, 2):
            here.page.locator(".st-key-figure-gain_of_vote").scroll_into_view_if_needed()
            title.filter(has_text=re.compile(f"in round {index}$")).wait_for(timeout=READY)
            gain = re.search(r"gains ([\d.]+) points", title.inner_text())[1]
            drawn = here.trace("gain_of_vote", "gain in points")["text"][0]
            assert f"+{gain} points" in drawn and f"in round {index}" in drawn
            if index == 1:
                here.round_bar("forward").click()
        here.page.wait_for_timeout(400)
        assert here.cursors()["sparsity"] == [2.0]
        height = here.trace("hard_row", "the hard row")["y"][0]
        assert height > 1
        for scheme in ("dark", "light"):  # each draws all figures again, as they were sent
            here.page.emulate_media(color_scheme=scheme)
            here.settle()
            here.page.wait_for_timeout(400)
        assert here.trace("hard_row", "the hard row")["y"][0] == height
        assert here.page.url.endswith("#hard-row")  # the round is not in the address
        here.round_bar("play").click()
        here.page.get_by_text(re.compile(r"round ([4-9]|[12]\d|30) of")).wait_for()
        here.round_bar("play").click()
        here.check()


@pytest.mark.slow
@pytest.mark.parametrize(("width", "height"), [(1366, 768), (390, 844)])
def test_the_bar_leaves_with_the_last_figure_that_it_moves(browser, server, width, height):
    with one_page(browser, server, width, height) as here:
        here.go("")
        here.page.locator(".st-key-figure-gain_of_vote .main-svg").first.wait_for(timeout=READY)
        here.settle()
        bar = here.page.locator(".st-key-round-bar")

        def top_of_screen(selector):
            here.page.evaluate("s => document.querySelector(s).scrollIntoView()", selector)
            here.page.wait_for_timeout(300)
            return bar.bounding_box()

        # It is in sight above a figure that it moves, and right below the words that name it.
        box = top_of_screen(".st-key-figure-gain_of_vote")
        assert box["y"] > 0
        box = top_of_screen("#hard-row")
        below = here.page.locator(".st-key-start-hard-row").bounding_box()
        assert 0 <= below["y"] - box["y"] - box["height"] < 40
        box = top_of_screen("#does-it-pay")
        assert box["y"] + box["height"] < 0


def test_a_word_explains_itself_to_the_keyboard(browser, server):
    with one_page(browser, server) as here:
        here.go("")
        word = here.page.locator(".l2dwk-word").first
        word.focus()
        shown = word.evaluate("e => getComputedStyle(e, '::after').content")
        assert WORDS["vote"].replace("*", "")[:30] in shown
        here.check()


@pytest.mark.slow
@every_screen
def test_no_step_is_wider_than_the_screen_or_has_controls_over_each_other(
    browser, server, width, height, scheme
):
    with one_page(browser, server, width, height, scheme) as here:
        here.go("?start.guess=both")
        covered = here.page.evaluate(_COVERED)
        assert covered == []
        here.check()


_COVERED = """() => {
  const main = document.querySelector('[data-testid=stMain]');
  const things = [...main.querySelectorAll(
    '[class*=st-key-step-] :is(button, input, .l2dwk-frame, h2, h3, p)')]
    .filter(e => e.offsetParent && e.getClientRects().length
      && !e.closest('.st-key-round-bar, [data-testid=stSlider], details:not([open])'));
  const boxes = things.map(e => [e, e.getBoundingClientRect()]);
  const found = [];
  for (const [one, a] of boxes) {
    if (a.left < -1 || a.right > innerWidth + 1) found.push('outside: ' + one.textContent);
    for (const [other, b] of boxes) {
      if (one === other || one.contains(other) || other.contains(one)) continue;
      const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (wide > 2 && high > 2) found.push(`${one.textContent} / ${other.textContent}`);
    }
  }
  return found;
}"""
