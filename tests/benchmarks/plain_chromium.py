"""A page in a Chromium whose scripts nobody watches.

Playwright listens to what scripts say. The browser then keeps a full stack for every exception, the
caught ones too, and to name its lines parses the script a second time: with Plotly's, which throws
and catches a few as it starts, that is most of a second which no reader waits for. Here the browser
is asked for its clock and nothing else.
"""

from __future__ import annotations

import base64
import itertools
import json
import subprocess
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

from tests.browser.conftest import CHROMIUM_FLAGS, chromium_path

WAIT = 60.0
# In the page itself or in a component that keeps its styles apart.
_FIND = """((selector) => {
  const inside = (root) => root.querySelector(selector) ?? [...root.querySelectorAll('*')]
    .map(({shadowRoot}) => shadowRoot && inside(shadowRoot)).find(Boolean);
  return inside(document);
})(%s)"""
_KEYS = {"Home": 36, "ArrowLeft": 37, "ArrowRight": 39}


class PlainChromiumPage:
    """The one page of a fresh browser.

    Attributes
    ----------
    received
        Bytes that came in over the page's web sockets, and as answers to its requests, since
        ``count_traffic``.
    """

    def __init__(self, channel: ClientConnection) -> None:
        self._channel = channel
        self._numbers = itertools.count(1)
        self.received = 0
        self._ask("Page.enable")

    def before_scripts(self, script: str) -> None:
        """Run a function in every page that is opened, before its own scripts."""
        self._ask("Page.addScriptToEvaluateOnNewDocument", source=f"({script})()")

    def goto(self, address: str) -> None:
        """Open an address; does not wait for it."""
        self._ask("Page.navigate", url=address)

    def evaluate(self, expression: str) -> Any:
        """The value of an expression in the page; None where it throws."""
        answer = self._ask("Runtime.evaluate", expression=expression, returnByValue=True)
        return answer["result"].get("value")

    def wait_for(self, expression: str) -> None:
        """Until an expression holds; ``TimeoutError`` when it does not within a minute."""
        limit = time.monotonic() + WAIT
        while not self.evaluate(expression):
            if time.monotonic() > limit:
                raise TimeoutError(f"The page never showed: {expression}")
            time.sleep(0.05)

    def wait_for_element(self, selector: str) -> None:
        """Until one is on the page."""
        self.wait_for(f"Boolean({_find(selector)})")

    def has(self, selector: str) -> bool:
        """Whether one is on the page."""
        return bool(self.evaluate(f"Boolean({_find(selector)})"))

    def click(self, selector: str) -> None:
        """Press a button, as soon as there is one."""
        self.wait_for_element(selector)
        x, y = self.middle(selector)
        self.mouse("mousePressed", x, y)
        self.mouse("mouseReleased", x, y)

    def focus(self, selector: str) -> None:
        """Give it the keyboard."""
        self.evaluate(f"{_find(selector)}.focus()")

    def press(self, key: str) -> None:
        """A key of ``_KEYS``, down and up."""
        for kind in ("rawKeyDown", "keyUp"):
            self._ask(
                "Input.dispatchKeyEvent",
                type=kind, key=key, code=key, windowsVirtualKeyCode=_KEYS[key],
            )  # fmt: skip

    def mouse(self, kind: str, x: float, y: float, *, held: bool = False) -> None:
        """``mousePressed``, ``mouseMoved`` or ``mouseReleased``, of the left button."""
        button = "none" if kind == "mouseMoved" and not held else "left"
        self._ask(
            "Input.dispatchMouseEvent",
            type=kind, x=x, y=y, button=button, buttons=int(held), clickCount=1,
        )  # fmt: skip

    def middle(self, selector: str) -> tuple[float, float]:
        """Where it is in the window, which is scrolled to it."""
        x, y = self.evaluate(
            f"""(() => {{
              const found = {_find(selector)};
              found.scrollIntoView({{block: "nearest"}});
              const {{x, y, width, height}} = found.getBoundingClientRect();
              return [x + width / 2, y + height / 2];
            }})()"""
        )
        return x, y

    def count_traffic(self) -> None:
        """From now on."""
        self._ask("Network.enable")

    def _ask(self, method: str, **parameters: Any) -> dict[str, Any]:
        number = next(self._numbers)
        self._channel.send(json.dumps({"id": number, "method": method, "params": parameters}))
        while True:
            answer: dict[str, Any] = json.loads(self._channel.recv(timeout=WAIT))
            if answer.get("method") == "Network.webSocketFrameReceived":
                frame = answer["params"]["response"]
                binary = frame["opcode"] == 2
                self.received += len(base64.b64decode(frame["payloadData"]) if binary
                                     else frame["payloadData"])  # fmt: skip
            if answer.get("method") == "Network.loadingFinished":
                self.received += int(answer["params"]["encodedDataLength"])
            if answer.get("id") == number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']['message']}")
                return dict(answer["result"])


def _find(selector: str) -> str:
    return _FIND % json.dumps(selector)


@contextmanager
def plain_chromium_page(width: int = 1366, height: int = 768) -> Iterator[PlainChromiumPage]:
    """A page in a browser that has never been used."""
    path = chromium_path()
    if path is None:
        raise RuntimeError("No Chromium on the PATH.")
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        command = [
            path, "--headless=new", *CHROMIUM_FLAGS, f"--window-size={width},{height}",
            "--remote-debugging-port=0", f"--user-data-dir={profile}", "about:blank",
        ]  # fmt: skip
        browser = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            with connect(_address(Path(profile)), max_size=None) as channel:
                page = PlainChromiumPage(channel)
                page._ask(
                    "Emulation.setDeviceMetricsOverride",
                    width=width, height=height, deviceScaleFactor=1, mobile=False,
                )  # fmt: skip
                yield page
        finally:
            browser.terminate()
            browser.wait(20)


def _address(profile: Path) -> str:
    """Where the browser listens, once it has written that into its profile."""
    limit = time.monotonic() + WAIT
    while time.monotonic() < limit:
        try:
            port = (profile / "DevToolsActivePort").read_text().split()[0]
            with urllib.request.urlopen(f"http://localhost:{port}/json/list") as answer:
                pages = [one for one in json.load(answer) if one["type"] == "page"]
            return str(pages[0]["webSocketDebuggerUrl"])
        except (OSError, IndexError):
            time.sleep(0.05)
    raise TimeoutError("The browser did not start.")
