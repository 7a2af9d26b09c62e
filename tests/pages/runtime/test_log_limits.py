"""Of lines of one kind only the first of a minute are written, and then how many there were."""

from __future__ import annotations

import logging

import pytest

from pages.runtime import log_limits
from pages.runtime.log_limits import A_MINUTE, LogLimit


@pytest.fixture
def clock(monkeypatch):
    now = [1000.0]
    monkeypatch.setattr(log_limits.time, "monotonic", lambda: now[0])
    return now


@pytest.fixture
def written(caplog, clock):
    log = logging.getLogger("pages.test_log_limits")
    limit = LogLimit()
    log.addFilter(limit)
    yield log, caplog
    log.removeFilter(limit)


def test_a_kind_is_written_a_few_times_a_minute(written, clock):
    log, caplog = written
    for at in range(100):
        log.warning("The fragment %s is not there.", at)
    log.warning("Another line.")
    assert len(caplog.messages) == A_MINUTE + 1
    clock[0] += 61
    log.warning("The fragment %s is not there.", "x")
    assert caplog.messages[-1] == (
        f"The fragment x is not there. (and {100 - A_MINUTE} more of this kind before)"
    )


def test_exceptions_of_another_type_or_place_are_other_kinds(written):
    log, caplog = written

    def say(broken) -> None:
        try:
            broken()
        except Exception:
            log.exception("Uncaught")

    for _ in range(20):
        say(lambda: int("x"))
        say(lambda: {}["x"])
        say(lambda: int("y"))
    assert len(caplog.messages) == 3 * A_MINUTE


def test_many_kinds_are_not_kept_for_good(written):
    log, _ = written
    limit = log.filters[0]
    for at in range(log_limits._KINDS + 50):
        log.warning("kind %d" % at)  # noqa: UP031
    assert len(limit._seen) == log_limits._KINDS


def test_the_loggers_that_a_visitor_can_make_speak_are_limited():
    import streamlit.runtime.app_session
    import streamlit.web.server.starlette.starlette_websocket  # noqa: F401

    log_limits.install()
    for name in ("streamlit.runtime.app_session", "streamlit.error_util",
                 "streamlit.web.server.starlette.starlette_websocket"):  # fmt: skip
        filters = logging.getLogger(name).filters
        assert any(isinstance(one, LogLimit) for one in filters), name
        for one in [one for one in filters if isinstance(one, LogLimit)]:
            logging.getLogger(name).removeFilter(one)
    log_limits.install.cache_clear()
