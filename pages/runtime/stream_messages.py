"""Which messages of a page the server takes.

Streamlit takes more kinds than a page of this app sends. One of them makes every cache of the
server empty, for all visitors, and leaves the processes that are in a cache behind; one runs git
in the loop that serves all, and tells the names of the server's files.
"""

from __future__ import annotations

from google.protobuf.message import DecodeError
from streamlit.proto.BackMsg_pb2 import BackMsg

TAKEN = frozenset(
    {
        "rerun_script",
        "stop_script",
        "file_urls_request",
        "app_heartbeat",
        # a file that is made when its button is pressed
        "backend_operation_request",
    }
)
"""The kinds that are taken, by their names in Streamlit's protocol."""


def is_taken(message: bytes | None) -> bool:
    """Return whether a message is of a kind that pages send. None is a message of text."""
    if message is None:
        return False
    try:
        kind = BackMsg.FromString(message).WhichOneof("type")
    except DecodeError:
        return False
    return kind in TAKEN
