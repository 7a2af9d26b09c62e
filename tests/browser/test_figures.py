"""Figures in a real browser: kept while their data change, in the page's colours, whole screen."""

from __future__ import annotations

import gzip
import json
import re
import urllib.request

import pytest
from plotly.offline import get_plotlyjs

from pages.choices.choice import Choice
from tests.browser.lab_page import ALL_DRAWN, READY, LabPage
from tests.browser.one_page import fresh_page
from tests.trainings import run_of

# What the figures that change with the round show, down to the lines and points drawn.
_SHOWN = """() => Object.fromEntries(
  [...document.querySelectorAll('.st-key-figure-rounds .l2dwk-figure.js-plotly-plot')].map(plot => [
    plot.closest('[class*="st-key-figure-"]').className.match(/st-key-figure-(\\S+)/)[1],
    [plot._fullLayout.xaxis.range, plot._fullLayout.yaxis.range,
     plot._fullData.map(trace => ['name', 'x', 'y', 'text', 'meta', 'customdata']
       .map(part => JSON.stringify(trace[part]))),
     plot._transitionData._frames.map(frame => [frame.name, JSON.stringify(frame.data)]),
     [...plot.querySelectorAll('.scatterlayer path')]
       .map(path => [path.getAttribute('d'), path.getAttribute('transform')].join()).sort()]]))"""
_RANGES = """() => Object.fromEntries(
  [...document.querySelectorAll('.st-key-figure-rounds .l2dwk-figure.js-plotly-plot')].map(plot => [
    plot.closest('[class*="st-key-figure-"]').className,
    Object.fromEntries(Object.keys(plot._fullLayout).filter(name => /^[xy]axis\\d*$/.test(name))
      .map(name => [name, plot._fullLayout[name].range]))]))"""
_COUNT = """() => {
  window.calls = {};
  for (const name of ['react', 'animate']) {
    const own = Plotly[name];
    Plotly[name] = (plot, ...rest) => {
      (calls[plot.closest('[class*="st-key-figure-"]').className] ??= []).push(name);
      return own(plot, ...rest);
    };
  }
}"""
_HEAVIEST = """plot => {
  const {xaxis, yaxis} = plot._fullLayout;
  return {x: xaxis._offset + xaxis.l2p(1), y: yaxis._offset + yaxis.l2p(plot._fullData[0].y[1])};
}"""
_LISTENERS = """plot => Object.fromEntries(Object.entries(plot._ev._events)
  .map(([event, heard]) => [event, [heard].flat().length]))"""
_FIGURE = ".st-key-figure-classifier_weights .l2dwk-figure"


@pytest.mark.parametrize("place", ["", "lab", "nowhere"])
def test_every_page_asks_for_the_script(server, place):
    asked = urllib.request.Request(f"{server}/{place}", headers={"Accept-Encoding": "gzip"})
    with urllib.request.urlopen(asked) as page:
        (address,) = re.findall(r'src="(/plotly-[^"]+)"', page.read().decode())
    request = urllib.request.Request(server + address, headers={"Accept-Encoding": "gzip"})
    with urllib.request.urlopen(request) as script:
        assert "immutable" in script.headers["Cache-Control"]
        assert gzip.decompress(script.read()).decode().endswith(get_plotlyjs())


def test_figures_that_are_there_before_the_script_are_drawn_when_it_comes(browser, server):
    context = browser.new_context(viewport={"width": 1366, "height": 768})
    page = context.new_page()
    held = []
    page.route("**/plotly-*.js", lambda route: held.append(route))
    page.goto(server, wait_until="domcontentloaded")
    page.wait_for_selector(".l2dwk-figure", timeout=READY)
    page.wait_for_selector('[data-testid="stApp"][data-test-script-state="notRunning"]')
    page.wait_for_timeout(500)  # nothing else stirs any more
    n_figures = page.locator(".l2dwk-figure").count()
    assert page.locator(".l2dwk-figure[data-waiting]").count() == n_figures >= 3
    held[0].continue_()
    page.wait_for_function(ALL_DRAWN, timeout=20_000)
    assert page.locator(".l2dwk-figure .main-svg").count() >= 3
    context.close()


