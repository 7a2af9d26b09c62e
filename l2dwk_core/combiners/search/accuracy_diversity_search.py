"""A subset evolved for accuracy and diversity together."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from l2dwk_core.combiners.base import Combiner
from l2dwk_core.combiners.combiner_input import Combination, CombinerInput
from l2dwk_core.combiners.evolution import Genes, check_search, evolve
from l2dwk_core.combiners.info import CombinerInfo
from l2dwk_core.combiners.options import check_number, option
from l2dwk_core.combiners.pairwise import pair_cells
from l2dwk_core.combiners.vote_counts import WeightedVoteErrors
from l2dwk_core.common.checks import check_seed
from l2dwk_core.common.types import Floats


@dataclass(kw_only=True, eq=False, repr=False)
class AccuracyDiversitySearch(Combiner):
    """Subset S of least γ · error(S) − (1 − γ) · Dis(S), by a genetic algorithm.

    error is that of the unweighted plurality, Dis the average oracle disagreement of S's pairs
    (over the rows that both of a pair may judge). S has an odd number of members, at least 3, where
    the pool has that many. Tournaments of two, uniform crossover, bit flips; the best survives.
    γ = 1 uses the error only, 0 the diversity only.

    The report holds ``error``, ``disagreement``, ``objective`` of S and the ``history`` of the best
    objective.

    Source: in the spirit of Trawiński, Quirin & Cordón 2009; their fitness, encoding and operators
    could not be confirmed. O(population · generations · (N · L · C + L²)).
    """

    gamma: float = option(0.5, "weight of the error against diversity", "0 to 1")
    population: int = option(50, "individuals", "2 or more")
    generations: int = option(100, "rounds of selection", "1 or more")
    crossover: float = option(0.6, "chance that a child mixes two parents", "0 to 1")
    mutation: float | None = option(None, "chance that a bit flips", "0 to 1; None for 1/L")

    needs: ClassVar[frozenset[str]] = frozenset()

    def _combine(self, inputs: CombinerInput, seed: int) -> Combination:
        oracle = inputs.oracle
        n_members = oracle.n_members
        gamma = check_number("gamma", self.gamma, 0, 1)
        rate = 1.0 / n_members
        if self.mutation is not None:
            rate = check_number("mutation", self.mutation, 0, 1)
        check_search(self.population, self.generations, self.crossover)
        rng = np.random.default_rng(check_seed(seed))
        votes = WeightedVoteErrors(oracle, np.float32)
        cells = pair_cells(oracle)
        off_diagonal = 1.0 - np.eye(n_members)
        differ, joint = cells.differ * off_diagonal, cells.total * off_diagonal

        def error_and_disagreement(bits: Genes) -> tuple[Floats, Floats]:
            chosen = bits.astype(np.float64)
            n_differ = np.einsum("pi,pi->p", chosen @ differ, chosen)
            n_joint = np.einsum("pi,pi->p", chosen @ joint, chosen)
            spread = np.divide(n_differ, n_joint, out=np.zeros(len(bits)), where=n_joint > 0)
            return votes.errors(bits.astype(np.float32), tol=0.25), spread

        def criteria(bits: Genes) -> tuple[Floats, Floats]:
            error, spread = error_and_disagreement(bits)
            return gamma * error - (1.0 - gamma) * spread, error

        def child(first: Genes, second: Genes) -> Genes:
            crossed = rng.random((len(first), 1)) < self.crossover
            other = crossed & (rng.random(first.shape) < 0.5)
            children = np.where(other, second, first) ^ (rng.random(first.shape) < rate)
            return _made_odd(children, rng)

        start = _made_odd(rng.random((self.population, n_members)) < 0.5, rng)
        evolved = evolve(start, criteria, child, self.generations, rng)
        error, spread = error_and_disagreement(evolved.best[None, :])
        return Combination.of_subset(
            np.flatnonzero(evolved.best),
            n_members,
            error=float(error[0]),
            disagreement=float(spread[0]),
            objective=float(gamma * error[0] - (1.0 - gamma) * spread[0]),
            history=evolved.history,
        )


def _made_odd(bits: NDArray[np.bool_], rng: np.random.Generator) -> NDArray[np.bool_]:
    """Return each row with an odd number of members, at least 3, or with all of a pool of 1 or
    2."""
    n_members = bits.shape[1]
    if n_members < 3:
        return np.ones_like(bits)
    mended = bits.copy()
    even = np.flatnonzero(mended.sum(axis=1) % 2 == 0)
    mended[even, rng.integers(n_members, size=even.size)] ^= True
    for row in np.flatnonzero(mended.sum(axis=1) == 1):
        absent = np.flatnonzero(~mended[row])
        mended[row, rng.choice(absent, 2, replace=False)] = True
    return mended


METHODS = (
    CombinerInfo(
        key="accuracy_diversity_search",
        title="Genetic search on accuracy and diversity",
        family="search",
        place=2,
        authors="Trawiński, Quirin & Cordón",
        year=2009,
        work="On the combination of accuracy and diversity measures for genetic selection of "
        "bagging fuzzy rule-based multiclassification systems, ISDA",
        complexity="population · generations · (N L C + L²)",
        confirmed="in the spirit of the paper only: fitness, encoding and operators could not be "
        "confirmed",
        estimator=AccuracyDiversitySearch,
    ),
)
