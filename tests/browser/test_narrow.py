"""Narrow screens and paper: nothing is clipped, covered or cut off."""

from __future__ import annotations

import pytest

from tests.browser.boxes import CLIPPED, WORDS_ON_EACH_OTHER
from tests.browser.lab_page import READY, LabPage

pytestmark = [pytest.mark.browser, pytest.mark.slow]

MAIN = "document.querySelector('[data-testid=stMain]')"
SIDEBAR = '[data-testid="stSidebar"]'
_COVERED = """() => {
  const boxes = [...document.querySelectorAll('.st-key-round-bar button, .st-key-round-bar input')]
    .concat([...(document.querySelector('.st-key-round-bar [data-testid]')?.shadowRoot
      ?.querySelectorAll('button, input') ?? [])])
    .map(part => part.getBoundingClientRect());
  return boxes.some((a, i) => boxes.some((b, j) => i < j && a.left < b.right - 1
    && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1));
}"""


def _lab(context, server):
    lab = LabPage(context.new_page(), server)
    lab.page.goto(f"{server}/lab?v=1")
    lab.page.wait_for_selector(".st-key-figure-sparsity .js-plotly-plot", timeout=READY)
    lab.settle()
    return lab


@pytest.mark.parametrize(
    ("width", "height"), [(683, 384), (820, 1180), (1024, 768), (1366, 768), (390, 844)]
)
def test_no_word_is_clipped_and_no_control_covered(browser, server, width, height):
    context = browser.new_context(viewport={"width": width, "height": height})
    lab = _lab(context, server)
    opened = lab.page.locator(SIDEBAR).get_attribute("data-collapsed") == "false"
    assert opened == (width >= 1000)
    assert lab.page.evaluate(CLIPPED) == []
    assert not lab.page.evaluate(_COVERED)
    lab.check()
    context.close()


def test_a_new_page_begins_at_its_top_and_controls_leave_the_figures_in_sight(browser, server):
    context = browser.new_context(
        viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True
    )
    lab = _lab(context, server)
    lab.page.evaluate(f"{MAIN}.scrollTo(0, 900)")
    lab.page.locator('[data-testid="stExpandSidebarButton"]').tap()
    lab.page.wait_for_timeout(800)
    assert lab.page.locator(SIDEBAR).bounding_box()["y"] > 0.45 * 844
    assert lab.page.evaluate(f"{MAIN}.scrollTop") == 900
    lab.page.locator(SIDEBAR).get_by_role("link", name="Sweep", exact=True).click()
    lab.page.wait_for_url("**/sweep**")
    lab.settle()
    assert lab.page.evaluate(f"{MAIN}.scrollTop") == 0
    context.close()


def test_on_paper_there_is_everything_but_the_controls(browser, server):
    context = browser.new_context(viewport={"width": 1366, "height": 768})
    lab = _lab(context, server)
    lab.page.emulate_media(media="print")
    assert not lab.page.locator(SIDEBAR).is_visible()
    assert not lab.page.locator(".st-key-round-bar").is_visible()
    # The main part does not scroll: all of it is on the paper, and no figure is wider than it.
    assert lab.page.evaluate(f"{MAIN}.scrollHeight <= {MAIN}.clientHeight + 1")
    lab.page.evaluate("dispatchEvent(new Event('beforeprint'))")
    drawn = "[...document.querySelectorAll('.l2dwk-figure .main-svg')]"
    lab.page.wait_for_function(f"{drawn}.every(svg => svg.clientWidth <= 680)", timeout=READY)
    assert lab.page.evaluate(CLIPPED) == []
    assert lab.page.evaluate(
        "[...document.querySelectorAll('.l2dwk-words details')].every(text => text.open)"
    )
    lab.page.evaluate("dispatchEvent(new Event('afterprint'))")
    context.close()


# Words of controls that reach beyond a part which hides or scrolls what is outside.
_CUT_WORDS = """() => [...document.querySelectorAll('.stMain :is(button, p, label)')]
  .filter(part => {
    const {width, right} = part.getBoundingClientRect();
    for (let on = part.parentElement; width && on && !on.matches('.stMain'); on = on.parentElement)
      if (getComputedStyle(on).overflowX !== 'visible'
          && right > on.getBoundingClientRect().right + 2) return true;
    return width && right > innerWidth + 1;
  }).map(part => part.innerText)"""


@pytest.mark.parametrize("page", ["noise", "paper"])
def test_no_control_is_cut_at_twice_the_zoom(browser, server, page):
    context = browser.new_context(viewport={"width": 683, "height": 384}, device_scale_factor=2)
    lab = LabPage(context.new_page(), server)
    lab.page.goto(f"{server}/{page}")
    lab.settle()
    assert lab.page.locator(".stMain button").count()
    assert lab.page.evaluate(_CUT_WORDS) == []
    context.close()


@pytest.mark.parametrize("width", [390, 683, 820, 1366])
@pytest.mark.parametrize("page", ["diversity", "sweep", "compare", "noise", "lab"])
def test_no_words_of_a_figure_lie_on_each_other(browser, server, page, width):
    # High enough to draw all figures of the page.
    context = browser.new_context(viewport={"width": width, "height": 6500})
    lab = LabPage(context.new_page(), server)
    lab.page.goto(f"{server}/{page}")
    lab.settle()
    run = lab.page.get_by_role("button", name="Run", exact=True)
    if run.count():
        run.click()
    drawn = "document.querySelectorAll('.l2dwk-figure.js-plotly-plot').length > 1"
    lab.page.wait_for_function(drawn, timeout=READY)
    lab.settle()
    # Words next to points are put in their places after the first drawing.
    for _ in range(20):
        found = lab.page.evaluate(WORDS_ON_EACH_OTHER)
        if not found:
            break
        lab.page.wait_for_timeout(250)
    assert found == []
    context.close()
