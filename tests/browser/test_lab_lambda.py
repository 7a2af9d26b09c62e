"""λ chosen by cross-validation, and what to keep, in a real browser."""

from __future__ import annotations

import pytest

from tests.browser.lab_page import READY, LabPage
from tests.browser.one_page import every_screen, fresh_page, one_page

pytestmark = [pytest.mark.browser, pytest.mark.slow]

LINK = "?v=1&dataset=glass&n_members=15&max_rounds=2&lam=0.02&seed=3"
CURVE = ".st-key-lambda-card .js-plotly-plot"


def _choose(lab):
    sidebar = lab.page.locator('[data-testid="stExpandSidebarButton"]')
    if lab.page.viewport_size["width"] < 700 and sidebar.count():
        sidebar.first.click()
    lab.page.locator(".st-key-choose_lambda button:visible").first.click()
    lab.page.wait_for_selector(CURVE, timeout=READY, state="attached")
    lab.settle()


@every_screen
def test_button_moves_the_slider_and_draws_the_curve(browser, server, width, height, scheme):
    with one_page(browser, server, width, height, scheme, kind=LabPage) as lab:
        lab.open(LINK).run()
        _choose(lab)
        ring = lab.trace("inner_curve", "chosen")
        chosen = f"{ring['x'][0]:g}"
        assert chosen != "0.02"
        assert lab.thumb("lam").get_attribute("aria-valuetext") == chosen
        assert f"lam={chosen}" in lab.page.url
        assert f"λ = {chosen} was chosen" in lab.text()
        assert len(lab.trace("inner_curve", "members kept")["y"]) == 17
        lab.check()


def test_cancel_and_the_link_that_brings_the_chosen_lambda(browser, server):
    slow = "?v=1&dataset=glass&n_members=301&weighting=out_of_bag&lam=0.02"
    with one_page(browser, server, kind=LabPage) as lab:
        lab.open(slow).run()
        lab.page.locator(".st-key-choose_lambda button:visible").first.click()
        lab.page.locator(".st-key-cancel_lambda button").click(timeout=READY)
        lab.page.wait_for_selector(".st-key-choose_lambda", timeout=READY)
        lab.settle()
        assert lab.thumb("lam").get_attribute("aria-valuetext") == "0.02"
        assert lab.page.locator(CURVE).count() == 0
        lab.check()
    with one_page(browser, server, kind=LabPage) as lab:
        lab.open(LINK).run()
        _choose(lab)
        chosen, link = lab.thumb("lam").get_attribute("aria-valuetext"), lab.page.url
        lab.check()
    with fresh_page(browser, server, kind=LabPage) as again:
        again.open("?" + link.partition("?")[2]).run()
        assert again.thumb("lam").get_attribute("aria-valuetext") == chosen
        again.check()


def test_table_of_what_to_keep_follows_when_the_slider_rests(browser, server):
    with one_page(browser, server, kind=LabPage) as lab:
        lab.open(LINK).run()
        lab.page.get_by_text("What to keep: what each member").click()
        lab.page.wait_for_selector(".st-key-kept-files", timeout=READY)
        before = lab.page.get_by_text("weight; the vote is right on").inner_text()
        lab.slide("lam", "60")
        lab.page.wait_for_selector(".st-key-kept-files", timeout=READY)
        lab.settle()
        assert lab.page.get_by_text("weight; the vote is right on").inner_text() != before
        with lab.page.expect_download() as waiting:
            lab.page.locator(".st-key-kept-files button").first.click()
        text = waiting.value.path().read_text()
        assert text.startswith("member,name,weight,")
        lab.check()
