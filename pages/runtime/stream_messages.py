"""Which messages of a page the server takes.

Streamlit takes more kinds than a page of this app sends. One of them makes every cache of the
server empty, for all visitors, and leaves the processes that are in a cache behind; one runs git
in the loop that serves all, and tells the names of the server's files; one writes files into the
project and into the home of whoever started the server.
"""

from __future__ import annotations

from google.protobuf.message import DecodeError
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState

TAKEN = frozenset(
    {
        "rerun_script",
        "stop_script",
        "file_urls_request",
        "app_heartbeat",
        "backend_operation_request",
    }
)
"""The kinds that are taken, by their names in Streamlit's protocol."""


_LISTS = ("double_array_value", "int_array_value", "string_array_value")
OPERATION = "deferred_file"
"""The only operation that is taken: a file that is made when its button is pressed."""
MOST_STATES, MOST_PARTS = 1_000, 10_000
"""Values of controls in one message, and entries of all its lists together. A page has some 100
controls; a list of the columns of the largest table has 5,000 entries. Half a megabyte may hold
280,000 empty ones, and everybody waits while they are looked through."""


def has_too_many_parts(message: bytes | None) -> bool:
    """Return whether a message has more parts than any that a page sends."""
    try:
        found = BackMsg.FromString(message or b"")
    except DecodeError:
        return False
    run = found.rerun_script
    states = run.widget_states.widgets
    if len(states) > MOST_STATES:
        return True
    lists = len(run.cached_message_hashes) + len(found.file_urls_request.file_names)
    return lists + sum(map(_length, states)) > MOST_PARTS


def _length(state: WidgetState) -> int:
    """Return how many entries the value of a control has; 0 where it is no list."""
    kind = state.WhichOneof("value")
    if kind == "file_uploader_state_value":
        return len(state.file_uploader_state_value.uploaded_file_info)
    return len(getattr(state, kind).data) if kind in _LISTS else 0


def is_taken(message: bytes | None) -> bool:
    """Return whether a message is of a kind that pages send. None is a message of text."""
    if message is None:
        return False
    try:
        found = BackMsg.FromString(message)
    except DecodeError:
        return False
    kind = found.WhichOneof("type")
    if kind == "backend_operation_request":
        return bool(found.backend_operation_request.WhichOneof("payload") == OPERATION)
    return kind in TAKEN
