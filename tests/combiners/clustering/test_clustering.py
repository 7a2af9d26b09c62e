"""Clusters of members against clusterings that can be seen by eye, and plain recounts."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from sklearn.cluster import AgglomerativeClustering
from sklearn.metrics import adjusted_rand_score

from l2dwk_core.combiners.clustering.double_fault_clustering import DoubleFaultClustering
from l2dwk_core.combiners.clustering.kmeans_clustering import KMeansClustering
from l2dwk_core.combiners.combiner_input import CombinerInput
from l2dwk_core.combiners.scores import member_errors
from tests import reference_ordering as slow
from tests.combiners.fixture import INPUTS as GOLDEN
from tests.combiners.votes import ensemble, from_right, input_of


def fault_distance(inputs: CombinerInput) -> np.ndarray:
    """1 − share of common rows on which both are wrong, pair by pair."""
    matrix = inputs.oracle.matrix
    n_members = matrix.shape[1]
    distance = np.zeros((n_members, n_members))
    for i, j in combinations(range(n_members), 2):
        both = (matrix[:, i] != 0) & (matrix[:, j] != 0)
        share = np.mean((matrix[both, i] < 0) & (matrix[both, j] < 0)) if both.any() else 0
        distance[i, j] = distance[j, i] = 1 - share
    return distance


@pytest.mark.parametrize("method", ["complete", "average", "single"])
@pytest.mark.parametrize("gaps", [False, True])
def test_clusters_are_those_of_another_library(method: str, gaps: bool) -> None:
    inputs = ensemble(997, 12, 3, seed=8, gaps=gaps)  # so many rows that no distances tie
    distance = fault_distance(inputs)
    for size in (2, 4, 7):
        found = DoubleFaultClustering(size=size, method=method).combine(inputs)
        model = AgglomerativeClustering(size, metric="precomputed", linkage=method).fit(distance)
        assert adjusted_rand_score(model.labels_, found.report["clusters"]) == 1.0


@pytest.mark.parametrize("size", [2, 3, 5, 8])
def test_each_cluster_sends_the_member_farthest_from_the_others(size: int) -> None:
    found = DoubleFaultClustering(size=size).combine(GOLDEN)
    labels = np.asarray(found.report["clusters"])
    distance = fault_distance(GOLDEN)
    expected = []
    for cluster in range(size):
        outside = labels != cluster
        means = {j: round(distance[j, outside].mean(), 12) for j in np.flatnonzero(~outside)}
        expected.append(min(means, key=lambda j, means=means: (-means[j], j)))
    assert found.selected.tolist() == sorted(expected)


def test_a_single_cluster_sends_its_most_accurate_member() -> None:
    assert DoubleFaultClustering(size=1).combine(GOLDEN).selected.tolist() == [5]


def test_without_a_size_the_best_cut_is_taken() -> None:
    inputs = ensemble(60, 9, 3, seed=12)
    problem = slow.Problem.of(inputs)
    errors = []
    for size in range(1, 10):
        found = DoubleFaultClustering(size=size).combine(inputs)
        assert len(found.selected) == size
        errors.append(float(problem.error(found.selected.tolist())))
    best = DoubleFaultClustering().combine(inputs)
    np.testing.assert_allclose(best.report["errors"], errors, atol=1e-15)
    assert len(best.selected) == int(np.argmin(errors)) + 1
    assert best.report["error"] == pytest.approx(min(errors), abs=1e-15)


def test_every_size_can_be_had_from_identical_members() -> None:
    """Merges of equal height must not swallow clusters that were asked for."""
    inputs = input_of([[0] * 6, [1] * 6, [1] * 6], [0, 1, 0], 2)
    for size in range(1, 7):
        assert len(DoubleFaultClustering(size=size).combine(inputs).selected) == size


GROUPS = ["000111111"] * 3 + ["111000111"] * 3 + ["111111000"] * 3 + ["111111111"] * 3


def test_kmeans_finds_groups_of_copies() -> None:
    inputs = from_right(" ".join(GROUPS))
    found = KMeansClustering(n_clusters=3).combine(inputs)
    assert found.report["clusters"] == (0, 0, 0, 1, 1, 1, 2, 2, 2)
    # Members of different groups differ on 6 of 12 rows however many groups are told apart, so
    # growth ends where it starts.
    grown = KMeansClustering().combine(inputs)
    assert grown.report["disagreements"] == (pytest.approx(0.5), pytest.approx(0.5))
    assert set(grown.report["clusters"]) == {0, 1}


@pytest.mark.parametrize("seed", range(4))
def test_kmeans_grows_while_clusters_disagree_more(seed: int) -> None:
    inputs = ensemble(60, 12, 4, seed=seed)
    found = KMeansClustering(max_clusters=12).combine(inputs, seed=seed)
    tried = found.report["disagreements"]
    growth = np.diff(tried)
    assert (growth[:-1] > 0).all()
    # k = 2, 3, … were tried; the last of them is kept only if it still grew.
    k = len(tried) + 1 if growth.size == 0 or growth[-1] > 0 else len(tried)
    again = KMeansClustering(n_clusters=k).combine(inputs, seed=seed)
    assert again.report["clusters"] == found.report["clusters"]
    np.testing.assert_array_equal(again.selected, found.selected)


def test_kmeans_disagreement_is_that_of_labels_across_clusters() -> None:
    inputs = ensemble(80, 10, 4, seed=5, gaps=True)
    found = KMeansClustering(max_clusters=2).combine(inputs)
    labels = np.asarray(found.report["clusters"])
    oracle = inputs.oracle
    shares = []
    for i, j in combinations(range(10), 2):
        if labels[i] != labels[j]:
            both = oracle.available[:, i] & oracle.available[:, j]
            shares.append(np.mean(oracle.codes[both, i] != oracle.codes[both, j]))
    assert found.report["disagreements"] == (pytest.approx(np.mean(shares), rel=1e-12),)


@pytest.mark.parametrize("gaps", [False, True])
@pytest.mark.parametrize("seed", range(4))
def test_thinning_drops_the_worst_of_each_cluster_and_never_hurts(seed: int, gaps: bool) -> None:
    inputs = ensemble(50, 14, 3, seed=seed, gaps=gaps)
    problem = slow.Problem.of(inputs)
    found = KMeansClustering(n_clusters=4).combine(inputs, seed=seed)
    labels = np.asarray(found.report["clusters"])
    alone = member_errors(inputs.oracle)
    expected = list(range(14))
    for cluster in range(labels.max() + 1):
        members = [j for j in range(14) if labels[j] == cluster]
        for member in sorted(members, key=lambda j: (-alone[j], -j))[:-1]:
            without = [j for j in expected if j != member]
            if problem.error(without) > problem.error(expected):
                break
            expected = without
    assert found.selected.tolist() == expected
    assert found.report["error"] <= float(problem.error(range(14))) + 1e-15


def test_more_clusters_than_different_members_leave_some_empty() -> None:
    inputs = input_of([[0, 0, 1]] * 3, [0, 0, 1], 2)
    found = KMeansClustering(n_clusters=3).combine(inputs)
    assert found.report["clusters"] == (0, 0, 1)
