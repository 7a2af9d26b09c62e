"""Clusters of members with similar outputs, from which the least accurate members are dropped."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray
from sklearn.cluster import KMeans
from sklearn.exceptions import ConvergenceWarning

from l2dwk_core.combiners.base import Combiner
from l2dwk_core.combiners.cluster_labels import renumbered
from l2dwk_core.combiners.combiner_input import Combination, CombinerInput
from l2dwk_core.combiners.info import CombinerInfo
from l2dwk_core.combiners.options import option
from l2dwk_core.combiners.scores import member_errors
from l2dwk_core.combiners.vote_counts import VoteCounts, ratio
from l2dwk_core.common.checks import check_seed, check_whole
from l2dwk_core.common.types import Floats, Indices
from l2dwk_core.oracle.oracle import Oracle


@dataclass(kw_only=True, eq=False, repr=False)
class KMeansClustering(Combiner):
    """k-means on the members' outputs. The least accurate members of each cluster are dropped.

    Members are points with one 0/1 coordinate for each row and class, so squared distance is twice
    the number of rows on which two members' labels differ. k grows from 2 while the mean label
    disagreement of members of different clusters grows. Then, cluster by cluster, members are
    dropped, the least accurate first, while the error of the whole vote does not rise. One member
    of each cluster stays.

    The report holds ``clusters`` (L numbers, from 0 in order of their first member),
    ``disagreements`` for k = 2, 3, … as far as tried, and ``error`` of the vote.

    Source: Lazarevic & Obradovic 2001. How inter-cluster disagreement is measured, and the order
    of clusters, could not be confirmed. O(k · L · N · C) a k-means iteration, O(L²N) besides.
    """

    n_clusters: int | None = option(None, "clusters", "1 to L; None to grow while they differ more")
    max_clusters: int = option(30, "most clusters when n_clusters is None", "2 or more")
    n_init: int = option(3, "starts of k-means", "1 or more")

    needs: ClassVar[frozenset[str]] = frozenset()

    def _combine(self, inputs: CombinerInput, seed: int) -> Combination:
        oracle = inputs.oracle
        n_members = oracle.n_members
        if self.n_clusters is not None:
            check_whole("n_clusters", self.n_clusters, 1, n_members)
        check_whole("max_clusters", self.max_clusters, 2)
        check_whole("n_init", self.n_init, 1)
        check_seed(seed)
        points = _outputs(oracle)
        disagreements: list[float] = []
        if self.n_clusters is not None:
            labels = _kmeans(points, self.n_clusters, self.n_init, seed)
        else:
            differ = _label_disagreement(oracle)
            labels = np.zeros(n_members, dtype=np.intp)
            for k in range(2, min(self.max_clusters, n_members) + 1):
                tried = _kmeans(points, k, self.n_init, seed)
                apart = tried[:, None] != tried
                if not apart.any():
                    break
                disagreements.append(float(np.mean(differ[apart])))
                if len(disagreements) > 1 and disagreements[-1] <= disagreements[-2] + 1e-12:
                    break
                labels = tried
        kept, error = _thinned(oracle, labels)
        return Combination.of_subset(
            kept,
            n_members,
            error=error,
            clusters=tuple(labels.tolist()),
            disagreements=tuple(disagreements),
        )


def _outputs(oracle: Oracle) -> NDArray[np.float32]:
    """Return (L, N·C) with one 0/1 coordinate for each row and class. A missing vote is all
    zeros."""
    n_classes = len(oracle.classes)
    says = oracle.codes.T[:, :, None] == np.arange(n_classes)
    if oracle.available is not None:
        says &= oracle.available.T[:, :, None]
    return np.asarray(says.reshape(oracle.n_members, -1), dtype=np.float32)


def _label_disagreement(oracle: Oracle) -> Floats:
    """Return (L, L) the share of rows with different predicted labels, among the rows that both
    may judge."""
    points = _outputs(oracle)
    agree = (points @ points.T).astype(np.float64)
    joint = np.full(agree.shape, float(oracle.n_rows))
    if oracle.available is not None:
        speaks = oracle.available.astype(np.float32)
        joint = (speaks.T @ speaks).astype(np.float64)
    return 1.0 - ratio(agree.ravel(), joint.ravel(), 1.0).reshape(joint.shape)


def _kmeans(points: NDArray[np.float32], k: int, n_init: int, seed: int) -> Indices:
    with warnings.catch_warnings():
        # With fewer distinct members than clusters, the empty clusters are left out.
        warnings.simplefilter("ignore", ConvergenceWarning)
        model = KMeans(k, n_init=n_init, random_state=seed).fit(points)
    return renumbered(model.labels_)


def _thinned(oracle: Oracle, labels: Indices) -> tuple[Indices, float]:
    """Return the members left after dropping some, and the error of their vote."""
    alone = member_errors(oracle)
    counts = VoteCounts(oracle)
    for member in range(oracle.n_members):
        counts.add(member)
    for cluster in range(labels.max() + 1):
        members = np.flatnonzero(labels == cluster)
        # Least accurate first; of equally accurate ones the highest index goes first.
        worst_first = members[::-1][np.argsort(-alone[members[::-1]], kind="stable")]
        for member in worst_first[:-1]:
            before = counts.error()
            counts.remove(int(member))
            if counts.error() > before:
                counts.add(int(member))
                break
    return np.flatnonzero(counts.times), counts.error()


METHODS = (
    CombinerInfo(
        key="kmeans_clustering",
        title="k-means on outputs",
        family="clustering",
        place=2,
        authors="Lazarevic & Obradovic",
        year=2001,
        work="Effective pruning of neural network classifier ensembles, IJCNN",
        complexity="clusters² · L N C",
        confirmed="clusters grown while they disagree more, then thinned from the least accurate "
        "on; not confirmed: how disagreement of clusters is measured, and their order",
        estimator=KMeansClustering,
    ),
)
