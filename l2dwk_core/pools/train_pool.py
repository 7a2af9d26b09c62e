"""Training of a base ensemble from a table."""

from __future__ import annotations

import warnings
from typing import Any

import joblib
import numpy as np
import numpy.typing as npt

from l2dwk_core.common.arrays import n_rows_of
from l2dwk_core.common.checks import check_choice
from l2dwk_core.common.errors import InputError
from l2dwk_core.common.text import counted, shown
from l2dwk_core.datasets.encoding import encode_labels
from l2dwk_core.datasets.text_numbers import text_numbers_note
from l2dwk_core.pools.kinds import POOL_KINDS
from l2dwk_core.pools.library import fit_library, members_of
from l2dwk_core.pools.model_fits import Folds, ModelFits
from l2dwk_core.pools.model_fits import Progress as FitProgress
from l2dwk_core.pools.pool import Pool
from l2dwk_core.pools.recipe import PoolRecipe
from l2dwk_core.pools.training import Progress, TrainedMembers


def train_pool(
    X: Any,
    y: Any,
    *,
    kind: str = "bagging",
    n_members: int | None = None,
    seed: int = 0,
    max_depth: int | None = None,
    min_samples_split: int = 2,
    min_samples_leaf: int = 1,
    n_jobs: int | None = -1,
    progress: Progress | None = None,
) -> Pool:
    """Train a base ensemble on these rows and return it.

    The first n members do not depend on how many are trained: ``train_pool(…, n_members=n)`` equals
    ``train_pool(…).prefix(n)``.

    Parameters
    ----------
    X
        ``(n_rows, n_columns)`` DataFrame or array. Symbolic columns and missing cells are allowed;
        their encoding is learned on these rows. Text columns of many different numbers are
        symbolic too; a warning and a note of the pool name them.
    y
        ``(n_rows,)`` labels: text or whole numbers.
    kind
        A key of :data:`POOL_KINDS`.
    n_members, seed, max_depth, min_samples_split, min_samples_leaf
        See :class:`PoolRecipe`.
    n_jobs
        Number of threads (for the library: processes); −1 for all cores. The result does not depend
        on it.
    progress
        Called as ``progress(members_done, n_members)`` from the calling thread, a few times a
        second; a model of the library counts by its ``cost``. An exception it raises stops the
        training and is raised to the caller.

    Returns
    -------
    Pool

    Raises
    ------
    InputError
        When the kind is unknown, a parameter is out of range, columns or labels cannot be used,
        the lengths of X and y differ, there is only one class, or no model of the library could be
        fitted.
    """
    check_choice("base ensemble", kind, POOL_KINDS)
    recipe = PoolRecipe.of(
        kind,
        n_members=n_members,
        seed=seed,
        max_depth=max_depth,
        min_samples_split=min_samples_split,
        min_samples_leaf=min_samples_leaf,
    )
    classes, codes, notes = _checked_task(X, y, n_jobs)
    # Threads are used, because fitting a tree releases the interpreter lock. Processes would copy
    # the table, and would continue after the user cancels the work on a page.
    with joblib.parallel_config(backend="threading"):
        trained = POOL_KINDS[kind].build(recipe, X, codes, n_jobs, progress)
    return _pool_of(trained, recipe, classes, n_jobs, notes)


def train_library_pool(
    X: Any,
    y: Any,
    recipe: PoolRecipe,
    *,
    folds: Folds = (),
    probabilities: bool = False,
    n_jobs: int | None = -1,
    progress: FitProgress | None = None,
) -> tuple[Pool, ModelFits]:
    """Return the pool that ``train_pool`` trains for a recipe of the library, and the fits that
    hold the votes out of fold of its models.

    The other parameters, the second value returned and the other errors are those of
    ``fit_models``.
    """
    classes, codes, notes = _checked_task(X, y, n_jobs)
    fits = fit_library(
        recipe,
        X,
        codes,
        folds=folds,
        probabilities=probabilities,
        n_jobs=n_jobs,
        progress=progress,
    )
    return _pool_of(members_of(fits), recipe, classes, n_jobs, notes), fits


def _checked_task(
    X: Any, y: Any, n_jobs: Any
) -> tuple[npt.NDArray[Any], npt.NDArray[np.intp], tuple[str, ...]]:
    """Return the classes, the label codes, and a note where numbers are given as text, which is
    warned of too. Raise ``InputError`` when members cannot be trained on this table."""
    whole = isinstance(n_jobs, int | np.integer) and not isinstance(n_jobs, bool)
    if n_jobs is not None and (not whole or n_jobs == 0):
        raise InputError(
            f"n_jobs is {shown(n_jobs)}; give a number of threads, or -1 for all cores."
        )
    classes, codes = encode_labels(y)
    if n_rows_of(X) != codes.size:
        raise InputError(
            f"X has {counted(n_rows_of(X), 'row')} but y {counted(codes.size, 'label')}; give one "
            f"per row."
        )
    if classes.size < 2:
        raise InputError(
            f"Only one class left in the training rows: {str(classes[0])!r} "
            f"({counted(codes.size, 'row')}); "
            "at least two are needed to train a classifier."
        )
    note = text_numbers_note(X)
    if note:
        warnings.warn(note, UserWarning, stacklevel=3)
    return classes, codes, (note,) if note else ()


def _pool_of(
    trained: TrainedMembers,
    recipe: PoolRecipe,
    classes: npt.NDArray[Any],
    n_jobs: int | None,
    notes: tuple[str, ...],
) -> Pool:
    return Pool(
        kind=recipe.kind,
        members=trained.members,
        member_encodings=trained.member_encodings,
        classes=classes,
        encoders=trained.encoders,
        recipe=recipe,
        out_of_bag=trained.out_of_bag,
        own_weights=trained.own_weights,
        notes=(*notes, *trained.notes),
        n_jobs=n_jobs,
        names=trained.names,
    )
