"""Work on one request of a page at a time, and only on its newest one; addresses take turns."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import TypeVar

import anyio.to_thread

from pages.runtime.address_turns import AddressTurns, Place

OF_ADDRESS, AT_ONCE = 8, 16
"""Requests that are worked on at the same time, of one address and of all. Two do their work at a
time, others wait for a process that solves."""

T = TypeVar("T")


@dataclass(eq=False)
class _Queue:
    """The requests of one page. ``place``: for which of them comes to the work."""

    newest: str = ""
    waiting: int = 0
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)
    place: Place | None = None


class NewestRequest:
    """A queue of requests for each page's token. Use it from one event loop only."""

    def __init__(self) -> None:
        self._queues: dict[str, _Queue] = {}
        self._turns = AddressTurns(OF_ADDRESS, AT_ONCE)
        # Threads of their own: the files of the app are read in those that all requests share.
        self._threads = anyio.CapacityLimiter(2 * AT_ONCE)

    async def answer(
        self,
        token: str,
        question: str,
        work: Callable[[], T],
        gone: Callable[[], Awaitable[bool]],
        address: str = "",
    ) -> T | None:
        """Run ``work()`` in a thread, after the work for this token before it; return its result.

        Return None without running it when the token has asked something newer meanwhile, or when
        ``gone()`` says that the client is gone. Several pieces of work may belong to one question:
        all of them run. ``address`` is where the client is.
        """
        queue = self._queues.setdefault(token, _Queue())
        queue.newest, queue.waiting = question, queue.waiting + 1
        try:
            async with queue.turn:
                if queue.newest != question:
                    return None
                if queue.place is None:
                    queue.place = self._turns.ask(address)
                await asyncio.shield(queue.place.given)
                if queue.newest != question:
                    return None  # the newer one has the place
                place, queue.place = queue.place, None
                try:
                    if await gone():
                        return None
                    return await anyio.to_thread.run_sync(work, limiter=self._threads)
                finally:
                    place.end()
        finally:
            queue.waiting -= 1
            if not queue.waiting:
                del self._queues[token]
                if queue.place is not None:
                    queue.place.end()
