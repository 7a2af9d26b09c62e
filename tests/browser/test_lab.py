"""The main job in a real browser against a real, fresh server."""

from __future__ import annotations

import re
import time

import numpy as np
import pytest

import l2dwk_core
from l2dwk_core.method.settings import Settings
from l2dwk_core.runs.run import Run
from pages.choices.choice import Choice
from tests.browser.lab_page import LabPage
from tests.trainings import prepared_once, run_of

pytestmark = pytest.mark.browser


@pytest.fixture
def lab(browser, server):
    page = browser.page()
    yield LabPage(page, server)
    page.close()


def _same_numbers(lab: LabPage, run: Run) -> None:
    """All four parts on the page hold the library's numbers."""
    heat = lab.trace("kernel_weights", "α")["z"]
    assert heat.shape == run.trace.alphas.T.shape
    np.testing.assert_allclose(
        np.sort(heat, axis=0), np.sort(run.trace.alphas.T, axis=0), rtol=1e-6
    )
    weights = lab.trace("rounds", "classifier weight")["y"]
    kept = np.sort(run.trace.weights)[::-1]
    np.testing.assert_allclose(weights[1:-1], kept[: len(weights) - 2], rtol=1e-6, atol=1e-12)
    sizes = lab.trace("sparsity", "members with weight")["y"]
    np.testing.assert_array_equal(sizes, [np.count_nonzero(r.weights) for r in run.trace.rounds])
    effective = lab.trace("sparsity", "effective number 1/Σw²")["y"]
    np.testing.assert_allclose(effective, [1 / np.sum(r.weights**2) for r in run.trace.rounds])
    path = lab.trace("rounds", "ensemble, round by round")
    np.testing.assert_allclose(path["x"], run.path("test").diversity)
    np.testing.assert_allclose(path["y"], run.path("test").accuracy)
    cloud = lab.trace("rounds", "pairs of members")
    assert 0 < len(cloud["x"]) <= 400
    np.testing.assert_allclose(cloud["x"], run.pair_cloud("test").disagreement, rtol=1e-6)
    np.testing.assert_allclose(cloud["y"], run.pair_cloud("test").accuracy, rtol=1e-6)
    for name, score in {
        "L2DWK, weighted vote": run.accuracy.l2dwk,
        "Uniform vote, same members": run.accuracy.uniform,
        "Uniform vote, members trained on all training rows": run.accuracy.uniform_all,
        "Best single member": run.accuracy.best_single,
    }.items():
        assert lab.trace("test_accuracy", name)["x"][0] == pytest.approx(score.accuracy)
    assert f"{run.accuracy.n_test_rows} test rows" in lab.text()


def _whole_on_the_first_screen(lab: LabPage, run: Run) -> None:
    """The verdict and the three promised figures, without scrolling."""
    for place in ("headline", "figure-kernel_weights", "figure-classifier_weights",
                  "figure-gain_of_vote"):  # fmt: skip
        figure = lab.page.locator(f".st-key-{place} .l2dwk-figure, .st-key-{place} .lines").first
        box = figure.bounding_box()
        assert box["y"] >= 0 and box["y"] + box["height"] <= 768, (place, box)
    said = lab.page.inner_text(".st-key-headline")
    for score in (run.accuracy.l2dwk, run.accuracy.uniform, run.accuracy.uniform_all):
        assert f"{score.accuracy:.1%}" in said


def _says_what_was_looked_at(lab: LabPage, run: Run) -> None:
    said = lab.page.inner_text(".st-key-headline")
    assert f"{run.accuracy.l2dwk.accuracy:.1%}" in said
    (count,) = re.findall(r"Chosen by looking: (\d+) settings were looked at in the Lab", said)
    assert int(count) > 1
    # What Start and Sweep show is not counted.
    assert "more perhaps on other pages" in said
    # A screen reader is told of it.
    heard = lab.page.locator(".st-key-headline [aria-live=polite]")
    heard.filter(has_text=f"L2DWK: {run.accuracy.l2dwk.accuracy:.1%}").wait_for(state="attached")


def test_lab_from_deep_link_to_numbers_and_back(browser, fresh_server):
    """Glass, Gaussian, λ = 2: run, read all four parts, change λ, see them change."""
    context = browser.new_context(viewport={"width": 1366, "height": 768})
    lab = LabPage(context.new_page(), fresh_server)
    lab.open("?v=1&dataset=zoo&kernel=linear")
    lab.choose("dataset", "glass")
    lab.choose("kernel", "Gaussian")
    lab.slide("lam", "2")
    lab.run()
    prepared = prepared_once(**vars(Choice().recipe()))
    first = prepared.solve(Settings(kernel="gaussian", lam=2.0))
    _same_numbers(lab, first)
    _whole_on_the_first_screen(lab, first)
    lab.check()

    before = lab.trace("rounds", "classifier weight")["y"], lab.trace("kernel_weights", "α")["z"]
    lab.slide("lam", "4")
    second = prepared.solve(Settings(kernel="gaussian", lam=4.0))
    _same_numbers(lab, second)
    _says_what_was_looked_at(lab, second)
    after = lab.trace("rounds", "classifier weight")["y"], lab.trace("kernel_weights", "α")["z"]
    for old, new in zip(before, after, strict=True):
        assert old.shape != new.shape or not np.allclose(old, new)
    assert re.search(r"[?&]lam=4\.0", lab.page.url)
    lab.check()
    context.close()


