"""The fast measures against exact rationals, and the identities that tie them together."""

from __future__ import annotations

import math
from fractions import Fraction as F
from itertools import combinations

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from l2dwk_core.diversity import (
    MEASURES,
    ambiguity_decomposition,
    disagreement_matrix,
    double_fault_matrix,
)
from tests import reference_diversity as exact
from tests.diversity.strategies import fixed, oracles, thorough, weighted_oracles, whole_weights

Weighted = tuple[np.ndarray, list[int]]


def same(found: float, wanted: F | float | None) -> bool:
    if wanted is None:
        return math.isnan(found)
    return abs(found - float(wanted)) <= 1e-12


@thorough
@given(oracle=oracles())
def test_measures_are_their_formulas(oracle: np.ndarray) -> None:
    for name in exact.NAMES:
        assert same(MEASURES[name].value(oracle), exact.value(name, oracle.tolist())), name


@thorough
@given(case=weighted_oracles())
def test_weighted_measures_are_their_formulas(case: Weighted) -> None:
    oracle, weights = case
    for name in exact.NAMES:
        wanted = exact.value(name, oracle.tolist(), weights)
        assert same(MEASURES[name].value(oracle, weights), wanted), name


@pytest.mark.parametrize("name", exact.PAIRWISE)
@fixed
@given(case=weighted_oracles())
def test_matrix_holds_every_pair(name: str, case: Weighted) -> None:
    oracle, weights = case
    alpha = exact.alpha_of(oracle, weights)
    matrix = MEASURES[name].matrix(oracle, weights)
    np.testing.assert_array_equal(matrix, matrix.T)
    for i in range(oracle.shape[1]):
        for j in range(oracle.shape[1]):
            wanted = exact.PAIRWISE[name](*exact.cells(oracle, i, j, alpha))
            assert same(matrix[i, j], wanted)


@thorough
@given(case=weighted_oracles(min_members=2))
def test_identities_of_the_averages_hold_exactly(case: Weighted) -> None:
    oracle, weights = case
    rows, n = oracle.tolist(), oracle.shape[1]
    p = exact.mean_accuracy(rows, weights)
    alpha = exact.alpha_of(rows, weights)
    v = {name: exact.value(name, rows, weights) for name in exact.NAMES}
    right = [row.count(1) for row in rows]
    dis, kw, fault = v["disagreement"], v["kohavi_wolpert"], v["double_fault"]

    mean_product = sum(a * r * (n - r) for a, r in zip(alpha, right, strict=True))
    assert dis == F(2, n * (n - 1)) * mean_product  # I1
    assert kw == F(n - 1, 2 * n) * dis  # I2
    assert kw + v["difficulty"] == p * (1 - p)  # I3
    if 0 < p < 1:
        assert v["interrater_kappa"] == 1 - dis / (2 * p * (1 - p))  # I4
        assert v["interrater_kappa"] == 1 - F(n, n - 1) * kw / (p * (1 - p))
        assert v["interrater_kappa"] == 1 - v["generalized_diversity"] / p  # I6
    assert fault == (1 - p) - dis / 2  # I5
    if p < 1:
        assert v["generalized_diversity"] == dis / (2 * (1 - p))  # I6
        assert v["generalized_diversity"] == 1 - fault / (1 - p)
        p0 = sum((a for a, r in zip(alpha, right, strict=True) if r == n), start=F(0))
        assert v["coincident_failure_diversity"] == F(n, n - 1) * (p - p0) / (1 - p0)  # I7
    if n in (2, 3):
        assert v["entropy"] == {2: 1, 3: F(3, 2)}[n] * dis  # I8


@thorough
@given(case=weighted_oracles(min_members=2))
def test_correlation_never_exceeds_q(case: Weighted) -> None:  # I9
    oracle, weights = case
    alpha = exact.alpha_of(oracle, weights)
    for i, j in combinations(range(oracle.shape[1]), 2):
        table = exact.cells(oracle, i, j, alpha)
        q, rho = exact.q_of(*table), exact.signed_rho_squared_of(*table)
        assert (q is None) == (rho is None)
        if q is not None and rho is not None:
            assert abs(rho) <= q * q
            assert q * rho > 0 or q == rho == 0
    fast_q = MEASURES["q_statistic"].matrix(oracle, weights)
    fast_rho = MEASURES["correlation"].matrix(oracle, weights)
    np.testing.assert_array_equal(np.isnan(fast_q), np.isnan(fast_rho))
    defined = ~np.isnan(fast_q)
    assert (np.abs(fast_rho[defined]) <= np.abs(fast_q[defined]) + 1e-12).all()


