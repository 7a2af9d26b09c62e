"""The exact λ path against the solver, and against what is known of mean–variance paths."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from l2dwk_core.common.errors import InputError
from l2dwk_core.qp.critical_line import exact_lambda_path
from l2dwk_core.qp.simplex_qp import solve_simplex_qp


def problem(seed: int, *, duplicates: bool, gaussian: bool) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    n_rows, n_members = int(rng.integers(2, 60)), int(rng.integers(1, 25))
    outputs = np.where(
        rng.random((n_rows, n_members)) < rng.uniform(0.4, 0.9, n_members), 1.0, -1.0
    )
    if duplicates:
        outputs = outputs[:, rng.integers(0, n_members, n_members)]
    second, first = outputs.T @ outputs / n_rows, outputs.mean(axis=0)
    if gaussian:
        return np.exp(second - 1.0), np.exp(first - 1.0)
    return second, first


@pytest.mark.parametrize(
    ("K", "message"),
    [
        (-np.diag([1.0, 2.0, 3.0]), "K is indefinite: its smallest eigenvalue is -3"),
        (-np.eye(3), "K is indefinite: its smallest eigenvalue is -1"),
        (np.diag([1.0, -1.0, 2.0]), "K is indefinite: its smallest eigenvalue is -1"),
        (np.triu(np.ones((3, 3))), "K is not symmetric: entries differ .* by up to 1"),
        (1e200 * np.eye(3), "K and v have entries up to 1e\\+200"),
        (np.full((3, 3), np.nan), "9 values are not finite"),
    ],
)
@pytest.mark.parametrize("v", [np.zeros(3), np.array([0.3, 0.1, 0.2])])
def test_what_has_no_path_is_refused_as_the_solver_refuses_it(K, message, v):
    with pytest.raises(InputError, match=message):
        exact_lambda_path(K, v)
    with pytest.raises(InputError, match=message.replace("K", "H").replace("v have", "p have")):
        solve_simplex_qp(K, v)


@pytest.mark.parametrize(
    ("v", "weights"),
    [([0, 0, 0], [1 / 3, 1 / 3, 1 / 3]), ([1, 1, 0], [0.5, 0.5, 0]), ([-2, -5, -1], [0, 0, 1])],
)
def test_where_k_is_zero_the_best_members_share_the_weight_at_every_lambda(v, weights):
    path = exact_lambda_path(np.zeros((3, 3)), np.array(v, dtype=float))
    for lam in (0.01, 0.5, 100.0):
        np.testing.assert_allclose(path.weights(lam), weights, atol=1e-9)


@settings(max_examples=60)
@given(
    seed=st.integers(0, 10_000),
    duplicates=st.booleans(),
    gaussian=st.booleans(),
    exponent=st.floats(-1.3, 1.69),
)
def test_any_point_of_the_path_is_a_certified_optimum(seed, duplicates, gaussian, exponent):
    K, v = problem(seed, duplicates=duplicates, gaussian=gaussian)
    lam = 10.0**exponent
    weights = exact_lambda_path(K, v, 0.05, 50.0).weights(lam)
    assert weights.min() >= 0 and weights.sum() == pytest.approx(1, abs=1e-12)
    gradient = lam * K @ weights - v
    assert weights @ gradient - gradient.min() <= 1e-8 * max(1.0, lam)
    best = solve_simplex_qp(lam * K, v)
    value = 0.5 * lam * weights @ K @ weights - v @ weights
    assert value <= best.objective + 1e-9 * max(1.0, lam)


@pytest.mark.parametrize(
    ("seed", "duplicates", "gaussian"),
    [(417, False, False), (446, True, True), (482, False, True), (496, False, True)],
)
def test_many_members_may_enter_at_one_kink(seed, duplicates, gaussian):
    K, v = problem(seed, duplicates=duplicates, gaussian=gaussian)
    path = exact_lambda_path(K, v, 0.05, 50.0)
    for lam in np.geomspace(0.05, 50.0, 40):
        gradient = lam * K @ path.weights(lam) - v
        assert path.weights(lam) @ gradient - gradient.min() <= 1e-8 * max(1.0, lam)


def test_the_path_equals_the_solver_where_the_optimum_is_unique():
    K, v = problem(3, duplicates=False, gaussian=True)
    path = exact_lambda_path(K, v, 0.1, 20.0)
    for lam in np.geomspace(0.1, 20.0, 57):
        np.testing.assert_allclose(
            path.weights(lam), solve_simplex_qp(lam * K, v).weights, atol=1e-6
        )


def test_between_kinks_weights_are_linear_in_one_over_lambda():
    K, v = problem(11, duplicates=False, gaussian=False)
    path = exact_lambda_path(K, v, 0.05, 50.0)
    for first, second in zip(path.breakpoints, path.breakpoints[1:], strict=False):
        middle = 2.0 / (1.0 / first.lam + 1.0 / second.lam)
        np.testing.assert_allclose(
            path.weights(middle), (first.weights + second.weights) / 2, atol=1e-12
        )


def test_kinks_name_who_enters_and_who_leaves():
    K, v = problem(17, duplicates=False, gaussian=True)
    path = exact_lambda_path(K, v, 0.01, 100.0)
    present = set(np.flatnonzero(path.breakpoints[0].weights > 0).tolist())
    for point, after in zip(path.breakpoints[1:], path.breakpoints[2:], strict=False):
        present = (present | set(point.entered)) - set(point.left)
        assert not set(point.entered) & set(point.left)
        middle = path.weights(2.0 / (1.0 / point.lam + 1.0 / after.lam))
        assert set(np.flatnonzero(middle > 1e-12).tolist()) == present
    assert any(point.entered for point in path.breakpoints)


def test_two_assets_have_their_closed_form():
    # K = I, v = (a, b): w₁ = clip(½ + τ(a − b)/2, 0, 1) with τ = 1/λ.
    path = exact_lambda_path(np.eye(2), np.array([0.8, 0.3]), 0.1, 10.0)
    for lam in (0.2, 0.4, 0.7, 1.0, 3.0, 9.0):
        expected = min(0.5 + 0.5 * (0.8 - 0.3) / lam, 1.0)
        assert path.weights(lam)[0] == pytest.approx(expected, abs=1e-7)
    assert path.lambdas[1] == pytest.approx(0.5, rel=1e-6)  # member 2 enters at τ (a − b) = 1
    assert path.breakpoints[1].entered == (1,)


def test_small_lambda_is_the_best_member_and_ties_share():
    K = np.array([[1.0, 0.2, 0.1], [0.2, 1.0, 0.3], [0.1, 0.3, 1.0]])
    path = exact_lambda_path(K, np.array([0.5, 0.5, 0.1]), 1e-6, 1.0)
    np.testing.assert_allclose(path.weights(1e-6), [0.5, 0.5, 0.0], atol=1e-9)


@pytest.mark.parametrize(("low", "high"), [(0.0, 1.0), (2.0, 1.0), (-1.0, 1.0), (0.1, np.inf)])
def test_a_range_out_of_order_is_refused(low, high):
    with pytest.raises(InputError, match="0 < from < to"):
        exact_lambda_path(np.eye(2), np.ones(2), low, high)


def test_lambda_must_be_positive_and_shapes_must_fit():
    path = exact_lambda_path(np.eye(2), np.ones(2))
    for outside in (0.0, 200.0):
        with pytest.raises(InputError, match=r"allowed on this path is 0\.01 to 100"):
            path.weights(outside)
    with pytest.raises(InputError, match="K has shape"):
        exact_lambda_path(np.eye(3), np.ones(2))
