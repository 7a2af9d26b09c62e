"""Of one asker's questions one is worked on at a time, and only the newest."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import TypeVar

from starlette.concurrency import run_in_threadpool

T = TypeVar("T")


@dataclass(eq=False)
class _Line:
    """What one asker waits for."""

    newest: str = ""
    waiting: int = 0
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)


class Newest:
    """Lines of questions, one for each asker; to be used from one event loop."""

    def __init__(self) -> None:
        self._lines: dict[str, _Line] = {}

    async def answer(
        self,
        asker: str,
        question: str,
        work: Callable[[], T],
        gone: Callable[[], Awaitable[bool]],
    ) -> T | None:
        """``work()`` in a thread, when the asker's work before it has ended.

        None, without working, where the asker has asked something else meanwhile, or ``gone()``.
        One question may have several pieces of work, which are all done.
        """
        line = self._lines.setdefault(asker, _Line())
        line.newest, line.waiting = question, line.waiting + 1
        try:
            async with line.turn:
                if line.newest != question or await gone():
                    return None
                return await run_in_threadpool(work)
        finally:
            line.waiting -= 1
            if not line.waiting:
                del self._lines[asker]
