"""Files taken along from the Lab, opened without a network."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pages.choices.choice import Choice
from tests.browser.lab_page import LabPage
from tests.trainings import run_of

pytestmark = pytest.mark.browser


def _download(page: Any, selector: str, folder: Path) -> Path:
    with page.expect_download(timeout=60_000) as waiting:
        page.locator(selector).first.click()  # help text doubles a button
    target = folder / waiting.value.suggested_filename
    waiting.value.save_as(target)
    return target


def _offers_no_upload(page: Any) -> bool:
    """Plotly can send a figure to a company's servers; here it may show somebody's own rows."""
    offered = page.locator(".modebar-btn").evaluate_all(
        "buttons => buttons.map(button => button.dataset.title)"
    )
    assert "Download plot as a PNG" in offered
    return not [title for title in offered if "Share" in title or "cloud" in title.lower()]


def _opened_offline(browser: Any, path: Path) -> Any:
    context = browser.new_context(offline=True, viewport={"width": 390, "height": 844})
    page = context.new_page()
    problems: list[str] = []
    page.on("console", lambda m: problems.append(m.text) if m.type == "error" else None)
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on("requestfailed", lambda request: problems.append(request.url))
    page.goto(path.as_uri())
    page.wait_for_selector(".js-plotly-plot .main-svg", state="attached", timeout=60_000)
    page.wait_for_timeout(500)
    assert not problems
    assert not page.evaluate("document.documentElement.scrollWidth > innerWidth")
    assert _offers_no_upload(page)
    return page


def test_json_report_and_figure_are_taken_along(browser, server, tmp_path):
    lab = LabPage(browser.page(), server).open("?v=1&lam=2.0&n_members=101")
    lab.page.wait_for_selector(".st-key-figure-rounds .js-plotly-plot", timeout=60_000)
    lab.settle()
    run = run_of(Choice(n_members=101, lam=2.0))
    assert _offers_no_upload(lab.page)

    lab.page.locator(".st-key-take_drawer summary").click()
    lab.settle()
    saved = _download(lab.page, ".st-key-take-json button", tmp_path)
    assert json.loads(saved.read_text()) == json.loads(json.dumps(run.as_dict()))

    report = _opened_offline(browser, _download(lab.page, ".st-key-take-html button", tmp_path))
    figures = report.locator(".js-plotly-plot")
    # The figure in the page's closed drawer comes along.
    assert figures.count() == lab.page.locator(".l2dwk-figure").count() + 1
    assert f"{run.accuracy.l2dwk.accuracy:.1%}" in report.inner_text("body")
    assert "?v=1&n_members=101&lam=2.0" in report.inner_text("body")
    shown = report.evaluate("document.getElementById('test_accuracy')._fullData[0].x[0]")
    assert shown == pytest.approx(run.accuracy.l2dwk.accuracy)
    rounds = report.evaluate(
        "document.getElementById('classifier_weights')._transitionData._frames.length"
    )
    assert rounds == len(run.trace.rounds)
    report.context.close()

    lab.page.locator(".st-key-figure-sparsity").get_by_role("button", name="Data").click()
    lab.settle()
    alone = _opened_offline(browser, _download(lab.page, ".st-key-html-sparsity button", tmp_path))
    assert alone.locator(".js-plotly-plot").count() == 1
    alone.context.close()
    lab.page.get_by_role("dialog").get_by_role("button", name="Close").click()
    lab.settle()
    lab.check()
    lab.page.close()
