"""Members and their votes on the rows that judge them: what weights are learned from."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from sklearn.dummy import DummyClassifier
from sklearn.frozen import FrozenEstimator
from sklearn.model_selection import StratifiedKFold

from l2dwk_core.common.errors import InputError
from l2dwk_core.datasets.encoding import encode_labels
from l2dwk_core.oracle.weighting_rows import WeightingRows, weighting_rows
from l2dwk_core.pools.member_predictions import MemberEncoding
from l2dwk_core.pools.pool import Pool, train_pool
from l2dwk_core.pools.prefit import pool_from_fitted
from l2dwk_core.pools.recipe import PoolRecipe

Codes = NDArray[np.int16]
Labels = NDArray[Any]
Train = Callable[[NDArray[np.intp]], Pool]
"""From rows to members trained on them, always by the same recipe."""

N_FOLDS = 5


@dataclass(frozen=True, eq=False)
class WeightingVotes:
    """Members and the rows that judge them.

    Attributes
    ----------
    source
        A key of ``WEIGHTING_SOURCES``, or "given" for members and rows that were handed in.
    pool
        The members that will vote.
    classes
        (C,) sorted labels: those of the pool and of the weighting rows.
    X, label_codes
        The weighting rows and their true classes, as positions in ``classes``.
    codes
        (N, L) the members' votes on them, as positions in ``classes``.
    probabilities
        (N, L, C) or None when not asked for.
    available
        (N, L) bool or None: see ``Oracle``.
    training
        The rows members were trained on; None for prefit members.
    notes
        What went differently from what was asked, one line each.
    """

    source: str
    pool: Pool
    classes: Labels
    X: Any
    label_codes: Codes
    codes: Codes
    probabilities: NDArray[np.float32] | None
    available: NDArray[np.bool_] | None
    training: Any
    notes: tuple[str, ...]


def rows_of(X: Any, rows: NDArray[np.intp]) -> Any:
    """Return some rows of a DataFrame or an array."""
    return X.iloc[rows] if isinstance(X, pd.DataFrame) else X[rows]


def codes_in(pool: Pool, X: Any, classes: Labels, members: Any = None) -> Codes:
    """Return the (rows, asked) votes as positions in *classes*, which contain the pool's
    classes."""
    codes = pool.predict_codes(X, members)
    if len(pool.classes) == len(classes):
        return codes
    return np.asarray(_positions(pool.classes, classes).astype(np.int16)[codes])


def proba_in(pool: Pool, X: Any, classes: Labels, members: Any = None) -> NDArray[np.float32]:
    """Return the (rows, asked, C) class probabilities in the order of *classes*."""
    seen = pool.predict_proba(X, members)
    if len(pool.classes) == len(classes):
        return seen
    wide = np.zeros((*seen.shape[:2], len(classes)), dtype=seen.dtype)
    wide[:, :, _positions(pool.classes, classes)] = seen
    return wide


def prefit_votes(
    prefit: Any, X: Any, y: Labels, n_jobs: int | None, *, probabilities: bool
) -> WeightingVotes:
    """Return the votes of fitted members on the given rows, which judge them."""
    pool = as_pool(prefit, n_jobs)
    known = encode_labels(pool.classes)[0]
    labels = encode_labels(y)[0]
    if (known.dtype.kind in "US") != (labels.dtype.kind in "US"):
        kinds = ("text", "numbers") if labels.dtype.kind in "US" else ("numbers", "text")
        raise InputError(
            f"y holds {kinds[0]} ({labels[0]!r}), but the prefit members answer {kinds[1]} "
            f"({known[0]!r}); give labels of the members' kind."
        )
    classes = np.union1d(known, labels)
    notes = list(pool.notes)
    for label in np.setdiff1d(labels, known):
        notes.append(f"Class {str(label)!r} is known to no member, so it is never predicted.")
    return WeightingVotes(
        "given",
        pool,
        classes,
        X,
        np.searchsorted(classes, y).astype(np.int16),
        codes_in(pool, X, classes),
        proba_in(pool, X, classes) if probabilities else None,
        None,
        None,
        tuple(notes),
    )


def as_pool(prefit: Any, n_jobs: int | None) -> Pool:
    """Return a pool as it is, or a pool around fitted classifiers."""
    if isinstance(prefit, FrozenEstimator):
        prefit = prefit.estimator
    return prefit if isinstance(prefit, Pool) else pool_from_fitted(prefit, n_jobs=n_jobs)


def train_and_vote(
    X: Any,
    y: Labels,
    recipe: PoolRecipe,
    weighting: str,
    fraction: float,
    n_jobs: int | None,
    *,
    probabilities: bool,
) -> WeightingVotes:
    """Train members on all or some of the rows and judge them as *weighting* says.

    A single class gives one constant member, with a note.
    """
    classes = encode_labels(y)[0]
    rows = weighting_rows(y, weighting if len(classes) > 1 else "training", fraction, recipe.seed)

    def train(some: NDArray[np.intp]) -> Pool:
        return train_pool(rows_of(X, some), y[some], n_jobs=n_jobs, **recipe.as_dict())

    if len(classes) > 1:
        return collect_votes(train(rows.training), X, y, rows, train, probabilities=probabilities)
    note = f"Only one class, {str(classes[0])!r}: it is always predicted."
    pool = _constant_pool(classes, n_jobs, note)
    return collect_votes(pool, X, y, rows, train, probabilities=probabilities)


def collect_votes(
    pool: Pool, X: Any, y: Labels, rows: WeightingRows, train: Train, *, probabilities: bool
) -> WeightingVotes:
    """Return the votes of members, trained on ``rows.training``, on the rows that judge them.

    X, y are the rows that *rows* counts; *train* trains more such members where "out_of_fold" needs
    them.
    """
    classes, label_codes = encode_labels(y)
    notes = [*rows.notes, *pool.notes]
    table = rows_of(X, rows.weighting)
    proba = None
    if rows.source == "out_of_fold":
        codes, proba = _out_of_fold(X, classes, label_codes, pool, train)
    else:
        codes = codes_in(pool, table, classes)
        if probabilities:
            proba = proba_in(pool, table, classes)
    return WeightingVotes(
        rows.source,
        pool,
        classes,
        table,
        label_codes[rows.weighting].astype(np.int16),
        codes,
        proba if probabilities else None,
        out_of_bag_mask(pool, notes) if rows.source == "out_of_bag" else None,
        rows_of(X, rows.training),
        tuple(dict.fromkeys(notes)),
    )


def out_of_bag_mask(pool: Pool, notes: list[str]) -> NDArray[np.bool_] | None:
    """Return (N, L) bool: whether a member did not draw a training row. Where every member drew
    every row, return None and add a note.

    Raise ``InputError`` for members that leave no rows out.
    """
    if pool.out_of_bag is None:
        raise InputError(
            f"Pool {pool.kind!r} leaves no rows out of bag; choose weighting='hold_out', or one "
            "of the pools that draw a bootstrap sample for each member."
        )
    if pool.out_of_bag.any():
        return pool.out_of_bag
    notes.append(
        "Every member drew every row, so none is out of bag: the members were judged by their own "
        "training rows."
    )
    return None


def _out_of_fold(
    X: Any, classes: Labels, label_codes: NDArray[np.intp], pool: Pool, train: Train
) -> tuple[Codes, NDArray[np.float32]]:
    """Votes and probabilities on every row by members with the same seeds, trained without it."""
    n = len(label_codes)
    n_folds = int(min(N_FOLDS, np.bincount(label_codes).max()))
    seed = 0 if pool.recipe is None else pool.recipe.seed
    folds = StratifiedKFold(n_folds, shuffle=True, random_state=seed)
    codes = np.zeros((n, pool.n_members), dtype=np.int16)
    proba = np.zeros((n, pool.n_members, len(classes)), dtype=np.float32)
    with warnings.catch_warnings():
        # Classes rarer than the number of folds are spread as far as they go.
        warnings.filterwarnings("ignore", message="The least populated class")
        parts = list(folds.split(np.zeros((n, 1)), label_codes))
    for kept, left_out in parts:
        if np.ptp(label_codes[kept]) == 0:
            codes[left_out] = label_codes[kept[0]]
            proba[left_out, :, label_codes[kept[0]]] = 1.0
            continue
        fold_pool = train(kept)
        if fold_pool.n_members != pool.n_members:
            raise InputError(
                f"AdaBoost stopped at {fold_pool.n_members} members on one fold and at "
                f"{pool.n_members} on all rows, so no member has its counterpart there; choose "
                "weighting='hold_out'."
            )
        rows = rows_of(X, left_out)
        codes[left_out] = codes_in(fold_pool, rows, classes)
        proba[left_out] = proba_in(fold_pool, rows, classes)
    return codes, proba


def _constant_pool(classes: Labels, n_jobs: int | None, note: str) -> Pool:
    member = DummyClassifier(strategy="most_frequent").fit([[0.0]], [0])
    return Pool(
        kind="constant",
        members=(member,),
        member_encodings=(MemberEncoding("raw", np.zeros(1, dtype=np.intp)),),
        classes=classes,
        encoders={"raw": _unchanged},
        notes=(note,),
        n_jobs=n_jobs,
    )


def _unchanged(X: Any) -> Any:
    return X


def _positions(some: Labels, classes: Labels) -> NDArray[np.intp]:
    return np.searchsorted(classes, encode_labels(some)[0])
