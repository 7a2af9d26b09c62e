"""Identities on random ensembles, and the order of members by likeness."""

from __future__ import annotations

import numpy as np
import pytest

from l2dwk_core.common.errors import InputError
from l2dwk_core.diversity import MEASURES
from l2dwk_core.diversity.clusters import cluster_order
from l2dwk_core.diversity.identities import IDENTITIES


def test_the_registry_says_the_same():
    fixed = {name for name, measure in MEASURES.items() if measure.fixed_by_disagreement}
    assert fixed == {*IDENTITIES, "disagreement"}


@pytest.mark.parametrize("name", IDENTITIES)
def test_identity_holds_on_random_and_degenerate_ensembles(name):
    rng = np.random.default_rng(9)
    ensembles = [
        np.where(rng.random((23, n)) < p, 1, -1)
        for n in (2, 3, 8, 15)
        for p in (0.05, 0.5, 0.7, 0.95)
    ]
    ensembles += [np.ones((5, 3)), -np.ones((5, 3)), np.array([[1, -1]] * 4)]
    for oracle in ensembles:
        p, n = (oracle > 0).mean(), oracle.shape[1]
        dis = MEASURES["disagreement"].value(oracle)
        expected = MEASURES[name].value(oracle)
        found = IDENTITIES[name].value(p, dis, n)
        assert float(found) == pytest.approx(expected, abs=1e-12, nan_ok=True)


def test_identities_take_arrays():
    p, dis = np.array([0.6, 0.7, 1.0]), np.array([0.2, 0.3, 0.0])
    for identity in IDENTITIES.values():
        found = identity.value(p, dis, 5)
        assert found.shape == (3,)
        assert found[1] == pytest.approx(float(identity.value(0.7, 0.3, 5)))


@pytest.mark.parametrize(("direction", "sign"), [("up", 1), ("down", -1)])
def test_members_of_a_group_stand_side_by_side(direction, sign):
    group = np.array([0, 1, 2, 0, 1, 2, 0, 1, 2])
    differ = (group[:, None] != group).astype(float)
    order = cluster_order(sign * differ, direction)
    assert sorted(order.tolist()) == list(range(9))
    assert np.count_nonzero(np.diff(group[order])) == 2


def test_neighbours_are_alike_along_a_line():
    place = np.random.default_rng(0).permutation(12)
    order = cluster_order(np.abs(place[:, None] - place).astype(float))
    steps = np.abs(np.diff(place[order]))
    assert steps.sum() <= 13  # the best order of twelve places on a line steps eleven


def test_pairs_without_a_value_are_no_obstacle():
    matrix = np.full((5, 5), np.nan)
    assert cluster_order(matrix).tolist() == [0, 1, 2, 3, 4]
    matrix[:3, :3] = 0.4
    assert sorted(cluster_order(matrix, "down").tolist()) == [0, 1, 2, 3, 4]
    assert cluster_order([[0.0]]).tolist() == [0]
    assert cluster_order([[0.0, 1.0], [1.0, 0.0]]).tolist() == [0, 1]
    with pytest.raises(InputError, match="give a square matrix"):
        cluster_order(np.ones((2, 3)))
