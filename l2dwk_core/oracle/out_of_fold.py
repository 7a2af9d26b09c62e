"""Votes out of fold: each row is answered by models that were fitted without it (cross-validation).

Stone 1974: Cross-validatory choice and assessment of statistical predictions, JRSS B 36; for
combining models: Wolpert 1992: Stacked generalization, Neural Networks 5.
"""

from __future__ import annotations

import warnings
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.model_selection import StratifiedKFold

from l2dwk_core.common.checks import check_whole
from l2dwk_core.common.text import counted
from l2dwk_core.datasets.encoding import encode_labels
from l2dwk_core.pools.model_fits import Folds, ModelFits, Progress
from l2dwk_core.pools.pool import Pool
from l2dwk_core.pools.recipe import PoolRecipe
from l2dwk_core.pools.train_pool import train_library_pool

N_FOLDS = 5
MAX_FOLDS = 20


def check_folds(n_folds: Any) -> int:
    """Return ``n_folds`` as an int. Raise ``InputError`` unless it is a whole number from 2 to
    20."""
    return check_whole("n_folds", n_folds, 2, MAX_FOLDS)


def stratified_folds(y: NDArray[Any], n_folds: int, seed: int) -> tuple[Folds, tuple[str, ...]]:
    """Return shuffled stratified folds of rows with these labels (N,), and notes.

    When the rarest class has fewer rows than ``n_folds``, there are only as many folds as it has
    rows, but at least two.
    """
    classes, codes = encode_labels(y)
    counts = np.bincount(codes)
    rarest = int(counts.argmin())
    k = max(2, min(n_folds, int(counts[rarest])))
    notes = []
    if k < n_folds:
        notes.append(
            f"Votes out of fold come from {k} folds instead of {n_folds}, as class "
            f"{str(classes[rarest])!r} has {counted(int(counts[rarest]), 'training row')}."
        )
    with warnings.catch_warnings():
        # A class of one row can be in one of the two folds only.
        warnings.filterwarnings("ignore", message="The least populated class")
        splitter = StratifiedKFold(k, shuffle=True, random_state=seed)
        return list(splitter.split(np.zeros((len(y), 1)), codes)), tuple(notes)


def train_out_of_fold(
    X: Any,
    y: NDArray[Any],
    recipe: PoolRecipe,
    n_folds: int = N_FOLDS,
    *,
    strata: NDArray[Any] | None = None,
    probabilities: bool = False,
    n_jobs: int | None = -1,
    progress: Progress | None = None,
) -> tuple[Pool, ModelFits]:
    """Train a library on all rows, with votes on each row from models fitted without its fold.

    Parameters
    ----------
    X, y
        (N, …) table and (N,) labels.
    recipe
        A recipe of the kind "library". Its seed also determines the folds.
    n_folds
        The number of folds, 2 to 20; see ``stratified_folds``.
    strata
        (N,) labels by which the folds are stratified. Default: ``y``. With label noise, these are
        the labels before flipping.
    probabilities, n_jobs, progress
        As in ``fit_models``.

    Returns
    -------
    The pool and the fits. The ``codes`` of the fits are positions in the classes of the pool.

    Raises
    ------
    InputError
        As in ``train_pool``, and when the number of folds is out of range.
    """
    folds, notes = stratified_folds(
        y if strata is None else strata, check_folds(n_folds), recipe.seed
    )
    pool, fits = train_library_pool(
        X,
        y,
        recipe,
        folds=folds,
        probabilities=probabilities,
        n_jobs=n_jobs,
        progress=progress,
    )
    return replace(pool, notes=(*notes, *pool.notes)), fits
