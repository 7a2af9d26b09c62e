"""Of lines of one kind only the first of a minute are written, and then how many there were."""

from __future__ import annotations

import io
import logging
import re
import subprocess
import sys
import uuid
from pathlib import Path

import pytest

from pages.runtime import log_limits
from pages.runtime.log_limits import A_MINUTE, MOST_CHARACTERS, LogLimit


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


def test_a_visitors_words_are_shortened_and_begin_no_line(clock):
    log, shown = logging.Logger("pages.alone"), io.StringIO()
    log.addHandler(logging.StreamHandler(shown))
    log.addFilter(LogLimit())
    words = "a\n2026-11-30 05:00:00 forged\r\n" + "x" * 10 * MOST_CHARACTERS
    log.warning("The file %s is not there.", words)
    try:
        raise ValueError(words)
    except ValueError:
        log.exception("Uncaught")
    text = shown.getvalue()
    assert "a\n    2026-11-30 05:00:00 forged\n    xxx" in text
    assert not any(line.startswith(("2026", "x")) for line in text.splitlines())
    assert text.count("characters left out") == 2
    assert len(text) < 3 * MOST_CHARACTERS
    assert "Traceback (most recent call last):" in text


def test_loggers_of_libraries_and_later_ones_are_limited_too_and_nothing_counts_twice():
    """In a process of its own, as the limits stay: what reaches the error output of the program."""
    program = """
import logging
from pages.runtime import log_limits
early = logging.getLogger("pages.early")
log_limits.install()
for name in ("python_multipart", "pages.later"):
    for at in range(100):
        logging.getLogger(name).warning("line %s", at)
for at in range(100):
    early.warning("line %s", at)
"""
    said = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        check=True,
        cwd=Path(__file__).parents[3],
    ).stderr.splitlines()
    assert said == [f"line {at}" for at in range(A_MINUTE)] * 3


def test_the_number_of_a_session_is_not_written(written):
    log, caplog = written
    log.warning("Session with id %s is already connected!", uuid.uuid4())
    try:
        raise KeyError(str(uuid.uuid4()))
    except KeyError:
        log.exception("Failed.")
    assert caplog.messages[0] == "Session with id … is already connected!"
    assert "KeyError: '…'" in caplog.text
    assert not re.search("[0-9a-f]{8}-[0-9a-f]{4}", caplog.text)
