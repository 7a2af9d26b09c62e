"""The votes of unfitted classifiers. Each row is answered by models that were fitted without it."""

from __future__ import annotations

import numbers
import warnings
from collections.abc import Iterable
from contextlib import suppress
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.base import is_classifier
from sklearn.model_selection import StratifiedGroupKFold, check_cv
from sklearn.utils import indexable
from sklearn.utils.validation import _num_samples

from l2dwk_core.common.arrays import label_array
from l2dwk_core.common.errors import InputError
from l2dwk_core.common.text import counted, shown
from l2dwk_core.common.types import Indices
from l2dwk_core.datasets.encoding import encode_labels
from l2dwk_core.pools.fit_models import fit_models
from l2dwk_core.pools.member_names import check_names
from l2dwk_core.pools.model_fits import Folds, Progress
from l2dwk_core.votes.votes import Votes

N_FOLDS = 5
"""The number of folds for ``cv=None``, as in scikit-learn."""


def out_of_fold(
    estimators: Iterable[Any],
    X: Any,
    y: Any,
    cv: Any = 5,
    *,
    groups: Any = None,
    n_jobs: int | None = -1,
    progress: Progress | None = None,
    probabilities: bool = True,
) -> Votes:
    """Return the votes of each classifier by cross-validation, from which weights can be learned.

    They equal the result of ``sklearn.model_selection.cross_val_predict`` with the same ``cv``: for
    each fold a clone of each classifier is fitted on the other rows and answers the rows of the
    fold.

    Parameters
    ----------
    estimators
        Unfitted classifiers, or pairs (name, unfitted classifier). Without names they are named by
        their types. They are not changed.
    X
        N rows in any form that the classifiers accept: a table, an array, a sparse matrix, a list
        of texts.
    y
        (N,) labels: text or whole numbers, two classes or more.
    cv
        A number of folds, a splitter of scikit-learn, or pairs of (rows to fit on, rows to answer)
        in which each row is answered once. A number means stratified folds in the order of the
        rows, as in scikit-learn; ``StratifiedKFold(5, shuffle=True, random_state=0)`` draws folds
        at random. With *groups* a number means ``StratifiedGroupKFold``.
    groups
        (N,) labels of rows that belong together, which no fold may separate. They become the
        ``group`` of the votes.
    n_jobs
        The number of processes; −1 for one on each core. The votes do not depend on it.
    progress
        Called as ``progress(name, done, total)`` a few times a second. ``name`` is a classifier
        that is being fitted; ``done`` and ``total`` count fits. An exception it raises ends all
        fits at once.
    probabilities
        Whether class probabilities are recorded as well. A classifier without probabilities gives 1
        to the class it votes for, and a note says so.

    Returns
    -------
    Votes of the classifiers that could be fitted. Classifiers that failed are left out; for each a
    note gives the reason.

    Raises
    ------
    InputError
        When an entry is not a classifier, a name is repeated, the rows cannot be split, some row is
        not answered exactly once, rows of a group are separated, a group is missing, the labels
        cannot be used, no classifier could be fitted, or the probabilities of one are not numbers
        that sum to 1.
    """
    named = named_estimators(estimators)
    classes, codes = encode_labels(y)
    labels = classes[codes]
    if _num_samples(X) != len(labels):
        raise InputError(
            f"X has {counted(_num_samples(X), 'row')} but y {counted(len(labels), 'label')}; give "
            "one for each row."
        )
    if groups is not None:
        groups = label_array("Groups", groups, "leave those rows out or give them a group")
    X, groups = indexable(X, groups)
    fits = fit_models(
        named,
        X,
        labels,
        folds=cv_folds(cv, X, labels, groups),
        refit=False,
        probabilities=probabilities,
        n_jobs=n_jobs,
        progress=progress,
    )
    return Votes(
        "out of fold",
        fits.names,
        fits.classes[fits.codes],
        labels,
        fits.classes,
        fits.probabilities,
        group=groups,
        notes=fits.all_notes,
    )


