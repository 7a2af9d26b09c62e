"""Back, Forward and quick hands in a real browser: no step is lost, and none is in the way."""

from __future__ import annotations

import pytest

from tests.browser.lab_page import READY
from tests.browser.one_page import one_page

pytestmark = pytest.mark.browser


def test_back_leaves_start_with_one_press_and_undoes_moves_one_by_one(browser, server):
    with one_page(browser, server) as here:
        here.page.goto("about:blank")
        here.go("")
        here.move("start-accuracy", 2)
        assert "start.accuracy=62" in here.page.url
        for place in ("/?v=1&start.accuracy=61", "/"):
            here.page.go_back()
            here.settle()
            assert here.page.url == f"{server}{place}"
        here.page.go_forward()
        here.settle()
        thumb = here.page.locator(".st-key-start-accuracy input[type=range]")
        assert thumb.get_attribute("aria-valuetext").startswith("61")
        here.page.go_back()
        here.settle()
        here.page.go_back()
        assert here.page.url == "about:blank"
        here.check()


@pytest.mark.slow
def test_menu_leaves_one_entry_a_page_and_its_address_says_the_choice(browser, server):
    with one_page(browser, server) as here:
        here.page.goto(f"{server}/lab?v=1&lam=2.0&dataset=zoo")
        here.page.wait_for_selector(".st-key-choice-dataset", timeout=READY)
        here.settle()
        for name in ("Diversity", "Lab", "Noise", "Lab"):
            here.page.get_by_role("link", name=name, exact=True).first.click()
            here.page.wait_for_url(f"**/{name.lower()}?v=1&dataset=zoo&lam=2.0", timeout=READY)
            here.settle()
        moved = "?v=1&dataset=zoo&lam=2.0"
        for place in (f"noise{moved}", f"lab{moved}", f"diversity{moved}",
                      "lab?v=1&lam=2.0&dataset=zoo"):  # fmt: skip
            here.page.go_back()
            here.settle()
            assert here.page.url == f"{server}/{place}"
        assert here.thumb("lam").get_attribute("aria-valuetext") == "2"
        here.check()


@pytest.mark.slow
def test_an_unknown_page_and_another_name_of_lambda_leave_no_entry_behind(browser, server):
    with one_page(browser, server) as here:
        here.page.goto("about:blank")
        here.go("playground?playground.lambda=2")
        here.page.wait_for_url(f"{server}/playground?playground.lam=2")
        here.move("playground-lam", 1)
        assert here.page.url == f"{server}/playground?v=1&playground.lam=2.5"
        here.page.go_back()
        here.settle()
        assert here.page.url == f"{server}/playground?playground.lam=2"
        here.page.go_back()
        assert here.page.url == "about:blank"
        here.go("nonsense")
        assert "There is no page '/nonsense' here; this is Start" in here.text()
        here.check()


@pytest.mark.slow
@pytest.mark.parametrize("pause", [0, 60])
def test_twelve_quick_presses_on_a_slow_machine_are_twelve_steps(browser, server, pause):
    with one_page(browser, server) as here:
        here.go("")
        tools = here.page.context.new_cdp_session(here.page)
        tools.send("Emulation.setCPUThrottlingRate", {"rate": 6})
        here.page.locator(".st-key-start-accuracy input[type=range]").focus()
        for _ in range(12):
            here.page.keyboard.press("ArrowRight")
            here.page.wait_for_timeout(pause)
        tools.send("Emulation.setCPUThrottlingRate", {"rate": 1})
        here.page.get_by_text("Each voter is right on 72%").first.wait_for(timeout=READY)
        here.settle()
        assert here.page.url == f"{server}/?v=1&start.accuracy=72"
        here.check()
