"""A table, and models' votes, with injected markup in a real browser. On every page and in every
file that is offered no word of them becomes an element, and nothing is fetched from another host.
Marked slow: a page of each kind, light."""

from __future__ import annotations

import csv
import json
import re
import unicodedata
from pathlib import Path
from typing import Any
from urllib.parse import urlparse

import pytest

from tests import injection
from tests.browser.one_page import OnePage, fresh_page

pytestmark = pytest.mark.slow

DRAWERS = (".st-key-take_drawer summary", ".st-key-members summary", ".st-key-row_drawer summary",
           ".st-key-settle_drawer summary", ".st-key-kept_drawer summary")  # fmt: skip
UPLOADS = {
    "own": (injection.FILE, injection.table()),
    "votes": (injection.VOTES_FILE, injection.votes()),
}
"""By section of the Data page: a file's name and content."""
FROM_A_WORD = """(host) => {
  const found = [];
  const words = /evil\\.example|HIT|log in/;
  for (const element of document.querySelectorAll('*')) {
    for (const {name, value} of element.attributes) {
      const loads = /^(src|href|xlink:href|action|formaction|srcset|poster|data|style|background)$/;
      if ((loads.test(name) && words.test(value)) || name === 'onerror')
        found.push(element.outerHTML.slice(0, 300));
    }
    if (element.matches('iframe, object, embed, video, audio, form, base'))
      found.push(element.outerHTML.slice(0, 300));
    if (element.matches('script') && !element.src && element.type !== 'application/json'
        && /HIT/.test(element.textContent)) found.push(element.outerHTML.slice(0, 300));
  }
  for (const element of document.querySelectorAll(
      '.katex, .katex-error, code, h1, h2, blockquote, b, i, hr, [data-testid=stMarkdownBadge], ' +
      '[data-testid=stIconMaterial], .stMarkdownColoredText, .stMarkdownColoredBackground')) {
    if (element.closest('[data-testid=stCode]')) continue;
    const text = element.textContent.trim();
    if (/^(heading|red|x|bug_report|A|B|item|quote|code)$/.test(text))
      found.push(element.outerHTML);
  }
  // The uploader itself shows the name of the file that its reader has just chosen.
  const chip = document.querySelector('[data-testid=stFileChipName]');
  const shown = document.body.innerText.replaceAll(chip ? chip.innerText : '\u0000', '');
  if (/[\u202a-\u202e\u2066-\u2069\u200e\u200f]/.test(shown))
    found.push('a mark that changes the direction of the text');
  if (/&#?\\w+;/.test(document.body.innerText.replaceAll('&#60;/script', '')))
    found.push('an escape: ' + document.body.innerText.match(/.{0,60}&#?\\w+;.{0,40}/));
  if (window.HIT) found.push('a script ran');
  return found;
}"""


def _watched(page: Any) -> list[str]:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("websocket", lambda socket: asked.append(socket.url))
    page.on("console", lambda message: asked.append(f"csp://{message.text}")
            if "Content Security Policy" in message.text else None)  # fmt: skip
    return asked


def _check(one: OnePage, asked: list[str], where: str) -> None:
    one.settle()
    assert one.page.evaluate(FROM_A_WORD, injection.HOST) == [], where
    away = [url for url in asked if urlparse(url).hostname not in ("localhost", None)]
    assert away == [], where


