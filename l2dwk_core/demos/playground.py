"""Small ensembles on two-dimensional points, quick enough to follow a slider.

Half of the points train small trees, and the other half weigh them (L2DWK). A large fresh sample of
the same generator shows how good the votes are. All that a picture needs is computed from three
tables of votes: on the weighting points, on a grid of the plane, and on the fresh points.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from l2dwk_core.common.errors import InputError
from l2dwk_core.common.types import Bools, Floats, Indices
from l2dwk_core.datasets.teaching import TEACHING_SETS, teaching_set
from l2dwk_core.method.self_training import train_on
from l2dwk_core.method.settings import Settings
from l2dwk_core.method.trace import Trace
from l2dwk_core.oracle.oracle import Oracle
from l2dwk_core.oracle.vote_rules import class_votes, plurality
from l2dwk_core.oracle.weighted_vote import WeightedVote
from l2dwk_core.statistics.paired_votes import paired_claim
from l2dwk_core.statistics.significance import Claim

SIDE = 60
"""Cells along each side of the grid."""

MIN_POINTS = 40
MAX_DEPTH = 30
MAX_TREES = 1000
MAX_SEED = 2**31 - 1

# Keep the draws of one seed apart: the halves, the bootstraps, the fresh points.
_HALVES, _BOOTSTRAPS = 0x68616C66, 0x626F6F74
_FRESH = 2**31


@dataclass(frozen=True)
class SetupRecipe:
    """What has to be drawn and trained.

    Attributes
    ----------
    shape, n_points, noise, label_noise
        As in ``teaching_set``; at least 40 points. Flipped labels are those of training and
        weighting points; fresh points keep theirs.
    depth
        Of every tree at most, 1 (stumps) to 30.
    n_members
        Trees, 1 to 1000. The first trees of a larger number are those of a smaller one.
    n_fresh
        Points of the fresh sample.
    seed
        0 to 2**31 − 1: points, halves, bootstraps and fresh points follow from it.

    Raises
    ------
    InputError
        For a number outside its range; ``teaching_set`` checks the others.
    """

    shape: str = "circles"
    n_points: int = 300
    noise: float = 0.15
    label_noise: float = 0.1
    depth: int = 2
    n_members: int = 51
    n_fresh: int = 5000
    seed: int = 0

    def __post_init__(self) -> None:
        if self.n_points < MIN_POINTS:
            raise InputError(
                f"n_points is {self.n_points}; half of them train and half weigh, so give at least "
                f"{MIN_POINTS}."
            )
        limits = {"depth": MAX_DEPTH, "n_members": MAX_TREES, "seed": MAX_SEED}
        for name, high in limits.items():
            low, found = int(name != "seed"), getattr(self, name)
            if not low <= found <= high:
                raise InputError(
                    f"{name} is {found}; it must be a whole number from {low} to {high}."
                )


@dataclass(frozen=True, eq=False)
class Setup:
    """Points, trees, and how the trees vote.

    Attributes
    ----------
    recipe
        What it was made from.
    points, codes, flipped
        (n, 2) coordinates; (n,) class positions as the trees and weights get to see them; (n,) True
        where that is not the class the point was drawn from.
    classes
        Their names.
    training_rows, weighting_rows
        The two halves, ascending.
    members
        Fitted ``DecisionTreeClassifier``s.
    x, y
        (SIDE,) coordinates of the centres of the grid's cells; the plane shown is a square.
    grid_codes
        (SIDE², L) what each tree says in each cell, rows of constant y one after the other.
    oracle, fresh_oracle
        Trees judged on the weighting points and on the fresh points.
    """

    recipe: SetupRecipe
    points: Floats
    codes: Indices
    flipped: Bools
    classes: NDArray[Any]
    training_rows: Indices
    weighting_rows: Indices
    members: tuple[Any, ...]
    x: Floats
    y: Floats
    grid_codes: NDArray[np.int8]
    oracle: Oracle
    fresh_oracle: Oracle

    @property
    def n_members(self) -> int:
        """Return the number of trees."""
        return len(self.members)

    def prefix(self, n_members: int) -> Setup:
        """Return the same setup with the first trees only. Raise ``InputError`` for more trees
        than there are."""
        if n_members == self.n_members:
            return self
        oracle, fresh = self.oracle.prefix(n_members), self.fresh_oracle.prefix(n_members)
        return Setup(
            self.recipe, self.points, self.codes, self.flipped, self.classes, self.training_rows,
            self.weighting_rows, self.members[:n_members], self.x, self.y,
            np.ascontiguousarray(self.grid_codes[:, :n_members]), oracle, fresh,
        )  # fmt: skip


def prepare_setup(recipe: SetupRecipe) -> Setup:
    """Draw the points and train the trees, each on a bootstrap of the training half."""
    n = recipe.n_points
    points, codes, flipped = _shown(recipe)
    fresh, truth, classes = _fresh(recipe)
    # Not stratified by label: flipping labels must not exchange the halves.
    order = np.random.default_rng([recipe.seed, _HALVES]).permutation(n)
    training, weighting = np.sort(order[: n // 2]), np.sort(order[n // 2 :])
    members = _trees(points[training], codes[training], recipe)
    x, y = _cells(points)
    cells = np.column_stack([np.tile(x, SIDE), np.repeat(y, SIDE)])
    return Setup(
        recipe,
        points,
        codes,
        flipped,
        classes,
        training,
        weighting,
        members,
        x,
        y,
        tree_votes(members, cells),
        Oracle.from_codes(
            tree_votes(members, points[weighting]), codes[weighting].astype(np.int8), classes
        ),
        Oracle.from_codes(tree_votes(members, fresh), truth, classes),
    )


def fresh_oracle_without_hold_out(recipe: SetupRecipe) -> Oracle:
    """Return the oracle on the fresh points of as many trees that are trained on bootstraps of
    *all* points.

    Beside it stands what keeping half of the points for weighting costs.
    """
    points, codes, _ = _shown(recipe)
    fresh, truth, classes = _fresh(recipe)
    return Oracle.from_codes(tree_votes(_trees(points, codes, recipe), fresh), truth, classes)


def _shown(recipe: SetupRecipe) -> tuple[Floats, Indices, Bools]:
    """Return the points, their classes as trees and weights see them, and which of these classes
    were flipped."""
    what = (recipe.shape, recipe.n_points, recipe.noise)
    drawn = teaching_set(*what, recipe.label_noise, recipe.seed)
    truth = teaching_set(*what, 0.0, recipe.seed).y
    codes = np.searchsorted(_class_names(recipe), drawn.y)
    return drawn.X.to_numpy(np.float64), codes, drawn.y != truth


def _fresh(recipe: SetupRecipe) -> tuple[Floats, NDArray[np.int8], NDArray[Any]]:
    """Return fresh points with their true classes, and all classes."""
    drawn = teaching_set(recipe.shape, recipe.n_fresh, recipe.noise, 0.0, recipe.seed + _FRESH)
    classes = _class_names(recipe)
    return drawn.X.to_numpy(np.float64), np.searchsorted(classes, drawn.y).astype(np.int8), classes


def _class_names(recipe: SetupRecipe) -> NDArray[Any]:
    return np.array(["A", "B", "C"])[: TEACHING_SETS[recipe.shape].n_classes]


def _trees(points: Floats, codes: Indices, recipe: SetupRecipe) -> tuple[Any, ...]:
    import sklearn
    from sklearn.tree import DecisionTreeClassifier

    n = len(points)
    X, y = points.astype(np.float32), codes.astype(np.float64)
    draws = np.random.default_rng([recipe.seed, _BOOTSTRAPS])
    samples = draws.integers(0, n, (recipe.n_members, n))
    trees = []
    # Checking arguments would take longer than training so small a tree.
    with sklearn.config_context(skip_parameter_validation=True):
        for number, rows in enumerate(samples):
            tree = DecisionTreeClassifier(max_depth=recipe.depth, random_state=number)
            counts = np.bincount(rows, minlength=n).astype(np.float64)
            trees.append(tree.fit(X, y, sample_weight=counts, check_input=False))
    return tuple(trees)


def tree_votes(members: tuple[Any, ...], points: Floats) -> NDArray[np.int8]:
    """Return (n, L) class positions. The fitted trees are read directly, without checks per
    call."""
    X = points.astype(np.float32)
    votes = np.empty((len(members), len(X)), dtype=np.int8)
    for place, member in enumerate(members):
        says = member.classes_.astype(np.int8)[member.tree_.value[:, 0, :].argmax(axis=1)]
        votes[place] = says[member.tree_.apply(X)]
    return np.ascontiguousarray(votes.T)


def _cells(points: Floats) -> tuple[Floats, Floats]:
    """Return the centres of the cells of a square around all points."""
    low, high = points.min(axis=0), points.max(axis=0)
    half = 0.53 * float((high - low).max())
    centre = (low + high) / 2.0
    steps = (np.arange(SIDE) + 0.5) / SIDE * 2.0 - 1.0
    return centre[0] + half * steps, centre[1] + half * steps


@dataclass(frozen=True, eq=False)
class Regions:
    """Which class wins each cell of the plane, and how clearly.

    ``winner`` (SIDE, SIDE) class positions, first index y; ``share`` (SIDE, SIDE) of the weighted
    votes that the winner holds, in [1/C, 1].
    """

    winner: Indices
    share: Floats


@dataclass(frozen=True, eq=False)
class FreshScore:
    """The result of a vote on the fresh points: which are ``right`` (n_fresh,), their share, and
    the ``diversity`` ½(1 − mean m²) of its margins m = Ow."""

    right: Bools
    accuracy: float
    diversity: float


@dataclass(frozen=True, eq=False)
class Solved:
    """A setup with learned weights.

    Attributes
    ----------
    setup, trace
        Points and trees, and the rounds of self-training on the weighting points.
    """

    setup: Setup
    trace: Trace

    @cached_property
    def uniform_weights(self) -> Floats:
        """Return (L,) equal weights of 1/L."""
        return np.full(self.setup.n_members, 1.0 / self.setup.n_members)

    def regions(self, weights: Floats) -> Regions:
        """Return the plane's classes under a weighted vote. Ties go to the first class."""
        setup = self.setup
        votes = class_votes(setup.grid_codes, weights, len(setup.classes))
        winner, _ = plurality(votes)
        share = votes[np.arange(len(votes)), winner] / weights.sum()
        return Regions(winner.reshape(SIDE, SIDE), share.reshape(SIDE, SIDE))

    def fresh(self, weights: Floats) -> FreshScore:
        """Return how a weighted vote does on the fresh points."""
        verdict = self._fresh_vote.outcome(weights)
        return FreshScore(~verdict.wrong, verdict.accuracy, verdict.diversity)

    @cached_property
    def rounds_fresh(self) -> tuple[FreshScore, ...]:
        """Return how every round does on the fresh points."""
        return tuple(self.fresh(r.weights) for r in self.trace.rounds)

    @cached_property
    def uniform_fresh(self) -> FreshScore:
        """Return how the uniform vote does on the fresh points."""
        return self.fresh(self.uniform_weights)

    @property
    def returned_fresh(self) -> FreshScore:
        """Return how the returned weights do on the fresh points."""
        return self.fresh(self.trace.weights)

    @cached_property
    def uniform_wrong(self) -> Bools:
        """Return which weighting points the uniform vote gets wrong."""
        return WeightedVote(self.setup.oracle).outcome(self.uniform_weights).wrong

    @cached_property
    def members_fresh(self) -> Floats:
        """Return (L,) the share of fresh points that each tree classifies correctly."""
        return self.setup.fresh_oracle.member_accuracy

    @property
    def difference(self) -> Claim:
        """Return the accuracy of the weighted minus that of the uniform vote on the fresh
        points."""
        return paired_claim(self.better, self.worse, self.setup.fresh_oracle.n_rows)

    @property
    def better(self) -> int:
        """Return the fresh points on which the weighted vote is right and the uniform vote is
        wrong."""
        return int(np.count_nonzero(self.returned_fresh.right & ~self.uniform_fresh.right))

    @property
    def worse(self) -> int:
        """Return the fresh points on which the weighted vote is wrong and the uniform vote is
        right."""
        return int(np.count_nonzero(self.uniform_fresh.right & ~self.returned_fresh.right))

    @cached_property
    def _fresh_vote(self) -> WeightedVote:
        return WeightedVote(self.setup.fresh_oracle)


def solve(setup: Setup, settings: Settings) -> Solved:
    """Learn the weights of a setup's trees on its weighting points."""
    return Solved(setup, train_on(setup.oracle, settings))
