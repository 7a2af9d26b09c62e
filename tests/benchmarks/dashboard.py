"""How quickly the app answers in a real Chromium, beside a page that reruns everything.

    python tests/benchmarks/dashboard.py            # medians of 30, about six minutes
    python tests/benchmarks/dashboard.py --quick    # of 8; --only moves for one part

Use a quiet machine. Times run from the key or button pressed to the last figure repainted, as the
page itself sees it: of the figures in the window, and of all, for a reader who scrolls at once.
"All" waits until nothing on the page has been drawn for 0.6 s, so figures out of sight, which the
app draws after those in sight, count too. Bytes are those of the server's web socket, and of the
figures that the page asks for besides.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import platform
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.benchmarks.plain_chromium import PlainChromiumPage, plain_chromium_page
from tests.benchmarks.sessions import twenty_sessions
from tests.browser.conftest import start_server, wait_until_healthy

DATASET = "led24"  # 672 weighting rows
LAB = f"lab?v=1&dataset={DATASET}"

# Remembers when the last key or button went down and when a figure was last painted.
_WATCH = """() => {
  window.bench = {down: 0, painted: 0, inSight: 0, count: 0};
  for (const kind of ['keydown', 'pointerdown', 'pointermove'])
    addEventListener(kind, () => { bench.down = performance.now(); bench.count = 0; }, true);
  const known = new WeakSet();
  const paint = (plot) => requestAnimationFrame(() => {
    const {top, bottom} = plot.getBoundingClientRect();
    bench.painted = performance.now(); bench.count++;
    if (bottom > 0 && top < innerHeight) bench.inSight = bench.painted;
  });
  const look = () => {
    for (const plot of document.querySelectorAll('.js-plotly-plot'))
      if (!known.has(plot) && plot.on) {
        known.add(plot); paint(plot);
        for (const event of ['plotly_afterplot', 'plotly_animated', 'plotly_restyle',
                             'plotly_relayout', 'plotly_redraw']) plot.on(event, () => paint(plot));
      }
    requestAnimationFrame(look);
  };
  look();
}"""

# When the page's words and its first figure were there, from the start of the navigation.
_FIRST = """() => {
  window.first = {};
  const look = () => {
    const text = document.querySelector('[data-testid="stMain"]')?.innerText || '';
    if (!first.text && text.length > 200) first.text = performance.now();
    if (!first.progress && document.querySelector('[data-testid="stProgress"]'))
      first.progress = performance.now();
    if (!first.figure && document.querySelector('.l2dwk-figure.js-plotly-plot .main-svg'))
      first.figure = performance.now();
    requestAnimationFrame(look);
  };
  look();
}"""


def summary(values: list[float]) -> tuple[float, float]:
    """Median and 95th percentile."""
    ordered = sorted(values)
    return statistics.median(ordered), ordered[min(len(ordered) - 1, int(0.95 * len(ordered)))]


def line(what: str, found: str, goal: str) -> None:
    """One line of the table."""
    print(f"  {what:52s} {found:42s} goal {goal}", flush=True)


def quiet(page: PlainChromiumPage) -> None:
    """Until the script has ended and nothing has been painted for a while."""
    page.wait_for_element('[data-testid="stApp"][data-test-script-state="notRunning"]')
    page.wait_for("performance.now() - bench.painted > 600")


@dataclass
class Answers:
    """Milliseconds from a press to the last repaint it led to; bytes received for it."""

    in_sight: list[float] = field(default_factory=list)
    all: list[float] = field(default_factory=list)
    sent: list[int] = field(default_factory=list)

    def take(self, page: PlainChromiumPage, press: Any) -> None:
        """One more."""
        page.evaluate("bench.count = bench.inSight = 0")
        press()
        page.wait_for("bench.inSight > 0")
        time.sleep(0.25)
        quiet(page)
        self.in_sight.append(page.evaluate("bench.inSight - bench.down"))
        self.all.append(page.evaluate("bench.painted - bench.down"))


def slider(page: PlainChromiumPage, selector: str, repeats: int) -> Answers:
    """A slider moved step by step."""
    page.evaluate(f"({_WATCH})()")
    quiet(page)
    page.focus(selector)
    page.press("Home")  # room for every step
    time.sleep(1)
    quiet(page)
    warming, found = Answers(), Answers()
    for step in range(repeats + 2):
        page.focus(selector)
        before = page.received
        (warming if step < 2 else found).take(page, lambda: page.press("ArrowRight"))
        if step >= 2:
            found.sent.append(page.received - before)
    return found


def dragged(page: PlainChromiumPage, selector: str, repeats: int) -> Answers:
    """The same slider dragged to and fro, and let go only at the end."""
    page.evaluate(f"({_WATCH})()")
    quiet(page)
    x, y = page.middle(selector)
    page.mouse("mouseMoved", x, y)
    page.mouse("mousePressed", x, y, held=True)
    found = Answers()
    for step in range(repeats):  # further each time: another value at every move
        to = x + (-1) ** step * (20 + 3 * step)
        found.take(page, lambda to=to: page.mouse("mouseMoved", to, y, held=True))
    page.mouse("mouseReleased", x, y)
    quiet(page)
    return found


def lab_page(page: PlainChromiumPage, address: str) -> None:
    """The Lab with trained members."""
    page.goto(f"{address}/{LAB}")
    page.wait_for_element(".st-key-run button, .st-key-figure-rounds")
    if page.has(".st-key-run button"):
        page.click(".st-key-run button")
    page.wait_for_element(".st-key-figure-rounds .js-plotly-plot")


def moving(address: str, naive: str, repeats: int) -> None:
    """Sliders and rounds, here and on the naive page."""
    thumb = ".st-key-choice-lam input[type=range]"
    with plain_chromium_page() as page:
        page.count_traffic()
        lab_page(page, address)
        drag = dragged(page, thumb, min(repeats, 12))
        ours = slider(page, thumb, repeats)
        rounds = Answers()
        before = page.received
        page.click('[data-go="first"]')
        quiet(page)
        idle = page.received - before
        before = page.received
        for _ in range(repeats):
            rounds.take(page, lambda: page.click('[data-go="forward"]'))
            if page.has('[data-go="forward"]:disabled'):
                page.click('[data-go="first"]')
                quiet(page)
        stepping = page.received - before

    with plain_chromium_page() as page:
        page.count_traffic()
        page.goto(f"{naive}/?dataset={DATASET}")
        page.wait_for_element(".js-plotly-plot .main-svg")
        theirs = slider(page, ".st-key-lam input[type=range]", repeats)

    for what, mine, naive_times, goal in (
        ("λ dragged → figures in sight follow", drag.in_sight, theirs.in_sight,
         "≤ 200 ms and ≤ 0.3 × naive"),
        ("λ → figures in sight repainted", ours.in_sight, theirs.in_sight, "≤ 250 ms"),
        ("λ → every figure repainted", ours.all, theirs.all, "≤ 1 × naive"),
    ):  # fmt: skip
        (mid, high), (naive_mid, naive_high) = summary(mine), summary(naive_times)
        line(
            f"{what}, p50 / p95",
            f"{mid:.0f} / {high:.0f} ms; naive {naive_mid:.0f} / {naive_high:.0f} ms",
            f"{goal} (is {mid / naive_mid:.2f} ×)",
        )
    sent, naive_sent = statistics.median(ours.sent), statistics.median(theirs.sent)
    line("sent for it", f"{sent / 1e3:.0f} kB; naive {naive_sent / 1e3:.0f} kB", "≤ 150 kB")
    mid, high = summary(rounds.in_sight)
    line("one round on, p50 / p95", f"{mid:.0f} / {high:.0f} ms", "p95 ≤ 120 ms")
    line(f"traffic of {repeats} such steps", f"{stepping} B (idle before: {idle} B)", "none")


def first_paint(address: str, repeats: int) -> None:
    """The Start page in a fresh browser, server warm."""
    texts, figures = [], []
    for _ in range(max(repeats // 3, 3)):
        with plain_chromium_page() as page:
            page.before_scripts(_FIRST)
            time.sleep(2)  # the browser has other work at first
            page.goto(address)
            page.wait_for("window.first && first.figure")
            texts.append(page.evaluate("first.text") / 1e3)
            figures.append(page.evaluate("first.figure") / 1e3)
    line("Start, words there, p50", f"{statistics.median(texts):.2f} s", "≤ 2.5 s")
    line("Start, first figure there, p50", f"{statistics.median(figures):.2f} s", "≤ 3 s")


def cold_lab() -> None:
    """A server nobody has visited: the Lab's first view, then a fresh run of the default choice."""
    with server() as (address, _), plain_chromium_page() as page:
        page.before_scripts(_FIRST)
        time.sleep(2)
        page.goto(f"{address}/lab")
        page.wait_for("window.first && first.figure")
        words, shown = page.evaluate("first.text") / 1e3, page.evaluate("first.figure") / 1e3
        line(
            "Lab, words and first figure, cold server and browser",
            f"{words:.2f} / {shown:.2f} s",
            "at once",
        )
        page.goto(f"{address}/lab?v=1&seed=7")
        page.wait_for_element(".st-key-run button")
        page.evaluate("first.progress = 0; first.figure = 0")
        begun = page.evaluate("performance.now()")
        page.click(".st-key-run button")
        page.wait_for_element(".st-key-figure-rounds .js-plotly-plot .main-svg")
        done = (page.evaluate("performance.now()") - begun) / 1e3
        seen = page.evaluate("first.progress")
        progress = f"{(seen - begun) / 1e3:.2f} s" if seen else "none needed"
        line("default run with another seed, trained here", f"{done:.2f} s", "≤ 8 s")
        line("its progress seen after", progress, "≤ 2 s")


