"""The bound that is shown holds in exact arithmetic, never reads 0, and is never rounded down."""

from __future__ import annotations

import itertools
from fractions import Fraction

import numpy as np
import pytest

from l2dwk_core.common.text import agreeing, bound
from l2dwk_core.qp.simplex_qp import solve_simplex_qp

L = 4


def solved_exactly(matrix, vector):
    """Unique solution of a square system in fractions by elimination, or None."""
    n = len(vector)
    rows = [[*line, value] for line, value in zip(matrix, vector, strict=True)]
    for k in range(n):
        pivot = next((i for i in range(k, n) if rows[i][k] != 0), None)
        if pivot is None:
            return None
        rows[k], rows[pivot] = rows[pivot], rows[k]
        rows[k] = [v / rows[k][k] for v in rows[k]]
        for i in range(n):
            if i != k and rows[i][k] != 0:
                rows[i] = [a - rows[i][k] * b for a, b in zip(rows[i], rows[k], strict=True)]
    return [row[-1] for row in rows]


def value(H, p, w):
    n = range(len(w))
    half = sum(w[i] * H[i][j] * w[j] for i in n for j in n) / 2
    return half - sum(p[i] * w[i] for i in n)


def least(H, p):
    """Minimum over the simplex in fractions: the best stationary point of every support."""
    found = []
    for size in range(1, L + 1):
        for support in itertools.combinations(range(L), size):
            one = Fraction(1)
            system = [[*(H[i][j] for j in support), one] for i in support]
            system.append([one] * size + [Fraction(0)])
            solution = solved_exactly(system, [*(p[i] for i in support), one])
            if solution is not None and min(solution[:-1]) >= 0:
                w = [Fraction(0)] * L
                for i, part in zip(support, solution, strict=False):
                    w[i] = part
                found.append(value(H, p, w))
    return min(found)


def test_the_shown_bound_holds_in_exact_arithmetic():
    rng = np.random.default_rng(6)
    zeros = beyond = 0
    for _ in range(150):
        outputs = np.where(rng.random((9, L)) < 0.6, 1, -1)
        lam = int(rng.integers(1, 6))
        whole = outputs.T @ outputs
        H = [[Fraction(int(v) * lam, 9) for v in row] for row in whole]
        p = [Fraction(int(v), 9) for v in outputs.sum(axis=0)]
        floats = np.array([[float(v) for v in row] for row in H]), np.array([float(v) for v in p])
        solution = solve_simplex_qp(*floats)
        w = [Fraction(float(v)) for v in solution.weights]
        away = value(H, p, w) - least(H, p)
        beyond += away > Fraction(solution.gap)
        zeros += solution.gap == 0
        assert away <= Fraction(float(bound(solution.gap, solution.objective)))
    assert zeros > 0 and beyond > 0  # without the floor it would be untrue


@pytest.mark.parametrize(
    ("gap", "size", "said"),
    [
        (0.0, 0.0, "1e-15"),
        (0.0, -0.4, "1e-15"),
        (0.0, 20.0, "2e-14"),
        (1.24e-12, 1.0, "2e-12"),
        (2e-9, 1.0, "2e-09"),
        (9.5e-13, 1.0, "1e-12"),
        (9.99e-16, 1.0, "1e-15"),
    ],
)
def test_the_shown_bound_is_no_smaller_than_the_gap(gap, size, said):
    assert bound(gap, size) == said
    for least_gap in np.random.default_rng(0).uniform(0, 1, 30) * 10.0 ** np.arange(-20, 10):
        assert float(bound(least_gap)) >= least_gap * (1 - 1e-12)
        assert float(bound(least_gap)) <= max(2 * least_gap, 1.000001e-15)


def test_verbs_agree():
    assert [agreeing(n, "has", "have") for n in (0, 1, 2)] == ["have", "has", "have"]
