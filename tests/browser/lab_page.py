"""The Lab as a person uses it, driven through Playwright."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

READY = 60_000
ALL_DRAWN = """() => [...document.querySelectorAll('.l2dwk-figure[data-waiting]')]
  .every(figure => figure.clientWidth === 0)"""
"""In the browser: no figure on the page waits to be drawn."""

_READ_TRACE = """([figure, name]) => {
  const plots = document.querySelectorAll(`.st-key-figure-${figure} .js-plotly-plot`);
  const trace = [...plots].flatMap(plot => plot._fullData).find(t => t.name === name);
  const plain = v => v == null ? null
    : Array.from(v, x => (typeof x === 'object' && x !== null) ? Array.from(x) : x);
  return {x: plain(trace.x), y: plain(trace.y), z: plain(trace.z), text: trace.text};
}"""


_READ_DRAWN = """([figure, name]) => {
  const plots = document.querySelectorAll(`.st-key-figure-${figure} .js-plotly-plot`);
  for (const plot of plots) {
    const trace = plot._fullData.find(t => t.name === name);
    if (trace) return plot.querySelectorAll(`.trace${trace.uid} .point`).length;
  }
}"""
_READ_CURSORS = """() => Object.fromEntries(
  [...document.querySelectorAll('[class*="st-key-figure-"] .js-plotly-plot')].flatMap(plot => {
    const marks = (plot._fullLayout.shapes || []).filter(shape => shape.name === 'round');
    const key = plot.closest('[class*="st-key-figure-"]').className.match(/st-key-figure-(\\w+)/);
    return marks.length ? [[key[1], [...new Set(marks.map(m => (m.x0 + m.x1) / 2))]]] : [];
  }))"""


@dataclass
class LabPage:
    """One open page; collects everything that should not have happened on it."""

    page: Any
    address: str
    problems: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.page.on("console", self._console)
        self.page.on("pageerror", lambda error: self.problems.append(f"page error: {error}"))
        self.page.on("requestfailed", self._failed)

    def _console(self, message: Any) -> None:
        place = message.location.get("url", "")
        # Streamlit looks for its server below the page's own path first, by design.
        if message.type == "error" and "/_stcore/" in place and "404" in message.text:
            return
        if message.type in ("error", "warning"):
            self.problems.append(f"{message.type}: {message.text} ({place})")

    def _failed(self, request: Any) -> None:
        if not request.url.startswith(self.address):
            self.problems.append(f"asked for {request.url}")

    def open(self, query: str = "") -> LabPage:
        """By deep link."""
        self.page.goto(f"{self.address}/lab{query}")
        self.page.wait_for_selector(".st-key-choice-dataset", timeout=READY)
        self.settle()
        return self

    def settle(self) -> None:
        """Until the script has ended and what it sent is painted."""
        self.page.wait_for_timeout(150)
        self.page.wait_for_selector(
            '[data-testid="stApp"][data-test-script-state="notRunning"]', timeout=READY
        )
        self.page.wait_for_timeout(100)
        self.page.wait_for_function(ALL_DRAWN, timeout=READY)
        self.page.wait_for_timeout(100)

    def choose(self, name: str, title: str) -> None:
        """Pick an entry of a menu by what it says."""
        box = self.page.locator(f".st-key-choice-{name} input")
        box.click()
        box.fill(title)
        self.page.get_by_role("option", name=title).first.click()
        self.settle()

    def slide(self, name: str, wanted: str) -> None:
        """Move a slider with the arrow keys until it shows a value."""
        thumb = self.thumb(name)
        thumb.focus()
        for _ in range(400):
            now = thumb.get_attribute("aria-valuetext")
            if now == wanted:
                break
            thumb.press("ArrowRight" if float(now) < float(wanted) else "ArrowLeft")
        else:
            raise AssertionError(f"{name} never showed {wanted}")
        self.page.wait_for_timeout(250)  # Streamlit waits for another press before the page runs
        self.settle()

    def thumb(self, name: str) -> Any:
        """The handle of a slider; ``aria-valuetext`` is what it shows."""
        return self.page.locator(f".st-key-choice-{name} input[type=range]")

    def run(self) -> None:
        """Press Run, unless the server still has these members, and wait for the figures."""
        self.page.wait_for_selector(".st-key-run button, .st-key-figure-rounds", timeout=READY)
        button = self.page.locator(".st-key-run button")
        if button.count():
            button.click()
            self.page.wait_for_selector(".st-key-run-card", state="detached", timeout=READY)
        self.page.wait_for_selector(".st-key-figure-rounds .js-plotly-plot", timeout=READY)
        self.settle()

    def trace(self, figure: str, name: str) -> dict[str, Any]:
        """What a trace of a figure really shows."""
        self.page.wait_for_selector(f".st-key-figure-{figure} .js-plotly-plot", timeout=READY)
        read = self.page.evaluate(_READ_TRACE, [figure, name])
        return {
            key: np.asarray(value, dtype=float)
            if key != "text" and value is not None and not _has_text(value)
            else value
            for key, value in read.items()
        }

    def drawn(self, figure: str, name: str) -> int:
        """How many points of a trace are on the screen, whatever its data say."""
        return int(self.page.evaluate(_READ_DRAWN, [figure, name]))

    def cursors(self) -> dict[str, list[float]]:
        """Where each figure over all rounds marks the round."""
        return dict(self.page.evaluate(_READ_CURSORS))

    def round_bar(self, button: str) -> Any:
        """A button of the bar of rounds, by its name."""
        return self.page.locator(f".st-key-round-bar button[data-go={button}]")

    def text(self) -> str:
        """All text of the main part."""
        return self.page.inner_text('[data-testid="stMain"]')

    def check(self) -> None:
        """Nothing on the console, no exception on the page, no page wider than the screen."""
        assert not self.problems, self.problems
        assert self.page.locator('[data-testid="stException"]').count() == 0
        assert self.page.get_by_role("dialog").count() == 0
        assert not self.page.evaluate("document.documentElement.scrollWidth > innerWidth")


def _has_text(values: list[Any]) -> bool:
    return any(isinstance(value, str) for value in values)
