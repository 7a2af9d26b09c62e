"""Tables of distinct rows: they stand for the rows they were made of."""

from __future__ import annotations

import numpy as np

from l2dwk_core.oracle.counted_table import CountedTable


def test_a_table_stands_for_all_rows():
    outputs = np.array([[1, -1], [1, 1], [1, -1], [1, -1]], dtype=np.int8)
    for table in (CountedTable.of(outputs), CountedTable.merged(outputs, outputs.astype(np.uint8))):
        assert table.n_rows == 4
        rows = table.table if table.inverse is None else table.table[table.inverse]
        np.testing.assert_array_equal(rows[:, :-1], outputs)
        np.testing.assert_array_equal(rows[:, -1], 1)
