"""Members and their votes on the rows that judge them. Weights are learned from these votes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.dummy import DummyClassifier
from sklearn.frozen import FrozenEstimator
from sklearn.utils import _safe_indexing

from l2dwk_core.common.errors import InputError
from l2dwk_core.common.label_spelling import check_spelling
from l2dwk_core.datasets.encoding import encode_labels
from l2dwk_core.oracle.out_of_fold import N_FOLDS, check_folds, train_out_of_fold
from l2dwk_core.oracle.weighting_rows import WeightingRows, check_weighting, weighting_rows
from l2dwk_core.pools.member_predictions import MemberEncoding
from l2dwk_core.pools.model_fits import ModelFits, Progress
from l2dwk_core.pools.pool import Pool
from l2dwk_core.pools.prefit import pool_from_fitted
from l2dwk_core.pools.recipe import PoolRecipe
from l2dwk_core.pools.train_pool import train_pool

Codes = NDArray[np.int16]
Labels = NDArray[Any]


@dataclass(frozen=True, eq=False)
class WeightingVotes:
    """Members, the rows that judge them, and their votes on these rows.

    Attributes
    ----------
    source
        A key of ``WEIGHTING_SOURCES``, or "given" when the caller gave members and rows.
    pool
        The members that will vote.
    classes
        (C,) sorted labels of the pool and of the weighting rows.
    X, label_codes
        The weighting rows and their true classes, as positions in ``classes``.
    codes
        (N, L) votes of the members on these rows, as positions in ``classes``.
    probabilities
        (N, L, C) class probabilities of the members; None when not asked for.
    available
        (N, L) bool or None: see ``Oracle``.
    training
        The rows on which the members were trained; None for prefit members.
    notes
        One line for each thing that was done differently from what was asked.
    groups
        (N,) labels of weighting rows that belong together; None without groups.
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
    groups: NDArray[Any] | None = None


def rows_of(X: Any, rows: NDArray[np.intp]) -> Any:
    """Return some rows of a table, an array, a sparse matrix or a list."""
    return _safe_indexing(X, rows)


def codes_in(pool: Pool, X: Any, classes: Labels, members: Any = None) -> Codes:
    """Return the (rows, asked) votes as positions in *classes*. These contain all classes of the
    pool."""
    return codes_among(pool.predict_codes(X, members), pool.classes, classes)


def proba_in(pool: Pool, X: Any, classes: Labels, members: Any = None) -> NDArray[np.float32]:
    """Return the (rows, asked, C) class probabilities in the order of *classes*."""
    return proba_among(pool.predict_proba(X, members), pool.classes, classes)


def codes_among(codes: Codes, known: Labels, classes: Labels) -> Codes:
    """Return the codes as positions in *classes*. The given codes are positions in *known*, and
    *classes* contain all *known* classes."""
    if len(known) == len(classes):
        return codes
    return np.asarray(_positions(known, classes).astype(np.int16)[codes])


def proba_among(proba: NDArray[np.float32], known: Labels, classes: Labels) -> NDArray[np.float32]:
    """Return probabilities in the order of *classes*. The given ones are in the order of *known*;
    classes that are not *known* get 0."""
    if len(known) == len(classes):
        return proba
    wide = np.zeros((*proba.shape[:2], len(classes)), dtype=proba.dtype)
    wide[:, :, _positions(known, classes)] = proba
    return wide


def prefit_votes(
    prefit: Any, X: Any, y: Labels, n_jobs: int | None, *, probabilities: bool
) -> WeightingVotes:
    """Return the votes of fitted members on the given rows. These rows judge the members."""
    pool = as_pool(prefit, n_jobs)
    known = encode_labels(pool.classes)[0]
    labels = encode_labels(y)[0]
    if (known.dtype.kind in "US") != (labels.dtype.kind in "US"):
        kinds = ("text", "numbers") if labels.dtype.kind in "US" else ("numbers", "text")
        raise InputError(
            f"y holds {kinds[0]} ({labels[0]!r}), but the prefit members answer {kinds[1]} "
            f"({known[0]!r}); give labels of the members' kind."
        )
    check_spelling(known, labels)
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
    """Return *prefit* itself when it is a pool, otherwise a pool of these fitted classifiers."""
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
    n_folds: int = N_FOLDS,
) -> WeightingVotes:
    """Return members trained on all or some of the rows, with votes on the rows that *weighting*
    chooses to judge them.

    With a single class there is one constant member, and a note. Raise ``InputError`` when members
    of this kind cannot be judged on these rows.
    """
    check_weighting(weighting, recipe.kind)
    check_folds(n_folds)
    classes = encode_labels(y)[0]
    if len(classes) == 1:
        return constant_votes(X, y, n_jobs, probabilities=probabilities)
    rows = weighting_rows(y, weighting, fraction, recipe.seed)
    if rows.source == "out_of_fold":
        return out_of_fold_votes(X, y, recipe, n_folds, n_jobs, probabilities=probabilities)
    kept = rows.training
    pool = train_pool(rows_of(X, kept), y[kept], n_jobs=n_jobs, **recipe.as_dict())
    return collect_votes(pool, X, y, rows, probabilities=probabilities)


