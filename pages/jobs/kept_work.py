"""The work behind "What to keep": what is asked for, and its process.

Nothing of Streamlit here: it runs in a thread of a queue, and in a worker.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from l2dwk_core.common.errors import InputError
from l2dwk_core.method.settings import Settings
from l2dwk_core.runs.kept_models import MOST_SOLVED, KeptModels, kept_models
from l2dwk_core.runs.recipe import RunRecipe
from l2dwk_core.runs.run import PreparedRun
from l2dwk_core.runs.run_cost import check_run, run_seconds
from l2dwk_core.runs.saved import answers_only
from pages.jobs.worker import in_process

MAX_SECONDS = 60.0
"""Estimated, for solving again without one member after the other: as many as fit are tried."""


@dataclass(frozen=True)
class KeptRecipe:
    """The kept members of one run."""

    dataset: str
    run: RunRecipe
    settings: Settings
    n_members: int


def kept_in_process(
    available: Callable[[RunRecipe], PreparedRun | None],
    *,
    dataset: Any,
    run: RunRecipe,
    settings: Settings,
    n_members: int,
    progress: Callable[..., None],
) -> KeptModels:
    """Return what ``kept_models`` finds, in a process of its own; the arguments are a recipe's
    fields.

    ``available`` gives what is trained. Raise ``InputError`` when it is no longer kept, and when
    one run is too much for a page.
    """
    prepared = available(run)
    if prepared is None:
        raise InputError("The server no longer keeps these members; press Run at the top.")
    n_rows, missing = prepared.oracle.n_rows, prepared.oracle.available is not None
    check_run(settings, n_rows, n_members, missing=missing)
    return in_process(
        _kept,
        prepared=answers_only(prepared, soft=settings.outputs == "probabilities"),
        settings=settings,
        n_members=n_members,
        most=most_solved(settings, n_rows, n_members, missing=missing),
        progress=progress,
    )


def most_solved(settings: Settings, n_rows: int, n_members: int, *, missing: bool = False) -> int:
    """Return without how many of the members the program is solved again."""
    each = run_seconds(settings, n_rows, n_members, missing=missing)
    return min(MOST_SOLVED, int(MAX_SECONDS / each))


def _kept(
    *,
    prepared: PreparedRun,
    settings: Settings,
    n_members: int,
    most: int,
    progress: Callable[[str, int, int], None],
    on_change: Callable[[Any], None],
) -> KeptModels:
    del on_change
    return kept_models(
        prepared.solve(settings, n_members=n_members),
        most=most,
        progress=lambda done, total: progress("solving without each model", done, total),
    )