@pytest.mark.slow
def test_figures_stay_while_their_data_change(browser, server):
    lab = LabPage(browser.page(scheme="dark"), server).open("?v=1&n_members=101")
    lab.page.wait_for_selector(f"{_FIGURE}.js-plotly-plot", timeout=READY)
    mark = f"document.querySelector('{_FIGURE}')"
    lab.page.evaluate(f"{mark}.mine = true")
    title = lab.page.locator(".st-key-figure-classifier_weights h3")
    before, shown = title.inner_text(), lab.trace("classifier_weights", "classifier weight")
    listeners = lab.page.locator(_FIGURE).evaluate(_LISTENERS)
    assert {"plotly_click", "plotly_afterplot", "l2dwk_caught_up"} <= set(listeners)
    lab.slide("lam", "4")
    assert title.inner_text() != before
    assert len(lab.trace("classifier_weights", "classifier weight")["y"]) != len(shown["y"])
    assert lab.page.evaluate(f"{mark}.mine")
    assert lab.page.locator(_FIGURE).evaluate(_LISTENERS) == listeners
    colours = lab.page.evaluate(
        f"[{mark}._fullLayout.font.color, getComputedStyle(document.querySelector('.stApp')).color]"
    )
    assert colours[0] == colours[1]
    lab.page.locator(_FIGURE).hover()
    lab.page.locator(f'{_FIGURE} [data-title="Full screen"]').click()
    lab.page.wait_for_function(f"{mark}._fullLayout.height === innerHeight")
    lab.page.evaluate("document.exitFullscreen()")
    lab.page.wait_for_function(f"{mark}._fullLayout.height < innerHeight / 2")
    lab.check()
    lab.page.close()


@pytest.mark.slow
def test_a_reader_who_has_zoomed_in_stays_there_while_a_slider_moves(browser, server):
    lab = LabPage(browser.page(), server).open("?v=1&n_members=101&lam=2.0")
    # The margins' target moves with λ: a figure that is drawn anew.
    lab.page.wait_for_selector(".st-key-figure-margins .js-plotly-plot", timeout=READY)
    margins = "document.querySelector('.st-key-figure-margins .js-plotly-plot')"
    lab.page.evaluate(f"Plotly.relayout({margins}, {{'xaxis.range[0]': 0, 'xaxis.range[1]': 1}})")
    lab.page.wait_for_selector(f"{_FIGURE}.js-plotly-plot", timeout=READY)
    seen = f"document.querySelector('{_FIGURE}')._fullLayout.xaxis.range.map(Number)"
    whole = lab.page.evaluate(seen)
    box = lab.page.locator(f"{_FIGURE} .nsewdrag").first.bounding_box()
    assert box
    middle = box["y"] + box["height"] / 2
    lab.page.mouse.move(box["x"] + 0.2 * box["width"], middle)
    lab.page.mouse.down()
    lab.page.mouse.move(box["x"] + 0.5 * box["width"], middle, steps=4)
    lab.page.mouse.up()
    lab.page.wait_for_function(f"{seen}[0] > {whole[0]} + 1")
    zoomed = lab.page.evaluate(seen)
    title = lab.page.locator(".st-key-figure-classifier_weights h3")
    for wanted in ("3", "4"):
        before = title.inner_text()
        lab.slide("lam", wanted)
        assert title.inner_text() != before
        assert lab.page.evaluate(seen) == zoomed
        assert lab.page.evaluate(f"{margins}._fullLayout.xaxis.range") == [0, 1]
    lab.page.emulate_media(color_scheme="dark")  # drawn anew
    lab.page.wait_for_timeout(500)
    assert lab.page.evaluate(seen) == zoomed
    lab.page.locator(f'{_FIGURE} [data-title="Reset axes"]').click()
    lab.page.wait_for_function(f"{seen}[0] < 1")
    with fresh_page(browser, server) as elsewhere:
        elsewhere.go("lab?v=1&n_members=101&lam=4.0")
        elsewhere.page.wait_for_selector(f"{_FIGURE}.js-plotly-plot", timeout=READY)
        assert lab.page.evaluate(seen) == elsewhere.page.evaluate(seen)
    lab.slide("lam", "2")
    lab.page.wait_for_function(f"JSON.stringify({seen}) === '{json.dumps(whole).replace(' ', '')}'")
    lab.check()
    lab.page.close()


def test_figures_follow_a_slider_before_it_is_let_go(browser, server):
    lab = LabPage(browser.page(), server).open("?v=1&n_members=101")
    lab.page.wait_for_selector(f"{_FIGURE}.js-plotly-plot", timeout=READY)
    title = lab.page.locator(".st-key-figure-classifier_weights h3")
    before, address = title.inner_text(), lab.page.url
    lab.page.wait_for_selector(".st-key-figure-sparsity .js-plotly-plot", timeout=READY)
    out_of_sight = lab.page.locator(".st-key-figure-sparsity h3").inner_text()
    box = lab.thumb("lam").locator("xpath=ancestor::*[contains(@class, 'stElementContainer')]")
    area = lab.page.locator(".st-key-choice-lam [role=slider], .st-key-choice-lam input").first
    spot = area.bounding_box()
    assert box.count() == 1 and spot
    x, y = spot["x"] + spot["width"] / 2, spot["y"] + spot["height"] / 2
    lab.page.mouse.move(x, y)
    lab.page.mouse.down()
    for step in range(1, 9):
        lab.page.mouse.move(x + 6 * step, y)
    lab.page.wait_for_function(
        "before => document.querySelector('.st-key-figure-classifier_weights h3').textContent"
        " !== before",
        arg=before,
        timeout=READY,
    )
    # The others follow too.
    lab.page.wait_for_function(
        "before => document.querySelector('.st-key-figure-sparsity h3').textContent !== before",
        arg=out_of_sight,
        timeout=READY,
    )
    assert lab.page.url == address  # the page has not run
    lab.page.mouse.up()
    lab.settle()
    assert lab.page.url != address
    value = float(lab.thumb("lam").get_attribute("aria-valuetext"))
    run = run_of(Choice(n_members=101, lam=value))
    assert title.inner_text().startswith(f"{run.trace.n_selected} of 101 members keep weight")
    lab.check()
    lab.page.close()


