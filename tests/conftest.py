"""What every test shares: one BLAS thread, and slow tests only when asked for."""

from __future__ import annotations

import os

# Several test processes, or a busy laptop, gain nothing from more; timings and memory stay sane.
for _variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(_variable, "1")

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--slow", action="store_true", help="run the slow tests as well")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for item in items:
        # One browser at a time, beside the other tests; a file's tests share its fixtures.
        browser = item.path.parent.name == "browser"
        item.add_marker(pytest.mark.xdist_group("browser" if browser else item.path.stem))
        if browser:
            item.add_marker(pytest.mark.browser)
            item.add_marker(pytest.mark.flaky(reruns=1))  # a busy machine may be late once
    if config.getoption("--slow"):
        return
    slow = [item for item in items if item.get_closest_marker("slow")]
    if slow:
        config.hook.pytest_deselected(items=slow)
        items[:] = [item for item in items if not item.get_closest_marker("slow")]
