"""Votes of one's own models in a real browser: upload, Lab, what to keep, by clicks alone."""

from __future__ import annotations

import time
from typing import Any

import numpy as np
import pandas as pd
import pytest

import l2dwk_core as l2
from pages.data.votes_sample import sample
from tests.browser.lab_page import READY, LabPage
from tests.votes import answers

pytestmark = [pytest.mark.browser, pytest.mark.slow]

MINUTE = 60.0


def _start(browser: Any, server: str, width: int = 1366, height: int = 768) -> LabPage:
    page = LabPage(browser.page(width, height), server)
    page.page.goto(server)
    page.page.locator("[data-testid=stPageLink]", has_text="Weigh your own models' votes").click()
    page.page.wait_for_selector("input[type=file]", state="attached", timeout=READY)
    page.settle()
    return page


def _upload(page: LabPage, name: str, content: bytes) -> None:
    file = {"name": name, "mimeType": "text/csv", "buffer": content}
    page.page.set_input_files("input[type=file]", file)
    page.page.wait_for_selector(
        ".st-key-use_in_lab button, [data-testid=stAlertContentError]", timeout=READY
    )
    page.settle()


@pytest.mark.parametrize("form", ["labels", "probabilities"])
@pytest.mark.parametrize(("width", "height"), [(1366, 768), (390, 844)])
def test_five_models_to_a_file_of_weights_by_clicks(browser, server, form, width, height):
    begun = time.monotonic()
    content = sample(form)
    page = _start(browser, server, width, height)
    _upload(page, "five.csv", content)
    assert "five.csv: 5 models, 214 rows" in page.text()
    page.page.get_by_role("radio", name="No", exact=True).click()
    page.settle()
    page.page.click(".st-key-use_in_lab button")
    page.page.wait_for_selector(".st-key-figure-rounds .js-plotly-plot", timeout=READY)
    kept = page.page.locator(".st-key-kept-csv button")
    kept.wait_for(timeout=READY)
    with page.page.expect_download() as download:
        kept.click()
    assert time.monotonic() - begun < MINUTE
    page.settle()
    run = l2.run(l2.read_votes(content, name="five.csv"))
    weights = page.trace("rounds", "classifier weight")["y"][1:-1]
    np.testing.assert_allclose(
        weights, np.sort(run.trace.weights)[::-1][: len(weights)], rtol=1e-6, atol=1e-12
    )
    table = pd.read_csv(download.value.path())
    given = dict(zip(run.pool.names, run.trace.weights, strict=True))
    assert set(table["name"]) == {name for name, weight in given.items() if weight > 0}
    np.testing.assert_allclose(table["weight"], table["name"].map(given), rtol=1e-6)
    shown = page.trace("test_accuracy", "L2DWK, weighted vote")["x"][0]
    assert shown == pytest.approx(run.accuracy.l2dwk.accuracy)
    page.check()
    page.page.close()


def _half() -> bytes:
    frame = answers.probability_table()
    frame.loc[3, "bayes_setosa"] += 0.5
    return answers.csv(frame)


BAD = {
    "equal": (answers.csv(answers.table(twin=answers.predictions()[:, 0])), "the same labels"),
    "below": (
        answers.csv(answers.table(weak=np.roll(answers.labels(), 50))),
        "less often than always naming the largest class",
    ),
    "truth": (answers.csv(answers.table(truth=answers.labels())), "right in every row"),
    "sums": (_half(), "sum to 1.5"),
    "never": (
        answers.csv(answers.table().assign(label=["rare"] * 3 + answers.labels()[3:].tolist())),
        "predicted by no model",
    ),
    "test only": (
        answers.csv(answers.table(part=["test"] * 50 + ["weighting"] * 100)),
        "among the test rows only",
    ),
    "numbers": (answers.csv(answers.table().assign(label=np.arange(150) / 7)), "numeric target"),
}


def test_each_bad_file_says_in_one_line_what_is_wrong(browser, server):
    page = _start(browser, server)
    for name, (content, said) in BAD.items():
        _upload(page, f"{name}.csv", content)
        page.page.get_by_text(said).first.wait_for(timeout=READY)
        lines = [
            text
            for text in page.page.locator("[data-testid=stAlert] p").all_inner_texts()
            if said in text
        ]
        assert lines, name
        assert all("\n" not in text.strip() for text in lines), lines
    page.check()
    page.page.close()


def test_after_f5_nothing_is_left_and_the_link_asks_for_the_file(browser, server):
    page = _start(browser, server)
    _upload(page, "mine.csv", answers.csv(answers.table()))
    page.page.click(".st-key-use_in_lab button")
    page.page.wait_for_selector(".st-key-figure-rounds .js-plotly-plot", timeout=READY)
    page.settle()
    page.page.reload()
    page.page.wait_for_selector(".st-key-foreign-table", timeout=READY)
    page.settle()
    assert "a link cannot share it" in page.text()
    assert "mine" not in page.page.locator(".st-key-run-line").all_inner_texts()
    page.page.locator(".st-key-foreign-table [data-testid=stPageLink] a").click()
    page.page.wait_for_selector("input[type=file]", state="attached", timeout=READY)
    page.settle()
    _upload(page, "mine.csv", answers.csv(answers.table()))
    assert "These are the votes your link is about." in page.text()
    page.check()
    page.page.close()
