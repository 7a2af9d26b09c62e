"""Mistakes made in public programs, each with votes on which it shows."""

from __future__ import annotations

import math

import numpy as np
import pytest

from l2dwk_core.combiners.clustering.double_fault_clustering import DoubleFaultClustering
from l2dwk_core.combiners.clustering.kmeans_clustering import KMeansClustering
from l2dwk_core.combiners.ordering.boosting_ordering import BoostingOrdering
from l2dwk_core.combiners.ordering.drep import Drep
from l2dwk_core.combiners.ordering.kappa_pruning import KappaPruning
from l2dwk_core.combiners.ordering.margin_distance import MarginDistance
from l2dwk_core.combiners.ordering.orientation import OrientationOrdering
from l2dwk_core.combiners.ordering.reduce_error import ReduceError
from l2dwk_core.combiners.pairwise import label_kappa_matrix
from tests import reference_ordering as slow
from tests.combiners.fixture import INPUTS as GOLDEN
from tests.combiners.votes import ensemble, from_right, input_of


def test_drep_looks_only_at_the_most_different_members() -> None:
    """A test of membership that is always false leaves nobody, or everybody, to choose from."""
    # Without the restriction the second step takes member 4, as reduce-error does, not 7.
    assert Drep(size=8, rho=1.0, patience=1).combine(GOLDEN).selected.tolist()[:2] == [5, 4]
    assert ReduceError(size=2).combine(GOLDEN).selected.tolist() == [5, 4]
    restricted = Drep(size=8, rho=0.4, patience=0).combine(GOLDEN).selected.tolist()
    assert restricted[:2] == [5, 7]
    # With only the single most different one to choose from, errors decide nothing.
    oracle = GOLDEN.oracle
    agree = (oracle.codes == oracle.codes[:, [5]]).mean(axis=0)
    agree[5] = np.inf
    assert Drep(size=2, rho=0.01, patience=5).combine(GOLDEN).report["errors"][1] == pytest.approx(
        float(np.mean(_vote(oracle.codes[:, [5, int(agree.argmin())]]) != oracle.label_codes))
    )


def test_orientation_refers_to_the_mean_column_not_to_the_majority() -> None:
    """Taking right and wrong of the majority vote as the reference gives another order."""
    right = GOLDEN.oracle.matrix.astype(float)
    vote_right = np.where(_vote(GOLDEN.oracle.codes) == GOLDEN.oracle.label_codes, 1.0, -1.0)
    by_majority = np.argsort(-(vote_right @ right), kind="stable").tolist()
    found = OrientationOrdering(size=8).combine(GOLDEN)
    assert found.selected.tolist() != by_majority
    c_ens = right.mean(axis=1)
    c_ref = 1 - (c_ens.sum() / (c_ens @ c_ens)) * c_ens
    assert c_ref @ c_ens == pytest.approx(0, abs=1e-12)
    cosine = c_ref @ right / (np.linalg.norm(c_ref) * math.sqrt(20))
    angles = np.degrees(np.arccos(cosine[found.selected]))
    np.testing.assert_allclose(found.report["angles"], angles, rtol=1e-12)


def test_margin_distance_is_a_distance_of_vectors() -> None:
    """Averaging over rows as well compares one number, and takes members that cancel nothing."""
    # Member 1 is a copy of member 0, member 2 its complement; all are right on half of the rows.
    # One number for all rows cannot tell them apart, and the lower index would be taken.
    inputs = from_right("110 110 001 001")
    assert MarginDistance(size=2, p=0.075).combine(inputs).selected.tolist() == [0, 2]


def test_margin_distance_uses_the_target_it_is_given() -> None:
    """A target drawn at random gives another order from call to call."""
    orders = {tuple(MarginDistance(size=8).combine(GOLDEN).selected.tolist()) for _ in range(5)}
    assert orders == {(5, 7, 1, 2, 6, 3, 0, 4)}
    assert MarginDistance(size=8, p=1.0).combine(GOLDEN).selected.tolist() != [
        5,
        7,
        1,
        2,
        6,
        3,
        0,
        4,
    ]


