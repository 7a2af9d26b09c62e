"""A table with injected markup in a real browser: no word of it becomes an element, and nothing is
fetched from another host. Marked slow: a page of each kind, light."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlparse

import pytest

from tests import injection
from tests.browser.one_page import OnePage, fresh_page

pytestmark = pytest.mark.slow

DOORS = (
    ".st-key-take_drawer summary", ".st-key-members summary", ".st-key-row_drawer summary",
)  # fmt: skip
FROM_A_WORD = """(host) => {
  const found = [], here = location.host;
  const words = /evil\\.example|HIT|log in/;
  for (const element of document.querySelectorAll(
      'img, a, iframe, object, embed, video, audio, form, link, image, use, base')) {
    const target = element.src ?? element.href?.baseVal ?? element.href ?? element.action ?? '';
    if (words.test(String(target)) || words.test(element.outerHTML.slice(0, 500)))
      found.push(element.outerHTML.slice(0, 300));
  }
  for (const element of document.querySelectorAll(
      '.katex, .katex-error, code, h1, h2, blockquote, b, i, [data-testid=stMarkdownBadge], ' +
      '[data-testid=stIconMaterial], .stMarkdownColoredText, .stMarkdownColoredBackground')) {
    if (element.closest('[data-testid=stCode]')) continue;
    const text = element.textContent.trim();
    if (/^(heading|red|x|bug_report|A|B|item|quote|code)$/.test(text))
      found.push(element.outerHTML);
  }
  if (window.HIT) found.push('a script ran');
  return found;
}"""


def _watched(page: Any) -> list[str]:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("console", lambda message: asked.append(f"csp://{message.text}")
            if "Content Security Policy" in message.text else None)  # fmt: skip
    return asked


def _check(one: OnePage, asked: list[str], where: str) -> None:
    one.settle()
    assert one.page.evaluate(FROM_A_WORD, injection.HOST) == [], where
    away = [url for url in asked if urlparse(url).hostname not in ("localhost", None)]
    assert away == [], where


def test_a_table_with_injected_markup_changes_nothing(browser, server):
    with fresh_page(browser, server) as one:
        page = one.page
        asked = _watched(page)
        page.goto(f"{server}/data?v=1&data.section=own")
        page.wait_for_selector("input[type=file]", state="attached", timeout=30_000)
        file = {"name": injection.FILE, "mimeType": "text/csv", "buffer": injection.table()}
        page.set_input_files("input[type=file]", files=[file])
        page.wait_for_selector(".st-key-use_in_lab button", timeout=60_000)
        _check(one, asked, "Data")
        page.click(".st-key-use_in_lab button")
        page.wait_for_selector(".st-key-run-line", timeout=120_000)
        for door in DOORS:
            page.locator(door).first.click()
            page.wait_for_timeout(1_000)
        _check(one, asked, "Lab")
        _hover_figures(one)
        _check(one, asked, "Lab, pointed at")
        page.click(".st-key-choice-dataset [role=combobox], .st-key-choice-dataset input")
        page.wait_for_timeout(500)
        _check(one, asked, "Lab, the menu of datasets")
        page.keyboard.press("Escape")
        for name in ("Sweep", "Diversity", "Noise", "Compare", "Playground", "Lessons", "Paper",
                     "Claims", "Start", "Data"):  # fmt: skip
            page.get_by_role("link", name=name, exact=True).first.click()
            page.wait_for_selector("h1", timeout=60_000)
            page.wait_for_timeout(1_500)
            _check(one, asked, name)


def _hover_figures(one: OnePage) -> None:
    for figure in one.page.locator(".l2dwk-figure").all():
        figure.scroll_into_view_if_needed()
        box = figure.bounding_box()
        for share in (0.3, 0.5, 0.7):
            one.page.mouse.move(box["x"] + share * box["width"], box["y"] + share * box["height"])
            one.page.wait_for_timeout(100)
        assert one.page.evaluate(FROM_A_WORD, injection.HOST) == []


def test_the_browser_itself_refuses_what_another_host_would_send(browser, server):
    """Should a word be forgotten, the page's policy still holds."""
    with fresh_page(browser, server) as one:
        asked = _watched(one.page)
        one.page.goto(f"{server}/")
        one.page.wait_for_selector("h1")
        one.page.evaluate(
            f"document.body.append(Object.assign(new Image(), {{src: 'http://{injection.HOST}/x.png'}}))"
        )
        one.page.wait_for_timeout(500)
        refused = [line for line in asked if line.startswith("csp://")]
        assert len(refused) == 1
        assert injection.HOST in refused[0]


def test_tables_offer_no_download_of_their_own(browser, server):
    """It would hold every cell as it is, a formula too."""
    with fresh_page(browser, server) as one:
        one.page.goto(f"{server}/data?v=1")
        table = one.page.locator("[data-testid=stDataFrame]").first
        table.wait_for(timeout=30_000)
        table.hover()
        bar = table.locator("xpath=ancestor-or-self::*[.//*[@data-testid='stElementToolbar']][1]")
        tools = bar.locator("[data-testid=stElementToolbarButton] button, button[aria-label]")
        tools.first.wait_for(timeout=10_000)
        names = [tool.get_attribute("aria-label") or "" for tool in tools.all()]
        assert any("Search" in name for name in names), names
        assert not any("ownload" in name or "CSV" in name for name in names), names


def test_a_report_opens_without_fetching_anything(browser, tmp_path):
    from tests.pages.test_injection import report_of_injection_table

    file = tmp_path / "report.html"
    file.write_text(report_of_injection_table(), "utf-8")
    context = browser.new_context()
    page = context.new_page()
    asked = _watched(page)
    page.goto(file.as_uri())
    page.wait_for_selector(".figure .main-svg", timeout=30_000)
    assert page.locator(".figure .main-svg").count() >= 9
    assert page.evaluate(FROM_A_WORD, injection.HOST) == []
    assert [url for url in asked if not url.startswith(("file:", "data:", "blob:"))] == []
    context.close()
