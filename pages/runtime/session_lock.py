"""One lock for the values of a session, whichever thread asks for them.

While a run of a page ends, Streamlit may begin the next one in another thread. Each thread has a
lock of its own on the values they share, so one may change them while the other goes through them,
which ends a run with "dictionary changed size during iteration".
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import cache

from streamlit.runtime.state import SafeSessionState
from streamlit.runtime.state.session_state import SessionState

_NAME = "_l2dwk_lock"


@cache
def install() -> None:
    """Have all guards of one session's values use the same lock."""
    begin = SafeSessionState.__init__

    def __init__(
        self: SafeSessionState, state: SessionState, yield_callback: Callable[[], None]
    ) -> None:
        begin(self, state, yield_callback)
        # Of what a session keeps for good, only its query parameters take a further attribute.
        # dict.setdefault is one step for Python: two threads get the same lock.
        lock = vars(state.query_params).setdefault(_NAME, threading.RLock())
        object.__setattr__(self, "_lock", lock)

    # An extension of Streamlit's own class, which has no hook for this.
    SafeSessionState.__init__ = __init__  # type: ignore[method-assign]
