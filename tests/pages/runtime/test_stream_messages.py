"""Of all kinds of messages in Streamlit's protocol, the server takes those that pages send."""

from __future__ import annotations

import pytest
from streamlit.proto.BackMsg_pb2 import BackMsg

from pages.runtime.stream_messages import OPERATION, TAKEN, is_taken

KINDS = [field.name for field in BackMsg.DESCRIPTOR.oneofs_by_name["type"].fields]
OPERATIONS = [
    field.name
    for field in BackMsg().backend_operation_request.DESCRIPTOR.oneofs_by_name["payload"].fields
]


def _message(kind, operation=None):
    """A message of this kind whose fields have their first values."""
    message = BackMsg()
    if isinstance(getattr(message, kind), bool):
        setattr(message, kind, True)
    elif isinstance(getattr(message, kind), str):
        setattr(message, kind, "x")
    else:
        getattr(message, kind).SetInParent()
    if operation is not None:
        getattr(message.backend_operation_request, operation).SetInParent()
    return message.SerializeToString()


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "backend_operation_request"])
def test_a_kind_is_taken_when_a_page_sends_it(kind):
    assert is_taken(_message(kind)) == (kind in TAKEN)


@pytest.mark.parametrize("operation", [None, *OPERATIONS])
def test_the_only_operation_is_a_file_that_is_made_when_its_button_is_pressed(operation):
    assert len(OPERATIONS) > 1
    taken = is_taken(_message("backend_operation_request", operation))
    assert taken == (operation == OPERATION)


@pytest.mark.parametrize("words", [None, b"\xff\xff", b""])
def test_what_is_no_message_is_not_taken(words):
    assert not is_taken(words)
