"""The paper (Yin, Yang & Hao 2014): what its objective is, and two signs and factors in it.

Each test states one claim about the printed equations, with its numbers where there are any.
"""

from __future__ import annotations

import numpy as np
import pytest

from l2dwk_core.common.errors import InputError
from l2dwk_core.method.self_training import self_train
from l2dwk_core.method.settings import Settings
from l2dwk_core.qp.simplex_qp import solve_simplex_qp, vertex_solution
from tests import reference
from tests.paper_fixture import D_DF, D_DIS, FIXTURE, QPD, P, S, qpd, random_simplex
from tests.problems import class_problem, oracle

pytestmark = pytest.mark.filterwarnings("error")


# ---------------------------------------------------------------------------------------------
# QPD (Eq. QPD)


def test_the_fixture_is_the_published_one():
    np.testing.assert_allclose((P + 1) / 2, [0.65, 0.55, 0.5, 0.5, 0.7, 0.8, 0.75, 0.75])


@pytest.mark.parametrize("lam", QPD)
def test_qpd_golden_values(lam):
    weights, value = QPD[lam]
    for ours in (qpd(lam), solve_simplex_qp(lam * S, P).weights):
        np.testing.assert_allclose(ours, weights, atol=6e-6)
        assert -P @ ours - lam * (ours @ D_DIS @ ours) == pytest.approx(value, abs=6e-9)


@pytest.mark.parametrize("lam", QPD)
def test_qpd_is_least_squares_of_the_margins_towards_one_over_lambda(lam):
    w = qpd(lam)
    loss = ((FIXTURE @ w - 1 / lam) ** 2).sum()
    for other in np.vstack([np.eye(8), random_simplex(8, 200)]):
        assert loss <= ((FIXTURE @ other - 1 / lam) ** 2).sum() + 4e-10


@pytest.mark.parametrize("lam", [0.3, 1.0, 4.0])
@pytest.mark.parametrize("update", ["hinge", "exp"])
def test_the_same_holds_under_any_kernel_weights(lam, update):
    predictions, labels = class_problem(0, 40, 8)
    outputs = np.where(predictions == labels[:, None], 1.0, -1.0)
    choice = Settings(kernel="linear", lam=lam, update=update, max_rounds=6, stop_on=())
    for r in self_train(predictions, labels, choice).rounds:
        square = lam / 2 * (r.alpha * (outputs @ r.weights - 1 / lam) ** 2).sum()
        assert r.objective == pytest.approx(square - 1 / (2 * lam), abs=1e-9)


def test_a_small_lambda_returns_the_best_member_and_a_large_one_cancels_the_votes():
    assert qpd(1e-4).round(6).tolist() == [0, 0, 0, 0, 0, 1, 0, 0]
    w = qpd(1e6)
    for other in np.vstack([np.eye(8), random_simplex(8, 200)]):
        assert ((FIXTURE @ w) ** 2).mean() <= ((FIXTURE @ other) ** 2).mean() + 1e-6


def test_above_one_lambda_pulls_the_easy_margins_down():
    top = {lam: np.sort(FIXTURE @ qpd(lam))[-5:].mean() for lam in (0.5, 1.0, 2.0, 5.0, 20.0)}
    assert list(top.values()) == sorted(top.values(), reverse=True)
    spread = {lam: np.std(FIXTURE @ qpd(lam)) for lam in (0.5, 5.0)}
    assert spread[5.0] < spread[0.5]


def test_the_disagreement_matrix_is_convex_on_the_simplex_only():
    values = np.linalg.eigvalsh(-D_DIS)
    assert values.sum() == pytest.approx(0, abs=1e-12)  # a zero trace: never semidefinite
    assert values[0] < -1
    assert values[-1] > 0.5
    with pytest.raises(InputError, match="smallest eigenvalue is -"):
        solve_simplex_qp(-2 * D_DIS, P)
    centre = np.eye(8) - 1 / 8
    assert np.linalg.eigvalsh(centre @ -D_DIS @ centre)[0] > -1e-12
    for w in random_simplex(8, 20):
        assert w @ D_DIS @ w == pytest.approx(0.5 - w @ S @ w / 2, abs=1e-14)


def test_the_path_is_piecewise_linear_in_one_over_lambda_but_not_in_lambda():
    first, last = 1.4, 1.6  # the same members have weight throughout
    middle = 2 / (1 / first + 1 / last)  # halfway in 1/λ
    ends = (qpd(first) + qpd(last)) / 2
    assert (qpd(first) > 0).tolist() == (qpd(last) > 0).tolist()
    np.testing.assert_allclose(qpd(middle), ends, atol=1e-10)
    assert np.abs(qpd((first + last) / 2) - ends).max() > 1e-5


