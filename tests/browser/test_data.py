"""The Data page in a real browser: look, filter, bring a table, fix a role, run it in the Lab."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import l2dwk_core
from l2dwk_core.datasets import load_dataset
from l2dwk_core.datasets.profile import projection
from l2dwk_core.method.settings import Settings
from tests.browser.lab_page import READY, LabPage
from tests.pages.test_dataset_key import CSV

pytestmark = [pytest.mark.browser, pytest.mark.slow]

ROLES_LINE = 36
"""Height of a line of the role editor, in pixels."""


class DataPage(LabPage):
    """The Data page; ``LabPage`` brings what all pages have."""

    def open(self, query: str = "") -> DataPage:
        self.page.goto(f"{self.address}/data{query}")
        self.page.wait_for_selector(".st-key-data-section", timeout=READY)
        self.settle()
        return self

    def upload(self, name: str, content: bytes) -> None:
        file = {"name": name, "mimeType": "text/csv", "buffer": content}
        self.page.set_input_files("input[type=file]", file)
        self.settle()

    def set_role(self, line: int, role: str) -> None:
        """In the editor, which is a canvas: double-click the cell, pick from its menu."""
        editor = self.page.locator(
            "[class*='st-key-own-'][class*='-roles'] [data-testid=stDataFrame]"
        )
        editor.scroll_into_view_if_needed()
        box = editor.bounding_box()
        self.page.mouse.dblclick(box["x"] + 180, box["y"] + ROLES_LINE * (line + 1.5))
        self.page.get_by_role("option", name=role, exact=True).click()
        self.page.keyboard.press("Enter")
        self.settle()


def _page(browser: Any, server: str, width: int, height: int, scheme: str) -> DataPage:
    context = browser.new_context(viewport={"width": width, "height": height}, color_scheme=scheme)
    return DataPage(context.new_page(), server)


def test_upload_fix_a_role_and_get_the_numbers_of_the_library(browser, server):
    page = _page(browser, server, 1366, 768, "light").open("?v=1&data.section=own")
    page.upload("patients.csv", CSV)
    text = page.text()
    assert "patients.csv: 90 rows, 5 columns" in text
    assert "stays in the memory of this session" in text
    use = page.page.locator(".st-key-use_in_lab button").bounding_box()
    assert use["y"] + use["height"] < 768
    preview = page.page.locator("[data-testid=stDataFrame]").first.bounding_box()
    assert preview["height"] > 11 * 34  # ten rows and their names, without scrolling inside
    page.set_role(2, "symbolic")
    page.page.locator(".st-key-use_in_lab button").click()
    page.page.wait_for_selector(".st-key-choice-dataset", timeout=READY)
    page.settle()
    page.run()
    page.slide("lam", "2")
    table = l2dwk_core.read_table(
        CSV, target="outcome", roles={"visits": "symbolic"}, name="patients.csv"
    )
    assert list(table.X.columns) == ["ward", "visits", "pressure"]
    assert str(table.X["visits"].dtype) == "category"
    run = l2dwk_core.run(table, settings=Settings(lam=2.0))
    other = l2dwk_core.run(
        l2dwk_core.read_table(CSV, target="outcome", name="patients.csv"),
        settings=Settings(lam=2.0),
    )
    assert not np.array_equal(run.trace.weights, other.trace.weights)
    heat = page.trace("kernel_weights", "α")["z"]
    np.testing.assert_allclose(
        np.sort(heat, axis=0), np.sort(run.trace.alphas.T, axis=0), rtol=1e-6
    )
    shown = page.trace("test_accuracy", "L2DWK, weighted vote")["x"][0]
    assert shown == pytest.approx(run.accuracy.l2dwk.accuracy)
    weights = page.trace("rounds", "classifier weight")["y"][1:-1]
    kept = np.sort(run.trace.weights)[::-1]
    np.testing.assert_allclose(weights, kept[: len(weights)], rtol=1e-6, atol=1e-12)
    page.check()

    # The same link elsewhere: a note, and the default instead.
    stranger = LabPage(browser.new_context().new_page(), server)
    stranger.open(page.page.url[page.page.url.index("?") :])
    assert "a link cannot share it" in stranger.text()
    assert stranger.thumb("lam").get_attribute("aria-valuetext") == "2"
    stranger.check()
    stranger.page.context.close()

    # Back undoes the moves of λ, however many the page saw, then the way to the Lab.
    for _ in range(12):
        page.page.go_back()
        page.settle()
        if not page.page.url.startswith(f"{server}/lab?v=1&dataset=own-"):
            break
    assert page.page.url == f"{server}/data?v=1&data.section=own"
    page.page.context.close()


@pytest.mark.parametrize(("width", "height", "scheme"), [(1366, 768, "light"), (390, 844, "dark")])
def test_card_follows_its_menu_and_the_link_brings_it_back(browser, server, width, height, scheme):
    page = _page(browser, server, width, height, scheme).open()
    before = page.trace("class_balance", "rows of the class")["x"]
    assert before.sum() == 214
    box = page.page.locator(".st-key-data-show input")
    box.click()
    box.fill("sonar")
    page.page.get_by_role("option", name="sonar").first.click()
    page.settle()
    sonar = load_dataset("sonar")
    points = projection(sonar).points
    cloud = page.trace("plane", "mine")
    np.testing.assert_allclose(cloud["x"], points[sonar.y == "mine", 0], rtol=1e-5, atol=1e-5)
    page.check()

    again = _page(browser, server, width, height, scheme)
    again.open(page.page.url[page.page.url.index("?") :])
    np.testing.assert_allclose(again.trace("plane", "mine")["x"], cloud["x"])
    again.check()
    for opened in (page, again):
        opened.page.context.close()


def test_challenge_level_can_be_cancelled(browser, server):
    page = _page(browser, server, 1366, 768, "light").open("?v=1&data.show=wave40")
    page.page.locator(".st-key-challenge button").click()
    page.page.locator(".st-key-challenge_cancel button").click()
    page.page.wait_for_selector(".st-key-challenge button", timeout=READY)
    page.settle()
    assert page.page.locator(".st-key-figure-challenge").count() == 0
    page.check()
    page.page.context.close()


def test_bad_file_leaves_the_page_usable(browser, server):
    page = _page(browser, server, 1366, 768, "dark").open("?v=1&data.section=own")
    page.upload("junk.csv", bytes(range(256)) * 20)
    assert "is not a text file" in page.text()
    page.upload("patients.csv", CSV)
    assert "is not a text file" not in page.text()
    assert "patients.csv: 90 rows" in page.text()
    page.check()
    page.page.context.close()
