"""What every test shares: one BLAS thread, the order of files, slow tests only when asked for, and
that an announced change of a library is an error."""

from __future__ import annotations

import gc
import logging
import os
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

# Several test processes, or a busy laptop, gain nothing from more; timings and memory stay sane.
for _variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(_variable, "1")
# For the processes that tests start; in this one it is an option of pytest (pyproject.toml).
_announced = ("DeprecationWarning", "PendingDeprecationWarning", "FutureWarning")
os.environ.setdefault("PYTHONWARNINGS", ",".join(f"error::{kind}" for kind in _announced))

import pytest
import streamlit.deprecation_util
from streamlit.components.v2 import manifest_scanner
from streamlit.runtime.scriptrunner.script_cache import ScriptCache

# Every AppTest looks through all installed packages for components; they stay the same meanwhile.
manifest_scanner.scan_component_manifests = cache(manifest_scanner.scan_component_manifests)
# It also compiles the page, which changes in few tests.
_compile = ScriptCache.get_bytecode
_compiled = cache(lambda path, changed: _compile(ScriptCache(), path))
ScriptCache.get_bytecode = lambda self, path: _compiled(path, os.stat(path).st_mtime_ns)


class _Announcements(logging.Handler):
    """What Streamlit says about functions that it will change or remove."""

    def __init__(self) -> None:
        super().__init__()
        self.said: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.said.append(record.getMessage())


_announcements = _Announcements()
logging.getLogger(streamlit.deprecation_util.__name__).addHandler(_announcements)

_LONGEST_NAME = 100
_PAGES = Path(__file__).with_name("pages")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--slow", action="store_true", help="run the slow tests as well")


def pytest_xdist_auto_num_workers() -> int:
    """One more than there are cores: the browser's tests, and those of pages, mostly wait."""
    return (os.cpu_count() or 1) + 1


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[Any]:
    """Exempt the million objects that tests and libraries are from garbage collection.

    Streamlit collects garbage after every rerun: with them it took over a second each time. None
    of them is garbage while they are made, and looking for it was half the time of collecting.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


def pytest_make_parametrize_id(val: object) -> str | None:
    """Name a case by the beginning of a long text. pytest makes equal names different."""
    if isinstance(val, str | bytes) and len(val) > _LONGEST_NAME:
        return ascii(val[:_LONGEST_NAME]).strip("b'\"")
    return None


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for item in items:
        # One browser at a time, beside the other tests; a file's tests share its fixtures.
        browser = item.path.parent.name == "browser"
        item.add_marker(pytest.mark.xdist_group("browser" if browser else item.path.stem))
        if browser:
            item.add_marker(pytest.mark.browser)
        if browser or item.path.is_relative_to(_PAGES):
            # They wait for threads and processes, and a busy machine may be late once.
            item.add_marker(pytest.mark.flaky(reruns=1))
    slow = [item for item in items if item.get_closest_marker("slow")]
    if slow and not config.getoption("--slow"):
        config.hook.pytest_deselected(items=slow)
        items[:] = [item for item in items if not item.get_closest_marker("slow")]
    items.sort(key=_turn)


def pytest_terminal_summary(terminalreporter: Any) -> None:
    for report in terminalreporter.stats.get("rerun", []):
        why = str(report.longrepr).strip().splitlines()[-1]
        terminalreporter.write_line(f"Tried once more: {report.nodeid}: {why}")


@pytest.fixture(autouse=True)
def _nothing_announced() -> Iterator[None]:
    """Fail a test during which Streamlit announced the end of what a page uses."""
    yield
    said, _announcements.said = _announcements.said, []
    assert not said, "\n".join(said)


def _turn(item: pytest.Item) -> int:
    """What takes longest begins first: one worker's browser tests end with the others' work."""
    if item.get_closest_marker("browser"):
        return 0
    return 1 if item.path.stem.startswith("test_page") else 2