@pytest.mark.parametrize("lam", [0.5, 2.0, 10.0])
def test_accuracy_as_a_share_is_half_of_it_as_a_margin(lam):
    share = solve_simplex_qp(lam * S, (P + 1) / 2).weights
    np.testing.assert_allclose(share, qpd(2 * lam), atol=6e-12)


@pytest.mark.parametrize("lam", [0.02, 0.1])
def test_an_accuracy_that_is_not_divided_by_n_needs_lambda_times_n(lam):
    unnormalised = solve_simplex_qp(20 * lam * S, 20 * P).weights
    np.testing.assert_allclose(unnormalised, qpd(lam), atol=1e-12)
    loss_only = solve_simplex_qp(lam * 20 * S, 20 * P * 20).weights  # 1ᵀOw against N-fold D
    np.testing.assert_allclose(loss_only, qpd(lam / 20), atol=1e-12)


# ---------------------------------------------------------------------------------------------
# (b) Double fault has the wrong sign (Eq. UnifiedCriterion4)


@pytest.mark.parametrize("lam", [0.5, 1.9, 2.1, 4.0, 50.0])
def test_the_printed_double_fault_returns_the_best_or_the_worst_member(lam):
    accuracy = (P + 1) / 2
    values = [-P[j] - lam * D_DF[j, j] for j in range(8)]
    np.testing.assert_allclose(values, 1 - lam + (lam - 2) * accuracy, atol=1e-14)
    chosen = accuracy.max() if lam < 2 else accuracy.min()
    for w in (
        vertex_solution(-2 * lam * D_DF, P).weights,
        qpd(lam, diversity="double_fault_printed"),
    ):
        assert np.count_nonzero(w) == 1
        assert accuracy[np.argmax(w)] == chosen
        f = -P @ w - lam * w @ D_DF @ w
        for other in random_simplex(8, 100):
            assert f <= -P @ other - lam * other @ D_DF @ other + 1e-12


def test_at_lambda_two_all_members_tie():
    np.testing.assert_allclose(-P - 2 * D_DF.diagonal(), -1.0, atol=1e-14)


def test_the_example_of_three_members():
    matrix = np.array([[1, 1, 1], [1, 1, -1], [1, -1, 1], [-1, 1, -1]], dtype=float)
    accuracy = (matrix.mean(axis=0) + 1) / 2
    assert accuracy.tolist() == [0.75, 0.75, 0.5]
    fault = (1 - matrix).T @ (1 - matrix) / 16
    values = -matrix.mean(axis=0) - 4 * fault.diagonal()
    assert values.tolist() == [-1.5, -1.5, -2.0]
    assert qpd(4.0, matrix, diversity="double_fault_printed").tolist() == [0, 0, 1]


@pytest.mark.parametrize("lam", [0.5, 3.0, 40.0])
def test_the_corrected_sign_is_least_squares_towards_one_plus_two_over_lambda(lam):
    fault = solve_simplex_qp(2 * lam * D_DF, P).weights
    np.testing.assert_allclose(fault, qpd(lam, diversity="double_fault"), atol=1e-9)
    np.testing.assert_allclose(fault, qpd(lam / (lam + 2)), atol=3e-9)
    loss = ((FIXTURE @ fault - 1 - 2 / lam) ** 2).sum()
    for other in np.vstack([np.eye(8), random_simplex(8, 100)]):
        assert loss <= ((FIXTURE @ other - 1 - 2 / lam) ** 2).sum() + 1e-9


# ---------------------------------------------------------------------------------------------
# (c) 1/(4N) should be 1/4 (Eq. Df-Omega), (m) and 1/N is missing (Eq. Dis-Omega)


def test_with_normalised_kernel_weights_the_bracket_is_divided_by_four():
    choice = Settings(kernel="linear")
    K, v, at_one = reference.kernel_tables(choice, np.full(20, 0.05), FIXTURE)
    ones = np.ones(8)
    bracket = np.outer(ones, ones) - np.outer(ones, v) - np.outer(v, ones) + K
    np.testing.assert_allclose(bracket / 4, D_DF, atol=1e-15)
    np.testing.assert_allclose(bracket / 80, D_DF / 20, atol=1e-16)
    np.testing.assert_allclose(reference.double_fault_matrix(K, v, at_one), D_DF, atol=1e-15)


def test_without_normalised_weights_the_disagreement_of_a_member_with_itself_is_not_zero():
    matrix = oracle("random", 1, 80, 4)
    K, _, _ = reference.kernel_tables(Settings(kernel="linear"), np.ones(80), matrix)
    np.testing.assert_allclose((1 - K.diagonal()) / 2, (1 - 80) / 2)
    assert (1 - K[0, 0]) / 2 == -39.5
    K, _, _ = reference.kernel_tables(Settings(kernel="linear"), np.full(80, 1 / 80), matrix)
    np.testing.assert_allclose((1 - K.diagonal()) / 2, 0, atol=1e-14)
