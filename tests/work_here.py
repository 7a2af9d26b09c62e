"""A page's long work in this process: one of its own takes seconds to start."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from pages.jobs.job_queue import JobQueue


def work_here(monkeypatch: pytest.MonkeyPatch, queue: JobQueue, study: Callable[..., Any]) -> None:
    """Let a queue of ``pages/jobs/caches.py`` call the function of the core that does its work."""

    def work(*, progress: Callable[..., None], **arguments: Any) -> Any:
        return study(
            **arguments,
            progress=progress,
            on_change=lambda found: progress("so far", 0, 1, found),
        )

    monkeypatch.setattr(queue, "_prepare", work)
