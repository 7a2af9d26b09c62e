"""EPSDP against the best of all subsets, and its bound against every subset."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from l2dwk_core.combiners.combiner_input import CombinerInput
from l2dwk_core.combiners.optimisation.epsdp import (
    EPSDP,
    relax,
    round_randomly,
    search_by_swaps,
    shared_errors,
)
from l2dwk_core.common.errors import InputError
from l2dwk_core.oracle.oracle import Oracle
from tests.combiners.fixture import INPUTS, ORACLE, RIGHT, random_inputs


def cost_by_hand(right):
    wrong = 1 - right
    n, n_members = wrong.shape
    cost = np.zeros((n_members, n_members))
    for i in range(n_members):
        cost[i, i] = wrong[:, i].sum() / n
        for j in range(n_members):
            both = (wrong[:, i] * wrong[:, j]).sum()
            if i != j and wrong[:, i].any() and wrong[:, j].any():
                cost[i, j] = (both / wrong[:, i].sum() + both / wrong[:, j].sum()) / 2
    return cost


def best_subset(cost, size):
    return min(
        (cost[np.ix_(s, s)].sum(), s) for s in map(list, combinations(range(len(cost)), size))
    )


def test_shared_errors_by_hand():
    np.testing.assert_allclose(shared_errors(ORACLE), cost_by_hand(RIGHT), atol=1e-15)
    assert np.linalg.eigvalsh(shared_errors(ORACLE))[0] == pytest.approx(-0.55, abs=0.005)


def test_a_perfect_member_shares_no_errors():
    right = RIGHT.copy()
    right[:, 2] = 1
    perfect = Oracle.from_matrix(np.where(right == 1, 1, -1))
    np.testing.assert_array_equal(shared_errors(perfect)[2], np.zeros(8))


@pytest.mark.parametrize(
    ("size", "members", "value", "bound"),
    [
        (3, [4, 6, 7], 1.566667, 1.559376),
        (4, [1, 5, 6, 7], 3.433333, 3.364307),
        (5, [1, 4, 5, 6, 7], 6.183333, 6.183333),
    ],
)
def test_golden(size, members, value, bound):
    found = EPSDP(size=size).combine(INPUTS)
    assert found.selected.tolist() == members
    assert found.report["cost"] == pytest.approx(value, abs=6e-7)
    assert found.report["bound"] == pytest.approx(bound, abs=2e-6)
    assert best_subset(shared_errors(ORACLE), size) == (pytest.approx(value, abs=6e-7), members)


@pytest.mark.parametrize("seed", range(4))
def test_the_bound_holds_however_badly_the_program_is_solved(seed):
    cost = shared_errors(random_inputs(np.random.default_rng(seed), 30, 9, 3).oracle)
    for size in (2, 4, 7):
        best, _ = best_subset(cost, size)
        tight, loose = relax(cost, size), relax(cost, size, max_iterations=10)
        assert loose.bound <= best
        assert loose.bound <= tight.bound + 1e-6
        assert tight.bound <= best + 1e-9
        members, value = round_randomly(tight, cost, size, np.random.default_rng(0), 200)
        assert len(members) == size
        assert tight.bound - 1e-9 <= best - 1e-9 <= value <= 1.05 * best


@pytest.mark.parametrize("seed", range(4))
def test_search_by_swaps_ends_where_no_swap_helps(seed):
    cost = shared_errors(random_inputs(np.random.default_rng(seed), 40, 14, 2).oracle)
    members, value = search_by_swaps(cost, 5)
    assert value == pytest.approx(cost[np.ix_(members, members)].sum(), abs=1e-12)
    rest = np.setdiff1d(np.arange(14), members)
    for out in members:
        for enter in rest:
            other = [*np.setdiff1d(members, [out]), enter]
            assert cost[np.ix_(other, other)].sum() >= value - 1e-9


def test_above_the_limit_it_searches_and_says_so():
    found = EPSDP(size=4, sdp_limit=5).combine(INPUTS)
    assert found.selected.tolist() == [1, 5, 6, 7]
    assert "8 members are more than the 5" in found.report["note"]
    assert "bound" not in found.report


def test_default_size_is_a_quarter_and_all_members_need_no_solver():
    assert len(EPSDP().combine(INPUTS).selected) == 2
    everyone = EPSDP(size=8).combine(INPUTS)
    assert everyone.report["bound"] == everyone.report["cost"]


def test_bad_parameters():
    with pytest.raises(InputError, match="size is 9"):
        EPSDP(size=9).combine(INPUTS)
    with pytest.raises(InputError, match="draws is 0"):
        EPSDP(draws=0).combine(INPUTS)


def test_missing_votes_are_refused():
    available = np.ones((20, 8), dtype=bool)
    available[0, 0] = False
    gaps = Oracle.from_codes(ORACLE.codes, ORACLE.label_codes, ORACLE.classes, available=available)
    with pytest.raises(InputError, match="EPSDP needs every member's vote on every weighting row"):
        EPSDP().combine(CombinerInput(gaps))
