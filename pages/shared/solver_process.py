"""The process that solves runs for the server: ``python -m pages.shared.solver_process``.

It is told ``("hold", (number, answers))``, ``("forget", number)`` and ``("solve", (number,
settings, n_members))``. To the last it answers with ``("run", (trace, accuracy))`` and, once they
are packed, the run's figures, so that the page can go on while they are made; or with
``("refused", words)`` for an ``InputError``, or ``("failed", words)``.
"""

from __future__ import annotations

import gc
from typing import Any

from l2dwk_core.errors import InputError
from l2dwk_core.runner import PreparedRun
from pages.shared import lab_figures
from pages.shared.peer import Server


def main() -> None:
    """Answer until the server ends."""
    server = Server()
    gc.collect()
    gc.freeze()
    held: dict[int, PreparedRun] = {}
    server.tell("ready")
    while True:
        kind, content = server.hear()
        if kind == "hold":
            number, answers = content
            held[number] = answers
        elif kind == "forget":
            del held[content]
        else:
            _solve(server, held, *content)


def _solve(
    server: Server, held: dict[int, PreparedRun], number: int, settings: Any, n_members: int
) -> None:
    try:
        run = held[number].solve(settings, n_members=n_members)
        found = run.trace, run.accuracy
    except InputError as problem:
        server.tell(("refused", str(problem)))
        return
    except Exception as problem:
        server.tell(("failed", f"{type(problem).__name__}: {problem}"))
        return
    server.tell(("run", found))
    try:
        parcel = lab_figures.parcel(run)
    except Exception:  # the page makes them itself, and says what is wrong
        parcel = None
    server.tell(parcel)


if __name__ == "__main__":
    main()
