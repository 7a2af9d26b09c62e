"""The genetic algorithm of two search methods: tournaments by rank; the best individual is
always kept."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from l2dwk_core.combiners.options import check_number
from l2dwk_core.common.checks import check_whole
from l2dwk_core.common.types import Floats

Genes = NDArray[Any]


@dataclass(frozen=True, eq=False)
class Evolved:
    """The best individual ever seen and the best first criterion of each generation."""

    best: Genes
    history: tuple[float, ...]


def evolve(
    start: Genes,
    criteria: Callable[[Genes], tuple[Floats, Floats]],
    child: Callable[[Genes, Genes], Genes],
    generations: int,
    rng: np.random.Generator,
) -> Evolved:
    """Minimise the first criterion, then the second, by a generational search that keeps the
    best solution."""
    genes = start
    history = []
    for generation in range(generations + 1):
        first, second = criteria(genes)
        by_rank = np.lexsort((second, first))
        history.append(float(first[by_rank[0]]))
        if generation == generations:
            break
        # Of two drawn ranks the smaller one wins: a tournament decided by rank.
        n = len(genes)
        parents = by_rank[rng.integers(n, size=(2, n - 1, 2)).min(axis=2)]
        children = child(genes[parents[0]], genes[parents[1]])
        genes = np.concatenate([genes[by_rank[:1]], children])
    return Evolved(genes[by_rank[0]], tuple(history))


def check_search(population: int, generations: int, crossover: float) -> None:
    """Raise ``InputError`` unless the sizes and the chance of a search are in range."""
    check_whole("population", population, 2)
    check_whole("generations", generations, 1)
    check_number("crossover", crossover, 0, 1)
