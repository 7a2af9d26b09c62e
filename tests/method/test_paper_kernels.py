"""The paper (Yin, Yang & Hao 2014): its kernels, row by row and between whole vectors.

Each test states one claim about the printed equations, with its numbers where there are any.
"""

from __future__ import annotations

import itertools
from types import SimpleNamespace

import numpy as np
import pytest

from l2dwk_core.common.errors import InputError
from l2dwk_core.method.kernels import scalar_coefficients
from l2dwk_core.method.settings import Settings
from l2dwk_core.qp.simplex_qp import solve_simplex_qp
from tests import reference
from tests.paper_fixture import FIXTURE, P, S, qpd, random_simplex
from tests.problems import kernel_choices, oracle

pytestmark = pytest.mark.filterwarnings("error")


# ---------------------------------------------------------------------------------------------
# (a) On ±1 outputs the kernels are redundant


@pytest.mark.parametrize("sigma", [0.3, 1.0, 4.0])
def test_gaussian_coefficients(sigma):
    a, b = scalar_coefficients(Settings(kernel="gaussian", kernel_form="scalar", sigma=sigma))
    e = np.exp(-2 / sigma**2)
    assert (a, b) == pytest.approx(((1 + e) / 2, (1 - e) / 2), abs=1e-15)
    assert b > 0


