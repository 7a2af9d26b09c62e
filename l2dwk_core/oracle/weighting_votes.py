"""Members and their votes on the rows that judge them: what weights are learned from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.dummy import DummyClassifier
from sklearn.frozen import FrozenEstimator
from sklearn.utils import _safe_indexing

from l2dwk_core.common.errors import InputError
from l2dwk_core.datasets.encoding import encode_labels
from l2dwk_core.oracle.out_of_fold import N_FOLDS, check_folds, train_out_of_fold
from l2dwk_core.oracle.weighting_rows import WeightingRows, check_weighting, weighting_rows
from l2dwk_core.pools.member_predictions import MemberEncoding
from l2dwk_core.pools.model_fits import ModelFits, Progress
from l2dwk_core.pools.pool import Pool, train_pool
from l2dwk_core.pools.prefit import pool_from_fitted
from l2dwk_core.pools.recipe import PoolRecipe

Codes = NDArray[np.int16]
Labels = NDArray[Any]


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
    """Return some rows of a table, an array, a sparse matrix or a list."""
    return _safe_indexing(X, rows)


def codes_in(pool: Pool, X: Any, classes: Labels, members: Any = None) -> Codes:
    """Return the (rows, asked) votes as positions in *classes*, which contain the pool's."""
    return codes_among(pool.predict_codes(X, members), pool.classes, classes)


def proba_in(pool: Pool, X: Any, classes: Labels, members: Any = None) -> NDArray[np.float32]:
    """Return the (rows, asked, C) class probabilities in the order of *classes*."""
    return proba_among(pool.predict_proba(X, members), pool.classes, classes)


def codes_among(codes: Codes, known: Labels, classes: Labels) -> Codes:
    """Return positions in *known* classes as positions in *classes*, which contain these."""
    if len(known) == len(classes):
        return codes
    return np.asarray(_positions(known, classes).astype(np.int16)[codes])


def proba_among(proba: NDArray[np.float32], known: Labels, classes: Labels) -> NDArray[np.float32]:
    """Return probabilities of *known* classes as those of *classes*; others have 0."""
    if len(known) == len(classes):
        return proba
    wide = np.zeros((*proba.shape[:2], len(classes)), dtype=proba.dtype)
    wide[:, :, _positions(known, classes)] = proba
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
    n_folds: int = N_FOLDS,
) -> WeightingVotes:
    """Train members on all or some of the rows and judge them as *weighting* says.

    A single class gives one constant member, with a note. Raise ``InputError`` where such members
    cannot be judged so.
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
    """Return the votes of members, trained on ``rows.training``, on the rows that judge them.

    X, y are the rows that *rows* counts.
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
    """Return models trained on all rows with their votes out of fold: ``train_out_of_fold``."""
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
    """Return members fitted on all rows with their votes out of fold. The fits have the pool's
    classes."""
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
