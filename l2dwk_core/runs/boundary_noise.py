"""Labels flipped where a careful person would err as well: near the boundary of two classes."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from l2dwk_core.common.types import Floats
from l2dwk_core.pools.pool import train_pool
from l2dwk_core.runs.label_noise import check_label_noise, flip_count, noise_draws

N_TREES = 101
"""Trees that judge which rows are near a boundary: each row is out of bag for about 37 of them."""


def out_of_bag_vote_shares(
    X: Any, y: NDArray[np.str_], seed: int = 0, *, n_jobs: int | None = -1
) -> Floats:
    """Share of the out-of-bag votes of a random forest that each row gives to each class.

    Parameters
    ----------
    X, y
        (n, …) table and (n,) labels, the clean ones.
    seed
        Of the forest of ``N_TREES`` trees.

    Returns
    -------
    (n, C) over the sorted classes of ``y``; a row adds up to 1, or is 0 throughout in the case
    (about one in 10^20) that every tree drew the row.
    """
    pool = train_pool(X, y, kind="random_forest", n_members=N_TREES, seed=seed, n_jobs=n_jobs)
    codes = pool.predict_codes(X)
    out_of_bag = pool.out_of_bag
    assert out_of_bag is not None  # a random forest leaves rows out
    counts = [((codes == c) & out_of_bag).sum(axis=1) for c in range(len(pool.classes))]
    return np.asarray(np.column_stack(counts) / np.maximum(out_of_bag.sum(axis=1), 1)[:, None])


def vote_lead(votes: Floats) -> Floats:
    """(n,) largest minus second largest vote share of each row, in [0, 1].

    0 on the boundary of two classes, 1 where all agree, whatever the row's own label: a row that
    all take for another class is no boundary row. ``votes``: (n, C), C ≥ 2.
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
    """Flip a share of some rows: the least sure ones, to the class they are mistaken for.

    A random forest is trained on these rows with their clean labels, and each row is judged by the
    trees that did not draw it (``out_of_bag_vote_shares``). The ``round(share · len(rows))`` rows
    with the smallest ``vote_lead`` are flipped, ties in random order. A row's new label is the
    class, other than its own, with most votes (ties: the lowest); with no vote for another class,
    any other class of these rows at random.

    Parameters
    ----------
    X, labels
        (n, …) table and its (n,) labels; not changed.
    rows
        Rows that may be flipped, and the only ones the forest sees.
    share
        In [0, 1). With one seed, a larger share flips the rows of a smaller one and more, to the
        same classes.
    seed
        Of the forest, the ties and the draws.

    Returns
    -------
    The labels with the flips, and the flipped rows, ascending.

    Raises
    ------
    InputError
        For a share or seed out of range, or when these rows have one class only.
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
