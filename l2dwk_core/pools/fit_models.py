"""Fits of classifiers without each fold and on all rows, with their answers on the rows left out.

It is used for the library of models, for weights learned out of fold, and for classifiers that a
user gives.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import joblib
import numpy as np
from sklearn.base import clone

from l2dwk_core.common.errors import InputError
from l2dwk_core.common.text import counted
from l2dwk_core.common.threads import one_thread
from l2dwk_core.datasets.encoding import encode_labels
from l2dwk_core.pools.fit_queue import FitQueue
from l2dwk_core.pools.fits_in_processes import fit_in_processes
from l2dwk_core.pools.model_fits import Folds, ModelFits, Progress
from l2dwk_core.pools.one_fit import FitWork


def fit_models(
    models: Sequence[tuple[str, Any]],
    X: Any,
    y: Any,
    *,
    folds: Folds = (),
    refit: bool = True,
    probabilities: bool = False,
    quiet: bool = False,
    costs: Sequence[int] | None = None,
    n_jobs: int | None = -1,
    progress: Progress | None = None,
) -> ModelFits:
    """Fit every model without each fold and on all rows, and return the fits.

    A model that fails in one fit is left out, and the reason is in ``notes``. Each fit uses one
    thread, so the answers do not depend on the number of processes or threads.

    Parameters
    ----------
    models
        Names and unfitted classifiers. They are cloned, not changed.
    X
        N rows in any form that the models accept: a table, an array, a sparse matrix, a list of
        texts.
    y
        (N,) labels, two classes or more.
    folds
        Pairs of (rows to fit on, rows to answer). When the rows to fit on have one class only, this
        class is the answer.
    refit
        Whether models are also fitted on all rows.
    probabilities
        Whether class probabilities are recorded as well as votes.
    quiet
        Whether warnings of the models are hidden.
    costs
        One whole number for each model, 1 or more: how long a fit of it takes beside the others.
        Progress counts a fit by this number. Default: 1 for each model.
    n_jobs
        The number of processes; −1 for one on each core. With 1 and no ``progress`` the fits are
        made in this process.
    progress
        Called as ``progress(name, done, total)`` a few times a second. ``name`` is a model that is
        being fitted; ``done`` and ``total`` are sums of the ``costs`` of fits. An exception it
        raises ends all fits at once.

    Raises
    ------
    InputError
        When there is one class only, when no model could be fitted, or when a process ended before
        its work was done.
    """
    classes, codes = encode_labels(y)
    if classes.size < 2:
        raise InputError(
            f"Only one class: {str(classes[0])!r} ({counted(codes.size, 'row')}); at least two are "
            "needed to train a classifier."
        )
    work = FitWork(X, np.asarray(y), classes, tuple(folds), probabilities, quiet)
    fits = FitQueue(models, work, refit, costs)
    n_workers = int(joblib.effective_n_jobs(n_jobs))
    if n_workers == 1 and progress is None:
        with one_thread():
            while (job := fits.next()) is not None:
                fits.take(job, work.fit(clone(fits.models[job[0]]), job[1]))
    else:
        fit_in_processes(fits, work, n_workers, progress)
    return fits.result()
