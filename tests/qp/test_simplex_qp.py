"""The solver against Clarabel, exact rational arithmetic, and its own certificate."""

from __future__ import annotations

import itertools
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from l2dwk_core.common.errors import InputError
from l2dwk_core.method.settings import Settings
from l2dwk_core.qp import active_set
from l2dwk_core.qp.simplex_qp import certified, solve_simplex_qp, vertex_solution
from tests import reference, reference_qp
from tests.problems import SHAPES, oracle, oracles

pytestmark = pytest.mark.filterwarnings("error")
often = settings(max_examples=150)

KERNELS = [
    {"kernel": "linear"},
    {"kernel": "gaussian", "sigma": 1.0},
    {"kernel": "gaussian", "sigma": 0.3},
    {"kernel": "polynomial", "degree": 2, "constant": 1.0},
    {"kernel": "polynomial", "degree": 3, "constant": 0.0},
]


def kernel_weights(kind, rng, n_rows):
    """Weights of the rows: equal, random, or all on a few rows as after some rounds."""
    if kind == "equal":
        return np.full(n_rows, 1 / n_rows)
    if kind == "random":
        return rng.dirichlet(np.ones(n_rows))
    alpha = np.zeros(n_rows)
    alpha[rng.permutation(n_rows)[: max(1, n_rows // 4)]] = 1.0
    return alpha / alpha.sum()


def problem(matrix, choice, lam, alpha):
    """``(H, p)`` of min ½λ wᵀKw − vᵀw in the joint form, from the reference's loops."""
    K, v, _ = reference.kernel_tables(Settings(**choice), alpha, matrix)
    return lam * K, v


def assert_certified(H, p, solution, against=None):
    """On the simplex, with a true and tiny gap, and no worse than another solver's weights."""
    w = solution.weights
    assert w.shape == p.shape
    assert w.min() >= 0.0
    assert abs(w.sum() - 1.0) <= 1e-12
    f = 0.5 * w @ H @ w - p @ w
    size = max(1.0, abs(f))
    rounding = 1e-14 * np.abs(H).max()
    assert solution.objective == pytest.approx(f, abs=1e-12 * size + rounding)
    gradient = H @ w - p
    assert solution.gap == pytest.approx(w @ gradient - gradient.min(), abs=1e-12 * size + rounding)
    assert 0.0 <= solution.gap <= 1e-9 * size
    if against is not None:
        other = 0.5 * against @ H @ against - p @ against
        assert f <= other + 1e-9 * size


@often
@given(
    oracles(),
    st.sampled_from(KERNELS),
    st.floats(-6, 6),
    st.sampled_from(["equal", "random", "few"]),
)
def test_no_worse_than_an_interior_point_method(matrix, choice, exponent, kind):
    rng = np.random.default_rng(len(matrix))
    H, p = problem(matrix, choice, 10.0**exponent, kernel_weights(kind, rng, len(matrix)))
    assert_certified(H, p, solve_simplex_qp(H, p), reference_qp.clarabel_weights(H, p))


@often
@given(st.integers(0, 2**32 - 1), st.integers(1, 20), st.integers(1, 20), st.floats(-3, 3))
def test_no_worse_on_matrices_of_any_rank(seed, n, rank, exponent):
    rng = np.random.default_rng(seed)
    root = rng.normal(size=(min(rank, n), n))
    H, p = 10.0**exponent * root.T @ root, rng.normal(size=n)
    assert_certified(H, p, solve_simplex_qp(H, p), reference_qp.clarabel_weights(H, p))


@often
@given(
    oracles(max_rows=12, max_members=10),
    st.sampled_from(KERNELS[:4]),
    st.sampled_from([0.1, 0.5, 1.0, 2.0, 7.0]),
    st.sampled_from(["equal", "few"]),
)
def test_the_minimiser_of_least_norm(matrix, choice, lam, kind):
    rng = np.random.default_rng(len(matrix))
    H, p = problem(matrix, choice, lam, kernel_weights(kind, rng, len(matrix)))
    np.testing.assert_allclose(
        solve_simplex_qp(H, p).weights, reference_qp.least_norm_weights(H, p), atol=1e-5
    )


@settings(max_examples=120)
@given(
    oracles(max_rows=6, max_members=5),
    st.sampled_from([Fraction(10) ** k for k in range(-6, 5)] + [Fraction(1, 3), Fraction(2)]),
)
def test_the_minimiser_of_least_norm_in_exact_arithmetic(matrix, lam):
    n_rows, n = matrix.shape
    rows = [[int(x) for x in row] for row in matrix]
    S = [[Fraction(sum(r[i] * r[j] for r in rows), n_rows) for j in range(n)] for i in range(n)]
    mu = [Fraction(sum(r[j] for r in rows), n_rows) for j in range(n)]
    exact = reference_qp.exact_least_norm([[lam * x for x in row] for row in S], mu)
    H = float(lam) * np.array(S, dtype=float)
    solution = solve_simplex_qp(H, np.array(mu, dtype=float))
    np.testing.assert_allclose(solution.weights, np.array(exact, dtype=float), atol=1e-5)


def concentrated(seed, kernel):
    """Few rows carry most weight, as after many rounds: nearly singular, with near ties."""
    rng = np.random.default_rng(seed)
    n_rows, n = int(rng.integers(2, 12)), int(rng.integers(2, 8))
    matrix = np.where(rng.random((n_rows, n)) < 0.6, 1.0, -1.0)
    alpha = rng.dirichlet(np.full(n_rows, 0.1 if seed % 2 else 1.0))
    K, v = matrix.T @ (alpha[:, None] * matrix), matrix.T @ alpha
    lam = 10.0 ** rng.uniform(-6, 6)
    if kernel == "gaussian":
        sigma = 10.0 ** rng.uniform(-1, 1)
        K, v = np.exp(-(1 - K) / sigma**2), np.exp(-(1 - v) / sigma**2)
    return lam * (K + K.T) / 2, v, np.eye(n)[rng.integers(n)]


# Found among 20,000 draws; each once broke a promise.
HARD = {
    "linear": [13, 125, 315, 340, 375, 497, 1413, 2533, 1741, 4477, 4805, 5811],
    "gaussian": [223, 473, 809, 2517, 4477, 9015],
}
hard_cases = pytest.mark.parametrize(
    ("kernel", "seed"), [(kernel, seed) for kernel in HARD for seed in [*HARD[kernel], *range(40)]]
)


@hard_cases
def test_concentrated_kernel_weights_are_solved_to_the_same_accuracy(kernel, seed):
    H, p, _ = concentrated(seed, kernel)
    assert_certified(H, p, solve_simplex_qp(H, p), reference_qp.every_support(H, p))


@hard_cases
def test_nor_does_the_start_matter_there(kernel, seed):
    H, p, start = concentrated(seed, kernel)
    cold, warm = solve_simplex_qp(H, p), solve_simplex_qp(H, p, start=start)
    size = max(1.0, abs(cold.objective))
    assert warm.objective == pytest.approx(cold.objective, abs=1e-11 * size)
    np.testing.assert_allclose(warm.weights, cold.weights, atol=1e-5)


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("lam", [0.01, 0.5, 2.0])  # one member and its copy up to many
def test_equal_members_share_equally(shape, lam):
    matrix = oracle(shape, 3)
    alpha = np.full(len(matrix), 1 / len(matrix))
    H, p = problem(np.hstack([matrix, matrix]), {"kernel": "linear"}, lam, alpha)
    w = solve_simplex_qp(H, p).weights
    n = matrix.shape[1]
    np.testing.assert_allclose(w[:n], w[n:], atol=1e-6)


def test_duplicated_members_by_the_thousand():
    matrix = np.repeat(oracle("random", 4, 30, 5), 400, axis=1)
    H, p = 2.0 * matrix.T @ matrix / 30, matrix.mean(axis=0)
    solution = solve_simplex_qp(H, p)
    assert_certified(H, p, solution)
    groups = solution.weights.reshape(5, 400)
    assert np.ptp(groups, axis=1).max() < 1e-6
    small = matrix[:, ::400]
    np.testing.assert_allclose(
        groups.sum(axis=1),
        reference_qp.least_norm_weights(2.0 * small.T @ small / 30, small.mean(axis=0)),
        atol=1e-5,
    )


def test_many_random_members():
    rng = np.random.default_rng(0)
    matrix = np.where(rng.random((200, 150)) < 0.7, 1.0, -1.0)
    for lam in (1e-3, 1.0, 1e3):
        H, p = lam * matrix.T @ matrix / 200, matrix.mean(axis=0)
        assert_certified(H, p, solve_simplex_qp(H, p), reference_qp.clarabel_weights(H, p))


def test_an_ill_conditioned_matrix():
    n = 12
    hilbert = 1.0 / (np.arange(n)[:, None] + np.arange(n) + 1)
    for p in (np.zeros(n), np.linspace(0, 0.05, n), hilbert @ np.full(n, 1 / n)):
        assert_certified(
            hilbert, p, solve_simplex_qp(hilbert, p), reference_qp.clarabel_weights(hilbert, p)
        )


@often
@given(oracles(), st.floats(-30, 30), st.integers(0, 2**32 - 1))
def test_units_do_not_matter(matrix, exponent, seed):
    alpha = np.full(len(matrix), 1 / len(matrix))
    H, p = problem(matrix, {"kernel": "linear"}, 2.0, alpha)
    w = solve_simplex_qp(H, p).weights
    unit = 10.0**exponent
    np.testing.assert_allclose(solve_simplex_qp(unit * H, unit * p).weights, w, atol=1e-6)
    shift = np.random.default_rng(seed).normal()  # a constant in p is a constant in the objective
    np.testing.assert_allclose(solve_simplex_qp(H, p + shift).weights, w, atol=1e-6)


@often
@given(oracles(max_members=7), st.sampled_from(KERNELS), st.floats(-2, 2), st.data())
def test_order_of_members_does_not_matter(matrix, choice, exponent, data):
    alpha = np.full(len(matrix), 1 / len(matrix))
    H, p = problem(matrix, choice, 10.0**exponent, alpha)
    order = np.array(data.draw(st.permutations(range(len(p)))))
    w = solve_simplex_qp(H, p).weights
    moved = solve_simplex_qp(H[np.ix_(order, order)], p[order]).weights
    np.testing.assert_allclose(moved, w[order], atol=1e-6)


@often
@given(oracles(), st.sampled_from(KERNELS), st.floats(-3, 3), st.data())
def test_the_start_never_changes_the_result(matrix, choice, exponent, data):
    alpha = np.full(len(matrix), 1 / len(matrix))
    H, p = problem(matrix, choice, 10.0**exponent, alpha)
    cold = solve_simplex_qp(H, p).weights
    n = len(p)
    start = np.array(data.draw(st.lists(st.floats(0, 1), min_size=n, max_size=n)))
    start[data.draw(st.integers(0, n - 1))] = 1.0
    for guess in (start, cold, np.ones(n)):
        warm = solve_simplex_qp(H, p, start=guess)
        assert_certified(H, p, warm)
        np.testing.assert_allclose(warm.weights, cold, atol=1e-6)


@pytest.mark.parametrize("shape", SHAPES)
def test_cvxpy_agrees(shape):
    matrix = oracle(shape, 5, 20, 6)
    alpha = np.full(len(matrix), 1 / len(matrix))
    H, p = problem(matrix, {"kernel": "gaussian"}, 1.5, alpha)
    ours, theirs = solve_simplex_qp(H, p), solve_simplex_qp(H, p, solver="cvxpy")
    assert theirs.objective == pytest.approx(ours.objective, abs=1e-5)
    assert ours.objective <= theirs.objective + 1e-12
    assert abs(theirs.weights.sum() - 1) <= 1e-12
    if len(np.unique(matrix, axis=1).T) == matrix.shape[1]:  # then K is positive definite
        np.testing.assert_allclose(theirs.weights, ours.weights, atol=1e-3)


def test_without_a_quadratic_part_the_best_share():
    solution = solve_simplex_qp(np.zeros((4, 4)), [0.1, 0.7, 0.7, -1.0])
    assert solution.weights.tolist() == [0.0, 0.5, 0.5, 0.0]
    assert solution.objective == pytest.approx(-0.7)


def test_one_member():
    solution = solve_simplex_qp([[2.0]], [0.5])
    assert solution.weights.tolist() == [1.0]
    assert solution.objective == pytest.approx(0.5)
    assert solution.gap == 0.0


def test_a_vanishing_quadratic_part_shares_the_tie_by_itself():
    # p ties the first two; on that face the minimum of wᵀKw puts weights 2 : 1.
    H = np.array([[1.0, 0.0, 0.0], [0.0, 2.0, 0.0], [0.0, 0.0, 1.0]])
    for lam in (1e-12, 1e-6):
        w = solve_simplex_qp(lam * H, [0.6, 0.6, 0.5]).weights
        np.testing.assert_allclose(w, [2 / 3, 1 / 3, 0], atol=1e-5)


def test_the_gap_bounds_the_distance_to_the_optimum():
    matrix = oracle("random", 6, 20, 5)
    H, p = 2 * matrix.T @ matrix / 20, matrix.mean(axis=0)
    optimum = solve_simplex_qp(H, p).objective
    rng = np.random.default_rng(0)
    for w in rng.dirichlet(np.ones(5), 20):
        claim = certified(H, p, w)
        assert claim.objective == pytest.approx(0.5 * w @ H @ w - p @ w, abs=1e-14)
        assert claim.objective - optimum <= claim.gap + 1e-12
        assert claim.gap > 1e-6  # none of these is optimal, and the gap says so


def test_an_uncertified_result_is_not_returned():
    H = np.diag([1.0, 2.0, 3.0]) / 7
    with pytest.raises(ArithmeticError, match=r"certified gap is .* above .*; rescale H and p"):
        solve_simplex_qp(H, np.array([0.1, 0.2, 0.3]), tol=1e-300)


# ---------------------------------------------------------------------------------------------
# Refusals


def test_an_indefinite_matrix_is_refused_and_its_eigenvalue_named():
    with pytest.raises(InputError, match=r"smallest eigenvalue is -1, allowed is 0 or more"):
        solve_simplex_qp([[0.0, 1.0], [1.0, 0.0]], [0.0, 0.0])


def test_the_paper_s_disagreement_matrix_is_refused():
    # −D has zero trace: convex only along the simplex, so a solver for convex H must say no.
    matrix = oracle("random", 7, 20, 8)
    D = (1 - matrix.T @ matrix / 20) / 2
    with pytest.raises(InputError, match="smallest eigenvalue is -"):
        solve_simplex_qp(-2 * D, matrix.mean(axis=0))


@pytest.mark.parametrize("solver", ["active_set", "cvxpy"])
@pytest.mark.parametrize(
    ("H", "p", "message"),
    [
        ([[1.0, 0.5], [0.2, 1.0]], [0, 0], r"not symmetric: .* up to 0\.3; use \(H \+ Hᵀ\)/2"),
        (np.eye(3), [0, 0], r"H has shape \(3, 3\) and p \(2,\)"),
        (np.ones((2, 3)), [0, 0], r"H has shape \(2, 3\)"),
        (np.empty((0, 0)), [], r"H has shape \(0, 0\) and p \(0,\); .* L ≥ 1"),
        (np.eye(2), [[0, 0]], r"and p \(1, 2\)"),
        ([[np.nan, 0], [0, 1]], [0, 0], "H: 1 value is not finite"),
        ([[np.inf, 0], [0, 1]], [0, 0], "H: 1 value is not finite"),
        (np.eye(2), [0, np.nan], "p: 1 value is not finite"),
    ],
)
def test_what_is_no_program_is_refused(H, p, message, solver):
    with pytest.raises(InputError, match=message):
        solve_simplex_qp(H, p, solver=solver)


@pytest.mark.parametrize(
    "start", [[1.0], [0.0, 0.0], [-1.0, 0.0], [np.nan, 1.0], [[0.5, 0.5]]], ids=str
)
def test_a_useless_start_is_refused(start):
    with pytest.raises(
        InputError,
        match=r"start has shape .*; needed is \(2,\), finite|start: 1 value is not finite",
    ):
        solve_simplex_qp(np.eye(2), [0.0, 0.0], start=start)


def test_an_unknown_solver_is_named():
    with pytest.raises(InputError, match="Unknown solver 'cvxopt'; allowed are active_set, cvxpy"):
        solve_simplex_qp(np.eye(2), [0.0, 0.0], solver="cvxopt")


def test_the_inputs_are_left_as_they_are():
    H, p, start = np.eye(3) + 1.0, np.array([0.3, 0.2, 0.9]), np.array([0.0, 1.0, 0.0])
    before = H.copy(), p.copy(), start.copy()
    solve_simplex_qp(H, p, start=start)
    for now, then in zip((H, p, start), before, strict=True):
        np.testing.assert_array_equal(now, then)


# ---------------------------------------------------------------------------------------------
# Concave programs: a vertex


@often
@given(oracles(), st.floats(0.01, 20))
def test_a_concave_program_has_its_minimum_at_a_member(matrix, lam):
    H, p = -lam * matrix.T @ matrix / len(matrix), matrix.mean(axis=0)
    solution = vertex_solution(H, p)
    assert sorted(solution.weights)[-1] == 1.0
    assert np.count_nonzero(solution.weights) == 1
    assert solution.gap == 0.0
    n = len(p)
    rng = np.random.default_rng(0)
    others = itertools.chain(np.eye(n), rng.dirichlet(np.ones(n), 20))
    for w in others:
        assert solution.objective <= 0.5 * w @ H @ w - p @ w + 1e-12 * max(1, lam)


def test_equal_vertices_go_to_the_lowest_index():
    assert vertex_solution(-np.eye(3), [0.0, 0.2, 0.2]).weights.tolist() == [0, 1, 0]


def test_a_program_that_is_not_concave_is_refused():
    with pytest.raises(InputError, match=r"not concave: the largest eigenvalue of H .* is 1"):
        vertex_solution(np.eye(2), [0.0, 0.0])


@pytest.mark.parametrize("n", [2, 3, 6])
def test_a_program_far_from_singular_takes_one_linear_system(n):
    """None of its members leaves, and no ridge is needed: minimise |w − p|², whose solution on the
    simplex is p itself."""
    rng = np.random.default_rng(n)
    p = rng.dirichlet(np.full(n, 20.0))
    found = active_set.solve(active_set.DenseMatrix(np.eye(n)), p)
    assert found.systems == 1
    np.testing.assert_allclose(found.weights, p, rtol=0, atol=1e-13)
