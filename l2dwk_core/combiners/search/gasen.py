"""Two genetic searches: GASEN over real weights, and subsets by accuracy and diversity."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from l2dwk_core.checks import check_seed, check_whole
from l2dwk_core.combiners.evidence import Combination, Evidence
from l2dwk_core.combiners.info import check_number
from l2dwk_core.combiners.pairwise import pair_cells
from l2dwk_core.combiners.vote_counts import WeightedVoteErrors

Floats = NDArray[np.float64]
Genes = NDArray[Any]


@dataclass(frozen=True, eq=False)
class _Evolved:
    """The best individual ever seen and the best first criterion of each generation."""

    best: Genes
    history: tuple[float, ...]


def gasen(
    evidence: Evidence,
    *,
    threshold: float | None = None,
    population: int = 30,
    generations: int = 100,
    crossover: float = 0.5,
    mutation: float = 0.05,
    seed: int = 0,
) -> Combination:
    """Evolve weights, keep the members whose weight exceeds λ, let these vote unweighted.

    Individuals are w ∈ [0, 1]^L, scored as w/Σw by the error E of their weighted plurality. The
    fitness 1/E of the paper orders individuals as E does; ranks are used, so E = 0 needs no cap,
    and equal errors, which are frequent, are told apart by the larger mean margin w·(2·accuracy−1).
    Parents are the better of two drawn; children blend them; genes mutate to a new uniform value.

    Parameters
    ----------
    threshold
        λ in [0, 1]; None for 1/L, the weight everybody would have.
    population, generations
        Individuals (at least 2) and rounds (at least 1).
    crossover, mutation
        Chance that a child blends two parents, and that a gene is redrawn; in [0, 1].
    seed
        Of all draws. Results differ between seeds: report several.

    Returns
    -------
    Combination
        ``selected`` ascending; report: ``error`` of the kept members' vote, ``weighted_error`` of
        the evolved weights, ``evolved`` (those weights, L), ``history`` of the best error, and
        ``fallback`` when no weight exceeded λ, so that the largest was kept.

    Raises
    ------
    InputError
        When an argument is out of range.

    Source: Zhou, Wu & Tang 2002. λ = 0.05 there is 1/L for its 20 networks. That its scoring rows
    are a bootstrap of the training rows, that the kept members vote unweighted, and the settings of
    the genetic algorithm could not be confirmed; here the given weighting rows score.
    O(population · generations · N · L · C).
    """
    oracle = evidence.oracle
    n_members = oracle.n_members
    level = 1.0 / n_members if threshold is None else check_number("threshold", threshold, 0, 1)
    _check_search(population, generations, crossover)
    check_number("mutation", mutation, 0, 1)
    rng = np.random.default_rng(check_seed(seed))
    counts = WeightedVoteErrors(oracle)
    judged = np.maximum(np.count_nonzero(oracle.matrix, axis=0), 1)
    mean_margins = oracle.matrix.sum(axis=0, dtype=np.int64) / judged

    def criteria(genes: Genes) -> tuple[Floats, Floats]:
        weights = _shares(genes)
        return counts.errors(weights), -(weights @ mean_margins)

    def child(first: Genes, second: Genes) -> Genes:
        blend = rng.random((len(first), 1))
        crossed = rng.random((len(first), 1)) < crossover
        children = np.where(crossed, blend * first + (1.0 - blend) * second, first)
        redrawn = rng.random(children.shape) < mutation
        return np.where(redrawn, rng.random(children.shape), children)

    start = rng.random((population, n_members))
    evolved = _evolve(start, criteria, child, generations, rng)
    weights = _shares(evolved.best[None, :])[0]
    kept = np.flatnonzero(weights > level)
    fallback = {}
    if kept.size == 0:
        kept = np.array([int(weights.argmax())])
        fallback = {"fallback": f"no weight exceeds {level:g}: the member of largest weight kept"}
    subset = np.zeros((1, n_members))
    subset[0, kept] = 1.0 / kept.size
    return Combination.of_subset(
        kept,
        n_members,
        error=float(counts.errors(subset)[0]),
        weighted_error=float(counts.errors(weights[None, :])[0]),
        evolved=tuple(weights.tolist()),
        history=evolved.history,
        **fallback,
    )


def accuracy_diversity_search(
    evidence: Evidence,
    *,
    gamma: float = 0.5,
    population: int = 50,
    generations: int = 100,
    crossover: float = 0.6,
    mutation: float | None = None,
    seed: int = 0,
) -> Combination:
    """Subset S of least γ · error(S) − (1 − γ) · Dis(S), by a genetic algorithm.

    error is that of the unweighted plurality, Dis the average oracle disagreement of S's pairs
    (over the rows that both of a pair may judge). S has an odd number of members, at least 3, where
    the pool has that many. Tournaments of two, uniform crossover, bit flips; the best survives.

    Parameters
    ----------
    gamma
        γ in [0, 1]: 1 looks at the error only, 0 at diversity only.
    population, generations
        Individuals (at least 2) and rounds (at least 1).
    crossover
        Chance that a child mixes two parents, in [0, 1].
    mutation
        Chance that a bit flips, in [0, 1]; None for 1/L.
    seed
        Of all draws.

    Returns
    -------
    Combination
        ``selected`` ascending; report: ``error``, ``disagreement``, ``objective`` of S and the
        ``history`` of the best objective.

    Raises
    ------
    InputError
        When an argument is out of range.

    Source: in the spirit of Trawiński, Quirin & Cordón 2009; their fitness, encoding and operators
    could not be confirmed. O(population · generations · (N · L · C + L²)).
    """
    oracle = evidence.oracle
    n_members = oracle.n_members
    check_number("gamma", gamma, 0, 1)
    rate = 1.0 / n_members if mutation is None else check_number("mutation", mutation, 0, 1)
    _check_search(population, generations, crossover)
    rng = np.random.default_rng(check_seed(seed))
    counts = WeightedVoteErrors(oracle, np.float32)
    cells = pair_cells(oracle)
    off_diagonal = 1.0 - np.eye(n_members)
    differ, joint = cells.differ * off_diagonal, cells.total * off_diagonal

    def error_and_disagreement(bits: Genes) -> tuple[Floats, Floats]:
        chosen = bits.astype(np.float64)
        n_differ = np.einsum("pi,pi->p", chosen @ differ, chosen)
        n_joint = np.einsum("pi,pi->p", chosen @ joint, chosen)
        spread = np.divide(n_differ, n_joint, out=np.zeros(len(bits)), where=n_joint > 0)
        return counts.errors(bits.astype(np.float32), tol=0.25), spread

    def criteria(bits: Genes) -> tuple[Floats, Floats]:
        error, spread = error_and_disagreement(bits)
        return gamma * error - (1.0 - gamma) * spread, error

    def child(first: Genes, second: Genes) -> Genes:
        crossed = rng.random((len(first), 1)) < crossover
        other = crossed & (rng.random(first.shape) < 0.5)
        children = np.where(other, second, first) ^ (rng.random(first.shape) < rate)
        return _made_odd(children, rng)

    start = _made_odd(rng.random((population, n_members)) < 0.5, rng)
    evolved = _evolve(start, criteria, child, generations, rng)
    error, spread = error_and_disagreement(evolved.best[None, :])
    return Combination.of_subset(
        np.flatnonzero(evolved.best),
        n_members,
        error=float(error[0]),
        disagreement=float(spread[0]),
        objective=float(gamma * error[0] - (1.0 - gamma) * spread[0]),
        history=evolved.history,
    )


def _evolve(
    start: Genes,
    criteria: Callable[[Genes], tuple[Floats, Floats]],
    child: Callable[[Genes, Genes], Genes],
    generations: int,
    rng: np.random.Generator,
) -> _Evolved:
    """Generational search that minimises the first criterion, then the second; the best stays."""
    genes = start
    history = []
    for generation in range(generations + 1):
        first, second = criteria(genes)
        by_rank = np.lexsort((second, first))
        history.append(float(first[by_rank[0]]))
        if generation == generations:
            break
        # Of two ranks drawn the smaller wins: a tournament, told by ranks alone.
        n = len(genes)
        parents = by_rank[rng.integers(n, size=(2, n - 1, 2)).min(axis=2)]
        children = child(genes[parents[0]], genes[parents[1]])
        genes = np.concatenate([genes[by_rank[:1]], children])
    return _Evolved(genes[by_rank[0]], tuple(history))


def _shares(genes: Genes) -> Floats:
    """Rows divided by their sums; a row of zeros becomes equal weights."""
    total = genes.sum(axis=1, keepdims=True)
    even = np.full(genes.shape, 1.0 / genes.shape[1])
    return np.asarray(np.divide(genes, total, out=even, where=total > 0))


def _made_odd(bits: NDArray[np.bool_], rng: np.random.Generator) -> NDArray[np.bool_]:
    """Each row with an odd number of members, at least 3, or all of a pool of 1 or 2."""
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


def _check_search(population: int, generations: int, crossover: float) -> None:
    check_whole("population", population, 2)
    check_whole("generations", generations, 1)
    check_number("crossover", crossover, 0, 1)
