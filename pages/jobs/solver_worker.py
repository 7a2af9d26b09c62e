"""The process that solves runs for the server: ``python -m pages.jobs.solver_worker``.

It receives ``("hold", (number, answers))``, ``("forget", number)`` and ``("solve", (number,
settings, n_members))``. To the last it sends ``("run", (trace, accuracy))``, then the run's figures
one by one as they are packed, and None at the end; or ``("refused", text)`` for an ``InputError``,
or ``("failed", text)``.
"""

from __future__ import annotations

import gc
from typing import TYPE_CHECKING

from pages.runtime.worker_connection import WorkerSide

if TYPE_CHECKING:
    from l2dwk_core.method.settings import Settings
    from l2dwk_core.runs.run import PreparedRun


def main() -> None:
    """Answer until the server ends."""
    server = WorkerSide()
    # Only now: these take seconds, in which the server may end as well.
    from pages.charts import run_charts  # noqa: F401

    gc.collect()
    gc.freeze()
    held: dict[int, PreparedRun] = {}
    server.send("ready")
    while True:
        kind, content = server.receive()
        if kind == "hold":
            number, answers = content
            held[number] = answers
        elif kind == "forget":
            del held[content]
        else:
            number, settings, n_members = content
            _solve(server, held[number], settings, n_members)


def _solve(server: WorkerSide, prepared: PreparedRun, settings: Settings, n_members: int) -> None:
    from l2dwk_core.common.errors import InputError
    from pages.charts.run_charts import pieces

    try:
        run = prepared.solve(settings, n_members=n_members)
        found = run.trace, run.accuracy
    except InputError as problem:
        server.send(("refused", str(problem)))
        return
    except Exception as problem:
        server.send(("failed", f"{type(problem).__name__}: {problem}"))
        return
    server.send(("run", found))
    try:
        for piece in pieces(run):
            server.send(piece)
    except Exception:
        pass  # the page makes the rest itself, where what is wrong shows
    server.send(None)


if __name__ == "__main__":
    main()
