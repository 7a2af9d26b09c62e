"""Every page under a prefix of the address, without a proxy, in a real browser."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from pages.runtime.menu import entries
from tests.browser.conftest import start_server
from tests.browser.lab_page import READY
from tests.browser.one_page import one_page

pytestmark = [pytest.mark.browser, pytest.mark.slow]
PREFIX = "/some/prefix"
PLACE = "lab?v=1&dataset=zoo&n_members=11"


@pytest.fixture(scope="module")
def prefixed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    log: Path = tmp_path_factory.mktemp("prefixed") / "server.log"
    process, address = start_server(log, prefix=PREFIX)
    yield address
    process.terminate()
    process.wait(10)
    assert "Traceback" not in log.read_text("utf-8")


def _left(here) -> list[str]:
    """Note every request of the page that is not below the prefix."""
    found: list[str] = []

    def look(request) -> None:
        parts = urlsplit(request.url)
        if parts.scheme in ("http", "ws") and not parts.path.startswith(f"{PREFIX}/"):
            found.append(request.url)

    here.page.on("request", look)
    here.page.on("websocket", look)
    return found


def test_every_page_opens_by_the_menu_and_again_by_its_address(browser, prefixed):
    with one_page(browser, prefixed) as here:
        outside = _left(here)
        here.page.goto(f"{prefixed}/")
        here.settle()
        names = [entry.title for entry in entries()]
        assert len(names) > 10
        for name in (*names[1:], names[0]):
            here.page.get_by_role("link", name=name, exact=True).first.click()
            ending = "" if name == names[0] else name.lower()
            here.page.wait_for_url(re.compile(rf"{PREFIX}/{ending}(\?.*)?$"), timeout=READY)
            here.settle()
            here.page.wait_for_selector('[data-testid="stMain"] h1', timeout=READY)
            here.page.reload()
            here.settle()
            assert here.page.locator('[data-testid="stMain"] h1').count() == 1
            assert not here.page.locator('[data-testid="stException"]').count()
        assert not outside
        here.check()


def test_figures_follow_and_the_copied_link_opens_the_same_choice(browser, prefixed):
    with one_page(browser, prefixed) as here:
        outside = _left(here)
        here.page.goto(f"{prefixed}/{PLACE}")
        here.page.wait_for_selector(".st-key-choice-dataset", timeout=READY)
        here.settle()
        here.run()
        thumb = here.thumb("lam")
        thumb.focus()
        before = thumb.get_attribute("aria-valuetext")
        with here.page.expect_response(
            lambda response: f"{PREFIX}/live/lab/" in response.url and response.status == 200,
            timeout=READY,
        ):
            thumb.press("ArrowRight")
        here.page.wait_for_function("location.search.includes('lam=')", timeout=READY)
        here.settle()
        moved = thumb.get_attribute("aria-valuetext")
        assert moved != before
        here.page.evaluate(
            "() => { navigator.clipboard.writeText = (text) => { window.copied = text } }"
        )
        here.page.locator(".st-key-copy_link button").click()
        here.page.wait_for_function("window.copied")
        link = here.page.evaluate("window.copied")
        assert link == here.page.url
        assert link.startswith(f"{prefixed}/lab?")
        here.page.reload()
        here.page.wait_for_selector(".st-key-figure-rounds", timeout=READY)
        here.settle()
        assert here.thumb("lam").get_attribute("aria-valuetext") == moved
        assert here.page.url == link
        with one_page(browser, prefixed) as other:
            other.page.goto(link)
            other.page.wait_for_selector(".st-key-figure-rounds", timeout=READY)
            other.settle()
            assert other.thumb("lam").get_attribute("aria-valuetext") == moved
            other.check()
        assert not outside
        here.check()
