"""The main job in a real browser against a real, fresh server."""

from __future__ import annotations

import re

import numpy as np
import pytest

import l2dwk_core
from l2dwk_core.run_record import Run
from l2dwk_core.settings import Settings
from tests.browser.lab_page import LabPage

pytestmark = pytest.mark.browser


@pytest.fixture
def lab(browser, server):
    context = browser.new_context(viewport={"width": 1366, "height": 768})
    yield LabPage(context.new_page(), server)
    context.close()


def _same_numbers(lab: LabPage, run: Run) -> None:
    """All four parts on the page hold the library's numbers."""
    heat = lab.trace("kernel_weights", "α")["z"]
    assert heat.shape == run.trace.alphas.T.shape
    np.testing.assert_allclose(
        np.sort(heat, axis=0), np.sort(run.trace.alphas.T, axis=0), rtol=1e-6
    )
    weights = lab.trace("rounds", "classifier weight")["y"]
    kept = np.sort(run.trace.weights)[::-1]
    np.testing.assert_allclose(weights[:-1], kept[: len(weights) - 1], rtol=1e-6, atol=1e-12)
    sizes = lab.trace("sparsity", "members with weight")["y"]
    np.testing.assert_array_equal(sizes, [np.count_nonzero(r.weights) for r in run.trace.rounds])
    effective = lab.trace("sparsity", "effective number 1/Σw²")["y"]
    np.testing.assert_allclose(effective, [1 / np.sum(r.weights**2) for r in run.trace.rounds])
    path = lab.trace("rounds", "ensemble, round by round")
    np.testing.assert_allclose(path["x"], run.path("test").diversity)
    np.testing.assert_allclose(path["y"], run.path("test").accuracy)
    cloud = lab.trace("rounds", "pairs of members")
    assert 0 < len(cloud["x"]) <= 2000
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


def test_lab_from_deep_link_to_numbers_and_back(browser, fresh_server):
    """Glass, Gaussian, λ = 2: run, read all four parts, change λ, see them change."""
    context = browser.new_context(viewport={"width": 1366, "height": 768})
    lab = LabPage(context.new_page(), fresh_server)
    lab.open("?v=1&dataset=zoo&kernel=linear")
    lab.choose("dataset", "glass")
    lab.choose("kernel", "Gaussian")
    lab.slide("lam", "2")
    lab.run()
    prepared = l2dwk_core.prepare_run("glass")
    first = prepared.solve(Settings(kernel="gaussian", lam=2.0))
    _same_numbers(lab, first)
    direct = l2dwk_core.run("glass", settings=Settings(kernel="gaussian", lam=2.0))
    np.testing.assert_array_equal(first.trace.weights, direct.trace.weights)
    lab.check()

    before = lab.trace("rounds", "classifier weight")["y"], lab.trace("kernel_weights", "α")["z"]
    lab.slide("lam", "4")
    second = prepared.solve(Settings(kernel="gaussian", lam=4.0))
    _same_numbers(lab, second)
    after = lab.trace("rounds", "classifier weight")["y"], lab.trace("kernel_weights", "α")["z"]
    for old, new in zip(before, after, strict=True):
        assert old.shape != new.shape or not np.allclose(old, new)
    assert re.search(r"[?&]lam=4\.0", lab.page.url)
    lab.check()
    context.close()


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


def test_back_button_undoes_a_change(lab):
    lab.open("?v=1&lam=2.0")
    lab.run()
    lab.slide("lam", "2.5")
    lab.page.wait_for_timeout(2500)
    lab.page.go_back()
    lab.settle()
    assert "lam=2.0" in lab.page.url
    assert lab.thumb("lam").get_attribute("aria-valuetext") == "2"
    run = l2dwk_core.run("glass", settings=Settings(lam=2.0))
    _same_numbers(lab, run)
    lab.check()


def test_rounds_are_scrubbed_without_the_server(lab):
    lab.open("?v=1&lam=2.0")
    lab.run()
    run = l2dwk_core.run("glass", settings=Settings(lam=2.0))
    sent: list[str] = []
    lab.page.on("websocket", lambda socket: sent.append(socket.url))
    frames: list[object] = []
    lab.page.on("request", lambda request: frames.append(request.url))
    box = lab.page.locator(".st-key-figure-rounds .slider-rail-rect").bounding_box()
    for round_, at in ((1, 0.002), (len(run.trace.rounds), 0.998)):
        lab.page.mouse.click(box["x"] + at * box["width"], box["y"] + box["height"] / 2)
        lab.page.wait_for_timeout(400)
        weights = lab.trace("rounds", "classifier weight")["y"]
        wanted = np.sort(run.trace.rounds[round_ - 1].weights)[::-1]
        np.testing.assert_allclose(weights[:-1], wanted[: len(weights) - 1], rtol=1e-6, atol=1e-9)
        place = lab.trace("rounds", "ensemble in this round")
        assert place["y"][0] == pytest.approx(run.path("test").accuracy[round_ - 1])
        words = lab.page.inner_text(".st-key-figure-rounds .js-plotly-plot")
        kept = run.trace.rounds[round_ - 1].n_selected
        assert f"{kept} of 301" in words
    assert not sent
    assert not frames
    lab.check()


def test_cancel_stops_the_training(lab):
    lab.open("?v=1&dataset=wave21&pool=mixed&n_members=2000")
    lab.page.click(".st-key-run button")
    lab.page.wait_for_selector(".st-key-cancel button", timeout=10_000)
    lab.page.wait_for_function(
        "/Training members: [1-9]/.test(document.body.innerText)", timeout=30_000
    )
    assert "left" in lab.text()
    lab.page.click(".st-key-cancel button")
    lab.page.wait_for_selector(".st-key-run button", timeout=5_000)
    lab.check()


def test_menu_keeps_the_choice(lab):
    lab.open("?v=1&dataset=zoo&lam=3.0")
    lab.page.get_by_role("link", name="Start").first.click()
    lab.page.wait_for_selector(".st-key-figure-majority_vote .js-plotly-plot", timeout=60_000)
    lab.page.get_by_role("link", name="Lab").first.click()
    lab.page.wait_for_selector(".st-key-choice-lam")
    lab.settle()
    assert "lam=3.0" in lab.page.url
    assert "dataset=zoo" in lab.page.url
    lab.check()


def test_bad_address_is_one_visible_line(lab):
    lab.open("?v=1&lam=-1&dataset=nowhere")
    text = lab.text()
    assert "λ is -1.0; allowed is 0 to 1e15; try 0.1 to 10. The default 1.0 is used." in text
    assert "Unknown dataset 'nowhere'" in text
    lab.run()
    lab.check()
