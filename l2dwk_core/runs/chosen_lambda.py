"""λ of a run, chosen by cross-validation over its weighting rows."""

from __future__ import annotations

from typing import Any

import numpy as np

from l2dwk_core.common.types import Indices
from l2dwk_core.method.choose_lambda import LambdaChoice, choose_lambda
from l2dwk_core.method.settings import Settings, checked_settings
from l2dwk_core.runs.run import PreparedRun


def choose_run_lambda(
    prepared: PreparedRun,
    settings: Settings | None = None,
    *,
    n_members: int | None = None,
    **choices: Any,
) -> LambdaChoice:
    """Return the λ that ``choose_lambda`` finds on the weighting rows of a run.

    Test rows take no part. The members are trained already, and stay.
    ``prepared.solve(choice.settings)`` is the run. A row that occurs more than once ("bootstrap")
    is left out with all its copies.

    Parameters
    ----------
    settings
        Everything that is not chosen. Default: the recipe's.
    n_members
        The first so many of the trained members; None takes all.
    choices
        As in ``choose_lambda``: lambdas, kernels, rounds, n_folds, n_repeats, groups, progress,
        and seed, by default the run's.

    Raises
    ------
    InputError
        As ``choose_lambda``, and when *n_members* exceeds the pool.
    """
    settings = checked_settings(prepared.recipe.settings if settings is None else settings)
    size = prepared.oracle.n_members if n_members is None else n_members
    oracle, _ = prepared.oracles(settings.outputs, size)
    given = {"seed": prepared.recipe.seed, "groups": _copies(prepared.weighting_rows)}
    return choose_lambda(oracle, None, settings, **given | choices)


def _copies(rows: Indices) -> Indices | None:
    """The rows themselves where one occurs more than once."""
    return rows if np.unique(rows).size < rows.size else None