@pytest.mark.parametrize("section", UPLOADS)
def test_a_file_with_injected_markup_changes_nothing(browser, server, section, tmp_path):
    name, content = UPLOADS[section]
    with fresh_page(browser, server) as one:
        page = one.page
        asked = _watched(page)
        page.goto(f"{server}/data?v=1&data.section={section}")
        page.wait_for_selector("input[type=file]", state="attached", timeout=30_000)
        file = {"name": name, "mimeType": "text/csv", "buffer": content}
        page.set_input_files("input[type=file]", files=[file])
        page.wait_for_selector(".st-key-use_in_lab button", timeout=60_000)
        _check(one, asked, "Data")
        page.click(".st-key-use_in_lab button")
        page.wait_for_selector(".st-key-run-line", timeout=120_000)
        for drawer in DRAWERS:
            if page.locator(drawer).count():
                page.locator(drawer).first.click()
                page.wait_for_timeout(1_000)
        _check(one, asked, "Lab")
        _hover_figures(one)
        _check(one, asked, "Lab, pointed at")
        page.click(".st-key-choice-dataset [role=combobox], .st-key-choice-dataset input")
        page.wait_for_timeout(500)
        _check(one, asked, "Lab, the menu of datasets")
        page.keyboard.press("Escape")
        files = [*_downloads(one, tmp_path), *_data_of_figures(one, asked, tmp_path)]
        for view in ("Sweep", "Diversity", "Noise", "Compare", "Playground", "Lessons", "Paper",
                     "Claims", "Start", "Data"):  # fmt: skip
            page.get_by_role("link", name=view, exact=True).first.click()
            page.wait_for_selector("h1", timeout=60_000)
            page.wait_for_timeout(1_500)
            _check(one, asked, view)
        assert page.evaluate("window.HIT") is None
    _check_files(browser, files)


def _downloads(one: OnePage, folder: Path) -> list[Path]:
    """Press every button of the page that gives a file."""
    found = []
    for button in one.page.locator("[data-testid=stDownloadButton] button:visible").all():
        with one.page.expect_download(timeout=60_000) as given:
            button.click()
        file = folder / f"{len(list(folder.iterdir()))} {given.value.suggested_filename}"
        given.value.save_as(file)
        found.append(file)
    return found


def _data_of_figures(one: OnePage, asked: list[str], folder: Path) -> list[Path]:
    """Open the data of every figure, and take the files that are offered there."""
    found = []
    for button in one.page.locator(".l2dwk-words button:visible", has_text="Data").all():
        button.click()
        one.page.wait_for_selector("[role=dialog]", timeout=30_000)
        _check(one, asked, "data of a figure")
        dialog = one.page.locator("[role=dialog]")
        for download in dialog.locator("[data-testid=stDownloadButton] button:visible").all():
            with one.page.expect_download(timeout=60_000) as given:
                download.click()
            file = folder / f"{len(list(folder.iterdir()))} {given.value.suggested_filename}"
            given.value.save_as(file)
            found.append(file)
        one.page.keyboard.press("Escape")
        dialog.wait_for(state="hidden", timeout=10_000)
    return found


def _check_files(browser: Any, files: list[Path]) -> None:
    endings = {file.suffix for file in files}
    assert endings == {".html", ".json", ".py", ".csv"}, endings
    for file in files:
        if file.suffix == ".html":
            _check_document(browser, file)
        elif file.suffix == ".json":
            json.loads(file.read_text("utf-8"))
        elif file.suffix == ".py":
            written = file.read_text("utf-8")
            compile(written, file.name, "exec")
            assert not any(unicodedata.category(sign) == "Cf" for sign in written)
        else:
            _check_table(file)


def _check_table(file: Path) -> None:
    """Whatever sign a spreadsheet takes for the end of a cell, no cell begins like a formula."""
    text = file.read_text("utf-8")
    for delimiter in (",", ";", "\t"):
        quoting = csv.QUOTE_MINIMAL if delimiter == "," else csv.QUOTE_NONE
        for line in csv.reader(text.splitlines(), delimiter=delimiter, quoting=quoting):
            for cell in line:
                words = cell.strip().strip('"')
                # A whole line that begins with a number: with two commas more it is no formula.
                number = re.fullmatch(r"-[\d.,e+-]+|-[\d.]+,.*,.*", words)
                assert number or not words.startswith(("=", "+", "-", "@")), (file.name, cell)


def _check_document(browser: Any, file: Path) -> None:
    context = browser.new_context()
    page = context.new_page()
    asked = _watched(page)
    page.goto(file.as_uri())
    page.wait_for_selector(".figure .main-svg", timeout=60_000)
    assert page.evaluate(FROM_A_WORD, injection.HOST) == [], file.name
    assert [url for url in asked if not url.startswith(("file:", "data:", "blob:"))] == []
    context.close()


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
