"""Clusters of similar members, from which representatives vote."""

from __future__ import annotations

import warnings
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from scipy.cluster.hierarchy import fcluster, linkage
from scipy.spatial.distance import squareform
from sklearn.cluster import KMeans
from sklearn.exceptions import ConvergenceWarning

from l2dwk_core.checks import check_seed, check_whole
from l2dwk_core.combiners.evidence import Combination, Evidence
from l2dwk_core.combiners.pairwise import pair_cells
from l2dwk_core.combiners.scores import member_errors
from l2dwk_core.combiners.vote_counts import VoteCounts, ratio
from l2dwk_core.errors import unknown_choice
from l2dwk_core.oracle import Oracle

LINKAGES = ("complete", "average", "single")

Floats = NDArray[np.float64]
Indices = NDArray[np.intp]


def double_fault_clustering(
    evidence: Evidence,
    *,
    size: int | None = None,
    method: Literal["complete", "average", "single"] = "complete",
) -> Combination:
    """One member of each cluster of members that fail together.

    Agglomerative clustering with the distance 1 − P(both wrong) of two members. Of each cluster the
    member with the largest mean distance to the members of the other clusters is kept (of a single
    cluster the most accurate), ties to the lowest index.

    Parameters
    ----------
    size
        Number of clusters, 1 … L; None tries all and takes the least vote error, then the fewest.
    method
        Distance of two clusters: "complete" (the largest of their members' distances), "average",
        "single".

    Returns
    -------
    Combination
        ``selected`` ascending; report: ``clusters`` (L numbers, those of the kept cut, from 0 in
        order of their first member), ``error`` of the vote and, when all cuts were tried,
        ``errors`` for 1 … L clusters.

    Raises
    ------
    InputError
        When an argument is out of range.

    Source: Giacinto, Roli & Fumera 2000. The linkage, and that all cuts are tried on the rows given
    here, could not be confirmed in the paper. Its distance is largest for members that never fail
    together. O(L²N), and O(L²(N + L)) to try all cuts.
    """
    oracle = evidence.oracle
    n_members = oracle.n_members
    if size is not None:
        check_whole("size", size, 1, n_members)
    if method not in LINKAGES:
        raise unknown_choice("method", method, LINKAGES)
    distance = _fault_distance(oracle)
    tree = linkage(squareform(distance, checks=False), method) if n_members > 1 else None
    alone = member_errors(oracle)
    best: tuple[float, Indices, Indices] | None = None
    errors = []
    for n_clusters in range(1, n_members + 1) if size is None else [size]:
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
    if size is None:
        report["errors"] = tuple(errors)
    return Combination.of_subset(best[1], n_members, **report)


def kmeans_clustering(
    evidence: Evidence,
    *,
    n_clusters: int | None = None,
    max_clusters: int = 30,
    n_init: int = 3,
    seed: int = 0,
) -> Combination:
    """k-means on the members' outputs; of each cluster the least accurate are dropped.

    Members are points with one 0/1 coordinate for each row and class, so squared distance is twice
    the number of rows on which two members' labels differ. k grows from 2 while the mean label
    disagreement of members of different clusters grows. Then, cluster by cluster, members are
    dropped from the least accurate on while the error of the whole vote does not rise; one of each
    cluster stays.

    Parameters
    ----------
    n_clusters
        k, 1 … L; None for the growing search.
    max_clusters
        Where that search ends at the latest, at least 2.
    n_init
        Starts of k-means, at least 1.
    seed
        Of their draws.

    Returns
    -------
    Combination
        ``selected`` ascending; report: ``clusters`` (L numbers, from 0 in order of their first
        member), ``disagreements`` for k = 2, 3, … as far as tried, ``error`` of the vote.

    Raises
    ------
    InputError
        When an argument is out of range.

    Source: Lazarevic & Obradovic 2001. How inter-cluster disagreement is measured, and the order
    of clusters, could not be confirmed. O(k · L · N · C) a k-means iteration, O(L²N) besides.
    """
    oracle = evidence.oracle
    n_members = oracle.n_members
    if n_clusters is not None:
        check_whole("n_clusters", n_clusters, 1, n_members)
    check_whole("max_clusters", max_clusters, 2)
    check_whole("n_init", n_init, 1)
    check_seed(seed)
    points = _outputs(oracle)
    disagreements: list[float] = []
    if n_clusters is not None:
        labels = _kmeans(points, n_clusters, n_init, seed)
    else:
        differ = _label_disagreement(oracle)
        labels = np.zeros(n_members, dtype=np.intp)
        for k in range(2, min(max_clusters, n_members) + 1):
            tried = _kmeans(points, k, n_init, seed)
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


