"""Any page as a person uses it; the Lab's own is in lab_page.py."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import pytest

from tests.browser.lab_page import READY, LabPage

SCREENS = (
    pytest.mark.parametrize("scheme", ["light", "dark"]),
    pytest.mark.parametrize(
        ("width", "height"), [(1366, 768), (390, 844)], ids=["projector", "phone"]
    ),
)


def every_screen(test: Any) -> Any:
    """Run a test at projector and phone size, light and dark."""
    for mark in SCREENS:
        test = mark(test)
    return test


@dataclass
class OnePage(LabPage):
    """A page by its place in the address."""

    def go(self, place: str) -> OnePage:
        """Open by deep link and wait for the first figure."""
        self.page.goto(f"{self.address}/{place}")
        self.page.wait_for_selector(".l2dwk-figure.js-plotly-plot .main-svg", timeout=READY)
        self.settle()
        return self

    def press(self, key: str) -> None:
        """Press the button with this key."""
        self.page.locator(f".st-key-{key} button").click()
        self.settle()

    def move(self, key: str, times: int) -> None:
        """Move a slider some steps, to the left when negative; the page follows each."""
        for _ in range(abs(times)):
            self.hurry(key, 1 if times > 0 else -1)
            self.settle()

    def drag(self, key: str, by: int) -> None:
        """Take a slider along some pixels from its middle, and do not let go."""
        spot = self.page.locator(f".st-key-{key} input[type=range]").bounding_box()
        assert spot
        x, y = spot["x"] + spot["width"] / 2, spot["y"] + spot["height"] / 2
        self.page.mouse.move(x, y)
        self.page.mouse.down()
        for step in range(1, 5):
            self.page.mouse.move(x + by * step / 4, y)

    def hurry(self, key: str, times: int) -> None:
        """The same without a rest between the steps or after them."""
        thumb = self.page.locator(f".st-key-{key} input[type=range]")
        thumb.focus()
        for _ in range(abs(times)):
            thumb.press("ArrowRight" if times > 0 else "ArrowLeft")


@contextmanager
def one_page(
    browser: Any,
    server: str,
    width: int = 1366,
    height: int = 768,
    scheme: str = "light",
    *,
    kind: Any = OnePage,
) -> Iterator[Any]:
    """A page in a browser that has been here before; ``kind``: the class that knows the page."""
    page = browser.page(width, height, scheme)
    try:
        yield kind(page, server)
    finally:
        page.close()


@contextmanager
def fresh_page(browser: Any, server: str, *, kind: Any = OnePage) -> Iterator[Any]:
    """A page in a fresh browser."""
    context = browser.new_context(viewport={"width": 1366, "height": 768})
    try:
        yield kind(context.new_page(), server)
    finally:
        context.close()
