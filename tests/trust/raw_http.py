"""One HTTP request, sent as it is written: no library tidies its path or its headers."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from urllib.parse import urlsplit


@dataclass(frozen=True)
class HttpAnswer:
    """The answer of a server. ``headers`` have names in lower case."""

    status: int
    headers: Mapping[str, str]
    body: bytes


async def raw_request(
    address: str,
    target: str,
    *,
    method: str = "GET",
    headers: Mapping[str, str] | None = None,
    body: bytes = b"",
    limit: float = 30.0,
) -> HttpAnswer:
    """Return the answer to a request for *target*, a path with its query.

    Headers that say another length of the body are sent as they are.

    Raise TimeoutError after ``limit`` seconds, ConnectionError when the server sends no answer.
    """
    parts = urlsplit(address)
    sent = {"Host": parts.netloc, "Connection": "close", **(headers or {})}
    if body and "Transfer-Encoding" not in sent:
        sent.setdefault("Content-Length", str(len(body)))
    lines = [f"{method} {target} HTTP/1.1", *(f"{name}: {value}" for name, value in sent.items())]
    async with asyncio.timeout(limit):
        reader, writer = await asyncio.open_connection(parts.hostname, parts.port)
        try:
            writer.write("\r\n".join([*lines, "", ""]).encode("latin-1", "replace") + body)
            whole = await reader.read()
        finally:
            writer.close()
    if not whole:
        raise ConnectionError("the server closed the connection")
    head, _, content = whole.partition(b"\r\n\r\n")
    first, *rest = head.decode("latin-1").split("\r\n")
    pairs = (line.partition(":") for line in rest)
    return HttpAnswer(
        int(first.split()[1]), {name.lower(): value.strip() for name, _, value in pairs}, content
    )


async def longest_wait(ask: Callable[[], Awaitable[object]], seconds: float) -> float:
    """Ask again and again for so many seconds. Return the longest time that one answer took."""
    longest, until = 0.0, time.monotonic() + seconds
    while time.monotonic() < until:
        begun = time.monotonic()
        await ask()
        longest = max(longest, time.monotonic() - begun)
        await asyncio.sleep(0.05)
    return longest