def named_estimators(estimators: Any) -> list[tuple[str, Any]]:
    """Return classifiers with their names: the given names, or else their types, with a number when
    several have the same type.

    Raise ``InputError`` when an entry is not an unfitted classifier or a name is repeated.
    """
    if isinstance(estimators, str) or not isinstance(estimators, Iterable):
        raise InputError(
            f"estimators is {shown(estimators)}; give a list of unfitted classifiers, or of pairs "
            "(name, classifier)."
        )
    listed = list(estimators)
    if not listed:
        raise InputError("The list of estimators is empty; give at least one classifier.")
    pairs = all(isinstance(item, tuple | list) and len(item) == 2 for item in listed)
    models = [item[1] for item in listed] if pairs else listed
    for model in models:
        if isinstance(model, type) or not _is_classifier(model):
            raise InputError(
                f"{shown(model)} is no classifier of scikit-learn's kind, with fit, predict and "
                "get_params; give an object of such a class."
            )
    names = [str(item[0]) for item in listed] if pairs else _type_names(models)
    check_names(names)
    return list(zip(names, models, strict=True))


def _is_classifier(model: Any) -> bool:
    if not all(hasattr(model, name) for name in ("fit", "get_params")):
        return False
    if hasattr(model, "predict"):
        return True
    # One that decides by another, such as an unfitted StackingClassifier, gets it with the fit.
    with suppress(AttributeError, TypeError):
        return bool(is_classifier(model))
    return False


def _type_names(models: list[Any]) -> list[str]:
    types = [type(model).__name__ for model in models]
    return [
        name if types.count(name) == 1 else f"{name} {types[: j + 1].count(name)}"
        for j, name in enumerate(types)
    ]


def cv_folds(cv: Any, X: Any, labels: NDArray[Any], groups: Any = None) -> Folds:
    """Return pairs of (rows to fit on, rows to answer). *cv* has the meaning it has in
    scikit-learn; with *groups* a number of folds means ``StratifiedGroupKFold``.

    Raise ``InputError`` when the rows cannot be split like this, when some row is not answered
    exactly once, or when rows of a group are in more than one fold.
    """
    if groups is not None and (cv is None or isinstance(cv, numbers.Integral)):
        cv = _by_groups(N_FOLDS if cv is None else int(cv), groups)
    try:
        splitter = check_cv(cv, labels, classifier=True)
        with warnings.catch_warnings():
            # This warning is not needed: the votes show when a model was fitted without a class.
            warnings.filterwarnings("ignore", message="The least populated class")
            folds = [
                (_positions(kept), _positions(left_out))
                for kept, left_out in splitter.split(X, labels, groups)
            ]
    except (TypeError, ValueError) as error:
        raise InputError(
            f"The rows cannot be split by cv={shown(cv)}: {str(error).rstrip('.')}. Give a "
            "number of folds from 2 up to the rows of the largest class, or a splitter of "
            "scikit-learn."
        ) from error
    answered = np.bincount(np.concatenate([rows for _, rows in folds]), minlength=len(labels))
    if len(answered) != len(labels) or (answered != 1).any():
        row = int(np.flatnonzero(answered != 1)[0])
        raise InputError(
            f"Row {row + 1:,} (row 1 is the first) is answered {answered[row]} times by the "
            "folds of cv; each row must be answered once, as by StratifiedKFold."
        )
    if groups is not None:
        _check_groups_together(folds, np.asarray(groups), cv)
    return folds


def _by_groups(n_folds: int, groups: Any) -> StratifiedGroupKFold:
    n_groups = len(np.unique(np.asarray(groups)))
    if not 2 <= n_folds <= n_groups:
        raise InputError(
            f"cv is {n_folds}, but there are {counted(n_groups, 'group')}; give a number of folds "
            "from 2 up to the number of groups."
        )
    return StratifiedGroupKFold(n_folds)


def _check_groups_together(folds: Folds, groups: NDArray[Any], cv: Any) -> None:
    for kept, left_out in folds:
        both = np.intersect1d(groups[kept], groups[left_out])
        if both.size:
            raise InputError(
                f"cv={shown(cv)} separates the rows of group {shown(both[0].item())}; give a "
                "number of folds, or a splitter that keeps groups together, such as GroupKFold(5)."
            )


def _positions(rows: Any) -> Indices:
    found = np.asarray(rows)
    return np.flatnonzero(found) if found.dtype == bool else found
