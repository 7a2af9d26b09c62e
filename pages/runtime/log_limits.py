"""The log takes only so many lines of one kind a minute, and of each only so much, so that no
visitor can fill a disk. A visitor's words begin no line of it."""

from __future__ import annotations

import logging
import re
import threading
import time
import traceback
from collections import OrderedDict
from collections.abc import Hashable
from functools import cache
from types import TracebackType

A_MINUTE = 5
"""Lines of one kind, each with its traceback, that are written in a minute."""
MOST_CHARACTERS = 8000
"""Of one line, and of its traceback: the middle of a longer one is left out."""
_KINDS = 1000
_NAMES = ("streamlit", "uvicorn", "websockets", "pages", "l2dwk_core")
_SESSION = re.compile(r"\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b", re.IGNORECASE)
_LIMITED = "l2dwk_limited"
"""The mark of a record that was counted already, by its logger."""


class LogLimit(logging.Filter):
    """Lets through the first lines of a kind in each minute, and then says how many there were.

    Of one kind are lines with the same words in the program, whatever they are filled with; lines
    about an exception also when it is of the same type and from the same place.
    """

    def __init__(self, a_minute: int = A_MINUTE) -> None:
        super().__init__()
        self._most = a_minute
        self._lock = threading.Lock()
        self._seen: OrderedDict[Hashable, tuple[float, int]] = OrderedDict()

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether the line is written."""
        if hasattr(record, _LIMITED):
            return True
        setattr(record, _LIMITED, True)
        kind, now = _kind(record), time.monotonic()
        with self._lock:
            since, count = self._seen.pop(kind, (now, 0))
            left_out = 0
            if now - since >= 60:
                left_out, since, count = max(0, count - self._most), now, 0
            self._seen[kind] = since, count + 1
            if len(self._seen) > _KINDS:
                self._seen.popitem(last=False)
        if left_out:
            record.msg = f"{record.getMessage()} (and {left_out} more of this kind before)"
            record.args = ()
        if count >= self._most:
            return False
        record.msg, record.args = shortened(record.getMessage()), ()
        if record.exc_info and not record.exc_text:
            # A formatter takes this instead of making it.
            record.exc_text = shortened("".join(traceback.format_exception(*record.exc_info)))
        return True


def shortened(text: str) -> str:
    """Return a text of at most ``MOST_CHARACTERS`` and a few, in which each line after the first is
    indented: what is at the beginning of a line in the log, the program wrote.

    Numbers of sessions are left out: who knows one, and sends it, has that session.
    """
    text = _SESSION.sub("…", text)
    if len(text) > MOST_CHARACTERS:
        half = MOST_CHARACTERS // 2
        left_out = len(text) - 2 * half
        text = f"{text[:half]} … {left_out} characters left out … {text[-half:]}"
    return "\n    ".join(text.rstrip().splitlines())


@cache
def install() -> None:
    """Limit what the server's loggers write, and what comes to the handlers of all loggers from
    others: those of libraries, and those that are made later."""
    limit = LogLimit()
    for name in list(logging.root.manager.loggerDict):
        if name.partition(".")[0] in _NAMES:
            logging.getLogger(name).addFilter(limit)
    for handler in (*logging.root.handlers, logging.lastResort):
        if handler is not None:
            handler.addFilter(limit)


def _kind(record: logging.LogRecord) -> Hashable:
    problem = record.exc_info[1] if record.exc_info else None
    # A message that was put together before it came here is told apart by its beginning.
    words = record.name, record.levelno, str(record.msg)[:60]
    if problem is None:
        return words
    return *words, type(problem), _place(problem.__traceback__)


def _place(at: TracebackType | None) -> tuple[str, int]:
    while at is not None and at.tb_next is not None:
        at = at.tb_next
    return (at.tb_frame.f_code.co_filename, at.tb_lineno) if at else ("", 0)
