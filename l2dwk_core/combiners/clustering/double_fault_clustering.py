"""One representative of each cluster of members that are wrong on the same rows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np
from numpy.typing import NDArray
from scipy.cluster.hierarchy import fcluster, linkage
from scipy.spatial.distance import squareform

from l2dwk_core.combiners.base import Combiner
from l2dwk_core.combiners.cluster_labels import renumbered
from l2dwk_core.combiners.combiner_input import Combination, CombinerInput
from l2dwk_core.combiners.info import CombinerInfo
from l2dwk_core.combiners.options import option
from l2dwk_core.combiners.pairwise import pair_cells
from l2dwk_core.combiners.scores import member_errors
from l2dwk_core.combiners.vote_counts import VoteCounts, ratio
from l2dwk_core.common.checks import check_choice, check_whole
from l2dwk_core.common.types import Floats, Indices
from l2dwk_core.oracle.oracle import Oracle

LINKAGES = ("complete", "average", "single")


@dataclass(kw_only=True, eq=False, repr=False)
class DoubleFaultClustering(Combiner):
    """Keeps one member of each cluster of members that are wrong on the same rows.

    Agglomerative clustering with the distance 1 − P(both wrong) of two members. Of each cluster the
    member with the largest mean distance to the members of the other clusters is kept (of a single
    cluster the most accurate), ties to the lowest index. Without a size all cuts are tried: the
    least vote error wins, then the fewest clusters.

    *method*, the distance of two clusters: "complete" (the largest of their members' distances),
    "average", "single".

    The report holds ``clusters`` (L numbers, those of the kept cut, from 0 in order of their first
    member), ``error`` of the vote and, when all cuts were tried, ``errors`` for 1 … L clusters.

    Source: Giacinto, Roli & Fumera 2000. The linkage, and that all cuts are tried on the rows given
    here, could not be confirmed in the paper. Its distance is largest for members that never fail
    together. O(L²N), and O(L²(N + L)) to try all cuts.
    """

    size: int | None = option(None, "clusters, so members kept", "1 to L; None for the best cut")
    method: Literal["complete", "average", "single"] = option(
        "complete", "distance of two clusters", ", ".join(LINKAGES)
    )

    needs: ClassVar[frozenset[str]] = frozenset()

    def _combine(self, inputs: CombinerInput, seed: int) -> Combination:
        oracle = inputs.oracle
        n_members = oracle.n_members
        if self.size is not None:
            check_whole("size", self.size, 1, n_members)
        check_choice("method", self.method, LINKAGES)
        distance = _fault_distance(oracle)
        tree = None
        if n_members > 1:
            tree = linkage(squareform(distance, checks=False), self.method)
        alone = member_errors(oracle)
        best: tuple[float, Indices, Indices] | None = None
        errors = []
        for n_clusters in range(1, n_members + 1) if self.size is None else [self.size]:
            labels = np.zeros(1, dtype=np.intp) if tree is None else _cut(tree, n_clusters)
            kept = _farthest(distance, labels, alone)
            counts = VoteCounts(oracle)
            for member in kept:
                counts.add(int(member))
            errors.append(counts.error())
            if best is None or errors[-1] < best[0]:
                best = (errors[-1], kept, labels)
        assert best is not None
        report: dict[str, object] = {"error": best[0], "clusters": tuple(best[2].tolist())}
        if self.size is None:
            report["errors"] = tuple(errors)
        return Combination.of_subset(best[1], n_members, **report)


def _fault_distance(oracle: Oracle) -> Floats:
    """Return (L, L) distances: 1 − share of rows on which both are wrong, 1 where they share no
    row, 0 on the diagonal."""
    cells = pair_cells(oracle)
    total = cells.total
    distance = 1.0 - ratio(cells.both_wrong.ravel(), total.ravel(), 0.0).reshape(total.shape)
    np.fill_diagonal(distance, 0.0)
    return np.asarray(distance)


def _cut(tree: NDArray[np.float64], n_clusters: int) -> Indices:
    """Return (L,) cluster numbers after cutting the tree into exactly so many clusters.

    fcluster's "maxclust" gives fewer where merges tie in height, so merges are undone by number.
    """
    n_members = len(tree) + 1
    heights = tree.copy()
    heights[:, 2] = np.arange(1, n_members)
    return renumbered(fcluster(heights, n_members - n_clusters + 0.5, criterion="distance"))


def _farthest(distance: Floats, labels: Indices, alone: Floats) -> Indices:
    """Return the member of each cluster that is farthest on average from the other clusters."""
    if labels.max() == 0:
        return np.array([int(alone.argmin())], dtype=np.intp)
    other = labels[:, None] != labels
    mean = np.round((distance * other).sum(axis=1) / other.sum(axis=1), 12)
    kept = [
        int(members[mean[members].argmax()])
        for members in (np.flatnonzero(labels == c) for c in range(labels.max() + 1))
    ]
    return np.sort(np.asarray(kept, dtype=np.intp))


METHODS = (
    CombinerInfo(
        key="double_fault_clustering",
        title="Agglomerative clustering on double fault",
        family="clustering",
        place=1,
        authors="Giacinto, Roli & Fumera",
        year=2000,
        work="Design of effective multiple classifier systems by clustering of classifiers, ICPR",
        complexity="L² N + L³",
        confirmed="clustering members that fail together; not confirmed: the distance, the "
        "linkage and how the number of clusters is chosen",
        estimator=DoubleFaultClustering,
    ),
)
