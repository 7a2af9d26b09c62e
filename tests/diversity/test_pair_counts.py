"""Two members made from how often both, one or neither is right."""

from __future__ import annotations

import pytest

from l2dwk_core.common.errors import InputError
from l2dwk_core.diversity import MEASURES
from l2dwk_core.diversity.pair_counts import oracle_of_counts


def test_each_kind_of_row_occurs_as_often_as_asked():
    assert oracle_of_counts(1, 2, 0, 1).tolist() == [[1, 1], [1, -1], [1, -1], [-1, -1]]
    table = oracle_of_counts(45, 25, 20, 10)
    assert table.shape == (100, 2)
    assert MEASURES["disagreement"].value(table) == pytest.approx(0.45)
    assert MEASURES["double_fault"].value(table) == pytest.approx(0.1)


def test_counts_that_make_no_rows_are_named():
    with pytest.raises(InputError, match="All four counts are 0"):
        oracle_of_counts(0, 0, 0, 0)
    with pytest.raises(InputError, match="second is -1"):
        oracle_of_counts(1, 1, -1, 1)
