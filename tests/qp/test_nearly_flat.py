"""Programs that are nearly flat in a direction, against exact rational arithmetic."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from l2dwk_core.method.settings import Settings
from l2dwk_core.qp.exact_residual import exact_residual
from l2dwk_core.qp.simplex_qp import solve_simplex_qp
from tests import reference
from tests.reference_qp import every_support, exact_least_norm

# The authors' repair of seven members that are right, wrong, right, wrong, right, right, wrong on
# one row (Gaussian kernel, λ = 1). It has to be stored: two eigenvalues of 1e-16 were not repaired,
# and with another LAPACK these are others. The curvatures on the support are 1.2e-10, 5e-7, 1e-6.
UPPER = """
0x1.0000000057566p+0 0x1.152aab33859f4p-3 0x1.00000002f8656p+0 0x1.152aa9aaf4644p-3
0x1.fffffffc900eep-1 0x1.fffffffc900eep-1 0x1.152aa9d56e538p-3
0x1.00000b2ee9b20p+0 0x1.152aa9e4608ebp-3 0x1.fffff4d6a8ef5p-1
0x1.152aa9beaa4d2p-3 0x1.152aa9beaa4d2p-3 0x1.fffff4cb83ad5p-1
0x1.00000590c9955p+0 0x1.152a83b3aed5cp-3 0x1.fffffa6abdd54p-1 0x1.fffffa6abdd54p-1
0x1.152ad11bd8f1ep-3
0x1.000006fd8b72dp+0 0x1.152abde49b2bap-3 0x1.152abde49b2bap-3 0x1.fffffd2e402bbp-1
0x1.000009ca136acp+0 0x1.fffff20637942p-1 0x1.152a9710a2dd9p-3
0x1.000009ca136acp+0 0x1.152a9710a2dd9p-3
0x1.000007031e13dp+0
"""
P = """
0x1.0000000020359p+0 0x1.152aaa969dc7cp-3 0x1.00000001802fcp+0 0x1.152aaa03fefeap-3
0x1.fffffffe53b1ap-1 0x1.fffffffe53b1ap-1 0x1.152aaa194b8f5p-3
"""
EXACT = [
    0.5644711770049367,
    1.7042464519654517e-14,
    0.14539744256335785,
    0.0,
    0.1450656902158442,
    0.1450656902158442,
    0.0,
]


def _stored():
    H = np.zeros((7, 7))
    H[np.triu_indices(7)] = [float.fromhex(word) for word in UPPER.split()]
    return np.maximum(H, H.T), np.array([float.fromhex(word) for word in P.split()])


def _fractions(H, p):
    return [[Fraction(x) for x in row] for row in H.tolist()], [Fraction(x) for x in p.tolist()]


def _objective(H, p, w):
    across = range(len(p))
    quadratic = sum(w[i] * w[j] * H[i][j] for i in across for j in across)
    return quadratic / 2 - sum(p[i] * w[i] for i in across)


@pytest.mark.parametrize("start", [None, *np.eye(7), np.full(7, 1 / 7)])
def test_the_stored_program_has_the_exact_weights_from_any_start(start):
    H, p = _stored()
    solution = solve_simplex_qp(H, p, start=start)
    np.testing.assert_allclose(solution.weights, EXACT, rtol=0, atol=1e-13)


def test_its_stored_weights_are_those_of_exact_arithmetic_and_its_gap_is_true():
    H, p = _stored()
    exact = exact_least_norm(*_fractions(H, p))
    assert [float(x) for x in exact] == EXACT
    solution = solve_simplex_qp(H, p)
    ours = [Fraction(x) for x in solution.weights.tolist()]
    ours = [x / sum(ours) for x in ours]
    above = _objective(*_fractions(H, p), ours) - _objective(*_fractions(H, p), exact)
    assert 0 <= above <= solution.gap + 1e-16


def test_the_slow_reference_has_the_exact_weights_too():
    np.testing.assert_allclose(every_support(*_stored()), EXACT, rtol=0, atol=1e-15)


@pytest.mark.parametrize("kernel", reference.KERNELS)
def test_unique_weights_after_the_authors_repair_are_right_to_1e_9(kernel):
    """A curvature of 1e-6 turns a rounding error of 1e-16 into 1e-10 in the weights."""
    rng = np.random.default_rng(0)
    compared = 0
    for _ in range(60):
        n_rows, n = int(rng.integers(1, 6)), int(rng.integers(2, 6))
        outputs = np.where(rng.random((n_rows, n)) < 0.6, 1.0, -1.0)
        settings = Settings.preset("authors", lam=float(rng.choice([0.2, 1, 4])), kernel=kernel)
        alpha = rng.dirichlet(np.ones(n_rows))
        H, p, _ = reference.quadratic(settings, *reference.kernel_tables(settings, alpha, outputs))
        mean = H.mean(axis=0)
        curvatures = np.linalg.eigvalsh(H - mean - mean[:, None] + mean.mean())
        if np.sort(curvatures)[1] < 1e-12:
            continue  # several weights are optimal up to rounding
        # The engine takes entries of p that differ by rounding for equal.
        p[p - p.max() > -8 * np.finfo(float).eps * max(p.max(), -p.min())] = p.max()
        exact = exact_least_norm(*_fractions(H, p))
        ours = solve_simplex_qp(H, p).weights
        np.testing.assert_allclose(ours, [float(x) for x in exact], rtol=0, atol=1e-9)
        compared += 1
    assert compared >= 20


def test_a_residual_is_the_exact_sum_rounded_once():
    rng = np.random.default_rng(0)
    H = rng.normal(size=(6, 6)) * 10.0 ** rng.integers(-9, 9, (6, 6))
    weights = rng.normal(size=6)
    terms = np.stack([H @ weights, rng.normal(size=6)])  # cancels nearly everything
    found = exact_residual(H, weights, terms)
    matrix, w = _fractions(H, weights)
    for i in range(6):
        exact = sum(h * x for h, x in zip(matrix[i], w, strict=True))
        exact -= sum(Fraction(x) for x in terms[:, i].tolist())
        assert found[i] == pytest.approx(float(exact), rel=1e-15)
