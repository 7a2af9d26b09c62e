"""Counts stay exact across blocks of rows and beyond what float32 can count."""

from __future__ import annotations

import numpy as np
import pytest

from l2dwk_core.diversity import MEASURES, disagreement_matrix, double_fault_matrix
from l2dwk_core.diversity.samples import BLOCK_ROWS, OracleSample


@pytest.mark.parametrize("extra", [-1, 0, 1, BLOCK_ROWS + 5])
def test_blocks_add_up_to_the_integer_product(extra: int) -> None:
    rng = np.random.default_rng(11)
    oracle = rng.choice(np.array([-1, 1], np.int8), size=(BLOCK_ROWS + extra, 4))
    right = (oracle > 0).astype(np.int64)
    cells = OracleSample.read(oracle).pairs
    np.testing.assert_array_equal(cells.both_right, right.T @ right)
    np.testing.assert_array_equal(cells.only_first, right.T @ (1 - right))
    np.testing.assert_array_equal(cells.only_second, (1 - right).T @ right)
    np.testing.assert_array_equal(cells.both_wrong, (1 - right).T @ (1 - right))
    np.testing.assert_array_equal(cells.total, len(oracle))


def test_weighted_blocks_add_up_too() -> None:
    rng = np.random.default_rng(12)
    oracle = rng.choice(np.array([-1, 1], np.int8), size=(BLOCK_ROWS + 77, 3))
    codes = rng.integers(0, 3, size=oracle.shape)
    weights = rng.integers(0, 3, size=len(oracle))
    repeated = np.repeat(oracle, weights, axis=0)
    for matrix in (disagreement_matrix, double_fault_matrix):
        np.testing.assert_allclose(matrix(oracle, weights), matrix(repeated), rtol=1e-11)
    kappa = MEASURES["label_kappa"]
    np.testing.assert_allclose(
        kappa.matrix(codes, weights), kappa.matrix(np.repeat(codes, weights, axis=0)), rtol=1e-11
    )


def test_a_single_row_counts_among_more_than_float32_can_hold() -> None:
    n = 2**24 + 3  # odd, above 2²⁴: not a float32 number
    oracle = np.ones((n, 2), dtype=np.int8)
    oracle[-1] = -1
    cells = OracleSample.read(oracle).pairs
    assert cells.both_right[0, 1] == n - 1
    assert cells.both_wrong[0, 1] == 1
    assert double_fault_matrix(oracle)[0, 1] == 1 / n
    assert MEASURES["q_statistic"].value(oracle) == 1.0
