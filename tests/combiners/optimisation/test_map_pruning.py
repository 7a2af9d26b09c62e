"""MAP pruning: its fixed point, and members it must keep or drop."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import norm

from l2dwk_core.combiners.combiner_input import CombinerInput
from l2dwk_core.combiners.optimisation.map_pruning import MAPPruning, map_weights
from l2dwk_core.oracle.oracle import Oracle
from tests.combiners.fixture import INPUTS, OUTPUTS


def test_the_kept_weights_are_a_fixed_point():
    """With a = 1/w², the stationary point has Oᵀ(φ/Φ) = 1/w on the kept members."""
    weights, rounds = map_weights(OUTPUTS, tol=1e-7, max_rounds=1000)
    assert rounds < 1000
    kept = weights > 0
    assert 1 <= kept.sum() < 8
    m = OUTPUTS @ weights
    pull = OUTPUTS.T @ (norm.pdf(m) / norm.cdf(m))
    np.testing.assert_allclose(pull[kept] * weights[kept], 1.0, rtol=1e-3)
    # A dropped member cannot come back: its weight would stay below the limit.
    assert (pull[~kept] / 1e6 < 1e-3).all()


def test_two_good_members_that_err_apart_outlive_a_coin():
    rng = np.random.default_rng(0)
    outputs = np.ones((200, 3))
    outputs[:30, 0] = outputs[30:60, 1] = -1
    outputs[:, 2] = rng.choice([-1, 1], 200)
    weights, _ = map_weights(outputs)
    assert weights[2] == 0
    assert weights[0] == pytest.approx(weights[1], rel=1e-3)


def test_where_all_are_wrong_the_best_member_is_kept_and_it_says_so():
    wrong = CombinerInput(
        Oracle.from_predictions(np.ones((5, 3), dtype=int), np.zeros(5, dtype=int))
    )
    found = MAPPruning().combine(wrong)
    assert found.selected.tolist() == [0]
    assert "every weight vanished" in found.report["note"]


def test_weights_sum_to_one():
    found = MAPPruning().combine(INPUTS)
    assert found.weights.sum() == pytest.approx(1.0, abs=1e-12)
    assert found.selected.tolist() == [5, 7]