def test_the_first_settings_are_called_the_first_in_the_lab_only(browser, server):
    lab = LabPage(browser.page(), server).open("?v=1&lam=2.0&n_members=21")
    lab.run()
    words = lab.page.inner_text(".st-key-headline")
    assert "first settings looked at in the Lab on these test rows; other pages are not" in words
    lab.page.close()


@pytest.mark.slow
def test_link_gives_the_same_numbers_in_a_fresh_browser(browser, server, lab):
    lab.open("?v=1&kernel=polynomial&degree=3&lam=0.7&n_members=97")
    lab.run()
    settings = Settings(kernel="polynomial", degree=3, lam=0.7)
    run = l2dwk_core.run("glass", n_members=97, settings=settings)
    _same_numbers(lab, run)
    lab.slide("n_members", "95")
    run = l2dwk_core.run("glass", n_members=95, settings=settings)
    _same_numbers(lab, run)
    link = lab.page.url
    context = browser.new_context(viewport={"width": 390, "height": 844}, color_scheme="dark")
    other = LabPage(context.new_page(), server)
    other.page.goto(link)
    other.page.wait_for_selector(".st-key-figure-sparsity .js-plotly-plot", timeout=60_000)
    other.settle()
    _same_numbers(other, run)
    other.check()
    lab.check()
    context.close()


@pytest.mark.slow
def test_back_button_undoes_a_change(lab):
    lab.open("?v=1&lam=2.0")
    lab.run()
    lab.slide("lam", "2.5")
    lab.page.wait_for_timeout(2500)
    lab.page.go_back()
    lab.settle()
    assert "lam=2.0" in lab.page.url
    assert lab.thumb("lam").get_attribute("aria-valuetext") == "2"
    run = run_of(Choice(lam=2.0))
    _same_numbers(lab, run)
    lab.check()


def _shows_round(lab: LabPage, run: Run, t: int) -> None:
    """Every figure that follows the round shows it, and the cloud is still drawn."""
    at_round = (
        "(wanted) => [...document.querySelectorAll('.js-plotly-plot')].every(plot =>"
        " plot._fullData.every(trace => !trace.meta?.round || trace.meta.round === wanted)"
        " && (plot._fullLayout.shapes || []).every(shape => shape.name !== 'round'"
        " || (shape.x0 + shape.x1) / 2 === wanted))"
    )
    lab.page.wait_for_function(at_round, arg=t, timeout=10_000)
    found = run.trace.rounds[t - 1]
    weights = lab.trace("rounds", "classifier weight")["y"]
    wanted = np.sort(found.weights[found.weights > 0])[::-1]
    np.testing.assert_allclose(weights[1:-1], wanted, rtol=1e-6)
    won = lab.trace("margins", "rows with margin > 0")["y"]
    assert won.sum() == np.count_nonzero(found.margins > 1e-12)
    place = lab.trace("rounds", "ensemble in this round")
    assert place["y"][0] == pytest.approx(run.path("test").accuracy[t - 1])
    arrow = lab.trace("rounds", "what the vote gains over its average member")["y"]
    assert arrow[0] == pytest.approx(run.path("test").weight_right[t - 1])
    assert arrow[1] == place["y"][0]
    assert lab.drawn("rounds", "pairs of members") == 400
    assert lab.drawn("rounds", "ensemble, round by round") == len(run.trace.rounds)
    cursors = lab.cursors()
    assert {"kernel_weights", "kernel_weights_of_chosen_rows", "sparsity"} <= set(cursors)
    assert set(map(tuple, cursors.values())) == {(t,)}, cursors
    assert f"{found.n_selected} of 301" in lab.page.inner_text(
        ".st-key-figure-classifier_weights .js-plotly-plot"
    )
    assert f"round {t} of {len(run.trace.rounds)}" in lab.page.inner_text(
        ".st-key-round-bar output"
    )


