"""On paper: dark words on a white page, also when the screen is dark."""

from __future__ import annotations

from typing import Any

import pytest

from l2dwk_core.figures.lab.sparsity import sparsity_figure
from l2dwk_core.figures.standalone import chart_document
from pages.choices.choice import Choice
from tests.browser.lab_page import READY, LabPage
from tests.trainings import run_of

pytestmark = [pytest.mark.browser, pytest.mark.slow]

_DARK, _BRIGHT = 110, 170
_FILLS = "[...document.querySelectorAll('.main-svg text')].map(t => getComputedStyle(t).fill)"


def _brightness(colour: str) -> float:
    """The mean of red, green and blue, 0 to 255."""
    parts = colour[colour.index("(") + 1 : -1].split(",")[:3]
    return sum(map(float, parts)) / 3


def _on_paper(page: Any) -> list[float]:
    """Print, and return how bright each word of the figures is then."""
    page.evaluate(f"addEventListener('beforeprint', () => {{ window.printed = {_FILLS}; }})")
    page.pdf()
    return [_brightness(colour) for colour in page.evaluate("window.printed")]


def test_a_report_opened_in_a_dark_browser_is_printed_light(browser, tmp_path):
    path = tmp_path / "report.html"
    path.write_text(chart_document(sparsity_figure(run_of(Choice(n_members=21)).trace)))
    page = browser.page(scheme="dark")
    page.goto(path.as_uri())
    page.wait_for_selector(".js-plotly-plot .main-svg text", state="attached")
    assert min(map(_brightness, page.evaluate(_FILLS))) > _BRIGHT
    assert max(_on_paper(page)) < _DARK
    # The screen is dark again.
    assert min(map(_brightness, page.evaluate(_FILLS))) > _BRIGHT
    page.emulate_media(media="print", color_scheme="dark")
    style = "getComputedStyle(document.body)"
    assert _brightness(page.evaluate(f"{style}.backgroundColor")) == 255
    assert _brightness(page.evaluate(f"{style}.color")) < _DARK
    page.close()


_GROUND = "getComputedStyle(document.querySelector('.stApp')).backgroundColor"
_WORDS = """() => [...document.querySelectorAll(
    '.stMain :is(p, li, h1, h2, h3, td, th, summary, .stMarkdownBadge)')]
  .filter(part => part.getClientRects().length && part.innerText.trim())
  .map(part => getComputedStyle(part).color)"""
# What lies behind words: the nearest part that has a colour. A slider's colour is its value.
_BEHIND = """() => [...document.querySelectorAll('.stMain :is(p, .stMarkdownBadge, input, button)')]
  .filter(part => part.getClientRects().length && !part.closest('.stSlider'))
  .map(part => {
    const clear = on => getComputedStyle(on).backgroundColor === 'rgba(0, 0, 0, 0)';
    while (clear(part) && part.parentElement) part = part.parentElement;
    return getComputedStyle(part).backgroundColor;
  })"""


def test_a_dark_lab_with_an_open_panel_is_printed_light_without_it(browser, server):
    lab = LabPage(browser.page(scheme="dark"), server)
    lab.open("?v=1&n_members=21&lam=2.0&pin.v=1&pin.n_members=21")
    lab.page.locator(".st-key-words button").click()
    panel = lab.page.locator('[data-testid="stPopoverBody"]')
    panel.wait_for()
    lab.settle()
    fills = _on_paper(lab.page)
    assert len(fills) > 20
    assert max(fills) < _DARK
    lab.page.emulate_media(media="print", color_scheme="dark")
    assert not panel.is_visible()
    assert _brightness(lab.page.evaluate(_GROUND)) == 255
    assert max(map(_brightness, lab.page.evaluate(_WORDS))) < _DARK
    # The screen is dark again, its figures too.
    lab.page.emulate_media(media="screen", color_scheme="dark")
    lab.settle()
    assert _brightness(lab.page.evaluate(_GROUND)) < _DARK
    assert max(map(_brightness, lab.page.evaluate(_FILLS))) > _BRIGHT
    lab.page.close()


@pytest.mark.parametrize("page", ["claims", "data", "paper"])
def test_a_dark_page_is_printed_light_and_no_wider_than_the_paper(browser, server, page):
    opened = LabPage(browser.page(scheme="dark"), server)
    opened.page.goto(f"{server}/{page}")
    opened.page.wait_for_selector(".stMain h1", timeout=READY)
    opened.settle()
    opened.page.emulate_media(media="print", color_scheme="dark")
    opened.page.set_viewport_size({"width": 718, "height": 768})
    opened.settle()
    assert max(map(_brightness, opened.page.evaluate(_WORDS))) < _DARK
    assert min(map(_brightness, opened.page.evaluate(_BEHIND))) == 255
    ends = "(() => { const r = document.querySelector('.block-container').getBoundingClientRect();"
    assert opened.page.evaluate(f"{ends} return [r.left, r.right]; }})()") == [0, 718]
    opened.page.close()