@pytest.mark.parametrize("degree", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("c", [-2.0, -0.5, 0.0, 0.5, 2.0])
def test_polynomial_coefficients_and_their_signs(degree, c):
    if degree % 2 == 0 and c == 0:
        with pytest.raises(InputError, match="objective constant"):
            Settings(kernel="polynomial", kernel_form="scalar", degree=degree, constant=c)
        return
    a, b = scalar_coefficients(
        Settings(kernel="polynomial", kernel_form="scalar", degree=degree, constant=c)
    )
    assert a == pytest.approx(((c + 1) ** degree + (c - 1) ** degree) / 2)
    assert b == pytest.approx(((c + 1) ** degree - (c - 1) ** degree) / 2)
    assert (b > 0) == (degree % 2 == 1 or c > 0)
    assert (b < 0) == (degree % 2 == 0 and c < 0)


def test_linear_coefficients():
    assert scalar_coefficients(Settings(kernel="linear", kernel_form="scalar")) == (0.0, 1.0)


@pytest.mark.parametrize(
    "changes", [c for c in kernel_choices() if c["kernel_form"] == "scalar"], ids=str
)
@pytest.mark.parametrize("diversity", ["disagreement", "double_fault", "double_fault_printed"])
def test_the_scalar_objective_is_affine_in_that_of_the_linear_kernel(changes, diversity):
    choice = Settings(diversity=diversity, lam=1.7, **changes)
    plain = Settings(diversity=diversity, lam=1.7, kernel="linear", kernel_form="scalar")
    alpha = np.random.default_rng(0).dirichlet(np.ones(20))
    _, b = scalar_coefficients(choice)
    tables = reference.kernel_tables(choice, alpha, FIXTURE)
    linear = reference.kernel_tables(plain, alpha, FIXTURE)
    offsets = [
        reference.objective(choice, w, *tables) - b * reference.objective(plain, w, *linear)
        for w in random_simplex(8, 10)
    ]
    np.testing.assert_allclose(offsets, offsets[0], atol=1e-12)


def test_with_b_zero_any_weights_are_optimal():
    s = SimpleNamespace(
        kernel="polynomial", kernel_form="scalar", degree=2, constant=0.0, lam=1.0,
        diversity="disagreement", lam_on="diversity", terms="both",
    )  # fmt: skip
    tables = reference.kernel_tables(s, np.full(20, 0.05), FIXTURE)
    values = [reference.objective(s, w, *tables) for w in random_simplex(8, 10)]
    np.testing.assert_allclose(values, values[0], atol=1e-13)


def test_with_b_negative_the_objective_is_concave_and_a_vertex_wins():
    choice = {"kernel": "polynomial", "kernel_form": "scalar", "degree": 2, "constant": -1.0}
    w = qpd(3.0, **choice)
    record = Settings(lam=3.0, **choice)
    tables = reference.kernel_tables(record, np.full(20, 0.05), FIXTURE)
    assert np.count_nonzero(w) == 1
    value = reference.objective(record, w, *tables)
    for other in np.vstack([np.eye(8), random_simplex(8, 100)]):
        assert value <= reference.objective(record, other, *tables) + 1e-12


def test_a_total_kernel_weight_other_than_one_leaves_the_scalar_minimiser():
    for total in (0.25, 4.0):
        np.testing.assert_allclose(
            solve_simplex_qp(total * 2 * S, total * P).weights, qpd(2.0), atol=4e-13
        )


def test_a_kernel_matrix_with_negative_a_is_indefinite_although_f_is_convex():
    choice = Settings(kernel="polynomial", kernel_form="scalar", degree=3, constant=-0.9)
    a, b = scalar_coefficients(choice)
    assert a < 0 < b
    K, v, _ = reference.kernel_tables(choice, np.full(20, 0.05), FIXTURE)
    assert np.linalg.eigvalsh(K)[0] < -0.1
    with pytest.raises(InputError, match="smallest eigenvalue"):
        solve_simplex_qp(2 * K, v)
    shifted = solve_simplex_qp(2 * (K - a), v).weights  # a constant multiple of 11ᵀ
    np.testing.assert_allclose(shifted, qpd(2.0), atol=1e-9)


@pytest.mark.parametrize("sigma", [0.7, 1.5])
def test_kernelling_the_diversity_alone_only_rescales_lambda(sigma):
    choice = Settings(kernel="gaussian", kernel_form="scalar", sigma=sigma)
    K, _, _ = reference.kernel_tables(choice, np.full(20, 0.05), FIXTURE)
    _, b = scalar_coefficients(choice)
    np.testing.assert_allclose(solve_simplex_qp(2 * K, P).weights, qpd(2 * b), atol=1e-9)


# ---------------------------------------------------------------------------------------------
# (h) The joint form


JOINT = [c for c in kernel_choices() if c["kernel_form"] == "joint"]


@pytest.mark.parametrize("changes", JOINT, ids=str)
def test_joint_kernels_are_positive_semidefinite(changes):
    rng = np.random.default_rng(0)
    choice = Settings(**changes)
    lowest = 0.0
    for seed in range(60):
        matrix = oracle("random", seed, int(rng.integers(1, 12)), int(rng.integers(1, 8)))
        K, v, at_one = reference.kernel_tables(choice, rng.dirichlet(np.ones(len(matrix))), matrix)
        lowest = min(lowest, np.linalg.eigvalsh(K)[0] / K.max())
        fault = reference.double_fault_matrix(K, v, at_one)
        lowest = min(lowest, np.linalg.eigvalsh(fault)[0] / max(fault.max(), 1e-9))
    assert lowest > -1e-13


def test_joint_minimisers_differ_from_the_linear_one():
    for changes in JOINT[1:]:
        distance = np.abs(qpd(2.0, **changes) - qpd(2.0)).sum()
        assert distance > 0.05, changes


def test_a_negative_constant_makes_the_joint_polynomial_non_convex():
    centre = np.eye(4) - 1 / 4
    worst = 0.0
    columns = list(itertools.product([-1.0, 1.0], repeat=3))
    for members in itertools.combinations_with_replacement(columns, 4):
        s = np.array(members) @ np.array(members).T / 3
        worst = min(worst, np.linalg.eigvalsh(centre @ (s - 0.5) ** 2 @ centre)[0])
    assert worst == pytest.approx(-4.0)
    with pytest.raises(InputError, match="needs c ≥ 0, or the objective may be non-convex"):
        Settings(kernel="polynomial", degree=2, constant=-0.5)


@pytest.mark.parametrize(("degree", "c"), [(2, 1.0), (3, 0.5), (2, 0.0)])
def test_dividing_the_joint_polynomial_by_its_diagonal_changes_nothing(degree, c):
    choice = {"kernel": "polynomial", "kernel_form": "joint", "degree": degree, "constant": c}
    K, v, at_one = reference.kernel_tables(Settings(**choice), np.full(20, 0.05), FIXTURE)
    np.testing.assert_allclose(K.diagonal(), (1 + c) ** degree)
    assert at_one == pytest.approx((1 + c) ** degree)
    unit = (1 + c) ** degree
    np.testing.assert_allclose(
        solve_simplex_qp(2 * K / unit, v / unit).weights, qpd(2.0, **choice), atol=1e-9
    )


def test_an_even_degree_with_constant_zero_is_a_joint_kernel_but_no_scalar_one():
    choice = {"kernel": "polynomial", "kernel_form": "joint", "degree": 2, "constant": 0.0}
    assert qpd(2.0, **choice).sum() == pytest.approx(1.0)
    with pytest.raises(InputError, match="take an odd degree, c > 0, or the joint form"):
        Settings(**{**choice, "kernel_form": "scalar"})


def test_the_two_forms_agree_for_the_linear_kernel_only():
    for kernel in ("linear", "gaussian", "polynomial"):
        forms = [
            reference.kernel_tables(
                Settings(kernel=kernel, kernel_form=form), np.full(20, 0.05), FIXTURE
            )[0]
            for form in ("scalar", "joint")
        ]
        assert np.allclose(*forms, atol=1e-12) == (kernel == "linear")
