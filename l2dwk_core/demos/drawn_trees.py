"""A few trees on points that somebody has drawn in the unit square, and how they vote.

Every tree learns from its own random draw of the points. A draw decides for each point separately
how often it is taken (Oza & Russell 2001, "Online bagging and boosting"), so that a point that is
moved or added leaves the draws of all others as they are.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from l2dwk_core.common.errors import InputError
from l2dwk_core.common.types import Floats, Indices
from l2dwk_core.demos.playground import SIDE, Regions, tree_votes
from l2dwk_core.oracle.oracle import Oracle
from l2dwk_core.oracle.vote_rules import class_votes, plurality
from l2dwk_core.oracle.weighted_vote import VoteOutcome, uniform_vote

CLASSES = np.array(["A", "B"])
DEPTH = 2
"""Of every tree at most: two questions after another."""
MIN_POINTS, MAX_POINTS = 4, 60
MAX_TREES = 51
_DRAWS = 0x64726177


@dataclass(frozen=True, eq=False)
class DrawnTrees:
    """Drawn points, trees, and how the trees vote with equal weights.

    Attributes
    ----------
    points, codes
        (n, 2) coordinates in [0, 1]; (n,) class positions in ``CLASSES``.
    members
        (L,) fitted ``DecisionTreeClassifier``s.
    counts
        (L, n) how often each tree has taken each point.
    oracle
        Trees judged on all points. They have learned from these, so this is no test of them.
    cells
        (SIDE,) centres of the cells along each side of the square.
    grid_codes
        (SIDE², L) what each tree says in each cell, rows of constant y one after the other.
    """

    points: Floats
    codes: Indices
    members: tuple[Any, ...]
    counts: NDArray[np.int_]
    oracle: Oracle
    cells: Floats
    grid_codes: NDArray[np.int8]

    @cached_property
    def vote(self) -> VoteOutcome:
        """Return the outcome of the uniform vote on the points."""
        return uniform_vote(self.oracle)

    @property
    def member_accuracy(self) -> float:
        """Return the mean share of the points on which a tree is right, in [0, 1]."""
        return float(self.oracle.member_accuracy.mean())

    @property
    def disagreement(self) -> float:
        """Return the mean, over pairs of trees, of the share of points on which exactly one of the
        two is right, in [0, 1]; 0 for one tree."""
        n = len(self.members)
        # wᵀDw with equal weights is (L − 1)/L times that mean.
        return self.vote.diversity * n / (n - 1) if n > 1 else 0.0

    @cached_property
    def regions(self) -> Regions:
        """Return the class that wins each cell of the square under the uniform vote."""
        equal = np.full(len(self.members), 1.0 / len(self.members))
        votes = class_votes(self.grid_codes, equal, len(CLASSES))
        winner, _ = plurality(votes)
        share = votes[np.arange(len(votes)), winner]
        return Regions(winner.reshape(SIDE, SIDE), share.reshape(SIDE, SIDE))


def grow_trees(points: Floats, codes: Indices, n_members: int) -> DrawnTrees:
    """Return trees of at most ``DEPTH`` questions, each fitted to its own draw of the points.

    How often tree j takes point i is Poisson(1), from a fixed seed; a tree that takes none gets
    every point once. The first trees of a larger number are those of a smaller one. ``points``
    (n, 2) in [0, 1], 4 to 60 of them; ``codes`` (n,) 0 or 1; 1 to 51 trees. Raise ``InputError``
    for other numbers or places.
    """
    n = len(points)
    if not MIN_POINTS <= n <= MAX_POINTS:
        raise InputError(
            f"There are {n} points; draw at least {MIN_POINTS} and at most {MAX_POINTS}."
        )
    if not 1 <= n_members <= MAX_TREES:
        raise InputError(f"n_members is {n_members}; it must be from 1 to {MAX_TREES}.")
    if not (np.isin(codes, [0, 1]).all() and ((points >= 0) & (points <= 1)).all()):
        raise InputError("Every point must lie in the unit square and have class 0 or 1.")
    counts = np.stack(
        [np.random.default_rng([_DRAWS, j]).poisson(1.0, MAX_POINTS)[:n] for j in range(n_members)]
    )
    counts[~counts.any(axis=1)] = 1
    members = _fitted(points, codes, counts)
    cells = (np.arange(SIDE) + 0.5) / SIDE
    grid = np.column_stack([np.tile(cells, SIDE), np.repeat(cells, SIDE)])
    oracle = Oracle.from_codes(tree_votes(members, points), codes.astype(np.int8), CLASSES)
    return DrawnTrees(points, codes, members, counts, oracle, cells, tree_votes(members, grid))


def _fitted(points: Floats, codes: Indices, counts: NDArray[np.int_]) -> tuple[Any, ...]:
    import sklearn
    from sklearn.tree import DecisionTreeClassifier

    X, y = points.astype(np.float32), codes.astype(np.float64)
    trees = []
    # Checking arguments would take longer than training so small a tree.
    with sklearn.config_context(skip_parameter_validation=True):
        for number, taken in enumerate(counts):
            tree = DecisionTreeClassifier(max_depth=DEPTH, random_state=number)
            trees.append(tree.fit(X, y, sample_weight=taken.astype(np.float64), check_input=False))
    return tuple(trees)
