"""A pool of classifiers that were fitted elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd
import scipy.sparse
from sklearn.base import is_classifier
from sklearn.ensemble import (
    AdaBoostClassifier,
    BaggingClassifier,
    ExtraTreesClassifier,
    RandomForestClassifier,
    VotingClassifier,
)
from sklearn.tree import DecisionTreeClassifier

from l2dwk_core.common.errors import InputError
from l2dwk_core.common.text import agreeing, counted
from l2dwk_core.datasets.encoding import encode_labels
from l2dwk_core.pools.member_names import check_names
from l2dwk_core.pools.member_predictions import MemberEncoding
from l2dwk_core.pools.pool import Pool

_ENSEMBLES = (
    RandomForestClassifier,
    ExtraTreesClassifier,
    BaggingClassifier,
    AdaBoostClassifier,
    VotingClassifier,
)


@dataclass(frozen=True, eq=False)
class _FittedMember:
    """A member, its labels in the order of its ``classes_``, and the name of its encoding."""

    member: Any
    labels: npt.NDArray[Any]
    view: str = "raw"
    columns: npt.NDArray[np.intp] | None = None


def pool_from_fitted(
    fitted: Any,
    classes: Any = None,
    *,
    names: Sequence[str] = (),
    n_jobs: int | None = -1,
) -> Pool:
    """Return a pool of fitted classifiers, so that they can be weighted like trained members.

    Labels may be anything scikit-learn accepts (−1/+1, {1, 2}, text, …). A member may know fewer
    classes than the ensemble.

    Parameters
    ----------
    fitted
        A fitted random forest, extra-trees, bagging, AdaBoost or voting classifier, or a list of
        fitted classifiers (pipelines too). The members of a list or of a voting classifier get X
        unchanged, whatever it is. The members of the others get an array or a sparse matrix.
    classes
        ``(n_classes,)`` labels of the task. Default: the labels of the ensemble, or all labels that
        the members of the list know. The pool sorts them.
    names
        Names of the classifiers, each another. Default: "member 0" and so on.
    n_jobs
        Number of threads for predictions; −1 for all cores.

    Returns
    -------
    A pool with ``kind="prefit"``, without a recipe and without out-of-bag rows.

    Raises
    ------
    InputError
        When an object is not a classifier, is not fitted, predicts several outputs, or knows a
        class that is not among the classes of the pool; when there is not one name for each, or two
        are the same.
    """
    encoders: dict[str, Any] = {"raw": _unchanged}
    if isinstance(fitted, list | tuple):
        if not fitted:
            raise InputError("The list of classifiers is empty; give at least one.")
        _check_number(names, len(fitted))
        who = [repr(name) for name in names] or [f"Member {j}" for j in range(len(fitted))]
        entries = [
            _FittedMember(member, _known_classes(member, called))
            for member, called in zip(fitted, who, strict=True)
        ]
        own = _union([entry.labels for entry in entries])
    else:
        own = _known_classes(fitted, "The ensemble")
        if not isinstance(fitted, _ENSEMBLES):
            raise InputError(
                f"{type(fitted).__name__} is no ensemble whose members can be taken apart; give a "
                "list of fitted classifiers, or a "
                f"{', '.join(kind.__name__ for kind in _ENSEMBLES)}."
            )
        entries = _taken_apart(fitted, own)
        if not isinstance(fitted, VotingClassifier):
            columns = getattr(fitted, "feature_names_in_", None)
            for view, dtype in (("array", None), ("array32", np.float32)):
                encoders[view] = _ArrayView(columns, int(fitted.n_features_in_), dtype)

    _check_number(names, len(entries))
    check_names([str(name) for name in names])
    pool_classes = own if classes is None else encode_labels(classes)[0]
    if pool_classes.size < 2:
        raise InputError(
            f"The only class is {str(pool_classes[0])!r}; at least two are needed to classify."
        )
    codes = {label: code for code, label in enumerate(pool_classes.tolist())}
    own_weights = None
    if isinstance(fitted, AdaBoostClassifier):
        own_weights = np.array(fitted.estimator_weights_[: len(entries)], dtype=np.float64)
    return Pool(
        kind="prefit",
        members=tuple(entry.member for entry in entries),
        member_encodings=tuple(
            MemberEncoding(
                entry.view,
                _codes_of_labels(entry.labels, codes, j),
                entry.columns,
                bare_tree=entry.view == "array32",
            )
            for j, entry in enumerate(entries)
        ),
        classes=pool_classes,
        encoders=encoders,
        own_weights=own_weights,
        n_jobs=n_jobs,
        names=tuple(names),
    )


def _check_number(names: Sequence[str], n_members: int) -> None:
    if len(names) not in (0, n_members):
        raise InputError(
            f"{agreeing(len(names), 'There is', 'There are')} {counted(len(names), 'name')} for "
            f"{counted(n_members, 'classifier')}; give one for each, or none."
        )


def _taken_apart(ensemble: Any, labels: npt.NDArray[Any]) -> list[_FittedMember]:
    """Return the members of an ensemble of one of the types in :data:`_ENSEMBLES`.

    The types differ in the labels and in the table they give to a member.
    """
    entries = []
    for j, member in enumerate(ensemble.estimators_):
        if isinstance(ensemble, AdaBoostClassifier):
            known = np.asarray(member.classes_)  # fitted on the labels themselves
        else:
            known = labels[np.asarray(member.classes_).astype(np.intp)]  # fitted on codes
        if isinstance(ensemble, VotingClassifier):
            entries.append(_FittedMember(member, known))
            continue
        view = "array32" if isinstance(member, DecisionTreeClassifier) else "array"
        columns = None
        if isinstance(ensemble, BaggingClassifier):
            drawn = np.asarray(ensemble.estimators_features_[j], dtype=np.intp)
            if not np.array_equal(drawn, np.arange(ensemble.n_features_in_)):
                columns = drawn
        entries.append(_FittedMember(member, known, view, columns))
    return entries


@dataclass(frozen=True, eq=False)
class _ArrayView:
    """The conversion of a table to the array, or sparse matrix by rows, that an ensemble gives to
    its members."""

    names: Any
    n_columns: int
    dtype: Any

    def __call__(self, X: Any) -> Any:
        if self.names is not None and isinstance(X, pd.DataFrame):
            absent = [name for name in self.names if name not in X.columns]
            if absent:
                raise InputError(
                    f"Column {absent[0]!r} is missing ({len(absent)} of {self.n_columns} training "
                    "columns are); give the columns the ensemble was fitted on."
                )
            X = X[list(self.names)]
        sparse = scipy.sparse.issparse(X)
        table = X.tocsr() if sparse else np.asarray(X)
        if table.ndim != 2 or table.shape[1] != self.n_columns:
            raise InputError(
                f"X has shape {table.shape}; the ensemble was fitted on "
                f"{counted(self.n_columns, 'column')}; give the same ones."
            )
        if self.dtype is None:
            return table
        try:
            with np.errstate(over="ignore"):  # infinite values are refused below
                if sparse:
                    table = table.astype(self.dtype)
                else:
                    table = np.ascontiguousarray(table, dtype=self.dtype)
        except (TypeError, ValueError) as error:
            raise InputError(
                f"X cannot be read as numbers ({error}); encode it as it was for fitting."
            ) from error
        if np.isinf(table.data if sparse else table).any():
            raise InputError(
                "X holds values that are infinite or beyond the range of float32; mark them as "
                "missing or rescale them."
            )
        return table


def _unchanged(X: Any) -> Any:
    return X


def _known_classes(estimator: Any, who: str) -> npt.NDArray[Any]:
    name = estimator.__name__ if isinstance(estimator, type) else type(estimator).__name__
    if isinstance(estimator, type):
        raise InputError(f"{who} is the class {name} itself; give a fitted object of it.")
    known = getattr(estimator, "classes_", None)
    if not hasattr(estimator, "predict") or (known is None and not _is_classifier(estimator)):
        raise InputError(f"{who} ({name}) is not a classifier; give fitted classifiers.")
    if known is None:
        raise InputError(f"{who} ({name}) is not fitted; call its fit first.")
    if isinstance(known, list) or np.ndim(known) != 1:
        raise InputError(
            f"{who} ({name}) predicts several outputs at once; give one classifier per output."
        )
    return np.asarray(known)


def _is_classifier(estimator: Any) -> bool:
    try:
        return bool(is_classifier(estimator))
    except (AttributeError, TypeError):  # not a scikit-learn object at all
        return False


def _union(label_lists: Sequence[npt.NDArray[Any]]) -> npt.NDArray[Any]:
    merged = np.array([label for labels in label_lists for label in labels.tolist()], dtype=object)
    return encode_labels(merged)[0]


def _codes_of_labels(
    labels: npt.NDArray[Any], codes: dict[Any, int], j: int
) -> npt.NDArray[np.intp]:
    unknown = [label for label in labels.tolist() if label not in codes]
    if unknown:
        raise InputError(
            f"Member {j} knows the class {unknown[0]!r}, which is not among the pool's classes "
            f"{list(codes)}; give classes= with all of them."
        )
    return np.array([codes[label] for label in labels.tolist()], dtype=np.intp)
