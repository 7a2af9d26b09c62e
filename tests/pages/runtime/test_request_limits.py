"""A request brings few headers, and a body only where one is taken."""

from __future__ import annotations

import pytest

from pages.runtime.request_limits import MOST_HEADERS, MOST_OF_BODY, refusal


def _request(method: str, **headers: str) -> dict[str, object]:
    named = [(k.replace("_", "-").encode(), v.encode()) for k, v in headers.items()]
    return {"type": "http", "method": method, "headers": named}


@pytest.mark.parametrize(
    ("scope", "status"),
    [
        (_request("GET", host="localhost"), None),
        (_request("PUT", content_length="50000000"), None),
        (_request("POST", content_length=str(MOST_OF_BODY)), None),
        (_request("POST", content_length=str(MOST_OF_BODY + 1)), 413),
        (_request("GET", content_length="1" * 5000), 413),
        (_request("GET", content_length="x"), 413),
        (_request("PUT", transfer_encoding="chunked"), 411),
        (_request("GET", transfer_encoding="chunked"), 411),
        (_request("GET", **{f"a{i}": "b" for i in range(MOST_HEADERS)}), None),
        (_request("GET", **{f"a{i}": "b" for i in range(MOST_HEADERS + 1)}), 431),
        ({"type": "websocket", "headers": [(b"a", b"b")] * (MOST_HEADERS + 1)}, 431),
        ({"type": "websocket", "headers": [(b"upgrade", b"websocket")]}, None),
    ],
)
def test_what_is_refused(scope, status):
    found = refusal(scope)
    assert (found and found[0]) == status
