"""RSE: known solutions, the redundant slack variables, several classes, unlabelled rows."""

from __future__ import annotations

import cvxpy as cp
import numpy as np
import pandas as pd
import pytest

from l2dwk_core.combiners.combiner_input import CombinerInput
from l2dwk_core.combiners.optimisation.rse import RSE, Unlabelled
from l2dwk_core.common.errors import InputError
from l2dwk_core.oracle.oracle import Oracle
from tests.combiners.fixture import LABELS, ORACLE, PREDICTIONS, random_inputs

WITH_FEATURES = CombinerInput(ORACLE, None, (np.arange(20) / 19)[:, None])


def laplacian(features, gamma):
    W = np.array([[np.exp(-gamma * np.sum((a - b) ** 2)) for b in features] for a in features])
    root = np.diag(1 / np.sqrt(W.sum(axis=1)))
    return root @ (np.diag(W.sum(axis=1)) - W) @ root


def with_slacks(H, y, labelled, Lap, lam):
    """The published program in full: one slack variable for each labelled row."""
    values, vectors = np.linalg.eigh(Lap)
    root = (vectors * np.sqrt(np.maximum(values, 0))).T
    w, xi = cp.Variable(H.shape[1]), cp.Variable(labelled)
    problem = cp.Problem(
        cp.Minimize(cp.sum_squares(root @ H @ w) + lam * cp.sum(xi)),
        [cp.multiply(y, H[:labelled] @ w) + xi >= 1, xi >= 0, w >= 0, cp.sum(w) == 1],
    )
    problem.solve(solver=cp.CLARABEL)
    return problem.value, w.value


@pytest.mark.parametrize(
    ("lam", "objective", "weights"),
    [
        (0.1, 4.174394, None),
        (1.0, 16.175659, (0.0251, 0.1351, 0, 0, 0.2431, 0.0808, 0.2226, 0.2933)),
        (10.0, 97.553077, (0, 0, 0, 0, 0, 0.7858, 0, 0.2142)),
    ],
)
def test_golden(lam, objective, weights):
    found = RSE(lam=lam, gamma=1.0).solve(WITH_FEATURES)
    assert found.objective == pytest.approx(objective, abs=6e-7)
    assert found.gap < 1e-9 * objective
    if weights is not None:
        np.testing.assert_allclose(found.weights, weights, atol=6e-5)


@pytest.mark.parametrize("lam", [0.3, 3.0])
def test_the_slack_variables_are_redundant(lam):
    H = np.where(PREDICTIONS == 1, 1.0, -1.0)
    y = np.where(LABELS == 1, 1.0, -1.0)
    value, weights = with_slacks(H, y, 20, laplacian(WITH_FEATURES.features, 0.5), lam)
    found = RSE(lam=lam).solve(WITH_FEATURES)  # 1/(2d) with one column is 0.5
    assert found.objective == pytest.approx(value, abs=1e-6)
    np.testing.assert_allclose(found.weights, weights, atol=1e-4)


def test_unlabelled_rows_shape_smoothness_but_not_loss():
    rng = np.random.default_rng(1)
    features, H = rng.random((30, 2)), np.where(rng.random((30, 5)) < 0.6, 1.0, -1.0)
    y = np.where(rng.random(12) < 0.5, 1.0, -1.0)
    codes = (H > 0).astype(np.int16)
    oracle = Oracle.from_codes(codes[:12], (y > 0).astype(np.int16), np.array([0, 1]))
    found = RSE(lam=0.7).solve(
        CombinerInput(oracle, None, features[:12]), unlabelled=Unlabelled(features[12:], codes[12:])
    )
    low, high = features.min(axis=0), features.max(axis=0)
    Lap = laplacian((features - low) / (high - low), 0.25)
    value, weights = with_slacks(H, y, 12, Lap, 0.7)
    assert found.objective == pytest.approx(value, abs=1e-6)
    np.testing.assert_allclose(found.weights, weights, atol=1e-4)