@pytest.mark.slow
def test_an_answer_that_the_page_has_overtaken_is_not_shown(browser, server):
    lab = LabPage(browser.page(), server).open("?v=1&n_members=101&lam=2.0")
    lab.page.wait_for_selector(f"{_FIGURE}.js-plotly-plot", timeout=READY)
    held = []
    lab.page.route("**/live/**", lambda route: held.append(route))
    lab.slide("lam", "3")
    lab.choose("kernel", "Linear")
    assert held
    title = lab.page.locator(".st-key-figure-classifier_weights h3").inner_text()
    shown = lab.page.evaluate(_SHOWN)
    for route in held:
        with lab.page.expect_response("**/live/**"):
            route.continue_()
    lab.page.wait_for_timeout(500)
    assert lab.page.locator(".st-key-figure-classifier_weights h3").inner_text() == title
    assert lab.page.evaluate(_SHOWN) == shown
    lab.check()
    lab.page.close()


def test_a_key_moves_the_figures_in_sight_into_what_a_fresh_page_shows(browser, server):
    lab = LabPage(browser.page(), server).open("?v=1&n_members=101")
    lab.page.wait_for_selector(f"{_FIGURE}.js-plotly-plot", timeout=READY)
    lab.page.locator('[data-go="last"]').click()
    lab.settle()
    lab.page.evaluate(_COUNT)
    lab.thumb("lam").focus()
    with lab.page.expect_response(re.compile(r"/live/lab/classifier_weights\?.*lam=")) as answer:
        lab.thumb("lam").press("ArrowRight")
    assert answer.value.status == 200
    lab.page.wait_for_url(re.compile("[?&]lam="))
    lab.settle()
    # Neither the route's answer nor the page's own made a new drawing.
    calls = lab.page.evaluate("calls")
    ours = [
        name
        for key, names in calls.items()
        if "figure-classifier_weights " in key
        for name in names
    ]
    assert set(ours) == {"animate"}
    lab.page.wait_for_timeout(600)  # the round is written behind the # now and then
    context = browser.new_context(viewport={"width": 1366, "height": 768})
    fresh = LabPage(context.new_page(), server)
    fresh.page.goto(lab.page.url)
    fresh.page.wait_for_selector(f"{_FIGURE}.js-plotly-plot", timeout=READY)
    fresh.settle()
    # Axes that served the new run stayed; they are fitted once the slider rests.
    ranges = fresh.page.evaluate(_RANGES)
    lab.page.wait_for_function(f"wanted => JSON.stringify(({_RANGES})()) === wanted",
                               arg=json.dumps(ranges, separators=(",", ":")))  # fmt: skip
    shown, expected = lab.page.evaluate(_SHOWN), fresh.page.evaluate(_SHOWN)
    promised = {"kernel_weights", "classifier_weights", "gain_of_vote"}
    assert set(shown) == promised == set(expected)
    assert shown == expected
    lab.check()
    context.close()
    lab.page.close()


@pytest.mark.slow
def test_on_a_touch_screen_no_tool_bar_covers_a_figure(browser, server):
    context = browser.new_context(
        viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True
    )
    lab = LabPage(context.new_page(), server).open("?v=1&n_members=51")
    lab.page.wait_for_selector(f"{_FIGURE}.js-plotly-plot", timeout=READY)
    figure = lab.page.locator(_FIGURE)
    figure.tap(position=figure.evaluate(_HEAVIEST))
    lab.page.wait_for_selector(f"{_FIGURE} .hoverlayer .hovertext")  # a tap still tells a value
    assert not figure.locator(".modebar").is_visible()
    assert figure.evaluate("plot => plot._fullLayout.dragmode") is False
    ranges = lab.page.evaluate(_RANGES)
    for _ in range(2):
        figure.tap()
    lab.page.wait_for_timeout(500)
    assert lab.page.evaluate(_RANGES) == ranges
    # What the tool bar has stands below the figure.
    buttons = lab.page.locator(".st-key-figure-classifier_weights .l2dwk-words")
    with lab.page.expect_download() as picture:
        buttons.get_by_role("button", name="Picture").tap()
    assert picture.value.suggested_filename == "classifier_weights.png"
    buttons.get_by_role("button", name="Full screen").tap()
    lab.page.wait_for_function(f"document.fullscreenElement?.matches('{_FIGURE}')")
    lab.page.evaluate("document.exitFullscreen()")
    lab.check()
    context.close()
