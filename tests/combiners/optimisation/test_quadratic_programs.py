"""QPD's published-fixture solutions, and the two readings of the sparse convex form."""

from __future__ import annotations

import cvxpy as cp
import numpy as np
import pytest
from sklearn.linear_model import Lasso

from l2dwk_core.combiners.l2dwk import L2DWKClassifier
from l2dwk_core.combiners.optimisation.qpd import QPD
from l2dwk_core.combiners.optimisation.sparse_convex_diversity import SparseConvexDiversity
from l2dwk_core.combiners.quadratic import sparse_least_squares
from l2dwk_core.common.errors import InputError
from tests.combiners.fixture import INPUTS, OUTPUTS

GOLDEN = {
    0.5: (-0.66944444, (0, 0, 0, 0, 0, 0.55556, 0.08333, 0.36111)),
    1.0: (-0.80519119, (0.0007, 0.09479, 0, 0, 0.09386, 0.31333, 0.15852, 0.33882)),
    2.0: (-1.15935400, (0.03806, 0.18951, 0, 0, 0.13876, 0.15458, 0.17879, 0.30029)),
    5.0: (-2.35817916, (0.01873, 0.24687, 0.1544, 0, 0.16405, 0, 0.22373, 0.19222)),
}


@pytest.mark.parametrize("lam", GOLDEN)
def test_golden_weights_and_objective(lam):
    objective, weights = GOLDEN[lam]
    found = QPD(lam=lam).combine(INPUTS)
    np.testing.assert_allclose(found.weights, weights, atol=6e-6)
    # −Pᵀw − λ wᵀDw is smaller by λ/2 than what is minimised.
    assert found.report["objective"] - lam / 2 == pytest.approx(objective, abs=6e-9)
    p, w = OUTPUTS.mean(axis=0), found.weights
    disagreement = 0.5 * (1 - OUTPUTS.T @ OUTPUTS / 20)
    assert -p @ w - lam * w @ disagreement @ w == pytest.approx(objective, abs=6e-9)
    assert found.report["gap"] < 1e-9


@pytest.mark.parametrize("lam", [0.3, 1.0, 4.0])
def test_qpd_is_least_squares_of_the_margins_towards_one_over_lambda(lam):
    w = cp.Variable(8)
    cp.Problem(cp.Minimize(cp.sum_squares(OUTPUTS @ w - 1 / lam)), [w >= 0, cp.sum(w) == 1]).solve(
        solver=cp.CLARABEL
    )
    np.testing.assert_allclose(QPD(lam=lam).combine(INPUTS).weights, w.value, atol=1e-5)


@pytest.mark.parametrize("lam", [0.5, 2.0, 10.0])
def test_double_fault_is_disagreement_at_another_lambda(lam):
    np.testing.assert_allclose(
        QPD(lam=lam, diversity="double_fault").combine(INPUTS).weights,
        QPD(lam=lam / (lam + 2)).combine(INPUTS).weights,
        atol=1e-9,
    )


def test_lambda_towards_zero_leaves_the_best_member():
    assert QPD(lam=1e-12).combine(INPUTS).selected.tolist() == [5]


def test_qpd_is_l2dwk_without_updates():
    qpd = QPD(lam=2.0).combine(INPUTS).weights
    first = L2DWKClassifier(kernel="linear", lam=2.0, update="none").combine(INPUTS).weights
    np.testing.assert_allclose(first, qpd, atol=1e-9)


def test_qpd_refuses_what_it_does_not_offer():
    with pytest.raises(InputError, match="Unknown diversity 'double_fault_printed'"):
        QPD(diversity="double_fault_printed").combine(INPUTS)
    with pytest.raises(InputError, match="λ is -1"):
        QPD(lam=-1).combine(INPUTS)


@pytest.mark.parametrize("l2", [0.0, 0.7, 3.0])
def test_on_the_simplex_only_l2_acts_and_gives_qpd(l2):
    for l1 in (0.0, 5.0):
        found = SparseConvexDiversity(l1=l1, l2=l2).combine(INPUTS)
        np.testing.assert_allclose(
            found.weights, QPD(lam=1 + l2).combine(INPUTS).weights, atol=1e-8
        )


@pytest.mark.parametrize("l2", [0.0, 3.0])
@pytest.mark.parametrize("l1", [0.05, 0.4, 0.9])
def test_without_the_simplex_it_is_the_positive_lasso_whatever_l2(l1, l2):
    w = cp.Variable(8)
    m = OUTPUTS @ w
    cp.Problem(
        cp.Minimize(cp.sum_squares(1 - m) / 20 + l1 * cp.sum(w) + l2 * cp.sum_squares(m) / 20),
        [w >= 0],
    ).solve(solver=cp.CLARABEL)
    found = SparseConvexDiversity(l1=l1, l2=l2, constraint="non_negative").combine(INPUTS)
    np.testing.assert_allclose(found.weights, w.value / w.value.sum(), atol=1e-5)


def test_sparse_least_squares_against_coordinate_descent():
    rng = np.random.default_rng(0)
    for _ in range(5):
        table = np.where(rng.random((40, 12)) < 0.7, 1.0, -1.0)
        second, first = table.T @ table / 40, table.mean(axis=0)
        for l1 in (0.02, 0.3):
            lam, solution = sparse_least_squares(second, first, l1)
            lasso = Lasso(alpha=l1 / 2, positive=True, fit_intercept=False, tol=1e-12,
                          max_iter=200_000).fit(table, np.ones(40))  # fmt: skip
            np.testing.assert_allclose(lam * solution.weights, lasso.coef_, atol=1e-6)


def test_a_price_that_leaves_no_weight_keeps_the_best_member_and_says_so():
    found = SparseConvexDiversity(l1=1.2, constraint="non_negative").combine(INPUTS)
    assert found.selected.tolist() == [5]
    assert "every weight is 0" in found.report["note"]
