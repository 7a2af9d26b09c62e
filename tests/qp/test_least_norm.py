"""The minimiser on a support where H is singular, or nearly so."""

from __future__ import annotations

import numpy as np
import pytest

from l2dwk_core.qp.least_norm import least_norm_weights


def _problem(n, rank, exponent, rng):
    """H of this rank, with singular values from 1 down to 10^−2·exponent, and p within reach."""
    root = rng.normal(size=(rank, n)) * np.logspace(0, -exponent, rank)[:, None]
    matrix = root.T @ root
    return matrix, matrix @ rng.dirichlet(np.ones(n)) + 0.3


@pytest.mark.parametrize(("n", "exponent"), [(60, 6), (80, 4)])
def test_the_gradient_is_even_to_the_last_digits(n, exponent):
    rng = np.random.default_rng(0)
    for _ in range(10):
        matrix, p = _problem(n, n, exponent, rng)
        scale = matrix.diagonal().max()
        weights = least_norm_weights(matrix, p, scale)
        assert np.ptp(matrix @ weights - p) <= 1e-15 * scale
        assert weights.sum() == pytest.approx(1.0, abs=1e-15)


def test_of_all_solutions_it_is_the_shortest():
    rng = np.random.default_rng(1)
    matrix, p = _problem(9, 4, 1, rng)
    # μ is the same for all solutions, so the shortest (w, μ) has the shortest w.
    system = np.block([[matrix, -np.ones((9, 1))], [np.ones((1, 9)), np.zeros((1, 1))]])
    shortest = np.linalg.lstsq(system, np.append(p, 1.0), rcond=1e-12)[0][:-1]
    found = least_norm_weights(matrix, p, matrix.diagonal().max())
    np.testing.assert_allclose(found, shortest, atol=1e-11)


def test_a_matrix_of_nothing_has_no_solution():
    assert least_norm_weights(np.zeros((3, 3)), np.zeros(3), 0.0) is None