def cancelling(repeats: int) -> None:
    """From Cancel to the server's processor falling idle."""
    times = []
    with server() as (address, process):
        for seed in range(max(repeats // 6, 3)):
            with plain_chromium_page() as page:
                page.goto(f"{address}/lab?v=1&dataset=wave40&seed={seed + 50}")
                page.click(".st-key-run button")
                page.wait_for_element(".st-key-cancel button")
                time.sleep(1.5)
                pressed = time.perf_counter()
                page.click(".st-key-cancel button")
                last, before = pressed, _cpu(process.pid)
                while time.perf_counter() - last < 1.0:
                    time.sleep(0.05)
                    now = _cpu(process.pid)
                    if now - before > 0.02:
                        last = time.perf_counter()
                    before = now
                times.append(last - pressed)
    line("Cancel → processor idle, p50 / worst", f"{statistics.median(times):.2f} / "
         f"{max(times):.2f} s", "≤ 1 s")  # fmt: skip


def _cpu(pid: int) -> float:
    """Seconds of processor time a process has used (Linux)."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def crowd(address: str) -> None:
    """Twenty sessions at once."""
    times, errors = asyncio.run(twenty_sessions(address, LAB))
    mid, high = summary(times)
    line("20 sessions move λ every 2 s, server p50 / p95", f"{mid:.0f} / {high:.0f} ms, "
         f"{errors} errors of {len(times)}", "p95 ≤ 400 ms, none")  # fmt: skip


@contextmanager
def server() -> Iterator[tuple[str, Any]]:
    """A fresh server of the app."""
    with tempfile.TemporaryDirectory() as folder:
        process, address = start_server(Path(folder) / "log")
        try:
            yield address, process
        finally:
            process.terminate()
            process.wait(20)


@contextmanager
def naive_server() -> Iterator[str]:
    """The naive page."""
    with socket.socket() as probe:
        probe.bind(("localhost", 0))
        port = probe.getsockname()[1]
    page = Path(__file__).with_name("naive_page.py")
    process = subprocess.Popen(
        [sys.executable, "-m", "streamlit", "run", str(page), "--server.port", str(port),
         "--server.headless", "true", "--browser.gatherUsageStats", "false"],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    address = f"http://localhost:{port}"
    wait_until_healthy(process, address)
    try:
        yield address
    finally:
        process.terminate()
        process.wait(20)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--only", choices=("cold", "cancel", "start", "moves", "crowd"))
    arguments = parser.parse_args()
    repeats, only = 8 if arguments.quick else 30, arguments.only
    print(f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}, "
          f"load {os.getloadavg()[0]:.1f}; {DATASET}: 301 members, 672 weighting rows, "
          f"medians of {repeats}")  # fmt: skip
    if only in (None, "cold"):
        cold_lab()
    if only in (None, "cancel"):
        cancelling(repeats)
    if only in (None, "start"):
        with server() as (address, _):
            first_paint(address, repeats)
    if only in (None, "moves"):
        with server() as (address, _), naive_server() as naive:
            moving(address, naive, repeats)
    if only in (None, "crowd"):
        with server() as (address, _):
            crowd(address)


if __name__ == "__main__":
    main()
