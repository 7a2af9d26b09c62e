"""The evolutionary searches and the clustering methods as classifiers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from l2dwk_core.combiners.base import Combiner
from l2dwk_core.combiners.clustering.kmeans_clustering import (
    LINKAGES,
    double_fault_clustering,
    kmeans_clustering,
)
from l2dwk_core.combiners.evidence import Combination, Evidence
from l2dwk_core.combiners.info import option
from l2dwk_core.combiners.search.gasen import accuracy_diversity_search, gasen
from l2dwk_core.combiners.search.pareto_pruning import pareto_pruning

_VOTES: frozenset[str] = frozenset()


@dataclass(kw_only=True, eq=False, repr=False)
class Gasen(Combiner):
    """Members whose evolved weight exceeds a threshold: see ``gasen``."""

    threshold: float | None = option(None, "weight a kept member exceeds", "0 to 1; None for 1/L")
    population: int = option(30, "individuals", "2 or more")
    generations: int = option(100, "rounds of selection", "1 or more")
    crossover: float = option(0.5, "chance that a child blends two parents", "0 to 1")
    mutation: float = option(0.05, "chance that a weight is redrawn", "0 to 1")

    needs: ClassVar[frozenset[str]] = _VOTES

    def _combine(self, evidence: Evidence, seed: int) -> Combination:
        return gasen(
            evidence,
            threshold=self.threshold,
            population=self.population,
            generations=self.generations,
            crossover=self.crossover,
            mutation=self.mutation,
            seed=seed,
        )


@dataclass(kw_only=True, eq=False, repr=False)
class AccuracyDiversitySearch(Combiner):
    """A subset evolved for accuracy and diversity: see ``accuracy_diversity_search``."""

    gamma: float = option(0.5, "weight of the error against diversity", "0 to 1")
    population: int = option(50, "individuals", "2 or more")
    generations: int = option(100, "rounds of selection", "1 or more")
    crossover: float = option(0.6, "chance that a child mixes two parents", "0 to 1")
    mutation: float | None = option(None, "chance that a bit flips", "0 to 1; None for 1/L")

    needs: ClassVar[frozenset[str]] = _VOTES

    def _combine(self, evidence: Evidence, seed: int) -> Combination:
        return accuracy_diversity_search(
            evidence,
            gamma=self.gamma,
            population=self.population,
            generations=self.generations,
            crossover=self.crossover,
            mutation=self.mutation,
            seed=seed,
        )


@dataclass(kw_only=True, eq=False, repr=False)
class ParetoPruning(Combiner):
    """The best subset of an archive over error and size: see ``pareto_pruning``."""

    iterations: int | None = option(
        None, "mutations", "1 or more; None for L² ln L up to max_iterations"
    )
    max_iterations: int = option(20_000, "most mutations when iterations is None", "1 or more")
    local_searches: int = option(40, "most variable-depth searches", "0 or more")

    needs: ClassVar[frozenset[str]] = _VOTES

    def _combine(self, evidence: Evidence, seed: int) -> Combination:
        return pareto_pruning(
            evidence,
            iterations=self.iterations,
            max_iterations=self.max_iterations,
            local_searches=self.local_searches,
            seed=seed,
        )


@dataclass(kw_only=True, eq=False, repr=False)
class DoubleFaultClustering(Combiner):
    """One of each cluster of members that fail together: see ``double_fault_clustering``."""

    size: int | None = option(None, "clusters, so members kept", "1 to L; None for the best cut")
    method: Literal["complete", "average", "single"] = option(
        "complete", "distance of two clusters", ", ".join(LINKAGES)
    )

    needs: ClassVar[frozenset[str]] = _VOTES

    def _combine(self, evidence: Evidence, seed: int) -> Combination:
        return double_fault_clustering(evidence, size=self.size, method=self.method)


@dataclass(kw_only=True, eq=False, repr=False)
class KMeansClustering(Combiner):
    """Clusters of like outputs, thinned out: see ``kmeans_clustering``."""

    n_clusters: int | None = option(None, "clusters", "1 to L; None to grow while they differ more")
    max_clusters: int = option(30, "most clusters when n_clusters is None", "2 or more")
    n_init: int = option(3, "starts of k-means", "1 or more")

    needs: ClassVar[frozenset[str]] = _VOTES

    def _combine(self, evidence: Evidence, seed: int) -> Combination:
        return kmeans_clustering(
            evidence,
            n_clusters=self.n_clusters,
            max_clusters=self.max_clusters,
            n_init=self.n_init,
            seed=seed,
        )
