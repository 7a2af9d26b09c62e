"""The work of "What to keep": the recipe, and the function that runs in a process.

This module does not use Streamlit, because it runs in a thread of a queue and in a worker process.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from l2dwk_core.common.errors import InputError
from l2dwk_core.method.settings import Settings
from l2dwk_core.runs.kept_models import MOST_SOLVED, kept_models
from l2dwk_core.runs.kept_records import KeptModels
from l2dwk_core.runs.recipe import RunRecipe
from l2dwk_core.runs.run import PreparedRun
from l2dwk_core.runs.run_cost import check_run, run_seconds
from l2dwk_core.runs.saved import answers_only
from pages.jobs.worker import in_process

MAX_SECONDS = 60.0
"""Largest estimated time, in seconds, for solving again without single members. It limits for how
many members this is done."""


@dataclass(frozen=True)
class KeptRecipe:
    """The recipe of the table of the kept members of one run."""

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
    """Return the result of ``kept_models``, computed in a separate process. The arguments are the
    fields of a recipe.

    ``available`` returns the prepared run of a recipe. Raise ``InputError`` when the run is no
    longer kept, or when a single run is too much for a page.
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
    """Return for how many members the program is solved again without the member."""
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
