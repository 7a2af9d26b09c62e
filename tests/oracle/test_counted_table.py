"""Tables of distinct rows: they stand for the rows they were made of."""

from __future__ import annotations

import numpy as np
import pytest

from l2dwk_core.oracle.counted_table import CountedTable


def test_a_table_stands_for_all_rows():
    outputs = np.array([[1, -1], [1, 1], [1, -1], [1, -1]], dtype=np.int8)
    for table in (CountedTable.of(outputs), CountedTable.merged(outputs, outputs.astype(np.uint8))):
        assert table.n_rows == 4
        rows = table.table if table.inverse is None else table.table[table.inverse]
        np.testing.assert_array_equal(rows[:, :-1], outputs)
        np.testing.assert_array_equal(rows[:, -1], 1)


@pytest.mark.parametrize("n_rows", [50, 40_000])
def test_weighted_sums_of_rows_are_those_of_the_definition(n_rows):
    """Also where the rows do not fit into one part of the sum."""
    rng = np.random.default_rng(1)
    outputs = rng.choice([-1, 1], (n_rows, 4)).astype(np.int8)
    table, members = CountedTable.of(outputs), np.array([2, 0])
    size = len(table.table)
    weights = rng.random(size) * (rng.random(size) < 0.6)
    rows = np.column_stack([table.table[:, :4], np.ones(size)]).astype(float)
    expected = np.einsum("i,ij,ik->jk", weights, rows, rows)[members]
    np.testing.assert_allclose(table.weighted_rows(members, weights), expected, rtol=1e-12)


@pytest.mark.parametrize("n_rows", [50, 40_000])
def test_counted_sums_of_rows_are_those_of_the_definition(n_rows):
    """Over all rows, each as often as it occurs, and over some, each so many times."""
    rng = np.random.default_rng(2)
    outputs = rng.choice([-1, 1], (n_rows, 30)).astype(np.int8)
    outputs[: n_rows // 2] = outputs[0]
    table, members = CountedTable.of(outputs), np.array([2, 0])
    whole = np.column_stack([outputs, np.ones(n_rows)]).astype(float)
    np.testing.assert_array_equal(table.counted_rows(members), (whole.T @ whole)[members])
    size = len(table.table)
    some = rng.permutation(size)[: size - size // 5]
    times = rng.integers(-2, 3, some.size)
    rows = np.column_stack([table.table[:, :30], np.ones(size)]).astype(float)[some]
    expected = ((rows * times[:, None]).T @ rows)[members]
    np.testing.assert_array_equal(table.counted_rows(members, some, times), expected)
