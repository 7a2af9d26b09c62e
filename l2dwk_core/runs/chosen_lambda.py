"""The choice of λ for a run by cross-validation over its weighting rows."""

from __future__ import annotations

from typing import Any

import numpy as np

from l2dwk_core.common.types import Indices
from l2dwk_core.method.choose_lambda import choose_lambda
from l2dwk_core.method.lambda_choice import LambdaChoice
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

    The test rows are not used. The members are trained already and do not change.
    ``prepared.solve(choice.settings)`` gives the run with the chosen λ. The rows of a group of
    given votes are left out together, and so are all copies of a row that occurs more than once
    (with "bootstrap"). With fewer groups than folds there are fewer folds, and a note.

    Parameters
    ----------
    settings
        The settings; what is chosen replaces their value. Default: the settings of the recipe.
    n_members
        How many of the trained members take part: the first *n_members*. None takes all.
    choices
        Arguments of ``choose_lambda``: lambdas, kernels, rounds, n_folds, n_repeats, groups,
        progress and seed. The default seed is that of the run.

    Raises
    ------
    InputError
        As in ``choose_lambda``, for example when all weighting rows are of one group, and when
        *n_members* is larger than the pool.
    """
    settings = checked_settings(prepared.recipe.settings if settings is None else settings)
    size = prepared.oracle.n_members if n_members is None else n_members
    oracle, _ = prepared.oracles(settings.outputs, size)
    rows = prepared.weighting_rows
    groups = _copies(rows) if prepared.groups is None else prepared.groups[rows]
    given = {"seed": prepared.recipe.seed, "groups": groups}
    return choose_lambda(oracle, None, settings, **given | choices)


def _copies(rows: Indices) -> Indices | None:
    """Return the rows when one of them occurs more than once, otherwise None."""
    return rows if np.unique(rows).size < rows.size else None