def _fault_distance(oracle: Oracle) -> Floats:
    """(L, L) 1 − share of rows on which both are wrong; 1 where they share no row, 0 diagonal."""
    cells = pair_cells(oracle)
    total = cells.total
    distance = 1.0 - ratio(cells.both_wrong.ravel(), total.ravel(), 0.0).reshape(total.shape)
    np.fill_diagonal(distance, 0.0)
    return np.asarray(distance)


def _cut(tree: NDArray[np.float64], n_clusters: int) -> Indices:
    """(L,) cluster numbers of the tree's cut into exactly so many clusters.

    fcluster's "maxclust" gives fewer where merges tie in height, so merges are undone by number.
    """
    n_members = len(tree) + 1
    heights = tree.copy()
    heights[:, 2] = np.arange(1, n_members)
    return _renumbered(fcluster(heights, n_members - n_clusters + 0.5, criterion="distance"))


def _renumbered(labels: NDArray[np.integer]) -> Indices:
    """The same clusters, numbered in order of their first member."""
    _, first, inverse = np.unique(labels, return_index=True, return_inverse=True)
    place = np.empty(len(first), dtype=np.intp)
    place[np.argsort(first)] = np.arange(len(first))
    return np.asarray(place[inverse.ravel()])


def _farthest(distance: Floats, labels: Indices, alone: Floats) -> Indices:
    """The member of each cluster that is farthest on average from the other clusters."""
    if labels.max() == 0:
        return np.array([int(alone.argmin())], dtype=np.intp)
    other = labels[:, None] != labels
    mean = np.round((distance * other).sum(axis=1) / other.sum(axis=1), 12)
    kept = [
        int(members[mean[members].argmax()])
        for members in (np.flatnonzero(labels == c) for c in range(labels.max() + 1))
    ]
    return np.sort(np.asarray(kept, dtype=np.intp))


def _outputs(oracle: Oracle) -> NDArray[np.float32]:
    """(L, N·C) one 0/1 coordinate for each row and class; a missing vote is all zeros."""
    n_classes = len(oracle.classes)
    says = oracle.codes.T[:, :, None] == np.arange(n_classes)
    if oracle.available is not None:
        says &= oracle.available.T[:, :, None]
    return np.asarray(says.reshape(oracle.n_members, -1), dtype=np.float32)


def _label_disagreement(oracle: Oracle) -> Floats:
    """(L, L) share of the rows that both may judge on which the predicted labels differ."""
    points = _outputs(oracle)
    agree = (points @ points.T).astype(np.float64)
    joint = np.full(agree.shape, float(oracle.n_rows))
    if oracle.available is not None:
        speaks = oracle.available.astype(np.float32)
        joint = (speaks.T @ speaks).astype(np.float64)
    return 1.0 - ratio(agree.ravel(), joint.ravel(), 1.0).reshape(joint.shape)


def _kmeans(points: NDArray[np.float32], k: int, n_init: int, seed: int) -> Indices:
    with warnings.catch_warnings():
        # Fewer distinct members than clusters: the clusters left empty are simply not there.
        warnings.simplefilter("ignore", ConvergenceWarning)
        model = KMeans(k, n_init=n_init, random_state=seed).fit(points)
    return _renumbered(model.labels_)


def _thinned(oracle: Oracle, labels: Indices) -> tuple[Indices, float]:
    """Members left after dropping, and the error of their vote."""
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
