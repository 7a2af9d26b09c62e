"""Frames that are no message are counted, and so is what is sent ahead."""

from __future__ import annotations

from types import SimpleNamespace

import h11

from pages.runtime import connection_limits
from pages.runtime.connection_limits import FRAMES, MOST_AHEAD, is_too_far_ahead, limit_frames


class _Transport:
    def __init__(self, reading: bool = True) -> None:
        self.aborted, self._reading = 0, reading

    def is_closing(self) -> bool:
        return self.aborted > 0

    def abort(self) -> None:
        self.aborted += 1

    def is_reading(self) -> bool:
        return self._reading


class _Protocol:
    def __init__(self) -> None:
        self.transport, self.seen = _Transport(), 0

    def handle_ping(self) -> None:
        self.seen += 1

    def handle_pong(self, frame: object) -> None:
        self.seen += 1


def test_too_many_pings_close_the_connection(monkeypatch, caplog):
    now = [1000.0]
    monkeypatch.setattr(connection_limits.time, "monotonic", lambda: now[0])
    protocol = _Protocol()
    limit_frames(protocol)
    for _ in range(FRAMES // 2):
        protocol.handle_ping()
        protocol.handle_pong("frame")
    assert (protocol.seen, protocol.transport.aborted) == (FRAMES, 0)
    now[0] += 60
    protocol.handle_ping()
    assert protocol.seen == FRAMES + 1
    for _ in range(10 * FRAMES):
        protocol.handle_ping()
    assert (protocol.seen, protocol.transport.aborted) == (2 * FRAMES, 1)
    assert len(caplog.messages) == 1


def _after(received: bytes) -> SimpleNamespace:
    """A connection whose first request is being answered."""
    connection = h11.Connection(h11.SERVER)
    connection.receive_data(received)
    while connection.next_event() not in (h11.NEED_DATA, h11.PAUSED):
        pass
    return SimpleNamespace(conn=connection, transport=_Transport())


def test_requests_far_ahead_of_their_answers_close_the_connection():
    request = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"
    for ahead in (0, 2, MOST_AHEAD // len(request) - 1):
        cycle = _after(request * (1 + ahead))
        assert not is_too_far_ahead(cycle)
        assert cycle.transport.aborted == 0
    cycle = _after(request * (MOST_AHEAD // len(request) + 3))
    assert is_too_far_ahead(cycle)
    assert cycle.transport.aborted == 1


def test_the_body_of_an_upload_is_no_request_ahead():
    head = b"PUT / HTTP/1.1\r\nHost: x\r\nContent-Length: 10000000\r\n\r\n"
    assert not is_too_far_ahead(_after(head + bytes(3 * MOST_AHEAD)))


def test_objects_of_another_server_are_left_alone():
    limit_frames(None)
    connection_limits.limit_size(object())
    assert not is_too_far_ahead(object())
