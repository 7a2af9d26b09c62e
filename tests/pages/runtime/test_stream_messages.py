"""Of all kinds of messages in Streamlit's protocol, the server takes those that pages send."""

from __future__ import annotations

import pytest
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState

from pages.runtime.stream_messages import (
    MOST_PARTS,
    MOST_STATES,
    OPERATION,
    TAKEN,
    has_too_many_parts,
    is_taken,
)

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


def _asked(*states: WidgetState, hashes: int = 0, names: int = 0) -> bytes:
    message = BackMsg()
    if names:
        message.file_urls_request.file_names.extend([""] * names)
    else:
        message.rerun_script.cached_message_hashes.extend([""] * hashes)
        message.rerun_script.widget_states.widgets.extend(states)
    return message.SerializeToString()


def _list(length: int) -> WidgetState:
    state = WidgetState(id="a")
    state.string_array_value.data.extend([""] * length)
    return state


def _files(length: int) -> WidgetState:
    state = WidgetState(id="a")
    for _ in range(length):
        state.file_uploader_state_value.uploaded_file_info.add()
    return state


@pytest.mark.parametrize(
    ("at_most", "more"),
    [
        (
            _asked(*[WidgetState(id="a")] * MOST_STATES),
            _asked(*[WidgetState()] * (MOST_STATES + 1)),
        ),
        (_asked(_list(5_000), hashes=100), _asked(_list(MOST_PARTS - 99), hashes=100)),
        (_asked(_list(MOST_PARTS)), _asked(_list(MOST_PARTS), _list(1))),
        (_asked(_files(100)), _asked(_files(MOST_PARTS + 1))),
        (_asked(names=100), _asked(names=MOST_PARTS + 1)),
        (b"\xff\xff", _asked(hashes=MOST_PARTS + 1)),
        (None, _asked(_list(MOST_PARTS + 1))),
    ],
    ids=["controls", "lists", "two lists", "files", "names", "no message", "text"],
)
def test_a_message_has_no_more_parts_than_one_of_a_page(at_most, more):
    assert not has_too_many_parts(at_most)
    assert has_too_many_parts(more)
