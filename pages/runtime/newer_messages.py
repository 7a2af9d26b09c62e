"""Which message of a page a newer one makes needless, while both wait.

Every message that asks for a run holds the values of all controls, so of those that a dragged
slider sends only the last has to be answered. Streamlit itself ends a run for the next message, and
that costs a thread each time, of an interpreter that all visitors share.
"""

from __future__ import annotations

from google.protobuf.message import DecodeError
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ClientState_pb2 import ClientState

_PLACE = ("page_script_hash", "page_name", "fragment_id", "is_auto_rerun")
_VALUES = ("bool_value", "double_value", "int_value", "string_value")
_LISTS = ("double_array_value", "int_array_value", "string_array_value", "json_value")
_FILES = ("bytes_value", "arrow_value", "file_uploader_state_value")
_LASTING = frozenset({*_VALUES, *_LISTS, *_FILES})
"""Values that every later message holds too. A pressed button is in one message only."""


def replaces(newer: bytes | None, older: bytes | None) -> bool:
    """Return whether *newer* asks for the run of *older*, and *older* presses no button."""
    then, now = _wanted(older), _wanted(newer)
    if then is None or now is None:
        return False
    if any(getattr(then, name) != getattr(now, name) for name in _PLACE):
        return False
    return all(state.WhichOneof("value") in _LASTING for state in then.widget_states.widgets)


def _wanted(words: bytes | None) -> ClientState | None:
    try:
        message = BackMsg.FromString(words or b"")
    except DecodeError:
        return None
    return message.rerun_script if message.WhichOneof("type") == "rerun_script" else None
