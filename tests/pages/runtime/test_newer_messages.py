"""Which message that waits a newer one of the same page makes needless."""

from __future__ import annotations

from typing import Any

import pytest
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState
from streamlit.runtime.scriptrunner_utils import script_requests

from pages.runtime import newer_messages
from pages.runtime.newer_messages import replaces


def _asked(*states: WidgetState, **place: Any) -> bytes:
    message = BackMsg()
    message.rerun_script.query_string = "v=1"
    for name, value in place.items():
        setattr(message.rerun_script, name, value)
    message.rerun_script.widget_states.widgets.extend(states)
    return message.SerializeToString()


_SLIDER = [WidgetState(id="slider", double_value=value) for value in (0.1, 0.2)]
_BUTTON = WidgetState(id="button", trigger_value=True)


@pytest.mark.parametrize(
    ("newer", "older", "replaced"),
    [
        (_asked(_SLIDER[1]), _asked(_SLIDER[0]), True),
        (_asked(_SLIDER[1], _BUTTON), _asked(_SLIDER[0]), True),
        (_asked(_SLIDER[1]), _asked(_SLIDER[0], _BUTTON), False),
        (_asked(page_script_hash="b"), _asked(page_script_hash="a"), False),
        (_asked(page_name="b"), _asked(page_name="a"), False),
        (_asked(fragment_id="b"), _asked(fragment_id="a"), False),
        (_asked(), _asked(fragment_id="a"), False),
        (_asked(fragment_id="a"), _asked(fragment_id="a"), True),
        (_asked(is_auto_rerun=True), _asked(), False),
        (BackMsg(stop_script=True).SerializeToString(), _asked(), False),
        (_asked(), BackMsg(stop_script=True).SerializeToString(), False),
        (_asked(), b"\xff", False),
        (None, _asked(), False),
    ],
)
def test_a_message_for_the_same_run_replaces_one_that_presses_nothing(newer, older, replaced):
    assert replaces(newer, older) is replaced


def test_the_values_that_are_sent_once_are_those_that_streamlit_keeps_for_the_next_run():
    values = {field.name for field in WidgetState.DESCRIPTOR.oneofs_by_name["value"].fields}
    assert values - newer_messages._LASTING == script_requests._TRIGGER_PROTO_FIELDS