def constant_votes(X: Any, y: Labels, n_jobs: int | None, *, probabilities: bool) -> WeightingVotes:
    """Return the votes of one member that always predicts the only class, with a note."""
    classes = encode_labels(y)[0]
    note = f"Only one class, {str(classes[0])!r}: it is always predicted."
    everything = np.arange(len(y))
    rows = WeightingRows("training", everything, everything)
    pool = _constant_pool(classes, n_jobs, note)
    return collect_votes(pool, X, y, rows, probabilities=probabilities)


def collect_votes(
    pool: Pool, X: Any, y: Labels, rows: WeightingRows, *, probabilities: bool
) -> WeightingVotes:
    """Return the votes of members on the rows that judge them. The members were trained on
    ``rows.training``.

    The numbers in *rows* are positions in X and y.
    """
    classes, label_codes = encode_labels(y)
    notes = [*rows.notes, *pool.notes]
    table = rows_of(X, rows.weighting)
    return WeightingVotes(
        rows.source,
        pool,
        classes,
        table,
        label_codes[rows.weighting].astype(np.int16),
        codes_in(pool, table, classes),
        proba_in(pool, table, classes) if probabilities else None,
        out_of_bag_mask(pool, notes) if rows.source == "out_of_bag" else None,
        rows_of(X, rows.training),
        tuple(dict.fromkeys(notes)),
    )


def out_of_fold_votes(
    X: Any,
    y: Labels,
    recipe: PoolRecipe,
    n_folds: int,
    n_jobs: int | None,
    *,
    probabilities: bool,
    progress: Progress | None = None,
) -> WeightingVotes:
    """Return models trained on all rows, with their votes out of fold. See
    ``train_out_of_fold``."""
    pool, fits = train_out_of_fold(
        X,
        y,
        recipe,
        n_folds,
        probabilities=probabilities,
        n_jobs=n_jobs,
        progress=progress,
    )
    return votes_out_of_fold(pool, fits, X, y)


def votes_out_of_fold(pool: Pool, fits: ModelFits, X: Any, y: Labels) -> WeightingVotes:
    """Return members fitted on all rows, with their votes out of fold. The fits must have the
    classes of the pool."""
    classes, label_codes = encode_labels(y)
    return WeightingVotes(
        "out_of_fold",
        pool,
        classes,
        X,
        label_codes.astype(np.int16),
        fits.codes,
        fits.probabilities,
        None,
        X,
        pool.notes,
    )


def out_of_bag_mask(pool: Pool, notes: list[str]) -> NDArray[np.bool_] | None:
    """Return (N, L) bool: whether a member was trained without a row. When every member drew every
    row, return None and add a note.

    Raise ``InputError`` for kinds of members that leave no rows out.
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


def _constant_pool(classes: Labels, n_jobs: int | None, note: str) -> Pool:
    member = DummyClassifier(strategy="most_frequent").fit([[0.0]], classes)
    return Pool(
        kind="constant",
        members=(member,),
        member_encodings=(MemberEncoding("raw", np.zeros(1, dtype=np.intp)),),
        classes=classes,
        encoders={"raw": _unchanged},
        notes=(note,),
        n_jobs=n_jobs,
        names=("constant",),
    )


def _unchanged(X: Any) -> Any:
    return X


def _positions(some: Labels, classes: Labels) -> NDArray[np.intp]:
    return np.searchsorted(classes, encode_labels(some)[0])
