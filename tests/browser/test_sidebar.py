"""The sidebar is there for controls, and on a phone for the menu."""

from __future__ import annotations

import re

import pytest

from tests.browser.lab_page import READY
from tests.browser.one_page import one_page

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SIDEBAR = '[data-testid="stSidebar"]'
OPENER = '[data-testid="stExpandSidebarButton"]'
CLOSER = '[data-testid="stSidebarCollapseButton"] button'


def test_pages_without_controls_have_no_sidebar_after_the_lab(browser, server):
    with one_page(browser, server) as here:
        for title in ("Start", "Lessons", "Playground", "Data", "Paper", "Claims"):
            _lab(here)
            here.page.get_by_role("link", name=title, exact=True).first.click()
            _bare(here)
        here.check()


def test_the_menu_of_a_phone_is_on_every_page(browser, server):
    with one_page(browser, server, 390, 844) as here:
        here.go("")
        here.page.locator(OPENER).click()
        here.page.locator(CLOSER).click()  # nothing lies over it
        here.page.locator(OPENER).click()
        here.page.locator(SIDEBAR).get_by_role("link", name="Lessons", exact=True).click()
        here.page.wait_for_selector(".st-key-card-few", timeout=READY)
        here.settle()
        # It has led to a page and is closed again; it would lie over half of it.
        here.page.wait_for_selector(f'{SIDEBAR}[data-collapsed="true"]', state="attached")
        assert here.page.locator(OPENER).is_visible()
        here.check()
        here.page.locator(OPENER).click()  # it stays open until a page is chosen
        here.page.wait_for_timeout(1500)
        assert here.page.locator(CLOSER).is_visible()


# A phone, and a screen of 1366 pixels at 200 % zoom.
@pytest.mark.parametrize(("width", "height"), [(390, 844), (683, 384)])
def test_the_menu_closes_also_where_it_holds_controls(browser, server, width, height):
    with one_page(browser, server, width, height) as here:
        here.go("")
        for title in ("Lab", "Compare", "Lab"):
            here.page.locator(OPENER).click()
            here.page.locator(SIDEBAR).get_by_role("link", name=title, exact=True).click()
            here.page.wait_for_url(re.compile(f"/{title.lower()}"))
            here.page.wait_for_selector(f'{SIDEBAR}[data-collapsed="true"]', state="attached")
            here.settle()
            here.page.wait_for_timeout(1500)
            assert here.page.locator(f'{SIDEBAR}[data-collapsed="false"]').count() == 0
        here.page.locator(OPENER).click()  # its controls
        here.page.locator(f"{SIDEBAR} [data-testid=stSlider]").first.wait_for(timeout=READY)
        here.settle()
        here.page.wait_for_timeout(1500)
        assert here.page.locator(f"{SIDEBAR} [data-testid=stSlider]").first.is_visible()
        here.check()


def _lab(here, more=""):
    here.page.goto(f"{here.address}/lab?v=1{more}")
    here.page.wait_for_selector(f"{SIDEBAR} [data-testid=stSlider]", timeout=READY)
    here.settle()
    assert here.page.locator(SIDEBAR).is_visible()


def _bare(here):
    here.page.wait_for_selector(f"{SIDEBAR} [data-testid=stSlider]", state="detached")
    here.settle()
    assert not here.page.locator(f"{SIDEBAR}, {OPENER}").filter(visible=True).count()
    assert here.page.locator('[data-testid="stMain"]').bounding_box()["x"] == 0
