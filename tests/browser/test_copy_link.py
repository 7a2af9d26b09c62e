"""The button that copies the address of any page, in a real browser."""

from __future__ import annotations

from typing import Any

import pytest

from tests.browser.lab_page import LabPage

pytestmark = [pytest.mark.browser, pytest.mark.slow]

LOOKED_AT = "() => { navigator.clipboard.writeText = (text) => { window.copied = text } }"
REFUSES = "() => { navigator.clipboard.writeText = () => Promise.reject(new Error('no')) }"
OWN = "dataset=own-0123456789abcdef"


def _button(lab: LabPage) -> Any:
    return lab.page.locator(".st-key-copy_link button")


def _said(lab: LabPage) -> str:
    return str(lab.page.locator(".st-key-copy_link [role=status]").inner_text())


def _apart(one: dict[str, float], other: dict[str, float]) -> bool:
    return (
        one["x"] + one["width"] <= other["x"]
        or other["x"] + other["width"] <= one["x"]
        or one["y"] + one["height"] <= other["y"]
        or other["y"] + other["height"] <= one["y"]
    )


@pytest.mark.parametrize(("width", "height"), [(1366, 768), (1024, 768), (390, 844)])
def test_the_address_is_copied_with_its_round_and_the_button_is_in_nobodys_way(
    browser, server, width, height
):
    lab = LabPage(browser.page(width, height), server).open("?v=1&lam=2.0#round=3")
    lab.page.evaluate(LOOKED_AT)
    here = _button(lab).bounding_box()
    others = lab.page.locator('.st-key-words, header a, [data-testid="stExpandSidebarButton"]')
    boxes = [box for other in others.all() if (box := other.bounding_box())]
    assert len(boxes) > 1
    assert all(_apart(here, box) for box in boxes)
    _button(lab).focus()
    lab.page.keyboard.press("Enter")
    lab.page.wait_for_function("window.copied")
    assert lab.page.evaluate("window.copied") == lab.page.url
    assert "lam=2.0" in lab.page.url
    assert "#round=" in lab.page.url
    assert _said(lab) == "The link is copied."
    lab.page.wait_for_timeout(2_300)
    assert _said(lab) == ""
    lab.check()
    lab.page.close()


def test_refused_copying_shows_the_address_selected_and_an_own_table_stays_behind(browser, server):
    lab = LabPage(browser.page(390, 844, "dark"), server).open("?v=1&dataset=zoo")
    # As the address reads after a table was taken to the Lab.
    lab.page.evaluate(f"history.replaceState(history.state, '', '?v=1&{OWN}')")
    lab.page.evaluate(REFUSES)
    _button(lab).click()
    shown = lab.page.locator(".st-key-copy_link input")
    assert shown.input_value() == lab.page.url
    assert OWN in shown.input_value()
    marked = shown.evaluate("field => field.selectionEnd - field.selectionStart")
    assert marked == len(lab.page.url)
    assert "without the table" in _said(lab)
    assert not lab.page.evaluate("document.documentElement.scrollWidth > innerWidth")
    lab.page.keyboard.press("Escape")
    shown.wait_for(state="hidden")
    lab.page.evaluate(LOOKED_AT)
    _button(lab).click()
    lab.page.wait_for_function("window.copied")
    assert "without the table: who opens it is asked for the file" in _said(lab)
    assert "without the table" in _button(lab).get_attribute("title")
    lab.check()
    lab.page.close()
