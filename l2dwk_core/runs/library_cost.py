"""Estimates of how long it takes to fit the library of models, made before the work begins.

As with ``run_cost``, only the pages call these functions. A script may take any time.
"""

from __future__ import annotations

from l2dwk_core.common.errors import InputError
from l2dwk_core.common.text import counted, duration
from l2dwk_core.pools.recipe import PoolRecipe
from l2dwk_core.runs.recipe import RunRecipe

MAX_TRAINING_SECONDS = 3600.0
"""Largest estimated processor time of one training, in seconds."""
MAX_STUDY_SECONDS = 14_400.0
"""Largest estimated processor time of all trainings of a sweep, a study or a comparison, in
seconds."""

_FIT, _ROW, _ROW_PAIR = 12.0 / 240, 0.02 / 240, 4e-6 / 240
"""Seconds of an average fit: a constant, a part for each row, and a part for the square of the
number of rows (support vector machines).
Measured for six fits of each of the 40 models on one core of a 2-core AMD EPYC machine: 16 s with
214 rows (6 classes), 25 s with 1,000 (2), 40 s with 990 (11), 71 s with 3,196 (2)."""


def library_seconds(n_rows: int, n_members: int, n_fits: int) -> float:
    """Return about how much processor time the first ``n_members`` models take when each is fitted
    ``n_fits`` times on a dataset of so many rows."""
    return n_members * n_fits * (_FIT + _ROW * n_rows + _ROW_PAIR * n_rows**2)


def fits_of(recipe: RunRecipe) -> int:
    """Return how often a training fits each model."""
    if recipe.weighting == "out_of_fold":
        return recipe.n_folds + 1
    return 2 if recipe.weighting == "hold_out" else 1


def check_library(pool: PoolRecipe, n_rows: int, n_fits: int, n_trainings: int = 1) -> None:
    """Raise ``InputError`` when fitting the library takes too long for a page. Other base ensembles
    are not checked."""
    if pool.kind != "library":
        return
    each = library_seconds(n_rows, pool.n_members, n_fits)
    if each > MAX_TRAINING_SECONDS:
        raise InputError(
            f"Fitting {counted(pool.n_members, 'model')} {n_fits} times on {n_rows:,} rows would "
            f"take about {duration(each)} of processor time; a page computes for at most "
            f"{duration(MAX_TRAINING_SECONDS)}. Choose fewer rows or folds, or another base "
            "ensemble. The library and the command line have no such limit."
        )
    if each * n_trainings > MAX_STUDY_SECONDS:
        most = max(int(MAX_STUDY_SECONDS / each), 1)
        raise InputError(
            f"{counted(n_trainings, 'training')} of {counted(pool.n_members, 'model')} on "
            f"{n_rows:,} rows would take about {duration(each * n_trainings)} of processor time; a "
            f"page computes for at most {duration(MAX_STUDY_SECONDS)}. Choose at most "
            f"{counted(most, 'training')} (splits, folds, repeats or values), or another base "
            "ensemble. The command line has no such limit."
        )
