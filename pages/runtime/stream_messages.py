"""Which messages of a page the server takes.

Streamlit takes more kinds than a page of this app sends. One of them makes every cache of the
server empty, for all visitors, and leaves the processes that are in a cache behind; one runs git
in the loop that serves all, and tells the names of the server's files; one writes files into the
project and into the home of whoever started the server.
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
        "backend_operation_request",
    }
)
"""The kinds that are taken, by their names in Streamlit's protocol."""


OPERATION = "deferred_file"
"""The only operation that is taken: a file that is made when its button is pressed."""


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
