"""Values that no control can have are dropped: of another kind, of no control, or too large.

A browser sends a text for a text field and a number for a slider. Whoever writes messages by hand
may send anything. Streamlit hands it to the control as it is, so the run of the page ends with an
exception, and so does every later one until another value comes. Streamlit has no place for a
check of one's own; so its table of values gets one here.

It also keeps values of controls that no page has, until a run ends. In the first run of a session
none is known yet, and a browser that lost its server sends all it has: then few and small ones of
names as Streamlit makes them are kept.
"""

from __future__ import annotations

import json
import logging
import re
from collections import OrderedDict
from functools import cache
from typing import Any

from streamlit.proto.WidgetStates_pb2 import WidgetState
from streamlit.runtime.scriptrunner import get_script_run_ctx
from streamlit.runtime.state.common import is_element_id
from streamlit.runtime.state.session_state import Serialized, WStates

DEEPEST = 20
"""How deep lists may lie in each other. Points that are drawn, and events of a figure, take 5."""
MOST_BYTES, MOST_BYTES_UNKNOWN = 400_000, 20_000
"""Bytes of one value, and of one of a control that is not known yet. The roles of 5000 columns are
150 kB."""
MOST_UNKNOWN = 300
"""Controls that are not known yet. A page has at most some 100."""
MOST_COMMAS = 30_000
"""Commas, and brackets that open, in one value of JSON. The roles of 5000 columns have 10,000."""
_NUMBERS = frozenset({"int_value", "double_value"})
_LISTS = frozenset({"int_array_value", "double_array_value"})
_JSON = ("json_value", "json_trigger_value")
# It also matches to the end where the quotes are not closed, so that nothing is read twice.
_TEXT = re.compile(r'"(?:[^"\\]|\\.?)*+"?', re.DOTALL)
_BRACKET = re.compile(r"[\[\]{}]")
_LOG = logging.getLogger(__name__)
_MOST_NOTED = 1000
_noted: OrderedDict[str, None] = OrderedDict()


def fits(state: WidgetState, kind: str | None) -> bool:
    """Return whether a value may be one of a control of this kind; None is a kind not known."""
    sent = state.WhichOneof("value")
    if state.ByteSize() > MOST_BYTES:
        return False
    if sent in _JSON and not _is_flat(getattr(state, sent)):
        return False
    if sent is None or kind is None or sent == kind:
        return True
    return any({sent, kind} <= family for family in (_NUMBERS, _LISTS))


def _is_flat(words: str) -> bool:
    """Return whether this is JSON in which nothing lies too deep, of not too many parts."""
    if sum(map(words.count, "[{,")) > MOST_COMMAS:
        return False
    depth = 0
    for bracket in _BRACKET.findall(_TEXT.sub("", words)):
        depth += 1 if bracket in "[{" else -1
        if depth > DEEPEST:
            return False
    try:
        json.loads(words)
    except ValueError:
        return False
    return True


@cache
def install() -> None:
    """Have Streamlit's tables of values drop what does not fit."""
    take, read = WStates.set_widget_from_proto, WStates.__getitem__

    def set_widget_from_proto(self: WStates, widget_state: WidgetState) -> None:
        # What is known of the control is from the run before. Here, so that no callback is called
        # for a value that is dropped.
        known = self.widget_metadata.get(widget_state.id)
        if known is None and not _may_come(self, widget_state):
            return
        if fits(widget_state, known.value_type if known else None):
            take(self, widget_state)
        else:
            _note(widget_state.id)

    def __getitem__(self: WStates, k: str) -> Any:
        state, known = self.states.get(k), self.widget_metadata.get(k)
        if not isinstance(state, Serialized) or known is None:
            return read(self, k)
        if fits(state.value, known.value_type):
            try:
                return read(self, k)
            except KeyError:
                raise
            except Exception:  # of the right kind, and yet no value of this control
                pass
        _note(k)
        raise KeyError(k)  # as if nothing had been sent

    # An extension of Streamlit's own class, which has no hook for this.
    WStates.set_widget_from_proto = set_widget_from_proto  # type: ignore[method-assign]
    WStates.__getitem__ = __getitem__  # type: ignore[method-assign]


def _may_come(states: WStates, state: WidgetState) -> bool:
    """Return whether this may be the value of a control that the session's first run will draw."""
    return (
        not states.widget_metadata
        and is_element_id(state.id)
        and state.ByteSize() <= MOST_BYTES_UNKNOWN
        and (state.id in states.states or len(states.states) < MOST_UNKNOWN)
    )


def _note(control: str) -> None:
    """Say it in the log, once for each session."""
    context = get_script_run_ctx(suppress_warning=True)
    session = context.session_id if context else ""
    if session in _noted:
        return
    _noted[session] = None
    if len(_noted) > _MOST_NOTED:
        _noted.popitem(last=False)
    _LOG.warning("A value that its control cannot have was dropped: %r.", control[-80:])
