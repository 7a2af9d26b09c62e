"""Does diversity predict accuracy? Random sub-ensembles of one pool, each measured and scored.

Nothing is trained. Every sub-ensemble takes its votes from the same oracle, so hundreds of them
cost only a few matrix products.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from l2dwk_core.common.checks import check_seed
from l2dwk_core.common.errors import InputError
from l2dwk_core.common.text import counted
from l2dwk_core.common.types import Floats, Indices
from l2dwk_core.diversity import MEASURES
from l2dwk_core.diversity.checks import shares
from l2dwk_core.diversity.labels import LabelSample
from l2dwk_core.diversity.measure import PairwiseMeasure, Sample
from l2dwk_core.diversity.samples import OracleSample
from l2dwk_core.oracle.oracle import Oracle
from l2dwk_core.statistics.rank_correlation import (
    RankCorrelation,
    alike,
    rank_correlation,
    subset_correlations,
)

MAX_SUBSETS = 5000
ALIKE = 0.95
"""Rank correlation from which two measures are called almost alike."""
# Vote cells counted at a time: bounds the scratch arrays to some 20 MB whatever N is.
_CELLS_AT_A_TIME = 5_000_000


@dataclass(frozen=True, eq=False)
class SubensembleStudy:
    """Sub-ensembles of one size. Every array has one entry for each of the S sub-ensembles.

    Attributes
    ----------
    members
        ``(S, size)`` ascending member numbers; no two rows are alike.
    n_members
        L, the members they are drawn from.
    accuracy
        Share of the scored rows on which the plurality of the sub-ensemble is right.
    member_accuracy
        Mean accuracy p̄ of its members on the measured rows.
    fixed
        By measure, its value on equally weighted rows; NaN where undefined.
    adaptive
        The same under the kernel weights α; None without α.
    smallest_margin, mean_margin
        Of the measured rows' margins (right − wrong votes)/size of the uniform vote, in [−1, 1].
        The mean is 2p̄ − 1 whatever the diversity.
    """

    members: Indices
    n_members: int
    accuracy: Floats
    member_accuracy: Floats
    fixed: Mapping[str, Floats]
    adaptive: Mapping[str, Floats] | None
    smallest_margin: Floats
    mean_margin: Floats

    @property
    def size(self) -> int:
        """Return the number of members in each sub-ensemble."""
        return int(self.members.shape[1])


def draw_subensembles(n_members: int, size: int, n_subsets: int, seed: int = 0) -> Indices:
    """Return ``(S, size)`` distinct random subsets, S ≤ *n_subsets*. Each subset is equally likely.

    Fewer come back where fewer different ones were drawn. The same seed gives the same first
    subsets, however many are asked for.

    Raises
    ------
    InputError
        *size* is not in 1…*n_members*, or *n_subsets* not in 1…5000.
    """
    if not 1 <= size <= n_members:
        raise InputError(
            f"Sub-ensembles of {counted(size, 'member')} cannot be drawn from {n_members}; choose "
            f"1 to "
            f"{n_members}."
        )
    if not 1 <= n_subsets <= MAX_SUBSETS:
        raise InputError(f"{n_subsets} sub-ensembles were asked for; choose 1 to {MAX_SUBSETS}.")
    check_seed(seed)
    keys = np.random.default_rng(seed).random((n_subsets, n_members))
    drawn = np.sort(np.argpartition(keys, size - 1, axis=1)[:, :size], axis=1)
    _, first = np.unique(drawn, axis=0, return_index=True)
    return drawn[np.sort(first)]


def study_subensembles(
    measured: Oracle,
    scored: Oracle,
    *,
    size: int,
    n_subsets: int = 400,
    seed: int = 0,
    alpha: ArrayLike | None = None,
) -> SubensembleStudy:
    """Draw sub-ensembles, measure their diversity on some rows and their vote on others.

    Parameters
    ----------
    measured
        Complete votes of L members on the rows that diversity is measured on.
    scored
        Votes of the same members on the rows that the vote is scored on; may be the same.
    size, n_subsets, seed
        As in :func:`draw_subensembles`.
    alpha
        ``(N,)`` kernel weights of the measured rows, divided by their sum; None leaves
        ``adaptive`` out.

    Raises
    ------
    InputError
        For the reasons of :func:`draw_subensembles`, missing votes, or unusable weights.
    """
    if measured.n_members != scored.n_members:
        raise InputError(
            f"Diversity is measured on {counted(measured.n_members, 'member')} and accuracy on "
            f"{scored.n_members}; give votes of the same members."
        )
    # Read first, because it raises the error for missing votes.
    OracleSample.read(measured.matrix)
    members = draw_subensembles(measured.n_members, size, n_subsets, seed)
    chosen = np.zeros((len(members), measured.n_members), dtype=np.float32)
    np.put_along_axis(chosen, members, 1.0, axis=1)
    weights = None if alpha is None else shares(alpha, measured.n_rows, one_each="row")
    equal = np.full(measured.n_rows, 1.0 / measured.n_rows)
    occupied, *weighted = _row_shares(
        measured, chosen, [equal] if weights is None else [equal, weights], size
    )
    seen = occupied > 0
    smallest = np.argmax(seen, axis=1)
    mean = occupied @ np.arange(size + 1) / size
    return SubensembleStudy(
        members=members,
        n_members=measured.n_members,
        accuracy=_vote_accuracy(scored, chosen),
        member_accuracy=mean,
        fixed=_measures(measured, chosen, occupied, None),
        adaptive=None if weights is None else _measures(measured, chosen, weighted[0], weights),
        smallest_margin=2.0 * smallest / size - 1.0,
        mean_margin=2.0 * mean - 1.0,
    )


def pair_means(matrix: ArrayLike, chosen: ArrayLike) -> Floats:
    """Return ``(S,)`` the average of a pairwise measure over each sub-ensemble's defined pairs.

    With z the 0/1 row of a sub-ensemble: ``zᵀM₀z / zᵀDz``, M₀ the matrix with zeros on its
    diagonal and where it is undefined, D the 0/1 matrix of defined pairs. NaN without any.

    Parameters
    ----------
    matrix
        ``(L, L)`` symmetric, NaN where undefined; the diagonal is not looked at.
    chosen
        ``(S, L)`` 0/1.
    """
    values = np.array(matrix, dtype=np.float64)
    z = np.asarray(chosen, dtype=np.float64)
    np.fill_diagonal(values, np.nan)
    defined = ~np.isnan(values)
    values[~defined] = 0.0
    total = ((z @ values) * z).sum(axis=1)
    count = ((z @ defined) * z).sum(axis=1)
    return np.asarray(np.divide(total, count, out=np.full(len(z), np.nan), where=count > 0))


@dataclass(frozen=True)
class Prediction:
    """How well a measure ranks sub-ensembles by accuracy.

    ``fixed`` and ``adaptive`` are rank correlations of *diversity* with vote accuracy: a measure
    that falls with diversity enters with the opposite sign, so that positive always means that
    the more diverse are the more accurate. ``adaptive`` is None without kernel weights.
    """

    measure: str
    title: str
    fixed: RankCorrelation
    adaptive: RankCorrelation | None


@dataclass(frozen=True)
class Predictions:
    """The rank correlations of every measure on the same sub-ensembles. All intervals hold
    simultaneously.

    Attributes
    ----------
    measures
        In registry order.
    accuracy_correlation
        Rank correlation of the members' mean accuracy with the vote's.
    orders, adaptive_orders
        Names of the measures in groups that rank these sub-ensembles almost alike (above
        ``ALIKE``): a group is one piece of evidence, whatever the number of its measures. Measures
        without a value are in none. ``adaptive_orders`` is None without kernel weights.
    """

    measures: tuple[Prediction, ...]
    accuracy_correlation: RankCorrelation
    orders: tuple[tuple[str, ...], ...]
    adaptive_orders: tuple[tuple[str, ...], ...] | None


def predictions(study: SubensembleStudy) -> Predictions:
    """Return the rank correlation of every measure, and of the members' accuracy, with the vote's
    accuracy.

    The intervals are those of ``subset_correlations``: they allow for shared members and for the
    number of measures, and they hold for other members of this kind on these rows.
    """
    columns = {f"fixed {name}": _turned(name, values) for name, values in study.fixed.items()}
    adaptive = {} if study.adaptive is None else study.adaptive
    columns |= {f"adaptive {name}": _turned(name, values) for name, values in adaptive.items()}
    columns["accuracy_correlation"] = study.member_accuracy
    found = subset_correlations(columns, study.accuracy, study.members, study.n_members)
    return Predictions(
        measures=tuple(
            Prediction(
                name, MEASURES[name].title, found[f"fixed {name}"], found.get(f"adaptive {name}")
            )
            for name in study.fixed
        ),
        accuracy_correlation=found["accuracy_correlation"],
        orders=_orders(study.fixed),
        adaptive_orders=None if study.adaptive is None else _orders(study.adaptive),
    )


def accuracy_correlations(study: SubensembleStudy) -> dict[str, float]:
    """Return the rank correlations of ``predictions`` without their intervals: "fixed_" and
    "adaptive_" before the name of a measure, and "member_accuracy". NaN where undefined."""
    columns = {f"fixed_{name}": _turned(name, values) for name, values in study.fixed.items()}
    adaptive = {} if study.adaptive is None else study.adaptive
    columns |= {f"adaptive_{name}": _turned(name, values) for name, values in adaptive.items()}
    columns["member_accuracy"] = study.member_accuracy
    return {name: rank_correlation(values, study.accuracy) for name, values in columns.items()}


def _turned(name: str, values: Floats) -> Floats:
    """Return a measure with its sign chosen so that larger means more diverse."""
    return values if MEASURES[name].direction == "up" else -values


def _orders(measured: Mapping[str, Floats]) -> tuple[tuple[str, ...], ...]:
    return alike({name: _turned(name, values) for name, values in measured.items()}, ALIKE)


def _row_shares(
    oracle: Oracle, chosen: NDArray[np.float32], weightings: Sequence[Floats], size: int
) -> list[Floats]:
    """Return, for each weighting of the rows, ``(S, size + 1)`` the share of the weight on rows
    with 0…size right members."""
    right = (oracle.matrix > 0).astype(np.float32).T
    found = [np.empty((len(chosen), size + 1)) for _ in weightings]
    step = max(1, _CELLS_AT_A_TIME // oracle.n_rows)
    for start in range(0, len(chosen), step):
        # Sums of at most L ones are exact in float32.
        n_right = (chosen[start : start + step] @ right).astype(np.intp)
        cells = n_right + (size + 1) * np.arange(len(n_right))[:, None]
        for place, weights in zip(found, weightings, strict=True):
            flat = np.bincount(
                cells.ravel(),
                weights=np.broadcast_to(weights, cells.shape).ravel(),
                minlength=len(cells) * (size + 1),
            )
            place[start : start + step] = flat.reshape(len(cells), size + 1)
    return found


def _measures(
    oracle: Oracle, chosen: NDArray[np.float32], row_shares: Floats, weights: Floats | None
) -> Mapping[str, Floats]:
    found: dict[str, Floats] = {}
    samples = _stair_samples(row_shares)
    # All measures of pairs share the counts of the pairs.
    read: dict[str, Sample] = {
        "oracle": OracleSample.read(oracle.matrix, weights),
        "labels": LabelSample.read(oracle.codes, weights),
    }
    for name, measure in MEASURES.items():
        if isinstance(measure, PairwiseMeasure):
            found[name] = pair_means(measure.matrix_of(read[measure.needs]), chosen)
        else:
            found[name] = np.array([measure.from_sample(sample).value for sample in samples])
    return found


def _stair_samples(row_shares: Floats) -> list[OracleSample]:
    """Return for each sub-ensemble a small sample with one row for each number of right members.

    A measure of the whole ensemble uses only that number of each row. So it has the same value on
    this sample, whose rows are weighted by the share of rows that they represent.
    """
    size = row_shares.shape[1] - 1
    stairs = np.where(np.arange(size + 1)[:, None] > np.arange(size), 1, -1).astype(np.int8)
    return [OracleSample(stairs[weight > 0], weight[weight > 0]) for weight in row_shares]


def _vote_accuracy(oracle: Oracle, chosen: NDArray[np.float32]) -> Floats:
    """Return the share of rows that each sub-ensemble's plurality vote gets right. Ties go to
    the lowest class."""
    accuracy = np.empty(len(chosen))
    step = max(1, _CELLS_AT_A_TIME // oracle.n_rows)
    for start in range(0, len(chosen), step):
        part = chosen[start : start + step]
        most = np.full((len(part), oracle.n_rows), -1.0, dtype=np.float32)
        winner = np.zeros(most.shape, dtype=np.int32)
        for c in range(len(oracle.classes)):
            # Made anew for each part: those of many classes together would take gigabytes.
            votes = part @ (oracle.codes == c).astype(np.float32).T
            ahead = votes > most
            winner[ahead] = c
            np.maximum(most, votes, out=most)
        accuracy[start : start + step] = (winner == oracle.label_codes).mean(axis=1)
    return accuracy