def test_several_classes_add_up_half_of_the_one_against_rest_objectives():
    inputs = random_inputs(np.random.default_rng(2), 25, 6, 4)
    oracle, lam = inputs.oracle, 0.8
    found = RSE(lam=lam, gamma=2.0).solve(inputs)
    features = inputs.features
    low, high = features.min(axis=0), features.max(axis=0)
    Lap = laplacian((features - low) / (high - low), 2.0)

    def halves(w):
        total = 0.0
        for c in range(4):
            H = np.where(oracle.codes == c, 1.0, -1.0)
            y = np.where(oracle.label_codes == c, 1.0, -1.0)
            total += w @ H.T @ Lap @ H @ w + lam * np.maximum(0, 1 - y * (H @ w)).sum()
        return total / 2

    assert halves(found.weights) == pytest.approx(found.objective, abs=1e-9)
    rng = np.random.default_rng(3)
    assert all(halves(rng.dirichlet(np.full(6, 0.5))) > found.objective for _ in range(200))


def test_selected_members_vote_equally_unless_weights_are_wanted():
    selected = RSE(gamma=1.0).combine(WITH_FEATURES)
    weighted = RSE(gamma=1.0, vote="weighted").combine(WITH_FEATURES)
    assert selected.selected.tolist() == weighted.selected.tolist() == [0, 1, 4, 5, 6, 7]
    np.testing.assert_allclose(selected.weights[selected.selected], 1 / 6)
    assert weighted.weights.sum() == pytest.approx(1.0, abs=1e-12)
    assert weighted.weights[7] == pytest.approx(0.2933, abs=6e-5)


def test_a_random_part_of_many_rows_estimates_the_same_roughness():
    rng = np.random.default_rng(4)
    inputs = random_inputs(rng, 400, 5, 2)
    full = RSE(lam=0.2).solve(inputs)
    part = RSE(lam=0.2, max_rows=250).solve(inputs, seed=1)
    assert part.objective == pytest.approx(full.objective, rel=0.1)


def mixed_table(n, rng):
    return pd.DataFrame(
        {
            "number": np.where(rng.random(n) < 0.1, np.nan, rng.random(n)),
            "symbol": pd.Categorical(rng.choice(["a", "b", "c"], n)),
        }
    )


def test_fit_takes_unlabelled_rows_with_symbols_and_gaps():
    rng = np.random.default_rng(5)
    X, y = mixed_table(120, rng), rng.choice(["no", "yes"], 120)
    model = RSE(n_members=9).fit(X, y, X_unlabelled=mixed_table(40, rng))
    assert model.report_["unlabelled_rows"] == 40
    assert not hasattr(model, "_given")
    everything = RSE(n_members=9, smooth_over="all").fit(X, y)
    assert everything.report_["unlabelled_rows"] == 120 - 36  # the rows members were trained on


def test_fitting_with_unlabelled_rows_solves_the_program_of_their_votes_and_features():
    rng = np.random.default_rng(6)
    X, hidden = rng.random((60, 3)), rng.random((20, 3))
    y = np.where(X[:, 0] + 0.3 * rng.standard_normal(60) > 0.5, "yes", "no")
    donor = RSE(n_members=9, max_depth=2).fit(X, y)
    model = RSE(prefit=donor.pool_, vote="weighted").fit(X, y, X_unlabelled=hidden)
    pool = donor.pool_
    oracle = Oracle.from_codes(
        pool.predict_codes(X), np.searchsorted(pool.classes, y).astype(np.int16), pool.classes
    )
    by_hand = RSE().solve(
        CombinerInput(oracle, None, X), unlabelled=Unlabelled(hidden, pool.predict_codes(hidden))
    )
    np.testing.assert_allclose(model.weights_, by_hand.weights, atol=2e-5)
    alone = RSE(prefit=donor.pool_, vote="weighted").fit(X, y)
    assert np.abs(alone.weights_ - model.weights_).max() > 1e-3


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"lam": -1}, "lam is -1"),
        ({"gamma": float("nan")}, "gamma is nan"),
        ({"vote": "all"}, "Unknown vote 'all'"),
    ],
)
def test_bad_parameters(parameters, message):
    with pytest.raises(InputError, match=message):
        RSE(**parameters).combine(WITH_FEATURES)


def test_features_are_needed():
    with pytest.raises(InputError, match="RSE needs the table's columns"):
        RSE().combine(CombinerInput(ORACLE))
