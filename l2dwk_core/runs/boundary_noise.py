"""Label noise near the boundary of two classes, where a careful person would also make mistakes."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from l2dwk_core.common.types import Floats
from l2dwk_core.pools.train_pool import train_pool
from l2dwk_core.runs.label_noise import check_label_noise, flip_count, noise_draws

N_TREES = 101
"""The number of trees that find the rows near a boundary. A row is out of bag for about 37 of
them."""


def out_of_bag_vote_shares(
    X: Any, y: NDArray[np.str_], seed: int = 0, *, n_jobs: int | None = -1
) -> Floats:
    """Return, for each row, the share of the out-of-bag votes of a random forest for each class.

    Parameters
    ----------
    X, y
        (n, …) table and (n,) labels before any is flipped.
    seed
        The seed of the forest of ``N_TREES`` trees.

    Returns
    -------
    (n, C) shares in the order of the sorted classes of ``y``. A row sums to 1. It is all 0 when
    every tree drew the row, which happens about once in 10^20 rows.
    """
    pool = train_pool(X, y, kind="random_forest", n_members=N_TREES, seed=seed, n_jobs=n_jobs)
    codes = pool.predict_codes(X)
    out_of_bag = pool.out_of_bag
    assert out_of_bag is not None  # a random forest leaves rows out
    counts = [((codes == c) & out_of_bag).sum(axis=1) for c in range(len(pool.classes))]
    return np.asarray(np.column_stack(counts) / np.maximum(out_of_bag.sum(axis=1), 1)[:, None])


def vote_lead(votes: Floats) -> Floats:
    """Return the largest minus the second largest vote share of each row, (n,) in [0, 1].

    It is 0 on the boundary of two classes and 1 where all trees agree. The row's own label plays no
    part: a row that all trees give to another class is not near a boundary. ``votes``: (n, C),
    C ≥ 2.
    """
    ordered = np.sort(votes, axis=1)
    return np.asarray(ordered[:, -1] - ordered[:, -2])


def flip_boundary_labels(
    X: Any,
    labels: NDArray[np.str_],
    rows: NDArray[np.intp],
    share: float,
    seed: int = 0,
    *,
    n_jobs: int | None = -1,
) -> tuple[NDArray[np.str_], NDArray[np.intp]]:
    """Flip the labels of the least certain rows, each to the class it is most often mistaken for.

    A random forest is trained on these rows with their clean labels, and each row is judged by the
    trees that did not draw it (``out_of_bag_vote_shares``). The ``round(share · len(rows))`` rows
    with the smallest ``vote_lead`` are flipped; equal ones are taken in random order. The new label
    of a row is the class with most votes other than its own (ties: the lowest). When no tree votes
    for another class, the new label is drawn at random from the other classes of these rows.

    Parameters
    ----------
    X, labels
        (n, …) table and its (n,) labels. They are not changed.
    rows
        The rows whose labels may be flipped. The forest is trained on these rows alone.
    share
        The share of the rows to flip, in [0, 1). With the same seed, a larger share flips all rows
        that a smaller share flips, to the same classes, and some more.
    seed
        The seed of the forest, of the order of ties and of the random classes.

    Returns
    -------
    The labels after flipping, and the flipped rows in ascending order.

    Raises
    ------
    InputError
        When the share or the seed is out of range, or when these rows have one class only.
    """
    check_label_noise(share)
    own = labels[rows]
    count = flip_count(own, len(rows), share, seed)
    if count == 0:
        return labels, np.empty(0, dtype=np.intp)
    classes, codes = np.unique(own, return_inverse=True)
    votes = out_of_bag_vote_shares(X.iloc[rows], own, seed, n_jobs=n_jobs)
    rng = noise_draws(seed)
    order = np.lexsort((rng.permutation(len(rows)), np.round(vote_lead(votes), 12)))
    steps = rng.integers(1, len(classes), len(rows))
    votes[np.arange(len(rows)), codes] = -1.0
    mistaken = np.where(votes.max(axis=1) > 0, votes.argmax(axis=1), (codes + steps) % len(classes))
    drawn = order[:count]
    flipped = labels.copy()
    flipped[rows[drawn]] = classes[mistaken[drawn]]
    return flipped, np.sort(rows[drawn])
