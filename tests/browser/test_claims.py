"""The Claims page in a real browser: its table fits, and its links lead where they say."""

from __future__ import annotations

import pytest

from l2dwk_core.paper.claims import CLAIMS
from tests.browser.lab_page import READY
from tests.browser.one_page import every_screen, one_page

pytestmark = [pytest.mark.browser, pytest.mark.slow]


@every_screen
def test_every_claim_is_in_the_table_and_has_a_section(browser, server, width, height, scheme):
    with one_page(browser, server, width, height, scheme) as here:
        here.page.goto(f"{server}/claims")
        here.page.wait_for_selector(".st-key-study-library", timeout=READY)
        here.settle()
        assert here.page.locator(".st-key-claims-table tbody tr").count() == len(CLAIMS)
        for claim in CLAIMS:
            assert here.page.locator(f".st-key-claim-{claim.key}").count() == 1
        here.check()


CUT = """() => [...document.querySelectorAll('.stMain .stPageLink a *')]
  .filter(part => part.scrollWidth > part.clientWidth + 1 && part.clientWidth > 0
    && getComputedStyle(part).overflowX !== 'visible').map(part => part.textContent)"""


@pytest.mark.parametrize("width", [1024, 683, 390])
def test_the_words_of_every_link_are_seen_whole(browser, server, width):
    with one_page(browser, server, width, 768) as here:
        here.page.goto(f"{server}/claims")
        here.page.wait_for_selector(".st-key-study-library", timeout=READY)
        here.settle()
        assert here.page.evaluate(CUT) == []


def test_links_lead_to_the_counter_example_and_to_the_lab(browser, server):
    with one_page(browser, server) as here:
        here.page.goto(f"{server}/claims")
        card = here.page.locator(".st-key-claim-double_fault")
        card.get_by_role("link", name="Counter-example").click()
        here.page.wait_for_selector(
            ".st-key-equation-UnifiedCriterion4 .js-plotly-plot", timeout=READY
        )
        here.settle()
        here.page.wait_for_timeout(1_500)
        box = here.page.locator(".st-key-equation-UnifiedCriterion4").bounding_box()
        assert 0 <= box["y"] < 300  # in sight, without scrolling
        here.check()
        here.page.goto(f"{server}/claims")
        card.get_by_role("link", name="A run in the Lab").click()
        here.page.wait_for_selector(".st-key-choice-dataset", timeout=READY)
        here.settle()
        assert "diversity=double_fault_printed" in here.page.url
        here.check()
