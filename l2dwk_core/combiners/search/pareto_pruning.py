"""Pareto ensemble pruning: subsets that no other subset beats in both error and size."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from l2dwk_core.combiners.base import Combiner
from l2dwk_core.combiners.combiner_input import Combination, CombinerInput
from l2dwk_core.combiners.info import CombinerInfo
from l2dwk_core.combiners.options import option
from l2dwk_core.combiners.vote_counts import VoteCounts, WeightedVoteErrors
from l2dwk_core.common.checks import check_seed, check_whole
from l2dwk_core.oracle.oracle import Oracle

Bits = NDArray[np.bool_]

# Offspring scored together. Those drawn after an accepted one are discarded and drawn again.
_BATCH = 64


@dataclass(frozen=True, eq=False)
class _Point:
    """A subset with its two objectives, both to be small."""

    bits: Bits
    error: float
    size: int

    def weakly_dominates(self, other: _Point) -> bool:
        return self.error <= other.error and self.size <= other.size

    def dominates(self, other: _Point) -> bool:
        return self.weakly_dominates(other) and not other.weakly_dominates(self)


@dataclass(kw_only=True, eq=False, repr=False)
class ParetoPruning(Combiner):
    """Evolve an archive of subsets that minimises (vote error, size); the least error is returned.

    The search starts from a random subset. A subset drawn from the archive has each bit flipped
    with chance 1/L. Unless the archive holds one that is better (no worse in both objectives,
    better in one) it enters and those no better leave; then a variable-depth search from it, always
    the best flip of a bit not yet flipped until all L are, offers its path to the archive as well.
    The empty set never enters. The archive's least error is taken, then the smallest size.

    Parameters
    ----------
    iterations
        Mutations; None for the paper's ⌈L² ln L⌉, but at most *max_iterations*.
    local_searches
        At most so many variable-depth searches, each L steps of L errors. Entries after that are
        not searched from, and neither is a subset twice.

    The report holds ``error``, ``front`` (archive as (size, error) pairs by size),
    ``n_iterations`` and ``n_local_searches``.

    Source: Qian, Yu & Zhou 2015. The two limits on the search are ours. O(iterations · NLC +
    local_searches · L²N).
    """

    iterations: int | None = option(
        None, "mutations", "1 or more; None for L² ln L up to max_iterations"
    )
    max_iterations: int = option(20_000, "most mutations when iterations is None", "1 or more")
    local_searches: int = option(40, "most variable-depth searches", "0 or more")

    needs: ClassVar[frozenset[str]] = frozenset()

    def _combine(self, inputs: CombinerInput, seed: int) -> Combination:
        oracle = inputs.oracle
        n_members = oracle.n_members
        if self.iterations is not None:
            check_whole("iterations", self.iterations, 1)
        check_whole("max_iterations", self.max_iterations, 1)
        check_whole("local_searches", self.local_searches, 0)
        rng = np.random.default_rng(check_seed(seed))
        n_iterations = self.iterations
        if n_iterations is None:
            proved = math.ceil(n_members**2 * math.log(n_members))
            n_iterations = max(1, min(self.max_iterations, proved))
        search = _Archive(oracle, self.local_searches)
        start = rng.random(n_members) < 0.5
        start[rng.integers(n_members)] |= not start.any()
        search.start(start)
        done = 0
        batch = 1
        while done < n_iterations:
            tried = search.mutate(min(batch, n_iterations - done), rng)
            # Batches grow while nothing is accepted and shrink when something is, so that few draws
            # are discarded.
            batch = min(_BATCH, 2 * batch) if tried == batch else max(1, batch // 2)
            done += tried
        best = min(search.points, key=lambda point: (point.error, point.size))
        kept = np.flatnonzero(best.bits)
        front = sorted((point.size, point.error) for point in search.points)
        return Combination.of_subset(
            kept,
            n_members,
            error=best.error,
            front=tuple(front),
            n_iterations=n_iterations,
            n_local_searches=search.n_searches,
        )


class _Archive:
    """Subsets of which none is dominated by another, one for each pair of objectives."""

    def __init__(self, oracle: Oracle, max_searches: int) -> None:
        self._oracle = oracle
        self._votes = WeightedVoteErrors(oracle, np.float32)
        self._max_searches = max_searches
        self._searched: set[bytes] = set()
        self.points: list[_Point] = []
        self.n_searches = 0

    def start(self, bits: Bits) -> None:
        self.points = [self._scored(bits[None, :])[0]]

    def mutate(self, n: int, rng: np.random.Generator) -> int:
        """Draw and score up to n mutants; stops after the first that enters. How many were used.

        Until one enters the archive stays as it is, so scoring ahead is the same as one by one.
        """
        parents = np.array([p.bits for p in self.points])[rng.integers(len(self.points), size=n)]
        flips = rng.random(parents.shape) < 1.0 / parents.shape[1]
        for tried, mutant in enumerate(self._scored(parents ^ flips), start=1):
            if self._enter(mutant):
                self._search_from(mutant.bits)
                return tried
        return n

    def _scored(self, rows: Bits) -> list[_Point]:
        sizes = rows.sum(axis=1)
        errors = self._votes.errors(rows.astype(np.float32), tol=0.25)
        return [
            _Point(bits, float(e), int(s)) for bits, e, s in zip(rows, errors, sizes, strict=True)
        ]

    def _enter(self, new: _Point) -> bool:
        if new.size == 0 or any(point.dominates(new) for point in self.points):
            return False
        # A mutant equal to its parent changes nothing; counting it as an entry would only cost.
        if any(np.array_equal(point.bits, new.bits) for point in self.points):
            return False
        self.points = [point for point in self.points if not new.weakly_dominates(point)]
        self.points.append(new)
        return True

    def _search_from(self, bits: Bits) -> None:
        """Search with variable depth: flip every bit once, the best first. Each subset on the
        way may enter the archive."""
        key = np.packbits(bits).tobytes()
        if self.n_searches >= self._max_searches or key in self._searched:
            return
        self._searched.add(key)
        self.n_searches += 1
        counts = VoteCounts(self._oracle)
        for member in np.flatnonzero(bits):
            counts.add(int(member))
        current = bits.copy()
        open_bits = np.ones(len(bits), dtype=bool)
        for _ in range(len(bits)):
            errors = counts.errors_if_flipped()
            errors[~open_bits] = np.nan
            flipped = int(np.nanargmin(errors))
            open_bits[flipped] = False
            if current[flipped]:
                counts.remove(flipped)
            else:
                counts.add(flipped)
            current[flipped] ^= True
            self._enter(_Point(current.copy(), float(errors[flipped]), int(current.sum())))


METHODS = (
    CombinerInfo(
        key="pareto_pruning",
        title="Pareto ensemble pruning",
        family="search",
        place=3,
        authors="Qian, Yu & Zhou",
        year=2015,
        work="Pareto ensemble pruning, AAAI",
        complexity="iterations · N L C + local searches · L² N",
        confirmed="the two objectives, mutation, archive and local search; the limits on "
        "iterations and local searches are ours, as L² ln L iterations take too long for big "
        "pools",
        estimator=ParetoPruning,
    ),
)