@thorough
@given(oracle=oracles())
def test_matrices_are_the_products_of_the_paper(oracle: np.ndarray) -> None:  # I10
    n_samples, n = oracle.shape
    signs = oracle.astype(np.int64)
    np.testing.assert_allclose(
        disagreement_matrix(oracle), (1 - signs.T @ signs / n_samples) / 2, rtol=0, atol=1e-15
    )
    np.testing.assert_allclose(
        double_fault_matrix(oracle),
        (1 - signs).T @ (1 - signs) / (4 * n_samples),
        rtol=0,
        atol=1e-15,
    )
    np.testing.assert_array_equal(np.diag(disagreement_matrix(oracle)), 0.0)
    np.testing.assert_array_equal(
        np.diag(double_fault_matrix(oracle)), np.count_nonzero(signs < 0, axis=0) / n_samples
    )
    p = (signs > 0).mean()
    dis, fault = disagreement_matrix(oracle), double_fault_matrix(oracle)
    assert dis.mean() == pytest.approx(2 * MEASURES["kohavi_wolpert"].value(oracle), abs=1e-14)
    if n > 1:
        off_diagonal = MEASURES["double_fault"].value(oracle)
        assert fault.mean() == pytest.approx(((n - 1) * off_diagonal + 1 - p) / n, abs=1e-14)


@thorough
@given(case=weighted_oracles(), data=st.data())
def test_quadratic_forms_are_functions_of_margins(case: Weighted, data: st.DataObject) -> None:
    oracle, row_weights = case
    n = oracle.shape[1]
    member_weights = data.draw(whole_weights(n))
    w = [F(x, sum(member_weights)) for x in member_weights]
    alpha = exact.alpha_of(oracle, row_weights)
    margins = [sum(a * int(o) for a, o in zip(w, row, strict=True)) for row in oracle]
    mean_square = sum(a * m * m for a, m in zip(alpha, margins, strict=True))
    mean_loss = sum(a * (1 - m) ** 2 for a, m in zip(alpha, margins, strict=True))

    weights = np.array([float(x) for x in w])
    dis = weights @ disagreement_matrix(oracle, row_weights) @ weights
    fault = weights @ double_fault_matrix(oracle, row_weights) @ weights
    assert same(dis, (1 - mean_square) / 2)  # I11
    assert same(fault, mean_loss / 4)

    ambiguity = sum(  # I12, from its definition
        a * sum(wj * (int(o) - m) ** 2 for wj, o in zip(w, row, strict=True))
        for a, m, row in zip(alpha, margins, oracle, strict=True)
    )
    member_loss = sum(
        a * sum(wj * (int(o) - 1) ** 2 for wj, o in zip(w, row, strict=True))
        for a, row in zip(alpha, oracle, strict=True)
    )
    assert ambiguity == 1 - mean_square
    found = ambiguity_decomposition(oracle, member_weights, row_weights=row_weights)
    assert same(found.ambiguity, ambiguity)
    assert same(found.member_loss, member_loss)
    assert same(found.ensemble_loss, mean_loss)
    assert same(found.member_loss - found.ambiguity, mean_loss)
    assert same(found.disagreement, F(ambiguity) / 2)
    assert found.disagreement == pytest.approx(dis, abs=1e-12)


@thorough
@given(oracle=oracles(min_members=2))
def test_undefined_pairs_are_those_with_a_constant_member(oracle: np.ndarray) -> None:
    varying = int((oracle.min(axis=0) < oracle.max(axis=0)).sum())
    detail = MEASURES["q_statistic"].detail(oracle)
    n = oracle.shape[1]
    assert detail.n_pairs == math.comb(n, 2)
    assert detail.n_undefined == math.comb(n, 2) - math.comb(varying, 2)
    assert MEASURES["correlation"].detail(oracle).n_undefined == detail.n_undefined


@thorough
@given(case=weighted_oracles())
def test_double_fault_matrix_is_positive_semidefinite(case: Weighted) -> None:
    assert np.linalg.eigvalsh(double_fault_matrix(*case)).min() >= -1e-14


@thorough
@given(oracle=oracles())
def test_measures_tied_to_disagreement_move_with_it(oracle: np.ndarray) -> None:
    n = oracle.shape[1]
    p = (oracle > 0).mean()
    assume(n > 1 and 0 < p < 1)
    dis = MEASURES["disagreement"].value(oracle)
    implied = {
        "disagreement": dis,
        "double_fault": 1 - p - dis / 2,
        "kohavi_wolpert": (n - 1) / (2 * n) * dis,
        "interrater_kappa": 1 - dis / (2 * p * (1 - p)),
        "difficulty": p * (1 - p) - (n - 1) / (2 * n) * dis,
        "generalized_diversity": dis / (2 * (1 - p)),
    }
    assert implied.keys() == {m.name for m in MEASURES.values() if m.fixed_by_disagreement}
    for name, wanted in implied.items():
        assert MEASURES[name].value(oracle) == pytest.approx(wanted, abs=1e-12)