@pytest.mark.parametrize("seed", [14, 15, 17])
def test_distances_that_differ_by_rounding_only_are_tied(seed: int) -> None:
    """Equal fractions of 0.1 are no equal floats; the lowest index must win all the same."""
    inputs = ensemble(12, 6, 2, seed=seed)
    expected = slow.margin_distance(slow.Problem.of(inputs), 6, 0.1)
    assert MarginDistance(size=6, p=0.1).combine(inputs).selected.tolist() == expected


@pytest.mark.parametrize("seed", [7, 10, 19])
def test_weighted_errors_that_differ_by_rounding_only_are_tied(seed: int) -> None:
    inputs = ensemble(12, 6, 2, seed=seed)
    expected, _ = slow.boosting(slow.Problem.of(inputs), 6)
    assert BoostingOrdering(size=6).combine(inputs).selected.tolist() == expected


def test_boosting_raises_the_weight_of_wrong_rows_and_of_all_of_them() -> None:
    """Dividing the weights of right rows by 2e, or stopping after one row, is not boosting."""
    found = BoostingOrdering(size=2).combine(GOLDEN)
    first, second = found.selected
    matrix = GOLDEN.oracle.matrix
    wrong = matrix[:, first] < 0
    d = np.where(wrong, 0.5 / wrong.sum(), 0.5 / (~wrong).sum())  # both halves weigh the same
    assert d.sum() == pytest.approx(1)
    expected = [matrix[:, first].tolist().count(-1) / 20, d[matrix[:, second] < 0].sum()]
    np.testing.assert_allclose(found.report["weighted_errors"], expected, rtol=1e-12)


def test_a_cluster_representative_is_a_member_of_its_cluster() -> None:
    """Positions within a cluster are no indices of members."""
    # Members 0–2 fail together on the first rows, 3–5 on the last, 6–8 in between.
    rows = ["000111111"] * 3 + ["111000111"] * 3 + ["111111000"] * 3 + ["111111111"] * 3
    inputs = from_right(" ".join(rows))
    found = DoubleFaultClustering(size=3).combine(inputs)
    assert found.report["clusters"] != (0,) * 9
    assert sorted(np.asarray(found.report["clusters"])[found.selected].tolist()) == [0, 1, 2]
    thinned = KMeansClustering(n_clusters=3).combine(inputs)
    groups = np.asarray(thinned.report["clusters"])
    np.testing.assert_array_equal(groups, [0, 0, 0, 1, 1, 1, 2, 2, 2])
    assert set(groups[thinned.selected].tolist()) == {0, 1, 2}


def test_kappa_of_many_classes_takes_chance_from_the_margins() -> None:
    """Products of single cells in place of row and column sums give another chance agreement."""
    first, second = [0, 0, 1, 2, 2, 1], [0, 1, 1, 2, 0, 1]
    inputs = input_of(np.array([first, second]).T, first, 3)
    assert label_kappa_matrix(inputs.oracle)[0, 1] == pytest.approx(0.5, rel=1e-15)


def test_undefined_kappa_comes_last_instead_of_counting_as_zero() -> None:
    """Two constant members have no kappa; 0 would rank them among the most different pairs."""
    alike = [0, 0, 1, 1, 0, 1]
    almost = [0, 0, 1, 1, 0, 0]
    inputs = input_of(np.array([[0] * 6, [0] * 6, alike, almost]).T, alike, 2)
    found = KappaPruning(size=4).combine(inputs)
    assert found.report["n_undefined"] == 1
    # (0, 2) has kappa 0 and comes first; the pair (0, 1) without one could only come last.
    assert found.selected.tolist() == [0, 2, 3, 1]


def _vote(codes: np.ndarray) -> np.ndarray:
    return np.array([np.bincount(row, minlength=2).argmax() for row in codes])