def test_one_bar_moves_every_figure_without_the_server(lab):
    sent: list[object] = []
    lab.page.on("websocket", lambda socket: socket.on("framesent", lambda f: sent.append(f)))
    lab.open("?v=1&lam=2.0")
    lab.run()
    run = run_of(Choice(lam=2.0))
    last, start = len(run.trace.rounds), run.trace.returned_round
    _shows_round(lab, run, start)
    lab.page.wait_for_timeout(500)
    sent.clear()
    lab.page.on("request", lambda request: sent.append(request.url))

    lab.round_bar("first").click()
    _shows_round(lab, run, 1)
    lab.round_bar("forward").click()
    _shows_round(lab, run, 2)
    lab.round_bar("play").click()
    lab.page.locator(".st-key-round-bar output", has_text=re.compile("round [4-9] of")).wait_for()
    lab.round_bar("play").click()
    words = lab.page.inner_text(".st-key-round-bar output")
    _shows_round(lab, run, int(re.search(r"round (\d+)", words)[1]))

    slider = lab.page.locator(".st-key-round-bar input")
    slider.scroll_into_view_if_needed()
    box = slider.bounding_box()
    middle = box["y"] + box["height"] / 2
    lab.page.mouse.move(box["x"] + box["width"] / 2, middle)
    lab.page.mouse.down()
    lab.page.mouse.move(box["x"] + box["width"] - 1, middle, steps=6)
    lab.page.mouse.up()
    _shows_round(lab, run, last)
    slider.press("ArrowLeft")
    _shows_round(lab, run, last - 1)
    slider.press("Home")
    _shows_round(lab, run, 1)
    assert not sent

    # Other rows to follow are drawn by the server; their figure joins in at the round shown.
    lab.page.locator(".st-key-plane_drawer summary").click()
    lab.page.locator(".st-key-plane_rows").get_by_text("Plane on weighting rows").click()
    lab.settle()
    lab.page.wait_for_timeout(500)
    place = lab.trace("plane", "ensemble in this round")
    assert place["y"][0] == pytest.approx(run.path("weighting").accuracy[0])
    lab.check()


def test_round_shown_stands_in_the_address_and_a_link_opens_at_it(lab):
    def at(place, words):
        lab.page.wait_for_url(re.compile(re.escape(f"{lab.address}/lab?v=1&{place}") + "$"))
        lab.page.locator(".st-key-round-bar output", has_text=words).wait_for()

    lab.open("?v=1&lam=2.0#round=5")
    lab.run()
    at("lam=2.0#round=5", "round 5 of")
    lab.page.wait_for_timeout(500)
    assert set(map(tuple, lab.cursors().values())) == {(5,)}
    lab.round_bar("forward").click()
    at("lam=2.0#round=6", "round 6 of")
    # The same rounds drawn again keep it, and so do other rounds once the reader has moved.
    lab.page.locator(".st-key-row_drawer summary").click()
    lab.page.locator(".st-key-look-only").get_by_text("Vote wrong").click()
    at("lam=2.0&look.only=wrong#round=6", "round 6 of")
    lab.slide("lam", "2.5")
    at("lam=2.5&look.only=wrong#round=6", "round 6 of")
    lab.round_bar("first").click()
    at("lam=2.5&look.only=wrong#round=1", "round 1 of")
    lab.page.go_back()
    at("lam=2.0&look.only=wrong#round=6", "round 6 of")
    lab.page.go_back()
    at("lam=2.0#round=6", "round 6 of")  # which the browser shows by itself
    lab.page.locator(".st-key-choice-lam [aria-valuetext='2']").first.wait_for(state="attached")
    lab.page.goto("about:blank")
    lab.open("?v=1&lam=2.0#round=999")
    # What is not here is said, and Copy link does not hand it on.
    at("lam=2.0", "returned")
    facts = lab.page.inner_text(".st-key-round-bar .facts")
    assert "asks for round 999, which is not here" in facts
    lab.check()


def test_cancel_stops_the_training(lab):
    # A seed of its own: when the test is tried once more, the first training may still go on.
    seed = time.time_ns() % 10_000
    lab.open(f"?v=1&dataset=vehicle&pool=mixed&n_members=2000&seed={seed}")
    lab.page.click(".st-key-run button")
    lab.page.wait_for_selector(".st-key-cancel button", timeout=30_000)
    lab.page.wait_for_function(
        "/members · [1-9]\\d?% · about .* left/.test(document.body.innerText)", timeout=60_000
    )
    lab.page.click(".st-key-cancel button")
    lab.page.wait_for_selector(".st-key-run button", timeout=5_000)
    lab.check()


def test_menu_keeps_the_choice(lab):
    lab.open("?v=1&dataset=zoo&lam=3.0")
    lab.page.get_by_role("link", name="Start").first.click()
    lab.page.wait_for_selector(".st-key-figure-voters_plane .js-plotly-plot", timeout=60_000)
    lab.page.get_by_role("link", name="Lab").first.click()
    lab.page.wait_for_selector(".st-key-choice-lam")
    lab.settle()
    assert "lam=3.0" in lab.page.url
    assert "dataset=zoo" in lab.page.url
    lab.check()


def test_bad_address_is_one_visible_line(lab):
    lab.open("?v=1&lam=-1&dataset=nowhere")
    text = lab.text()
    assert "λ (lam) is '-1'; allowed is a number from 0 to 1e15. Used instead: 1.0." in text
    assert "Unknown dataset 'nowhere'" in text
    lab.run()
    lab.check()
