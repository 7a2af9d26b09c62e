"""GASEN: a genetic algorithm evolves weights; the members with large weights are kept."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from l2dwk_core.combiners.base import Combiner
from l2dwk_core.combiners.combiner_input import Combination, CombinerInput
from l2dwk_core.combiners.evolution import Genes, check_search, evolve
from l2dwk_core.combiners.info import CombinerInfo
from l2dwk_core.combiners.options import check_number, option
from l2dwk_core.combiners.vote_counts import WeightedVoteErrors
from l2dwk_core.common.checks import check_seed
from l2dwk_core.common.types import Floats


@dataclass(kw_only=True, eq=False, repr=False)
class Gasen(Combiner):
    """Evolves weights and keeps the members whose weight exceeds λ. These vote unweighted.

    Individuals are w ∈ [0, 1]^L, scored as w/Σw by the error E of their weighted plurality. The
    fitness 1/E of the paper orders individuals as E does; ranks are used, so E = 0 needs no cap,
    and equal errors, which are frequent, are told apart by the larger mean margin w·(2·accuracy−1).
    Parents are the better of two drawn; children blend them; genes mutate to a new uniform value.
    Results differ between seeds: report several.

    The report holds ``error`` of the kept members' vote, ``weighted_error`` of the evolved weights,
    ``evolved`` (those weights, L), ``history`` of the best error, and ``fallback`` when no weight
    exceeded λ, so that the largest was kept.

    Source: Zhou, Wu & Tang 2002. λ = 0.05 there is 1/L for its 20 networks. That its scoring rows
    are a bootstrap of the training rows, that the kept members vote unweighted, and the settings of
    the genetic algorithm could not be confirmed; here the given weighting rows score.
    O(population · generations · N · L · C).
    """

    threshold: float | None = option(None, "weight a kept member exceeds", "0 to 1; None for 1/L")
    population: int = option(30, "individuals", "2 or more")
    generations: int = option(100, "rounds of selection", "1 or more")
    crossover: float = option(0.5, "chance that a child blends two parents", "0 to 1")
    mutation: float = option(0.05, "chance that a weight is redrawn", "0 to 1")

    needs: ClassVar[frozenset[str]] = frozenset()

    def _combine(self, inputs: CombinerInput, seed: int) -> Combination:
        oracle = inputs.oracle
        n_members = oracle.n_members
        level = 1.0 / n_members
        if self.threshold is not None:
            level = check_number("threshold", self.threshold, 0, 1)
        check_search(self.population, self.generations, self.crossover)
        check_number("mutation", self.mutation, 0, 1)
        rng = np.random.default_rng(check_seed(seed))
        votes = WeightedVoteErrors(oracle)
        judged = np.maximum(np.count_nonzero(oracle.matrix, axis=0), 1)
        mean_margins = oracle.matrix.sum(axis=0, dtype=np.int64) / judged

        def criteria(genes: Genes) -> tuple[Floats, Floats]:
            weights = _shares(genes)
            return votes.errors(weights), -(weights @ mean_margins)

        def child(first: Genes, second: Genes) -> Genes:
            blend = rng.random((len(first), 1))
            crossed = rng.random((len(first), 1)) < self.crossover
            children = np.where(crossed, blend * first + (1.0 - blend) * second, first)
            redrawn = rng.random(children.shape) < self.mutation
            return np.where(redrawn, rng.random(children.shape), children)

        start = rng.random((self.population, n_members))
        evolved = evolve(start, criteria, child, self.generations, rng)
        weights = _shares(evolved.best[None, :])[0]
        kept = np.flatnonzero(weights > level)
        fallback = {}
        if kept.size == 0:
            kept = np.array([int(weights.argmax())])
            text = f"no weight exceeds {level:g}: the member of largest weight kept"
            fallback = {"fallback": text}
        subset = np.zeros((1, n_members))
        subset[0, kept] = 1.0 / kept.size
        return Combination.of_subset(
            kept,
            n_members,
            error=float(votes.errors(subset)[0]),
            weighted_error=float(votes.errors(weights[None, :])[0]),
            evolved=tuple(weights.tolist()),
            history=evolved.history,
            **fallback,
        )


def _shares(genes: Genes) -> Floats:
    """Return rows divided by their sums. A row of zeros becomes equal weights."""
    total = genes.sum(axis=1, keepdims=True)
    even = np.full(genes.shape, 1.0 / genes.shape[1])
    return np.asarray(np.divide(genes, total, out=even, where=total > 0))


METHODS = (
    CombinerInfo(
        key="gasen",
        title="GASEN",
        family="search",
        place=1,
        authors="Zhou, Wu & Tang",
        year=2002,
        work="Ensembling neural networks: many could be better than all, Artificial Intelligence "
        "137",
        complexity="population · generations · N L C",
        confirmed="evolving weights and keeping those above a threshold; not confirmed: threshold "
        "0.05 (= 1/L for 20 members), the unweighted vote of the kept, the genetic algorithm's "
        "settings, and a bootstrap of the training rows for scoring, which is not followed",
        estimator=Gasen,
    ),
)
